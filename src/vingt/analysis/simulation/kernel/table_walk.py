"""The kernel for whole tables: units, each a group of rounds from fresh shoes or a shoe dealt to its cover
card. A round of it is in `table_round`."""

from __future__ import annotations

from typing import Any

import numpy as np

from vingt.analysis.simulation.kernel.codes import SIDE_SUMS
from vingt.analysis.simulation.kernel.control import add_control, beyond_control
from vingt.analysis.simulation.kernel.count import (
    add_round,
    begin_round,
    begin_shoe,
    bin_of_round,
    end_round,
    round_net,
    sum_shoe,
)
from vingt.analysis.simulation.kernel.jit import compiled, inlined
from vingt.analysis.simulation.kernel.shoe import choose
from vingt.analysis.simulation.kernel.table_round import play_table
from vingt.analysis.simulation.kernel.table_shoe import opened, shuffled

U, W, N = np.uint64, np.uint32, np.int64
TWO = W(2)


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
    `square` has of side wagers, and `add_control` of shoes or what counters had of shoes and of rounds by the
    count. A shoe in which fewer rounds were dealt than its control counts is dealt on for that alone."""
    of_control = SIDE_SUMS + 3 * t.usual_net.shape[0]
    for unit in range(units):
        to_play = N(last) if unit == units - 1 else N(t.rounds)
        choose(t, m.places, base, to_play * N(t.ahead >> TWO))
        shoe, at = opened(t, m, base), U(0)
        net, dealt, rounds, counted = N(0), N(t.burned), N(0), True
        beyond, further, short = N(0), N(0), False
        begin_shoe(t, m)
        while to_play != 0:
            if t.cover == 0:
                shoe = shuffled(t, m, shoe, base, at)
                at = at + U(t.ahead)
            begin_round(t, m, shoe)
            shoe, filled, total, cards = play_table(t, m, shoe)
            for bin_ in range(filled if counted else W(0)):
                counts[W(m.bins[bin_])] += 1
            if t.shared != 0 and counted:
                gather(t, m, filled)
            for system in range(t.count.systems if len(t.counting) != 0 else 0):
                add_round(sums, bin_of_round(t, m, system), round_net(t, m, system, total))
            end_round(t, m, total)
            net += total
            dealt += cards
            rounds += 1
            if len(t.controlling) != 0:
                side = beyond_control(t, rounds, counted)
                beyond += side * total
                further += side
                short = dealt > N(t.cards) if rounds == t.even else short
            over = True
            if t.cover == 0:
                to_play -= 1
            else:
                # The cover card comes out as the next card is drawn.
                over = dealt > t.cover or rounds >= t.rounds_most
                to_play = N(not over or rounds < t.even)
            if over and counted:
                sums[0] += rounds
                sums[1] += dealt
                sums[2] += net
                sums[3] += net * net
                if t.shared != 0:
                    square(t, m, sums, SIDE_SUMS, rounds)
                sum_shoe(t, m, sums, of_control, rounds)
                counted = t.cover == 0
                if counted:
                    net, dealt, rounds = N(0), N(0), N(0)
        if len(t.controlling) != 0:
            add_control(sums, of_control, beyond, further, short)
        base = base + t.jump
