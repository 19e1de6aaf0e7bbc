"""Splits, exactly, for a fixed play of the split hands. Like `kernels`, the loops here know no rule: what
hands may do and what they net is read from lookups.

A split hand is worth what its own cards and the number of other cards of the pair that are gone make of it;
cards of other hands that nobody has turned into knowledge change nothing. So each hand is valued with e =
1, 2, … pair cards gone, and the values are put together over how many second cards turn out to be of the
pair."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.actions import HIT, REDOUBLE, STAND
from vingt.analysis.exact.kernel.hands import (
    ENDS,
    NATURAL,
    Values,
    dealer_chances,
    doubled_hands,
    play_hands_on,
    stand_values,
    without,
)
from vingt.analysis.jit import allocating, compiled


@allocating()
def dealer_beside(
    shoe: Any, tree: Any, pair: int, others: int, which: Any, known: Any, kept: Any, walk: Any, out: Any
) -> None:
    """The dealer's law with `others` more cards of the pair gone, beside each hand of `which` (most cards
    first). A hand and those cards may together be a hand whose law is known already, or a hand of `kept` had
    just these gone when there was one fewer; only the rest is counted."""
    missing = np.empty(which.shape[0], dtype=np.int64)
    n = 0
    # Fewest cards first, so that nothing is overwritten that is still to be read.
    for i in range(which.shape[0] - 1, -1, -1):
        h = which[i]
        same = h
        if not shoe.replace:
            for _ in range(others):
                if same >= 0:
                    same = tree.children[same, pair]
        longer = tree.children[h, pair]
        if same >= 0:
            out[h] = known[same]
        elif longer >= 0 and kept[longer]:
            out[h] = out[longer]
        else:
            missing[n] = h
            n += 1
    if n:
        dealer_chances(without(shoe, pair, others), tree, missing[:n], walk, out)


@allocating()
def met(start: int, tree: Any, which: Any, play: Any, completed: Any) -> Any:
    """Of `which` (most cards first), the hands met when `start` is played so; and marks on those that may end
    there, to be compared with the dealer's. Two cards of a suited bonus pattern count as hit besides, since
    the right suits may make them."""
    mark = np.zeros(tree.size.shape[0], dtype=np.int8)
    ends = np.zeros(tree.size.shape[0], dtype=np.int8)
    mark[start] = 1
    for i in range(which.shape[0] - 1, -1, -1):
        h = which[i]
        if not mark[h]:
            continue
        opens = play.hand[h] != STAND or tree.size[h] == 1
        ends[h] |= play.hand[h] == STAND
        for times in range(1, 4):
            opens = opens or play.doubled[times, h] == REDOUBLE
        if tree.size[h] == 2:
            for v in range(10):
                if completed[v] >= 0 and tree.children[start, v] == h:
                    opens = True
        if opens:
            hit_only = play.hand[h] == HIT and not ends[h]  # and not doubled before
            for v in range(10):
                if tree.children[h, v] >= 0:
                    mark[tree.children[h, v]] = 1
                    ends[tree.children[h, v]] |= not hit_only
    return picked(which, mark), ends


@allocating()
def picked(which: Any, mark: Any) -> Any:
    places = np.empty(which.shape[0], dtype=np.int64)
    n = 0
    for i in range(which.shape[0]):
        if mark[which[i]]:
            places[n] = which[i]
            n += 1
    return places[:n]


class SplitParts(NamedTuple):
    """What splitting a pair is made of, for every number e of other pair cards gone: `alone[e]`, a hand whose
    second card is not of the pair, weighed by that chance; `paired[e]`, one whose second card is; and for
    each second card x `seconds[e, x]` = (its chance, value as played, value of hitting, chance that the
    suited bonus hand `completed[x]` wins). `low` is the play of doubled hands whose first aces count low (see
    `play_hands_on`): FREE is decided at e = 0 like the rest of the play, and kept to."""

    completed: Any
    low: Any
    alone: Any
    paired: Any
    seconds: Any


@allocating()
def split_pair(
    shoe: Any,
    tree: Any,
    walk: Any,
    terms: Any,
    stakes: Any,
    pair: int,
    start: int,
    which: Any,
    known: Any,
    play: Any,
    parts: Any,
) -> None:
    """Fill in the parts for a fixed play of the split hands."""
    many = tree.size.shape[0]
    values = Values(
        np.zeros((many, ENDS)),
        np.zeros(many),
        np.zeros(many),
        np.zeros(many),
        np.zeros(many),
        np.zeros((4, many)),
    )
    taken = np.zeros(many, dtype=np.int64)
    taken_doubled = np.zeros((4, many), dtype=np.int64)
    needed, ends = met(start, tree, which, play, parts.completed)
    # Suits and low aces are decided at e = 0; without them a split never has fewer than one other gone.
    decides = stakes.aces_low or (parts.completed >= 0).any()
    compared, kept = picked(needed, ends), np.zeros_like(ends)
    for e in range(0 if decides else 1, parts.alone.shape[0]):
        if not shoe.replace and shoe.left[pair] - e - 1 < 0:
            break
        less = without(shoe, pair, e)
        dealer_beside(shoe, tree, pair, e, compared, known, kept, walk, values.dealer)
        kept = ends
        stand_values(less, needed, terms, stakes, values)
        if not stakes.aces_low:
            doubled_hands(less, tree, needed, terms, stakes, values, play.doubled, taken_doubled)
        play_hands_on(less, tree, needed, terms, stakes, values, play.hand, taken, parts.low)
        rest = shoe.cards if shoe.replace else shoe.cards - e - 1
        for v in range(10):
            have = less.left[v] if shoe.replace or v != pair else less.left[v] - 1
            second = tree.children[start, v]
            if have <= 0 or second < 0:
                continue
            if v == pair:
                parts.paired[e] = values.best[second]
            else:
                parts.alone[e] += have / rest * values.best[second]
            parts.seconds[e, v, 0] = have / rest
            parts.seconds[e, v, 1] = values.best[second]
            parts.seconds[e, v, 2] = values.hit[second]
            final = parts.completed[v]
            if final >= 0:
                for o in range(ENDS):
                    possible = o != NATURAL or shoe.with_natural
                    if possible and stakes.nets[terms.rows[final], o] > 0:
                        parts.seconds[e, v, 3] += values.dealer[final, o]


@allocating()
def put_together(shoe: Any, pair: int, hands_max: int, alone: Any, paired: Any) -> float:
    """The expectation of all hands of a split.

    Let the pair be split; imagine all second cards dealt first, which changes no chance. `apart[e, j]` is a
    hand with e other pair cards gone and j other second cards known not to be of the pair, weighed by that
    knowledge: what is lost by knowing one more is what would be had if it were of the pair, with e + 1
    gone."""
    most = alone.shape[0]
    apart = np.zeros((most, most))
    twin = np.zeros((most, most))
    for e in range(most):
        apart[e, 0] = alone[e]
        twin[e, 0] = paired[e]
    for j in range(1, most):
        for e in range(most - j):
            apart[e, j] = apart[e, j - 1] - pair_chance(shoe, pair, e + 1, 0) * apart[e + 1, j - 1]
            twin[e, j] = twin[e, j - 1] - pair_chance(shoe, pair, e + 2, 0) * twin[e + 1, j - 1]
    total = 0.0
    # Rows: hands so far, hands awaiting a second card, hands with another card, with a pair card, chance.
    stack = np.zeros((256, 5))
    stack[0, 0], stack[0, 1], stack[0, 4] = 2.0, 2.0, 1.0
    height = 1
    while height > 0:
        height -= 1
        hands, waiting = int(stack[height, 0]), int(stack[height, 1])
        others, pairs = int(stack[height, 2]), int(stack[height, 3])
        chance = stack[height, 4]
        if chance <= 0.0:
            continue
        if waiting == 0:
            if others > 0:
                e = hands - 1 + pairs
                total += chance * others * apart[e, others - 1] / none_of_pair(shoe, pair, e + 1, others)
            if pairs > 0:
                e = hands - 2 + pairs
                total += chance * pairs * twin[e, others] / none_of_pair(shoe, pair, e + 2, others)
            continue
        another = pair_chance(shoe, pair, hands + pairs, others)
        splits = hands < hands_max
        stack[height, 1], stack[height, 2] = waiting - 1, others + 1
        stack[height, 4] = chance * (1.0 - another)
        height += 1
        stack[height, 0] = hands + 1 if splits else hands
        stack[height, 1] = waiting + 1 if splits else waiting - 1
        stack[height, 2] = others
        stack[height, 3] = pairs if splits else pairs + 1
        stack[height, 4] = chance * another
        height += 1
    return total


@compiled
def pair_chance(shoe: Any, pair: int, pair_gone: int, others_gone: int) -> float:
    """The chance that the next card is of the pair."""
    if shoe.replace:
        return float(shoe.left[pair] / shoe.cards)
    left = shoe.left[pair] - pair_gone
    rest = shoe.cards - pair_gone - others_gone
    return float(left / rest) if left > 0 and rest > 0 else 0.0


@compiled
def none_of_pair(shoe: Any, pair: int, pair_gone: int, cards: int) -> float:
    """The chance that none of the next cards is of the pair."""
    chance = 1.0
    for at in range(cards):
        chance *= 1.0 - pair_chance(shoe, pair, pair_gone, at)
    return chance


def hands_made(shoe: Any, pair: int, hands_max: int) -> dict[tuple[int, int], float]:
    """How many hands a split makes, every further pair being split to the limit: with which chance it ends in
    so many whose second card is not of the pair, and so many whose second card is."""
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    stack = [(2, 0, 0, 1.0)]
    while stack:
        hands, others, pairs, chance = stack.pop()
        if chance == 0.0:
            continue
        if others + pairs == hands:
            chances[others, pairs] += chance
            continue
        another = float(pair_chance(shoe, pair, hands + pairs, others))
        stack.append((hands, others + 1, pairs, chance * (1 - another)))
        splits = hands < hands_max
        stack.append((hands + splits, others, pairs + (not splits), chance * another))
    return dict(chances)
