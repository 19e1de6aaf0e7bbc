"""The determinant card of a double shoe: drawn before a round, its suit says from which side the round is
dealt, and it is the first player's first card or is set aside (MD-BJ 7.C, reading J-65)."""

from __future__ import annotations

from typing import Literal

from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import DeterminantDrawn
from vingt.core.shoe.state import ShoeState

ShoeSide = Literal["left", "right"]
RED = ("hearts", "diamonds")


def other(side: ShoeSide) -> ShoeSide:
    return "right" if side == "left" else "left"


def side_of(rules: TableRules, card: Card) -> ShoeSide:
    """The side whose backs the operator designated for the suit of this card."""
    red = rules.variant.red_suits_side
    return red if card.suit in RED else other(red)


def drawn_from(rules: TableRules, last: ShoeSide | None) -> ShoeSide:
    """From which side the next determinant card is drawn, where the last one came from `last`."""
    word = rules.variant.determinant_drawn_from
    if word != "alternate":
        return word
    return "left" if last is None else other(last)


def determinant(rules: TableRules, state: ShoeState, side: ShoeSide, card: Card) -> DeterminantDrawn:
    """What becomes of the card that lies next in this side of the shoe."""
    to = side_of(rules, card)
    cite = rules.cite("variant.shoe", "variant.double_shoe_red_suits", "variant.double_shoe_drawn_from")
    return DeterminantDrawn(state.number, state.out, card, side, to, cite)
