"""The shoe of a whole table, dealt as in `shoe`. Where it runs short the discards are shuffled: then what
lies on the table is told by walking the round once more."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import inlined, inner
from vingt.analysis.simulation.kernel.codes import ASKS, FIRST_ROW, HANDS_MOST, LIVE, SPLITS
from vingt.analysis.simulation.kernel.shoe import Shoe, cell, deal_ahead, deal_four, exchange, four_places

U, W, N = np.uint64, np.uint32, np.int64
ZERO, ONE, TWO, THREE, FOUR = W(0), W(1), W(2), W(3), W(4)
LAST_ROW, MANY, FINISHED, FIRST_ASKING = W(LIVE), W(SPLITS), W(LIVE), W(ASKS)
GONE, A_CARD = W(64), W(63)  # a card on the table that went to the discard rack is marked


class TableMemory(NamedTuple):
    """What one lane works in. The shoe lies as in `cell_at`, the places chosen ahead as in `kept_places`.
    `codes`, `columns` and `dealer_next` are lookups that are read for every card. `hands` holds finished
    hands, hands that wait, and what `collect` remembers of them; `out` how many cards were left when this
    round began, or the shoe was filled last, and how many cards are noted on the `table` by then.
    `side_gains` has what each side wager gained in the unit so far, and how often it was made."""

    deck: Any
    begin: Any
    stride: Any
    places: Any
    codes: Any
    columns: Any
    dealer_next: Any
    hands: Any
    dealt: Any
    finished: Any
    sides: Any
    bins: Any
    out: Any
    table: Any
    side_gains: Any
    running: Any  # [system]: the counts that side wagers have of their own
    stood: Any  # [system]: its bin before the round
    gained: Any  # [system]: what its side wager had gained before the round
    shoe: (
        Any  # whether a counter wagers, what the shoe gained so, insurance in this round, cards burned unseen
    )
    said: Any  # how many plays of this round hung on the count, and each


@inlined
def lay(t: Any, m: Any) -> None:
    """All cards in the shoe, in the order of the pack: the shuffle is in the dealing."""
    for at in range(t.cards):
        m.deck[cell(m, W(at))] = t.fresh[at]


@inlined
def opened(t: Any, m: Any, x: Any) -> Any:
    """A new shoe dealt to the cover card, with its first cards burned; or the pack of a group of rounds."""
    lay(t, m)
    if t.cover != 0:
        deal_ahead(t, m, x, U(0))
    return Shoe(x + t.further, W(t.cards - W(t.burned)), W(t.cards - t.ahead), N(0))


@inlined
def shuffled(t: Any, m: Any, shoe: Any, x: Any, at: Any) -> Any:
    """All cards back in the shoe, wherever each lies, and those for one more round dealt ahead."""
    deal_ahead(t, m, x, at)
    return Shoe(shoe.x, t.cards, W(t.cards - t.ahead), N(0))


@inlined
def draw(t: Any, m: Any, shoe: Any) -> Any:
    """The next card."""
    if shoe.left == shoe.bottom:
        shoe = deal_on(t, m, shoe)
    left = W(shoe.left - ONE)
    card = W(m.deck[cell(m, left)])
    running = shoe.running
    if len(t.counting) != 0:
        running = running + t.count.tags[card]
    return Shoe(shoe.x, left, shoe.bottom, running), card


@inner
def deal_on(t: Any, m: Any, shoe: Any) -> Any:
    if shoe.bottom == ZERO:
        shoe = refill(t, m, shoe)
    if shoe.left != shoe.bottom:
        return shoe
    deal_four(m, four_places(shoe.x, shoe.bottom), shoe.bottom)
    return Shoe(shoe.x + t.gamma, shoe.left, W(shoe.bottom - FOUR), shoe.running)


@inner
def refill(t: Any, m: Any, shoe: Any) -> Any:
    """The shoe is empty: the discards are shuffled and some burned. Only what lies on the table stays out.
    Then so many are dealt that fours are left."""
    noted = N(m.out[1])
    for at in range(m.out[0]):
        m.table[noted + at] = m.deck[cell(m, W(m.out[0] - 1 - at))]
    noted += N(m.out[0])
    m.out[1] = noted
    collect(t, m)
    lay(t, m)
    left = t.cards
    for at in range(noted):
        card = W(m.table[at])
        if card < GONE:
            place = ZERO
            while W(m.deck[cell(m, place)]) != card:
                place = W(place + ONE)
            left = W(left - ONE)
            exchange(m, place, cell(m, left))
    x, bottom = shoe.x, left
    while W(bottom & THREE) != ZERO:
        place, _, _, _ = four_places(x, bottom)
        bottom = W(bottom - ONE)
        exchange(m, place, cell(m, bottom))
        x = x + t.gamma
    while W(left - bottom) < W(t.burned_when_short) and bottom != ZERO:
        deal_four(m, four_places(x, bottom), bottom)
        bottom = W(bottom - FOUR)
        x = x + t.gamma
    left = W(left - W(t.burned_when_short))
    m.out[0] = N(left)
    if len(t.burning) != 0 and len(t.counting) != 0:
        m.shoe[3] = 0
    return Shoe(x, left, bottom, shoe.running)


@inlined
def next_code(t: Any, m: Any, row: Any, card: Any) -> Any:
    return W(m.codes[W(W(row * t.width) + W(m.columns[card]))])


@inlined
def is_shared(t: Any, at: Any, begin: Any) -> Any:
    """Whether the first card of a hand that would be dealt at this place is that of the hand before it."""
    return at >= W(begin + TWO) and W(W(at - begin) & ONE) < t.shared_cards


@inlined
def copies(t: Any) -> Any:
    """How many first cards are not dealt, for another hand has them."""
    return W(t.shared_cards * W(t.boxes - ONE))


@inlined
def first_dealt(t: Any, begin: Any, box: Any) -> Any:
    """Where among the cards dealt the two first cards of a box are."""
    if t.shared_cards == ZERO:
        return N(begin) + 2 * box, N(begin) + 2 * box + 1
    return N(begin), N(begin) + 1 + (box if t.shared_cards == ONE else N(0))


@inlined
def beside(t: Any, m: Any, up: Any, box: Any, begin: Any, peeked: Any) -> Any:
    """How one of two hands is played that lie together: the context that the other hand makes for it, where
    its second card was dealt, and what is done with both. `begin` is where the first of all boxes was dealt.
    Hands that a dealer's natural keeps from play exchange no cards."""
    one = W(begin + W(W(box >> ONE) * FOUR))
    two = W(one + TWO)
    dealt = W(W(up * t.width) + W(m.columns[W(m.dealt[one])]))
    dealt = W(W(dealt * t.width) + W(m.columns[W(m.dealt[W(one + ONE)])]))
    dealt = W(W(dealt * t.width) + W(m.columns[W(m.dealt[two])]))
    dealt = W(W(dealt * t.width) + W(m.columns[W(m.dealt[W(two + ONE)])]))
    done = W(t.done[dealt])
    done = ZERO if peeked != ZERO and done == ONE else done
    mine = one if W(box & ONE) == ZERO else two
    its = two if W(box & ONE) == ZERO else one
    second = W(W(its if done == ONE else mine) + ONE)
    its_second = W(W(mine if done == ONE else its) + ONE)
    other = W(W(done * t.width) + W(m.columns[W(m.dealt[its])]))
    other = W(W(other * t.width) + W(m.columns[W(m.dealt[its_second])]))
    return W(t.contexts[W(W(other * t.width) + up)]), second, done


@inlined
def collect(t: Any, m: Any) -> None:
    """Cards of decided hands are in the discard rack: they are marked on the table. A shoe seldom runs short,
    so nobody keeps track: what lies there is walked once more, in the order of play."""
    up = W(m.columns[W(m.table[0])])
    begin = W(ONE + t.hole)
    at = N(begin) + 2 * N(t.boxes) - N(copies(t))  # the first card that was drawn
    own = N(begin) + N(t.shared_cards)  # what all hands share lies there as long as the round
    box, said = N(0), N(0)
    while box < t.boxes and at <= m.out[1]:
        first_card, second_card = first_dealt(t, begin, box)
        others, context = at, up
        if len(t.switching) != 0:
            context, second, _ = beside(t, m, up, W(box), begin, ZERO)
            second_card = N(second)
        code = next_code(t, m, W(FIRST_ROW + context), card_at(m, first_card))
        code, said = repeated(t, m, next_code(t, m, code, card_at(m, second_card)), said)
        hands, waiting = 1, 0
        going = True
        while going:
            while code < LAST_ROW and at < m.out[1]:
                code, said = repeated(t, m, next_code(t, m, code, card_at(m, at)), said)
                at += 1
            first = N(0)
            if code < LAST_ROW:
                going = False  # this hand waits for the card that is to come
                at = N(m.out[1]) + 1
            elif code > MANY:
                hands += 1
                first = N(t.pair_first[W(code - MANY)])
                m.hands[2 * HANDS_MOST + waiting] = t.pair_second[W(code - MANY)]
                m.hands[3 * HANDS_MOST + waiting] = second_card if second_card > 0 else at - 1
                second_card, others = N(0), at
                waiting += 1
            else:
                if t.collected[W(code - FINISHED)] != 0:
                    if first_card >= own:
                        gone(m, first_card)
                    if second_card >= own:
                        gone(m, second_card)
                    for other in range(others, at):
                        gone(m, other)
                going = waiting > 0
                if going:
                    waiting -= 1
                    first = N(m.hands[2 * HANDS_MOST + waiting])
                    first_card = N(m.hands[3 * HANDS_MOST + waiting])
                    second_card, others = N(0), at
            if going:
                code = W(t.one[1 if hands >= t.hands_max[first] else 0, context, first])
        box += 1


@inlined
def repeated(t: Any, m: Any, code: Any, said: Any) -> Any:
    """A code that asks for the count as it was answered then."""
    if len(t.counting) != 0 and code >= FIRST_ASKING and said < m.said[0]:
        return W(m.said[said + 1]), said + 1
    return code, said


@inlined
def card_at(m: Any, entry: Any) -> Any:
    return W(m.table[entry] & A_CARD)


@inlined
def gone(m: Any, entry: Any) -> None:
    m.table[entry] = W(m.table[entry] | GONE)
