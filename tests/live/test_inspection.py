"""Rot is found before a card is dealt: each attack on a house's files stops its start with the place and the
remedy, and changes nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.failing_files import flip
from tests.live.played_house import WAL, opened_and_closed, played, refused
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.heads import HEADS
from vingt.live.house.house import DATABASE, KEY
from vingt.live.house.inspection import Damaged, HistoryWentBack, LogMissing
from vingt.live.log import checkpoints
from vingt.live.log.chain import hash_of
from vingt.live.log.sqlite_file import COLUMNS, INSERT
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import StoreUnusable
from vingt.live.shoes.vault import VaultError


def test_a_flipped_bit_in_the_write_ahead_log_is_found_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600)  # what is in the database already would not be missed
    asyncio.run(played(tmp_path / "house", keep_wal=True))
    size = (tmp_path / "killed" / WAL).stat().st_size
    for at in range(40, size, size // 6):
        folder = tmp_path / f"flipped-{at}"
        shutil.copytree(tmp_path / "killed", folder)
        flip(folder / WAL, at)
        refused(folder, StoreUnusable, "house.db|older")


def tampered(folder: Path, script: str) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    connection.executescript(f"drop trigger kept; drop trigger fixed; {script}")
    connection.close()


@pytest.mark.parametrize(
    ("attack", "error", "words"),
    [
        (
            lambda folder: tampered(
                folder, "update events set data = replace(data, '1000', '2000') where kind = 'wager_placed'"
            ),
            Damaged,
            r"table/md-pontoon-21-1, version \d+: changed since it was stored; restore a backup",
        ),
        (
            lambda folder: tampered(folder, "delete from events where stream = 'people' and version = 2"),
            Damaged,
            "people: version 2 is missing",
        ),
        (
            lambda folder: tampered(
                folder, "delete from events where stream = 'table/md-pontoon-21-1' and version > 20"
            ),
            HistoryWentBack,
            "table/md-pontoon-21-1: versions 21 to",
        ),
        (lambda folder: (folder / DATABASE).unlink(), LogMissing, "house.db is missing"),
        (lambda folder: (folder / HEADS).unlink(), HistoryWentBack, "house.heads is missing"),
        (lambda folder: flip(folder / HEADS, 30), Damaged, "house.heads, line 1: not written with the key"),
        (lambda folder: (folder / KEY).unlink(), VaultError, "house.key is missing"),
        (
            lambda folder: (folder / KEY).write_bytes(b"A" * 43 + b"=\n"),
            Damaged,
            "not written with the key of this house",
        ),
    ],
)
def test_each_attack_on_the_files_stops_the_start(
    tmp_path: Path, attack: Callable[[Path], object], error: type[Exception], words: str
) -> None:
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    attack(folder)
    refused(folder, error, words)


def test_an_index_that_lost_an_entry_is_found(tmp_path: Path) -> None:
    """A key that its index does not know could be used again."""
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    connection = sqlite3.connect(folder / DATABASE)
    (key,) = connection.execute("select key from events where key != '' limit 1").fetchone()
    connection.execute("pragma writable_schema = on")
    (sql,) = connection.execute("select sql from sqlite_master where name = 'keys'").fetchone()
    connection.execute("update sqlite_master set sql = ? where name = 'keys'", (f"{sql} and key != '{key}'",))
    connection.commit()
    connection.close()
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("reindex keys")
    connection.execute("pragma writable_schema = on")
    connection.execute("update sqlite_master set sql = ? where name = 'keys'", (sql,))
    connection.commit()
    connection.close()
    refused(folder, Damaged, "missing from index keys")


def forged_twice(folder: Path) -> str:
    """A command stored a second time, well chained, by somebody who took the index away first; its stream."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("drop index keys")
        row = connection.execute(
            f"select {COLUMNS} from events where key != '' order by version limit 1"
        ).fetchone()
        version, previous = connection.execute(
            "select version, hash from events where stream = ? order by version desc limit 1", (row[0],)
        ).fetchone()
        again = (row[0], version + 1, *row[2:8], previous)
        connection.execute(INSERT, (*again, hash_of(*again)))
        connection.commit()
    return str(row[0])


def test_a_missing_index_of_keys_is_made_again_and_a_key_stored_twice_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.executescript("drop index keys; drop trigger fixed")
    asyncio.run(opened_and_closed(folder))
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        made = {name for (name,) in connection.execute("select name from sqlite_master")}
    assert {"keys", "kept", "fixed"} <= made
    stream = forged_twice(folder)
    refused(folder, StoreUnusable, "the key of a command is stored twice")
    store = SqliteStore(folder / DATABASE, read_only=True)
    problems = verify(Snapshot(store, store.streams())).problems
    asyncio.run(store.close())
    assert any(each.stream == stream and "used its key before" in each.what for each in problems)


def test_rot_of_any_page_is_found_or_harmless(tmp_path: Path) -> None:
    """A bit flipped anywhere in the database: the start is refused, or what the log says is the same."""
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    before = exported(folder)
    size = (folder / DATABASE).stat().st_size
    noticed = 0
    for at in range(17, size, size // 12):
        hit = tmp_path / f"hit-{at}"
        shutil.copytree(folder, hit)
        flip(hit / DATABASE, at, at % 8)
        try:
            asyncio.run(opened_and_closed(hit))
        except (StoreUnusable, VaultError):
            noticed += 1
        else:
            assert exported(hit)[: len(before)] == before or set(before) <= set(exported(hit))
    assert noticed >= 4


def exported(folder: Path) -> list[str]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    hashes = [stored.hash for stream in sorted(store.streams()) for stored in store.read(stream)]
    asyncio.run(store.close())
    return hashes
