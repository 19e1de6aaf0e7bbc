"""A player's wagers beside the count: does the count say more about them than the player's own last round?

What a progression wagers follows from the last wager and its result, what a counter wagers from the count. So
the logarithm of each wager is explained once by the round before alone, and once by the count too; how much
better the second does is a likelihood ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist

import numpy as np

from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.counting.true_count import shoe_at
from vingt.analysis.tabulated.hands import Floats

FALSE_ALARM = 0.001  # of players whose wagers do not follow the count
SURE = 0.99  # with which a counter is to be told
FEWEST = 30  # rounds without which nothing is said
ALIKE = 1e-9  # of a wager's logarithm, squared: what is explained to so little is explained


@dataclass(frozen=True)
class WageredRound:
    """One round of one player: the true count before the deal, the main wager in cents, what it gained, and
    whether it is the first of a shoe or of a seat."""

    count: float
    wager: int
    net: int
    first: bool = False


@dataclass(frozen=True)
class Suspicion:
    """`ratio` is twice the logarithm of the likelihood ratio; `sigmas` its root, negative where wagers go
    down with the count; `threshold` is what one in so many honest players passes by chance."""

    system: str
    rounds: int
    ratio: float
    sigmas: float
    threshold: float
    spread: float  # the highest wager in the lowest
    mean_wager: float  # cents
    gain: float  # cents a round that the shoe's state gives these wagers, above as much wagered flat
    gain_error: float
    edge: float  # cents a round that these wagers win or lose on average

    @property
    def follows(self) -> bool:
        return self.sigmas > self.threshold

    @property
    def rounds_needed(self) -> float:
        """Rounds of such play after which it would be told with near certainty."""
        if self.sigmas <= 0:
            return inf
        return self.rounds * ((self.threshold + NormalDist().inv_cdf(SURE)) / self.sigmas) ** 2


def suspicion(
    rounds: Sequence[WageredRound],
    system: str,
    edges: Floats,
    tests: int = 1,
) -> Suspicion | None:
    """None where there are too few rounds. `edges[at]` is what a unit is worth in each round; with several
    `tests` of one player each must pass more."""
    if len(rounds) < FEWEST:
        return None
    wagers = np.array([each.wager for each in rounds], dtype=np.float64)
    counts = np.array([each.count for each in rounds])
    ratio, slope = likelihood_ratio(rounds, wagers, counts)
    above = (wagers - wagers.mean()) * edges
    return Suspicion(
        system,
        len(rounds),
        ratio,
        sqrt(ratio) if slope > 0 else -sqrt(ratio),
        NormalDist().inv_cdf(1 - FALSE_ALARM / tests),
        float(wagers.max() / wagers.min()),
        float(wagers.mean()),
        float(above.mean()),
        float(above.std() / sqrt(len(rounds))),
        float((wagers * edges).mean()),
    )


def likelihood_ratio(rounds: Sequence[WageredRound], wagers: Floats, counts: Floats) -> tuple[float, float]:
    """Twice the logarithm, and which way wagers go with the count. Nothing where the round before explains
    every wager, as it does of who wagers flat and of who doubles after a loss."""
    told = np.log(wagers)
    before = np.concatenate([[told[0]], told[:-1]])
    results = np.array([(each.net > 0) - (each.net < 0) for each in rounds], dtype=np.float64)
    last = np.concatenate([[0.0], results[:-1]])
    won, lost = (last > 0).astype(np.float64), (last < 0).astype(np.float64)
    fresh = np.array([each.first for each in rounds], dtype=np.float64)
    known = np.column_stack(
        [np.ones(len(told)), before, won, lost, won * before, lost * before, fresh, fresh * before]
    )
    unexplained = left_over(known, told)
    if float(unexplained @ unexplained) <= ALIKE * len(told):
        return 0.0, 0.0
    news = left_over(known, counts)  # what the count says beyond the round before
    moved = float(news @ news)
    if moved <= ALIKE * len(told):
        return 0.0, 0.0
    slope = float(news @ unexplained) / moved
    rest = float(unexplained @ unexplained) - slope**2 * moved
    ratio = len(told) * log(float(unexplained @ unexplained) / max(rest, ALIKE * len(told)))
    return max(ratio, 0.0), slope


def left_over(known: Floats, wanted: Floats) -> Floats:
    """What no sum of the known columns gives."""
    found, *_ = np.linalg.lstsq(known, wanted, rcond=None)
    rest: Floats = wanted - known @ found
    return rest


def edges_at(removal: Removal, system: CountSystem, counts: Floats) -> Floats:
    """What a unit is worth at each true count, by effects of removal: a straight line."""
    size = float(removal.shoe.sum())
    off = removal.by_card - float((removal.by_card * removal.shoe).sum()) / size
    at_one = shoe_at(system, removal.shoe, 1.0, size / 2)
    slope = -(size - 1) * float(at_one @ off) / float(at_one.sum())
    line: Floats = removal.ev + slope * counts
    return line
