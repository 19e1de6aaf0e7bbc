"""The kernels for one box and the main wager: one card a step, one look-up a card. They know no rule; they
walk the lookups of `walk_tables`. The same text runs as plain Python, compiled for the CPU and for CUDA.

Cards are drawn in an order of their own: up card, the dealer's second card where the dealer looks under the
up card, the player's cards, then the dealer's further cards. Every order of a shuffled shoe is as good as any
other. Rounds from fresh shoes draw places until one comes that the round has not seen; a shoe that is dealt
on is shuffled as it is drawn: a place among those left is chosen, and the last of them moves there. Four
places are chosen by one random number; a split and the end of a unit throw the rest of it away, so that
lanes on a GPU stay abreast."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    GROUP,
    NET_BITS,
    WALK_DRAWS,
    WALK_ENDS,
    WALK_EVENT,
    WALK_OFFSETS,
    WALK_ROOT,
    WALK_SPLITS,
    WALK_STOP,
    WALK_WAIT,
    WORTH_BITS,
)
from vingt.analysis.simulation.kernel.jit import compiled, inlined
from vingt.analysis.simulation.kernel.random_numbers import chosen, words

U, W, N = np.uint64, np.uint32, np.int64
ZERO, ONE, TWO, THREE, FOUR, EIGHT, TWELVE, SIXTEEN = (W(each) for each in (0, 1, 2, 3, 4, 8, 12, 16))
NIBBLE, NO = W(0xF), U(0)
A_CARD, A_HAND, THREE_HANDS, LAST_CARD, LAST_HAND = U(8), U(16), U(48), U(0xFF), U(0xFFFF)
WAIT, END, MANY, EVENT = W(WALK_WAIT), W(WALK_ENDS), W(WALK_SPLITS), W(WALK_EVENT)
STOP, ROOT, OFFSETS = W(WALK_STOP), W(WALK_ROOT), W(WALK_OFFSETS)
DEALERS, LOW = W(20), W(0xFFFF)
NET_SHIFT, WEIGHT_SHIFT, NET_MASK = W(NET_BITS), W(WORTH_BITS), W((1 << WORTH_BITS) - 1)
DRAWS, FEWEST = WALK_DRAWS, W(WALK_DRAWS)
ALL, NONE = W(0xFFFFFFFF), W(0)


class Tables(NamedTuple):
    """What the kernels read: the key of the run and `Lookups` as the walk needs them. A code is a word: where
    to go, and above it what the way there adds to the bin, or for the first rows where the dealer goes on.
    Rows are numbered by where their codes begin. From the row of an up card, `first` leads to the player's
    first row, twice `first` to the dealer's, three times to the dealer's second card alone. The numbers of
    unit u are mixes of key + (draws u + k) gamma; `jump` leads from one to the next."""

    gamma: Any
    jump: Any
    cards: Any
    columns: Any  # codes in a row
    first: Any
    dead: Any  # bins from here on are of hands that wait for nobody
    rest: Any  # an ending for a dealer's hand that nothing hangs on
    split_hands: Any  # where the bins of split hands begin
    split_bin: Any
    stop: Any  # with fewer cards left after a round, the cover card is out
    least: Any  # with fewer cards left, no round is begun beyond it
    even: Any  # the rounds of a shoe that its control counts
    fresh: Any  # the columns of a shoe, four to a word on a GPU
    codes: Any
    one: Any
    pair_first: Any
    pair_second: Any
    hands_max: Any
    dead_hand: Any  # [hand that waits for nobody]: its number among the hands of a split
    worth: Any  # what a hand of a split adds: its net, and its weight in `joint_net`
    joint_net: Any
    wants: Any  # [class of a split hand]: 1 the dealer's second card, 2 further ones, 4 the second of two
    nets: Any  # [bin] of rounds


@inlined
def step(t: Any, a: Any, b: Any, d: Any, bin_: Any, many: Any, column: Any) -> Any:
    """Go where a card leads. `a` is the row drawn for, `b` the row of the up card, `d` where the dealer goes
    on, `bin_` what the bin of the round has come to, `many` the hands of a split. An `a` that is no row is an
    event of a round with a split, for `resolve`. What comes back besides these is what the code adds to the
    bin, whether the round is over, and the bin to count in, 0 for none."""
    code = W(t.codes[W(a + column)])
    follows, adds = W(code & LOW), W(code >> SIXTEEN)
    b = follows if a == ROOT else b
    early = a <= t.first
    d = adds if early else d
    bin_ = ZERO if early else W(bin_ + adds)
    alone = many == ZERO
    offset = W(follows - WAIT)
    waits = alone and offset < OFFSETS
    dealer = W(d + offset)
    done = waits and dealer >= END
    bin_ = W(bin_ + W(dealer - END)) if done else bin_
    a = dealer if waits else follows
    a = ROOT if done else a
    over = ONE if alone and a == ROOT else ZERO
    at = bin_ if over != ZERO else ZERO
    a = EVENT if a == ROOT and not alone else a
    return a, b, d, bin_, adds, over, at


@inlined
def resolve(t: Any, a: Any, b: Any, d: Any, adds: Any, many: Any, held: Any, more: Any, cards: Any) -> Any:
    """An event of a round with a split, about one in forty: a split, the end of a hand, the dealer's ending.
    `many` holds the hands in all, those waiting and finished, the dealer's ending, what is wanted of the
    dealer and whether it is the dealer's turn; `held` and `more` the finished hands, sixteen bits each, and
    `cards` the cards that wait for their turn, eight bits each. No card is drawn. What comes back besides
    these is whether the round is over and to be settled hand by hand."""
    hands, waiting, done = W(many & NIBBLE), W(W(many >> FOUR) & NIBBLE), W(W(many >> EIGHT) & NIBBLE)
    ending, wanted, turn = ZERO, W(W(many >> SIXTEEN) & NIBBLE), W(many >> DEALERS)
    settles = ZERO
    split = a > MANY and a != EVENT
    if turn == ZERO:
        first = ZERO
        if split:
            hands = TWO if hands == ZERO else W(hands + ONE)
            first = W(t.pair_first[W(a - MANY)])
            cards = (cards << A_CARD) | U(t.pair_second[W(a - MANY)])
            waiting = W(waiting + ONE)
        else:
            hand = W(t.dead_hand[W(adds - t.dead)]) if a == EVENT else adds
            more = (more << A_HAND) | (held >> THREE_HANDS)
            held = (held << A_HAND) | U(hand)
            wants = W(t.wants[W(hand >> THREE)])
            second = ONE if W(wants & wanted & FOUR) != ZERO else ZERO
            wanted = W(wanted | wants | second)
            done = W(done + ONE)
        if not split and waiting == ZERO:
            turn = ONE
            a = W(END + t.rest)
            if W(wanted & ONE) != ZERO:
                a = W(d + t.first) if d < WAIT else a
            if W(wanted & TWO) != ZERO:
                a = d
        else:
            if not split:
                waiting = W(waiting - ONE)
                first = W(cards & LAST_CARD)
                cards = cards >> A_CARD
            last = ONE if hands >= W(t.hands_max[first]) else ZERO
            up = W(b - t.columns) if b <= t.first else W(b - t.columns - t.first)
            a = W(t.one[W(W(last * t.first) + up + first)])
    else:
        ending = adds if a == EVENT else W(a - END)
        settles = ONE
        a = ROOT
    many = W(hands | W(waiting << FOUR) | W(done << EIGHT) | W(ending << TWELVE))
    many = W(many | W(wanted << SIXTEEN) | W(turn << DEALERS))
    return a, many, held, more, cards, settles


@inlined
def next_hand(many: Any, held: Any, more: Any) -> Any:
    """A hand of a split as it met the dealer's ending, and those that are left."""
    hand = W(W(held & LAST_HAND) + W(W(many >> TWELVE) & NIBBLE))
    return hand, (held >> A_HAND) | (more << THREE_HANDS), more >> A_HAND


@inlined
def bin_of_split(t: Any, many: Any, worth: Any) -> Any:
    """The bin of a round with a split, by what its hands are worth together."""
    net = W(W(worth & NET_MASK) - W(W(many & NIBBLE) << NET_SHIFT))
    return W(t.split_bin + net + t.joint_net[W(worth >> WEIGHT_SHIFT)])


@inlined
def unseen(seen: Any, begin: Any, stride: Any, number: Any, place: Any) -> Any:
    """Whether a place of the shoe is drawn for the first time in this round; it is marked. Sixteen places lie
    in a word, below the number of the round they were seen in: no word stays unwritten for the 65,536 rounds
    after which that comes again."""
    at = W(begin + W(place >> FOUR) * stride)
    tag = W(number << SIXTEEN)
    drawn = W(seen[at] ^ tag)
    drawn = drawn if drawn <= LOW else ZERO
    bit = W(ONE << W(place & NIBBLE))
    seen[at] = W(tag | drawn | bit)
    return W(drawn & bit) == ZERO


@compiled
def play_rounds(t: Any, seen: Any, base: Any, groups: Any, last: Any, counts: Any) -> None:
    """Groups of rounds from fresh shoes, `last` of them in the last group. A place that was drawn before in
    the round is drawn anew: so a fresh shoe costs nothing."""
    number = ONE
    for group in range(groups):
        x, a, b, d, bin_, adds, many = base, ROOT, ZERO, ZERO, ZERO, ZERO, ZERO
        held, more, waiting = NO, NO, NO
        left = W(last) if group == groups - 1 else W(GROUP)
        while left != ZERO:
            low, high = words(x)
            x = x + t.gamma
            for _ in range(DRAWS):
                place, low, high = chosen(low, high, t.cards)
                if unseen(seen, ZERO, ONE, number, place):
                    a, b, d, bin_, adds, over, at = step(t, a, b, d, bin_, many, W(t.fresh[place]))
                    counts[at] += U(1)
                    number = W(number + over)
                    left = W(left - over)
                    if a >= WAIT or left == ZERO:
                        break
            while a >= WAIT:
                a, many, held, more, waiting, settles = resolve(t, a, b, d, adds, many, held, more, waiting)
                if settles != ZERO:
                    worth = ZERO
                    for _ in range(W(many >> EIGHT) & NIBBLE):
                        hand, held, more = next_hand(many, held, more)
                        counts[W(t.split_hands + hand)] += U(1)
                        worth = W(worth + t.worth[hand])
                    counts[bin_of_split(t, many, worth)] += U(1)
                    many, number, left = ZERO, W(number + ONE), W(left - ONE)
        base = base + t.jump


@inlined
def laid(t: Any, deck: Any) -> None:
    """A new shoe, in the order of its cards: the shuffle is in the drawing."""
    for at in range(t.fresh.shape[0]):
        deck[at] = t.fresh[at]


@compiled
def play_shoes(t: Any, deck: Any, base: Any, shoes: Any, counts: Any, sums: Any) -> None:
    """Whole shoes to the cover card. A shoe in which fewer rounds were dealt than its control counts is dealt
    on for that alone. A round that finds no card is given up: that takes more cards than `walk_tables` lets
    one in a million million rounds take. `sums` are those of `sum_up`."""
    for _ in range(shoes):
        laid(t, deck)
        x, a, b, d, bin_, adds, many = base, ROOT, ZERO, ZERO, ZERO, ZERO, ZERO
        held, more, waiting = NO, NO, NO
        cards, rounds, net, even, counting = t.cards, ZERO, N(0), N(0), ALL
        dealt, cards_left, net_dealt = ZERO, ZERO, N(0)
        while a != STOP:
            if cards < FEWEST:
                break
            low, high = words(x)
            x = x + t.gamma
            for _draw in range(DRAWS):
                place, low, high = chosen(low, high, cards)
                cards = W(cards - ONE)
                column = deck[place]
                deck[place] = deck[cards]
                a, b, d, bin_, adds, over, at = step(t, a, b, d, bin_, many, W(column))
                counts[W(at & counting)] += U(1)
                rounds = W(rounds + over)
                net = net + t.nets[at]
                even = net if rounds == t.even else even
                a = STOP if over != ZERO and cards < t.stop else a
                if a >= WAIT:
                    break
            while a >= WAIT and a != STOP:
                a, many, held, more, waiting, settles = resolve(t, a, b, d, adds, many, held, more, waiting)
                if settles != ZERO:
                    worth = ZERO
                    for _hand in range(W(many >> EIGHT) & NIBBLE):
                        hand, held, more = next_hand(many, held, more)
                        counts[W(W(t.split_hands + hand) & counting)] += U(1)
                        worth = W(worth + t.worth[hand])
                    at = bin_of_split(t, many, worth)
                    counts[W(at & counting)] += U(1)
                    many, rounds, net = ZERO, W(rounds + ONE), net + t.nets[at]
                    even = net if rounds == t.even else even
                    a = STOP if cards < t.stop else a
            if a == STOP:
                if counting != NONE:
                    dealt, cards_left, net_dealt, counting = rounds, cards, net, NONE
                a = ROOT if rounds < t.even and cards >= t.least else STOP
        if counting != NONE:
            dealt, cards_left, net_dealt = rounds, cards, net
        even = net if rounds < t.even else even
        sum_up(t, sums, dealt, cards_left, net_dealt, rounds, even)
        base = base + t.jump


@inlined
def sum_up(t: Any, sums: Any, dealt: Any, left: Any, net: Any, rounds: Any, even: Any) -> None:
    """Of a shoe: rounds, cards, net and its square; then how it differs from the first rounds of a shoe, a
    fixed number of which each is worth what a round from a fresh shoe is: differences of nets and of rounds,
    their squares and product; and shoes that had not cards enough for so many."""
    beyond, further = net - even, N(dealt) - N(t.even)
    sums[0] += N(dealt)
    sums[1] += N(W(t.cards - left))
    sums[2] += net
    sums[3] += net * net
    sums[4] += beyond
    sums[5] += further
    sums[6] += beyond * beyond
    sums[7] += beyond * further
    sums[8] += further * further
    if rounds < t.even:
        sums[9] += 1
