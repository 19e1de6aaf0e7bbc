"""Events in one SQLite file. A thread of its own writes; what was appended while the disk was busy is
committed together, and each append returns after its commit. No fault of the disk ends that thread."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from vingt.live.log.append_request import AppendOutcome, Request, answer_all, checked
from vingt.live.log.chain import START, Head, StoredEvent, hash_of
from vingt.live.log.checkpoints import Checkpoints, left_to_us
from vingt.live.log.kinds import VERSIONS
from vingt.live.log.sqlite_file import heads_in, insert, last_time, locked, opened, whole_tail
from vingt.live.log.sqlite_reader import Connect, SqliteReader
from vingt.live.log.store import (
    Appended,
    Batches,
    Conflict,
    KeyUsed,
    NotStored,
    StoreClosed,
    StoreDamaged,
    StoreFailed,
    StoreUnusable,
)
from vingt.live.log.witness import Witness, sync_all
from vingt.live.program_log import warn

__all__ = ["SqliteStore", "now", "opened"]

USED = "select 1 from events where stream = ? and actor = ? and key = ? and key != ''"
RETRY = 0.5  # seconds between tries to recover
PATIENCE = 30.0  # seconds after which a store that cannot recover is given up
SYNC = 0.2  # seconds after which witnesses put on disk what they wrote
KEYS_KEPT = 100_000  # the newest keys, known without asking an index that may be damaged


def now() -> int:
    return time.time_ns() // 1_000_000


IdempotencyKey = tuple[str, str, str]  # stream, actor and idempotency key


class SqliteStore(SqliteReader):
    """An `EventStore`. Only one process may write a file; any number may read it meanwhile.

    `trouble` is why the last write failed, until one succeeds. While `failed`, appends are refused at once
    and the file is opened anew and looked at every half second; `given_up` is called when that does not help.
    With `damage` it stays failed.
    """

    def __init__(
        self,
        path: Path,
        *,
        read_only: bool = False,
        clock: Callable[[], int] = now,
        held: int | None = None,
        connect: Connect | None = None,
        patience: float | None = None,
    ) -> None:
        self.trouble = ""
        self.failed = False
        self.damage = ""  # what is rotten in what was written; then nothing more is, whatever the disk says
        self.witnesses: list[Witness] = []
        self.given_up: Callable[[str], None] = lambda _: None
        self._clock, self._patience = clock, PATIENCE if patience is None else patience
        self._lock = held if held is not None or read_only else locked(path)
        self._failed_at = self._synced_at = 0.0
        self._unsynced = False
        self._syncing: threading.Thread | None = None
        self._checkpoints = Checkpoints(lambda: self._connect(path, False))
        self._keys: dict[IdempotencyKey, None] = {}
        self._pending: list[Request] = []
        self._queue: queue.SimpleQueue[list[Request] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        try:
            super().__init__(path, connect or opened, read_only)
            if not read_only:
                self._writer = left_to_us(self._connect(path, False))
                self._heads, self._last = heads_in(self._writer), last_time(self._writer)
        except BaseException as error:
            if held is None:  # who gave the hold lets it go
                self._unlock()
            if isinstance(error, sqlite3.Error):
                raise StoreUnusable(f"{path} is damaged: {error}") from error
            raise
        if not read_only:
            self._thread = threading.Thread(target=self._write, name=f"writer of {path.name}", daemon=True)
            self._thread.start()

    # -- appending -----------------------------------------------------------------------------------------

    async def append(self, batches: Batches) -> Appended:
        if self._closed or self._thread is None:
            raise StoreClosed(f"{self.path} is {'closed' if self._closed else 'open for reading only'}")
        if self.failed:
            raise self._refusal()
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
        """The writer thread: all that waits becomes one transaction. It ends when the store is closed."""
        while (requests := self._next()) is not None:
            try:
                if self.failed:
                    answer_all([(request, self._refusal()) for request in requests])
                    self._recover()
                elif requests:
                    self._commit(self._writer, requests)
            except (
                Exception
            ) as error:  # nothing here is expected to raise; whoever waits is told all the same
                self._fail(f"{self.path}: {error}")
                answer_all([(request, NotStored(self.trouble)) for request in requests])
            self._sync_witnesses()
            if not self.failed:
                self._checkpoints.look(self._writer)
        self._checkpoints.close()
        with suppress(sqlite3.Error):
            self._writer.close()
        if self._syncing is not None:
            self._syncing.join()
        for witness in self.witnesses:
            with suppress(OSError):
                witness.close()

    def _next(self) -> list[Request] | None:
        """What waits; an empty list when it is time to look after something else."""
        patience = RETRY if self.failed else SYNC if self._unsynced else None
        try:
            requests = self._queue.get(timeout=patience)
        except queue.Empty:
            return []
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
        outcomes: list[tuple[Request, AppendOutcome]] = []
        heads: dict[str, Head] = {}  # as they are after this transaction
        rows: list[tuple[object, ...]] = []
        keys: set[IdempotencyKey] = set()  # used in this transaction
        try:
            connection.execute("begin immediate")
            for request in requests:
                outcomes.append((request, self._chained(connection, request, heads, rows, keys)))
            insert(connection, rows)
            connection.execute("commit")
        except Exception as error:
            if not self._stands_after(error, heads):
                failed = NotStored(self.trouble)
                answer_all([(request, failed) for request in requests])
                return
        else:
            self.trouble = ""
        self._heads.update(heads)
        appended = [outcome for _, outcome in outcomes if isinstance(outcome, dict)]
        events = [each for one in appended for stored in one.values() for each in stored]
        for event in events:
            self._last = event.at
            if event.key:
                self._keys[event.stream, event.actor, event.key] = None
        while len(self._keys) > KEYS_KEPT:
            del self._keys[next(iter(self._keys))]
        self._witness(events)
        answer_all(outcomes)

    def _chained(
        self,
        connection: sqlite3.Connection,
        request: Request,
        heads: dict[str, Head],
        rows: list[tuple[object, ...]],
        keys: set[IdempotencyKey],
    ) -> Appended | Conflict | KeyUsed:
        """One request's events at the ends of their streams, and their rows and keys; or why not."""
        at = max(self._clock(), self._last)  # a log's times never run backwards, whatever the clock does
        appended: Appended = {}
        changed: dict[str, Head] = {}
        rows_made: list[tuple[object, ...]] = []
        used: set[IdempotencyKey] = set()
        for stream, (expected, events) in request.batches.items():
            head = heads.get(stream) or self._heads.get(stream, Head(0, START))
            if head.version != expected:
                return Conflict(stream, expected, head.version)
            stored: list[StoredEvent] = []
            for event, text in zip(events, request.texts[stream], strict=True):
                if event.key:
                    key = (stream, event.actor, event.key)
                    if key in keys or self._used(connection, key):
                        return KeyUsed(*key)
                    used.add(key)
                version, kind_version = head.version + 1, VERSIONS[event.kind]
                fixed = (stream, version, event.kind, kind_version, at, event.key, event.actor)
                before = head.hash
                head = Head(version, hash_of(*fixed, text, before))
                stored.append(StoredEvent(*fixed, event.data, before, head.hash))
                rows_made.append((*fixed, text, before, head.hash))
            changed[stream] = head
            appended[stream] = tuple(stored)
        rows += rows_made
        keys |= used
        heads.update(changed)
        return appended

    def _used(self, connection: sqlite3.Connection, key: IdempotencyKey) -> bool:
        return key in self._keys or connection.execute(USED, key).fetchone() is not None

    # -- faults --------------------------------------------------------------------------------------------

    def condemn(self, why: str) -> None:
        """Rot was found in what is written: nobody plays on such a log."""
        self.damage = why
        self._fail(why)

    def _refusal(self) -> StoreFailed:
        return StoreDamaged(self.damage) if self.damage else StoreFailed(self.trouble)

    def _fail(self, why: str) -> None:
        self.trouble = self.damage or why
        if not self.failed:
            self.failed, self._failed_at = True, time.monotonic()
            warn("store failed", why=why)

    def _unreadable(self, error: sqlite3.Error) -> Exception:
        if self._thread is None:
            return super()._unreadable(error)
        self._fail(f"{self.path}: {error}")
        self._queue.put([])  # the writer looks after it
        return StoreFailed(self.trouble)

    def _stands_after(self, error: Exception, heads: Mapping[str, Head]) -> bool:
        """After an error in a transaction: whether all of it is in the log nevertheless. What cannot be found
        out now makes the store fail until it can."""
        if self.trouble != (why := f"{self.path}: {error}"):  # said once, however often it is tried
            self.trouble = why
            warn("not stored", why=why)
        try:
            if self._writer.in_transaction:
                self._writer.rollback()
            on_disk = heads_in(self._writer)
            if on_disk == self._heads:
                return False
            if on_disk == {**self._heads, **heads}:
                self._writer.execute("pragma wal_checkpoint(truncate)").fetchall()  # on disk, or an error
                return True
            self._fail(f"{self.path}: after an error the log ends elsewhere than it should: {error}")
        except Exception as again:
            self._fail(f"{self.path}: {error}; and reading it again: {again}")
        return False

    def _recover(self) -> None:
        """Open the file anew; go on when it ends where the last acknowledgement said."""
        if self.damage:
            return
        try:
            connection = left_to_us(self._connect(self.path, False))
            try:
                on_disk = heads_in(connection)
                ends_as_known = on_disk == self._heads and all(
                    whole_tail(connection, stream, head) for stream, head in on_disk.items()
                )
            except BaseException:
                connection.close()
                raise
            if not ends_as_known:
                connection.close()
                self.trouble = f"{self.path} does not end where it did when it was last acknowledged"
            else:
                with suppress(sqlite3.Error):
                    self._writer.close()
                self._writer = connection
                self._reopen_reader()
                for witness in self.witnesses:
                    witness.stored(())  # what it could not write before
                self.failed, self.trouble = False, ""
        except Exception as error:
            self.trouble = f"{self.path}: {error}"
        if not self.failed:
            warn("store recovered", path=str(self.path))
        elif time.monotonic() - self._failed_at > self._patience:
            self._failed_at = time.monotonic()
            self.given_up(self.trouble)

    def _witness(self, events: Sequence[StoredEvent]) -> None:
        """Before anybody is told. Should a required witness fail, what was committed stays committed, and
        nothing more is accepted until the witness can follow."""
        for witness in self.witnesses:
            try:
                witness.stored(events)
                self._unsynced = True
            except OSError as error:
                if witness.required:
                    self._fail(f"{error}")
                else:
                    warn("witness failed", why=str(error))

    def _sync_witnesses(self) -> None:
        """In a thread of its own: nobody who waits for a commit waits for this."""
        busy = self._syncing is not None and self._syncing.is_alive()
        if self._unsynced and not busy and time.monotonic() - self._synced_at >= SYNC:
            self._unsynced, self._synced_at = False, time.monotonic()
            self._syncing = threading.Thread(target=sync_all, args=(self.witnesses,), daemon=True)
            self._syncing.start()

    # -- closing -------------------------------------------------------------------------------------------

    async def close(self) -> None:
        self._flush()
        if self._thread is not None and not self._closed:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join, self._patience)  # a disk may hang for ever
        self.close_files()

    def close_files(self) -> None:
        """All there is to close of a store that only reads: nothing is waited for, no loop is needed."""
        self._close_reader()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
