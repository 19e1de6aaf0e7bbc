"""What makes one question to a person another than the one before it."""

from __future__ import annotations

from vingt.core.rounds.state import RoundState
from vingt.live.views.view import PromptKind


def about_hand(round_: RoundState, box: int, hand: int) -> tuple[int, ...]:
    """Box and hand, the hands of the box, the hand's cards and its doubles: each decision changes one."""
    found = round_.box(box)
    assert found is not None
    asked = found.hands[hand]
    return box, hand, len(found.hands), len(asked.cards), asked.doubles


def question_id(kind: PromptKind, *about: object) -> str:
    """An answer may name the question it was meant for: "decision-7-1-0-1-2-0"."""
    return "-".join((kind, *map(str, about)))
