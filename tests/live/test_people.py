"""Guests, accounts and purses: what is kept, what is not, and what survives a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from vingt.core.money import dollars
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import Appended, Batches, Conflict
from vingt.live.people.passwords import BadPassword, Passwords
from vingt.live.people.people import DEMO_PURSE, NotEnough, People, TooManyTries, WrongName
from vingt.live.people.person import (
    SESSION_LASTS,
    Blocked,
    LastAdministrator,
    NameTaken,
    WrongCode,
    WrongPassword,
)

PASSWORD = "correct horse battery"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the work is argon2's own business


class Lobby:
    """People of a store that can be closed and opened again, under a clock that is turned by hand."""

    def __init__(self, folder: Path) -> None:
        self.path, self.now = folder / "house.db", 1_700_000_000_000
        self.open()

    def open(self) -> None:
        self.store = SqliteStore(self.path, clock=lambda: self.now)
        self.people = People(self.store, lambda: self.now, Passwords(QUICK))

    async def reopen(self) -> None:
        await self.store.close()
        self.open()


def visit(folder: Path, play: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        lobby = Lobby(folder)
        try:
            await play(lobby)
        finally:
            await lobby.store.close()

    asyncio.run(run())


def test_a_guest_comes_in_one_step_and_is_known_again_after_a_restart(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, token = await lobby.people.welcome()
        assert guest.guest
        assert guest.roles == {"player"}
        assert lobby.people.purse(guest.id) == DEMO_PURSE
        assert guest.name.startswith("Guest ")
        await lobby.reopen()
        assert lobby.people.by_token(token) == guest
        assert lobby.people.purse(guest.id) == DEMO_PURSE
        assert lobby.people.by_token(token + "x") is None
        lobby.now += SESSION_LASTS
        assert lobby.people.by_token(token) is None

    visit(tmp_path, play)


def test_neither_token_nor_password_is_anywhere_in_the_file(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        _, token = await lobby.people.welcome("Ann")
        await lobby.people.make_account("annie", PASSWORD)
        kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
        assert b"annie" in kept
        assert token.encode() not in kept
        assert PASSWORD.encode() not in kept
        assert b"$argon2id$" in kept

    visit(tmp_path, play)


def test_a_guest_who_makes_an_account_stays_the_same_person(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, token = await lobby.people.welcome("Ann")
        made = await lobby.people.make_account("Annie", PASSWORD, "Ann", person=guest.id)
        assert (made.id, made.login, lobby.people.purse(made.id)) == (guest.id, "annie", DEMO_PURSE)
        assert lobby.people.by_token(token) == made
        with pytest.raises(WrongName):
            await lobby.people.make_account("annie2", PASSWORD, person=guest.id)
        await lobby.reopen()
        again, _ = await lobby.people.sign_in(" ANNIE ", PASSWORD)
        assert again == made

    visit(tmp_path, play)


async def wrong(lobby: Lobby, login: str, address: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(WrongPassword):
            await lobby.people.sign_in(login, "wrong", address)


def test_wrong_passwords_slow_an_address_down_and_never_for_more_than_half_a_minute(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        await lobby.people.make_account("annie", PASSWORD)
        await wrong(lobby, "annie", "10.0.0.1", 5)
        for wait in (1, 2, 4, 8, 16, 30, 30):
            with pytest.raises(TooManyTries, match=f"in {wait} s") as refused:
                await lobby.people.sign_in("annie", PASSWORD, "10.0.0.1")
            assert refused.value.seconds == wait
            lobby.now += wait * 1000
            await wrong(lobby, "nobody", "10.0.0.1")
        lobby.now += 30_000
        await lobby.people.sign_in("annie", PASSWORD, "10.0.0.1")
        await lobby.people.sign_in("annie", PASSWORD, "10.0.0.2")

    visit(tmp_path, play)


def test_wrong_tries_are_kept_over_a_restart(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        await lobby.people.make_account("annie", PASSWORD)
        await wrong(lobby, "annie", "10.0.0.1", 5)
        await lobby.reopen()
        with pytest.raises(TooManyTries):
            await lobby.people.sign_in("annie", PASSWORD, "10.0.0.1")
        lobby.now += 15 * 60_000
        await lobby.reopen()
        await wrong(lobby, "annie", "10.0.0.1", 5)

    visit(tmp_path, play)


def test_nobody_locks_the_administrator_out(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        root = await lobby.people.make_account("root", PASSWORD, role="administrator")
        await lobby.people.sign_in("root", PASSWORD, "10.0.0.9")
        for number in range(30):  # a whole network guesses
            await wrong(lobby, "root", f"10.0.1.{number}")
        with pytest.raises(TooManyTries):
            await lobby.people.sign_in("root", "wrong", "10.0.2.1")
        for _ in range(2):
            assert (await lobby.people.sign_in("root", PASSWORD, "10.0.0.9"))[0] == root
            await lobby.reopen()  # it is known after a restart too
        await wrong(lobby, "others", "10.0.0.9", 5)  # somebody else behind the same address
        assert (await lobby.people.sign_in("root", PASSWORD, "10.0.0.9"))[0] == root

    visit(tmp_path, play)


def test_a_network_of_addresses_is_one_address(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        for last in range(5):
            await wrong(lobby, f"login{last}", f"2001:db8::{last}")
        with pytest.raises(TooManyTries):
            await lobby.people.sign_in("login", "wrong", "2001:db8::ffff:1")
        await wrong(lobby, "login", "2001:db8:0:1::1")

    visit(tmp_path, play)


def test_many_tries_at_once_are_no_way_around_the_limit(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        await lobby.people.make_account("annie", PASSWORD)
        at_once = [lobby.people.sign_in("annie", "wrong") for _ in range(20)]
        outcomes = await asyncio.gather(*at_once, return_exceptions=True)
        assert sum(isinstance(each, WrongPassword) for each in outcomes) == 5
        assert sum(isinstance(each, TooManyTries) for each in outcomes) == 15

    visit(tmp_path, play)


@pytest.mark.parametrize(
    "password",
    [
        "password123",
        "P@ssw0rd2026!",
        "1234567890",
        "0987654321",
        "qwertyuiop",
        "aaaaaaaaaaaa",
        "Administrator1",
        "abcabcabcabc",
        "annieannie",
        "Annie12345!",
        "qwertyqwerty",
        "1q2w3e4r5t6y",
    ],
)
def test_common_passwords_are_refused(tmp_path: Path, password: str) -> None:
    async def play(lobby: Lobby) -> None:
        with pytest.raises(BadPassword, match="first that anybody would try"):
            await lobby.people.make_account("annie", password)
        for good in ("annie likes tea", "correct horse battery", "passing words by", "x7Kq-93hd-LLw"):
            await lobby.people.make_account(f"a{abs(hash(good))}"[:30], good)

    visit(tmp_path, play)


def test_right_passwords_are_never_too_many(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        await lobby.people.make_account("annie", PASSWORD)
        for _ in range(40):
            await lobby.people.sign_in("annie", PASSWORD, "10.0.0.1")

    visit(tmp_path, play)


def test_a_changed_password_ends_every_session(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        person = await lobby.people.make_account("annie", PASSWORD)
        _, token = await lobby.people.sign_in("annie", PASSWORD)
        with pytest.raises(WrongPassword):
            await lobby.people.change_password(person.id, "wrong", "another password")
        await lobby.people.change_password(person.id, PASSWORD, "another password")
        assert lobby.people.by_token(token) is None
        with pytest.raises(WrongPassword):
            await lobby.people.sign_in("annie", PASSWORD)
        await lobby.reopen()
        assert lobby.people.by_token(token) is None
        await lobby.people.sign_in("annie", "another password")

    visit(tmp_path, play)


def test_who_signs_out_is_out(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        _, token = await lobby.people.welcome()
        await lobby.people.sign_out(token)
        await lobby.people.sign_out("no token")
        assert lobby.people.by_token(token) is None
        await lobby.reopen()
        assert lobby.people.by_token(token) is None

    visit(tmp_path, play)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<script>alert(1)</script>"[:24], "<script>alert(1)</script"),
        ("  Ann \n of\tthe\x00 Hill ", "Ann ofthe Hill"),
        ("e\u0301va", "\u00e9va"),
        ("A\u202eB\u200bC", "ABC"),
        ("\ud800", "Guest"),
        ("   ", "Guest"),
    ],
)
def test_a_name_is_text_and_nothing_but_text(tmp_path: Path, name: str, shown: str) -> None:
    async def play(lobby: Lobby) -> None:
        guest, _ = await lobby.people.welcome(name)
        assert guest.name.startswith(shown)
        await lobby.reopen()
        assert lobby.people.name(guest.id) == guest.name

    visit(tmp_path, play)


def test_names_and_passwords_that_will_not_do_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        with pytest.raises(WrongName):
            await lobby.people.welcome("x" * 25)
        for login in ("", "ab", "x" * 33, "a b c", "ann/e", "élan", "-dash"):
            with pytest.raises(WrongName):
                await lobby.people.make_account(login, PASSWORD)
        for password in ("", "123456789", "x" * 201):
            with pytest.raises(BadPassword):
                await lobby.people.make_account("annie", password)
        assert lobby.people.version == 0
        both = [lobby.people.make_account("annie", PASSWORD) for _ in range(2)]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(each, NameTaken) for each in outcomes) == 1

    visit(tmp_path, play)


def test_roles_are_given_and_kept(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        root = await lobby.people.make_account("root", PASSWORD, role="administrator")
        ann = await lobby.people.make_account("annie", PASSWORD)
        assert root.may("administrator")
        assert root.may("auditor")
        assert not ann.may("auditor")
        await lobby.people.give_role(ann.id, "auditor", root.id)
        await lobby.reopen()
        kept = lobby.people.get(ann.id)
        assert kept is not None
        assert kept.may("auditor")
        assert not kept.may("administrator")
        with pytest.raises(WrongName):
            await lobby.people.give_role("nobody", "auditor", root.id)

    visit(tmp_path, play)


def test_chips_are_bought_in_one_append_and_a_purse_is_never_spent_twice(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, _ = await lobby.people.welcome()

        def buy(table: str) -> Awaitable[object]:
            half = codec.new(t.BoughtIn(guest.id, 700_000))
            return lobby.people.buy_chips(guest.id, table, 700_000, (0, [half]))

        outcomes = await asyncio.gather(buy("t1"), buy("t2"), return_exceptions=True)
        assert [type(each) for each in outcomes][1] is NotEnough
        assert lobby.people.purse(guest.id) == 300_000
        assert lobby.store.streams() == {"people": 4, "table/t1": 1}
        with pytest.raises(Conflict):
            await lobby.people.return_chips(guest.id, "t1", 5, (0, [codec.new(t.CashedOut(guest.id, 5))]))
        assert lobby.people.purse(guest.id) == 300_000
        await lobby.people.return_chips(guest.id, "t1", 5, (1, [codec.new(t.CashedOut(guest.id, 5))]))
        await lobby.reopen()
        assert lobby.people.purse(guest.id) == 300_005

    visit(tmp_path, play)


def test_purse_moves_that_wait_go_together_and_each_gets_its_own_answer(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guests = [(await lobby.people.welcome())[0].id for _ in range(5)]
        before = lobby.people.version
        appends = 0
        append = lobby.store.append

        async def counted(batches: Batches) -> Appended:
            nonlocal appends
            appends += 1
            return await append(batches)

        def bought(guest: str, table: str, amount: int, version: int = 0) -> Awaitable[Appended]:
            half = codec.new(t.BoughtIn(guest, amount))
            return lobby.people.buy_chips(guest, table, amount, (version, [half]))

        lobby.store.append = counted  # type: ignore[method-assign]
        moves = [bought(guest, f"t{at}", 100 + at) for at, guest in enumerate(guests)]
        wrong = bought(guests[0], "t9", 1, version=7)  # that table is not so far
        dear = bought(guests[1], "t8", DEMO_PURSE)  # more than is left after the first
        *told, refused, poor = await asyncio.gather(*moves, wrong, dear, return_exceptions=True)
        assert isinstance(refused, Conflict)
        assert isinstance(poor, NotEnough)
        assert str(poor) == f"your purse does not hold that much: you have {dollars(DEMO_PURSE - 101)}"
        for at, answer in enumerate(told):
            assert isinstance(answer, dict)
            assert [each.data["amount"] for each in answer["people"]] == [100 + at]
            assert [each.data["amount"] for each in answer[f"table/t{at}"]] == [100 + at]
        assert lobby.people.version == before + len(guests)
        assert appends == 1 + len(guests) + 1, "one for all, and after its conflict one for each"
        assert [lobby.people.purse(each) for each in guests] == [DEMO_PURSE - 100 - at for at in range(5)]

        appends = 0
        await asyncio.gather(*(bought(guest, f"t{at}", 7, 1) for at, guest in enumerate(guests)))
        assert appends == 1
        with pytest.raises(NotEnough):
            await bought(guests[0], "t0", 0, 2)

    visit(tmp_path, play)


def test_who_goes_away_while_money_moves_leaves_the_books_right(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, _ = await lobby.people.welcome()
        half = codec.new(t.BoughtIn(guest.id, 100))
        gone = asyncio.ensure_future(lobby.people.buy_chips(guest.id, "t1", 100, (0, [half])))
        await asyncio.sleep(0)
        gone.cancel()
        await lobby.people.fill_purse(guest.id, 7)  # before it or after it, as they come
        await lobby.people.buy_chips(guest.id, "t2", 10, (0, [codec.new(t.BoughtIn(guest.id, 10))]))
        assert lobby.people.purse(guest.id) == DEMO_PURSE - 100 + 7 - 10
        assert lobby.people.version == lobby.store.streams()["people"]

    visit(tmp_path, play)


def test_a_guest_comes_back_with_a_code_until_a_newer_one_is_made(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        ann, token = await lobby.people.welcome("Ann")
        code = await lobby.people.make_return_code(ann.id)
        assert len(code) * 4 == 128, "bits, in hexadecimal"
        await lobby.people.sign_out(token)
        for _ in range(2):  # as often as they like
            await lobby.reopen()
            back, fresh = await lobby.people.return_with(f" {code.upper()} ", "here")
            assert back == ann
            assert lobby.people.by_token(fresh) == ann
        newer = await lobby.people.make_return_code(ann.id)
        with pytest.raises(WrongCode):
            await lobby.people.return_with(code)
        assert (await lobby.people.return_with(newer))[0] == ann
        log = "".join(str(stored.data) for stored in lobby.store.read("people"))
        assert code not in log
        assert newer not in log

        await lobby.people.make_account("ann", PASSWORD, person=ann.id)
        with pytest.raises(WrongCode):  # the password is the way in now
            await lobby.people.return_with(newer)
        with pytest.raises(WrongName):
            await lobby.people.make_return_code(ann.id)
        with pytest.raises(WrongName):
            await lobby.people.make_return_code("nobody")

    visit(tmp_path, play)


def test_guessing_return_codes_is_slowed_by_address(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        ann, _ = await lobby.people.welcome("Ann")
        code = await lobby.people.make_return_code(ann.id)
        for at in range(5):
            with pytest.raises(WrongCode):
                await lobby.people.return_with(f"{at:032x}", "10.0.0.1")
        with pytest.raises(TooManyTries):
            await lobby.people.return_with(code, "10.0.0.1")
        assert (await lobby.people.return_with(code, "10.0.0.2"))[0] == ann
        lobby.now += 1000
        assert (await lobby.people.return_with(code, "10.0.0.1"))[0] == ann

    visit(tmp_path, play)


# -- administrators ----------------------------------------------------------------------------------------


def test_who_is_blocked_is_out_and_stays_out_until_unblocked(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        people = lobby.people
        ann = await people.make_account("annie", PASSWORD)
        _, token = await people.sign_in("annie", PASSWORD)
        guest, guest_token = await people.welcome()
        code = await people.make_return_code(guest.id)
        for person in (ann.id, guest.id):
            await people.block(person, "root", "counting aloud")
        await lobby.reopen()
        people = lobby.people
        assert people.by_token(token) is None
        assert people.by_token(guest_token) is None
        with pytest.raises(Blocked):
            await people.sign_in("annie", PASSWORD)
        with pytest.raises(WrongPassword):  # whoever does not know it learns nothing
            await people.sign_in("annie", "wrong")
        with pytest.raises(Blocked):
            await people.return_with(code)
        await people.unblock(ann.id, "root")
        assert (await people.sign_in("annie", PASSWORD))[0].id == ann.id

    visit(tmp_path, play)


def test_the_last_administrator_stays(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        people = lobby.people
        root = await people.make_account("root", PASSWORD, role="administrator")
        ann = await people.make_account("annie", PASSWORD)
        for refused in (
            people.take_role(root.id, "administrator", root.id),
            people.block(root.id, ann.id),
        ):
            with pytest.raises(LastAdministrator):
                await refused
        await people.give_role(ann.id, "administrator", root.id)
        await people.take_role(root.id, "administrator", ann.id)
        await lobby.reopen()
        kept = [each.login for each in lobby.people.everybody() if each.may("administrator")]
        assert kept == ["annie"]

    visit(tmp_path, play)


def test_a_reset_password_is_told_once_and_must_be_changed(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        ann = await lobby.people.make_account("annie", PASSWORD)
        _, token = await lobby.people.sign_in("annie", PASSWORD)
        made = await lobby.people.reset_password(ann.id, "root")
        assert lobby.people.by_token(token) is None
        with pytest.raises(WrongPassword):
            await lobby.people.sign_in("annie", PASSWORD)
        await lobby.reopen()
        known, _ = await lobby.people.sign_in("annie", made)
        assert known.must_change
        kept = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
        assert made.encode() not in kept
        with pytest.raises(BadPassword):
            await lobby.people.change_password(ann.id, made, made)
        await lobby.people.change_password(ann.id, made, "one of my own")
        assert not (await lobby.people.sign_in("annie", "one of my own"))[0].must_change

    visit(tmp_path, play)


def test_other_sessions_end_and_this_one_stays(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        ann = await lobby.people.make_account("annie", PASSWORD)
        tokens = [(await lobby.people.sign_in("annie", PASSWORD))[1] for _ in range(3)]
        await lobby.people.end_sessions(ann.id, ann.id, but=tokens[1])
        for _ in range(2):
            assert [bool(lobby.people.by_token(each)) for each in tokens] == [False, True, False]
            assert len(lobby.people.sessions(ann.id)) == 1
            await lobby.reopen()
        await lobby.people.end_sessions(ann.id, "root")
        assert not lobby.people.sessions(ann.id)

    visit(tmp_path, play)
