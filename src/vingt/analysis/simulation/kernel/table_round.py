"""One round of a whole table: several boxes, side wagers, cards that are switched or shared. Like `walk` it
knows no rule, and runs as plain Python, compiled for the CPU and for CUDA."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import inlined
from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    HANDS_MOST,
    LIVE,
    PEEKED_BIN,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLITS,
)
from vingt.analysis.simulation.kernel.count import answered, burned_unseen, hidden, insured_at_table, see
from vingt.analysis.simulation.kernel.table_shoe import beside, copies, draw, is_shared, next_code

W, N = np.uint32, np.int64
ZERO, ONE, TWO, THREE = W(0), W(1), W(2), W(3)
LAST_ROW, MANY, FINISHED, PAST_FINISHED, FIRST = W(LIVE), W(SPLITS), W(LIVE), W(ENDS), W(FIRST_ROW)
RANKS, CARDS, BOXES = W(13), W(52), W(BOXES_MOST)
ENDING, SINGLE, OF_SPLITS, PEEKED = W(ENDINGS_BITS), W(SINGLE_BIN), W(SPLIT_HANDS_BIN), W(PEEKED_BIN)
ADDED, TAKEN_OFF = N(1), N(-1)  # numbers of one type: for each other a kernel is compiled once more
A_BOX = W(HANDS_MOST + 1)  # what `finished` has of a box: how many hands, and each


class TableTables(NamedTuple):
    """What the kernel reads: the automaton of `Lookups`, how the table is dealt, the dealer's hand, and side
    wagers as in `JointSides`. The first six are as long as they are true: arrays on the CPU, where one
    kernel serves all; tuples on a GPU, whose kernel then leaves out what a table does not have."""

    switching: Any  # two hands lie together
    sharing: Any  # first cards of one hand are first cards of all
    burning: Any  # cards are burned before every round
    envying: Any  # boxes are paid for the hands of others
    counting: Any  # somebody counts
    controlling: Any  # shoes have a control
    gamma: Any
    jump: Any
    further: Any
    cards: Any
    ahead: Any
    bounds: Any
    fresh: Any  # the cards of a shoe
    rounds: Any  # of a unit, where every round is from a fresh shoe
    boxes: Any
    burned: Any
    burned_each: Any  # before every round
    rounds_most: Any  # from one shoe, whether its cover card is out or not
    even: Any  # the rounds of a shoe that its control counts; 0 where there is none
    burned_when_short: Any
    cover: Any  # cards out before the cover card comes out; 0: every round from a fresh shoe
    named: Any  # [card]: the side of a double shoe that it names as determinant card
    drawn_first: Any  # the side that the first determinant card is drawn from
    drawn_next: Any  # [side]: and the next one after it
    hole: Any
    shared_cards: Any  # how many first cards all hands share
    idle: Any  # whether the dealer draws when nothing hangs on it
    width: Any  # codes in a row
    natural: Any
    done: Any  # [up, hand, other hand]: what is done with two hands that lie together; empty: each is alone
    contexts: Any  # [what is done, the other hand, up]
    position_bin: Any
    switched_bin: Any  # how far behind it the bins of switched hands are
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
    four: Any  # [which of the four first cards of two hands are alike in rank]
    four_bin: Any  # 0 where no wager looks at these
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
    envy_bin: Any
    envy_makes: Any  # [class]: whether others are paid for it
    envy_line: Any  # [first card, second card]: what is paid to one who holds them, 0 nothing
    envy_times: Any  # [whether one made it too, how many others did]
    envy_shut: Any  # [class, ending]: whether one with it is paid nothing
    count: Any  # `CountTables`


@inlined
def play_hands(t: Any, m: Any, shoe: Any, context: Any, code: Any, begin: Any) -> Any:
    """Play a box out: its finished hands go to `m.finished`; comes back how many, and how many cards it
    took."""
    hands, waiting, done, drawn = ONE, ZERO, ZERO, ZERO
    going = True
    while going:
        while code < LAST_ROW:
            shoe, card = draw(t, m, shoe)
            drawn = W(drawn + ONE)
            see(t, m, card, ADDED)
            code = answered(t, m, shoe, next_code(t, m, code, card))
        first = ZERO
        if code > MANY:
            hands = W(hands + ONE)
            first = W(t.pair_first[W(code - MANY)])
            m.hands[waiting] = t.pair_second[W(code - MANY)]
            waiting = W(waiting + ONE)
        else:
            m.finished[W(begin + done)] = W(code - FINISHED)
            done = W(done + ONE)
            going = waiting != ZERO
            if going:
                waiting = W(waiting - ONE)
                first = W(m.hands[waiting])
        if going:
            code = W(t.one[ONE if hands >= W(t.hands_max[first]) else ZERO, context, first])
    return shoe, done, drawn


@inlined
def dealer_after(m: Any, dealer: Any, card: Any) -> Any:
    return W(m.dealer_next[W(W(dealer * RANKS) + W(card % RANKS))])


@inlined
def code_of(t: Any, m: Any, context: Any, c1: Any, c2: Any) -> Any:
    return next_code(t, m, next_code(t, m, W(context + FIRST), c1), c2)


@inlined
def alike_ranks(m: Any, first: Any) -> Any:
    """Which of the four first cards of two hands are alike: a bit for each pair of them."""
    alike, bit = ZERO, ONE
    for one in range(3):
        rank = W(W(m.dealt[W(first + W(one))]) % RANKS)
        for other in range(one + 1, 4):
            if W(W(m.dealt[W(first + W(other))]) % RANKS) == rank:
                alike = W(alike | bit)
            bit = W(bit << ONE)
    return alike


@inlined
def play_table(t: Any, m: Any, shoe: Any) -> Any:
    """One round: bins to count in go to `m.bins`; comes back how many, the net of all boxes in units and the
    cards dealt. Numbers without a sign find their place in an array without being asked whether they have
    one."""
    if len(t.burning) != 0:
        for _ in range(t.burned_each):
            shoe, card = draw(t, m, shoe)
            shoe = burned_unseen(t, m, shoe, card)
    m.out[0] = N(shoe.left)
    m.out[1] = 0
    if len(t.counting) != 0:
        m.said[0] = 0
    begin = W(t.hole + ONE)
    cards = W(begin + W(TWO * t.boxes))
    for at in range(cards):
        if len(t.sharing) != 0 and is_shared(t, W(at), begin):
            m.dealt[at] = m.dealt[W(W(at) - TWO)]
        else:
            shoe, card = draw(t, m, shoe)
            m.dealt[at] = card
            see(t, m, card, ADDED)
    if len(t.sharing) != 0:
        cards = W(cards - copies(t))
    u, h = W(m.dealt[0]), ZERO
    up = W(m.columns[u])
    dealer = W(t.dealer_first[W(u % RANKS)])
    if t.hole != ZERO:
        h = W(m.dealt[1])
        dealer = dealer_after(m, dealer, h)
        if len(t.counting) != 0:
            shoe = hidden(shoe, t.count.tags[h])
            see(t, m, h, TAKEN_OFF)
    insured = insured_at_table(t, m, shoe, u) if len(t.counting) != 0 else False
    peeked = t.checked[up] != 0 and t.dealer_natural[dealer] != 0
    wanted, asked = W(t.idle * THREE), ONE if insured else ZERO  # by hands, by side wagers
    late = W(t.late_bin.shape[0])
    for box in range(t.boxes):
        first = W(begin + W(TWO * W(box)))
        c1, c2 = W(m.dealt[first]), W(m.dealt[W(first + ONE)])
        pair = W(W(c1 * CARDS) + c2)
        mine = W(W(box) * A_BOX)
        done = ZERO
        if not peeked:
            context, played_second = up, c2
            if len(t.switching) != 0:
                context, second_at, _ = beside(t, m, up, W(box), begin, ZERO)
                played_second = W(m.dealt[second_at])
            code = answered(t, m, shoe, code_of(t, m, context, c1, played_second))
            shoe, done, drawn = play_hands(t, m, shoe, context, code, W(mine + ONE))
            cards = W(cards + drawn)
            several = ZERO
            for at in range(done):
                wants = W(t.wants[W(m.finished[W(W(mine + ONE) + W(at))])])
                wanted = W(wanted | W(wants & THREE))
                several = W(several + W(wants >> TWO))
            wanted = W(wanted | ONE) if several > ONE else wanted
        m.finished[mine] = done
        if t.side_asks != 0:
            asked = W(asked | W(W(t.side_shown[W(W(pair * CARDS) + u)]) & ONE))
        for wager in range(late):
            played = W(t.late_dealt[wager, pair]) if peeked else ZERO
            for at in range(done):
                held = W(m.finished[W(W(mine + ONE) + W(at))])
                played = W(played + W(t.late_played[wager, held]))
            index = W(W(t.late_begin[wager, pair]) + played)
            m.sides[W(W(W(box) * late) + W(wager))] = index
            asked = W(asked | W(t.late_needs[index]))
    if not peeked:
        second = t.hole != ZERO or W(W(wanted & THREE) | W(asked & ONE)) != ZERO
        if t.hole == ZERO and second:
            shoe, h = draw(t, m, shoe)
            see(t, m, h, ADDED)
            dealer = dealer_after(m, dealer, h)
            cards = W(cards + ONE)
        if second and W(W(wanted | asked) & TWO) != ZERO:
            while dealer < t.dealer_final:
                shoe, card = draw(t, m, shoe)
                see(t, m, card, ADDED)
                dealer = dealer_after(m, dealer, card)
                cards = W(cards + ONE)
    if len(t.counting) != 0 and t.hole != ZERO:
        shoe = hidden(shoe, -t.count.tags[h])
        see(t, m, h, ADDED)
    ending = W(t.ending_of[dealer])
    if len(t.counting) != 0 and insured:
        m.shoe[2] = N(t.boxes) * (t.count.insured_wins if ending == t.natural else t.count.insured_loses)
    filled, total, both = ZERO, N(0), N(0)
    for box in range(t.boxes):
        first = W(begin + W(TWO * W(box)))
        c1, c2 = W(m.dealt[first]), W(m.dealt[W(first + ONE)])
        mine = W(W(box) * A_BOX)
        done = W(m.finished[mine])
        context, together = up, ZERO
        if len(t.switching) != 0:
            context, _, together = beside(t, m, up, W(box), begin, ONE if peeked else ZERO)
        net, weight = N(0), N(0)
        if peeked:
            code = code_of(t, m, context, c1, c2)
            held = W(code - FINISHED)
            if code >= FINISHED and code < PAST_FINISHED and t.natural_class[held] != 0:
                net += t.nets[held, ending]
                m.bins[filled] = W(SINGLE + W(W(held << ENDING) + ending))
            else:
                net += t.peeked_net
                m.bins[filled] = PEEKED
            filled = W(filled + ONE)
        else:
            region = SINGLE if done == ONE else OF_SPLITS
            for at in range(done):
                held = W(m.finished[W(W(mine + ONE) + W(at))])
                net += t.nets[held, ending]
                weight += t.joint_weight[W(held + ONE)]
                m.bins[filled] = W(region + W(W(held << ENDING) + ending))
                filled = W(filled + ONE)
            if done > ONE:
                if ending == t.natural:
                    net += t.joint_net[weight]
                m.bins[filled] = t.split_bin + net
                filled = W(filled + ONE)
        total += net
        if len(t.switching) != 0:
            both += net
            if W(W(box) & ONE) == ONE:
                m.bins[filled] = t.position_bin + both + (t.switched_bin if together == ONE else 0)
                filled = W(filled + ONE)
                both = N(0)
        pair = W(W(c1 * CARDS) + c2)
        if t.side_shown_bin != ZERO:
            says = W(W(t.side_shown[W(W(pair * CARDS) + u)]) >> ONE)
            m.bins[filled] = W(t.side_shown_bin + says)
            filled = W(filled + ONE)
        if t.side_hidden_bin != ZERO:
            place = W(W(t.side_pair_row[pair]) + W(t.side_dealer_column[W(W(u * CARDS) + h)]))
            m.bins[filled] = W(t.side_hidden_bin + W(t.side_hidden[place]))
            filled = W(filled + ONE)
        if len(t.switching) != 0 and t.four_bin != ZERO and W(W(box) & ONE) == ZERO:
            m.bins[filled] = W(t.four_bin + W(t.four[alike_ranks(m, first)]))
            filled = W(filled + ONE)
        for wager in range(late):
            begins = W(m.sides[W(W(W(box) * late) + W(wager))])
            index = W(begins + W(t.late_dealer[wager, dealer]))
            m.bins[filled] = W(W(t.late_bin[wager]) + W(t.late_table[index]))
            filled = W(filled + ONE)
    if len(t.envying) != 0 and not peeked:
        filled = envied(t, m, begin, ending, filled)
    return shoe, filled, total, W(cards + W(t.burned_each))


@inlined
def envied(t: Any, m: Any, begin: Any, ending: Any, filled: Any) -> Any:
    """Boxes that are paid for the hands of others: a bin for each, by what it is paid and how often."""
    makers = ZERO
    for box in range(t.boxes):
        makers = W(makers + W(t.envy_makes[W(m.finished[W(W(W(box) * A_BOX) + ONE)])]))
    if makers != ZERO:
        for box in range(t.boxes):
            mine = W(W(box) * A_BOX)
            makes = W(t.envy_makes[W(m.finished[W(mine + ONE)])])
            times = W(t.envy_times[makes, W(makers - makes)])
            first = W(begin + W(TWO * W(box)))
            pair = W(W(W(m.dealt[first]) * CARDS) + W(m.dealt[W(first + ONE)]))
            line = W(t.envy_line[pair])
            for at in range(W(m.finished[mine])):
                if t.envy_shut[W(m.finished[W(W(mine + ONE) + W(at))]), ending] != 0:
                    line = ZERO
            if line != ZERO and times != ZERO:
                m.bins[filled] = W(t.envy_bin + W(W(W(line - ONE) * BOXES) + W(times - ONE)))
                filled = W(filled + ONE)
    return filled
