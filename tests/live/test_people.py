"""Guests, accounts and roles: what is kept, what is not, and what survives a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.live.lobby import PASSWORD, Lobby, visit
from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import DEMO_PURSE, TooManyTries, WrongName
from vingt.live.people.person import (
    SESSION_LASTS,
    Blocked,
    LastAdministrator,
    NameTaken,
    WrongCode,
    WrongPassword,
)


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
