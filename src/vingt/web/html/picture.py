"""Hands as small pictures: whose, which cards, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vingt.core.cards import Card


@dataclass(frozen=True, slots=True)
class Pictured:
    """`cards` are written "7s"; None is a card that may be any. `says` stands behind them."""

    whose: str
    cards: tuple[str | None, ...]
    says: str = ""
    gone: bool = False  # drawn crossed out: not in this shoe


def pictured(
    whose: str, cards: Iterable[Card | str | None], says: str = "", *, gone: bool = False
) -> Pictured:
    return Pictured(whose, tuple(None if card is None else str(card) for card in cards), says, gone)
