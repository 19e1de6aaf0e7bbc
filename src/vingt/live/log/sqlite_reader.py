"""What is read of the events in one SQLite file, while somebody else may write it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from vingt.live.log.chain import Head, StoredEvent
from vingt.live.log.sqlite_file import COLUMNS, HEADS, IS_SIGNIFICANT, event_of
from vingt.live.log.store import StoreClosed, StoreUnusable

FIRST_PAGE, PAGE = 20, 1000  # rows read at once: who wants one event does not pay for a thousand

Connect = Callable[[Path, bool], sqlite3.Connection]


class SqliteReader:
    def __init__(self, path: Path, connect: Connect, read_only: bool) -> None:
        self.path = path
        self._connect = connect
        self._reading, self._finding = threading.Lock(), threading.Lock()
        self._closed = False
        self._reader = connect(path, read_only)
        self._finder = connect(path, read_only)  # a command waits for no long reading

    @property
    def closed(self) -> bool:
        return self._closed

    def read(self, stream: str, after: int = 0, *, whatever: bool = False) -> Iterator[StoredEvent]:
        """`whatever`: also what is no event any more, for whoever looks for what is wrong."""
        query = f"select {COLUMNS} from events where stream = ? and version > ? order by version limit ?"
        page = FIRST_PAGE
        while rows := self._rows(query, (stream, after, page)):
            for row in rows:
                yield event_of(row, whatever=whatever)
            after, page = rows[-1][1], PAGE

    def heads(self) -> dict[str, Head]:
        """The end of every stream."""
        return {stream: Head(version, hashed) for stream, version, hashed in self._rows(HEADS, ())}

    def hash_at(self, stream: str, version: int) -> str:
        """The hash of one event; "" where the stream does not reach so far."""
        rows = self._rows("select hash from events where stream = ? and version = ?", (stream, version))
        return rows[0][0] if rows else ""

    def streams(self) -> Mapping[str, int]:
        return {stream: version for stream, version, _ in self._rows(HEADS, ())}

    def significant(self) -> Iterator[StoredEvent]:
        """What concerns the house as a whole, in the order in which it was stored."""
        query = f"select {COLUMNS} from events where {IS_SIGNIFICANT} order by position"
        return map(event_of, self._rows(query, ()))

    def find(self, stream: str, actor: str, key: str) -> StoredEvent | None:
        query = f"select {COLUMNS} from events where stream = ? and actor = ? and key = ? and key != ''"
        with self._finding:
            rows = self._fetched(self._finder, query, (stream, actor, key))
        return event_of(rows[0]) if rows else None

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._reading:
            return self._fetched(self._reader, query, values)

    def _fetched(
        self, connection: sqlite3.Connection, query: str, values: tuple[object, ...]
    ) -> list[tuple[Any, ...]]:
        if self._closed:
            raise StoreClosed(f"{self.path} is closed")
        try:
            return connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: sqlite3.Error) -> Exception:
        return StoreUnusable(f"{self.path} is damaged: {error}")

    def _reopen_reader(self) -> None:
        reader, finder = self._connect(self.path, False), self._connect(self.path, False)
        with self._reading, self._finding, suppress(sqlite3.Error):
            reader, self._reader = self._reader, reader
            finder, self._finder = self._finder, finder
            reader.close()
            finder.close()

    def _close_reader(self) -> None:
        with self._reading, self._finding:
            if not self._closed:
                self._closed = True
                with suppress(sqlite3.Error):
                    self._reader.close()
                    self._finder.close()
