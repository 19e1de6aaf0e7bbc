"""The same run on a Dask cluster (`vingt[cluster]`): batches are tasks, handed over in order. A batch whose
worker dies is played again by another, to the same counts."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.batches import PlayUnits, cut
from vingt.analysis.simulation.plan import Plan

Client = Any  # distributed is optional, and typed only in parts
Future = Any

AHEAD = 3  # batches waiting or in play for each worker's thread
PATIENCE = 60.0  # seconds without any worker before the run gives up
CONNECT = 10  # seconds
DEATHS = 10  # workers that may die on one batch before it is taken for the cause
RETRIES = 2  # of a batch that failed on its worker


class ClusterRefused(RuntimeError):
    """There is no cluster to play on, or none any more."""


@contextmanager
def connected(where: str) -> Iterator[Client]:
    """A client of the scheduler at an address, or of N worker processes on this machine (`local:N`)."""
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError as error:
        raise ClusterRefused(
            "--cluster needs Dask, which is not installed here: pip install 'vingt[cluster]'"
        ) from error
    workers = local_workers(where)
    with dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}):
        if workers is None:
            try:
                client = distributed.Client(where, timeout=CONNECT)
            except (OSError, TimeoutError, ValueError) as error:
                raise ClusterRefused(f"no Dask scheduler answers at {where}") from error
            with client:
                yield client
            return
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client


def local_workers(where: str) -> int | None:
    """N of `local:N`; None where an address is given."""
    if not where.startswith("local"):
        return None
    number = where.removeprefix("local").removeprefix(":")
    if not number.isdecimal() or not 1 <= int(number) <= 256:
        raise ClusterRefused(f"{where!r}: write local:4 for four worker processes, at most 256")
    return int(number)


@dataclass(frozen=True)
class ClusterPlayer:
    """Keeps a few batches for each thread of the cluster under way and hands the results over in order."""

    client: Client
    play: PlayUnits
    plan: Plan
    device: str
    batch: int
    patience: float = PATIENCE

    def __call__(self, first: int, units: int) -> Iterator[tuple[int, Counts]]:
        # A copy of the rules without what they have cached: caches do not travel.
        plan = replace(self.plan, rules=replace(self.plan.rules))
        waiting: deque[tuple[int, Future]] = deque()
        pieces = cut(first, units, self.batch)
        try:
            while True:
                while len(waiting) < AHEAD * self.threads() and (piece := next(pieces, None)):
                    task = self.client.submit(
                        self.play, plan, self.device, *piece, 1, pure=False, retries=RETRIES
                    )
                    waiting.append((piece[1], task))
                if not waiting:
                    return
                some, task = waiting[0]
                yield some, self.result(task)
                waiting.popleft()
        finally:
            self.client.cancel([task for _, task in waiting])

    def threads(self) -> int:
        return max(1, sum(map(int, self.client.nthreads().values())))

    def result(self, task: Future) -> Counts:
        """The counts of a batch, however many workers die over it, as long as there are any."""
        alone_since: float | None = None
        while True:
            try:
                counts: Counts = task.result(timeout=1)
                return counts
            except TimeoutError:
                if self.client.nthreads():
                    alone_since = None
                    continue
                alone_since = alone_since or time.monotonic()
                if time.monotonic() - alone_since > self.patience:
                    raise ClusterRefused(
                        f"the cluster has had no worker for {self.patience:.0f} seconds"
                    ) from None
            except Exception as error:
                if type(error).__module__.partition(".")[0] not in ("distributed", "concurrent"):
                    raise
                raise ClusterRefused(f"the cluster gave up: {error}") from error
