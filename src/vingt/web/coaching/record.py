"""The record of decisions, kept with the person."""

from __future__ import annotations

import asyncio
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from vingt.core.rounds.state import Hand
from vingt.web.coaching.situation import name_of
from vingt.web.personal_database import PersonalDatabase

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


class Record(PersonalDatabase):
    """Decisions and chosen modes of everybody."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        super().__init__(folder / FILE, CREATE, SCHEMA, "training")
        self.kept = kept
        self.modes: dict[str, str] = {}
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

    # -- on the thread -------------------------------------------------------------------------------------

    def load_modes(self) -> None:
        self.modes.update(self.opened().execute("SELECT person, mode FROM modes").fetchall())

    def write(self, decision: RecordedDecision) -> None:
        person = decision.person
        self.change([(INSERT, astuple(decision)), (FORGET_OLD, (person, person, self.kept))])

    def read(self, person: str, mode: str) -> list[RecordedDecision]:
        return [RecordedDecision(*row) for row in self.opened().execute(READ, (person, mode))]
