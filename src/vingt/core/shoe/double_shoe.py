"""The determinant card of a double shoe: drawn before a round, its suit says from which side the round is
dealt, and it is the first player's first card or is set aside (MD-BJ 7.C, reading J-65)."""

from __future__ import annotations

from collections.abc import Callable

from vingt.core.cards import Card
from vingt.core.rounds.irregularity import wrong_side_cite
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import (
    CoverCardOut,
    DeterminantDrawn,
    Place,
    ShoeSide,
    SideCorrected,
    SideTurnedTo,
)
from vingt.core.shoe.procedure import cover_card
from vingt.core.shoe.state import ShoeState, other_side

RED = ("hearts", "diamonds")


def side_of(rules: TableRules, card: Card) -> ShoeSide:
    """The side whose backs the operator designated for the suit of this card."""
    red = rules.variant.red_suits_side
    return red if card.suit in RED else other_side(red)


def drawn_from(rules: TableRules, last: ShoeSide | None) -> ShoeSide:
    """From which side the next determinant card is drawn, where the last one came from `last`."""
    word = rules.variant.determinant_drawn_from
    if word != "alternate":
        return word
    return "left" if last is None else other_side(last)


def drawing(rules: TableRules, state: ShoeState) -> ShoeState:
    """The shoe with that side at hand from which the next determinant card is drawn."""
    last = state.determinant.drawn_from if state.determinant is not None else None
    return state.turned_to(drawn_from(rules, last))


def determinant(
    rules: TableRules, state: ShoeState, card_at: Callable[[Place], Card], box: int
) -> tuple[CoverCardOut | DeterminantDrawn, ...]:
    """Drawing it, and its cover card before it if that comes first; `box` would get it. Nothing where its
    side is empty, which ends with its cover card."""
    state = drawing(rules, state)
    if (place := state.next_place) is None:
        return ()
    cover = None if state.held is not None else cover_card(rules, state, box)
    card = card_at(place)
    assert state.side is not None
    cite = rules.cite("variant.shoe", "variant.double_shoe_red_suits", "variant.double_shoe_drawn_from")
    drawn = DeterminantDrawn(place.shoe, place.at, card, state.side, side_of(rules, card), cite)
    return (drawn,) if cover is None else (cover, drawn)


def turned_for_determinant(rules: TableRules, state: ShoeState) -> SideTurnedTo:
    """Something is wrong with the card that would have been the determinant card: this says whose it is."""
    at_hand = drawing(rules, state)
    assert at_hand.side is not None
    return SideTurnedTo(at_hand.number, at_hand.side, rules.cite("variant.double_shoe_drawn_from"))


def corrected(rules: TableRules, state: ShoeState) -> SideCorrected | Refusal:
    """The round is dealt from the other side than its determinant card says: what came out so far, and what
    is still to come. An order that was sealed deals its own cards, so there it is known before the first."""
    cite = wrong_side_cite(rules)
    if state.other is None or state.determinant is None:
        return Refusal("no double shoe is dealt from here", cite)
    if state.side != state.determinant.side:
        return Refusal("it is known already that this round comes from the wrong side", cite)
    cards = state.out - state.round_first
    if state.held is not None:
        return Refusal("the determinant card is the first player's: deal it first", cite)
    if cards and not state.real:
        return Refusal("cards of the right side lie on the layout: their order was sealed", cite)
    if cards < 0 or state.from_discards:
        return Refusal("the shoe ran short in this round, and its discards are dealt", cite)
    real = state.other
    return SideCorrected(
        state.number, state.round_first, cards, other_side(state.side), real.number, real.out, cite
    )
