"""Counts kept beside a shoe: what was seen of it, the bin that this comes to, and the play that hangs on it.
A table at which nobody counts keeps none."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import inlined
from vingt.analysis.simulation.kernel.codes import ASKS, SAID_MOST, SHOE_NOTES, WALK_ASKS, WALK_ENDS
from vingt.analysis.simulation.kernel.shoe import Shoe
from vingt.analysis.simulation.kernel.sums import add_shoe

U, W, N = np.uint64, np.uint32, np.int64
FIRST_ASKING, WALK_ASKING, CARDS, RANKS = W(ASKS), W(WALK_ASKS), W(52), W(13)
ENDED = W(WALK_ENDS)
MAIN = N(0)  # the system of the main wager
FRACTION, ABOVE = N(32), N(1 << 12)  # bits after the point; more than rounding takes off a whole number
SUMS, SHOE_SUMS = 3, 4  # of each bin: rounds, net, squares; of shoes: net, squares, net times rounds, rounds²


class CountTables(NamedTuple):
    """System 0 is of the main wager (its tags are all 0 where nobody counts), each other of the side wager
    that `watched` names. A count times the fraction that belongs to the cards unseen is the true count, or
    the count as it runs."""

    systems: Any
    tags: Any  # [system, card]; for one box [column]
    fractions: Any  # [system, cards unseen], with 32 bits after the point
    stride: Any  # fractions of a system
    least: Any  # [system]: the count of its first bin
    last: Any  # [system]: its last bin
    begins: Any  # [system]: where its sums begin
    watched: Any  # [system]: the number of a side wager
    burned: Any  # cards that nobody saw, beside those in the shoe
    answers: Any  # [question, bin of system 0]: a code
    width: Any  # answers to a question
    insured_up: Any  # [rank]; for one box [column]
    insured_from: Any  # the bin of system 0
    insured_wins: Any  # for one box
    insured_loses: Any
    main_scale: Any  # what a unit of the main wager's nets is in those of the counter
    units: Any  # [bin of system 0]
    joins: Any  # the bin from which one begins to wager
    leaves: Any  # the bin below which one stops


@inlined
def see(t: Any, m: Any, card: Any, times: Any) -> None:
    """Add a card to the counts of side wagers, or take it off; the main count goes with the shoe."""
    for system in range(1, t.count.systems if len(t.counting) != 0 else 0):
        m.running[system] += times * t.count.tags[W(W(W(system) * CARDS) + card)]


@inlined
def bin_now(count: Any, system: Any, running: Any, left: Any) -> Any:
    """The bin of a count, with so many cards in the shoe or face down."""
    fraction = count.fractions[U(N(system) * count.stride + N(left) + count.burned)]
    at = ((running * fraction + ABOVE) >> FRACTION) - count.least[U(system)]
    at = at if at > 0 else N(0)
    return at if at < count.last[U(system)] else count.last[U(system)]


@inlined
def wagers_now(count: Any, wagered: Any, stood: Any) -> Any:
    """Whether one wagers, who did so before or did not, where the main count stands."""
    return stood >= (count.leaves if wagered else count.joins)


@inlined
def sums_at(count: Any, stood: Any, wagers: Any) -> Any:
    """Where the sums of the main wager stand; rounds that are watched only come first."""
    return U(count.begins[0] + SUMS * (stood + (count.last[0] + 1 if wagers else N(0))))


@inlined
def tag_of(count: Any, column: Any) -> Any:
    """What a card adds to the main count, if anybody counts."""
    if len(count) == 0:
        return N(0)
    return count.tags[column]


@inlined
def by_count(count: Any, shoe: Any, hidden: Any, code: Any) -> Any:
    """The code, where it asks for the count the one that the count leads to."""
    if len(count) == 0:
        return code
    if code >= WALK_ASKING:
        at = N(W(code - WALK_ASKING)) * count.width
        at += bin_now(count, MAIN, shoe.running, W(shoe.left + hidden))
        code = W(count.answers[U(at)])
    return code


@inlined
def insures(count: Any, shoe: Any, hidden: Any, up: Any) -> Any:
    """1 where a counter insures now: all first cards are seen but those that lie face down."""
    if len(count) == 0:
        return W(0)
    if count.insured_up[up] == 0:
        return W(0)
    at = bin_now(count, MAIN, shoe.running, W(shoe.left + hidden))
    return W(1) if at >= count.insured_from else W(0)


@inlined
def insured_net(t: Any, played: Any) -> Any:
    """What insurance gained in a round of one box."""
    if played.insured == 0:
        return N(0)
    return N(t.count.insured_wins if W(played.ending + ENDED) == t.natural else t.count.insured_loses)


@inlined
def unseen(t: Any, m: Any, left: Any) -> Any:
    """With the cards that were burned before rounds of this shoe: nobody saw them."""
    return W(left + W(m.shoe[3])) if len(t.burning) != 0 else left


@inlined
def burned_unseen(t: Any, m: Any, shoe: Any, card: Any) -> Any:
    """A card is burned before the round: it is gone, and the count knows nothing of it."""
    if len(t.counting) == 0:
        return shoe
    m.shoe[3] += 1
    return hidden(shoe, t.count.tags[card])


@inlined
def hidden(shoe: Any, tag: Any) -> Any:
    """With a card face down that the count has added so much for."""
    return Shoe(shoe.x, shoe.left, shoe.bottom, shoe.running - tag)


@inlined
def answered(t: Any, m: Any, shoe: Any, code: Any) -> Any:
    """The code, where it asks for the count the one that the count leads to. What was said in a round is
    kept, for a shoe that runs short."""
    if len(t.counting) != 0 and code >= FIRST_ASKING:
        at = N(W(code - FIRST_ASKING)) * t.count.width + bin_now(
            t.count, MAIN, shoe.running, unseen(t, m, W(shoe.left + t.hole))
        )
        code = W(t.count.answers[at])
        said = min(m.said[0] + 1, SAID_MOST)
        m.said[0] = said
        m.said[said] = code
    return code


@inlined
def insured_at_table(t: Any, m: Any, shoe: Any, up: Any) -> Any:
    """Whether a counter insures now: all first cards are seen but the one that lies face down."""
    if t.count.insured_up[W(up % RANKS)] == 0:
        return False
    left = unseen(t, m, W(shoe.left + t.hole))
    return bin_now(t.count, MAIN, shoe.running, left) >= t.count.insured_from


@inlined
def begin_round(t: Any, m: Any, shoe: Any) -> None:
    """Where each count stands before the deal, whether one wagers, and what side wagers gained so far."""
    if len(t.counting) != 0:
        m.stood[0] = bin_now(t.count, MAIN, shoe.running, unseen(t, m, shoe.left))
        m.shoe[0] = 1 if wagers_now(t.count, m.shoe[0] != 0, m.stood[0]) else 0
    for system in range(1, t.count.systems if len(t.counting) != 0 else 0):
        m.stood[system] = bin_now(t.count, system, m.running[system], unseen(t, m, shoe.left))
        m.gained[system] = m.side_gains[2 * t.count.watched[system]]


@inlined
def round_net(t: Any, m: Any, system: Any, net: Any) -> Any:
    """What the round gained, of the main wager or of the side wager that a system watches."""
    if system == 0:
        return net * t.count.main_scale + m.shoe[2]
    wager = t.count.watched[system]
    return m.side_gains[2 * wager] - m.gained[system] + N(t.boxes) * t.usual_net[wager]


@inlined
def bin_of_round(t: Any, m: Any, system: Any) -> Any:
    """Where the sums of a round stand."""
    if system == 0:
        return sums_at(t.count, m.stood[0], m.shoe[0] != 0)
    return U(t.count.begins[system] + SUMS * m.stood[system])


@inlined
def end_round(t: Any, m: Any, net: Any) -> None:
    """Add to what the shoe gained, with as many units as the count said."""
    if len(t.counting) != 0:
        if m.shoe[0] != 0:
            m.shoe[1] += t.count.units[m.stood[0]] * round_net(t, m, MAIN, net)
        m.shoe[2] = 0


@inlined
def begin_shoe(t: Any, m: Any) -> None:
    if len(t.counting) != 0:
        for system in range(t.count.systems):
            m.running[system] = 0
        for at in range(SHOE_NOTES):
            m.shoe[at] = 0


@inlined
def sum_shoe(t: Any, m: Any, sums: Any, begins: Any, rounds: Any) -> None:
    if len(t.counting) != 0:
        add_shoe(sums, begins, m.shoe[1], rounds)
