"""The kernel for one box and a freshly shuffled shoe each round: one card a step, one look-up a card. It
knows no rule; it walks the lookups. The same text runs as plain Python, compiled for the CPU and for CUDA.

Cards are drawn in an order of its own: up card, the player's cards, then the dealer's further cards. Every
order of a shuffled shoe is as good as any other; a natural that the dealer would have found by looking is
found late and settled as if it had been found at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    CLASSES_MOST,
    DEAD,
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    HANDS_MOST,
    LIVE,
    NET_BITS,
    PEEKED_BIN,
    ROOT_ROW,
    SPLIT_HANDS_BIN,
    SPLITS,
    WORTH_BITS,
)
from vingt.analysis.simulation.kernel.jit import compiled, inlined
from vingt.analysis.simulation.kernel.random_numbers import high_word

U, W = np.uint64, np.uint32
HIGH = U(32)
ZERO, ONE, TWO, FOUR, EIGHT, TWELVE, SIXTEEN = W(0), W(1), W(2), W(4), W(8), W(12), W(16)
LOW, NIBBLE = W(0xFFFF), W(0xF)
WAITS, NEVER, END, MANY, BITS = W(LIVE), W(DEAD), W(ENDS), W(SPLITS), W(ENDINGS_BITS)
WAITING_CODES, ROOT, FIRST = W(CLASSES_MOST), W(ROOT_ROW), W(FIRST_ROW)
NET_SHIFT, WEIGHT_SHIFT, NET_MASK = W(NET_BITS), W(WORTH_BITS), W((1 << WORTH_BITS) - 1)
HANDS, BEFORE_LIVE, PEEKED, SPLIT_HANDS = W(HANDS_MOST), W(LIVE - 1), W(PEEKED_BIN), W(SPLIT_HANDS_BIN)


class Tables(NamedTuple):
    """What the kernel reads: the key of the run and `Lookups` laid flat. `column_row[place]` is where the
    codes of the column of that card begin. The k-th number of round r is a mix of key + (256 r + k) gamma;
    `jump` leads from one round of a lane to its next."""

    gamma: Any
    jump: Any
    cards: Any
    width: Any
    natural: Any
    split_bin: Any
    codes: Any
    column_row: Any
    one: Any
    pair_first: Any
    pair_second: Any
    hands_max: Any
    worth: Any  # what a hand of a split adds: its net, and its weight in `joint_net`
    joint_net: Any
    checked: Any


class Memory(NamedTuple):
    """What the kernel writes: sixteen places of the shoe to a word, below the lane's number of the round they
    were seen in (no word stays unwritten for the 65,536 rounds after which that comes again), and the hands
    of a split. Lanes may share the arrays, each with its own beginning and stride."""

    seen: Any
    seen_at: Any
    seen_stride: Any
    hands: Any


@inlined
def step(t: Any, m: Any, x: Any, base: Any, number: Any, a: Any, b: Any, out: Any, many: Any) -> Any:
    """Draw a card and go where it leads. `x` counts the draws from `base`, where the round begins; `number`
    is how many rounds the lane has begun; `a` is the row drawn for, `b` the row of the up card, `out` the
    hand that waits for the dealer, `many` the hands of a split. An `a` that is no row is an event of a round
    with a split, for `resolve`. What comes back besides these is whether the round is over and the bin to
    count in, 0 for none."""
    place = W((U(W(high_word(x))) * U(t.cards)) >> HIGH)
    tag = W(number << SIXTEEN)
    word_at = W(m.seen_at + W(place >> FOUR) * m.seen_stride)
    drawn = W(m.seen[word_at] ^ tag)
    drawn = drawn if drawn <= LOW else ZERO
    bit = W(ONE << W(place & NIBBLE))
    m.seen[word_at] = W(tag | drawn | bit)
    code = W(t.codes[W(a + t.column_row[place])])
    code = code if W(drawn & bit) == ZERO else a
    b = code if a == ROOT else b
    alone = many == ZERO and code < MANY
    waits = alone and W(code - WAITS) < WAITING_CODES
    out = code if waits else out
    a = W(b + t.width) if waits else code
    over = ONE if alone and code >= NEVER else ZERO
    ended = code >= END
    hand = out if ended else code
    ending = W(code - END) if ended else ZERO
    counted = W(W(W(hand - BEFORE_LIVE) << BITS) + ending) if over != ZERO else ZERO
    a = ROOT if over != ZERO else a
    number = W(number + over)
    base = base + t.jump if over != ZERO else base
    x = base if over != ZERO else x + t.gamma
    return x, base, number, a, b, out, many, over, counted


@inlined
def resolve(t: Any, m: Any, x: Any, base: Any, number: Any, a: Any, b: Any, out: Any, many: Any) -> Any:
    """An event of a round with a split, about one in forty: a split, the end of a hand, the dealer's ending;
    then the round is written down hand by hand. `many` holds the hands in all, those waiting and finished,
    and the dealer's ending. Arguments and answer are those of `step`; no card is drawn."""
    up = W(b - FIRST)
    hands, waiting = W(many & NIBBLE), W(W(many >> FOUR) & NIBBLE)
    done, ending = W(W(many >> EIGHT) & NIBBLE), W(many >> TWELVE)
    code = a
    over, counted = ZERO, ZERO
    if code == MANY:
        if done != ZERO:
            done = W(done - ONE)
            hand = W(W(W(m.hands[done]) << BITS) + ending)
            counted = W(SPLIT_HANDS + hand)
            out = W(out + t.worth[hand])
        else:
            net = W(W(out & NET_MASK) - W(hands << NET_SHIFT))
            counted = W(t.split_bin + net + t.joint_net[W(out >> WEIGHT_SHIFT)])
            over = ONE
    elif code > MANY or code < END:
        first = ZERO
        if code > MANY:
            hands = TWO if hands == ZERO else W(hands + ONE)
            first = W(t.pair_first[W(code - MANY)])
            m.hands[W(HANDS + waiting)] = t.pair_second[W(code - MANY)]
            waiting = W(waiting + ONE)
        else:
            m.hands[done] = W(code - WAITS)
            done = W(done + ONE)
        if code < END and waiting == ZERO:
            a = W(b + t.width)
        else:
            if code < END:
                waiting = W(waiting - ONE)
                first = W(m.hands[W(HANDS + waiting)])
            last = ONE if hands >= W(t.hands_max[first]) else ZERO
            a = W(t.one[W(W(W(last * t.width) + up) * t.width + first)])
    else:
        ending = W(code - END)
        if ending == t.natural and t.checked[up] != 0:
            counted, over = PEEKED, ONE
        else:
            out, a = ZERO, MANY
    many = W(hands | W(waiting << FOUR) | W(done << EIGHT) | W(ending << TWELVE))
    a = ROOT if over != ZERO else a
    many = ZERO if over != ZERO else many
    number = W(number + over)
    base = base + t.jump if over != ZERO else base
    x = base if over != ZERO else x
    return x, base, number, a, b, out, many, over, counted


@compiled
def play_rounds(t: Any, m: Any, base: Any, rounds: Any, counts: Any) -> None:
    """So many rounds one after the other, the first beginning at `base`."""
    forget(t, m)
    x, number, a, b, out, many = base, ONE, ROOT, ZERO, ZERO, ZERO
    left = rounds
    while left != 0:
        x, base, number, a, b, out, many, over, counted = step(t, m, x, base, number, a, b, out, many)
        left -= U(over)
        counts[counted] += U(1)
        while a >= WAITS:
            x, base, number, a, b, out, many, over, counted = resolve(t, m, x, base, number, a, b, out, many)
            left -= U(over)
            counts[counted] += U(1)


@inlined
def forget(t: Any, m: Any) -> None:
    """Mark every place as seen before the first round, which is number one."""
    at = ZERO
    while W(at << FOUR) < t.cards:
        m.seen[W(m.seen_at + at * m.seen_stride)] = ZERO
        at = W(at + ONE)
