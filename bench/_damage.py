"""Damage to the files of a house, at random: what was acknowledged is there, or the house does not open."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from vingt.live.books.heads import HEADS, HeadsFile
from vingt.live.house.backup import restore
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.log.chain import Head
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import StoreUnusable
from vingt.live.shoes.vault import VaultError, open_vault

WAL = f"{DATABASE}-wal"
LOG = (DATABASE, WAL, f"{DATABASE}-shm")


def flip(path: Path, chance: Random) -> str:
    content = bytearray(path.read_bytes())
    at, bit = chance.randrange(len(content)), chance.randrange(8)
    content[at] ^= 1 << bit
    path.write_bytes(bytes(content))
    return f"bit {bit} of byte {at} of {path.name} flipped"


def cut_off(path: Path, chance: Random) -> str:
    length = chance.randrange(path.stat().st_size)
    with path.open("r+b") as file:
        file.truncate(length)
    return f"{path.name} cut off at {length}"


def put_back(folder: Path, older: Path) -> str:
    for name in LOG:
        (folder / name).unlink(missing_ok=True)
        if (older / name).exists():
            shutil.copy(older / name, folder / name)
    return f"the log put back to {older.name}"


class Damage:
    """Trials on copies of a killed house. `copies` are of earlier days, `backups` were made by vingt."""

    def __init__(self, killed: Path, copies: Sequence[Path], backups: Sequence[Path], seed: int) -> None:
        self.killed, self.copies, self.backups = killed, copies, backups
        self.chance = Random(seed)
        self.acknowledged = acknowledged_in(killed)
        self.outcomes: Counter[str] = Counter()
        self.wrong: list[str] = []

    def trial(self, folder: Path) -> None:
        shutil.copytree(self.killed, folder)
        try:
            kind, attack = self.chance.choice(self.attacks(folder))
            told = attack()
            outcome = self.judged(folder, told)
            self.outcomes[f"{kind}: {outcome}"] += 1
        finally:
            shutil.rmtree(folder)

    def attacks(self, folder: Path) -> list[tuple[str, Callable[[], str]]]:
        chance = self.chance
        found: list[tuple[str, Callable[[], str]]] = [
            ("bit flipped in the database", lambda: flip(folder / DATABASE, chance)),
            ("bit flipped in the heads", lambda: flip(folder / HEADS, chance)),
            ("bit flipped in the key", lambda: flip(folder / KEY, chance)),
            ("heads cut off", lambda: cut_off(folder / HEADS, chance)),
            ("log of an earlier day", lambda: put_back(folder, chance.choice(self.copies))),
            ("backup restored", lambda: self.restored(folder)),
        ]
        wal = folder / WAL
        if wal.exists() and wal.stat().st_size:
            found += [
                ("bit flipped in the write-ahead log", lambda: flip(wal, chance)),
                ("write-ahead log cut off", lambda: cut_off(wal, chance)),
                ("write-ahead log lost", lambda: put_back_without(folder)),
            ]
        return found

    def restored(self, folder: Path) -> str:
        backup = self.chance.choice(self.backups)
        shutil.rmtree(folder)
        restore(backup, folder, key=self.killed / KEY, heads=self.killed / HEADS)
        return f"{backup.name} restored"

    def judged(self, folder: Path, told: str) -> str:
        try:
            lost = asyncio.run(opened(folder))
        except (StoreUnusable, VaultError) as error:
            self.expect(bool(str(error)), f"{told}: refused without a word")
            return "start refused"
        found = heads_of(folder, self.acknowledged)
        kept = all(found.get(stream) == head for stream, head in self.acknowledged.items())
        if lost:
            return "said what is missing"
        self.expect(kept, f"{told}: opened without a word, and acknowledged events are gone or changed")
        return "nothing was lost" if kept else "UNNOTICED"

    def expect(self, found: bool, what: str) -> None:
        if not found:
            self.wrong.append(what)


def put_back_without(folder: Path) -> str:
    for name in LOG[1:]:
        (folder / name).unlink(missing_ok=True)
    return "write-ahead log lost"


async def opened(folder: Path) -> bool:
    """Whether the house said that history was lost."""
    logger = logging.getLogger("vingt")
    before = logger.level
    logger.setLevel(logging.ERROR)  # a lost history is what is looked for here
    try:
        house = await House.open(folder, accept=Accepting(by="bench"))
        lost = any(stored.kind == "history_lost" for stored in house.store.read("house"))
        await house.close()
    finally:
        logger.setLevel(before)
    return lost


def acknowledged_in(killed: Path) -> dict[str, Head]:
    """What anybody may have been told is stored: no more than the heads say, for they are written first. What
    the kill left in the log beyond them was acknowledged to nobody."""
    kept = HeadsFile(killed / HEADS, open_vault(killed / KEY)).read()
    assert kept is not None
    return {stream: head for stream, head in kept.streams.items() if head.version}


def heads_of(folder: Path, at: dict[str, Head] | None = None) -> dict[str, Head]:
    """The ends of all streams, or what stands at the versions of `at`; looked at in a copy."""
    copy = folder.with_name(f"{folder.name}-looked-at")
    shutil.copytree(folder, copy)
    store = SqliteStore(copy / DATABASE, read_only=True)
    try:
        if at is None:
            return store.heads()
        found: dict[str, Head] = {}
        for stream, head in at.items():
            event = next(store.read(stream, head.version - 1), None)
            if event is not None:
                found[stream] = Head(event.version, event.hash)
        return found
    finally:
        asyncio.run(store.close())
        shutil.rmtree(copy)
