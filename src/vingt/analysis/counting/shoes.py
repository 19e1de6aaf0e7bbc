"""Shoes as a player sees them before each round: shuffled, and dealt round after round to the cut.

What is left of a shuffled shoe at a depth has the same law however it was played. A round of one box takes
four cards and some more: how many more is drawn (Poisson), apart from which cards they are. A card that is
burned face down is gone from the shoe, and for the player it is still among the cards not seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vingt.analysis.counting.composition import KINDS
from vingt.analysis.counting.first_cards import Handfuls
from vingt.analysis.counting.systems import DECK, CountSystem
from vingt.analysis.counting.true_count import mean_tag
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.cards import SUITS
from vingt.core.rules.table_rules import TableRules

CARDS_A_ROUND = 5.4  # one box against the dealer, on average
CARDS_A_HAND = 2.95  # each hand more, where one player has two
LEFT_OVER = 12  # a round that might take the last cards is not begun
CUTS = (2 / 3, 3 / 4, 5 / 6)  # three penetrations: the share of the shoe that is dealt
SEED = 20


@dataclass(frozen=True)
class DealPace:
    """How fast a shoe goes: cards of a round on average and at least, cards burned unseen, and after how many
    rounds it is shuffled whatever is left."""

    cards: float = CARDS_A_ROUND
    fewest: int = 4
    burned_first: int = 0
    burned_each: int = 0
    rounds_most: int | None = None


def pace_of(rules: TableRules) -> DealPace:
    more = rules.variant.boxes_each - 1
    return DealPace(
        CARDS_A_ROUND + more * CARDS_A_HAND,
        4 + 2 * more,
        rules.shoe.burn_on_load,
        rules.variant.burned_before_round,
        rules.variant.rounds_per_shuffle,
    )


@dataclass(frozen=True)
class ShoeSample:
    """One row for each round: `left[round, card]` not seen before it, `depth` how many cards are gone, `shoe`
    the number of its shoe."""

    full: Ints
    left: Ints
    depth: Ints
    shoe: Ints
    known: dict[int, Floats] = field(default_factory=dict)

    @property
    def shoes(self) -> int:
        return int(self.shoe[-1]) + 1

    @cached_property
    def cards_left(self) -> Floats:
        """Those that were not seen."""
        cards: Floats = self.left.sum(axis=1, dtype=np.float64)
        return cards

    def before(self, cut: float) -> Ints:
        """The rounds that begin before the cut."""
        begun: Ints = self.depth < cut * self.full.sum()
        return begun

    def chances(self, deals: Handfuls) -> Floats:
        """What a wager on first cards finds in every shoe; once for all paytables of it."""
        if id(deals) not in self.known:
            self.known[id(deals)] = deals.chances(self.left)
        return self.known[id(deals)]

    def true_counts(self, system: CountSystem) -> Floats:
        """Less what the cards of an unbalanced system add on average."""
        off = system.array - mean_tag(system, self.full)
        gone = (self.full - self.left) @ off
        counts: Floats = gone * DECK / self.cards_left
        return counts

    def suit_counts(self) -> Floats:
        """The most abundant suit less the least abundant, for each 52 cards left."""
        of_suits = self.left.reshape(len(self.left), -1, len(SUITS)).sum(axis=1)
        counts: Floats = np.ptp(of_suits, axis=1) * DECK / self.cards_left
        return counts


def sampled(
    full: Ints, shoes: int, cut: float = CUTS[-1], seed: int = SEED, pace: DealPace | None = None
) -> ShoeSample:
    pace = pace or DealPace()
    cards, chance = int(full.sum()), np.random.default_rng(seed)
    order = chance.permuted(np.tile(np.repeat(np.arange(len(KINDS)), full), (shoes, 1)), axis=1)
    left = np.tile(full.astype(np.int16), (shoes, 1))
    depth = np.full(shoes, pace.burned_first, dtype=np.int64)
    number = np.arange(shoes)
    rows: list[tuple[Ints, Ints, Ints]] = []
    while (dealt := depth < min(cut * cards, cards - LEFT_OVER)).any() and len(rows) != pace.rounds_most:
        rows.append((left[dealt].copy(), depth[dealt], number[dealt]))
        depth = np.where(dealt, depth + pace.burned_each, depth)
        takes = np.where(dealt, pace.fewest + chance.poisson(pace.cards - pace.fewest, shoes), 0)
        for at in range(int(takes.max())):
            taking = np.nonzero((at < takes) & (depth + at < cards))[0]
            left[taking, order[taking, depth[taking] + at]] -= 1
        depth = np.minimum(depth + takes, cards)
    by_shoe = np.argsort(np.concatenate([row[2] for row in rows]), kind="stable")
    left, depth, number = (np.concatenate([row[at] for row in rows])[by_shoe] for at in range(3))
    return ShoeSample(full, left, depth, number)
