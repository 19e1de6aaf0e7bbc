"""Ranks in order, with the ace where a wager puts it."""

from __future__ import annotations

from collections.abc import Iterable

from vingt.core.cards import RANKS, Card

PLACE = {rank: place for place, rank in enumerate(RANKS)}
ACE_HIGH = {**PLACE, "A": len(RANKS)}


def is_run(cards: Iterable[Card], *, ace_high: bool = True, ace_low: bool = True) -> bool:
    """Consecutive ranks; an ace may stand above the king or below the two, never in the middle."""
    ranks = [card.rank for card in cards]
    if (ace_high or "A" not in ranks) and consecutive([ACE_HIGH[rank] for rank in ranks]):
        return True
    return ace_low and consecutive([PLACE[rank] for rank in ranks])


def consecutive(places: list[int]) -> bool:
    return max(places) - min(places) == len(places) - 1 == len(set(places)) - 1
