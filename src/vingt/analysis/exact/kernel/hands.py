"""The loops of the exact analysis. They know no rule: they walk the lookups and weigh what they find."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.actions import DOUBLE, FREE, HIT, KEEP, REDOUBLE, RESCUE, STAND
from vingt.analysis.jit import allocating, compiled, inlined

LANES = 64
NATURAL, ENDS = 8, 9  # outcomes as in dealer_trie: totals 15 to 21, over 21, natural
PLAIN, LATE_NATURAL = 0, 1  # what a hand nets that only a natural nobody had looked for can still change
BARRED = -1e9  # the value of an action that is not allowed

KernelArray = Any


class Walk(NamedTuple):
    """The dealer's trie, node by node."""

    parent: KernelArray
    value: KernelArray
    used: KernelArray
    depth: KernelArray
    orders: KernelArray
    outcome: KernelArray


class Tree(NamedTuple):
    """The players' hands: what each holds and what one more card makes of it."""

    counts: KernelArray
    size: KernelArray
    children: KernelArray
    total: KernelArray


class CardsLeft(NamedTuple):
    """Card values left once the up card and whatever else is known are gone."""

    left: KernelArray
    cards: float
    replace: bool
    partner: int  # the value that would make a natural, where the dealer has looked for one; else -1
    with_natural: bool  # whether a dealer's natural is still possible when players act
    completes: int  # the value that makes a natural of the up card; else -1


class Stakes(NamedTuple):
    """What finished hands net against one up card, in original wagers."""

    nets: KernelArray  # [row, outcome]
    bust: KernelArray  # [doubles, 0 or 1 with a natural nobody had looked for]
    rescue: KernelArray  # the same
    busts_return: bool  # whether such a natural gives back some of what busted hands lost
    doubles_max: int
    aces_low: bool


class Terms(NamedTuple):
    """What hands of one family may do, and the row of the nets in which they end."""

    rows: KernelArray
    doubled_rows: KernelArray  # [doubles, hand]
    low_rows: KernelArray  # [hand, card]: doubled and given that card, where first aces count low
    may_hit: KernelArray
    may_double: KernelArray  # [doubles, hand]
    may_rescue: KernelArray  # [doubles, hand]
    low_rescue: KernelArray  # [hand, card]


class Play(NamedTuple):
    """A play to follow (FREE: the best) and, after a run, the play taken."""

    hand: KernelArray
    doubled: KernelArray


class Values(NamedTuple):
    """What a run fills in, hand by hand."""

    dealer: KernelArray
    stand: KernelArray
    hit: KernelArray
    double: KernelArray
    best: KernelArray
    doubled: KernelArray


@allocating()
def without(shoe: Any, value: int, cards: int) -> Any:
    """The shoe with some cards of one value gone."""
    left = shoe.left.copy()
    if shoe.replace:
        return CardsLeft(left, shoe.cards, shoe.replace, shoe.partner, shoe.with_natural, shoe.completes)
    left[value] -= cards
    return CardsLeft(left, shoe.cards - cards, shoe.replace, shoe.partner, shoe.with_natural, shoe.completes)


@allocating(error_model="numpy", fastmath={"contract"})
def dealer_chances(shoe: Any, tree: Any, which: Any, walk: Any, out: Any) -> None:
    """The law of the dealer's final hand beside each player's hand: `out[hand, outcome]`, many at once."""
    nodes = walk.parent.shape[0]
    deepest = 0
    for i in range(nodes):
        deepest = max(deepest, walk.depth[i])
    chance = np.empty((nodes + 1, LANES))  # the first is that of no card drawn
    chance[0] = 1.0
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
            # Plain indices: a view of a row would count references.
            above, v = walk.parent[i] + 1, walk.value[i]
            gone = 0.0 if shoe.replace else float(walk.used[i])
            for lane in range(LANES):
                chance[i + 1, lane] = chance[above, lane] * (left[v, lane] - gone)
            if walk.orders[i] > 0:
                o, d, orders = walk.outcome[i], walk.depth[i], float(walk.orders[i])
                for lane in range(LANES):
                    ended[o, lane] += chance[i + 1, lane] * orders * inverse[d, lane]
        for lane in range(lanes):
            for o in range(ENDS):
                out[which[start + lane], o] = ended[o, lane]


@inlined
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


@inlined
def late_natural(shoe: Any, tree: Any, h: int, drawn: int) -> float:
    """The chance of a dealer's natural that nobody looks for before hand h and one more card are played."""
    if not shoe.with_natural:
        return 0.0
    if shoe.replace:
        return float(shoe.left[shoe.completes] / shoe.cards)
    have = shoe.left[shoe.completes] - tree.counts[h, shoe.completes]
    if drawn == shoe.completes:
        have -= 1.0
    rest = shoe.cards - tree.size[h] - 1.0
    return float(have / rest) if rest > 0 else 0.0


@inlined
def busted(shoe: Any, stakes: Any, tree: Any, h: int, drawn: int, doubles: int) -> float:
    """What a hand nets that this card breaks, doubled so often by then."""
    worth = stakes.bust[doubles, 0] * clear_of_natural(shoe, tree, h, drawn)
    if stakes.busts_return:
        worth += (stakes.bust[doubles, 1] - stakes.bust[doubles, 0]) * late_natural(shoe, tree, h, drawn)
    return float(worth)


@compiled
def standing(shoe: Any, stakes: Any, dealer: Any, row: int) -> float:
    """A finished hand of this row against one law of the dealer."""
    worth = 0.0
    for o in range(NATURAL):
        worth += dealer[o] * stakes.nets[row, o]
    if shoe.with_natural:
        worth += dealer[NATURAL] * stakes.nets[row, NATURAL]
    return worth


@compiled
def rescued(shoe: Any, stakes: Any, natural: float, clear: float, doubles: int) -> float:
    worth = stakes.rescue[doubles, 0] * clear
    if shoe.with_natural:
        worth += (stakes.rescue[doubles, 1] - stakes.rescue[doubles, 0]) * natural
    return float(worth)


@compiled
def stand_values(shoe: Any, which: Any, terms: Any, stakes: Any, values: Any) -> None:
    """What a hand is worth as it stands, in original wagers."""
    for i in range(which.shape[0]):
        h = which[i]
        row = terms.rows[h]
        worth = 0.0
        for o in range(NATURAL):
            worth += values.dealer[h, o] * stakes.nets[row, o]
        if shoe.with_natural:
            worth += values.dealer[h, NATURAL] * stakes.nets[row, NATURAL]
        values.stand[h] = worth


@compiled
def doubled_hands(
    shoe: Any, tree: Any, which: Any, terms: Any, stakes: Any, values: Any, wanted: Any, taken: Any
) -> None:
    """`values.doubled[k, h]`: hand h after its k-th double card: it keeps, is rescued or is doubled again."""
    for at in range(which.shape[0]):
        h = which[at]
        if tree.size[h] < 3:
            continue
        clear = clear_of_natural(shoe, tree, h, -1)
        for k in range(stakes.doubles_max, 0, -1):
            row = terms.doubled_rows[k, h]
            best = 0.0
            for o in range(NATURAL):
                best += values.dealer[h, o] * stakes.nets[row, o]
            if shoe.with_natural:
                best += values.dealer[h, NATURAL] * stakes.nets[row, NATURAL]
            choice = KEEP
            saved = BARRED
            if terms.may_rescue[k, h]:
                saved = rescued(shoe, stakes, values.dealer[h, NATURAL], clear, k)
            again = BARRED
            if terms.may_double[k, h]:
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
                        again += have / rest * busted(shoe, stakes, tree, h, v, k + 1)
            prescribed = wanted[k, h]
            if prescribed == FREE:
                if saved > best:
                    best = saved
                    choice = RESCUE
                if again > best:
                    best = again
                    choice = REDOUBLE
            elif prescribed == RESCUE and saved > BARRED:
                best = saved
                choice = RESCUE
            elif prescribed == REDOUBLE and again > BARRED:
                best = again
                choice = REDOUBLE
            values.doubled[k, h] = best
            taken[k, h] = choice


@compiled
def low_aces_double(
    shoe: Any, terms: Any, stakes: Any, dealer: Any, h: int, drawn: int, clear: float, wanted: int
) -> tuple[float, int]:
    """Hand h doubled and given a card, where its first aces count low: its total is not that of its cards
    (MBS-P 3.17.2). What it is worth, and whether it is kept or rescued."""
    row = terms.low_rows[h, drawn]
    if row < 0:
        return stakes.bust[1, 0] * clear, KEEP
    worth = standing(shoe, stakes, dealer, row)
    if terms.low_rescue[h, drawn]:
        saved = rescued(shoe, stakes, dealer[NATURAL], clear, 1)
        if wanted == RESCUE or (wanted == FREE and saved > worth):
            return saved, RESCUE
    return worth, KEEP


@allocating()
def play_hands(
    shoe: Any, tree: Any, which: Any, terms: Any, stakes: Any, values: Any, wanted: Any, taken: Any
) -> None:
    """Hit, double and the best (or prescribed) play of every hand in `which`, most cards first."""
    low = np.full((tree.size.shape[0] if stakes.aces_low else 0, 10), FREE, dtype=np.int64)
    play_hands_on(shoe, tree, which, terms, stakes, values, wanted, taken, low)


@compiled
def play_hands_on(
    shoe: Any,
    tree: Any,
    which: Any,
    terms: Any,
    stakes: Any,
    values: Any,
    wanted: Any,
    taken: Any,
    low: Any,
) -> None:
    """The same with `low[hand, card]`: where first aces count low, whether the hand doubled and given
    that card is kept or rescued; where that is FREE the better is taken and written there."""
    bust_hit, bust_doubled = stakes.bust[0, 0], stakes.bust[1, 0]
    returns = stakes.busts_return and shoe.with_natural
    for at in range(which.shape[0]):
        h = which[at]
        choice = STAND
        worth = values.stand[h]
        values.hit[h] = BARRED
        values.double[h] = BARRED
        if tree.size[h] == 1 or (tree.size[h] > 1 and (terms.may_hit[h] or terms.may_double[0, h])):
            rest = shoe.cards if shoe.replace else shoe.cards - tree.size[h]
            doubles = terms.may_double[0, h] > 0
            hitting = 0.0
            doubling = 0.0
            for v in range(10):
                have = shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
                if have <= 0 or rest <= 0:
                    continue
                chance = have / rest
                child = tree.children[h, v]
                if child < 0:
                    clear = clear_of_natural(shoe, tree, h, v)
                    hitting += chance * clear * bust_hit
                    doubling += chance * clear * bust_doubled
                    if returns:
                        late = chance * late_natural(shoe, tree, h, v)
                        hitting += late * (stakes.bust[0, 1] - bust_hit)
                        doubling += late * (stakes.bust[1, 1] - bust_doubled)
                    continue
                hitting += chance * values.best[child]
                if doubles:
                    if stakes.aces_low:
                        clear = clear_of_natural(shoe, tree, h, v)
                        worth_low, low[h, v] = low_aces_double(
                            shoe, terms, stakes, values.dealer[child], h, v, clear, low[h, v]
                        )
                        doubling += chance * worth_low
                    else:
                        doubling += chance * values.doubled[1, child]
            if terms.may_hit[h] or tree.size[h] == 1:
                values.hit[h] = hitting
            if doubles:
                values.double[h] = doubling
            prescribed = wanted[h]
            if prescribed == DOUBLE and not doubles:
                prescribed = HIT
            if prescribed == HIT and not terms.may_hit[h]:
                prescribed = STAND
            if tree.size[h] == 1 or prescribed == HIT:
                worth = hitting
                choice = HIT
            elif prescribed == DOUBLE:
                worth = doubling
                choice = DOUBLE
            elif prescribed != STAND:
                if terms.may_hit[h] and hitting > worth:
                    worth = hitting
                    choice = HIT
                if doubles and doubling > worth:
                    worth = doubling
                    choice = DOUBLE
        values.best[h] = worth
        taken[h] = choice


@compiled
def reached(shoe: Any, tree: Any, which: Any, play: Any, weight: Any, doubled: Any) -> None:
    """How often each hand is met once hands begin as `weight` has it, and how often doubled k times."""
    for at in range(which.shape[0] - 1, -1, -1):
        h = which[at]
        met = weight[h]
        for times in range(1, 4):
            met = max(met, doubled[times, h])
        if met <= 0.0:
            continue
        rest = 0.0
        for v in range(10):
            rest += shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
        for v in range(10):
            have = shoe.left[v] if shoe.replace else shoe.left[v] - tree.counts[h, v]
            child = tree.children[h, v]
            if child < 0 or have <= 0:
                continue
            chance = have / max(rest, 1.0)
            if play.hand[h] == HIT:
                weight[child] += weight[h] * chance
            elif play.hand[h] == DOUBLE:
                doubled[1, child] += weight[h] * chance
            for times in range(1, 3):
                if play.doubled[times, h] == REDOUBLE:
                    doubled[times + 1, child] += doubled[times, h] * chance
