"""What a side wager loses to a player who makes it only when the count, or the shoe itself, says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vingt.analysis.counting.composition import KINDS
from vingt.analysis.counting.correlation import best_tags
from vingt.analysis.counting.edge_by_count import count_deviation
from vingt.analysis.counting.removal import Removal, side_removal
from vingt.analysis.counting.shoes import CUTS, ShoeSample
from vingt.analysis.counting.side_wager import CountedWager, MetersStand
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS

SUIT_COUNT = "most abundant suit less least abundant"
TRIGGERS = range(0, 41)
ROUNDS_A_DECK = 8
CLOSED = 0.02  # units per 100 rounds to the best count found: less is nobody's work
SHALLOWEST = 0.1  # a cut that rulebooks here still permit
HALVINGS = 7  # a cut is found to half a percent of the shoe


@dataclass(frozen=True)
class Taken:
    """What one way of wagering takes at one cut, in units of a flat side wager: it is made in `frequency` of
    the rounds, at `edge` on average. Errors are of the sample of shoes."""

    cut: float
    trigger: int | None
    frequency: float
    edge: float
    per_100: float
    error: float


@dataclass(frozen=True)
class Attack:
    """`counted` by the best human count found, `perfect` by a player who knows every card that is left; each
    at every cut. `closes_at` is the deepest cut at which the count takes nothing worth it: 0 where none
    does, 1 where even the deepest does not open it."""

    case: Case
    removal: Removal
    system: CountSystem | None  # None where suits are counted
    counted: tuple[Taken, ...]
    perfect: tuple[Taken, ...]
    meters: MetersStand  # where they stand; without them lines paid from a meter count nothing
    linear: bool  # reckoned from effects of removal, because each shoe would have to be solved
    shoes: int
    closes_at: float

    @property
    def system_name(self) -> str:
        return SUIT_COUNT if self.system is None else self.system.name

    @property
    def fixed_part(self) -> bool:
        """Whether a meter is left out of it."""
        return CountedWager(self.case).valued.covers == "fixed part" and not self.meters


@dataclass(frozen=True)
class CountWay:
    """One count of the rounds of a sample; None stands for that of suits."""

    system: CountSystem | None
    counts: Floats

    def steadying(self, sample: ShoeSample, nothing: Floats) -> list[Floats]:
        """What is 0 on average at every depth."""
        return [nothing] if self.system is None else [nothing, self.counts, self.spread_beyond(sample)]

    def spread_beyond(self, sample: ShoeSample) -> Floats:
        """How far squares of the count lie above what they are on average."""
        assert self.system is not None
        beyond: Floats = self.counts**2 - count_deviation(self.system, sample.full, sample.cards_left) ** 2
        return beyond


def attack(
    case: Case, sample: ShoeSample, cuts: tuple[float, ...] = CUTS, meters: MetersStand = ()
) -> Attack | None:
    """None where there is nothing to count for: a wheel without weights has no expectation, and what costs
    nothing is taken every round."""
    wager = CountedWager(case, meters)
    if wager.measured != "ev" or wager.valued.covers == "added value":
        return None
    removal = side_removal(case, meters=meters)
    values, linear = expectations(wager, removal, sample)
    often = offered(wager, sample.left)
    ways = ways_to_count(removal, sample)
    nothing = off_the_full(wager, values, often)
    tried = [(way, triggered(values, often, way, sample, cuts, nothing)) for way in ways]
    best, counted = max(tried, key=lambda each: each[1][-1].per_100)
    known = best.steadying(sample, nothing)  # alike for both, so that no count takes more than can be known
    perfect = tuple(taken(values > 0, values, often, sample, cut, None, known) for cut in cuts)

    def takes(cut: float) -> float:
        return max(triggered(values, often, way, sample, (cut,), nothing)[0].per_100 for way in ways)

    closes_at = last_below(takes, CLOSED, SHALLOWEST, cuts[-1])
    return Attack(case, removal, best.system, counted, perfect, meters, linear, sample.shoes, closes_at)


def off_the_full(wager: CountedWager, values: Floats, often: Floats) -> Floats:
    """What a round is worth above the full shoe's: nothing on average, because a card dealt unseen changes
    nothing."""
    full = float(wager.offered(wager.shoe) * wager.expectation(wager.shoe))
    off: Floats = values * often - full
    return off


def ways_to_count(removal: Removal, sample: ShoeSample) -> list[CountWay]:
    """The best whole tags of each level, balanced or not, and the count of suits."""
    ways = [CountWay(None, sample.suit_counts())]
    for best in best_tags(removal):
        for system in (best.any, best.balanced):
            if system is not None and any(system.tags):
                ways.append(CountWay(system, sample.true_counts(system)))
    return ways


def last_below(rising: Callable[[float], float], limit: float, least: float, most: float) -> float:
    """Where something that rises reaches a limit: 0 where it lies above it from the least on, 1 where it
    never does."""
    if rising(most) < limit:
        return 1.0
    if rising(least) >= limit:
        return 0.0
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        least, most = (middle, most) if rising(middle) < limit else (least, middle)
    return least


def expectations(wager: CountedWager, removal: Removal, sample: ShoeSample) -> tuple[Floats, bool]:
    """Before each round, exactly where that is quick; else as a straight line of the cards that are gone."""
    if wager.first_cards is not None:
        return wager.from_chances(wager.first_cards, sample.chances(wager.first_cards)), False
    exact = wager.expectations(sample.left)
    if exact is not None:
        return exact, False
    full = sample.full
    off = removal.by_card - float((removal.by_card * full).sum()) / float(full.sum())
    moved = (float(full.sum()) - 1) * (sample.left @ off) / sample.cards_left
    return removal.ev - moved, True


def offered(wager: CountedWager, shoes: Floats) -> Floats:
    """How often the wager is offered from each shoe."""
    up = sight_of(EVALUATORS[wager.case.wager.evaluator]).up
    if up is None:
        return np.ones(len(shoes))
    of_rank = [at for at, card in enumerate(KINDS) if card.rank == up]
    share: Floats = shoes[:, of_rank].sum(axis=1) / shoes.sum(axis=1)
    return share


def triggered(
    values: Floats,
    often: Floats,
    way: CountWay,
    sample: ShoeSample,
    cuts: tuple[float, ...],
    nothing: Floats,
) -> tuple[Taken, ...]:
    """At each cut the whole true count from which wagering takes most. `nothing` is 0 on average at every
    depth."""
    by_cut = []
    for cut in cuts:
        begun = sample.before(cut)
        worth, count = (values * often)[begun], way.counts[begun]
        order = np.argsort(-count)
        total = np.concatenate([[0.0], np.cumsum(worth[order])])
        wagered = np.searchsorted(-count[order], -np.array(TRIGGERS, dtype=float), side="right")
        trigger = TRIGGERS[int(np.argmax(total[wagered]))]
        known = way.steadying(sample, nothing)
        by_cut.append(taken(way.counts >= trigger, values, often, sample, cut, trigger, known))
    return tuple(by_cut)


def taken(
    made: Ints,
    values: Floats,
    often: Floats,
    sample: ShoeSample,
    cut: float,
    trigger: int | None,
    known: Sequence[Floats] = (),
) -> Taken:
    staked = made * often
    frequency, _ = steadied(staked, known, sample, cut)
    mean, error = steadied(staked * values, known, sample, cut)
    edge = mean / frequency if frequency > 0 else 0.0
    return Taken(cut, trigger, frequency, edge, 100 * mean, 100 * error)


def steadied(
    of_rounds: Floats, known: Sequence[Floats], sample: ShoeSample, cut: float
) -> tuple[float, float]:
    """The mean over rounds begun before the cut, and its error from whole shoes; less what of it follows from
    how far things of this sample are off that are known to be 0 on average at every depth."""
    begun, probed = sample.before(cut), sample.probed(cut)
    rounds = of_rounds[begun]
    mean = float(rounds.mean())
    of_shoes = np.bincount(sample.shoe[begun], rounds - mean, minlength=sample.shoes)
    if known and of_shoes.any() and probed.any():
        shoe = sample.shoe[probed]
        off = np.array([np.bincount(shoe, each[probed], minlength=sample.shoes) for each in known]).T
        slopes, *_ = np.linalg.lstsq(off - off.mean(axis=0), of_shoes, rcond=None)
        of_shoes = of_shoes - off @ slopes
        mean += float(of_shoes.sum()) / len(rounds)
        of_shoes = of_shoes - of_shoes.mean()
    return mean, float(np.sqrt((of_shoes**2).sum())) / len(rounds)


def shoes_for(case: Case, most: int = 3000) -> int:
    """So many shoes that a wager takes seconds."""
    wager = CountedWager(case)
    deals = wager.first_cards
    work = len(deals.members) if deals is not None else 6000
    return max(150, min(most, int(1.5e9 / (case.decks * ROUNDS_A_DECK * max(work, 1)))))
