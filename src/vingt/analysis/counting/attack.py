"""What a side wager loses to a player who makes it only when the count, or the shoe itself, says so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vingt.analysis.counting.composition import KINDS
from vingt.analysis.counting.correlation import best_tags
from vingt.analysis.counting.removal import Removal, side_removal
from vingt.analysis.counting.shoes import CUTS, ShoeSample
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS

SUIT_COUNT = "most abundant suit less least abundant"
TRIGGERS = range(0, 41)
ROUNDS_A_DECK = 8


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
    at the three cuts."""

    case: Case
    removal: Removal
    system: CountSystem | None  # None where suits are counted
    counted: tuple[Taken, ...]
    perfect: tuple[Taken, ...]
    fixed_part: bool  # lines paid from a meter count nothing
    linear: bool  # reckoned from effects of removal, because each shoe would have to be solved
    shoes: int

    @property
    def system_name(self) -> str:
        return SUIT_COUNT if self.system is None else self.system.name


def attack(case: Case, sample: ShoeSample, cuts: tuple[float, ...] = CUTS) -> Attack | None:
    """None where there is nothing to count for: a wheel without weights has no expectation, and what costs
    nothing is taken every round."""
    wager = CountedWager(case)
    if wager.measured != "ev" or wager.valued.covers == "added value":
        return None
    removal = side_removal(case)
    values, linear = expectations(wager, removal, sample)
    often = offered(wager, sample)
    ways: list[tuple[CountSystem | None, Floats]] = [(None, sample.suit_counts())]
    for best in best_tags(removal):
        for system in (best.any, best.balanced):
            if system is not None and any(system.tags):
                ways.append((system, sample.true_counts(system)))
    tried = [(system, triggered(values, often, counts, sample, cuts)) for system, counts in ways]
    system, counted = max(tried, key=lambda way: way[1][-1].per_100)
    perfect = tuple(taken(values > 0, values, often, sample, cut, None) for cut in cuts)
    fixed = wager.valued.covers == "fixed part"
    return Attack(case, removal, system, counted, perfect, fixed, linear, sample.shoes)


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


def offered(wager: CountedWager, sample: ShoeSample) -> Floats:
    """How often the wager is offered from each shoe."""
    up = sight_of(EVALUATORS[wager.case.wager.evaluator]).up
    if up is None:
        return np.ones(len(sample.left))
    of_rank = [at for at, card in enumerate(KINDS) if card.rank == up]
    share: Floats = sample.left[:, of_rank].sum(axis=1) / sample.cards_left
    return share


def triggered(
    values: Floats, often: Floats, counts: Floats, sample: ShoeSample, cuts: tuple[float, ...]
) -> tuple[Taken, ...]:
    """At each cut the whole true count from which wagering takes most."""
    found = []
    for cut in cuts:
        begun = sample.before(cut)
        worth, count = (values * often)[begun], counts[begun]
        order = np.argsort(-count)
        total = np.concatenate([[0.0], np.cumsum(worth[order])])
        made = np.searchsorted(-count[order], -np.array(TRIGGERS, dtype=float), side="right")
        trigger = TRIGGERS[int(np.argmax(total[made]))]
        found.append(taken(counts >= trigger, values, often, sample, cut, trigger))
    return tuple(found)


def taken(
    made: Ints, values: Floats, often: Floats, sample: ShoeSample, cut: float, trigger: int | None
) -> Taken:
    begun = sample.before(cut)
    staked = (made * often)[begun]
    won = staked * values[begun]
    frequency, mean = float(staked.mean()), float(won.mean())
    of_shoes = np.bincount(sample.shoe[begun], won - mean, minlength=sample.shoes)
    error = float(np.sqrt((of_shoes**2).sum())) / len(won)
    edge = mean / frequency if frequency > 0 else 0.0
    return Taken(cut, trigger, frequency, edge, 100 * mean, 100 * error)


def shoes_for(case: Case, most: int = 3000) -> int:
    """So many shoes that a wager takes seconds."""
    wager = CountedWager(case)
    deals = wager.first_cards
    work = len(deals.members) if deals is not None else 6000
    return max(150, min(most, int(1.5e9 / (case.decks * ROUNDS_A_DECK * max(work, 1)))))
