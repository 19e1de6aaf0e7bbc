"""The shoe of one lane. It is shuffled as it is dealt: a place among the cards left is chosen, and the card
there changes places with the last of them. So the cards that are out lie behind those that are left, the one
dealt last first. Four are chosen by one random number. Which cards come does not hang on the play, so most
are dealt ahead of it: then play does not wait for its cards, and lanes of a GPU deal abreast."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vingt.analysis.jit import inlined
from vingt.analysis.simulation.kernel.codes import DRAWS
from vingt.analysis.simulation.kernel.random_numbers import chosen, words

U, W = np.uint64, np.uint32
ONE, TWO, THREE, FOUR = W(1), W(2), W(3), W(DRAWS)


class Shoe(NamedTuple):
    """`left` cards are not drawn yet; all but `bottom` of them are dealt ahead. `x` is the number that the
    next four are chosen by, `running` the count of the cards that were seen."""

    x: Any
    left: Any
    bottom: Any
    running: Any


@inlined
def cell(m: Any, place: Any) -> Any:
    return cell_at(m.begin, m.stride, place)


@inlined
def cell_at(begin: Any, stride: Any, place: Any) -> Any:
    """Where in `deck` a place of the shoe lies: there itself, or where a stride is given (in the shared
    memory of a GPU) four cards of a thread to a word, so that no two threads of a warp want the same bank."""
    if len(stride) == 0:
        return place
    return W(W(W(place >> TWO) * stride[0]) + W(W(place & THREE) | begin))


@inlined
def exchange(m: Any, place: Any, there: Any) -> Any:
    """The card at a place and the one in a cell change places; comes back the former."""
    here = cell(m, W(place))
    card = m.deck[here]
    m.deck[here] = m.deck[there]
    m.deck[there] = card
    return W(card)


@inlined
def four_places(x: Any, left: Any) -> Any:
    """Of the next four cards, by one random number."""
    low, high = words(x)
    first, low, high = chosen(low, high, left)
    second, low, high = chosen(low, high, W(left - ONE))
    third, low, high = chosen(low, high, W(left - TWO))
    fourth, low, high = chosen(low, high, W(left - THREE))
    return first, second, third, fourth


@inlined
def choose(t: Any, places: Any, x: Any, fours: Any) -> None:
    """The places of many cards, before any is moved: so a processor chooses several at a time. `t.bounds` has
    the cards left before each four."""
    for at in range(fours):
        first, second, third, fourth = four_places(x + U(at) * t.gamma, W(t.bounds[at]))
        places[U(4) * U(at)] = first
        places[U(4) * U(at) + U(1)] = second
        places[U(4) * U(at) + U(2)] = third
        places[U(4) * U(at) + U(3)] = fourth


@inlined
def kept_places(places: Any, at: Any, x: Any, left: Any) -> Any:
    """Those that `choose` left from `at` on; where there is no memory for such, they are chosen now."""
    if places is None:
        return four_places(x, left)
    return places[at], places[at + U(1)], places[at + U(2)], places[at + U(3)]


@inlined
def deal_four(m: Any, places: Any, left: Any) -> Any:
    """Fours are left, so the last four of them lie side by side."""
    last = cell(m, W(left - FOUR))
    first = exchange(m, places[0], W(last + THREE))
    second = exchange(m, places[1], W(last + TWO))
    third = exchange(m, places[2], W(last + ONE))
    fourth = exchange(m, places[3], last)
    return first, second, third, fourth


@inlined
def deal_ahead(t: Any, m: Any, x: Any, at: Any) -> None:
    """Deal the first cards of a whole pack, by the places kept from `at` on, or the numbers from `x` on."""
    left = t.cards
    for _ in range(t.ahead >> TWO):
        deal_four(m, kept_places(m.places, at, x, left), left)
        left = W(left - FOUR)
        at = at + U(4)
        x = x + t.gamma
