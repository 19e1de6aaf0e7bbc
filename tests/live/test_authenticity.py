"""Which program and which rules ran is in the log; rules that changed need somebody's word."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.live.quiet_house import HandClock, clocks
from vingt import __version__
from vingt.live.books.significant import significant_events
from vingt.live.house import house as house_module
from vingt.live.house import tables
from vingt.live.house.house import Accepting, House
from vingt.live.log import authenticity
from vingt.live.log.authenticity import RulesChanged
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.people.person import WrongPassword
from vingt.rulebook import library


async def opened(folder: Path, *rules: str) -> House:
    return await House.open(folder, clocks=clocks(HandClock()), accept=Accepting(rules, by="ada"))


async def life(folder: Path, *rules: str) -> None:
    house = await opened(folder, *rules)
    if not house.tables():
        await house.open_table(library.submission("md-blackjack"), "house")
    await house.close()


def test_every_start_stop_and_table_names_program_and_rules(tmp_path: Path) -> None:
    asyncio.run(life(tmp_path))
    store = SqliteStore(tmp_path / "house.db", read_only=True)
    started, stopped = list(store.read("house"))
    (opened,) = store.read("table/md-blackjack-1")
    asyncio.run(store.close())
    assert (started.kind, stopped.kind) == ("house_started", "house_stopped")
    assert started.data["vingt"] == __version__
    assert started.data["program"] == stopped.data["program"] == opened.data["program"]
    assert len(started.data["program"]) == 64
    assert opened.data["document"] == started.data["rulebooks"]["md-blackjack/2/rulebook.toml"]
    assert {f"{each}/1/rulebook.toml" for each in library.RULEBOOKS} <= started.data["rulebooks"].keys()


def test_a_changed_byte_of_a_rulebook_needs_an_administrators_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(life(tmp_path))
    asyncio.run(life(tmp_path))
    changed = authenticity.rulebooks() | {"md-blackjack/2/rulebook.toml": "0" * 64}
    monkeypatch.setattr(house_module, "rulebooks", lambda: changed)
    before = (tmp_path / "house.db").read_bytes()
    with pytest.raises(RulesChanged, match="--accept-rules md-blackjack") as refused:
        asyncio.run(life(tmp_path))
    assert "md-blackjack/2/rulebook.toml changed" in str(refused.value)
    assert (tmp_path / "house.db").read_bytes() == before
    with pytest.raises(RulesChanged):
        asyncio.run(life(tmp_path, "md-pontoon-21"))
    asyncio.run(life(tmp_path, "md-blackjack"))
    asyncio.run(life(tmp_path))  # said once
    store = SqliteStore(tmp_path / "house.db", read_only=True)
    (accepted,) = [stored for stored in store.read("house") if stored.kind == "rules_accepted"]
    asyncio.run(store.close())
    assert accepted.data == {
        "rulebook": "md-blackjack",
        "changed": ["md-blackjack/2/rulebook.toml changed"],
        "by": "ada",
    }


def test_rules_that_this_vingt_reads_otherwise_need_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bytes, resolved to other rules by another version of the program: no silent new table."""
    asyncio.run(life(tmp_path))
    other = library.table_rules("md-blackjack", {"decks": 8})
    monkeypatch.setattr(tables, "rules_of", lambda opened: other)
    with pytest.raises(RulesChanged, match="md-blackjack-1 would be played by other rules"):
        asyncio.run(life(tmp_path))
    asyncio.run(life(tmp_path, "all"))
    store = SqliteStore(tmp_path / "house.db", read_only=True)
    assert [stored.kind for stored in store.read("table/md-blackjack-1")][-1] == "table_closed"
    asyncio.run(store.close())


def test_a_digest_covers_every_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "rulebook.toml").write_bytes(b"a = 1")
    (tmp_path / "code.py").write_bytes(b"pass")
    first = authenticity.digest_of(tmp_path)
    assert set(first) == {"deep/rulebook.toml", "code.py"}
    (tmp_path / "deep" / "rulebook.toml").write_bytes(b"a = 2")
    second = authenticity.digest_of(tmp_path)
    assert authenticity.changed_rulebooks(first, second) == {"deep": ["deep/rulebook.toml changed"]}


def test_a_house_from_before_editions_is_told_only_what_is_new() -> None:
    """What lay at md-blackjack/rulebook.toml is one of the editions now, or is gone."""
    now = {"a/1/rulebook.toml": "1", "a/2/rulebook.toml": "2", "b/1/rulebook.toml": "7", "readings.toml": "r"}
    unchanged = {"a/rulebook.toml": "2", "b/rulebook.toml": "7", "readings.toml": "r"}
    assert authenticity.changed_rulebooks(unchanged, now) == {}
    newer = unchanged | {"a/rulebook.toml": "1"}
    assert authenticity.changed_rulebooks(newer, now) == {"a": ["a/2/rulebook.toml is new"]}
    other = unchanged | {"b/rulebook.toml": "9"}
    assert authenticity.changed_rulebooks(other, now) == {
        "b": ["b/1/rulebook.toml is new", "b/rulebook.toml is gone"]
    }


def test_the_significant_events_of_a_house(tmp_path: Path) -> None:
    async def play() -> None:
        house = await opened(tmp_path)
        await house.people.welcome("a guest")
        await house.people.make_account("ada", "correct horse battery", role="administrator")
        with pytest.raises(WrongPassword):
            await house.people.sign_in("ada", "wrong", "192.0.2.7")
        await house.people.sign_in("ada", "correct horse battery", "192.0.2.7")
        live = await house.open_table(library.submission("md-blackjack"), "house")
        await live.close("house")
        await house.close()

    asyncio.run(play())
    store = SqliteStore(tmp_path / "house.db", read_only=True)
    words = [each.words for each in significant_events(store)]
    asyncio.run(store.close())
    assert [each.split(" ")[0] for each in words] == [
        *("vingt", "account", "ada", "sign-in", "ada", "md-blackjack-1", "md-blackjack-1", "vingt")
    ]
    assert "sign-in as ada failed, from 192.0.2.7" in words
    told = vingt("events", "--data", str(tmp_path), "--json").json["events"]
    assert [each["words"] for each in told] == words
    page = vingt("events", "--data", str(tmp_path)).out
    assert "ada became administrator" in page
    assert "8 significant events" in page
