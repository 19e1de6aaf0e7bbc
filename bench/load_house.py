"""A full house: commands a second, time to a durable answer beside what the disk can do, and memory."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bench._bots import Bots
from vingt.core.rounds.refusal import Refusal
from vingt.live.clocks import Clocks
from vingt.live.commands import PersonCommand
from vingt.live.house import Accepted, House, LiveTable
from vingt.rulebook import library

TABLES, PLAYERS = 100, 5
SECONDS = 30  # of each measurement
THINKS = 2.0  # seconds on average before a player answers, where players think
HOUR = 120  # rounds at a table with people, at thirty seconds a round
HOUR_TABLES = 5
FLUSHES = 400


def flushes_a_second(folder: Path) -> float:
    """How often the disk keeps 4 KB, with nothing else asked of it by us."""
    with (folder / "flush").open("wb", buffering=0) as file:
        started = time.perf_counter()
        for _ in range(FLUSHES):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return FLUSHES / (time.perf_counter() - started)


def memory() -> float:
    """Megabytes this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def nothing(table: LiveTable, person: str, key: str, answer: Accepted) -> None:
    pass


class Timed(Bots):
    """Bots that think for a while and note how long each answer took."""

    seconds: list[float]
    thinks = 0.0

    async def give(self, person: str, command: PersonCommand) -> None:
        if self.thinks:
            await asyncio.sleep(self.chance.expovariate(1 / self.thinks))
        started = time.perf_counter()
        answer = await self.table.submit(person, command, f"{self.chance.getrandbits(64):016x}")
        if not isinstance(answer, Refusal):
            self.seconds.append(time.perf_counter() - started)


@asynccontextmanager
async def playing(
    folder: Path, tables: int, seconds: list[float]
) -> AsyncIterator[tuple[House, list[Timed]]]:
    """A house whose every box is taken; the first round of each table is over."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    chance, bots = Random(1), []
    for at in range(tables):
        people = [(await house.people.welcome())[0].id for _ in range(PLAYERS)]
        rulebook = library.RULEBOOKS[at % len(library.RULEBOOKS)]
        table = await house.open_table(library.submission(rulebook), people[0])
        bots.append(Timed(house, table, people, chance, nothing))
        bots[-1].seconds = seconds
    tasks = [asyncio.create_task(each.play()) for each in bots]
    while not all(table.state.round_number > 1 for table in house.tables()):
        await asyncio.sleep(0.1)
    yield house, bots
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await house.close()


async def load(folder: Path) -> None:
    seconds: list[float] = []
    async with playing(folder, TABLES, seconds) as (house, bots):
        for thinks, words in ((THINKS, f"players think {THINKS:g} s"), (0.0, "nobody thinks")):
            for each in bots:
                each.thinks = thinks
            await asyncio.sleep(THINKS)
            seconds.clear()
            events = sum(table.version for table in house.tables())
            cpu, started = time.process_time(), time.perf_counter()
            await asyncio.sleep(SECONDS)
            took, cpu = time.perf_counter() - started, time.process_time() - cpu
            events = sum(table.version for table in house.tables()) - events
            times = sorted(seconds)
            print(f"{TABLES} tables with {PLAYERS} players, {words}, {took:.0f} s:")
            print(f"  {len(times) / took:,.0f} commands and {events / took:,.0f} events a second")
            print(f"  acknowledged after {1000 * times[len(times) // 2]:.0f} ms (median), ", end="")
            print(f"{1000 * times[int(len(times) * 0.99)]:.0f} ms (99th percentile)")
            print(f"  {100 * cpu / took:.0f}% of one core")


async def an_hour(folder: Path) -> None:
    """An hour of play as fast as it goes, and the memory along the way."""
    held = []
    async with playing(folder, HOUR_TABLES, []) as (house, _):
        for part in range(1, 5):
            while min(table.state.round_number for table in house.tables()) < part * HOUR / 4:
                await asyncio.sleep(0.1)
            held.append(f"{memory():.1f}")
    print(f"{HOUR_TABLES} tables for an hour each ({HOUR} rounds): {', '.join(held)} MB after each quarter")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vingt-load-") as name:
        folder = Path(name)
        before = flushes_a_second(folder)
        asyncio.run(load(folder / "house"))
        after = flushes_a_second(folder)
        print(f"the disk alone: {before:,.0f} flushes of 4 KB a second before, {after:,.0f} after")
        asyncio.run(an_hour(folder / "hour"))
        one, two, five = os.getloadavg()
        print(f"load of the machine: {one:.1f}, {two:.1f}, {five:.1f} on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
