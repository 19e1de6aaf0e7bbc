"""What was committed moves from SQLite's write-ahead log into the database beside the writer: left to SQLite,
every so often one commit would wait until a thousand pages are written and on disk."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress

EVERY = 2.0  # seconds
CHECKPOINT = "pragma wal_checkpoint(passive)"


def left_to_us(writer: sqlite3.Connection) -> sqlite3.Connection:
    writer.execute("pragma wal_autocheckpoint = 0")
    return writer


class Checkpoints:
    """`look` is called by the writer's thread when nobody waits for it. First another thread moves the pages;
    then the writer moves the few that came meanwhile, so that the log can begin at its start again."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._thread: threading.Thread | None = None
        self._last = time.monotonic()

    def look(self, writer: sqlite3.Connection) -> None:
        if self._thread is not None:
            if not self._thread.is_alive():
                self._thread = None
                with suppress(sqlite3.Error):  # what cannot be moved now stays where it is, and counts
                    writer.execute(CHECKPOINT).fetchall()
        elif time.monotonic() - self._last >= EVERY:
            self._last = time.monotonic()
            self._thread = threading.Thread(target=self._move, name="checkpoint", daemon=True)
            self._thread.start()

    def _move(self) -> None:
        with suppress(Exception), closing(self._connect()) as log:
            log.execute(CHECKPOINT).fetchall()

    def close(self) -> None:
        if self._thread is not None:
            self._thread.join()
