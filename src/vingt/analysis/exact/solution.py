"""Values and play of a solved table, for each up card, and what a round comes to by them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vingt.analysis.exact.kernel.dealer_trie import NATURAL
from vingt.analysis.exact.kernel.hands import CardsLeft, Play, Stakes, Terms, Tree, Values, Walk
from vingt.analysis.exact.kernel.splits import SplitParts
from vingt.analysis.exact.lookups import ExactLookups
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats, Ints
from vingt.core.rules.table_rules import TableRules


@dataclass
class Prescription:
    """A play to follow instead of the best one; FREE where the best is wanted. Split hands have their own."""

    play: Play
    split: Play
    aces: Play


@dataclass
class Family:
    """Hands of one family (whole, split, split aces): their terms, values and the play taken."""

    terms: Terms
    values: Values
    taken: Play

    def copied(self) -> Family:
        values = Values(self.values.dealer, *(each.copy() for each in self.values[1:]))
        return Family(self.terms, values, Play(*(each.copy() for each in self.taken)))


@dataclass(frozen=True)
class PairSuits:
    """A pair whose suits decide whether it is split: `split[up suit, suit, suit]` is what splitting it is
    worth, `otherwise` what the best of all else is, whatever the suits."""

    split: Floats
    otherwise: float
    action: int

    @property
    def splits(self) -> Any:
        return self.split > self.otherwise

    @property
    def best(self) -> Floats:
        return np.maximum(self.split, self.otherwise)


@dataclass
class UpSolution:
    """Everything about one up card. Values are in original wagers and weigh only rounds in which the dealer,
    where that is checked first, has no natural: divide by `clear` for the expectation at the table."""

    up: int
    shoe: CardsLeft
    walk: Walk
    tree: Tree
    stakes: Stakes
    which: Ints  # the hands this shoe can deal, most cards first
    whole: Family
    split_hands: Family
    split_aces: Family
    clear: Floats
    surrender: Floats
    split: Floats = field(default_factory=lambda: np.full(VALUES, -np.inf))  # by pair value
    parts: dict[int, SplitParts] = field(default_factory=dict)
    pair_suits: dict[int, PairSuits] = field(default_factory=dict)  # filled in where suits survive a split

    @property
    def values(self) -> Values:
        return self.whole.values

    @property
    def taken(self) -> Play:
        return self.whole.taken

    def family(self, pair: int) -> Family:
        return self.split_aces if pair == ACE else self.split_hands

    def copied(self) -> UpSolution:
        """To be played another way; what no play changes is shared."""
        return replace(
            self,
            whole=self.whole.copied(),
            split_hands=self.split_hands.copied(),
            split_aces=self.split_aces.copied(),
            surrender=self.surrender.copy(),
            split=self.split.copy(),
            parts=dict(self.parts),
            pair_suits=dict(self.pair_suits),
        )


@dataclass
class Solution:
    rules: TableRules
    looked_up: ExactLookups
    shoe: Ints  # [value, suit]
    replace: bool
    ups: list[UpSolution | None]
    even_money: bool = True  # taken where it is best


def first_two_cards(solution: Solution, at_up: UpSolution) -> list[tuple[int, int, int, float]]:
    """Every pair of first values with its hand and its chance, once the up card is gone."""
    left, rest = at_up.shoe.left, at_up.shoe.cards
    less = 0 if solution.replace else 1
    deals = []
    for first in range(VALUES):
        for second in range(first, VALUES):
            if first == second:
                chance = left[first] * (left[first] - less) / (rest * (rest - less))
            else:
                chance = 2 * left[first] * left[second] / (rest * (rest - less))
            if chance > 0:
                deals.append((first, second, solution.looked_up.hands.of(first, second), chance))
    return deals


def found_by_looking(solution: Solution, at_up: UpSolution, hand: int) -> float:
    """What two cards net where the dealer looks and has a natural."""
    looked_up = solution.looked_up
    return float(looked_up.settled[at_up.up].nets[looked_up.rows[0, hand], NATURAL])


def natural_played(solution: Solution, at_up: UpSolution, hand: int) -> float:
    """What a natural is worth that waits for the dealer's second card."""
    tied = found_by_looking(solution, at_up, hand)
    return float(at_up.values.best[hand] + (1 - at_up.clear[hand]) * tied)


def even_money(solution: Solution, at_up: UpSolution, hand: int) -> float | None:
    """What a natural is exchanged for before anybody looks, where that is offered and worth more."""
    even = solution.looked_up.even_money[at_up.up] if solution.even_money else None
    return even if even is not None and even > natural_played(solution, at_up, hand) else None


def natural_value(solution: Solution, at_up: UpSolution, hand: int) -> float:
    even = even_money(solution, at_up, hand)
    return natural_played(solution, at_up, hand) if even is None else even


def expectation(solution: Solution) -> float:
    """The value of a round to the player per unit wagered, suits apart."""
    shoe = solution.shoe.sum(axis=1)
    value = 0.0
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        for first, second, hand, chance in first_two_cards(solution, at_up):
            if {first, second} == {ACE, TEN}:
                worth = natural_value(solution, at_up, hand)
            else:
                lost = found_by_looking(solution, at_up, hand)
                worth = at_up.values.best[hand] + (1 - at_up.clear[hand]) * lost
            value += shoe[up] / shoe.sum() * chance * worth
    return float(value)
