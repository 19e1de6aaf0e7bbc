"""How long a house takes to open again with a million events: with its cache, after a kill, and without."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bench._bots import Bots
from vingt.core.cards import cards
from vingt.live.chain import START, canonical, hash_of
from vingt.live.clocks import Clocks
from vingt.live.heads import HEADS
from vingt.live.house import DATABASE, KEY, Accepting, House
from vingt.live.orders import about
from vingt.live.shuffle import Binding, commitment
from vingt.live.sqlite_file import COLUMNS, INSERT, opened
from vingt.live.vault import Vault, open_vault
from vingt.rulebook import library

EVENTS = 1_000_000
OF_A_TABLE = 10_000
GOAL = 3.0  # seconds
STREAM = "table/md-pontoon-21-1"


async def play(folder: Path) -> None:
    """One table with so many events, played by bots."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    people = [(await house.people.welcome())[0].id for _ in range(3)]
    table = await house.open_table(library.submission("md-pontoon-21"), "house")
    playing = asyncio.create_task(Bots(house, table, people, Random(1), lambda *_: None).play())
    while table.version < OF_A_TABLE:
        await asyncio.sleep(0.2)
    playing.cancel()
    await asyncio.wait([playing])
    await house.close()


def copies(rows: list[tuple[Any, ...]], vault: Vault, table: str) -> Iterator[tuple[Any, ...]]:
    """The same events at another table: its shoes sealed and committed to anew, its chain its own."""
    previous = START
    for _, version, kind, kind_version, at, key, actor, data, _, _ in rows:
        text = data
        if kind == "shoe_shuffled":
            said = json.loads(data)
            shoe = said["shoe"]
            secret = vault.unseal(said["sealed"], about(STREAM.removeprefix("table/"), shoe))
            order = json.loads(secret)
            said["sealed"] = vault.seal(secret, about(table, shoe))
            bound_to = Binding(table, shoe, said["rules"])
            said["commitment"] = commitment(bytes.fromhex(order["nonce"]), cards(order["order"]), bound_to)
            text = canonical(said)
        fixed = (f"table/{table}", version, kind, kind_version, at, key, actor)
        hashed = hash_of(*fixed, text, previous)
        yield (*fixed, text, previous, hashed)
        previous = hashed


def grow(folder: Path) -> int:
    """To a million events, by copying the table; the money of the copies is nobody's."""
    vault = open_vault(folder / KEY)
    with closing(opened(folder / DATABASE, read_only=False)) as log:
        log.execute("pragma synchronous = off")
        query = f"select {COLUMNS} from events where stream = ? order by version"
        rows = log.execute(query, (STREAM,)).fetchall()
        events, number = len(rows), 2
        while events < EVENTS:
            log.execute("begin")
            log.executemany(INSERT, copies(rows, vault, f"md-pontoon-21-{number}"))
            log.execute("commit")
            events, number = events + len(rows), number + 1
    (folder / HEADS).unlink()
    return events


async def restarted(folder: Path, *, lost: bool = False) -> float:
    started = time.perf_counter()
    house = await House.open(folder, accept=Accepting(lost_history=lost))
    took = time.perf_counter() - started
    await house.close()
    return took


async def killed(folder: Path, copy: Path) -> None:
    """Copied while it plays, as a kill would leave it."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    table = next(table for table in house.tables() if table.stream == STREAM)
    people = [held.person for held in table.state.held]
    playing = asyncio.create_task(Bots(house, table, people, Random(2), lambda *_: None).play())
    await asyncio.sleep(2)
    shutil.copytree(folder, copy)
    playing.cancel()
    await asyncio.wait([playing])
    await house.close()


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vingt-restart-") as name:
        folder = Path(name) / "house"
        asyncio.run(play(folder))
        events = grow(folder)
        size = (folder / DATABASE).stat().st_size >> 20
        print(f"{events:,} events in a file of {size} MB")
        print(
            f"without a cache, heads lost and accepted   {asyncio.run(restarted(folder, lost=True)):6.2f} s"
        )
        clean = asyncio.run(restarted(folder))
        print(f"after it was closed                        {clean:6.2f} s")
        asyncio.run(killed(folder, Path(name) / "killed"))
        after_kill = asyncio.run(restarted(Path(name) / "killed"))
        print(f"after a kill                               {after_kill:6.2f} s")
        print(f"goal: {GOAL:.0f} s with the cache")
    return 0 if max(clean, after_kill) < GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
