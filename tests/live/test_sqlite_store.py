"""The SQLite store: the contract of every store, and what only a file can suffer."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.store_contract import StoreContract, said, whats
from vingt.live.log import sqlite_store
from vingt.live.log.append_request import Request
from vingt.live.log.chain import BrokenLink, broken_links, rehashed
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import NotStored, StoreClosed, StoreUnusable


class TestSqliteStore(StoreContract):
    @staticmethod
    def open(folder: Path) -> SqliteStore:
        return SqliteStore(folder / "house.db")


def filled(folder: Path, count: int = 12) -> Path:
    """A store in which every append went to two streams at once."""

    async def fill() -> None:
        store = SqliteStore(folder / "house.db")
        for n in range(count):
            await store.append({"people": (n, [said(n)]), "table/1": (2 * n, [said(n), said(n)])})
        await store.close()

    asyncio.run(fill())
    return folder / "house.db"


def test_appends_of_one_loop_turn_are_one_commit(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db")
        commits: list[int] = []
        commit = store._commit

        def counted(connection: sqlite3.Connection, requests: list[Request]) -> None:
            commits.append(len(requests))
            commit(connection, requests)

        store._commit = counted  # type: ignore[method-assign]
        await asyncio.gather(*(store.append({f"table/{n}": (0, [said(n)])}) for n in range(40)))
        await store.close()
        assert commits == [40]

    asyncio.run(play())


def test_a_full_disk_keeps_nothing_of_an_append_and_the_store_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite_store.opened

    def small(path: Path, read_only: bool) -> sqlite3.Connection:
        connection = real(path, read_only)
        connection.execute("pragma max_page_count = 60")
        return connection

    async def play() -> None:
        monkeypatch.setattr(sqlite_store, "opened", small)
        store = SqliteStore(tmp_path / "house.db")
        await store.append({"a": (0, [said(1)])})
        with pytest.raises(NotStored, match="full"):
            await store.append({"b": (0, [said("b")]), "a": (1, [said("x" * 400_000)])})
        await store.append({"a": (1, [said(2)])})
        assert whats(store, "a") == [1, 2]
        assert store.streams() == {"a": 2}
        await store.close()

    asyncio.run(play())


def test_a_second_writer_is_refused_and_a_reader_is_not(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.append({"a": (0, [said(1)])})
        with pytest.raises(StoreUnusable, match="another vingt"):
            SqliteStore(tmp_path / "house.db")
        reader = SqliteStore(tmp_path / "house.db", read_only=True)
        assert whats(reader, "a") == [1]
        with pytest.raises(StoreClosed):
            await reader.append({"a": (1, [said(2)])})
        await store.append({"a": (1, [said(2)])})
        assert whats(reader, "a") == [1, 2]
        await reader.close()
        await store.close()

    asyncio.run(play())


def test_what_is_no_store_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database at all, though long enough to be read as one" * 50)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("create table t (x)")
    other.close()
    for name in ("text", "other"):
        with pytest.raises(StoreUnusable, match="not a store of vingt"):
            SqliteStore(tmp_path / name)
    with pytest.raises(StoreUnusable, match="no such store"):
        SqliteStore(tmp_path / "nowhere", read_only=True)
    assert not (tmp_path / "nowhere").exists()


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_database_itself_refuses_to_change_or_delete_an_event(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    connection = sqlite3.connect(path)
    for statement in ("delete from events", "update events set actor = 'eve'"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (
            "update events set data = json_set(data, '$.what', 7) where stream = 'people' and version = 4",
            4,
        ),
        ("update events set at = at + 1 where stream = 'people' and version = 12", 12),
        ("update events set actor = 'eve' where stream = 'people' and version = 1", 1),
        ("update events set kind = 'session_closed' where stream = 'people' and version = 5", 5),
        ("delete from events where stream = 'people' and version = 6", 7),
        ("update events set version = version + 1 where stream = 'people' and version = 12", 13),
        ("update events set hash = previous where stream = 'people' and version = 9", 9),
    ],
)
def test_tampering_past_the_database_breaks_the_chain(tmp_path: Path, tamper: str, found: int) -> None:
    path = filled(tmp_path)
    connection = sqlite3.connect(path)
    connection.executescript(f"drop trigger kept; drop trigger fixed; {tamper}; update events set key = key")
    connection.close()

    async def look() -> list[BrokenLink]:
        store = SqliteStore(path, read_only=True)
        broken = [link for stream in store.streams() for link in broken_links(stream, store.read(stream))]
        await store.close()
        return broken

    broken = asyncio.run(look())
    assert broken
    assert broken[0].stream == "people"
    assert broken[0].version == found


def test_an_event_put_in_with_a_hash_of_its_own_does_not_fit_the_next(tmp_path: Path) -> None:
    path = filled(tmp_path)

    async def look() -> list[BrokenLink]:
        store = SqliteStore(path, read_only=True)
        events = list(store.read("people"))
        forged = replace(events[3], data={"person": "eve", "what": 7})
        events[3] = replace(forged, hash=rehashed(forged))
        await store.close()
        return list(broken_links("people", events))

    assert asyncio.run(look()) == [BrokenLink("people", 5, "does not follow the event before it")]


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    connection = sqlite_store.opened(filled(tmp_path, 1), read_only=False)
    assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    assert connection.execute("pragma synchronous").fetchone() == (2,)  # FULL
    connection.close()


def test_a_file_torn_anywhere_in_its_last_writes_holds_whole_appends_only(tmp_path: Path) -> None:
    """The write-ahead log is cut at many lengths, as a power cut may; what is left is a start of what was."""
    source = tmp_path / "source"
    source.mkdir()

    async def fill() -> None:
        store = SqliteStore(source / "house.db")
        for n in range(12):
            await store.append({"people": (n, [said(n)]), "table/1": (2 * n, [said(n), said(n)])})
        for name in ("house.db", "house.db-wal"):
            shutil.copy(source / name, tmp_path / name)
        await store.close()

    asyncio.run(fill())
    database, log = (tmp_path / "house.db").read_bytes(), (tmp_path / "house.db-wal").read_bytes()
    seen = set()
    for length in (*range(0, len(log), 1777), len(log)):
        torn = tmp_path / f"torn-{length}"
        torn.mkdir()
        (torn / "house.db").write_bytes(database)
        (torn / "house.db-wal").write_bytes(log[:length])

        async def look(torn: Path = torn) -> int:
            store = SqliteStore(torn / "house.db")
            whole = len(whats(store, "people"))
            assert whats(store, "people") == list(range(whole))
            assert whats(store, "table/1") == [n for n in range(whole) for _ in range(2)]
            assert not [
                each for stream in store.streams() for each in broken_links(stream, store.read(stream))
            ]
            await store.append({"people": (whole, [said("goes on")])})
            await store.close()
            return whole

        seen.add(asyncio.run(look()))
    assert {0, 12} <= seen
    assert len(seen) > 5


def test_a_killed_writer_loses_nothing_it_had_acknowledged(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import asyncio, sys
        from pathlib import Path
        from tests.live.store_contract import said
        from vingt.live.log.sqlite_store import SqliteStore

        async def main():
            store = SqliteStore(Path(sys.argv[1]))
            n = store.streams().get("a", 0)
            while True:
                await store.append({"a": (n, [said(n, key=str(n))]), "b": (n, [said(n)])})
                n += 1
                print(n, flush=True)

        asyncio.run(main())
        """
    )
    acknowledged = 0
    for life in range(4):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "house.db")],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert child.stdout is not None
        for _ in range(5 + 7 * life):
            acknowledged = int(child.stdout.readline())
        os.kill(child.pid, signal.SIGKILL)
        for line in child.stdout.read().split():
            acknowledged = int(line)
        child.stdout.close()
        child.wait()

        async def look(acknowledged: int = acknowledged) -> None:
            store = SqliteStore(tmp_path / "house.db", read_only=True)
            kept = whats(store, "a")
            assert kept == whats(store, "b") == list(range(len(kept)))
            assert acknowledged <= len(kept) <= acknowledged + 1
            await store.close()

        asyncio.run(look())
