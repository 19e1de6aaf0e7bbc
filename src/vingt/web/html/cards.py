"""A card as a page draws it and reads it aloud."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.cards import card

RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def rank_name(rank: str) -> str:
    return RANK_NAMES.get(rank, rank)


class Face(NamedTuple):
    rank: str
    suit: str
    name: str


def face(text: str) -> Face:
    """ "7s" as a card is drawn and read aloud."""
    shown = card(text)
    return Face(shown.rank, shown.suit, f"{rank_name(shown.rank)} of {shown.suit}")
