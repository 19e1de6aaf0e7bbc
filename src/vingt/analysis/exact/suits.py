"""What suits add: two suited cards of a bonus pattern may still make its suited or top-suit line, or the
super bonus. Suits change neither the dealer's law nor any other hand, so they are added to what the card
values give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vingt.analysis.actions import HIT, SPLIT
from vingt.analysis.exact.kernel.dealer_trie import NATURAL
from vingt.analysis.exact.solution import Solution, UpSolution
from vingt.analysis.tabulated.hands import Floats
from vingt.analysis.tabulated.rights import SuitLine
from vingt.analysis.tabulated.super_bonus import makes_super_bonus


@dataclass(frozen=True)
class SuitedHand:
    """Two cards of one suit that a third of that suit completes to a better line."""

    up: int
    up_suit: int | None
    first: int
    second: int
    suit: int
    chance: float  # of this deal, up card included
    adds: float  # to the value of hitting
    hit: float
    plain: float  # the best play when the suits do not match
    best: float
    chosen: int
    super_chance: float  # of the super bonus when hit
    pays: float  # what the completed line pays in this suit
    line: SuitLine
    third_chance: float  # of the card that completes it
    won: float  # chance that the completed hand then wins


def suited_hands(solution: Solution, super_bonus: float = 0.0) -> Iterator[SuitedHand]:
    """Every suited two-card hand with a future, against every up card and suit of it that matters;
    `super_bonus` is what the super bonus is worth, in original wagers."""
    lookups = solution.looked_up
    in_lines = {value for line in lookups.suit_lines for value in line.values}
    cards = solution.shoe.sum()
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        suits: tuple[int | None, ...] = tuple(range(4)) if up in in_lines else (None,)
        for up_suit in suits:
            weight = solution.shoe[up, up_suit] if up_suit is not None else solution.shoe[up].sum()
            if weight:
                left = remaining(solution, up, up_suit)
                for line in lookups.suit_lines:
                    yield from line_hands(solution, at_up, line, up_suit, left, weight / cards, super_bonus)


def remaining(solution: Solution, up: int, up_suit: int | None) -> Floats:
    """Cards by value and suit once the up card is gone; a suit that does not matter is spread."""
    left = solution.shoe.astype(np.float64).copy()
    if not solution.replace:
        if up_suit is not None:
            left[up, up_suit] -= 1
        else:
            left[up] -= left[up] / left[up].sum()
    return left


def line_hands(
    solution: Solution,
    at_up: UpSolution,
    line: SuitLine,
    up_suit: int | None,
    left: Floats,
    weight: float,
    super_bonus: float,
) -> Iterator[SuitedHand]:
    lookups = solution.looked_up
    rest = left.sum()
    less = 0 if solution.replace else 1
    mixed = lookups.pays[line.hand]
    won = winning_chance(solution, at_up, line.hand)
    pairs = {tuple(sorted((first, second))) for first in line.values for second in line.values}
    for first, second in sorted(pairs):
        third = line.third(first, second)
        if third is None:
            continue
        hand = lookups.hands.of(first, second)
        for suit in range(4):
            same = left[second, suit] - (less if first == second else 0)
            chance = left[first, suit] * same / (rest * (rest - less)) * (1 if first == second else 2)
            own = (less if third == first else 0) + (less if third == second else 0)
            have = left[third, suit] - own
            if chance <= 0:
                continue
            third_chance = max(have, 0.0) / (rest - 2 * less)
            gain = lookups.suit_pays[line.hand][suit] - mixed
            super_hand = makes_super_bonus(solution.rules, at_up.up, line.values)
            if super_hand:
                gain += super_bonus
            adds = third_chance * gain * won
            plain, action = by_values(at_up, (first, second), hand, up_suit, suit)
            hit = float(at_up.values.hit[hand]) + adds
            # Hitting only gains by the suits: it stays best where it was, and may overtake what was better.
            best, chosen = (hit, HIT) if action == HIT or hit > plain else (plain, action)
            yield SuitedHand(
                at_up.up,
                up_suit,
                first,
                second,
                suit,
                weight * chance,
                adds,
                hit,
                plain,
                best,
                chosen,
                third_chance * won if super_hand else 0.0,
                lookups.suit_pays[line.hand][suit],
                line,
                third_chance,
                won,
            )


def by_values(
    at_up: UpSolution, values: tuple[int, int], hand: int, up_suit: int | None, suit: int
) -> tuple[float, int]:
    """What two cards of one suit are worth before their own line counts, and what is done with them."""
    if values[0] != values[1] or values[0] not in at_up.pair_suits:
        return float(at_up.values.best[hand]), int(at_up.taken.hand[hand])
    suits = at_up.pair_suits[values[0]]
    at = up_suit or 0, suit, suit  # against up cards whose suit does not matter all four are alike
    return float(suits.best[at]), SPLIT if suits.splits[at] else suits.action


def winning_chance(solution: Solution, at_up: UpSolution, hand: int, *, split: bool = False) -> float:
    """The chance that a finished hand wins, given that a checked natural is absent."""
    family = at_up.split_hands if split else at_up.whole
    nets = at_up.stakes.nets[family.terms.rows[hand]]
    with_natural = not solution.looked_up.peeks[at_up.up]
    return float(
        sum(
            chance
            for outcome, chance in enumerate(at_up.values.dealer[hand])
            if nets[outcome] > 0 and (outcome != NATURAL or with_natural)
        )
    )


def suits_add(solution: Solution, super_bonus: float = 0.0) -> float:
    """What suited hands add to the value of a round."""
    return sum(hand.chance * (hand.best - hand.plain) for hand in suited_hands(solution, super_bonus))
