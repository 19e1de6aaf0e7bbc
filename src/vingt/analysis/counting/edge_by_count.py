"""What a unit of the main wager is worth at each true count.

The mean shoe of a count is one shoe; the shoes of that count scatter about it, and fewer cards scatter more.
A play that is kept is worth as much on average at every depth as from the full shoe, because a card dealt
unseen changes nothing: so the best chart of the full shoe, kept, says by how much the mean shoes are off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from vingt.analysis.counting.composition import by_value_and_suit
from vingt.analysis.counting.systems import DECK, CountSystem
from vingt.analysis.counting.true_count import shoe_at, tag_variance
from vingt.analysis.exact.edge import edge
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.rules.table_rules import TableRules

ONE_POINT = sqrt(10 / 13)  # how far a card's tag lies from the mean, of a system with ten cards in 13 at 1
REACH = 10  # counts that matter, for such a system
STEP = 2.0
BEYOND = 4.0  # how much further counts are solved: the cards of a hand move them too
LAW = np.linspace(-6.0, 6.0, 481)  # places of a normal variable
WEIGHTS = np.exp(-(LAW**2) / 2) / np.exp(-(LAW**2) / 2).sum()


def scale_of(system: CountSystem, shoe: Ints) -> float:
    """How much further the counts of this system go than those of one whose highest tag is 1."""
    return max(1.0, sqrt(tag_variance(system, shoe)) / ONE_POINT)


def reach_of(system: CountSystem, shoe: Ints) -> int:
    return round(REACH * scale_of(system, shoe))


def counts_solved(system: CountSystem, shoe: Ints) -> Floats:
    far = REACH + BEYOND
    grid: Floats = np.linspace(-far, far, COUNTS_SOLVED) * (reach_of(system, shoe) / REACH)
    return grid


COUNTS_SOLVED = int(2 * (REACH + BEYOND) / STEP) + 1


def count_deviation(system: CountSystem, shoe: Ints, left: Floats) -> Floats:
    """Of the true count before a round with so many cards left of a shuffled shoe."""
    size = float(shoe.sum())
    gone = np.maximum(size - left, 0.0)
    deviation: Floats = DECK * np.sqrt(tag_variance(system, shoe) * gone / ((size - 1) * left))
    return deviation


@dataclass(frozen=True)
class EdgeByCount:
    """From mean shoes of half the cards: `best` play found for each, and `kept`, the full shoe's best chart,
    which is worth `full` from the full shoe."""

    system: CountSystem
    shoe: Ints
    counts: Floats
    best: Floats
    kept: Floats
    full: float

    @cached_property
    def _offsets(self) -> tuple[Floats, Floats]:
        """How much mean shoes are off, for a number of cards left."""
        left = float(self.shoe.sum()) * np.linspace(0.05, 1.0, 39)
        far = count_deviation(self.system, self.shoe, left)
        mean = np.interp(LAW[None, :] * far[:, None], self.counts, self.kept) @ WEIGHTS
        return left, self.full - mean

    def worth(self, counts: Floats, left: Floats | float) -> Floats:
        """Best play at true counts before the deal, with so many cards left."""
        worth: Floats = np.interp(counts, self.counts, self.best) + np.interp(left, *self._offsets)
        return worth


def edge_by_count(
    rules: TableRules,
    system: CountSystem,
    shoe: Ints,
    wager: int,
    done: Callable[[], None] = lambda: None,
) -> EdgeByCount:
    base = edge(rules, "chart", wager=wager, with_law=False)
    assert base.chart is not None
    counts, half = counts_solved(system, shoe), float(shoe.sum()) / 2
    best, kept = [], []
    for count in counts:
        left = by_value_and_suit(shoe_at(system, shoe, float(count), half))
        best.append(edge(rules, wager=wager, with_law=False, shoe=left).ev)
        kept.append(edge(rules, base.chart, wager=wager, with_law=False, shoe=left).ev)
        done()
    return EdgeByCount(system, shoe, counts, np.array(best), np.array(kept), base.ev)
