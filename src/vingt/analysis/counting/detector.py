"""A player's wagers beside the count: do they follow it?

The true count is a martingale: whatever was dealt so far, cards still to come move it by nothing on average,
and by how much they scatter it is known from the shoe. Who does not count wagers by chance, by mood or by the
results of the rounds before, and none of these knows which way the count went, once what a result itself says
about the cards is taken off. So wagers times the moves of the count before them add up to nothing, with a
deviation that cards alone give, whatever the player's system. How many of these deviations the sum is off are
its sigmas; half their square is the logarithm of a likelihood ratio."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from vingt.analysis.counting.edge_by_count import count_deviation
from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import DECK, CountSystem
from vingt.analysis.counting.true_count import mean_tag, shoe_at
from vingt.analysis.tabulated.hands import Floats, Ints

FALSE_ALARM = 0.001  # of players whose wagers do not follow the count
SURE = 0.99  # with which a counter is to be told
FEWEST = 30  # rounds played without which nothing is said
ALIKE = 1e-9  # of wagers' logarithms, squared: what is explained to so little is explained
FADES = 0.85  # the part of a move that a wager still follows one round later: cover takes its time
MOST_RESULT = 4  # half wagers: larger results say no more


class CountStands(NamedTuple):
    """The true count, how much counts scatter about 0 with so many cards seen (a variance), and how many
    cards are not seen."""

    true_count: float
    variance: float
    unseen: float


@dataclass(frozen=True)
class WageredRound:
    """One round at a player's table: the count before the deal; the main wager in cents, 0 where the player
    looked on, and what it gained; whether it is the first of a shoe."""

    stands: CountStands
    wager: int
    net: int
    first: bool = False

    @property
    def result(self) -> int | None:
        """In half wagers; None where the player looked on."""
        if not self.wager:
            return None
        return max(min(round(2 * self.net / self.wager), MOST_RESULT), -MOST_RESULT)


@dataclass(frozen=True)
class Suspicion:
    """`sigmas` are negative where wagers go down with the count; `threshold` is what one in so many honest
    players passes by chance."""

    system: str
    rounds: int  # at the table, in shoes of which the player played some
    played: int
    sigmas: float
    threshold: float
    spread: float  # the highest wager in the lowest
    mean_wager: float  # cents, in rounds played
    gain: float  # cents a round that the shoe's state gives these wagers, above as much wagered flat
    gain_error: float
    edge: float  # cents a round that these wagers win or lose on average

    @property
    def log_likelihood_ratio(self) -> float:
        """Of wagers that follow the count so, against wagers that do not; 0 where they go down with it."""
        return max(self.sigmas, 0.0) ** 2 / 2

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
    told: Mapping[int, float] | None = None,
) -> Suspicion | None:
    """None where there are too few rounds. `edges[at]` is what a unit is worth in each round, `told` what
    each result says about the cards (`points_by_result`); with several `tests` of one player each must pass
    more."""
    wagers = np.array([each.wager for each in rounds], dtype=np.float64)
    played = wagers[wagers > 0]
    if len(played) < FEWEST:
        return None
    above = (wagers - wagers.mean()) * edges
    return Suspicion(
        system,
        len(rounds),
        len(played),
        sigmas_of(rounds, wagers, told or {}),
        NormalDist().inv_cdf(1 - FALSE_ALARM / tests),
        float(played.max() / played.min()),
        float(played.mean()),
        float(above.mean()),
        float(above.std() / sqrt(len(rounds))),
        float((wagers * edges).mean()),
    )


def sigmas_of(rounds: Sequence[WageredRound], wagers: Floats, told: Mapping[int, float]) -> float:
    """Unexpected wagers times the moves of the count before them, against how far cards scatter that sum."""
    first = np.array([each.first for each in rounds])
    first[0] = True
    unexpected = unexpected_wagers(rounds, wagers, first)
    if float(unexpected @ unexpected) <= ALIKE * len(rounds):
        return 0.0
    points, variance = moves(rounds, first)
    unseen = np.array([each.stands.unseen for each in rounds])
    said = np.array([0.0, *(told.get(each.result, 0.0) if each.wager else 0.0 for each in rounds[:-1])])  # type: ignore[arg-type]
    moved = np.where(first, 0.0, points - said) * DECK / unseen
    weight, after = np.zeros(len(rounds)), 0.0
    for at in range(len(rounds) - 1, -1, -1):
        after = unexpected[at] + FADES * after
        weight[at] = after
        if first[at]:
            after = 0.0
    scatter = float((weight**2 * variance).sum())
    return float((weight * moved).sum()) / sqrt(scatter) if scatter > 0 else 0.0


def unexpected_wagers(rounds: Sequence[WageredRound], wagers: Floats, first: Floats) -> Floats:
    """Logarithms of wagers, 0 where the player looked on, less what the round before makes likely: its wager,
    won or lost, and a new shoe."""
    lowest = wagers[wagers > 0].min()
    size = np.where(wagers > 0, np.log2(np.maximum(wagers, 1.0) / lowest) + 1, 0.0)
    results = np.array([each.result or 0 for each in rounds])
    before, last = np.concatenate([size[:1], size[:-1]]), np.concatenate([[0], results[:-1]])
    won, lost, fresh = ((each).astype(np.float64) for each in (last > 0, last < 0, first))
    known = np.column_stack(
        [np.ones(len(size)), before, won, lost, won * before, lost * before, fresh, fresh * before]
    )
    likely, *_ = np.linalg.lstsq(known, size, rcond=None)
    rest: Floats = size - known @ likely
    return rest


def moves(rounds: Sequence[WageredRound], first: Floats) -> tuple[Floats, Floats]:
    """By how many points the cards of the round before moved the count, and the variance of that move of the
    true count; nothing where a shoe begins."""
    counts, variances, unseen = np.array([each.stands for each in rounds]).T
    points = np.concatenate([[0.0], counts[1:] - counts[:-1]]) * unseen / DECK
    grown = np.concatenate([[0.0], variances[1:] - variances[:-1]])
    return np.where(first, 0.0, points), np.where(first, 0.0, np.maximum(grown, 0.0))


def points_by_result(players: Iterable[Sequence[WageredRound]]) -> dict[int, float]:
    """How many points the count moved after each result, of all players together: who won a natural saw high
    cards go."""
    by_count: dict[int, list[float]] = {}
    for rounds in players:
        if len(rounds) > 1:
            first = np.array([each.first for each in rounds])
            points, _ = moves(rounds, first)
            for before, point, fresh in zip(rounds, points[1:], first[1:], strict=False):
                if before.result is not None and not fresh:
                    by_count.setdefault(before.result, []).append(float(point))
    return {result: sum(all_points) / len(all_points) for result, all_points in by_count.items()}


def count_stands(system: CountSystem, shoe: Ints, gone: Ints) -> CountStands:
    """Once these cards of a shuffled shoe were seen."""
    unseen = max(float((shoe - gone).sum()), 1.0)
    points = float((gone * (system.array - mean_tag(system, shoe))).sum())
    deviation = float(count_deviation(system, shoe, np.array(unseen)))
    return CountStands(points * DECK / unseen, deviation**2, unseen)


def edges_at(removal: Removal, system: CountSystem, counts: Floats) -> Floats:
    """What a unit is worth at each true count, by effects of removal: a straight line."""
    size = float(removal.shoe.sum())
    off = removal.by_card - float((removal.by_card * removal.shoe).sum()) / size
    at_one = shoe_at(system, removal.shoe, 1.0, size / 2)
    slope = -(size - 1) * float(at_one @ off) / float(at_one.sum())
    line: Floats = removal.ev + slope * counts
    return line
