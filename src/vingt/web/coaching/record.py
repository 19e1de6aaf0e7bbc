"""The record of decisions, kept with the person in a small database beside the log and never in it.

Nothing here may stop the house: what cannot be written is warned of and forgotten, a damaged file is put
aside and a new one begun. One thread owns the connection."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import TypeVar

from vingt.core.rounds.state import Hand
from vingt.web.coaching.situation import name_of
from vingt.web.figures import Worker

T = TypeVar("T")
log = logging.getLogger("vingt.training")
FILE = "training.db"
SCHEMA = 1
KEPT = 20_000  # decisions of one person, the newest


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """One decision as it was judged. `mode` is hints, quiz, review where it was judged after the session, or
    drill for a hand without money."""

    person: str
    at: int  # milliseconds since 1970
    mode: str
    table: str
    round: int
    rules: str  # their identity
    title: str
    kind: str  # the class of hand
    row: str  # of a chart: 16, soft 17, 8-8
    cards: str
    up: str
    doubles: int
    split: int
    taken: str  # command words
    best: str
    loss: float  # wagers
    stake: int  # cents

    @property
    def right(self) -> bool:
        return self.taken == self.best

    @property
    def cents(self) -> float:
        return self.loss * self.stake

    @property
    def taken_name(self) -> str:
        return name_of(Hand(doubles=self.doubles), self.taken)

    @property
    def best_name(self) -> str:
        return name_of(Hand(doubles=self.doubles), self.best)


COLUMNS = tuple(column.name for column in fields(RecordedDecision))
KINDS = {"int": "INTEGER", "float": "REAL", "str": "TEXT"}
CREATE = (
    "CREATE TABLE decisions (id INTEGER PRIMARY KEY, "
    + ", ".join(f'"{column.name}" {KINDS[str(column.type)]} NOT NULL' for column in fields(RecordedDecision))
    + ")",
    "CREATE INDEX decisions_of ON decisions (person, id)",
    "CREATE TABLE modes (person TEXT PRIMARY KEY, mode TEXT NOT NULL)",
)
NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
INSERT = f"INSERT INTO decisions ({NAMES}) VALUES ({', '.join('?' * len(COLUMNS))})"
READ = f"SELECT {NAMES} FROM decisions WHERE person = ? AND ? IN ('', mode) ORDER BY at, id"
FORGET_OLD = (
    "DELETE FROM decisions WHERE person = ? AND id <= "
    "(SELECT id FROM decisions WHERE person = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)


class Record:
    """Decisions and chosen modes of everybody. Writing never waits and never fails."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        self.path = folder / FILE
        self.kept = kept
        self.connection: sqlite3.Connection | None = None
        self.modes: dict[str, str] = {}
        self.worker: Worker | None = None
        if self.path.exists():
            self.do(self.load_modes).result()

    def add(self, decision: RecordedDecision) -> None:
        self.do(lambda: self.write(decision))

    async def of(self, person: str, mode: str = "") -> list[RecordedDecision]:
        """The person's decisions, all or those of one mode, oldest first."""
        decisions = await asyncio.wrap_future(self.do(lambda: self.read(person, mode)))
        return decisions or []

    def choose(self, person: str, mode: str) -> None:
        """Remember the mode that a person chose last, for tables they come to."""
        self.modes[person] = mode
        sql = "INSERT INTO modes VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET mode = excluded.mode"
        self.do(lambda: self.change([(sql, (person, mode))]))

    async def forget(self, person: str) -> None:
        sql = "DELETE FROM decisions WHERE person = ?"
        await asyncio.wrap_future(self.do(lambda: self.change([(sql, (person,))])))

    async def close(self) -> None:
        """Everything added is on the disk when this returns."""
        if self.worker is not None:
            await asyncio.wrap_future(self.do(self.shut))
            self.worker.stop()
            self.worker = None

    # -- on the thread -------------------------------------------------------------------------------------

    def do(self, work: Callable[[], T]) -> Future[T | None]:
        if self.worker is None:
            self.worker = Worker("training")
        return self.worker.do(lambda: self.tried(work))

    def tried(self, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except (sqlite3.Error, OSError) as error:
            warn("the training record cannot be used", error)
            if is_damage(error):
                self.put_aside()
            return None

    def opened(self) -> sqlite3.Connection:
        if self.connection is None:
            try:
                self.connection = connect(self.path)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                warn("the training record is damaged: it is kept aside and a new one begun", error)
                self.put_aside()
                self.connection = connect(self.path)
        return self.connection

    def put_aside(self) -> None:
        self.shut()
        now = time.time_ns()
        for end in ("", "-wal", "-shm"):
            old = self.path.with_name(FILE + end)
            if old.exists():
                old.rename(self.path.with_name(f"{FILE}.damaged-{now}{end}"))

    def shut(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def load_modes(self) -> None:
        self.modes.update(self.opened().execute("SELECT person, mode FROM modes").fetchall())

    def write(self, decision: RecordedDecision) -> None:
        person = decision.person
        self.change([(INSERT, astuple(decision)), (FORGET_OLD, (person, person, self.kept))])

    def change(self, steps: list[tuple[str, tuple[object, ...]]]) -> None:
        with self.opened() as connection:
            for sql, values in steps:
                connection.execute(sql, values)

    def read(self, person: str, mode: str) -> list[RecordedDecision]:
        return [RecordedDecision(*row) for row in self.opened().execute(READ, (person, mode))]


def connect(path: Path) -> sqlite3.Connection:
    """The database, made if there is none; DatabaseError where it is none of ours."""
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            with connection:
                for sql in CREATE:
                    connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
        elif version != SCHEMA:
            raise sqlite3.DatabaseError(f"its form is {version}, this vingt knows {SCHEMA}")
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
