"""A later vingt, with a field, a title or an edition more, closes no table and calls no old log unsound."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from tests.live.written import Written, written
from vingt.core.rules import rules_json, table_rules
from vingt.core.rules.sections import PlayRules
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import AuditReport, Snapshot, verify
from vingt.live.house import house as house_module
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.log import authenticity
from vingt.live.log.authenticity import RulesChanged
from vingt.live.log.chain import START, StoredEvent, canonical, hash_of
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.vault import open_vault
from vingt.report.rounds import replay
from vingt.rulebook import library
from vingt.web import opening
from vingt.web.entrance import games

TABLE = "md-blackjack-1"
BEFORE = 'settles_against_checked_up_card = { value = "at_reveal"'
CORRECTED = 'settles_against_checked_up_card = { value = "at_once"'


async def played(folder: Path, rounds: int, *accepted: str) -> TableRules:
    """So many rounds more at the table of the house, which is opened for them and closed again."""
    clock = HandClock()
    accept = Accepting(accepted, by="ada")
    house = await House.open(folder, shoes=Arranged(seed=3), clocks=clocks(clock), accept=accept)
    if not house.tables():
        table = Table(house, await house.open_table(library.submission("md-blackjack"), "house"), clock)
        await table.come("Ann", 1, 2)
        await table.come("Bob", 4)
    live = house.table(TABLE)
    assert not live.state.closed
    people = [person for person in live.state.racks if live.state.held_by(person)]
    await Bots(Table(house, live, clock), people, seed=1).play(live.state.round_number + rounds)
    await house.close()
    return live.rules


def checked(folder: Path) -> AuditReport:
    """The log verified, and every round in it told."""
    store = SqliteStore(folder / DATABASE, read_only=True)
    log = Snapshot(store, store.streams())
    report = verify(log, open_vault(folder / KEY))
    for number in range(1, replay.last_round(log, TABLE) + 1):
        assert replay.tell(log, TABLE, number).finished
    assert [each.kind for each in store.read(f"table/{TABLE}")].count("table_closed") == 0
    asyncio.run(store.close())
    return report


def forget_rulebooks() -> None:
    for each in (library.editions, library.clauses, library.readings, library.inventory, library.load):
        each.cache_clear()
    library.digest_of.cache_clear()
    library.former_digests.cache_clear()


@pytest.fixture
def corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A library whose newest edition of Maryland Blackjack corrects one value."""
    shelf = tmp_path / "rulebook"
    shutil.copytree(str(library.folder("md-blackjack")), shelf / "md-blackjack")
    shutil.copy(str(files("vingt.rulebook") / "readings.toml"), shelf)
    newest = library.editions("md-blackjack")[-1]
    text = library.rulebook_text("md-blackjack")
    assert BEFORE in text
    third = shelf / "md-blackjack" / str(newest + 1)
    third.mkdir()
    (third / "rulebook.toml").write_text(text.replace(BEFORE, CORRECTED), "utf-8")
    now = authenticity.rulebooks() | authenticity.digest_of(shelf, suffixes=("rulebook.toml",))
    monkeypatch.setattr(library, "files", lambda _: shelf)
    monkeypatch.setattr(house_module, "rulebooks", lambda: now)
    forget_rulebooks()
    yield
    forget_rulebooks()


def test_a_value_corrected_in_a_new_edition(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    before = asyncio.run(played(folder, 2))
    request.getfixturevalue("corrected")
    newest = library.table_rules("md-blackjack")
    assert newest.identity != before.identity
    assert newest.edition == before.edition + 1
    first = checked(folder)
    assert (first.problems, first.notes) == ([], [])
    with pytest.raises(RulesChanged, match=rf"md-blackjack/{newest.edition}/rulebook.toml is new"):
        asyncio.run(played(folder, 1))
    assert asyncio.run(played(folder, 2, "md-blackjack")) == before
    report = checked(folder)
    assert (report.problems, report.notes) == ([], [])
    assert report.rounds > first.rounds > 0

    async def open_another() -> TableRules:
        house = await House.open(folder, clocks=clocks(HandClock()))
        live = await house.open_table(library.submission("md-blackjack"), "house")
        await house.close()
        return live.rules

    assert asyncio.run(open_another()) == newest
    assert checked(folder).problems == []


@dataclass(frozen=True, slots=True)
class LaterPlay(PlayRules):
    stops_at_soft_19: bool = False


def test_a_field_with_a_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asyncio.run(played(tmp_path, 1))
    first = checked(tmp_path)
    monkeypatch.setattr(table_rules, "PlayRules", LaterPlay)
    rules_json.kinds_of.cache_clear()
    try:
        after = asyncio.run(played(tmp_path, 1))
        report = checked(tmp_path)
    finally:
        rules_json.kinds_of.cache_clear()
    assert isinstance(after.play, LaterPlay)
    assert after.identity == before.identity
    assert (report.problems, report.notes) == ([], [])
    assert report.rounds > first.rounds > 0


def test_another_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table keeps the title it was opened with, and the house opens no second one of the same game."""
    before = asyncio.run(played(tmp_path, 1))
    game = games.game("md-blackjack/default")
    renamed = replace(game, rules=replace(game.rules, title="Blackjack as of today"))
    monkeypatch.setattr(opening, "default_games", lambda: (renamed,))

    async def serve() -> None:
        house = await House.open(tmp_path, clocks=clocks(HandClock()))
        await opening.open_missing_tables(house)
        assert [(table.id, table.rules.title) for table in house.tables()] == [(TABLE, before.title)]
        await house.close()

    asyncio.run(serve())
    assert checked(tmp_path).problems == []


# -- as the first version wrote it -------------------------------------------------------------------------


def in_version_1(log: Written, document: str) -> Written:
    """The log as written before rules were stored: the submission, and a hash that the shoes are bound to."""
    older = Written()
    for stream, events in log.streams.items():
        kept: list[StoredEvent] = older.streams.setdefault(stream, [])
        for each in events:
            data: dict[str, Any] = each.data
            kind = (each.kind, each.kind_version)
            if each.kind == "table_opened":
                data = {name: said for name, said in data.items() if name not in ("rules", "identity")}
                data |= {"rules_hash": each.data["identity"], "document": document}
                kind = (each.kind, 1)
            fixed = (stream, each.version, *kind, each.at, each.key, each.actor)
            previous = kept[-1].hash if kept else START
            hashed = hash_of(*fixed, canonical(data), previous)
            kept.append(StoredEvent(*fixed, data, previous, hashed))
    return older


def test_a_table_opened_without_stored_rules_is_judged_by_the_edition_it_was_filed_under() -> None:
    log = written(library.sample("md-pontoon-21@1"), bytes(range(7, 207)))
    report = verify(in_version_1(log, library.digest_of("md-pontoon-21@1")).snapshot)
    assert (report.problems, report.notes, report.rounds) == ([], [], 1)
    told = replay.tell(in_version_1(log, library.digest_of("md-pontoon-21@1")).snapshot, "t1", 1)
    assert told.rules == library.table_rules("md-pontoon-21@1")


def test_a_document_that_is_not_here_is_noted() -> None:
    """Its rules cannot be known for certain, so the hash of that time is held to be another identity."""
    log = written(library.sample("md-pontoon-21"), bytes(range(7, 207)))
    opened = log.streams["table/t1"][0].data
    opened["identity"] = "f" * 64  # of the other form that version 1 had
    report = verify(in_version_1(log, "0" * 64).snapshot)
    assert len(report.notes) == 1
    assert "filed under a document of md-pontoon-21 that this vingt does not have" in report.notes[0]
