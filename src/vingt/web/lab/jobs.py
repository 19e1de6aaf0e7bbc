"""What the lab computes, for whom, and in which order: a bounded number of processes that run when nothing
else wants to, one thing at a time for each visitor, the newest wish first; and everything kept.

A visitor says with every look what is still wanted on that page; several pages of one visitor take turns. Who
looks no more is forgotten, and so are the wishes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from vingt._version import __version__
from vingt.live.people.addresses import counted_as
from vingt.web.computation.figures import FigureJson, Worker, keep
from vingt.web.computation.worker_process import Apart
from vingt.web.lab.errands import Unit, planned, work
from vingt.web.network.limits import RequestLimits, TooMany

log = logging.getLogger("vingt.lab")

FIRST = "rules=md-blackjack"  # the page that is drawn ahead
PROCESSES = 4  # at most, and one processor is left to the tables
PATIENCE = 15.0  # seconds without a look after which a visitor is forgotten
LONGEST = 600.0  # seconds that one figure may take
UNWANTED = 5.0  # seconds that a figure goes on that nobody wants any more
FIGURES = 4_000  # kept in memory
DRAWINGS = 2_000  # kept likewise, some 30 KB each: those of as many visitors as there may be
FILES = 20_000  # kept on disk; the oldest go first
ABSENT = 50_000  # names that are remembered as not on disk
TABS = 8  # pages of one visitor whose wishes are remembered
BUSY = "the lab is busy: {many} others are at work in it; it goes on by itself as soon as there is room"


@dataclass
class LabTab:
    """One page that a visitor has open."""

    seen: float = 0.0
    served: float = 0.0
    wants: dict[str, Unit] = field(default_factory=dict)  # by name, most wanted first
    turn: int = 0  # of what was asked last: an older question is not answered any more


@dataclass
class LabVisitor:
    address: str
    seen: float
    served: float = 0.0
    running: str = ""
    tabs: OrderedDict[str, LabTab] = field(default_factory=OrderedDict)  # who looked last is at the end
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def tab(self, name: str) -> LabTab:
        """This page, the others that are still looked at beside it."""
        now = time.monotonic()
        for other in [key for key, each in self.tabs.items() if now - each.seen > PATIENCE]:
            del self.tabs[other]
        known = self.tabs.setdefault(name, LabTab())
        known.seen = now
        self.tabs.move_to_end(name)
        while len(self.tabs) > TABS:
            self.tabs.popitem(last=False)
        return known


@dataclass
class RunningUnit:
    worker: Worker
    since: float
    given_up: bool = False


class FigureStore:
    """Figures by name, in memory and on disk; only this process writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "lab"
        self.memory: OrderedDict[str, FigureJson] = OrderedDict()
        self.absent: set[str] = set()  # on disk, so that nobody looks there again

    def get(self, name: str) -> FigureJson | None:
        known = self.memory.get(name)
        if known is not None:
            self.memory.move_to_end(name)
        return known

    async def look(self, names: Iterable[str]) -> None:
        """Bring into memory what lies on disk."""
        missing = [name for name in names if name not in self.memory and name not in self.absent]
        if missing:
            for name, figure in (await asyncio.to_thread(self.read, missing)).items():
                if figure is None:
                    if len(self.absent) >= ABSENT:
                        self.absent.clear()
                    self.absent.add(name)
                else:
                    self.put(name, figure)

    def read(self, names: Sequence[str]) -> dict[str, FigureJson | None]:
        return {name: self.read_one(name) for name in names}

    def read_one(self, name: str) -> FigureJson | None:
        try:
            kept = json.loads((self.folder / f"{name}.json").read_text("utf-8"))
            value: FigureJson = kept["value"]
            return value if kept["vingt"] == __version__ else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, name: str, figure: FigureJson) -> None:
        self.memory[name] = figure
        self.memory.move_to_end(name)
        while len(self.memory) > FIGURES:
            self.absent.discard(self.memory.popitem(last=False)[0])

    def write(self, name: str, figure: FigureJson) -> None:
        """For a worker's thread, before the figure is told to anybody."""
        self.folder.mkdir(exist_ok=True)
        keep(self.folder / f"{name}.json", json.dumps({"vingt": __version__, "value": figure}))

    def prune(self) -> None:
        try:
            files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        except OSError:
            return
        for path in files[:-FILES]:
            path.unlink(missing_ok=True)


class LabJobs:
    def __init__(self, folder: Path, apart: bool, limits: RequestLimits) -> None:
        self.store, self.limits = FigureStore(folder), limits
        count = max(1, min(PROCESSES, (os.cpu_count() or 1) - 1))
        self.free = [
            Worker(f"lab {at}", Apart(idle=True, beside=True) if apart else None) for at in range(count)
        ]
        self.workers = tuple(self.free)
        self.pages = Worker("lab pages", Apart(beside=True) if apart else None)
        self.visitors: dict[str, LabVisitor] = {}
        self.running: dict[str, RunningUnit] = {}
        self.failed: dict[str, str] = {}
        self.drawings: OrderedDict[tuple[str, ...], tuple[tuple[str, ...], asyncio.Future[Any]]] = (
            OrderedDict()
        )
        self.tasks: set[asyncio.Task[None]] = set()
        self.pruned = False

    # -- visitors ------------------------------------------------------------------------------------------

    def visitor(self, name: str, address: str) -> LabVisitor:
        """Who looks now; TooMany where there is no room for another."""
        now = time.monotonic()
        for other in [key for key, each in self.visitors.items() if now - each.seen > PATIENCE]:
            del self.visitors[other]
        known = self.visitors.get(name)
        if known is None:
            place = counted_as(address)
            here = Counter(each.address for each in self.visitors.values())[place]
            most = self.limits.at_address(self.limits.lab_visitors_at_address, address)
            if here >= most or len(self.visitors) >= self.limits.lab_visitors:
                raise TooMany(BUSY.format(many=len(self.visitors)), PATIENCE)
            known = self.visitors[name] = LabVisitor(place, now)
        known.seen = now
        return known

    def want(self, visitor: LabVisitor, units: Sequence[Unit], tab: str = "") -> None:
        """What a page of this visitor still lacks, most wanted first, in place of what it wanted before."""
        visitor.tab(tab).wants = {
            unit[0]: unit for unit in units if self.store.get(unit[0]) is None and unit[0] not in self.failed
        }
        self.give_up_unwanted()
        self.begin()

    # -- figures -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """As long as a process is free: the visitor who was served longest ago, and has nothing running."""
        now = time.monotonic()
        waiting = [each for each in self.visitors.values() if now - each.seen <= PATIENCE]
        for visitor in sorted(waiting, key=lambda each: each.served):
            if not self.free:
                return
            if visitor.running:
                continue
            for tab in sorted(visitor.tabs.values(), key=lambda each: each.served):
                unit = next((each for name, each in tab.wants.items() if self.is_due(name)), None)
                if unit is not None:
                    visitor.served, tab.served, visitor.running = now, now, unit[0]
                    running = self.running[unit[0]] = RunningUnit(self.free.pop(), now)
                    self.follow(self.make(unit, visitor, running))
                    break

    def is_due(self, name: str) -> bool:
        return name not in self.running and name not in self.failed and self.store.get(name) is None

    def follow(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def make(self, unit: Unit, visitor: LabVisitor, running: RunningUnit) -> None:
        name, worker = unit[0], running.worker

        def done() -> FigureJson:
            if not self.pruned:
                self.pruned = True
                self.store.prune()
            figure = worker.compute(work(unit))
            self.store.write(name, figure)
            return figure

        watch = asyncio.get_running_loop().call_later(LONGEST, self.interrupt, running)
        try:
            self.store.put(name, await asyncio.wrap_future(worker.do(done)))
        except Exception as error:
            if not running.given_up or time.monotonic() - running.since >= LONGEST:
                self.failed[name] = "the computation failed; the house's log says more"
                log.warning(
                    "no figure", extra={"fields": {"unit": name, "why": type(error).__name__}}, exc_info=True
                )
        finally:
            watch.cancel()
            del self.running[name]
            visitor.running = ""
            self.free.append(worker)
        self.begin()

    def interrupt(self, running: RunningUnit) -> None:
        running.given_up = True
        if running.worker.apart is not None:
            running.worker.apart.interrupt()

    def give_up_unwanted(self) -> None:
        """A long computation that nobody wants any more makes room for what is wanted."""
        now = time.monotonic()
        for name, running in self.running.items():
            if now - running.since > UNWANTED and not running.given_up and not self.is_wanted(name, now):
                self.interrupt(running)

    def is_wanted(self, name: str, now: float) -> bool:
        tabs = (tab for visitor in self.visitors.values() for tab in visitor.tabs.values())
        return any(name in tab.wants for tab in tabs if now - tab.seen <= PATIENCE)

    # -- drawings ------------------------------------------------------------------------------------------

    async def drawn(self, key: tuple[str, ...], draw: Callable[[], Any], of: tuple[str, ...] = ()) -> Any:
        """Something quick, done once by the process that judges and draws, and again when it is made `of`
        other figures."""
        made_of, known = self.drawings.get(key, ((), None))
        failed = known is not None and known.done() and (known.cancelled() or known.exception() is not None)
        if known is None or failed or made_of != of:
            known = asyncio.wrap_future(self.pages.do(partial(self.pages.compute, draw)))
            self.drawings[key] = of, known
        self.drawings.move_to_end(key)
        while len(self.drawings) > DRAWINGS:
            self.drawings.popitem(last=False)
        return await asyncio.shield(known)

    def alias(self, key: tuple[str, ...], other: tuple[str, ...]) -> None:
        """The same under another name: an address in its shortest form."""
        if key in self.drawings:
            self.drawings.setdefault(other, self.drawings[key])

    async def warm(self) -> None:
        """Begin the process that judges and draws, which takes seconds, before anybody waits for it."""
        with suppress(Exception):  # then whoever comes is told
            await self.drawn(("plan", FIRST), partial(planned, FIRST))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        for worker in (*self.workers, self.pages):
            worker.stop()
