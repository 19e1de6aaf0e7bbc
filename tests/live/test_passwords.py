"""Signing in: wrong passwords slow down, nobody is locked out, and weak ones are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.live.lobby import PASSWORD, Lobby, visit
from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import TooManyTries
from vingt.live.people.person import WrongPassword


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
