"""Cards that come out as they lie in a new deck: the shuffle was left out, or undone."""

from __future__ import annotations

from collections.abc import Mapping

from vingt.core.cards import RANKS, Card

RUN = 7  # cards: of a shuffled shoe of eight decks, one in some twenty million has such a run


def in_deck_order(scanned: Mapping[int, Card]) -> bool:
    """Whether the last cards that were scanned, by their places in the shoe, follow each other in one suit,
    up or down. A place between them that nobody saw counts as if it fitted."""
    places = sorted(scanned)[-RUN:]
    if len(places) < RUN:
        return False
    first = places[0]
    suit, rank = scanned[first].suit, RANKS.index(scanned[first].rank)
    for way in (1, -1):
        if all(
            scanned[place].suit == suit and RANKS.index(scanned[place].rank) == rank + way * (place - first)
            for place in places
        ):
            return True
    return False
