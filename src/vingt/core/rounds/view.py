"""What each role may see: nobody but the auditor sees a face-down card before it is shown, and only who plays
a hand sees the cards of it that lie face down."""

from __future__ import annotations

from typing import Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.state import Box, Hand, HandStatus, RoundState

Role = Literal["player", "spectator", "dealer", "floorperson", "auditor"]
TOLD_BY_CARDS: frozenset[HandStatus] = frozenset(("natural", "twenty_one"))


def view(state: RoundState, role: Role = "player", person: str = "") -> RoundState:
    """The state with everything unseen left out. `person` sees the cards of their own hands."""
    if role == "auditor":
        return state
    dealer: tuple[Card, ...] = state.dealer[:1] if state.hole_hidden else state.dealer
    boxes = tuple(box_seen(box, person) for box in state.boxes)
    return state._replace(boxes=boxes, dealer=dealer, held_card=None, burned=())


def box_seen(box: Box, person: str = "") -> Box:
    """Not even its player has seen the card of a double that lies face down."""
    if not any(hand.unseen or hand.face_down for hand in box.hands):
        return box
    hands = tuple(hand_seen(hand, person) for hand in box.hands)
    first = () if any(hand.face_down for hand in hands) else box.first_cards
    return box._replace(hands=hands, first_cards=first)


def hand_seen(hand: Hand, person: str) -> Hand:
    """Of cards that lie face down only the places are left, and `cards` are the others. Were it said that the
    hand came to 21, they would be known."""
    hand = hand._replace(unseen=(None,) * len(hand.unseen))
    if hand.stake_of(person) is not None:
        return hand._replace(face_down=())
    if not hand.face_down:
        return hand
    seen = tuple(card for at, card in enumerate(hand.cards) if at not in hand.face_down)
    status: HandStatus = "stood" if hand.status in TOLD_BY_CARDS else hand.status
    return hand._replace(cards=seen, status=status, ended=Cite())
