"""What each role may see: nobody but the auditor sees a face-down card before it is shown."""

from __future__ import annotations

from typing import Literal

from vingt.core.cards import Card
from vingt.core.rounds.state import Box, RoundState

Role = Literal["player", "spectator", "dealer", "floorperson", "auditor"]


def view(state: RoundState, role: Role = "player", seat: int | None = None) -> RoundState:
    """The state with everything unseen left out. `seat` is for games that deal players' cards face down."""
    if role == "auditor":
        return state
    dealer: tuple[Card, ...] = state.dealer[:1] if state.hole_hidden else state.dealer
    boxes = tuple(with_unseen_hidden(box) for box in state.boxes)
    return state._replace(boxes=boxes, dealer=dealer, held_card=None, burned=())


def with_unseen_hidden(box: Box) -> Box:
    """Not even its player has seen the card of a double that lies face down."""
    if not any(hand.unseen for hand in box.hands):
        return box
    return box._replace(hands=tuple(hand._replace(unseen=(None,) * len(hand.unseen)) for hand in box.hands))
