"""Backups of a house: taken while it plays, checked before they count, and restored so that the house knows
its log may once have been longer."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from vingt._version import __version__
from vingt.live.books.heads import HEADS, HeadsDamaged, HeadsFile, KeptHeads
from vingt.live.books.publishing import digest_of
from vingt.live.files import replace_whole, sync_folder
from vingt.live.house.inspection import Damaged, refuse_broken_chain, refuse_what_is_not_ok, refuse_wrong_key
from vingt.live.log.chain import Head
from vingt.live.log.house_events import Missing
from vingt.live.log.sqlite_file import heads_in, opened
from vingt.live.log.store import DATABASE, KEY, StoreUnusable
from vingt.live.shoes.vault import Vault, open_vault

FORM = 1
NONE = Head(0, "")
MANIFEST = "backup.json"
CopyProgress = Callable[[int, int], None]  # bytes copied, bytes in all


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds; written beside it as its manifest."""

    at: int
    vingt: str
    generation: int
    events: int
    digest: str  # of the heads of all streams
    database: str  # SHA-256 of the file
    with_key: bool

    def as_json(self) -> dict[str, object]:
        return {"vingt_backup": FORM} | {name: getattr(self, name) for name in self.__slots__}


def back_up(
    folder: Path, target: Path, *, with_key: bool = False, progress: CopyProgress = lambda *_: None
) -> Backup:
    """A copy at one moment of the log; whoever writes it meanwhile goes on writing."""
    vault = open_vault(folder / KEY)
    with made_whole(target) as part:
        database = part / DATABASE
        copy_database(folder / DATABASE, database, progress)
        heads = checked_log(database, vault)
        generation = generation_of(HeadsFile(folder / HEADS, vault))
        write_heads(part, vault, KeptHeads(generation, heads))
        if with_key:
            replace_whole(part / KEY, (folder / KEY).read_bytes())
        events = sum(head.version for head in heads.values())
        at = time.time_ns() // 1_000_000
        digest, hashed = digest_of(heads), file_hash(database)
        backup = Backup(at, __version__, generation, events, digest, hashed, with_key)
        replace_whole(part / MANIFEST, (json.dumps(backup.as_json(), indent=2) + "\n").encode())
    return backup


def restore(
    source: Path, folder: Path, *, key: Path | None = None, heads: Path | None = None
) -> tuple[KeptHeads, tuple[Missing, ...]]:
    """A new folder from a backup. `heads` is the newest file of heads there is: with it the house knows
    exactly what is missing. Either way its first opening ends every shoe: more may have been dealt."""
    backup = read_manifest(source)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreUnusable(f"{folder} is there already and not empty: restore into a new folder")
    key = key or source / KEY
    if not key.exists():
        raise StoreUnusable(f"{source} was made without the key: name it with --key house.key")
    vault = open_vault(key)
    with made_whole(folder) as part:
        shutil.copyfile(source / DATABASE, part / DATABASE)
        (part / DATABASE).chmod(0o600)
        if file_hash(part / DATABASE) != backup.database:
            raise Damaged(
                f"{source / DATABASE} is not what the backup was made of: it was changed or has rotted"
            )
        streams = checked_log(part / DATABASE, vault)
        newest = HeadsFile(heads, vault).read() if heads is not None else None
        if heads is not None and newest is None:
            raise StoreUnusable(f"{heads}: there is no such file of heads")
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(backup.at / 1000))
        kept = KeptHeads(
            max(backup.generation, newest.generation if newest else 0),
            later(streams, newest.streams if newest else {}),
            restored=f"{source.name} of {when} UTC",
        )
        replace_whole(part / KEY, key.read_bytes())
        write_heads(part, vault, kept)
    return kept, kept.missing_in(streams)


# -- the parts ---------------------------------------------------------------------------------------------


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A folder that appears when everything is in it and on disk, and replaces none that holds anything."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreUnusable(f"{folder} is there already: choose a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    unfinished.mkdir(mode=0o700)
    try:
        yield unfinished
        for path in unfinished.iterdir():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(unfinished)
        os.rename(unfinished, folder)  # over an empty folder at most
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    sync_folder(folder.parent)


def copy_database(source: Path, target: Path, progress: CopyProgress) -> None:
    """In one step, which sees the log at one moment however long it takes."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(opened(source, read_only=True)) as log, closing(sqlite3.connect(target)) as copy:
            (pages,) = log.execute("pragma page_count").fetchone()
            (size,) = log.execute("pragma page_size").fetchone()
            done = threading.Event()

            def watch() -> None:
                while not done.wait(0.5):
                    progress(min(target.stat().st_size, pages * size), pages * size)

            watching = threading.Thread(target=watch, daemon=True)
            watching.start()
            try:
                log.backup(copy, pages=-1)
                copy.execute("pragma journal_mode = delete").fetchall()
            finally:
                done.set()
                watching.join()
    except sqlite3.Error as error:
        raise StoreUnusable(f"{source} could not be copied: {error}") from error


def checked_log(database: Path, vault: Vault) -> dict[str, Head]:
    """The heads of a log that is whole from its first event, and whose key this is."""
    try:
        with closing(opened(database, read_only=True)) as log:
            refuse_what_is_not_ok(log, database, "integrity_check")
            heads = heads_in(log)
            refuse_broken_chain(log, database, heads, {})
            refuse_wrong_key(log, vault)
    except sqlite3.Error as error:
        raise Damaged(f"{database} is damaged: {error}") from error
    return heads


def generation_of(file: HeadsFile) -> int:
    try:
        kept = file.read()
    except HeadsDamaged as error:
        raise Damaged(str(error)) from error
    return kept.generation if kept is not None else 1


def later(one: Mapping[str, Head], other: Mapping[str, Head]) -> dict[str, Head]:
    """Of every stream the head that is further on."""
    return {
        stream: max(one.get(stream, NONE), other.get(stream, NONE), key=lambda head: head.version)
        for stream in one.keys() | other.keys()
    }


def write_heads(folder: Path, vault: Vault, kept: KeptHeads) -> None:
    file = HeadsFile(folder / HEADS, vault)
    file.begin(kept)
    file.close()


def read_manifest(source: Path) -> Backup:
    try:
        said = json.loads((source / MANIFEST).read_text("utf-8"))
        if said.pop("vingt_backup") != FORM:
            raise ValueError("another form")
        return Backup(**said)
    except FileNotFoundError as error:
        raise StoreUnusable(f"{source}: no backup that `vingt backup` made: {MANIFEST} is missing") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreUnusable(f"{source / MANIFEST}: not what `vingt backup` wrote") from error


def file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
