"""What is looked at before a house opens: that its files belong together, are whole, and that its log is not
older than what was acknowledged. Nothing is changed; what is wrong is named with its place and the remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from vingt.live.books.heads import HeadsDamaged, HeadsFile, KeptHeads
from vingt.live.log.chain import START, Head, hash_of
from vingt.live.log.house_events import HouseStarted, Missing
from vingt.live.log.sqlite_file import COLUMNS, heads_in, opened
from vingt.live.log.store import HOUSE, StoreUnusable
from vingt.live.shoes.vault import Vault, VaultError

WHOLE_CHECK = 200 << 20  # bytes of database up to which each index is compared with its table
WHOLE_CHAIN = (
    200_000  # events up to which the whole chain is checked, not only what came since the last start
)
RESTORE = "restore a backup with `vingt restore`"
ACCEPT = "vingt serve --accept-lost-history"


class Damaged(StoreUnusable):
    """What was stored is not there as it was stored."""


class LogMissing(StoreUnusable):
    """There is a key, or heads, and no log."""


class HistoryWentBack(StoreUnusable):
    """The log is older than the heads that were kept of it."""

    def __init__(self, folder: Path, missing: tuple[Missing, ...], why: str) -> None:
        self.missing, self.why = missing, why
        listed = "".join(
            f"\n  {stretch.stream}: versions {stretch.first} to {stretch.last}" for stretch in missing
        )
        super().__init__(
            f"{folder}: {why}{listed}\n"
            f"Cards of the shoes in play may be known. If a newer log can be had, put it back. If not, "
            f"`{ACCEPT}` returns the wagers in play, ends and reveals every shoe, and records it"
        )


@dataclass(frozen=True, slots=True)
class InspectedLog:
    """The log as it lies there. `lost` says that its end was lost, and the operator accepted it."""

    streams: Mapping[str, Head]
    kept: KeptHeads
    lost: tuple[Missing, ...] = ()
    why_lost: str = ""


def refuse_orphans(database: Path, *others: Path) -> None:
    """A key or heads without their log are not the start of a new house."""
    if database.exists():
        return
    wal = database.with_name(f"{database.name}-wal")
    left = [path.name for path in (wal, *others) if path.exists()]
    if left:
        raise LogMissing(
            f"{database} is missing, though its house left {' and '.join(left)} here: put the log back or "
            f"{RESTORE}; for a new house choose another folder"
        )


def inspect(database: Path, vault: Vault, heads: list[HeadsFile], accept_lost: bool = False) -> InspectedLog:
    """The log against itself, against the key, and against every file of heads."""
    try:
        with closing(opened(database, read_only=True)) as log:
            refuse_rot(log, database)
            streams = heads_in(log)
            kept, why = kept_heads(heads, log, streams, accept_lost)
            if other := differs_from(log, kept):
                if not accept_lost and not kept.restored:
                    raise Damaged(f"{database}: {other}; {RESTORE}")
                why = why or other
            refuse_broken_chain(log, database, streams, {} if why else kept.streams)
            refuse_wrong_key(log, vault)
    except sqlite3.Error as error:
        raise Damaged(f"{database} is damaged: {error}; {RESTORE}") from error
    missing = kept.missing_in(streams)
    if missing and not why:
        why = (
            f"the log came from the backup {kept.restored}, which ends before:"
            if kept.restored
            else "the log is older than what was acknowledged from it; missing are:"
        )
    elif kept.restored:
        why = why or f"the log came from the backup {kept.restored}; what was played after it is not known"
    if why and not accept_lost and not kept.restored:
        raise HistoryWentBack(database.parent, missing, why)
    return InspectedLog(streams, kept, missing, why)


def refuse_rot(log: sqlite3.Connection, database: Path) -> None:
    """SQLite's own look at its pages and at every entry of every index. Large files are read through while
    the house plays: `look_through`."""
    if database.stat().st_size <= WHOLE_CHECK:
        refuse_what_is_not_ok(log, database, "integrity_check")


def refuse_what_is_not_ok(log: sqlite3.Connection, database: Path, check: str) -> None:
    answers = [str(row[0]) for row in log.execute(f"pragma {check}(5)")]
    if answers != ["ok"]:
        raise Damaged(f"{database} is damaged: {'; '.join(answers)}; {RESTORE}")


def look_through(database: Path, pause: Callable[[], None]) -> None:
    """What opening a long log left for later: its pages, and its chain from the first event. In a thread of
    its own, with pauses, for people play meanwhile."""
    try:
        with closing(opened(database, read_only=True)) as log:
            streams = heads_in(log)
            long = sum(head.version for head in streams.values()) > WHOLE_CHAIN
            if database.stat().st_size > WHOLE_CHECK:
                refuse_what_is_not_ok(log, database, "quick_check")
            for stream in streams if long else ():
                refuse_broken_stream(log, database, stream, Head(0, START), pause)
    except sqlite3.Error as error:
        raise Damaged(f"{database} is damaged: {error}; {RESTORE}") from error


def kept_heads(
    files: list[HeadsFile], log: sqlite3.Connection, streams: Mapping[str, Head], accept_lost: bool
) -> tuple[KeptHeads, str]:
    """The newest of what all files say, and why that is not to be relied on, if it is not."""
    readable: list[KeptHeads] = []
    why = ""
    for file in files:
        try:
            kept = file.read()
        except HeadsDamaged as error:
            if not accept_lost:
                raise Damaged(
                    f"{error}; put it back as it was. If that is impossible, `{ACCEPT}` opens the house as "
                    "if its end had been lost"
                ) from error
            kept, why = None, str(error)
        readable += [kept] if kept else []
    starts = starts_in(log, streams, 0)
    if not readable:
        if starts and not why:
            why = f"{files[0].path.name} is missing, so nobody knows whether the log is whole"
        return KeptHeads(), why
    newest = max(
        readable, key=lambda kept: (kept.generation, sum(head.version for head in kept.streams.values()))
    )
    merged: dict[str, Head] = {}
    for kept in readable:
        for stream, head in kept.streams.items():
            if (
                kept.generation == newest.generation
                and head.version > merged.get(stream, Head(0, "")).version
            ):
                merged[stream] = head
    if starts_in(log, streams, merged.get(HOUSE, Head(0, "")).version) > 1:
        why = why or f"{files[0].path.name} is older than the log: it was put back from an earlier day"
    return KeptHeads(
        newest.generation, merged, next((kept.restored for kept in readable if kept.restored), "")
    ), why


def starts_in(log: sqlite3.Connection, streams: Mapping[str, Head], after: int) -> int:
    if HOUSE not in streams:
        return 0
    query = "select count(*) from events where stream = ? and version > ? and kind = ?"
    (count,) = log.execute(query, (HOUSE, after, HouseStarted.kind)).fetchone()
    return int(count)


def differs_from(log: sqlite3.Connection, kept: KeptHeads) -> str:
    """Where the log holds something else than was acknowledged."""
    query = "select hash from events where stream = ? and version = ?"
    for stream, head in kept.streams.items():
        row = log.execute(query, (stream, head.version)).fetchone()
        if row is not None and row[0] != head.hash:
            return f"{stream}, version {head.version}: not what was acknowledged"
    return ""


def refuse_broken_chain(
    log: sqlite3.Connection, database: Path, streams: Mapping[str, Head], trusted: Mapping[str, Head]
) -> None:
    """Every event is what was hashed and follows the one before: of all the log, or of a long one since the
    heads that were kept."""
    long = sum(head.version for head in streams.values()) > WHOLE_CHAIN
    for stream, head in streams.items():
        since = trusted.get(stream, Head(0, START)) if long else Head(0, START)
        refuse_broken_stream(
            log, database, stream, since if since.version <= head.version else Head(0, START)
        )


def refuse_broken_stream(
    log: sqlite3.Connection, database: Path, stream: str, since: Head, pause: Callable[[], None] | None = None
) -> None:
    version, previous = since
    query = f"select {COLUMNS} from events where stream = ? and version > ? order by version"
    for row in log.execute(query, (stream, version)):
        version += 1
        if pause is not None and version % 250 == 0:
            pause()
        if row[1] != version:
            raise Damaged(f"{database}: {stream}: version {version} is missing; {RESTORE}")
        if row[8] != previous or hash_of(*row[:9]) != row[9]:
            raise Damaged(f"{database}: {stream}, version {version}: changed since it was stored; {RESTORE}")
        previous = row[9]


def refuse_wrong_key(log: sqlite3.Connection, vault: Vault) -> None:
    """The newest shoe can be unsealed with this key."""
    row = log.execute(
        "select stream, json_extract(data, '$.sealed'), json_extract(data, '$.shoe') from events "
        "where kind = 'shoe_shuffled' order by position desc limit 1"
    ).fetchone()
    if row is not None:
        try:
            vault.unseal(row[1], f"{row[0]} shoe {row[2]}")
        except VaultError as error:
            raise VaultError(
                f"the key does not fit the log: {error}; put the key of this house back"
            ) from error
