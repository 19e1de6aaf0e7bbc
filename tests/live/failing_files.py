"""A file layer that fails when it is told to, below the store; and damage to files that lie still."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from vingt.live.log.sqlite_file import opened


class Disk:
    """Told what fails: words of SQL statements, each with the error it gives. Counts what was tried."""

    def __init__(self) -> None:
        self.failing: dict[str, str] = {}
        self.lands = False  # a commit that fails has happened all the same
        self.opened = 0

    def break_down(self) -> None:
        """Nothing works: not the writing, not the looking, not the opening."""
        self.failing = dict.fromkeys(("begin", "commit", "select", "with", "pragma"), "disk I/O error")

    def mend(self) -> None:
        self.failing = {}

    def connect(self, path: Path, read_only: bool) -> sqlite3.Connection:
        self.opened += 1
        self.check("pragma")
        inner = opened(path, read_only)
        return Failing(inner, self)  # type: ignore[return-value]

    def check(self, statement: str) -> None:
        for word, error in self.failing.items():
            if statement.startswith(word):
                raise sqlite3.OperationalError(error)


class Failing:
    """A connection on such a disk."""

    def __init__(self, inner: sqlite3.Connection, disk: Disk) -> None:
        self.inner, self.disk = inner, disk

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        if statement == "commit" and self.disk.lands and "commit" in self.disk.failing:
            self.inner.execute(statement)
        self.disk.check(statement)
        return self.inner.execute(statement, *values)  # type: ignore[arg-type]

    def executemany(self, statement: str, rows: object) -> sqlite3.Cursor:
        self.disk.check(statement)
        return self.inner.executemany(statement, rows)  # type: ignore[arg-type]

    @property
    def in_transaction(self) -> bool:
        return self.inner.in_transaction

    def rollback(self) -> None:
        self.disk.check("rollback")
        self.inner.rollback()

    def close(self) -> None:
        self.inner.close()


def flip(path: Path, at: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(bytes(content))
