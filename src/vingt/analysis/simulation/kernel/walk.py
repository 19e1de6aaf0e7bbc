"""One round of one box with the main wager: one look-up a card. The kernels know no rule; they walk the
lookups of `walk_tables`. The same text runs as plain Python, compiled for the CPU and for CUDA.

Cards come in an order of their own: up card, the player's two, the dealer's second card where it is dealt
before anybody plays, the player's further cards, the dealer's. Every order of a shuffled shoe is as good as
any other. From fresh shoes the dealer's second card always comes so: whether one that nobody looks at is
dealt does not matter then."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import inlined, inner
from vingt.analysis.simulation.kernel.codes import (
    ENDINGS_BITS,
    HANDS_MOST,
    NET_BITS,
    WALK_ENDS,
    WALK_LIVE,
    WALK_SPLITS,
    WORTH_BITS,
)
from vingt.analysis.simulation.kernel.count import by_count, insures, tag_of
from vingt.analysis.simulation.kernel.shoe import Shoe, cell, deal_four, four_places

U, W, N = np.uint64, np.uint32, np.int64
ZERO, ONE, TWO, THREE, FOUR = W(0), W(1), W(2), W(3), W(4)
LIVE, END, MANY, ENDING = W(WALK_LIVE), W(WALK_ENDS), W(WALK_SPLITS), W(ENDINGS_BITS)
WAITING = W(HANDS_MOST)  # in `hands`: first cards that wait for their turn, behind the finished hands
NET_SHIFT, WEIGHT_SHIFT, NET_MASK = W(NET_BITS), W(WORTH_BITS), W((1 << WORTH_BITS) - 1)
KEPT_FROM_PLAY = LIVE  # hands that the dealer's natural ended, as a class


class Tables(NamedTuple):
    """What the kernels read: the key of the run and `Lookups` as the walk needs them. Rows are numbered by
    where their codes begin: for each up card that of the player's first card, from `dealers` on that of the
    dealer's second. Classes of finished hands are numbered by what they want of the dealer. The numbers of
    unit u are mixes of key + (UNIT_DRAWS u + k) gamma; `jump` leads from one to the next, `further` to those
    for cards that were not dealt ahead."""

    gamma: Any
    jump: Any
    further: Any
    cards: Any
    ahead: Any  # cards of a shuffle that are dealt ahead
    bounds: Any
    columns: Any  # codes in a row
    dealers: Any
    hole: Any  # whether the dealer's second card is dealt before anybody plays
    natural: Any  # the code of the dealer's natural
    alone: Any  # classes from here on want no further cards of the dealer
    dead: Any  # classes from here on want none
    rest: Any  # the code of an ending for a dealer's hand that nothing hangs on
    split_hands: Any  # where the bins of split hands begin
    split_bin: Any
    stop: Any  # with fewer cards left after a round, the cover card is out
    least: Any  # with fewer cards left, no round is begun beyond it
    even: Any  # the rounds of a shoe that its control counts
    fresh: Any  # the columns of a shoe, four to a word on a GPU
    codes: Any
    checked: Any  # [up]
    own_natural: Any  # [class]
    one: Any  # [last, up, first card]
    pair_first: Any
    pair_second: Any
    hands_max: Any
    worth: Any  # what a hand of a split adds: its net, and its weight in `joint_net`
    joint_net: Any
    wants: Any  # [class of a split hand]: 1 the dealer's second card, 2 further ones, 4 the second of two
    nets: Any  # [bin] of rounds
    count: Any  # `CountTables`, or nothing where nobody counts


class Memory(NamedTuple):
    """What one lane works in: its shoe, as in `cell_at`; the places that were chosen ahead, or None where
    there is no room for such; the hands of a split; and the codes, which are read for every card."""

    deck: Any
    begin: Any
    stride: Any
    places: Any
    hands: Any
    codes: Any


class Round(NamedTuple):
    """How a round ended: in a bin, or in so many `hands` of a split; the dealer's ending; and whether a
    counter had insured it."""

    bin_: Any
    hands: Any
    ending: Any
    insured: Any


@inner
def four_more(t: Any, m: Any, shoe: Any) -> Any:
    """Deal on. A round that finds no card goes on with the first ones: that takes more cards than
    `walk_tables` lets one in a million million rounds take."""
    if shoe.bottom == ZERO:
        return Shoe(shoe.x, t.cards, shoe.bottom, shoe.running)
    deal_four(m, four_places(shoe.x, shoe.bottom), shoe.bottom)
    return Shoe(shoe.x + t.gamma, shoe.left, W(shoe.bottom - FOUR), shoe.running)


@inlined
def draw(t: Any, m: Any, shoe: Any, code: Any) -> Any:
    """The shoe, and where its next card leads."""
    if shoe.left == shoe.bottom:
        shoe = four_more(t, m, shoe)
    left = W(shoe.left - ONE)
    card = W(m.deck[cell(m, left)])
    shoe = Shoe(shoe.x, left, shoe.bottom, shoe.running + tag_of(t.count, card))
    return shoe, W(m.codes[W(code + card)])


@inlined
def first_four(t: Any, m: Any, shoe: Any) -> Any:
    """The next four cards, of which the last is drawn or not."""
    if W(shoe.left - shoe.bottom) < FOUR:
        shoe = four_more(t, m, shoe)
    left = shoe.left
    up, first = W(m.deck[cell(m, W(left - ONE))]), W(m.deck[cell(m, W(left - TWO))])
    second, hole = W(m.deck[cell(m, W(left - THREE))]), W(m.deck[cell(m, W(left - FOUR))])
    return shoe, (up, first, second, hole)


@inlined
def play_round(t: Any, m: Any, shoe: Any, deal: Any) -> Any:
    """A round that begins with these four cards, the last of which only counts where the dealer has it before
    anybody plays."""
    up, first, second, hole = deal
    seen = tag_of(t.count, up) + tag_of(t.count, first) + tag_of(t.count, second)
    shoe = Shoe(shoe.x, W(shoe.left - W(THREE + t.hole)), shoe.bottom, shoe.running + seen)
    insured = insures(t.count, shoe, t.hole, up)
    row = W(up * t.columns)
    code = W(m.codes[W(W(m.codes[W(row + first)]) + second)])
    dealer, hands = W(row + t.dealers), ZERO
    dealer = W(m.codes[W(dealer + hole)]) if t.hole != ZERO else dealer
    if dealer == t.natural and t.checked[up] != 0:
        own = code >= LIVE and code < END and t.own_natural[W(code - LIVE)] != 0
        code = code if own else KEPT_FROM_PLAY
    else:
        code = by_count(t.count, shoe, t.hole, code)
        while code < LIVE:
            shoe, code = draw(t, m, shoe, code)
            code = by_count(t.count, shoe, t.hole, code)
        further, wanted = code < t.alone, ONE if code < t.dead else insured
        if code >= MANY:
            shoe, hands, wanted = play_split(t, m, shoe, up, code, insured)
            further = W(wanted & TWO) != ZERO
        if further:
            while dealer < END:
                shoe, dealer = draw(t, m, shoe, dealer)
        else:
            shoe, dealer = looked_at(t, m, shoe, dealer, W(wanted & ONE))
    if t.hole != ZERO:
        shoe = Shoe(shoe.x, shoe.left, shoe.bottom, shoe.running + tag_of(t.count, hole))
    ending = W(dealer - END)
    return shoe, Round(W(W(W(code - LIVE) << ENDING) + ending), hands, ending, insured)


@inlined
def looked_at(t: Any, m: Any, shoe: Any, dealer: Any, wanted: Any) -> Any:
    """The dealer's ending where no further card is wanted: whether the second, if wanted, makes a natural."""
    if wanted == ZERO:
        return shoe, t.rest
    if t.hole == ZERO:
        shoe, dealer = draw(t, m, shoe, dealer)
    return shoe, dealer if dealer == t.natural else t.rest


@inner
def play_split(t: Any, m: Any, shoe: Any, up: Any, code: Any, wanted: Any) -> Any:
    """The hands of a split, in about one round of forty, and what they want of the dealer: kept apart, so
    that what is done in every round stays in registers."""
    hands, waiting, done = ONE, ZERO, ZERO
    going = True
    while going:
        while code < LIVE:
            shoe, code = draw(t, m, shoe, code)
            code = by_count(t.count, shoe, t.hole, code)
        first = ZERO
        if code >= MANY:
            hands = W(hands + ONE)
            first = W(t.pair_first[W(code - MANY)])
            m.hands[W(WAITING + waiting)] = t.pair_second[W(code - MANY)]
            waiting = W(waiting + ONE)
        else:
            held = W(code - LIVE)
            m.hands[done] = held
            done = W(done + ONE)
            wants = W(t.wants[held])
            wanted = W(wanted | wants | (ONE if W(wants & wanted & FOUR) != ZERO else ZERO))
            going = waiting != ZERO
            if going:
                waiting = W(waiting - ONE)
                first = W(m.hands[W(WAITING + waiting)])
        if going:
            last = ONE if hands >= W(t.hands_max[first]) else ZERO
            code = W(t.one[W(W(W(W(last * t.columns) + up) * t.columns) + first)])
    return shoe, done, wanted


@inlined
def hand_of_split(m: Any, played: Any, at: Any) -> Any:
    """A hand of a split as it met the dealer's ending."""
    return W(W(W(m.hands[at]) << ENDING) + played.ending)


@inlined
def bin_of_split(t: Any, played: Any, worth: Any) -> Any:
    """The bin of a round with a split, by what its hands are worth together."""
    net = W(W(worth & NET_MASK) - W(played.hands << NET_SHIFT))
    return W(t.split_bin + net + t.joint_net[W(worth >> WEIGHT_SHIFT)])
