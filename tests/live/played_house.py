"""A house that was played in, in a folder, and a copy of an earlier day: opened again, restored, refused."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.heads import HEADS
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.vault import open_vault
from vingt.live.table.commands import Ready
from vingt.rulebook import library

WAL = f"{DATABASE}-wal"


async def play_on(house: House, clock: HandClock, *, end_in_round: bool = True) -> None:
    """A round or two at the first table; at the end a hand waits for its decision."""
    live = house.tables()[0] if house.tables() else None
    live = live or await house.open_table(library.submission("md-pontoon-21"), "house")
    table = Table(house, live, clock)
    person = next((held.person for held in live.state.held), None) or await table.come("ann", 1)
    for _ in range(2):
        await table.rest()
        while live.view(person).phase != "betting":
            await table.run_out()
        await table.say(person, "place_wager", box=1, amount=1000)
        await table.must(person, Ready())
        while live.state.round_open and not (end_in_round and live.view(person).phase == "play"):
            await table.run_out()


async def house_at(folder: Path, heads_at: Path | None = None, accept: Accepting | None = None) -> House:
    return await House.open(
        folder,
        shoes=Arranged(seed=8),
        clocks=clocks(HandClock()),
        heads_at=heads_at,
        accept=accept or Accepting(),
    )


async def played(folder: Path, *, heads_at: Path | None = None, keep_wal: bool = False) -> Path:
    """A house that was played in, with a copy of an earlier day in `old`, and closed or killed."""
    clock, old = HandClock(), folder.parent / "old"
    house = await House.open(folder, shoes=Arranged(seed=5), clocks=clocks(clock), heads_at=heads_at)
    await play_on(house, clock)
    assert isinstance(house.store, SqliteStore)
    await asyncio.sleep(0.3)
    shutil.copytree(folder, old)
    await play_on(house, clock)
    if keep_wal:
        shutil.copytree(folder, folder.parent / "killed")
    await house.close()
    return old


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name in (DATABASE, WAL, KEY, HEADS)
    }


def refused(folder: Path, error: type[Exception], words: str, heads_at: Path | None = None) -> str:
    """The house does not open, says why, and leaves its files as they were."""
    before = contents(folder)

    async def opening() -> None:
        house = await house_at(folder, heads_at)
        await house.close()

    with pytest.raises(error, match=words) as raised:
        asyncio.run(opening())
    after = contents(folder)
    if not before.get(WAL) and not after.get(WAL):
        before.pop(WAL, None), after.pop(WAL, None)  # looking at a log may leave an empty one beside it
    assert after == before
    return str(raised.value)


def sound(folder: Path) -> None:
    store = SqliteStore(folder / DATABASE, read_only=True)
    report = verify(Snapshot(store, store.streams()), open_vault(folder / KEY))
    asyncio.run(store.close())
    assert report.problems == []


def restore_old_log(folder: Path, old: Path) -> None:
    for name in (DATABASE, WAL, f"{DATABASE}-shm"):
        (folder / name).unlink(missing_ok=True)
        if (old / name).exists():
            shutil.copy(old / name, folder / name)


async def opened_and_closed(folder: Path, accept: Accepting | None = None) -> House:
    house = await house_at(folder, accept=accept)
    await house.close()
    return house
