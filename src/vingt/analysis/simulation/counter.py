"""A player who counts: what each card adds, which chart each count says to follow, and how much to wager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vingt.analysis.chart.chart import Chart, write_chart


class KeptCount(NamedTuple):
    """`tags[at]` is what a card at that place of the pack adds, in parts of which `parts` make one point. A
    true count is for each 52 cards unseen, rounded down; a running one is the sum. Counts from `least` to
    `most` are told apart; what lies beyond counts with the last."""

    name: str
    tags: tuple[int, ...]
    parts: int
    running: bool
    least: int
    most: int

    @property
    def bins(self) -> int:
        return self.most - self.least + 1


class SideCounter(NamedTuple):
    """A side wager that is made by a count of its own."""

    wager: str
    kept: KeptCount


@dataclass(frozen=True)
class Counter:
    """`charts[at]` and `units[at]` belong to the count `count.least` + `at`; without charts the plan's own is
    followed. One begins to wager from the count `joins`, and stops below `leaves`, until the shoe's end at
    most; a unit is the plan's stake, on every box. Insurance is taken from the count `insures_from`."""

    count: KeptCount
    units: tuple[int, ...]
    charts: tuple[Chart, ...] = ()
    insures_from: int | None = None
    joins: int | None = None
    leaves: int | None = None
    sides: tuple[SideCounter, ...] = ()

    @property
    def systems(self) -> tuple[KeptCount, ...]:
        return (self.count, *(each.kept for each in self.sides))

    @property
    def parts(self) -> list[object]:
        """What names it in the fingerprint of a plan."""
        return [
            list(self.count),
            list(self.units),
            [write_chart(each, "") for each in self.charts],
            self.insures_from,
            self.joins,
            self.leaves,
            [[each.wager, *each.kept] for each in self.sides],
        ]
