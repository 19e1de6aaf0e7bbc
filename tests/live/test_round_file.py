"""The index of rounds is kept beside the log: read on from where it ended, not believed where it is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.live import golden
from vingt.live.books import round_file
from vingt.live.books.audit import Snapshot
from vingt.live.books.round import Played, Search
from vingt.live.books.round_file import ROUNDS, RoundFile
from vingt.live.books.round_index import RoundIndex
from vingt.live.books.round_reader import TableReader
from vingt.live.house.house import DATABASE
from vingt.live.log.chain import StoredEvent
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import TABLE
from vingt.live.shoes.vault import Vault, open_vault

TABLE_ASKED = "md-blackjack-1"


class Counted:
    """A log that counts what is read of it."""

    def __init__(self, log: Snapshot) -> None:
        self.log, self.read_so_far = log, 0

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        for stored in self.log.read(stream, after):
            self.read_so_far += 1
            yield stored


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return golden.house_folder("v1", tmp_path_factory.mktemp("golden"))


@pytest.fixture(scope="module")
def log(house: Path) -> Iterator[Snapshot]:
    store = SqliteStore(house / DATABASE, read_only=True)
    tables = {stream: version for stream, version in store.streams().items() if stream.startswith(TABLE)}
    yield Snapshot(store, tables)
    asyncio.run(store.close())


@pytest.fixture
def vault(house: Path) -> Vault:
    return open_vault(house / "house.key")


@pytest.fixture(scope="module")
def expected(log: Snapshot) -> set[Played]:
    index = RoundIndex()
    index.catch_up(log)
    return set(index.find(Search()).rows)


def kept(path: Path, vault: Vault, log: Snapshot) -> None:
    index = RoundIndex(path, vault)
    index.catch_up(log)
    index.close()


def opened(path: Path, vault: Vault, log: Snapshot) -> tuple[RoundIndex, int]:
    """The index of the next start, and how many events it read."""
    counted = Counted(log)
    index = RoundIndex(path, vault)
    index.catch_up(Snapshot(counted, log.streams))
    return index, counted.read_so_far


def part_of(log: Snapshot, share: float) -> Snapshot:
    return Snapshot(log, {stream: int(version * share) for stream, version in log.streams.items()})


def test_the_next_start_reads_only_what_came_since(
    tmp_path: Path, vault: Vault, log: Snapshot, expected: set[Played]
) -> None:
    every = sum(log.streams.values())
    for share in (0.3, 0.31, 0.8):
        kept(tmp_path / ROUNDS, vault, part_of(log, share))
    index, read = opened(tmp_path / ROUNDS, vault, log)
    assert every * 0.2 <= read < every * 0.2 + 3 * len(log.streams)
    assert set(index.find(Search()).rows) == expected
    index.close()
    index, read = opened(tmp_path / ROUNDS, vault, log)
    assert read == len(log.streams)  # the event at which each ends is looked at, and that is all
    assert set(index.find(Search()).rows) == expected
    index.check()
    assert index.read == every
    index.close()
    assert (tmp_path / ROUNDS).stat().st_mode & 0o077 == 0


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def no_file_of_ours(path: Path) -> None:
    path.write_bytes(b"not a database, " * 1000)


def changed(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as rows:
            rows.execute(statement)
            rows.commit()

    return change


WRONG = {
    "cut off": shortened,
    "no database": no_file_of_ours,
    "empty": lambda path: path.write_bytes(b""),
    "an amount": changed("update rounds set played = replace(played, '0,', '1,')"),
    "what it is found by": changed("update rounds set largest = largest + 1"),
    "a round of another number": changed(
        f"update rounds set number = number + 1000 where stream = '{TABLE}{TABLE_ASKED}'"
    ),
    "a shoe": changed("update shoes set versions = '[1]'"),
    "a place to read on from": changed("update tails set sealed = zeroblob(100)"),
    "another table's place": changed(
        "update tails set sealed = (select sealed from tails order by stream limit 1)"
    ),
    "a lost round": changed(f"delete from rounds where stream = '{TABLE}{TABLE_ASKED}' and number = 2"),
    "a lost share": changed(f"delete from shares where stream = '{TABLE}{TABLE_ASKED}' and number = 2"),
    "a lost table": changed("drop table shoes"),
}


# What is there is known to be wrong where it is read; what is not there, when all of it is looked through.
ONLY_FOUND_BY_LOOKING = ("a lost round", "a lost share", "a lost table", "a round of another number")


@pytest.mark.parametrize("damage", WRONG)
def test_a_wrong_file_is_noticed_and_made_anew(
    tmp_path: Path, vault: Vault, log: Snapshot, expected: set[Played], damage: str
) -> None:
    path = tmp_path / ROUNDS
    kept(path, vault, log)
    WRONG[damage](path)
    index, _ = opened(path, vault, log)
    if damage not in ONLY_FOUND_BY_LOOKING:
        assert set(index.asked(log, lambda: index.find(Search()).rows)) == expected
        assert len(index.asked(log, lambda: index.shoe(TABLE_ASKED, 1))) > 1
    index.check()
    index.catch_up(log)
    assert set(index.find(Search()).rows) == expected
    assert len(index.shoe(TABLE_ASKED, 1)) > 1
    for played in expected:
        assert index.played(played.table, played.number) == played
        for share in played.shares:
            assert played in index.find(Search(people=frozenset((share.person,)))).rows
    index.close()
    again, read = opened(path, vault, log)  # and what was made anew is kept
    assert read == len(log.streams)
    again.close()


def test_the_file_of_another_log_or_program_or_key_is_not_used(
    tmp_path: Path, vault: Vault, log: Snapshot, expected: set[Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, every = tmp_path / ROUNDS, sum(log.streams.values())
    kept(path, vault, log)
    index, read = opened(path, vault, part_of(log, 0.5))  # a backup was restored
    assert read >= every // 2 - len(log.streams)
    assert len(index.find(Search()).rows) < len(expected)
    index.close()
    kept(path, vault, log)
    monkeypatch.setattr(round_file, "program", lambda: "another")
    index, read = opened(path, vault, log)
    assert read >= every
    index.close()
    index, read = opened(path, Vault(bytes(32)), log)
    assert read >= every
    assert set(index.find(Search()).rows) == expected
    index.close()


def test_what_is_rotten_when_it_is_read_is_told_and_mended(
    tmp_path: Path, vault: Vault, log: Snapshot, caplog: pytest.LogCaptureFixture
) -> None:
    kept(tmp_path / ROUNDS, vault, log)
    index, _ = opened(tmp_path / ROUNDS, vault, log)
    before = index.played(TABLE_ASKED, 1)
    changed("update rounds set played = replace(played, '0,', '1,')")(tmp_path / ROUNDS)
    assert index.asked(log, lambda: index.played(TABLE_ASKED, 1)) == before
    assert "round index made anew" in caplog.text
    index.close()


def test_a_full_disk_costs_the_file_and_nothing_else(
    tmp_path: Path,
    vault: Vault,
    log: Snapshot,
    expected: set[Played],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / ROUNDS
    kept(path, vault, part_of(log, 0.5))
    save = RoundFile.save

    def full(self: RoundFile, reader: TableReader) -> None:
        if not self.in_memory:
            raise sqlite3.OperationalError("database or disk is full")
        save(self, reader)

    monkeypatch.setattr(RoundFile, "save", full)
    index, _ = opened(path, vault, log)
    assert any("full" in getattr(each, "fields", {}).get("why", "") for each in caplog.records)
    assert set(index.find(Search()).rows) == expected
    index.close()
