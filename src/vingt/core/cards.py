"""Cards as every part of vingt names them: "7s" is the seven of spades, "10h" the ten of hearts."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, get_args

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]

RANKS: tuple[Rank, ...] = get_args(Rank)
SUITS: tuple[Suit, ...] = get_args(Suit)
COURTS: tuple[Rank, ...] = ("J", "Q", "K")
SYMBOLS: dict[Suit, str] = dict(zip(SUITS, "♣♦♥♠", strict=True))
RED: frozenset[Suit] = frozenset(("diamonds", "hearts"))
_SIGN: dict[str, Suit] = {suit[0]: suit for suit in SUITS}


class Card(NamedTuple):
    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit[0]}"


class NotACard(ValueError):
    """The text names no card."""


@cache
def card(text: str) -> Card:
    """The card named "7s", "Td", "10d" or "Kc"."""
    rank, sign = text[:-1].upper().replace("T", "10"), text[-1:].lower()
    for known in RANKS:
        if rank == known and sign in _SIGN:
            return Card(known, _SIGN[sign])
    raise NotACard(f"{text!r} is not a card: write rank and suit, like 7s, 10h or Kc")


Cards = tuple[Card, ...]


def cards(text: str) -> Cards:
    """Several cards written with spaces: "7s 7h Kd"."""
    return tuple(card(each) for each in text.split())


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
