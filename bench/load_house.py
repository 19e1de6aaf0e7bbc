"""A full house: 100 tables with 5 players each. Commands a second, time to a durable answer, memory."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bench._bots import Bots
from vingt.core.rounds.refusal import Refusal
from vingt.live.clocks import Clocks
from vingt.live.commands import PersonCommand
from vingt.live.house import Accepted, House, LiveTable
from vingt.rulebook import library

TABLES, PLAYERS = 100, 5
SECONDS = 45
HOUR = 3600
ROUND_TAKES = 30  # seconds at a table with people: what an hour of play is counted in
FLUSHES = 400


def flushes_a_second(folder: Path) -> float:
    """How often the disk can be told to keep 4 KB, nothing else asked of it."""
    with (folder / "flush").open("wb", buffering=0) as file:
        started = time.perf_counter()
        for _ in range(FLUSHES):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return FLUSHES / (time.perf_counter() - started)


def memory() -> float:
    """Megabytes this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


class Timed(Bots):
    """Bots that note how long each answer took."""

    seconds: list[float]

    async def give(self, person: str, command: PersonCommand) -> None:
        started = time.perf_counter()
        key = f"{self.chance.getrandbits(64):016x}"
        answer = await self.table.submit(person, command, key)
        if not isinstance(answer, Refusal):
            self.given += 1
            self.seconds.append(time.perf_counter() - started)


def nothing(table: LiveTable, person: str, key: str, answer: Accepted) -> None:
    pass


async def full_house(folder: Path) -> tuple[House, list[Timed]]:
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    chance = Random(1)
    bots = []
    for at in range(TABLES):
        people = [(await house.people.welcome())[0].id for _ in range(PLAYERS)]
        rulebook = library.RULEBOOKS[at % len(library.RULEBOOKS)]
        table = await house.open_table(library.submission(rulebook), people[0])
        bots.append(Timed(house, table, people, chance, nothing))
    return house, bots


async def load(folder: Path) -> None:
    house, bots = await full_house(folder)
    seconds: list[float] = []
    for each in bots:
        each.seconds = seconds
    playing = [asyncio.create_task(each.play()) for each in bots]
    await asyncio.sleep(5)  # everybody has come and bought chips
    seconds.clear()
    started = time.perf_counter()
    cpu = time.process_time()
    events = sum(table.version for table in house.tables())
    rounds = sum(table.state.round_number for table in house.tables())
    held: list[float] = []
    for _ in range(3):
        await asyncio.sleep(SECONDS / 3)
        gc.collect()
        held.append(memory())
    took = time.perf_counter() - started
    cpu = time.process_time() - cpu
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    played = sum(table.state.round_number for table in house.tables()) - rounds
    events = sum(table.version for table in house.tables()) - events
    await house.close()
    seconds.sort()
    print(f"{TABLES} tables, {PLAYERS} players each, no pause between cards, {took:.0f} s")
    print(f"  {len(seconds) / took:,.0f} commands a second, {events / took:,.0f} events a second")
    print(
        f"  answers durable after {1000 * seconds[len(seconds) // 2]:.0f} ms in the middle, "
        f"{1000 * seconds[int(len(seconds) * 0.99)]:.0f} ms at the 99th percentile"
    )
    print(f"  {played:,} rounds; processor busy {100 * cpu / took:.0f}% of one core")
    print("  memory " + ", ".join(f"{each:.0f}" for each in held) + " MB after each third")
    print(f"  as much play as {played * ROUND_TAKES / TABLES / HOUR:.1f} hours at {ROUND_TAKES} s a round")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vingt-load-") as name:
        folder = Path(name)
        before = flushes_a_second(folder)
        asyncio.run(load(folder / "house"))
        after = flushes_a_second(folder)
        print(f"  the disk alone: {before:,.0f} flushes of 4 KB a second before, {after:,.0f} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
