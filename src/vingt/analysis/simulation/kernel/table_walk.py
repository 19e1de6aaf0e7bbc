"""The kernel for whole tables: units, each a group of rounds from fresh shoes or a shoe dealt to its cover
card. A round of it is in `table_round`. What a unit is, when it ends and what is added up of it stands here
for every device; each device's kernel says where it is played and its rounds are counted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import compiled, inlined
from vingt.analysis.simulation.kernel.codes import SIDE_SUMS
from vingt.analysis.simulation.kernel.count import (
    begin_round,
    begin_shoe,
    bin_of_round,
    end_round,
    round_net,
    sum_shoe,
)
from vingt.analysis.simulation.kernel.shoe import choose
from vingt.analysis.simulation.kernel.sums import add_control, add_round, add_unit
from vingt.analysis.simulation.kernel.table_round import play_table
from vingt.analysis.simulation.kernel.table_shoe import opened, shuffled

U, W, N = np.uint64, np.uint32, np.int64
ZERO, TWO = W(0), W(2)
NEITHER, MORE, MISSING = N(0), N(1), N(-1)


class PlayedUnit(NamedTuple):
    """`to_play` rounds are left; of a shoe 1 while it goes on. The others are what was dealt and is not added
    up yet."""

    to_play: Any
    rounds: Any
    cards: Any
    net: Any


class BeyondControl(NamedTuple):
    """How far a shoe goes beyond its control. A shoe in which fewer rounds were dealt than that counts is
    dealt on for it alone: these rounds are not `counted`. `short`: there were not cards enough."""

    counted: Any
    net: Any
    rounds: Any
    short: Any


@inlined
def rounds_of(t: Any, number: Any, units: Any, last: Any) -> Any:
    """Of rounds from fresh shoes `last` in the last unit."""
    return N(last) if number == units - 1 else N(t.rounds)


@inlined
def begun(t: Any, m: Any, to_play: Any) -> Any:
    begin_shoe(t, m)
    return PlayedUnit(N(to_play), N(0), N(t.burned), N(0)), BeyondControl(N(1), N(0), N(0), N(0))


@inlined
def after_round(t: Any, m: Any, unit: Any, beyond: Any, total: Any, cards: Any, sums: Any) -> Any:
    """The unit with one more round. Where that was the last that hangs together, what was dealt is added up;
    behind it stands what counters had of shoes."""
    end_round(t, m, total)
    rounds, dealt = unit.rounds + 1, unit.cards + cards
    if len(t.controlling) != 0:
        beyond = beyond_control(t, beyond, rounds, dealt, total)
    over, to_play = True, unit.to_play - 1
    if t.cover != 0:
        # The cover card comes out as the next card is drawn.
        over = dealt > t.cover or rounds >= t.rounds_most
        to_play = N(not over or rounds < t.even)
    unit = PlayedUnit(to_play, rounds, dealt, unit.net + total)
    if over and beyond.counted != 0:
        add_up(t, m, sums, unit)
        sum_shoe(t, m, sums, control_sums(t), rounds)
        if t.cover == 0:
            unit = PlayedUnit(to_play, N(0), N(0), N(0))
        else:
            beyond = BeyondControl(N(0), beyond.net, beyond.rounds, beyond.short)
    return unit, beyond


@inlined
def beyond_control(t: Any, beyond: Any, rounds: Any, dealt: Any, net: Any) -> Any:
    """With the last of so many rounds: the shoe had it beyond those that its control counts, or had it not
    and was dealt on."""
    side = NEITHER if beyond.counted != 0 else MISSING
    side = MORE if rounds > t.even else side
    short = N(dealt > N(t.cards)) if rounds == t.even else beyond.short
    return BeyondControl(beyond.counted, beyond.net + side * net, beyond.rounds + side, short)


@inlined
def end_unit(t: Any, beyond: Any, sums: Any) -> None:
    if len(t.controlling) != 0:
        add_control(sums, control_sums(t), beyond.net, beyond.rounds, beyond.short != 0)


@inlined
def control_sums(t: Any) -> Any:
    """Where those of a control begin, or of what counters had of shoes: behind those of side wagers."""
    return SIDE_SUMS + 3 * t.usual_net.shape[0]


@inlined
def gathered(t: Any, m: Any, filled: Any, counted: Any) -> Any:
    """How many of a round's bins are to be counted. What side wagers gained in it, beyond what is usual, is
    added to what they gained in the unit."""
    filled = filled if counted != 0 else ZERO
    for at in range(filled if t.shared != 0 else ZERO):
        bin_ = N(m.bins[at]) - t.side_bin
        if bin_ >= 0:
            for gain in range(t.gain_begin[bin_], t.gain_begin[bin_ + 1]):
                wager = t.gain_of[gain]
                m.side_gains[2 * wager] += t.gain_net[gain]
                m.side_gains[2 * wager + 1] += t.gain_made[gain]
    return filled


@inlined
def add_up(t: Any, m: Any, sums: Any, unit: Any) -> None:
    """Add up what was dealt: as of any unit, then for each side wager the squares and the product of what it
    gained and how often it was made, which begin anew."""
    add_unit(sums, unit.rounds, unit.cards, unit.net)
    for wager in range(t.usual_net.shape[0] if t.shared != 0 else 0):
        net = m.side_gains[2 * wager] + unit.rounds * t.boxes * t.usual_net[wager]
        many = m.side_gains[2 * wager + 1] + unit.rounds * t.boxes * t.usual_made[wager]
        at = SIDE_SUMS + 3 * wager
        sums[at] += net * net
        sums[at + 1] += net * many
        sums[at + 2] += many * many
        m.side_gains[2 * wager] = 0
        m.side_gains[2 * wager + 1] = 0


@compiled
def play_units(t: Any, m: Any, base: Any, units: Any, last: Any, counts: Any, sums: Any) -> None:
    """Units one after the other. `sums` gets what `add_up` has of them, then what `add_control` has of shoes,
    or what counters had of shoes and of rounds by the count."""
    for number in range(units):
        unit, beyond = begun(t, m, rounds_of(t, number, units, last))
        choose(t, m.places, base, unit.to_play * N(t.ahead >> TWO))
        shoe, at = opened(t, m, base), U(0)
        while unit.to_play != 0:
            if t.cover == 0:
                shoe = shuffled(t, m, shoe, base, at)
                at = at + U(t.ahead)
            begin_round(t, m, shoe)
            shoe, filled, total, cards = play_table(t, m, shoe)
            for bin_ in range(gathered(t, m, filled, beyond.counted)):
                counts[W(m.bins[bin_])] += 1
            for system in range(t.count.systems if len(t.counting) != 0 else 0):
                add_round(sums, bin_of_round(t, m, system), round_net(t, m, system, total))
            unit, beyond = after_round(t, m, unit, beyond, total, cards, sums)
        end_unit(t, beyond, sums)
        base = base + t.jump
