"""The record of the dealing school: every answer, kept with the person."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

from vingt.live.school.lessons import SchoolAnswer
from vingt.web.personal_database import PersonalDatabase

FILE = "school.db"
FORM = 1
KEPT = 20_000  # answers of one person, the newest
KINDS = {"int": "INTEGER", "str": "TEXT"}
NAMES = ", ".join(f'"{column.name}"' for column in fields(SchoolAnswer))
CREATE = (
    "CREATE TABLE answers (id INTEGER PRIMARY KEY, "
    + ", ".join(f'"{column.name}" {KINDS[str(column.type)]} NOT NULL' for column in fields(SchoolAnswer))
    + ", UNIQUE (person, exercise, rules, seed, number))",
)
INSERT = f"INSERT OR IGNORE INTO answers ({NAMES}) VALUES ({', '.join('?' * len(fields(SchoolAnswer)))})"
READ = f"SELECT {NAMES} FROM answers WHERE person = ? ORDER BY id"
FORGET_OLD = (
    "DELETE FROM answers WHERE person = ? AND id <= "
    "(SELECT id FROM answers WHERE person = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)


class SchoolRecord(PersonalDatabase):
    """A question is answered once: the first answer counts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE, CREATE, FORM, "school")

    def add(self, answer: SchoolAnswer) -> None:
        forget = (FORGET_OLD, (answer.person, answer.person, KEPT))
        self.do(lambda: self.change([(INSERT, astuple(answer)), forget]))

    async def of(self, person: str) -> Sequence[SchoolAnswer]:
        """Oldest first."""
        if not self.path.exists() and self.worker is None:
            return []
        answers = self.do(lambda: [SchoolAnswer(*row) for row in self.opened().execute(READ, (person,))])
        return await asyncio.wrap_future(answers) or []

    async def forget(self, person: str) -> None:
        sql = "DELETE FROM answers WHERE person = ?"
        await asyncio.wrap_future(self.do(lambda: self.change([(sql, (person,))])))
