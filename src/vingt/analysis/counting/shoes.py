"""Shoes as a player sees them before each round: shuffled, and dealt round after round to the cut.

What is left of a shuffled shoe at a depth has the same law however it was played. A round of one box takes
four cards and some more: how many more is drawn (Poisson), apart from which cards they are."""

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

CARDS_A_ROUND = 5.4  # one box against the dealer, on average
FEWEST = 4
CUTS = (2 / 3, 3 / 4, 5 / 6)  # three penetrations: the share of the shoe that is dealt
SEED = 20


@dataclass(frozen=True)
class ShoeSample:
    """One row for each round: `left[round, card]` before it, `depth` how many cards are gone, `shoe` the
    number of its shoe."""

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
        cards: Floats = self.full.sum() - self.depth.astype(np.float64)
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


def sampled(full: Ints, shoes: int, cut: float = CUTS[-1], seed: int = SEED) -> ShoeSample:
    cards, chance = int(full.sum()), np.random.default_rng(seed)
    order = chance.permuted(np.tile(np.repeat(np.arange(len(KINDS)), full), (shoes, 1)), axis=1)
    left = np.tile(full.astype(np.int16), (shoes, 1))
    depth = np.zeros(shoes, dtype=np.int64)
    number = np.arange(shoes)
    rows: list[tuple[Ints, Ints, Ints]] = []
    while (dealt := depth < min(cut * cards, cards - 20)).any():
        rows.append((left[dealt].copy(), depth[dealt], number[dealt]))
        takes = np.where(dealt, FEWEST + chance.poisson(CARDS_A_ROUND - FEWEST, shoes), 0)
        for at in range(int(takes.max())):
            taking = np.nonzero((at < takes) & (depth + at < cards))[0]
            left[taking, order[taking, depth[taking] + at]] -= 1
        depth = np.minimum(depth + takes, cards)
    by_shoe = np.argsort(np.concatenate([row[2] for row in rows]), kind="stable")
    left, depth, number = (np.concatenate([row[at] for row in rows])[by_shoe] for at in range(3))
    return ShoeSample(full, left, depth, number)
