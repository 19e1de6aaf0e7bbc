"""The loops of the exact analysis. They know no rule: they walk the lookups and weigh what they find."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

LANES = 16
STAND, HIT, DOUBLE, SPLIT, SURRENDER = 0, 1, 2, 3, 4
KEEP, RESCUE, REDOUBLE = 0, 1, 2
FREE = -1  # no action prescribed: take the best
NATURAL, ENDS = 8, 9  # outcomes as in dealer_trie: totals 15 to 21, over 21, natural
BARRED = -1e9  # the value of an action that is not allowed

Array = Any


class Walk(NamedTuple):
    """The dealer's trie, node by node."""

    parent: Array
    value: Array
    used: Array
    depth: Array
    orders: Array
    outcome: Array


class Tree(NamedTuple):
    """The players' hands: what each holds and what one more card makes of it."""

    counts: Array
    size: Array
    children: Array
    total: Array


class Shoe(NamedTuple):
    """Card values left once the up card and whatever else is known are gone."""

    left: Array
    cards: float
    replace: bool
    partner: int  # the value that would make a natural, where the dealer has looked for one; else -1
    with_natural: bool  # whether a dealer's natural is still possible when players act
    completes: int  # the value that makes a natural of the up card; else -1


class Stakes(NamedTuple):
    """What results pay."""

    result: Array
    win: float
    double: float
    natural_takes_all: bool
    bust_lost: float  # what a dealer's natural leaves lost of a busted hand, in originals; -1: all of it
    rescue_from: Array
    rescue_costs: Array
    doubles_max: int
    aces_low: bool
    doubled_total: Array


class Rights(NamedTuple):
    """What hands of one family may do, how they are compared and what they pay."""

    kind: Array
    pays: Array
    may_hit: Array
    may_double: Array


class Play(NamedTuple):
    """A play to follow (FREE: the best) and, after a run, the play taken."""

    hand: Array
    doubled: Array


class Values(NamedTuple):
    """What a run fills in, hand by hand."""

    dealer: Array
    stand: Array
    hit: Array
    double: Array
    best: Array
    doubled: Array


@njit(cache=True)
def without(shoe: Any, value: int, cards: int) -> Any:
    """The shoe with some cards of one value gone."""
    left = shoe.left.copy()
    if shoe.replace:
        return Shoe(left, shoe.cards, shoe.replace, shoe.partner, shoe.with_natural, shoe.completes)
    left[value] -= cards
    return Shoe(left, shoe.cards - cards, shoe.replace, shoe.partner, shoe.with_natural, shoe.completes)


@njit(cache=True, error_model="numpy", fastmath={"contract"})
def dealer_chances(shoe: Any, tree: Any, which: Any, walk: Any, out: Any) -> None:
    """The law of the dealer's final hand beside each player's hand: `out[hand, outcome]`, many at once."""
    nodes = walk.parent.shape[0]
    deepest = 0
    for i in range(nodes):
        deepest = max(deepest, walk.depth[i])
    chance = np.empty((nodes, LANES))
    left = np.empty((10, LANES))
    inverse = np.empty((deepest + 1, LANES))
    ended = np.empty((ENDS, LANES))
    for start in range(0, which.shape[0], LANES):
        lanes = min(LANES, which.shape[0] - start)
        for lane in range(LANES):
            h = which[start + min(lane, lanes - 1)]
            for v in range(10):
                left[v, lane] = shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
            cards = shoe.cards if shoe.replace else shoe.cards - tree.size[h]
            inverse[0, lane] = 1.0
            for d in range(1, deepest + 1):
                rest = cards if shoe.replace else cards - (d - 1)
                inverse[d, lane] = inverse[d - 1, lane] / rest if rest > 0 else 0.0
        ended[:] = 0.0
        for i in range(nodes):
            mine, fewer = chance[i], left[walk.value[i]]
            gone = 0.0 if shoe.replace else float(walk.used[i])
            if walk.parent[i] < 0:
                for lane in range(LANES):
                    mine[lane] = fewer[lane] - gone
            else:
                above = chance[walk.parent[i]]
                for lane in range(LANES):
                    mine[lane] = above[lane] * (fewer[lane] - gone)
            if walk.orders[i] > 0:
                total, divided = ended[walk.outcome[i]], inverse[walk.depth[i]]
                orders = float(walk.orders[i])
                for lane in range(LANES):
                    total[lane] += mine[lane] * orders * divided[lane]
        for lane in range(lanes):
            for o in range(ENDS):
                out[which[start + lane], o] = ended[o, lane]


@njit(cache=True)
def clear_of_natural(shoe: Any, tree: Any, h: int, drawn: int) -> float:
    """The chance that the hole card makes no natural, once hand h and one more card (or -1) are gone."""
    if shoe.partner < 0:
        return 1.0
    if shoe.replace:
        return float(1.0 - shoe.left[shoe.partner] / shoe.cards)
    have = shoe.left[shoe.partner] - tree.counts[h, shoe.partner]
    rest = shoe.cards - tree.size[h]
    if drawn >= 0:
        rest -= 1.0
        if drawn == shoe.partner:
            have -= 1.0
    return float(1.0 - have / rest) if rest > 0 else 0.0


@njit(cache=True)
def bust_returns(shoe: Any, stakes: Any, tree: Any, h: int, drawn: int) -> float:
    """The chance that a dealer's natural gives back some of what a hand just busted by this card lost."""
    if stakes.bust_lost < 0 or not shoe.with_natural:
        return 0.0
    if shoe.replace:
        return float(shoe.left[shoe.completes] / shoe.cards)
    have = shoe.left[shoe.completes] - tree.counts[h, shoe.completes]
    if drawn == shoe.completes:
        have -= 1.0
    rest = shoe.cards - tree.size[h] - 1.0
    return float(have / rest) if rest > 0 else 0.0


@njit(cache=True)
def stand_values(shoe: Any, which: Any, rights: Any, stakes: Any, values: Any) -> None:
    """What a hand is worth as it stands, in original wagers."""
    for i in range(which.shape[0]):
        h = which[i]
        worth = 0.0
        for o in range(ENDS):
            if o == NATURAL and not shoe.with_natural:
                continue
            r = stakes.result[rights.kind[h], o]
            if r > 0:
                worth += values.dealer[h, o] * rights.pays[h]
            elif r < 0:
                worth -= values.dealer[h, o]
        values.stand[h] = worth


@njit(cache=True)
def kept(shoe: Any, stakes: Any, dealer: Any, points: int, multiple: float) -> float:
    """A doubled hand that stands with `multiple` originals on it, against one law of the dealer."""
    won = stakes.win + (multiple - 1.0) * stakes.double
    worth = 0.0
    for o in range(ENDS):
        r = stakes.result[points, o]
        lost = multiple
        if o == NATURAL:
            if not shoe.with_natural:
                continue
            if not stakes.natural_takes_all:
                lost = 1.0
        if r > 0:
            worth += dealer[o] * won
        elif r < 0:
            worth -= dealer[o] * lost
    return worth


@njit(cache=True)
def doubled_hands(
    shoe: Any, tree: Any, which: Any, stakes: Any, values: Any, wanted: Any, taken: Any
) -> None:
    """`values.doubled[k, h]`: hand h after its k-th double card: it keeps, is rescued or is doubled again."""
    for at in range(which.shape[0]):
        h = which[at]
        if tree.size[h] < 3:
            continue
        points = tree.total[h]
        clear = clear_of_natural(shoe, tree, h, -1)
        for k in range(stakes.doubles_max, 0, -1):
            multiple = float(2**k)
            best = kept(shoe, stakes, values.dealer[h], points, multiple)
            choice = KEEP
            rescued = BARRED
            if stakes.rescue_from[k, points] > 0:
                rescued = -stakes.rescue_costs[k] * clear
            again = BARRED
            if k < stakes.doubles_max and points < 21:
                again = 0.0
                rest = shoe.cards if shoe.replace else shoe.cards - tree.size[h]
                for v in range(10):
                    have = shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
                    if have <= 0 or rest <= 0:
                        continue
                    child = tree.children[h, v]
                    if child >= 0:
                        again += have / rest * values.doubled[k + 1, child]
                    else:
                        lost = 2.0 * multiple * clear_of_natural(shoe, tree, h, v)
                        back = (2.0 * multiple - stakes.bust_lost) * bust_returns(shoe, stakes, tree, h, v)
                        again -= have / rest * (lost - back)
            prescribed = wanted[k, h]
            if prescribed == FREE:
                if rescued > best:
                    best = rescued
                    choice = RESCUE
                if again > best:
                    best = again
                    choice = REDOUBLE
            elif prescribed == RESCUE and rescued > BARRED:
                best = rescued
                choice = RESCUE
            elif prescribed == REDOUBLE and again > BARRED:
                best = again
                choice = REDOUBLE
            values.doubled[k, h] = best
            taken[k, h] = choice


@njit(cache=True)
def low_aces_double(
    shoe: Any, stakes: Any, dealer: Any, points: int, clear: float, wanted: int
) -> tuple[float, int]:
    """A doubled hand whose first aces count low: its total is not that of its cards (MBS-P 3.17.2). What
    it is worth, and whether it is kept or rescued."""
    if points == 0:
        return -2.0 * clear, KEEP
    worth = kept(shoe, stakes, dealer, points, 2.0)
    if stakes.rescue_from[1, points] > 0:
        rescued = -stakes.rescue_costs[1] * clear
        if wanted == RESCUE or (wanted == FREE and rescued > worth):
            return rescued, RESCUE
    return worth, KEEP


@njit(cache=True)
def play_hands(
    shoe: Any, tree: Any, which: Any, rights: Any, stakes: Any, values: Any, wanted: Any, taken: Any
) -> None:
    """Hit, double and the best (or prescribed) play of every hand in `which`, most cards first."""
    low = np.full((tree.size.shape[0] if stakes.aces_low else 0, 10), FREE, dtype=np.int64)
    play_hands_on(shoe, tree, which, rights, stakes, values, wanted, taken, low)


@njit(cache=True)
def play_hands_on(
    shoe: Any,
    tree: Any,
    which: Any,
    rights: Any,
    stakes: Any,
    values: Any,
    wanted: Any,
    taken: Any,
    low: Any,
) -> None:
    """The same with `low[hand, card]`: where first aces count low, whether the hand doubled and given
    that card is kept or rescued; where that is FREE the better is taken and written there."""
    for at in range(which.shape[0]):
        h = which[at]
        choice = STAND
        worth = values.stand[h]
        values.hit[h] = BARRED
        values.double[h] = BARRED
        if tree.size[h] >= 1 and tree.total[h] < 21:
            rest = shoe.cards if shoe.replace else shoe.cards - tree.size[h]
            hitting = 0.0
            doubling = 0.0
            for v in range(10):
                have = shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
                if have <= 0 or rest <= 0:
                    continue
                chance = have / rest
                child = tree.children[h, v]
                if child < 0:
                    lost = chance * clear_of_natural(shoe, tree, h, v)
                    back = chance * bust_returns(shoe, stakes, tree, h, v)
                    hitting -= lost - (1.0 - stakes.bust_lost) * back
                    doubling -= 2.0 * lost - (2.0 - stakes.bust_lost) * back
                    continue
                hitting += chance * values.best[child]
                if rights.may_double[h]:
                    if stakes.aces_low:
                        clear = clear_of_natural(shoe, tree, h, v)
                        points = stakes.doubled_total[h, v]
                        worth_low, low[h, v] = low_aces_double(
                            shoe, stakes, values.dealer[child], points, clear, low[h, v]
                        )
                        doubling += chance * worth_low
                    else:
                        doubling += chance * values.doubled[1, child]
            if rights.may_hit[h] or tree.size[h] == 1:
                values.hit[h] = hitting
            if rights.may_double[h]:
                values.double[h] = doubling
            prescribed = wanted[h]
            if prescribed == DOUBLE and not rights.may_double[h]:
                prescribed = HIT
            if prescribed == HIT and not rights.may_hit[h]:
                prescribed = STAND
            if tree.size[h] == 1 or prescribed == HIT:
                worth = hitting
                choice = HIT
            elif prescribed == DOUBLE:
                worth = doubling
                choice = DOUBLE
            elif prescribed != STAND:
                if rights.may_hit[h] and hitting > worth:
                    worth = hitting
                    choice = HIT
                if rights.may_double[h] and doubling > worth:
                    worth = doubling
                    choice = DOUBLE
        values.best[h] = worth
        taken[h] = choice
