"""Bonuses that no card decides: in rounds that the system selects, a seat or a card is drawn (J-43)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from vingt.analysis.exact.side.cases import Case
from vingt.core.progressive.chance import LUCKY_PLAYER, MAGIC_CARD, RATES


class RatedBonus(NamedTuple):
    """A drawn bonus at the rate of a submission, and what it adds per unit staked."""

    line: str
    rate: Fraction
    adds: Fraction


def magic_card_chance(case: Case) -> Fraction:
    """That one of two cards is the one drawn, by rank and suit."""
    kinds = len(case.ranks) * 4
    identical = Fraction(kinds * comb(case.decks, 2), comb(kinds * case.decks, 2))
    return (2 - identical) / kinds


def lucky_player_chance(case: Case) -> Fraction:
    return Fraction(1, case.seats)


# The line of the paytable, the option that holds its rate, and the chance in a round that is drawn.
BONUSES: dict[str, tuple[str, Callable[[Case], Fraction]]] = {
    MAGIC_CARD: (RATES[MAGIC_CARD], magic_card_chance),
    LUCKY_PLAYER: (RATES[LUCKY_PLAYER], lucky_player_chance),
}
