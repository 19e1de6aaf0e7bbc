"""The kernel for whole tables: several boxes, shoes dealt to the cover card, side wagers. Like `walk` it
knows no rule, and runs as plain Python, compiled for the CPU and for CUDA. A unit is a round from a fresh
shoe, or a shoe."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    HANDS_MOST,
    LIVE,
    PEEKED_BIN,
    SIDE_SUMS,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLITS,
)
from vingt.analysis.simulation.kernel.jit import compiled, inlined
from vingt.analysis.simulation.kernel.random_numbers import high_word

U, N = np.uint64, np.int64
HIGH = U(32)
RANKS, CARDS = 13, 52


class TableTables(NamedTuple):
    """What the kernel reads besides the automaton of `walk`: how the table is dealt, the dealer's hand, and
    side wagers as in `side_lookups`."""

    gamma: Any
    cards: Any
    cards_in_shoe: Any
    boxes: Any
    burned: Any
    burned_when_short: Any
    cover: Any  # cards out before the cover card comes out; 0: every round from a fresh shoe
    hole: Any
    idle: Any  # whether the dealer draws when nothing hangs on it
    width: Any
    natural: Any
    split_bin: Any
    side_bin: Any
    codes: Any
    column_of: Any
    card_of: Any
    one: Any
    pair_first: Any
    pair_second: Any
    hands_max: Any
    nets: Any
    joint_weight: Any
    joint_net: Any
    peeked_net: Any
    checked: Any
    natural_class: Any
    collected: Any  # [class]: whether it is decided, and its cards are gone, before the dealer's turn
    wants: Any  # [class]: 1 the dealer's second card, 2 further ones, 4 the second where two hands want it
    dealer_first: Any
    dealer_next: Any
    dealer_final: Any
    dealer_natural: Any
    ending_of: Any
    side_base: Any
    side_first: Any
    side_second: Any
    side_up: Any
    side_hole: Any
    side_ranks: Any
    side_suits: Any
    side_dealer: Any
    side_played: Any  # [wager, class]
    side_dealt: Any  # [wager, first card, second card]
    side_table: Any
    side_needs: Any
    side_outcome: Any  # [wager]: where its outcomes begin among the bins of side wagers
    side_of: Any  # [bin of side wagers]: the wager
    side_net: Any  # [bin of side wagers]: what it gains, in that wager's own unit
    side_made: Any  # [bin of side wagers]: 1 where the wager was offered
    shared: Any  # whether several wagers of a unit hang on the same cards


class TableMemory(NamedTuple):
    """`seen` holds 32 places of the shoe to a word below the number of the shoe they were seen in; `out` how
    many are out of the shoe and how many were put on the `table` in this round. `hands` holds finished hands,
    hands that wait, and what `collect` remembers of them. `made` has what each side wager gained in the unit
    so far, and how often it was made."""

    seen: Any
    hands: Any
    dealt: Any
    finished: Any
    sides: Any
    bins: Any
    out: Any
    table: Any
    made: Any


@inlined
def draw(t: Any, m: Any, x: Any, number: Any) -> Any:
    """The next card that is still in the shoe, as its place."""
    if m.out[0] == t.cards_in_shoe:
        x = refill(t, m, x, number)
    x, place = take(t, m, x, number)
    m.table[m.out[1]] = place
    m.out[1] += 1
    return x, place


@inlined
def take(t: Any, m: Any, x: Any, number: Any) -> Any:
    place = N(0)
    free = False
    while not free:
        place = N((high_word(x) * t.cards) >> HIGH)
        word = m.seen[place >> 5]
        drawn = word & U(0xFFFFFFFF) if (word >> HIGH) == number else U(0)
        bit = U(1) << U(place & 31)
        m.seen[place >> 5] = (number << HIGH) | drawn | bit
        free = (drawn & bit) == U(0)
        x += t.gamma
    m.out[0] += 1
    return x, place


@compiled
def refill(t: Any, m: Any, x: Any, number: Any) -> Any:
    """The shoe is empty: the discards are shuffled and some burned. Only what lies on the table stays out."""
    collect(t, m)
    for word in range((m.out[0] + 31) >> 5):
        m.seen[word] = U(0)
    m.out[0] = 0
    for at in range(m.out[1]):
        place = N(m.table[at])
        if place >= 0:
            m.out[0] += 1
            word = m.seen[place >> 5] & U(0xFFFFFFFF)
            m.seen[place >> 5] = (number << HIGH) | word | (U(1) << U(place & 31))
    for _ in range(t.burned_when_short):
        x, _place = take(t, m, x, number)
    return x


@inlined
def collect(t: Any, m: Any) -> None:
    """Cards of decided hands are in the discard rack: their entries on the table become negative. A shoe
    seldom runs short, so nobody keeps track: what lies there is walked once more, in the order of play."""
    up = N(t.column_of[N(m.table[0])])
    at = 1 + N(t.hole) + 2 * N(t.boxes)  # the first card that was drawn
    box = N(0)
    while box < t.boxes and at <= m.out[1]:
        first_card = 1 + N(t.hole) + 2 * box
        second_card, others = first_card + 1, at
        code = N(t.codes[column_at(t, m, first_card), FIRST_ROW + up])
        code = N(t.codes[column_at(t, m, second_card), code])
        hands, waiting = 1, 0
        going = True
        while going:
            while code < LIVE and at < m.out[1]:
                code = N(t.codes[column_at(t, m, at), code])
                at += 1
            first = N(0)
            if code < LIVE:
                going = False  # this hand waits for the card that is to come
                at = N(m.out[1]) + 1
            elif code > SPLITS:
                hands += 1
                first = N(t.pair_first[code - SPLITS])
                m.hands[2 * HANDS_MOST + waiting] = t.pair_second[code - SPLITS]
                m.hands[3 * HANDS_MOST + waiting] = second_card if second_card > 0 else at - 1
                second_card, others = N(0), at
                waiting += 1
            else:
                if t.collected[code - LIVE] != 0:
                    gone(m, first_card)
                    if second_card > 0:
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
                code = N(t.one[1 if hands >= t.hands_max[first] else 0, up, first])
        box += 1


@inlined
def column_at(t: Any, m: Any, entry: Any) -> Any:
    place = N(m.table[entry])
    return t.column_of[place if place >= 0 else ~place]


@inlined
def gone(m: Any, entry: Any) -> None:
    if m.table[entry] >= 0:
        m.table[entry] = ~m.table[entry]


@inlined
def play_hands(t: Any, m: Any, x: Any, number: Any, up: Any, code: Any) -> Any:
    """Play a box out: its finished hands go to `m.hands`; comes back how many, and how many cards it took."""
    hands, waiting, done, drawn = 1, 0, 0, 0
    going = True
    while going:
        while code < LIVE:
            x, place = draw(t, m, x, number)
            drawn += 1
            code = N(t.codes[t.column_of[place], code])
        first = N(0)
        if code > SPLITS:
            hands += 1
            first = N(t.pair_first[code - SPLITS])
            m.hands[HANDS_MOST + waiting] = t.pair_second[code - SPLITS]
            waiting += 1
        else:
            m.hands[done] = code - LIVE
            done += 1
            going = waiting > 0
            if going:
                waiting -= 1
                first = N(m.hands[HANDS_MOST + waiting])
        if going:
            code = N(t.one[1 if hands >= t.hands_max[first] else 0, up, first])
    return x, done, drawn


@inlined
def side_index(t: Any, wager: Any, c1: Any, c2: Any, u: Any, h: Any) -> Any:
    """Where a side wager finds its outcome, but for the dealer's finished hand."""
    r1, r2, r3, r4 = c1 % RANKS, c2 % RANKS, u % RANKS, h % RANKS
    s1, s2, s3, s4 = c1 // RANKS, c2 // RANKS, u // RANKS, h // RANKS
    ranks = (
        N(r1 == r2)
        + 2 * N(r1 == r3)
        + 4 * N(r1 == r4)
        + 8 * N(r2 == r3)
        + 16 * N(r2 == r4)
        + 32 * N(r3 == r4)
    )
    suits = (
        N(s1 == s2)
        + 2 * N(s1 == s3)
        + 4 * N(s1 == s4)
        + 8 * N(s2 == s3)
        + 16 * N(s2 == s4)
        + 32 * N(s3 == s4)
    )
    return (
        t.side_base[wager]
        + t.side_first[wager, c1]
        + t.side_second[wager, c2]
        + t.side_up[wager, u]
        + t.side_hole[wager, h]
        + t.side_ranks[wager, ranks]
        + t.side_suits[wager, suits]
    )


@inlined
def play_table(t: Any, m: Any, x: Any, number: Any) -> Any:
    """One round: bins to count in go to `m.bins`; comes back how many, the net of all boxes in units and the
    cards dealt."""
    wagers = t.side_base.shape[0]
    m.out[1] = 0
    x, place = draw(t, m, x, number)
    u = N(t.card_of[place])
    up = N(t.column_of[place])
    dealer = N(t.dealer_first[u % RANKS])
    h = N(0)
    cards = N(1)
    if t.hole:
        x, place = draw(t, m, x, number)
        h = N(t.card_of[place])
        dealer = N(t.dealer_next[dealer, h % RANKS])
        cards += 1
    for box in range(t.boxes):
        x, place = draw(t, m, x, number)
        c1 = N(t.card_of[place])
        code = N(t.codes[t.column_of[place], FIRST_ROW + up])
        x, place = draw(t, m, x, number)
        code = N(t.codes[t.column_of[place], code])
        m.dealt[3 * box] = c1
        m.dealt[3 * box + 1] = t.card_of[place]
        m.dealt[3 * box + 2] = code
    cards += 2 * t.boxes
    peeked = t.checked[up] != 0 and t.dealer_natural[dealer] != 0
    wanted = N(t.idle) * 3
    if not peeked:
        for box in range(t.boxes):
            x, done, drawn = play_hands(t, m, x, number, up, N(m.dealt[3 * box + 2]))
            cards += drawn
            m.finished[box * (HANDS_MOST + 1)] = done
            several = N(0)
            for at in range(done):
                held = m.hands[at]
                m.finished[box * (HANDS_MOST + 1) + 1 + at] = held
                wants = N(t.wants[held])
                wanted |= wants & 3
                several += wants >> 2
            wanted |= N(several > 1)
    # What side wagers have seen so far, and whether they want to see more.
    for box in range(t.boxes):
        c1, c2 = N(m.dealt[3 * box]), N(m.dealt[3 * box + 1])
        for wager in range(wagers):
            played = N(0)
            if peeked:
                played = N(t.side_dealt[wager, c1 * CARDS + c2])
            else:
                for at in range(m.finished[box * (HANDS_MOST + 1)]):
                    played += N(t.side_played[wager, m.finished[box * (HANDS_MOST + 1) + 1 + at]])
            index = N(side_index(t, wager, c1, c2, u, h)) + played
            m.sides[box * wagers + wager] = played
            wanted |= N(t.side_needs[index]) & (3 if t.hole else 1)
    if not peeked:
        if not t.hole and (wanted & 3) != 0:
            x, place = draw(t, m, x, number)
            h = N(t.card_of[place])
            dealer = N(t.dealer_next[dealer, h % RANKS])
            cards += 1
            for box in range(t.boxes):
                c1, c2 = N(m.dealt[3 * box]), N(m.dealt[3 * box + 1])
                for wager in range(wagers):
                    index = N(side_index(t, wager, c1, c2, u, h)) + N(m.sides[box * wagers + wager])
                    wanted |= N(t.side_needs[index]) & 2
        if (wanted & 2) != 0 and (t.hole or (wanted & 3) != 0):
            while dealer < t.dealer_final:
                x, place = draw(t, m, x, number)
                dealer = N(t.dealer_next[dealer, N(t.card_of[place]) % RANKS])
                cards += 1
    ending = N(t.ending_of[dealer])
    filled = N(0)
    total = N(0)
    for box in range(t.boxes):
        if peeked:
            held = N(m.dealt[3 * box + 2]) - LIVE
            if held >= 0 and held < ENDS - LIVE and t.natural_class[held] != 0:
                total += t.nets[held, ending]
                m.bins[filled] = SINGLE_BIN + (held << ENDINGS_BITS) + ending
            else:
                total += t.peeked_net
                m.bins[filled] = PEEKED_BIN
            filled += 1
        else:
            done = m.finished[box * (HANDS_MOST + 1)]
            net, weight = N(0), N(0)
            for at in range(done):
                held = N(m.finished[box * (HANDS_MOST + 1) + 1 + at])
                net += t.nets[held, ending]
                weight += t.joint_weight[held + 1]
                region = SINGLE_BIN if done == 1 else SPLIT_HANDS_BIN
                m.bins[filled] = region + (held << ENDINGS_BITS) + ending
                filled += 1
            if done > 1:
                if ending == t.natural:
                    net += t.joint_net[weight]
                m.bins[filled] = t.split_bin + net
                filled += 1
            total += net
        c1, c2 = N(m.dealt[3 * box]), N(m.dealt[3 * box + 1])
        for wager in range(wagers):
            index = N(side_index(t, wager, c1, c2, u, h)) + N(m.sides[box * wagers + wager])
            index += t.side_dealer[wager, dealer]
            m.bins[filled] = t.side_bin + t.side_outcome[wager] + N(t.side_table[index])
            filled += 1
    return x, filled, total, cards


@inlined
def gather(t: Any, m: Any, filled: Any) -> Any:
    """Add what side wagers gained in this round to what they gained in the unit."""
    for at in range(filled):
        outcome = N(m.bins[at]) - t.side_bin
        if outcome >= 0:
            wager = t.side_of[outcome]
            m.made[2 * wager] += t.side_net[outcome]
            m.made[2 * wager + 1] += t.side_made[outcome]


@inlined
def square(t: Any, m: Any, sums: Any, begins: Any) -> Any:
    """Add up, for each side wager, the squares and the product of what it gained in the unit and how often it
    was made; and begin anew."""
    for wager in range(t.side_base.shape[0]):
        net, many = m.made[2 * wager], m.made[2 * wager + 1]
        sums[begins + 3 * wager] += net * net
        sums[begins + 3 * wager + 1] += net * many
        sums[begins + 3 * wager + 2] += many * many
        m.made[2 * wager] = 0
        m.made[2 * wager + 1] = 0


@compiled
def play_units(t: Any, m: Any, base: Any, jump: Any, number: Any, units: Any, counts: Any, sums: Any) -> None:
    """Units one after the other; `sums` gets rounds, cards, the nets of units and their squares, then what
    `square` has of side wagers."""
    for _ in range(units):
        x = base
        net, dealt = N(0), N(t.burned)
        m.out[0] = 0
        for _burned in range(t.burned):
            x, _place = take(t, m, x, number)
        going = True
        while going:
            x, filled, total, cards = play_table(t, m, x, number)
            for at in range(filled):
                counts[m.bins[at]] += 1
            if t.shared:
                gather(t, m, filled)
            net += total
            dealt += cards
            sums[0] += 1
            going = dealt <= t.cover  # the cover card comes out as the next card is drawn
        sums[1] += dealt
        sums[2] += net
        sums[3] += net * net
        if t.shared:
            square(t, m, sums, SIDE_SUMS)
        base += jump
        number = (number + U(1)) & U(0xFFFFFFFF)  # as much of it as marks a place
