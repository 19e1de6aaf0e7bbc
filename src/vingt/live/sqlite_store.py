"""Events in one SQLite file. A thread of its own writes; what was appended while the disk was busy is
committed together, and each append returns after its commit."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vingt.live.chain import START, StoredEvent, canonical, hash_of
from vingt.live.kinds import VERSIONS, UnknownKind
from vingt.live.store import Appended, Batches, Conflict, KeyUsed, NotStored, StoreClosed, StoreUnusable

APPLICATION = 0x76696E67  # "ving": marks the file as ours
SCHEMA = 1
TABLES = """
create table events (
    position     integer primary key,
    stream       text not null,
    version      integer not null,
    kind         text not null,
    kind_version integer not null,
    at           integer not null,
    key          text not null,
    actor        text not null,
    data         text not null,
    previous     text not null,
    hash         text not null,
    unique (stream, version)
) strict;
create unique index keys on events (stream, actor, key) where key != '';
create trigger kept before delete on events begin select raise(abort, 'events are never deleted'); end;
create trigger fixed before update on events begin select raise(abort, 'events are never changed'); end;
"""
COLUMNS = "stream, version, kind, kind_version, at, key, actor, data, previous, hash"
USED = "select 1 from events where stream = ? and actor = ? and key = ? and key != ''"
INSERT = f"insert into events ({COLUMNS}) values ({', '.join('?' * 10)})"
PAGE = 1000


def now() -> int:
    return time.time_ns() // 1_000_000


Texts = dict[str, list[str]]


@dataclass(slots=True)
class Request:
    batches: Batches
    texts: Texts  # the events' data as canonical JSON
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Appended]


@dataclass(slots=True)
class Head:
    version: int
    hash: str


class SqliteStore:
    """An `EventStore`. Only one process may write a file; any number may read it meanwhile."""

    def __init__(self, path: Path, *, read_only: bool = False, clock: Callable[[], int] = now) -> None:
        self.path = path
        self._clock = clock
        self._lock = None if read_only else locked(path)
        self._reading = threading.Lock()
        self._closed = False
        self._pending: list[Request] = []
        self._queue: queue.SimpleQueue[list[Request] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        try:
            self._reader = opened(path, read_only)
            self._heads = self._read_heads()
        except BaseException:
            self._unlock()
            raise
        if not read_only:
            self._thread = threading.Thread(target=self._write, name=f"writer of {path.name}", daemon=True)
            self._thread.start()

    # -- appending -----------------------------------------------------------------------------------------

    async def append(self, batches: Batches) -> Appended:
        if self._closed or self._thread is None:
            raise StoreClosed(f"{self.path} is {'closed' if self._closed else 'open for reading only'}")
        texts = checked(batches)
        loop = asyncio.get_running_loop()
        if not self._pending:
            loop.call_soon(self._flush)  # after everything else that this turn of the loop appends
        request = Request(dict(batches), texts, loop, loop.create_future())
        self._pending.append(request)
        return await asyncio.shield(
            request.done
        )  # a cancelled waiter does not undo what is on its way to disk

    def _flush(self) -> None:
        if self._pending:
            self._queue.put(self._pending)
            self._pending = []

    def _write(self) -> None:
        """The writer thread: all that waits becomes one transaction."""
        with closing(opened(self.path, read_only=False)) as connection:
            while (requests := self._next()) is not None:
                self._commit(connection, requests)

    def _next(self) -> list[Request] | None:
        requests = self._queue.get()
        while requests is not None:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                return requests
            if more is None:
                self._queue.put(None)
                return requests
            requests = [*requests, *more]
        return None

    def _commit(self, connection: sqlite3.Connection, requests: list[Request]) -> None:
        outcomes: list[tuple[Request, Appended | Exception]] = []
        try:
            connection.execute("begin immediate")
            for request in requests:
                outcomes.append((request, self._insert(connection, request)))
            connection.execute("commit")
        except Exception as error:
            if connection.in_transaction:
                connection.rollback()
            self._heads = self._read_heads()
            failed = NotStored(f"{self.path}: {error}")
            outcomes = [(request, failed) for request in requests]
        for request, outcome in outcomes:
            with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
                request.loop.call_soon_threadsafe(answer, request.done, outcome)

    def _insert(self, connection: sqlite3.Connection, request: Request) -> Appended | Conflict | KeyUsed:
        at = self._clock()
        appended: Appended = {}
        heads: dict[str, Head] = {}
        rows: list[tuple[object, ...]] = []
        for stream, (expected, events) in request.batches.items():
            head = self._heads.get(stream, Head(0, START))
            if head.version != expected:
                return Conflict(stream, expected, head.version)
            stored: list[StoredEvent] = []
            for event, text in zip(events, request.texts[stream], strict=True):
                if event.key and connection.execute(USED, (stream, event.actor, event.key)).fetchone():
                    return KeyUsed(stream, event.actor, event.key)
                version, kind_version = head.version + 1, VERSIONS[event.kind]
                fixed = (stream, version, event.kind, kind_version, at, event.key, event.actor)
                head = Head(version, hash_of(*fixed, text, head_hash := head.hash))
                stored.append(StoredEvent(*fixed, event.data, head_hash, head.hash))
                rows.append((*fixed, text, head_hash, head.hash))
            heads[stream] = head
            appended[stream] = tuple(stored)
        connection.executemany(INSERT, rows)
        self._heads.update(heads)
        return appended

    # -- reading -------------------------------------------------------------------------------------------

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        query = f"select {COLUMNS} from events where stream = ? and version > ? order by version limit {PAGE}"
        while rows := self._rows(query, (stream, after)):
            for row in rows:
                yield event_of(row)
            after = rows[-1][1]

    def streams(self) -> Mapping[str, int]:
        return {stream: version for stream, version, _ in self._rows(HEADS, ())}

    def find(self, stream: str, actor: str, key: str) -> StoredEvent | None:
        query = f"select {COLUMNS} from events where stream = ? and actor = ? and key = ? and key != ''"
        rows = self._rows(query, (stream, actor, key))
        return event_of(rows[0]) if rows else None

    def _read_heads(self) -> dict[str, Head]:
        return {stream: Head(version, hashed) for stream, version, hashed in self._rows(HEADS, ())}

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._reading:
            if self._closed:
                raise StoreClosed(f"{self.path} is closed")
            try:
                return self._reader.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise StoreUnusable(f"{self.path} is damaged: {error}") from error

    # -- closing -------------------------------------------------------------------------------------------

    async def close(self) -> None:
        self._flush()
        if self._thread is not None and not self._closed:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        with self._reading:
            if not self._closed:
                self._closed = True
                self._reader.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


HEADS = """select stream, version, hash from events join
           (select stream, max(version) as version from events group by stream) using (stream, version)"""


def checked(batches: Batches) -> Texts:
    """Refuse here, and to its caller alone, what could not be stored."""
    texts: Texts = {}
    for stream, (_, events) in batches.items():
        keys = [(event.actor, event.key) for event in events if event.key]
        if len(keys) > len(set(keys)):
            raise ValueError(f"one append to {stream} uses an idempotency key twice")
        if strange := [event.kind for event in events if event.kind not in VERSIONS]:
            raise UnknownKind(f"no kind of event is called {strange[0]!r}")
        texts[stream] = [canonical(event.data) for event in events]
    return texts


def answer(done: asyncio.Future[Appended], outcome: Appended | Exception) -> None:
    if done.cancelled():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
        done.exception()  # a waiter that was cancelled never asks, and asyncio would complain
    else:
        done.set_result(outcome)


def locked(path: Path) -> int:
    """An exclusive hold on the store, which ends with the process however it ends."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    held = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise StoreUnusable(f"{path} is in use: another vingt serves from it; stop that one first") from error
    return held


def opened(path: Path, read_only: bool) -> sqlite3.Connection:
    if read_only and not path.is_file():
        raise StoreUnusable(f"{path}: there is no such store; `vingt serve` makes one")
    new = not path.exists()
    if new:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    mode = "ro" if read_only else "rw"
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            prepared(connection, path, read_only)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise StoreUnusable(f"{path}: not a store of vingt that can be opened: {error}") from error
    return connection


def prepared(connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
    connection.execute("pragma busy_timeout = 10000")
    (application,) = connection.execute("pragma application_id").fetchone()
    (schema,) = connection.execute("pragma user_version").fetchone()
    (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if application == 0 and tables == 0 and not read_only:
        connection.execute("pragma journal_mode = wal")
        connection.executescript(
            f"begin; {TABLES} pragma application_id = {APPLICATION}; pragma user_version = {SCHEMA}; commit;"
        )
    elif application != APPLICATION:
        raise StoreUnusable(f"{path}: not a store of vingt")
    elif schema > SCHEMA:
        raise StoreUnusable(f"{path}: written by a newer vingt (form {schema}; this one knows {SCHEMA})")
    if not read_only:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")


def event_of(row: tuple[Any, ...]) -> StoredEvent:
    stream, version, kind, kind_version, at, key, actor, data, previous, hashed = row
    try:
        content = json.loads(data)
    except ValueError as error:
        raise StoreUnusable(f"{stream}, version {version}: what it holds is no JSON: {error}") from error
    return StoredEvent(stream, version, kind, kind_version, at, key, actor, content, previous, hashed)
