"""Shoes as a player sees them before each round: shuffled, and dealt round after round to the cut.

A round of one box takes four cards and more until hands are full: small cards make it longer, so that fewer
rounds are dealt from the shoes that end rich (the cut-card effect). How full, is drawn. A card that is burned
face down is gone from the shoe, and for the player it is still among the cards not seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vingt.analysis.counting.composition import KINDS, VALUE_OF_KIND
from vingt.analysis.counting.first_cards import Handfuls
from vingt.analysis.counting.systems import DECK, CountSystem
from vingt.analysis.counting.true_count import mean_tag
from vingt.analysis.tabulated.hands import ACE, Floats, Ints
from vingt.core.cards import SUITS
from vingt.core.rules.table_rules import TableRules

CARDS_A_ROUND = 5.4  # one box against the dealer, on average
CARDS_A_HAND = 2.95  # each hand more, where one player has two
FULL_HANDS_VARY = 4.0  # points, from round to round
LAST_CARD_OVERSHOOTS = 4.3  # points, on average
PROBES = 12
LEFT_OVER = 12  # a round that might take the last cards is not begun
POINTS_OF_KIND: Ints = np.where(VALUE_OF_KIND == ACE, 11, VALUE_OF_KIND + 1)
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
    the number of its shoe. Further rows, `probe`, are at the same depths in every shoe, whatever rounds were
    dealt: there a card dealt unseen changes nothing, and so they tell by how much this sample is off."""

    full: Ints
    left: Ints
    depth: Ints
    shoe: Ints
    probe: Ints
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
        begun: Ints = ~self.probe & (self.depth < cut * self.full.sum())
        return begun

    def probed(self, cut: float) -> Ints:
        probed: Ints = self.probe & (self.depth < cut * self.full.sum())
        return probed

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
    number, points = np.arange(shoes), POINTS_OF_KIND.astype(np.float64)
    full_hands = pace.cards * float((full * points).sum()) / cards - LAST_CARD_OVERSHOOTS
    rows: list[tuple[Ints, Ints, Ints]] = []
    while (dealt := depth < min(cut * cards, cards - LEFT_OVER)).any() and len(rows) != pace.rounds_most:
        rows.append((left[dealt].copy(), depth[dealt], number[dealt]))
        depth = np.where(dealt, depth + pace.burned_each, depth)
        wanted = np.where(dealt, chance.normal(full_hands, FULL_HANDS_VARY, shoes), 0.0)
        fewest, held = np.where(dealt, pace.fewest, 0), np.zeros(shoes)
        while (taking := np.nonzero(((fewest > 0) | (held < wanted)) & (depth < cards))[0]).size:
            card = order[taking, depth[taking]]
            left[taking, card] -= 1
            held[taking] += points[card]
            fewest[taking] -= 1
            depth[taking] += 1
    rounds = sum(len(row[1]) for row in rows)
    rows += probes(full, order, int(cut * cards))
    by_shoe = np.argsort(np.concatenate([row[2] for row in rows]), kind="stable")
    left, depth, number = (np.concatenate([row[at] for row in rows])[by_shoe] for at in range(3))
    return ShoeSample(full, left, depth, number, by_shoe >= rounds)


def probes(full: Ints, order: Ints, deepest: int) -> list[tuple[Ints, Ints, Ints]]:
    """What is left of every shoe at a dozen depths."""
    shoes = len(order)
    left, number, rows = np.tile(full.astype(np.int16), (shoes, 1)), np.arange(shoes), []
    reached = 0
    for depth in np.linspace(0, deepest, PROBES + 2)[1:-1].astype(int).tolist():
        for at in range(reached, depth):
            left[number, order[:, at]] -= 1
        reached = depth
        rows.append((left.copy(), np.full(shoes, depth, dtype=np.int64), number))
    return rows
