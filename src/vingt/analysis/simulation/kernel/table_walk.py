"""The kernel for whole tables: several boxes, shoes dealt to the cover card, side wagers. Like `walk` it
knows no rule, and runs as plain Python, compiled for the CPU and for CUDA. A unit is a group of rounds from
fresh shoes, or a shoe."""

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
from vingt.analysis.simulation.kernel.table_shoe import abreast, draw, next_code, opened, shuffled

W, N = np.uint32, np.int64
ONE = W(1)
LAST_ROW, MANY, FINISHED, PAST_FINISHED = W(LIVE), W(SPLITS), W(LIVE), W(ENDS)
RANKS, CARDS = W(13), W(52)
A_BOX = HANDS_MOST + 1  # what `finished` has of a box: how many hands, and each


class TableTables(NamedTuple):
    """What the kernel reads: the automaton of `Lookups`, how the table is dealt, the dealer's hand, and side
    wagers as in `JointSides`."""

    gamma: Any
    jump: Any
    cards: Any
    fresh: Any  # the cards of a shoe
    rounds: Any  # of a unit, where every round is from a fresh shoe
    boxes: Any
    burned: Any
    burned_when_short: Any
    cover: Any  # cards out before the cover card comes out; 0: every round from a fresh shoe
    hole: Any
    idle: Any  # whether the dealer draws when nothing hangs on it
    width: Any  # codes in a row
    natural: Any
    split_bin: Any
    codes: Any
    columns: Any  # [card]
    one: Any
    pair_first: Any
    pair_second: Any
    hands_max: Any
    nets: Any  # [class, ending]
    joint_weight: Any
    joint_net: Any
    peeked_net: Any
    checked: Any
    natural_class: Any
    collected: Any  # [class]: whether it is decided, and its cards are gone, before the dealer's turn
    wants: Any  # [class]: 1 the dealer's second card, 2 further ones, 4 the second where two hands want it
    dealer_first: Any
    dealer_next: Any  # [state, rank]
    dealer_final: Any
    dealer_natural: Any
    ending_of: Any
    side_bin: Any
    side_asks: Any  # whether one that the first cards decide may want the dealer's second card
    side_shown: Any
    side_shown_bin: Any  # 0 where nothing is decided so
    side_pair_row: Any
    side_dealer_column: Any
    side_hidden: Any
    side_hidden_bin: Any  # 0 where no wager looks at the dealer's second card
    late_begin: Any  # [late wager, first card, second card]: where its outcomes begin
    late_dealer: Any  # [late wager, state of the dealer]
    late_played: Any  # [late wager, class]
    late_dealt: Any  # [late wager, first card, second card], for cards that were kept from play
    late_table: Any
    late_needs: Any
    late_bin: Any
    gain_begin: Any  # [bin of side wagers]: where what it says begins among the gains
    gain_of: Any  # [gain]: the wager
    gain_net: Any  # how far it differs from what is usual, in that wager's own unit
    gain_made: Any
    usual_net: Any  # [wager]
    usual_made: Any
    shared: Any  # whether several wagers of a unit hang on the same cards


@inlined
def play_hands(t: Any, m: Any, shoe: Any, up: Any, code: Any) -> Any:
    """Play a box out: its finished hands go to `m.hands`; comes back how many, and how many cards it took."""
    hands, waiting, done, drawn = 1, 0, 0, 0
    going = True
    while going:
        while code < LAST_ROW:
            shoe, card = draw(t, m, shoe)
            drawn += 1
            code = next_code(t, m, code, card)
        first = N(0)
        if code > MANY:
            hands += 1
            first = N(t.pair_first[W(code - MANY)])
            m.hands[HANDS_MOST + waiting] = t.pair_second[W(code - MANY)]
            waiting += 1
        else:
            m.hands[done] = W(code - FINISHED)
            done += 1
            going = waiting > 0
            if going:
                waiting -= 1
                first = N(m.hands[HANDS_MOST + waiting])
        if going:
            code = W(t.one[1 if hands >= t.hands_max[first] else 0, up, first])
    return shoe, done, drawn


@inlined
def dealer_after(m: Any, dealer: Any, card: Any) -> Any:
    return W(m.dealer_next[W(W(dealer * RANKS) + W(card % RANKS))])


@inlined
def play_table(t: Any, m: Any, shoe: Any) -> Any:
    """One round: bins to count in go to `m.bins`; comes back how many, the net of all boxes in units and the
    cards dealt."""
    m.out[0] = N(shoe[4])
    m.out[1] = 0
    begin = 1 + N(t.hole)
    cards = begin + 2 * N(t.boxes)
    for at in range(cards):
        shoe, card = draw(t, m, shoe)
        m.dealt[at] = card
    u, h = W(m.dealt[0]), W(0)
    up = W(m.columns[u])
    dealer = W(t.dealer_first[W(u % RANKS)])
    if t.hole != 0:
        h = W(m.dealt[1])
        dealer = dealer_after(m, dealer, h)
    peeked = t.checked[up] != 0 and t.dealer_natural[dealer] != 0
    wanted, asked = N(t.idle) * 3, N(0)  # by hands, by side wagers
    late = t.late_bin.shape[0]
    for box in range(t.boxes):
        c1, c2 = W(m.dealt[begin + 2 * box]), W(m.dealt[begin + 2 * box + 1])
        pair = W(W(c1 * CARDS) + c2)
        if not peeked:
            code = next_code(t, m, next_code(t, m, W(up + FIRST_ROW), c1), c2)
            shoe, done, drawn = play_hands(t, m, abreast(shoe), up, code)
            cards += drawn
            m.finished[box * A_BOX] = done
            several = N(0)
            for at in range(done):
                held = m.hands[at]
                m.finished[box * A_BOX + 1 + at] = held
                wants = N(t.wants[held])
                wanted |= wants & 3
                several += wants >> 2
            wanted |= N(several > 1)
        if t.side_asks != 0:
            asked |= N(t.side_shown[W(W(pair * CARDS) + u)]) & 1
        for wager in range(late):
            played = N(0)
            if peeked:
                played = N(t.late_dealt[wager, pair])
            else:
                for at in range(m.finished[box * A_BOX]):
                    played += N(t.late_played[wager, m.finished[box * A_BOX + 1 + at]])
            index = N(t.late_begin[wager, pair]) + played
            m.sides[box * late + wager] = index
            asked |= N(t.late_needs[index])
    if not peeked:
        shoe = abreast(shoe)
        second = t.hole != 0 or ((wanted & 3) | (asked & 1)) != 0
        if t.hole == 0 and second:
            shoe, h = draw(t, m, shoe)
            dealer = dealer_after(m, dealer, h)
            cards += 1
        if second and ((wanted | asked) & 2) != 0:
            while dealer < t.dealer_final:
                shoe, card = draw(t, m, shoe)
                dealer = dealer_after(m, dealer, card)
                cards += 1
    ending = N(t.ending_of[dealer])
    filled = N(0)
    total = N(0)
    for box in range(t.boxes):
        c1, c2 = W(m.dealt[begin + 2 * box]), W(m.dealt[begin + 2 * box + 1])
        if peeked:
            code = next_code(t, m, next_code(t, m, W(up + FIRST_ROW), c1), c2)
            held = W(code - FINISHED)
            if code >= FINISHED and code < PAST_FINISHED and t.natural_class[held] != 0:
                total += t.nets[held, ending]
                m.bins[filled] = SINGLE_BIN + (N(held) << ENDINGS_BITS) + ending
            else:
                total += t.peeked_net
                m.bins[filled] = PEEKED_BIN
            filled += 1
        else:
            done = m.finished[box * A_BOX]
            net, weight = N(0), N(0)
            for at in range(done):
                hand = N(m.finished[box * A_BOX + 1 + at])
                net += t.nets[hand, ending]
                weight += t.joint_weight[hand + 1]
                region = SINGLE_BIN if done == 1 else SPLIT_HANDS_BIN
                m.bins[filled] = region + (hand << ENDINGS_BITS) + ending
                filled += 1
            if done > 1:
                if ending == t.natural:
                    net += t.joint_net[weight]
                m.bins[filled] = t.split_bin + net
                filled += 1
            total += net
        pair = W(W(c1 * CARDS) + c2)
        if t.side_shown_bin != 0:
            m.bins[filled] = t.side_shown_bin + (N(t.side_shown[W(W(pair * CARDS) + u)]) >> 1)
            filled += 1
        if t.side_hidden_bin != 0:
            place = W(W(t.side_pair_row[pair]) + W(t.side_dealer_column[W(W(u * CARDS) + h)]))
            m.bins[filled] = t.side_hidden_bin + N(t.side_hidden[place])
            filled += 1
        for wager in range(late):
            index = N(m.sides[box * late + wager]) + N(t.late_dealer[wager, dealer])
            m.bins[filled] = t.late_bin[wager] + N(t.late_table[index])
            filled += 1
    return shoe, filled, total, cards


@inlined
def gather(t: Any, m: Any, filled: Any) -> None:
    """Add what side wagers gained in this round, beyond what is usual, to what they gained in the unit."""
    for at in range(filled):
        bin_ = N(m.bins[at]) - t.side_bin
        if bin_ >= 0:
            for gain in range(t.gain_begin[bin_], t.gain_begin[bin_ + 1]):
                wager = t.gain_of[gain]
                m.made[2 * wager] += t.gain_net[gain]
                m.made[2 * wager + 1] += t.gain_made[gain]


@inlined
def square(t: Any, m: Any, sums: Any, begins: Any, rounds: Any) -> None:
    """Add up, for each side wager, the squares and the product of what it gained in the unit and how often it
    was made; and begin anew."""
    for wager in range(t.usual_net.shape[0]):
        net = m.made[2 * wager] + rounds * t.boxes * t.usual_net[wager]
        many = m.made[2 * wager + 1] + rounds * t.boxes * t.usual_made[wager]
        sums[begins + 3 * wager] += net * net
        sums[begins + 3 * wager + 1] += net * many
        sums[begins + 3 * wager + 2] += many * many
        m.made[2 * wager] = 0
        m.made[2 * wager + 1] = 0


@compiled
def play_units(t: Any, m: Any, base: Any, units: Any, last: Any, counts: Any, sums: Any) -> None:
    """Units one after the other; of rounds from fresh shoes `last` in the last one. `sums` gets rounds,
    cards, the nets of what hangs together (rounds from fresh shoes, whole shoes) and their squares, then what
    `square` has of side wagers."""
    for unit in range(units):
        shoe = opened(t, m, base)
        to_play = N(last) if unit == units - 1 else N(t.rounds)
        net, dealt, rounds = N(0), N(t.burned), N(0)
        while to_play != 0:
            shoe, filled, total, cards = play_table(t, m, shoe)
            for at in range(filled):
                counts[m.bins[at]] += 1
            if t.shared != 0:
                gather(t, m, filled)
            net += total
            dealt += cards
            rounds += 1
            over = True
            if t.cover == 0:
                to_play -= 1
                shoe = shuffled(t, shoe)
            else:
                over = dealt > t.cover  # the cover card comes out as the next card is drawn
                to_play = N(not over)
                shoe = abreast(shoe)
            if over:
                sums[0] += rounds
                sums[1] += dealt
                sums[2] += net
                sums[3] += net * net
                if t.shared != 0:
                    square(t, m, sums, SIDE_SUMS, rounds)
                net, dealt, rounds = N(0), N(0), N(0)
        base = base + t.jump
