"""To whom a card goes, in words."""

from __future__ import annotations

from vingt.core.rounds.state import COMMUNITY, DEALER


def place_of(box: int) -> str:
    if box == DEALER:
        return "the dealer"
    return "all hands" if box == COMMUNITY else f"box {box}"
