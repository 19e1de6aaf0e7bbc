"""What rounds by the count say: win rate, deviation, SCORE, N0, ruin; for the ramp that was wagered, and from
the same rounds for any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

from vingt.analysis.simulation.counter import Counter
from vingt.analysis.simulation.counts import NOTHING, BinSums, CountedRounds, Counts, tuple_sum
from vingt.analysis.simulation.plan import Plan

HUNDRED = 100
SPREADS = (1, 2, 4, 8, 12, 16)
SCALES = 60  # ramps tried for each spread
RUIN = 0.05  # the risk for which a bankroll is told


@dataclass(frozen=True)
class CountRow:
    """Rounds with one count before the deal: their share of all, the edge per unit, its standard error, and
    the units that are wagered there."""

    count: int
    rounds: int
    share: float
    edge: float
    error: float
    units: int


class Earned(NamedTuple):
    """By the round dealt, in units: what is won on average, and the variance of one round."""

    mean: float
    variance: float

    @property
    def per_100(self) -> float:
        return HUNDRED * self.mean

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def score(self) -> float:
        """Dollars per 100 rounds from a bankroll of $10,000 that is wagered for the fastest growth."""
        return 1e6 * self.mean**2 / self.variance if self.mean > 0 and self.variance > 0 else 0.0

    @property
    def n0(self) -> float:
        """Rounds after which the mean is one deviation above nothing."""
        return self.variance / self.mean**2 if self.mean > 0 else inf

    def ruin(self, bankroll: float) -> float:
        """The risk of losing so many units ever, without an end to play."""
        return exp(-2 * self.mean * bankroll / self.variance) if self.mean > 0 and self.variance > 0 else 1.0

    def bankroll(self, risk: float = RUIN) -> float:
        """The units for which ruin has this risk."""
        return -log(risk) * self.variance / (2 * self.mean) if self.mean > 0 else inf

    def as_json(self) -> dict[str, float | None]:
        numbers = {
            "per_100": self.per_100,
            "deviation": self.deviation,
            "score": self.score,
            "n0": self.n0,
            "bankroll_for_5_percent_ruin": self.bankroll(),
        }
        return {name: None if number == inf else number for name, number in numbers.items()}


class SpreadRow(NamedTuple):
    """The best ramp with a spread, from the same rounds: nothing or one unit is the least wager."""

    spread: int
    sits_out: bool
    units: dict[int, int]
    earned: Earned


class Triggered(NamedTuple):
    """A side wager that is made from a count of its own on, in units of its stake on every box."""

    wager: str
    system: str
    trigger: int | None  # None where no count favours it
    frequency: float
    edge: float
    per_100: float
    error: float


@dataclass(frozen=True)
class CountedFigures:
    plan: Plan
    counts: Counts

    @property
    def counter(self) -> Counter:
        assert self.plan.counter is not None
        return self.plan.counter

    @property
    def counted(self) -> CountedRounds:
        assert self.counts.counted is not None
        return self.counts.counted

    @cached_property
    def all_rounds(self) -> BinSums:
        """Watched and played together: the cards do not know who wagers."""
        played = dict(self.counted.bins.get("played", {}))
        for count, sums in self.counted.bins.get("watched", {}).items():
            played[count] = tuple_sum(played.get(count, NOTHING), sums)
        return dict(sorted(played.items()))

    @property
    def staked(self) -> int:
        """Cents of a unit on every box."""
        return self.plan.stake * self.plan.boxes

    def units(self, count: int) -> int:
        return self.counter.units[count - self.counter.count.least]

    @cached_property
    def rows(self) -> tuple[CountRow, ...]:
        rows = []
        for count, (rounds, net, squares) in self.all_rounds.items():
            mean = net / rounds / self.staked
            variance = max(squares / rounds / self.staked**2 - mean**2, 0.0)
            share = rounds / self.counts.rounds
            rows.append(CountRow(count, rounds, share, mean, sqrt(variance / rounds), self.units(count)))
        return tuple(rows)

    @cached_property
    def earned(self) -> Earned:
        """In the plan's units, on every box; rounds that are only watched count as dealt."""
        played = self.counted.bins.get("played", {})
        return earned(played, self.counts.rounds, self.units, self.plan.stake)

    @property
    def standard_error(self) -> float:
        """Of what 100 rounds win. From whole shoes, whose rounds hang together; shoes differ in rounds."""
        shoes, rounds = self.counted.shoes, self.counts.rounds
        if self.counts.shoes < 2:
            return inf
        mean = shoes.net / rounds
        spread = shoes.net_squares - 2 * mean * shoes.products + mean**2 * shoes.rounds_squares
        return HUNDRED * sqrt(max(spread, 0.0)) / rounds / self.plan.stake

    @property
    def dependence(self) -> float:
        """By how much the variance of whole shoes exceeds that of as many independent rounds."""
        alone = self.earned.variance * self.counts.rounds
        if not alone or self.standard_error == inf:
            return 1.0
        return float((self.standard_error * self.counts.rounds / HUNDRED) ** 2 / alone)

    @property
    def played_share(self) -> float:
        played = sum(sums[0] for sums in self.counted.bins.get("played", {}).values())
        return played / self.counts.rounds if self.counts.rounds else 0.0

    @cached_property
    def mean_wager(self) -> float:
        """Units on each box in rounds that are played."""
        played = self.counted.bins.get("played", {})
        rounds = sum(sums[0] for sums in played.values())
        return sum(sums[0] * self.units(count) for count, sums in played.items()) / rounds if rounds else 0.0

    @cached_property
    def spreads(self) -> tuple[SpreadRow, ...]:
        """The best ramps that these rounds know, every round played or none with a bad count."""
        return tuple(
            best_ramp(self, spread, sits_out=sits_out) for sits_out in (False, True) for spread in SPREADS
        )

    @cached_property
    def sides(self) -> tuple[Triggered, ...]:
        return tuple(self.side(at) for at in range(len(self.counter.sides)))

    def side(self, at: int) -> Triggered:
        watched = self.counter.sides[at]
        sums = self.counted.bins.get(watched.wager, {})
        stake = self.side_stakes[watched.wager] * self.plan.boxes
        best, trigger, wagered = 0.0, None, NOTHING
        so_far = NOTHING
        for count in sorted(sums, reverse=True):
            so_far = tuple_sum(so_far, sums[count])
            if so_far[1] > best:
                best, trigger, wagered = float(so_far[1]), count, so_far
        rounds, net, squares = wagered
        if not rounds:
            return Triggered(watched.wager, watched.kept.name, None, 0.0, 0.0, 0.0, 0.0)
        dealt = self.counts.rounds
        error = sqrt(max(squares - net**2 / rounds, 0.0)) / stake / dealt
        per_round = net / stake / dealt
        return Triggered(
            watched.wager,
            watched.kept.name,
            trigger,
            rounds / dealt,
            net / stake / rounds,
            HUNDRED * per_round,
            HUNDRED * error,
        )

    @cached_property
    def side_stakes(self) -> Mapping[str, int]:
        from vingt.analysis.simulation.side.stakes import stake_of

        rules = self.plan.rules
        stakes = {}
        for each in self.counter.sides:
            offer = rules.wager(each.wager)
            assert offer is not None
            stakes[each.wager] = stake_of(rules, offer, self.plan.stake)
        return stakes

    def as_json(self) -> dict[str, Any]:
        error = self.standard_error
        return {
            "system": self.counter.count.name,
            "count": "running" if self.counter.count.running else "true",
            "rounds": self.counts.rounds,
            "shoes": self.counts.shoes,
            **self.earned.as_json(),
            "per_100_standard_error": None if error == inf else error,
            "dependence": self.dependence,
            "played_share": self.played_share,
            "mean_wager": self.mean_wager,
            "by_count": [asdict(row) for row in self.rows],
            "spreads": [
                {
                    "spread": row.spread,
                    "sits_out": row.sits_out,
                    "units": {str(count): units for count, units in row.units.items()},
                    **row.earned.as_json(),
                }
                for row in self.spreads
            ],
            "sides": [each._asdict() for each in self.sides],
        }


def earned(bins: BinSums, dealt: int, units: Callable[[int], int], stake: int) -> Earned:
    """What these rounds win among all that were dealt."""
    if not dealt:
        return Earned(0.0, 0.0)
    net = sum(units(count) * sums[1] for count, sums in bins.items()) / dealt / stake
    squares = sum(units(count) ** 2 * sums[2] for count, sums in bins.items()) / dealt / stake**2
    return Earned(net, max(squares - net**2, 0.0))


def best_ramp(figures: CountedFigures, spread: int, *, sits_out: bool) -> SpreadRow:
    """Wagers in proportion to the edge of each count are best; how steeply, is tried."""
    edges = {row.count: row.edge for row in figures.rows}
    most = max((edge for edge in edges.values()), default=0.0)
    least = 0 if sits_out else 1
    tried = []
    for scale in range(1, SCALES + 1):
        full = most * scale / SCALES  # the edge from which the whole spread is wagered
        units = {
            count: min(max(round(spread * edge / full), 1), spread) if edge > 0 and full > 0 else least
            for count, edge in edges.items()
        }
        tried.append(
            (units, earned(figures.all_rounds, figures.counts.rounds, units.__getitem__, figures.plan.stake))
        )
    units, best = max(tried, key=lambda each: (each[1].score, each[1].mean))
    return SpreadRow(spread, sits_out, units, best)
