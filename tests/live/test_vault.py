"""Sealed shoes: only the key opens them, and the key is the owner's alone."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from vingt.live.house.house import DATABASE, KEY, House
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.vault import Vault, VaultError, make_vault, open_vault


def test_what_is_sealed_opens_with_the_same_key_after_a_restart(tmp_path: Path) -> None:
    sealed = make_vault(tmp_path / "house.key").seal(b"As Kd", "shoe 1")
    assert open_vault(tmp_path / "house.key").unseal(sealed, "shoe 1") == b"As Kd"
    assert "QXMg" not in sealed  # "As " in base64


def test_two_seals_of_one_secret_have_nothing_in_common() -> None:
    vault = Vault(bytes(32))
    assert vault.seal(b"As Kd", "shoe 1") != vault.seal(b"As Kd", "shoe 1")


@pytest.mark.parametrize("change", ["other key", "other shoe", "changed", "cut short", "not base64"])
def test_a_seal_that_is_not_ours_is_refused(change: str) -> None:
    vault = Vault(bytes(32))
    sealed = vault.seal(b"As Kd", "shoe 1")
    match change:
        case "other key":
            vault = Vault(bytes(31) + b"\1")
        case "changed":
            sealed = ("B" if sealed[0] == "A" else "A") + sealed[1:]
        case "cut short":
            sealed = sealed[:8]
        case "not base64":
            sealed = ""
        case _:
            pass
    with pytest.raises(VaultError, match="shoe"):
        vault.unseal(sealed, "shoe 2" if change == "other shoe" else "shoe 1")


def test_the_key_file_is_the_owners_alone_and_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "house" / "house.key"
    make_vault(path)
    before = path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(VaultError, match="exists already"):
        make_vault(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["house.key"]


def test_a_lost_exposed_or_damaged_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    with pytest.raises(VaultError, match="is missing"):
        open_vault(path)
    make_vault(path)
    for mode in (0o640, 0o604, 0o644):
        path.chmod(mode)
        with pytest.raises(VaultError, match="chmod 600"):
            open_vault(path)
    path.chmod(0o600)
    for text in ("", "c2hvcnQ=", "no key"):
        path.write_text(text)
        with pytest.raises(VaultError, match="holds no key"):
            open_vault(path)


def test_a_house_makes_its_key_once_and_is_never_opened_with_another(tmp_path: Path) -> None:
    """Killed before the key was written, it makes one; with anything in its log, it asks for the old one."""

    async def play() -> None:
        await SqliteStore(tmp_path / DATABASE).close()
        house = await House.open(tmp_path)
        await house.people.welcome()
        await house.close()
        (tmp_path / KEY).rename(tmp_path / "elsewhere")
        with pytest.raises(VaultError, match="is missing"):
            await House.open(tmp_path)
        assert not (tmp_path / KEY).exists()
        (tmp_path / "elsewhere").rename(tmp_path / KEY)
        await (await House.open(tmp_path)).close()

    asyncio.run(play())


def test_a_vault_shows_nothing_of_its_key() -> None:
    assert repr(Vault(b"secret key of thirty-two bytes!!")) == "Vault(…)"


def test_how_long_a_seal_is_says_nothing_of_what_is_in_it() -> None:
    """A 10 is written with a letter more than any other card, and 100,000 with a digit more than 99,999."""
    vault = Vault(bytes(32))
    lengths = {len(vault.seal(secret, "card")) for secret in (b"Kh", b"10h", b"99999", b"100000")}
    assert len(lengths) == 1
    assert vault.unseal(vault.seal(b"10h", "card"), "card").decode().split() == ["10h"]
