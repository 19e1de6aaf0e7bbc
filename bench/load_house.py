"""A full house over real sockets: `vingt serve` in one process, its players in another, and how long a
command takes to its durable acknowledgement; beside it the house without sockets, and what the disk can do.

`python -m bench.load_house --seconds 20 --row 100,pages=1` runs one row; the number is that of the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import IO, Any
from urllib.request import urlopen

from bench._bots import Bots
from bench._crowd import Plan
from bench._wire import cpu_seconds
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import Accepted, House, LiveTable
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import PersonCommand, TakeSeat
from vingt.rulebook import library

TABLES, PLAYERS = 100, 5
SECONDS = 30  # of each measurement
THINKS = 2.0  # seconds on average before a player answers, where players think
HOUR = 120  # rounds at a table with people, at thirty seconds a round
HOUR_TABLES = 5
FLUSHES = 400
PATIENCE = 120  # seconds for a house to open or to end
ROWS = ("100", "200", "100,pages=1", "100,watchers=500", "100,heavy=2", "100,lab=50", "100,pace=turbo")


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


def quantile(times: Sequence[float], part: float) -> float:
    """In milliseconds; `times` are sorted seconds."""
    return 1000 * times[min(int(len(times) * part), len(times) - 1)] if times else float("nan")


# -- over sockets ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    tables: int
    pages: float = 0.0
    watchers: int = 0
    pace: str = ""
    heavy: int = 0
    lab: int = 0

    @classmethod
    def read(cls, text: str) -> Row:
        tables, *more = text.split(",")
        named = dict(each.split("=") for each in more)
        return cls(
            int(tables),
            float(named.get("pages", 0)),
            int(named.get("watchers", 0)),
            named.get("pace", ""),
            int(named.get("heavy", 0)),
            int(named.get("lab", 0)),
        )

    def __str__(self) -> str:
        how = f"{self.tables} × {PLAYERS}, {'programs' if not self.pages else 'browsers'}"
        if 0 < self.pages < 1:
            how = f"{self.tables} × {PLAYERS}, {100 * self.pages:.0f}% browsers"
        how += f", {self.watchers} watchers of one table" if self.watchers else ""
        how += f", {self.heavy} auditors reading" if self.heavy else ""
        how += f", {self.lab} visitors in the lab" if self.lab else ""
        return f"{how}, {self.pace}" if self.pace else how


async def prepare(folder: Path, tables: int) -> tuple[list[tuple[str, str]], str]:
    """A house with its tables, their boxes taken; who sits where, by table and session token, and the token
    of an administrator."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    players: list[tuple[str, str]] = []

    async def fill(at: int) -> None:
        rulebook = library.RULEBOOKS[at % len(library.RULEBOOKS)]
        table = await house.open_table(library.submission(rulebook), "house", name=f"Table {at}")
        for box in range(1, PLAYERS + 1):
            person, token = await house.people.welcome()
            answer = await table.submit(person.id, TakeSeat(box), "seat")
            assert not isinstance(answer, Refusal), answer
            players.append((table.id, token))

    await asyncio.gather(*(fill(at) for at in range(tables)))
    await house.people.make_account("load", "a password of the benchmark", role="administrator")
    _, token = await house.people.sign_in("load", "a password of the benchmark", "127.0.0.1")
    await house.close()
    return players, token


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`vingt serve`, and the port it says."""
    command = [sys.executable, "-m", "vingt", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = None
        while found is None:
            line = process.stdout.readline()
            if not line:
                raise RuntimeError("vingt serve ended before it opened")
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        yield process, int(found[1])
    finally:
        process.terminate()
        process.wait(PATIENCE)


def events_stored(port: int) -> float:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return sum(float(line.rpartition(" ")[2]) for line in re.findall(r"(?m)^vingt_events_total.*$", text))


def await_line(stream: IO[str], word: str) -> None:
    line = stream.readline()
    if not line or word not in json.loads(line):
        raise RuntimeError(f"the crowd ended before it said {word!r}")


def over_sockets(folder: Path, row: Row, seconds: float) -> dict[str, Any]:
    players, auditor = asyncio.run(prepare(folder, row.tables))
    with serving(folder) as (house, port):
        plan = Plan(
            port, seconds, THINKS, players, row.pages, row.watchers, row.pace, row.lab, row.heavy, auditor
        )
        crowd = subprocess.Popen(
            [sys.executable, "-m", "bench._crowd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            assert crowd.stdin is not None
            assert crowd.stdout is not None
            crowd.stdin.write(json.dumps(asdict(plan)))
            crowd.stdin.close()
            await_line(crowd.stdout, "begins")
            events, cpu = events_stored(port), cpu_seconds(house.pid)
            await_line(crowd.stdout, "ends")
            events, cpu = events_stored(port) - events, cpu_seconds(house.pid) - cpu
            seen: dict[str, Any] = json.loads(crowd.stdout.readline())
        finally:
            crowd.terminate()
            crowd.wait(PATIENCE)
    return {**seen, "events": events, "house_cpu": cpu}


HEADING = (
    "| | commands/s | events/s | median | 95% | 99% | worst | house | clients | pushed | refused | shed |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def printed(words: str, seen: dict[str, Any]) -> None:
    times, took = sorted(seen["times"]), seen["took"]
    cells = [
        words,
        f"{len(times) / took:,.0f}",
        f"{seen['events'] / took:,.0f}",
        *(f"{quantile(times, part):,.0f} ms" for part in (0.5, 0.95, 0.99, 1)),
        f"{100 * seen['house_cpu'] / took:.0f}%",
        f"{100 * seen['cpu'] / took:.0f}%" if "cpu" in seen else "",
        f"{seen['bytes'] / took / 1e6:.1f} MB/s" if "bytes" in seen else "",
        f"{seen['refused']}",
        f"{seen.get('closed', 0)}",
    ]
    print(f"| {' | '.join(cells)} |", flush=True)
    if seen.get("pages"):
        answers = sorted(seen["pages"])
        words = ", ".join(f"{quantile(answers, part):,.0f} ms" for part in (0.5, 0.99))
        print(
            f"  {len(answers) / took:.0f} pages or looks a second; half of them, 99 of 100: {words}",
            flush=True,
        )


# -- without sockets ---------------------------------------------------------------------------------------


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
    folder: Path, tables: int, seconds: list[float], clocks: Clocks
) -> AsyncIterator[tuple[House, list[Timed]]]:
    """A house whose every box is taken; the first round of each table is over."""
    house = await House.open(folder, clocks=clocks)
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


async def in_process(folder: Path, tables: int, length: float) -> None:
    seconds: list[float] = []
    async with playing(folder, tables, seconds, Clocks(card=0, pause=0)) as (house, bots):
        for thinks, words in ((THINKS, "no sockets, no pauses"), (0.0, "no sockets, no pauses, no thinking")):
            for each in bots:
                each.thinks = thinks
            await asyncio.sleep(THINKS)
            seconds.clear()
            events = sum(table.version for table in house.tables())
            cpu, started = time.process_time(), time.perf_counter()
            await asyncio.sleep(length)
            took, cpu = time.perf_counter() - started, time.process_time() - cpu
            events = sum(table.version for table in house.tables()) - events
            seen = {"times": seconds, "took": took, "events": events, "house_cpu": cpu, "refused": 0}
            printed(f"{tables} × {PLAYERS}, {words}", seen)


async def an_hour(folder: Path) -> None:
    """An hour of play as fast as it goes, and the memory along the way."""
    held = []
    async with playing(folder, HOUR_TABLES, [], Clocks(card=0, pause=0)) as (house, _):
        for part in range(1, 5):
            while min(table.state.round_number for table in house.tables()) < part * HOUR / 4:
                await asyncio.sleep(0.1)
            held.append(f"{memory():.1f}")
    print(f"{HOUR_TABLES} tables for an hour each ({HOUR} rounds): {', '.join(held)} MB after each quarter")


def main(arguments: Sequence[str] = ()) -> int:
    reader = argparse.ArgumentParser(prog="python -m bench.load_house")
    reader.add_argument("--seconds", type=float, default=SECONDS, help="of each row")
    reader.add_argument("--row", action="append", help=f"one or more of the form {', '.join(ROWS)}")
    asked = reader.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="vingt-load-") as name:
        folder = Path(name)
        before = flushes_a_second(folder)
        print(f"players think {THINKS:g} s; each row is {asked.seconds:g} s; house and clients: of one core")
        print(HEADING, flush=True)
        for at, text in enumerate(asked.row or ROWS):
            row = Row.read(text)
            printed(str(row), over_sockets(folder / f"house-{at}", row, asked.seconds))
        if not asked.row:
            asyncio.run(in_process(folder / "house", TABLES, asked.seconds))
        after = flushes_a_second(folder)
        print(f"the disk alone: {before:,.0f} flushes of 4 KB a second before, {after:,.0f} after")
        if not asked.row:
            asyncio.run(an_hour(folder / "hour"))
        one, two, five = os.getloadavg()
        print(f"load of the machine: {one:.1f}, {two:.1f}, {five:.1f} on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
