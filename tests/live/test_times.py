"""Times in the log never run backwards; whoever sets the clock or stops the process robs nobody of theirs."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

from tests.live.store_contract import said
from tests.live.written import Written
from vingt.live.books.audit import verify
from vingt.live.log import codec
from vingt.live.log.chain import rehashed
from vingt.live.log.people_events import GuestWelcomed
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.table.house_time import BEAT, SystemTime


def test_a_clock_set_back_does_not_turn_the_log_back_even_after_reopening(tmp_path: Path) -> None:
    wall = [1_700_000_000_000]

    async def play() -> list[int]:
        store = SqliteStore(tmp_path / "house.db", clock=lambda: wall[0])
        await store.append({"a": (0, [said(1)])})
        wall[0] -= 3_600_000
        await store.append({"a": (1, [said(2)]), "b": (0, [said(3)])})
        await store.close()
        store = SqliteStore(tmp_path / "house.db", clock=lambda: wall[0])
        await store.append({"a": (2, [said(4)])})
        wall[0] += 7_200_000
        await store.append({"a": (3, [said(5)])})
        times = [stored.at for stored in store.read("a")]
        await store.close()
        return times

    start = 1_700_000_000_000
    assert asyncio.run(play()) == [start, start, start, start + 3_600_000]


def test_verify_finds_a_time_that_runs_backwards() -> None:
    log = Written()
    for name in ("Ann", "Bob"):
        log.add("people", codec.new(GuestWelcomed(name, name)))
    assert verify(log.snapshot).problems == []
    early = replace(log.streams["people"][1], at=1)
    log.streams["people"][1] = replace(early, hash=rehashed(early))
    (problem,) = verify(log.snapshot).problems
    assert (problem.version, "before the event before it" in problem.what) == (2, True)


class Hands:
    """Both clocks of a machine, moved by hand."""

    def __init__(self) -> None:
        self.monotonic, self.wall = 5_000, 1_700_000_000_000

    def time(self) -> SystemTime:
        return SystemTime(lambda: self.monotonic, lambda: self.wall)

    def pass_(self, milliseconds: int) -> None:
        self.monotonic += milliseconds
        self.wall += milliseconds


def test_deadlines_do_not_follow_the_wall_clock() -> None:
    hands = Hands()
    house = hands.time()
    began = house.now()
    assert began == hands.wall
    hands.wall -= 3_600_000
    hands.pass_(1_000)
    assert house.now() == began + 1_000
    hands.wall += 9_000_000
    assert house.now() == began + 1_000


def test_time_in_which_the_process_was_stopped_does_not_count() -> None:
    async def wait() -> None:
        hands = Hands()
        house = hands.time()
        began = house.now()
        waiting = asyncio.ensure_future(house.until(began + 25_000))
        await asyncio.sleep(0)
        for _ in range(6):
            hands.pass_(500)
            house.now()
        hands.pass_(27_000)  # stopped, and continued
        assert house.now() == began + 3_000 + BEAT
        for _ in range(43):
            hands.pass_(500)
            house.now()
        assert not waiting.done()
        waiting.cancel()

    asyncio.run(wait())


def test_a_house_where_nobody_waits_keeps_its_time() -> None:
    hands = Hands()
    house = hands.time()
    began = house.now()
    hands.pass_(100_000)
    assert house.now() == began + 100_000


def test_a_stopped_process_neither_robs_a_player_nor_freezes(tmp_path: Path) -> None:
    """A real process is stopped for longer than its clock runs; the answer that came in time counts, and the
    clock still runs out afterwards."""
    program = textwrap.dedent(
        """
        import asyncio, sys
        from vingt.live.table.house_time import SystemTime

        async def main():
            time, answered = SystemTime(), []
            reader = asyncio.StreamReader()
            loop = asyncio.get_running_loop()
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

            async def listen():
                answered.append(await reader.readline())
                for _ in range(20):
                    await asyncio.sleep(0)  # a command takes some turns of the loop
                print("answered", flush=True)

            listening = asyncio.ensure_future(listen())
            print("asked", flush=True)
            await time.until(time.now() + 2600)
            print("clock ran out", flush=True)
            listening.cancel()

        asyncio.run(main())
        """
    )
    house = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert house.stdout is not None
    assert house.stdin is not None
    assert house.stdout.readline() == "asked\n"
    time.sleep(0.2)
    os.kill(house.pid, signal.SIGSTOP)
    house.stdin.write("stand\n")
    house.stdin.flush()
    time.sleep(4)
    os.kill(house.pid, signal.SIGCONT)
    assert house.stdout.readline() == "answered\n"
    assert house.stdout.readline() == "clock ran out\n"
    house.stdin.close()
    house.stdout.close()
    assert house.wait(10) == 0
