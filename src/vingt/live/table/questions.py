"""What makes one question to a person another than the one before it."""

from __future__ import annotations

from typing import Literal

from vingt.core.rounds.state import RoundState

PromptKind = Literal[
    "seat",  # boxes that are free
    "chips",  # buy in, cash out, leave
    "share",  # the holder of a box lets others wager on it
    "wager",  # wagers of one box
    "coupon",  # a match-play coupon beside a wager
    "call",  # a wager spoken, with cash
    "ready",
    "look",  # the cards lie spread for the first player who came
    "cut",
    "spin",  # the hot spot's player spins the wheel
    "insurance",
    "even_money",  # insurance asked of a natural, where even money is offered too
    "decision",
    "rescue",  # a co-bettor's own answer, or a kept double that may still be taken back
    "join_double",
    "cover_split",
    "switch",  # the second cards of two hands
    "late_card",  # one that was missed: taken after the others, or the hand is dead
]


def about_hand(round_: RoundState, box: int, hand: int) -> tuple[int, ...]:
    """Box and hand, the hands of the box, the hand's cards and its doubles: each decision changes one."""
    box_asked = round_.box(box)
    assert box_asked is not None
    hand_asked = box_asked.hands[hand]
    return box, hand, len(box_asked.hands), len(hand_asked.cards), hand_asked.doubles


def question_id(kind: PromptKind, *about: object) -> str:
    """An answer may name the question it was meant for: "decision-7-1-0-1-2-0"."""
    return "-".join((kind, *map(str, about)))
