"""House edges for the lobby: computed exactly in a thread, kept on disk by the hash of the rules."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from vingt import __version__
from vingt.core.rules.table_rules import TableRules

T = TypeVar("T")
log = logging.getLogger("vingt.figures")


class Worker:
    """One thread, one thing at a time. The house closes without waiting for it, as an executor would not."""

    def __init__(self, name: str) -> None:
        self.queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=self.run, name=name, daemon=True).start()

    def do(self, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()

        def done() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except Exception as error:
                future.set_exception(error)

        self.queue.put(done)
        return future

    def run(self) -> None:
        while (work := self.queue.get()) is not None:
            work()

    def stop(self) -> None:
        self.queue.put(None)


class Figures:
    """One worker for edges and charts, which take seconds; one for advice, which must not wait for them."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "figures.json"
        self.slow, self.quick = Worker("figures"), Worker("advice")
        self.edges: dict[str, float] = {}
        self.wanted: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        try:
            kept = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(kept, dict) and kept.get("vingt") == __version__:
            self.edges = {str(name): float(value) for name, value in kept.get("edges", {}).items()}

    def edge(self, rules: TableRules) -> float | None:
        """The exact house edge, or None while it is being computed (which asking begins)."""
        known = self.edges.get(rules.hash)
        if known is None and rules.hash not in self.wanted:
            self.wanted.add(rules.hash)
            task = asyncio.get_running_loop().create_task(self.find(rules))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return known

    async def find(self, rules: TableRules) -> None:
        try:
            self.edges[rules.hash] = await self.run(lambda: edge_of(rules), slow=True)
        except Exception:
            log.warning("no figure", extra={"fields": {"rules": rules.hash}}, exc_info=True)
            return
        text = json.dumps({"vingt": __version__, "edges": self.edges}, indent=1)
        await asyncio.to_thread(self.keep, text)

    def keep(self, text: str) -> None:
        part = self.path.with_suffix(".part")
        part.write_text(text, "utf-8")
        part.replace(self.path)

    async def run(self, work: Callable[[], T], *, slow: bool = False) -> T:
        """Something that would hold up the loop, done by a worker."""
        return await asyncio.wrap_future((self.slow if slow else self.quick).do(work))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        for worker in (self.slow, self.quick):
            worker.stop()


def edge_of(rules: TableRules) -> float:
    from vingt.analysis.exact.round_value import edge  # compiles: only when a figure is wanted

    return edge(rules, with_law=False).house_edge
