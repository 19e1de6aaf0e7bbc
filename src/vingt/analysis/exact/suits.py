"""What suits add: two suited cards of a bonus pattern may still make its suited or top-suit line, or the
super bonus. Suits change neither the dealer's law nor any other hand, so they are added to what the card
values give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vingt.analysis.exact.dealer_trie import NATURAL
from vingt.analysis.exact.kernels import HIT, SPLIT
from vingt.analysis.exact.main_wager import Solution, UpSolution
from vingt.analysis.exact.split_kernel import put_together
from vingt.analysis.tabulated.hands import VALUES, Floats
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
    line: int  # the hand of that line
    third_chance: float  # of the card that completes it
    won: float  # chance that the completed hand then wins


def suited_hands(solution: Solution, super_bonus: float = 0.0) -> Iterator[SuitedHand]:
    """Every suited two-card hand with a future, against every up card and suit of it that matters;
    `super_bonus` is what the super bonus is worth, in original wagers."""
    found = solution.looked_up
    in_lines = {value for line in found.suit_lines for value in line.values}
    cards = solution.shoe.sum()
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        suits: tuple[int | None, ...] = tuple(range(4)) if up in in_lines else (None,)
        for up_suit in suits:
            weight = solution.shoe[up, up_suit] if up_suit is not None else solution.shoe[up].sum()
            if weight:
                left = remaining(solution, up, up_suit)
                for line in found.suit_lines:
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
    found = solution.looked_up
    rest = left.sum()
    less = 0 if solution.replace else 1
    mixed = found.pays[line.hand]
    won = winning_chance(solution, at_up, line.hand)
    pairs = {tuple(sorted((first, second))) for first in line.values for second in line.values}
    for first, second in sorted(pairs):
        third = line.third(first, second)
        if third is None:
            continue
        hand = found.hands.of(first, second)
        for suit in range(4):
            same = left[second, suit] - (less if first == second else 0)
            chance = left[first, suit] * same / (rest * (rest - less)) * (1 if first == second else 2)
            own = (less if third == first else 0) + (less if third == second else 0)
            have = left[third, suit] - own
            if chance <= 0:
                continue
            third_chance = max(have, 0.0) / (rest - 2 * less)
            gain = found.suit_pays[line.hand][suit] - mixed
            super_hand = makes_super_bonus(solution.rules, at_up.up, line.values)
            if super_hand:
                gain += super_bonus
            adds = third_chance * gain * won
            plain = float(at_up.values.best[hand])
            hit = float(at_up.values.hit[hand]) + adds
            best, chosen = better(at_up, hand, plain, hit)
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
                found.suit_pays[line.hand][suit],
                line.hand,
                third_chance,
                won,
            )


def better(at_up: UpSolution, hand: int, plain: float, hit: float) -> tuple[float, int]:
    """Hitting only gains by the suits: it stays best where it was, and may overtake what was better."""
    chosen = int(at_up.taken.hand[hand])
    return (hit, HIT) if chosen == HIT or hit > plain else (plain, chosen)


def winning_chance(solution: Solution, at_up: UpSolution, hand: int) -> float:
    """The chance that a finished hand wins, given that a checked natural is absent."""
    nets = at_up.stakes.nets[at_up.whole.terms.rows[hand]]
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


# -- split hands -----------------------------------------------------------------------------------------


def add_suits_to_splits(solution: Solution, *, choose: bool = True) -> None:
    """Where bonus lines survive a split, what suits add to the value of each split, averaged over the suits
    of the pair and of the up card. The choice between splitting and not is then made again, unless the play
    is prescribed."""
    found = solution.looked_up
    if not found.suits_survive_split:
        return
    in_lines = {value for line in found.suit_lines for value in line.values}
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        for pair in sorted(in_lines & set(at_up.parts)):
            suits: tuple[int | None, ...] = tuple(range(4)) if up in in_lines else (None,)
            weights = [solution.shoe[up, each] if each is not None else 1 for each in suits]
            gained = [split_gain(solution, at_up, pair, remaining(solution, up, each)) for each in suits]
            at_up.split[pair] += float(np.average(gained, weights=weights))
            hand = found.hands.of(pair, pair)
            splits = at_up.taken.hand[hand] == SPLIT
            if splits or (choose and at_up.split[pair] > at_up.values.best[hand]):
                at_up.values.best[hand] = at_up.split[pair]
                at_up.taken.hand[hand] = SPLIT


def split_gain(solution: Solution, at_up: UpSolution, pair: int, left: Floats) -> float:
    return sum(gain for _, _, gain in suited_split_hits(solution, at_up, pair, left))


def suited_split_hits(
    solution: Solution, at_up: UpSolution, pair: int, left: Floats
) -> Iterator[tuple[int, int, float]]:
    """The second cards and suits with which a split hand is hit, and what the suits add to the split by that:
    where it is hit anyway all of it, and where it is not what hitting gains over the play by values."""
    for line in solution.looked_up.suit_lines:
        for second in range(VALUES):
            third = line.third(pair, second)
            if third is None:
                continue
            for suit in range(4):
                gain = suited_hit_gain(solution, at_up, line, (pair, second, third), suit, left)
                if gain > 0:
                    yield second, suit, gain


def suited_hit_gain(
    solution: Solution,
    at_up: UpSolution,
    line: SuitLine,
    values: tuple[int, int, int],
    suit: int,
    left: Floats,
) -> float:
    """What all hands of a split gain when those that begin with these two cards in this suit are hit."""
    found = solution.looked_up
    pair, second, third = values
    parts = at_up.parts[pair]
    less = 0 if solution.replace else 1
    own = less if second == pair else 0
    second_suit = max(left[second, suit] - own, 0) / max(left[second].sum() - own, 1)
    both = left[pair, suit] / left[pair].sum() * second_suit
    if both <= 0:
        return 0.0
    own = (less if third == pair else 0) + (less if third == second else 0)
    third_suit = max(left[third, suit] - own, 0) / max(left[third].sum() - own, 1)
    pays = found.suit_pays[line.hand][suit] - found.split_pays[line.hand]
    alone, paired = np.zeros_like(parts.alone), np.zeros_like(parts.paired)
    for e in range(len(alone)):
        chance, played, hit, won = parts.seconds[e, second]
        third_chance = third_card_chance(solution, at_up, pair, second, third, e)
        extra = both * (hit + third_chance * third_suit * pays * won - played)
        if second == pair:
            paired[e] = extra
        else:
            alone[e] = chance * extra
    return float(put_together(at_up.shoe, pair, int(found.splits_max[pair]), alone, paired))


def third_card_chance(
    solution: Solution, at_up: UpSolution, pair: int, second: int, third: int, others: int
) -> float:
    left, cards = at_up.shoe.left, at_up.shoe.cards
    if solution.replace:
        return float(left[third] / cards)
    gone = (1 + others if third == pair else 0) + (1 if third == second else 0)
    return float(max(left[third] - gone, 0) / max(cards - 2 - others, 1))
