"""The log of a house in a folder, read as it is; a house served from there meanwhile is not disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vingt.core.rules.submission import Unreadable
from vingt.live.books.audit import Snapshot
from vingt.live.log.codec import NotAnEvent
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import DATABASE, TABLE, StoreUnusable
from vingt.report.words.unknown import Unknown


@contextmanager
def log_errors() -> Iterator[None]:
    """What is wrong with a log, as a message."""
    try:
        yield
    except (StoreUnusable, NotAnEvent, UnknownKind) as error:
        raise Unreadable(str(error)) from error


def opened_store(folder: Path) -> SqliteStore:
    if not (folder / DATABASE).exists():
        raise Unreadable(f"{folder}: no house was ever opened here; `vingt serve --data {folder}` opens one")
    with log_errors():
        return SqliteStore(folder / DATABASE, read_only=True)


def tables_in(log: Snapshot) -> list[str]:
    return sorted(stream.removeprefix(TABLE) for stream in log.streams if stream.startswith(TABLE))


def known_table(log: Snapshot, table: str) -> str:
    if table not in tables_in(log):
        raise Unknown("table", table, tables_in(log))
    return table
