"""What the main wager can lose: to a count, and to a player who knows every card that is left; insured where
that gains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vingt.analysis.counting.actions import solved
from vingt.analysis.counting.attack import CountWay, Taken, offered, steadied
from vingt.analysis.counting.composition import full_shoe
from vingt.analysis.counting.correlation import best_tags, follows
from vingt.analysis.counting.edge_by_count import COUNTS_SOLVED, EdgeByCount, edge_by_count
from vingt.analysis.counting.playing import PlayingValue, playing_value
from vingt.analysis.counting.removal import Removal, WhenDone, main_removal
from vingt.analysis.counting.shoes import CUTS, ShoeSample, pace_of, sampled
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import SYSTEMS, CountSystem
from vingt.analysis.counting.true_count import shoe_at
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.solution import expectation
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import RANKS
from vingt.core.rules.table_rules import TableRules

SPREAD = 8  # units when the shoe favours the player, against one otherwise
CHECKED = 12  # shoes that are solved to see how far the straight line is off
MOST_HUMAN = 2  # a level that people keep in a casino
TRIGGERS = 40  # whole true counts tried, above and below 0


@dataclass(frozen=True)
class MainRisk:
    """In units of the lowest wager. `held` is by how much the exact value of a few shoes differs from the
    straight line of their cards, on average and in scatter; None where no shoe is solved by its actions, and
    then what perfect play gains is not in `perfect` either."""

    rules: TableRules
    system: CountSystem
    removal: Removal
    counted: tuple[Taken, ...]
    watched: tuple[Taken, ...]  # the same who wagers nothing in rounds that are not raised
    perfect: tuple[Taken, ...]
    flat: float  # best play from the full shoe, per unit, nothing insured
    held: tuple[float, float] | None
    values: MainValues

    def shifted(self, by: float, cut: float, other: TableRules) -> Taken:
        """What the count takes at a table whose every expectation is so much higher."""
        return self.values.at_table(other).counted(cut, by)


@dataclass(frozen=True)
class MainValues:
    """The expectation before each round of the sample, by the count and by every card."""

    sample: ShoeSample
    edges: EdgeByCount
    insured_by_count: Floats  # what insurance adds at each of the counts of `edges`
    by_cards: Floats
    spread: int
    deepest: float = CUTS[-1]

    @cached_property
    def counts(self) -> Floats:
        return self.sample.true_counts(self.edges.system)

    @cached_property
    def beyond(self) -> Floats:
        """How far squares of the count lie above what they are on average."""
        return CountWay(self.edges.system, self.counts).spread_beyond(self.sample)

    @cached_property
    def by_count(self) -> Floats:
        worth = self.edges.worth(self.counts, self.sample.cards_left)
        values: Floats = worth + np.interp(self.counts, self.edges.counts, self.insured_by_count)
        return values

    def at_table(self, rules: TableRules) -> MainValues:
        """With the shoes of another table; its count is worth the same, but for the full shoe's edge."""
        full = full_shoe(rules.cards.decks, [card.rank for card in rules.cards.shoe])
        if (full == self.sample.full).all():
            return self
        sample = sampled(full, self.sample.shoes, self.deepest, pace=pace_of(rules))
        return replace(self, sample=sample, edges=replace(self.edges, shoe=full))

    def taken(self, values: Floats, raised: Ints, cut: float, trigger: int | None, least: int = 1) -> Taken:
        """The spread in rounds that are `raised`, the least in all others."""
        known = [self.counts, self.beyond]
        won = np.where(raised, self.spread, least) * values
        mean, error = steadied(won, known, self.sample, cut)
        frequency, _ = steadied(raised.astype(np.float64), known, self.sample, cut)
        gained, _ = steadied(np.where(raised, values, 0.0), known, self.sample, cut)
        edge = gained / frequency if frequency > 0 else 0.0
        return Taken(cut, trigger, frequency, edge, 100 * mean, 100 * error)

    def counted(self, cut: float, higher: float = 0.0, least: int = 1) -> Taken:
        """Raised from the whole true count from which that gains most."""
        begun, values = self.sample.before(cut), self.by_count + higher
        order = np.argsort(-self.counts[begun])
        gained = np.concatenate([[0.0], np.cumsum(values[begun][order])])
        tried = np.arange(-TRIGGERS, TRIGGERS + 1)
        raised = np.searchsorted(-self.counts[begun][order], -tried, side="right")
        trigger = int(tried[np.argmax(gained[raised])])
        return self.taken(values, self.counts >= trigger, cut, trigger, least)

    def perfect(self, cut: float) -> Taken:
        return self.taken(self.by_cards, self.by_cards > 0, cut, None)


def human_count(removal: Removal) -> CountSystem:
    """The system up to level 2 that follows the main wager best, well-known or found by search."""
    systems = [system for system in SYSTEMS.values() if system.level <= MOST_HUMAN]
    systems += [best.any for best in best_tags(removal) if best.level <= MOST_HUMAN]
    return max(systems, key=lambda system: follows(system, removal))


def main_risk(
    rules: TableRules,
    shoes: int,
    wager: int = 2500,
    spread: int = SPREAD,
    *,
    insurance: Case | None = None,
    cuts: tuple[float, ...] = CUTS,
    done: WhenDone = lambda: None,
) -> MainRisk:
    ranks = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    full = full_shoe(rules.cards.decks, ranks)
    sample = sampled(full, shoes, max(cuts), pace=pace_of(rules))
    removal = main_removal(rules, "best", wager, done)
    system = human_count(removal)
    edges = edge_by_count(rules, system, full, wager, done)
    try:
        playing, _ = playing_value(rules, wager, done)
    except NotCarried:  # two hands of one player, say: their actions are not valued apart
        playing = None
    by_cards = straight_line(removal, playing, sample)
    held = None if playing is None else held_to_solved(rules, removal, sample, by_cards, wager, done)
    insured = np.zeros(len(edges.counts))
    if insurance is not None:
        limit = float(rules.insurance.limit)
        mean_shoes = np.array([shoe_at(system, full, count, full.sum() / 2) for count in edges.counts])
        insured = limit * insurance_gain(insurance, mean_shoes)
        by_cards = by_cards + limit * insurance_gain(insurance, sample.left)
    values = MainValues(sample, edges, insured, by_cards, spread, max(cuts))
    return MainRisk(
        rules,
        system,
        removal,
        tuple(values.counted(cut) for cut in cuts),
        tuple(values.counted(cut, least=0) for cut in cuts),
        tuple(values.perfect(cut) for cut in cuts),
        removal.ev,
        held,
        values,
    )


def insurance_gain(case: Case, shoes: Floats) -> Floats:
    """Of a unit insured from each of these shoes, before anything is dealt, wherever it gains."""
    wager = CountedWager(case)
    worth = wager.expectations(shoes)
    assert worth is not None
    gain: Floats = offered(wager, shoes) * np.maximum(worth, 0.0)
    return gain


def straight_line(removal: Removal, playing: PlayingValue | None, sample: ShoeSample) -> Floats:
    """Effects of removal, less their mean, and what perfect play gains at each depth."""
    size = float(sample.full.sum())
    off = removal.by_card - float((removal.by_card * sample.full).sum()) / size
    line: Floats = removal.ev - (size - 1) * (sample.left @ off) / sample.cards_left
    if playing is None:
        return line
    depths = np.linspace(0.02, 0.9, 12)
    gains = [playing.gained(None, (float(depth),)) for depth in depths]
    values: Floats = line + np.interp(1 - sample.cards_left / size, depths, gains)
    return values


def held_to_solved(
    rules: TableRules, removal: Removal, sample: ShoeSample, by_cards: Floats, wager: int, done: WhenDone
) -> tuple[float, float]:
    """A few shoes of the sample, solved: the exact value less the line, its mean and its scatter."""
    base = removal.ev - expectation(solved(rules, sample.full.astype(np.float64), wager))
    differences = []
    for at in np.linspace(0, len(sample.left) - 1, CHECKED).astype(int):
        exact = expectation(solved(rules, sample.left[at].astype(np.float64), wager)) + base
        differences.append(exact - float(by_cards[at]))
        done()
    return float(np.mean(differences)), float(np.std(differences))


def main_risk_steps(removal_steps: int, playing_steps: int) -> int:
    return removal_steps + COUNTS_SOLVED + playing_steps + CHECKED
