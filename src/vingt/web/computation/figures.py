"""Figures for pages: house edges, charts and side wagers, computed exactly off the loop and kept on disk.

Everything is kept by the identity of the rules it belongs to. What a person waits for is computed first, what
nobody has asked for yet last.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from threading import Thread
from typing import Any, TypeVar

from vingt._version import __version__
from vingt.core.rules.table_rules import TableRules
from vingt.web.computation.worker_process import Apart

T = TypeVar("T")
log = logging.getLogger("vingt.figures")


NOW, SOON, AHEAD = 0, 1, 2  # somebody waits; a page would like it; nobody has asked yet
FigureJson = dict[str, Any]  # JSON values


class Worker:
    """One thread, one thing at a time, the most urgent first. The house closes without waiting for it, as an
    executor would not."""

    def __init__(self, name: str, apart: Apart | None = None) -> None:
        self.apart = apart
        self.queue: PriorityQueue[tuple[int, int, Callable[[], None] | None]] = PriorityQueue()
        self.numbers = count()
        Thread(target=self.run, name=name, daemon=True).start()

    def do(self, work: Callable[[], T], urgency: int = NOW) -> Future[T]:
        future: Future[T] = Future()

        def done() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except Exception as error:
                future.set_exception(error)

        self.queue.put((urgency, next(self.numbers), done))
        return future

    def compute(self, work: Callable[[], T]) -> T:
        """Within something that is being done: in the process of its own, where there is one."""
        return work() if self.apart is None else self.apart.call(work)

    def run(self) -> None:
        while (work := self.queue.get()[2]) is not None:
            work()

    def stop(self) -> None:
        self.queue.put((-1, next(self.numbers), None))
        if self.apart is not None:
            self.apart.stop()


@dataclass
class Job:
    """Something that is being computed, or waits for its turn."""

    urgency: int
    asked: float
    started: float | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Not there yet: how many computations come before it, and for how many seconds it has run."""

    before: int
    seconds: int
    failed: bool = False


class FigureWorkers:
    """One worker for edges and charts, which take seconds; one for advice, which must not wait for them.

    `apart` gives each a process of its own: what is computed is then a `partial` that can be pickled.
    """

    def __init__(self, folder: Path, apart: bool = False) -> None:
        self.path, self.folder = folder / "figures.json", folder / "figures"
        self.slow = Worker("figures", Apart(idle=True, beside=True) if apart else None)
        self.quick = Worker("advice", Apart() if apart else None)
        self.edges: dict[str, float] = {}
        self.wanted: set[str] = set()
        self.by_name: dict[str, FigureJson] = {}
        self.jobs: dict[str, Job] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        try:
            kept = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(kept, dict) and kept.get("vingt") == __version__:
            self.edges = {str(name): float(value) for name, value in kept.get("edges", {}).items()}

    def edge(self, rules: TableRules) -> float | None:
        """The exact house edge, or None while it is being computed (which asking begins)."""
        known = self.edges.get(rules.identity)
        if known is None and rules.identity not in self.wanted:
            self.wanted.add(rules.identity)
            self.begin(self.find(rules))
        return known

    def begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def find(self, rules: TableRules) -> None:
        try:
            work = partial(self.slow.compute, partial(edge_of, rules))
            self.edges[rules.identity] = await asyncio.wrap_future(self.slow.do(work, SOON))
        except Exception:
            log.warning("no figure", extra={"fields": {"rules": rules.identity}}, exc_info=True)
            return
        text = json.dumps({"vingt": __version__, "edges": self.edges}, indent=1)
        await asyncio.to_thread(keep, self.path, text)

    # -- what is made of JSON values: charts, side wagers ---------------------------------------------------

    def look(self, name: str, make: Callable[[], FigureJson], urgency: int = NOW) -> FigureJson | Wait:
        """What is kept under a name, or how long it may still take; asking begins it, or hurries it on."""
        known = self.by_name.get(name) or self.read(name)
        if known is not None:
            return known
        job = self.jobs.get(name)
        if job is None:
            job = self.jobs[name] = Job(urgency, time.monotonic())
            self.begin(self.make(name, make, job, urgency))
        elif urgency < job.urgency and job.started is None:
            job.urgency = urgency
            self.begin(self.make(name, make, job, urgency))
        before = sum(
            not other.failed and (other.urgency, other.asked) < (job.urgency, job.asked)
            for other in self.jobs.values()
        )
        running = time.monotonic() - job.started if job.started is not None else 0
        return Wait(0 if job.started is not None else before, int(running), job.failed)

    def read(self, name: str) -> FigureJson | None:
        try:
            kept = json.loads((self.folder / f"{name}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(kept, dict) or kept.get("vingt") != __version__:
            return None
        value: FigureJson = kept["value"]
        self.by_name[name] = value
        return value

    async def make(self, name: str, make: Callable[[], FigureJson], job: Job, urgency: int) -> None:
        def work() -> FigureJson | None:
            if job.started is not None:
                return None  # it was hurried on, and this is its old place in the queue
            job.started = time.monotonic()
            value = self.slow.compute(make)
            self.folder.mkdir(exist_ok=True)
            keep(self.folder / f"{name}.json", json.dumps({"vingt": __version__, "value": value}))
            return value

        try:
            figure = await asyncio.wrap_future(self.slow.do(work, urgency))
        except Exception:
            log.warning("no figure", extra={"fields": {"figure": name}}, exc_info=True)
            job.failed = True
            return
        if figure is not None:
            self.by_name[name] = figure
            del self.jobs[name]

    async def run(self, work: Callable[[], T], *, slow: bool = False) -> T:
        """Something that would hold up the loop, done by a worker."""
        worker = self.slow if slow else self.quick
        return await asyncio.wrap_future(worker.do(partial(worker.compute, work)))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        for worker in (self.slow, self.quick):
            worker.stop()


def keep(path: Path, text: str) -> None:
    """Whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def edge_of(rules: TableRules) -> float:
    from vingt.analysis.exact.edge import edge  # compiles: only when a figure is wanted

    return edge(rules, with_law=False).house_edge
