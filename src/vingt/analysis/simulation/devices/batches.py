"""A stretch of units played on this machine, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.plan import Plan

PlayUnits = Callable[[Plan, str, int, int, int | None], Counts]  # plan, device, first unit, units, threads


def cut(first: int, units: int, most: int) -> Iterator[tuple[int, int]]:
    """The stretch in pieces of at most so many units: where each begins, and its length."""
    for begin in range(first, first + units, most):
        yield begin, min(most, first + units - begin)


@dataclass(frozen=True)
class LocalPlayer:
    play: PlayUnits
    plan: Plan
    device: str
    batch: int
    threads: int | None = None

    def __call__(self, first: int, units: int) -> Iterator[tuple[int, Counts]]:
        for begin, some in cut(first, units, self.batch):
            yield some, self.play(self.plan, self.device, begin, some, self.threads)
