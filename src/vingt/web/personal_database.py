"""A small database of what is kept with a person, beside the log and never in it.

Nothing here may stop the house: what cannot be written is warned of and forgotten, a damaged file is put
aside and a new one begun. One thread owns the connection."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from vingt.web.computation.figures import Worker

T = TypeVar("T")
log = logging.getLogger("vingt.training")


class PersonalDatabase:
    """`create` makes its tables, in a form whose number is `form`. Writing never waits and never fails."""

    def __init__(self, path: Path, create: Sequence[str], form: int, what: str) -> None:
        self.path, self.create, self.form, self.what = path, create, form, what
        self.connection: sqlite3.Connection | None = None
        self.worker: Worker | None = None

    async def close(self) -> None:
        """Everything added is on the disk when this returns."""
        if self.worker is not None:
            await asyncio.wrap_future(self.do(self.shut))
            self.worker.stop()
            self.worker = None

    # -- on the thread -------------------------------------------------------------------------------------

    def do(self, work: Callable[[], T]) -> Future[T | None]:
        if self.worker is None:
            self.worker = Worker(self.what)
        return self.worker.do(lambda: self.tried(work))

    def tried(self, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except (sqlite3.Error, OSError) as error:
            warn(f"the {self.what} record cannot be used", error)
            if is_damage(error):
                self.put_aside()
            return None

    def opened(self) -> sqlite3.Connection:
        if self.connection is None:
            try:
                self.connection = connect(self.path, self.create, self.form)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                warn(f"the {self.what} record is damaged: it is kept aside and a new one begun", error)
                self.put_aside()
                self.connection = connect(self.path, self.create, self.form)
        return self.connection

    def put_aside(self) -> None:
        self.shut()
        now = time.time_ns()
        for end in ("", "-wal", "-shm"):
            old = self.path.with_name(self.path.name + end)
            if old.exists():
                old.rename(self.path.with_name(f"{self.path.name}.damaged-{now}{end}"))

    def shut(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def change(self, steps: list[tuple[str, tuple[object, ...]]]) -> None:
        with self.opened() as connection:
            for sql, values in steps:
                connection.execute(sql, values)


def connect(path: Path, create: Sequence[str], form: int) -> sqlite3.Connection:
    """The database, made if there is none; DatabaseError where it is none of ours."""
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            with connection:
                for sql in create:
                    connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {form}")
        elif version != form:
            raise sqlite3.DatabaseError(f"its form is {version}, this vingt knows {form}")
        (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(str(sound))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


def is_damage(error: Exception) -> bool:
    """Not a full disk or a busy file, which pass, but a file that is no record of ours."""
    return type(error) is sqlite3.DatabaseError


def warn(words: str, error: Exception) -> None:
    log.warning(words, extra={"fields": {"error": str(error)}})
