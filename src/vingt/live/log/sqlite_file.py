"""The SQLite file of a log: its form, how it is opened, and the hold of the one process that writes it."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vingt.live.log.chain import Head, StoredEvent, hash_of
from vingt.live.log.store import StoreUnusable

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
"""
GUARDS = """
create unique index if not exists keys on events (stream, actor, key) where key != '';
create trigger if not exists kept before delete on events
    begin select raise(abort, 'events are never deleted'); end;
create trigger if not exists fixed before update on events
    begin select raise(abort, 'events are never changed'); end;
"""
COLUMNS = "stream, version, kind, kind_version, at, key, actor, data, previous, hash"
ROW = f"({', '.join('?' * 10)})"
INSERT = f"insert into events ({COLUMNS}) values {ROW}"
ROWS_AT_ONCE = 50
# From stream to stream by the index: a long log is not read for it.
ENDS = """with recursive names(stream) as (
              select min(stream) from events
              union all
              select (select min(stream) from events where stream > names.stream) from names
              where names.stream is not null)
          select {} from names join events on events.stream = names.stream
          where version = (select max(version) from events as every where every.stream = names.stream)"""
HEADS = ENDS.format("events.stream, version, hash")
SIGNIFICANT = (  # what `significant.events` tells, found without reading all of a long log
    "house_started",
    "house_stopped",
    "rules_accepted",
    "history_lost",
    "fault_seen",
    "fault_ended",
    "went_out_of_service",
    "came_back_into_service",
    "account_made",
    "password_changed",
    "password_reset",
    "role_given",
    "role_taken",
    "person_blocked",
    "person_unblocked",
    "ejection_ordered",
    "person_ejected",
    "session_opened",
    "session_closed",
    "sessions_ended",
    "sign_in_failed",
    "table_opened",
    "table_closed",
    "limits_posted",
    "irregularity_reported",
)
IS_SIGNIFICANT = f"kind in ({', '.join(repr(kind) for kind in SIGNIFICANT)})"
# An index serves only the kinds it was made for: with more kinds it gets a new name, and the old one goes.
INDEX = f"""create index if not exists significant_5 on events (position) where {IS_SIGNIFICANT};
            drop index if exists significant_4;
            drop index if exists significant_3;
            drop index if exists significant_2;
            drop index if exists significant"""
LAST_TIME = ENDS.format("max(at)")


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
        ours = isinstance(
            error, sqlite3.OperationalError
        )  # the disk's fault: full, broken, not to be written
        why = "cannot be opened" if ours else "not a store of vingt that can be opened"
        raise StoreUnusable(f"{path}: {why}: {error}") from error
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
        guard(connection, path)
        connection.executescript(INDEX)


def guard(connection: sqlite3.Connection, path: Path) -> None:
    """Whatever keeps events as they are, and keys used once, is put back if it is gone."""
    try:
        connection.executescript(GUARDS)
    except sqlite3.IntegrityError as error:
        raise StoreUnusable(
            f"{path}: the key of a command is stored twice; `vingt verify` names it: restore a backup"
        ) from error


def insert(log: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> None:
    """Many rows in one statement: between one and the next a busy loop would take the interpreter's lock."""
    for at in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[at : at + ROWS_AT_ONCE]
        log.execute(f"{INSERT}{f', {ROW}' * (len(some) - 1)}", [value for row in some for value in row])


def heads_in(connection: sqlite3.Connection) -> dict[str, Head]:
    return {stream: Head(version, hashed) for stream, version, hashed in connection.execute(HEADS)}


def last_time(connection: sqlite3.Connection) -> int:
    """The latest of the times at which streams end; 0 in an empty log."""
    (at,) = connection.execute(LAST_TIME).fetchone()
    return at or 0


def event_of(row: tuple[Any, ...], *, whatever: bool = False) -> StoredEvent:
    """`whatever`: also what is no event any more, for whoever looks for what is wrong: it can be read, and is
    neither what was hashed nor any event."""
    stream, version, kind, kind_version, at, key, actor, data, previous, hashed = row
    try:
        content = json.loads(data)
        if not isinstance(content, dict):
            raise ValueError("not an object")
    except (ValueError, RecursionError) as error:
        if not whatever:
            raise StoreUnusable(f"{stream}, version {version}: what it holds is no JSON: {error}") from error
        content = {"no JSON": data[:80]}
    return StoredEvent(stream, version, kind, kind_version, at, key, actor, content, previous, hashed)


def whole_tail(connection: sqlite3.Connection, stream: str, head: Head) -> bool:
    """Whether the last event of a stream still is what was hashed."""
    query = f"select {COLUMNS} from events where stream = ? and version = ?"
    row = connection.execute(query, (stream, head.version)).fetchone()
    return row is not None and hash_of(*row[:9]) == row[9] == head.hash
