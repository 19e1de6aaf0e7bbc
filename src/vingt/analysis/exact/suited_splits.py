"""What suits add to splits, where bonus lines survive them: two suited cards of a split hand may still make a
suited or top-suit line. How much depends on the suits of the pair, and so does whether to split it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from vingt.analysis.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from vingt.analysis.exact.kernel.hands import CardsLeft
from vingt.analysis.exact.kernel.splits import none_of_pair, pair_chance
from vingt.analysis.exact.solution import PairSuits, Solution, UpSolution
from vingt.analysis.exact.suits import remaining
from vingt.analysis.tabulated.hands import VALUES, Floats
from vingt.analysis.tabulated.rights import SuitLine

FIRST, SECOND, LATER = 0, 1, 2  # the hand on the pair's first card, on its second, on a card drawn to it
ALONE, PAIRED = 0, 1  # by what the hand's second card is
Says = Callable[[int, int, bool], bool]  # (hand, up, whether the suit is one that pays best) -> hit?


@dataclass(frozen=True)
class SuitedHit:
    """Split hands that begin with these two cards of one suit are hit."""

    line: SuitLine
    second: int
    third: int
    suit: int


def add_suits_to_splits(solution: Solution, *, choose: bool = True, says: Says | None = None) -> None:
    """Add to each split what suits add to it. With `choose` the choice between splitting and not is made
    again for the suits of each pair; `says` is whether a suited pattern is hit, otherwise it is where that
    gains."""
    lookups = solution.looked_up
    if not lookups.suits_survive_split:
        return
    for up, at_up in enumerate(solution.ups):
        for pair in sorted(suited_values(solution) & set(at_up.parts)) if at_up is not None else ():
            assert at_up is not None
            gains, chances = np.zeros((4, 4, 4)), np.zeros((4, 4, 4))
            matters = up in suited_values(solution)
            for up_suit in range(4) if matters else (None,):
                at = slice(None) if up_suit is None else up_suit
                left = remaining(solution, up, up_suit)
                chances[at] = pair_chances(solution, pair, left) * up_shares(solution, up)[at, None, None]
                hits = split_hits(solution, at_up, pair, left, says)
                gains[at] = gains_by_suits(solution, at_up, pair, left, hits)
            split = at_up.split[pair] + gains
            at_up.split[pair] = float((split * chances).sum())
            hand = lookups.hands.of(pair, pair)
            if choose:
                choose_by_suits(at_up, pair, hand, split, chances)
            elif at_up.taken.hand[hand] == SPLIT:
                at_up.values.best[hand] = at_up.split[pair]


def choose_by_suits(at_up: UpSolution, pair: int, hand: int, split: Floats, chances: Floats) -> None:
    """Split where that is best for the suits at hand; the play shown for the pair is what most of them do."""
    values = at_up.values
    worth = {
        STAND: values.stand[hand],
        HIT: values.hit[hand],
        DOUBLE: values.double[hand],
        SURRENDER: at_up.surrender[hand],
    }
    otherwise = max(worth, key=lambda action: float(worth[action]))
    suits = PairSuits(split, float(worth[otherwise]), otherwise)
    at_up.pair_suits[pair] = suits
    values.best[hand] = float((suits.best * chances).sum())
    at_up.taken.hand[hand] = SPLIT if float((suits.splits * chances).sum()) >= 0.5 else otherwise


def suited_values(solution: Solution) -> set[int]:
    return {value for line in solution.looked_up.suit_lines for value in line.values}


def up_shares(solution: Solution, up: int) -> Floats:
    """How much of an up card's value is of each suit."""
    shares: Floats = solution.shoe[up] / solution.shoe[up].sum()
    return shares


def pair_chances(solution: Solution, pair: int, left: Floats) -> Floats:
    """The chance of each two suits, in the order dealt, of two cards of the pair."""
    less = 0.0 if solution.replace else 1.0
    chances = np.outer(left[pair], left[pair]) - less * np.diag(left[pair])
    total = chances.sum()
    return np.maximum(chances, 0.0) / total if total > 0 else chances


def split_hits(
    solution: Solution, at_up: UpSolution, pair: int, left: Floats, says: Says | None = None
) -> list[SuitedHit]:
    """With which second cards and suits a split hand is hit: where it is hit anyway, and besides where
    `says` has it so or, without it, where that gains over the whole split."""
    lookups = solution.looked_up
    taken = at_up.family(pair).taken.hand
    chances = pair_chances(solution, pair, left)
    hits = []
    for pattern in patterns(solution, pair):
        hand = lookups.hands.of(pair, pattern.second)
        if says is not None:
            wanted = taken[hand] == HIT or says(hand, at_up.up, pattern.suit in pattern.line.tops)
        else:
            gains = gains_by_suits(solution, at_up, pair, left, [pattern])
            wanted = float((gains * chances).sum()) > 0
        if wanted and at_up.family(pair).terms.may_hit[hand]:
            hits.append(pattern)
    return hits


def split_gains(solution: Solution, at_up: UpSolution, pair: int) -> Iterator[tuple[SuitedHit, float]]:
    """What hitting each suited pattern would add to the split of a pair, over the suits of it and the up
    card."""
    for pattern in patterns(solution, pair):
        gain = 0.0
        for suit, share in enumerate(up_shares(solution, at_up.up)):
            left = remaining(solution, at_up.up, suit)
            if share > 0:
                gains = gains_by_suits(solution, at_up, pair, left, [pattern])
                gain += float(share) * float((gains * pair_chances(solution, pair, left)).sum())
        yield pattern, gain


def split_gain(
    solution: Solution, at_up: UpSolution, pair: int, up_suit: int, suits: tuple[int, int]
) -> float:
    """What suits add to splitting a pair of these suits."""
    if not solution.looked_up.suits_survive_split:
        return 0.0
    left = remaining(solution, at_up.up, up_suit)
    hits = split_hits(solution, at_up, pair, left)
    return float(gains_by_suits(solution, at_up, pair, left, hits)[suits])


def patterns(solution: Solution, pair: int) -> Iterator[SuitedHit]:
    for line in solution.looked_up.suit_lines:
        for second in range(VALUES):
            third = line.third(pair, second)
            if third is not None:
                for suit in range(4):
                    yield SuitedHit(line, second, third, suit)


def gains_by_suits(
    solution: Solution, at_up: UpSolution, pair: int, left: Floats, hits: list[SuitedHit]
) -> Floats:
    """What hitting these adds to the split of a pair, by the suits of its first and its second card."""
    less = 0.0 if solution.replace else 1.0
    gains = np.zeros((4, 4))
    lines = {(hit.line, hit.second, hit.third) for hit in hits}
    worths = {line: hit_worth(solution, at_up, pair, *line) for line in lines}
    for first in range(4):
        for second in range(4):
            rest: list[list[float]] = left.tolist()
            rest[pair][first] -= less
            rest[pair][second] -= less
            for each in hits if min(rest[pair]) >= 0 else ():
                hitting, completing = worths[each.line, each.second, each.third]
                begins = (
                    float(first == each.suit),
                    float(second == each.suit),
                    suit_share(rest[pair], each.suit),
                )
                for place in (FIRST, SECOND, LATER):
                    own = (pair,) if place == LATER else ()
                    drawn = begins[place] * suit_share(
                        rest[each.second], each.suit, less * own.count(each.second)
                    )
                    own = (*own, each.second)
                    last = suit_share(rest[each.third], each.suit, less * own.count(each.third))
                    gains[first, second] += drawn * (hitting[place] + last * completing[place][each.suit])
    return gains


def suit_share(counts: Sequence[float], suit: int, own: float = 0.0) -> float:
    """How much of a card value is of this suit, once so many of that suit are gone besides."""
    rest = sum(counts) - own
    return max(counts[suit] - own, 0.0) / rest if rest > 0 else 0.0


def hit_worth(
    solution: Solution, at_up: UpSolution, pair: int, line: SuitLine, second: int, third: int
) -> tuple[Floats, Floats]:
    """For each place of a hand among those of a split: what hitting gains over the play by values when the
    hand has this second card, and what the line adds in each suit when the third card completes it in that;
    both weighed by the chance of that card value."""
    lookups, parts = solution.looked_up, at_up.parts[pair]
    kind = PAIRED if second == pair else ALONE
    shares = hand_shares(at_up.shoe, pair, int(lookups.splits_max[pair]))[:, kind]
    chance, played, hit, won = parts.seconds[: shares.shape[1], second].T
    weight = np.ones_like(chance) if kind == PAIRED else chance
    others = range(len(chance))
    thirds = np.array([third_card_chance(solution, at_up, pair, second, third, e) for e in others])
    pays = np.array(lookups.suit_pays[line.hand]) - lookups.split_pays[line.hand]
    hitting: Floats = shares @ (weight * (hit - played))
    completing: Floats = np.outer(shares @ (weight * thirds * won), pays)
    return hitting, completing


def third_card_chance(
    solution: Solution, at_up: UpSolution, pair: int, second: int, third: int, others: int
) -> float:
    left, cards = at_up.shoe.left, at_up.shoe.cards
    if solution.replace:
        return float(left[third] / cards)
    gone = (1 + others if third == pair else 0) + (1 if third == second else 0)
    return float(max(left[third] - gone, 0) / max(cards - 2 - others, 1))


def hand_shares(shoe: CardsLeft, pair: int, hands_max: int) -> Floats:
    """`shares[place, kind, e]`: the weight with which a hand of that place and kind, valued with e other
    cards of the pair gone, enters the value of a split (see `put_together`, which does not tell places
    apart). Hands are played in order; a card of the pair drawn to a hand begins the hand after it."""
    return shares_kept(tuple(shoe.left.tolist()), shoe[1:], pair, hands_max)


@lru_cache(maxsize=64)  # every suited pattern of a pair asks for the same
def shares_kept(left: tuple[float, ...], otherwise: tuple[Any, ...], pair: int, hands_max: int) -> Floats:
    shoe = CardsLeft(np.array(left), *otherwise)
    most = 2 * hands_max - 1
    apart, twin = np.zeros((most, most, most)), np.zeros((most, most, most))
    apart[:, 0], twin[:, 0] = np.eye(most), np.eye(most)
    for j in range(1, most):
        for e in range(most - j):
            apart[e, j] = apart[e, j - 1] - pair_chance(shoe, pair, e + 1, 0) * apart[e + 1, j - 1]
            twin[e, j] = twin[e, j - 1] - pair_chance(shoe, pair, e + 2, 0) * twin[e + 1, j - 1]
    shares = np.zeros((3, 2, most))
    paths: list[tuple[tuple[int, ...], tuple[tuple[int, int], ...], float]] = [((FIRST, SECOND), (), 1.0)]
    while paths:
        waiting, done, chance = paths.pop()
        hands = len(waiting) + len(done)
        pairs = sum(kind for _, kind in done)
        others = len(done) - pairs
        if chance <= 0.0:
            continue
        if not waiting:
            for place, kind in done:
                if kind == ALONE:
                    e = hands - 1 + pairs
                    known = apart[e, others - 1] / none_of_pair(shoe, pair, e + 1, others)
                else:
                    e = hands - 2 + pairs
                    known = twin[e, others] / none_of_pair(shoe, pair, e + 2, others)
                shares[place, kind] += chance * known
            continue
        another = float(pair_chance(shoe, pair, hands + pairs, others))
        current, rest = waiting[0], waiting[1:]
        paths.append((rest, (*done, (current, ALONE)), chance * (1 - another)))
        if hands < hands_max:
            paths.append(((current, LATER, *rest), done, chance * another))
        else:
            paths.append((rest, (*done, (current, PAIRED)), chance * another))
    return shares
