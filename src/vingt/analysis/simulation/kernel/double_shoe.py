"""A double shoe in the kernel for whole tables: two sides, and a determinant card that says from which of
them a round is dealt. A side is shuffled when its own cover card is out, and the other is dealt on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import compiled, inlined
from vingt.analysis.simulation.kernel.shoe import Shoe, cell
from vingt.analysis.simulation.kernel.table_round import play_table
from vingt.analysis.simulation.kernel.table_shoe import draw, lay
from vingt.analysis.simulation.kernel.table_walk import PlayedUnit, add_up, gathered, rounds_of

W, N = np.uint32, np.int64
ZERO, ONE = W(0), W(1)


class DealtSide(NamedTuple):
    """`left` and `bottom` as of a shoe; so many cards are `out` of it since it was shuffled, and it was
    shuffled so many times `again`."""

    left: Any
    bottom: Any
    out: Any
    again: Any


class DoubleShoe(NamedTuple):
    """Both sides deal by one row of random numbers, of which `x` is next. The next determinant card comes
    from the side `drawn`."""

    x: Any
    one: DealtSide
    other: DealtSide
    drawn: Any


@inlined
def whole(t: Any, m: Any, again: Any) -> Any:
    lay(t, m)
    return DealtSide(W(t.cards), W(t.cards), N(0), again)


@inlined
def both_whole(t: Any, one: Any, other: Any, x: Any) -> Any:
    return DoubleShoe(x, whole(t, one, N(0)), whole(t, other, N(0)), W(t.drawn_first))


@inlined
def determined(t: Any, m: Any, shoe: Any, drawn: Any) -> Any:
    """Draw the determinant card; comes back the side that it names. If that is its own, it is to be the first
    card of the first box: it is put back where that one will be drawn."""
    top = shoe.left
    shoe, card = draw(t, m, shoe)
    named = W(t.named[card])
    if named == drawn:
        before = W(t.hole + ONE)
        for at in range(before):
            shoe, first = draw(t, m, shoe)
            m.deck[cell(m, W(top - W(W(at) + ONE)))] = first
        m.deck[cell(m, W(top - W(before + ONE)))] = card
        shoe = Shoe(shoe.x, top, shoe.bottom, shoe.running)
    return shoe, named


@inlined
def play_from_sides(t: Any, one: Any, other: Any, double: Any) -> Any:
    """One round, as by `play_table`; besides comes back how often the side that dealt it was shuffled
    again."""
    drawn = double.drawn
    m = one if drawn == ZERO else other
    side = double.one if drawn == ZERO else double.other
    shoe, named = determined(t, m, Shoe(double.x, side.left, side.bottom, N(0)), drawn)
    aside = DealtSide(shoe.left, shoe.bottom, side.out + (N(0) if named == drawn else N(1)), side.again)
    first = aside if drawn == ZERO else double.one
    second = double.other if drawn == ZERO else aside
    m = one if named == ZERO else other
    side = first if named == ZERO else second
    shoe, filled, total, cards = play_table(t, m, Shoe(shoe.x, side.left, side.bottom, N(0)))
    dealt = DealtSide(shoe.left, shoe.bottom, side.out + N(cards), side.again)
    first = dealt if named == ZERO else first
    second = second if named == ZERO else dealt
    return DoubleShoe(shoe.x, first, second, W(t.drawn_next[drawn])), filled, total, side.again


@inlined
def is_over(t: Any, side: Any) -> Any:
    """The cover card comes out as the next card is drawn. From fresh shoes every round is the last."""
    return side.out > N(t.cover)


@inlined
def out_at_the_end(t: Any, side: Any) -> Any:
    """How many cards came out of a side that ends now, if its rounds count."""
    return side.out if is_over(t, side) and (t.cover == 0 or side.again == 0) else N(0)


@inlined
def reshuffled(t: Any, one: Any, other: Any, double: Any) -> Any:
    """Each side whose cover card is out, whole again."""
    first, second = double.one, double.other
    if is_over(t, first):
        first = whole(t, one, first.again + N(1))
    if is_over(t, second):
        second = whole(t, other, second.again + N(1))
    return DoubleShoe(double.x, first, second, double.drawn)


@inlined
def is_last(t: Any, double: Any) -> Any:
    """Whether a round from fresh shoes is over, or both sides have been dealt to their cover cards."""
    return t.cover == 0 or (double.one.again != 0 and double.other.again != 0)


@inlined
def is_counted(t: Any, again: Any) -> Any:
    """Whether a round of a side that was shuffled so often counts."""
    return N(t.cover == 0 or again == 0)


@inlined
def after_both(
    t: Any, one: Any, other: Any, double: Any, unit: Any, counted: Any, total: Any, sums: Any
) -> Any:
    """The unit with one more round; where that was its last it is added up. A unit from the cover card on is
    both sides, each from its shuffle to its cover card: whichever ends first is shuffled and dealt on until
    the other has ended, and these rounds count for nothing."""
    dealt = unit.cards + out_at_the_end(t, double.one) + out_at_the_end(t, double.other)
    double = reshuffled(t, one, other, double)
    over = is_last(t, double)
    to_play = unit.to_play - 1 if t.cover == 0 else N(not over)
    unit = PlayedUnit(to_play, unit.rounds + counted, dealt, unit.net + counted * total)
    if over:
        add_up(t, one, sums, unit)
        unit = PlayedUnit(to_play, N(0), N(0), N(0))
    return double, unit


@compiled
def play_double_shoes(
    t: Any, one: Any, other: Any, base: Any, units: Any, last: Any, counts: Any, sums: Any
) -> None:
    """As `play_units`."""
    for number in range(units):
        unit = PlayedUnit(rounds_of(t, number, units, last), N(0), N(0), N(0))
        double = both_whole(t, one, other, base)
        while unit.to_play != 0:
            double, filled, total, again = play_from_sides(t, one, other, double)
            counted = is_counted(t, again)
            for bin_ in range(gathered(t, one, filled, counted)):
                counts[W(one.bins[bin_])] += 1
            double, unit = after_both(t, one, other, double, unit, counted, total, sums)
        base = base + t.jump
