"""Players' cards that lie face down: turned for all to see as the rules order it (MD-BJ 12.B)."""

from __future__ import annotations

from typing import Literal

from vingt.core.rounds.event import Event, HandTurned
from vingt.core.rounds.state import Box, Hand
from vingt.core.rules.table_rules import TableRules


def turned(rules: TableRules, box: Box, at: int, hand: Hand, ordered_by: str) -> list[Event]:
    """Nothing where all see the cards already; those of a dead hand go away as they lie."""
    if not hand.face_down or hand.status == "dead":
        return []
    return [HandTurned(box.number, at, hand.to_be_turned, rules.cite(ordered_by))]


def turned_for(
    rules: TableRules, box: Box, at: int, hand: Hand, act: Literal["surrender", "double", "split"]
) -> list[Event]:
    return turned(rules, box, at, hand, "deal.turned_for") if act in rules.deal.turned_for else []


def turned_over_21(rules: TableRules, box: Box, at: int, hand: Hand) -> list[Event]:
    shown = rules.deal.over_21 == "turned_and_discarded"
    return turned(rules, box, at, hand, "deal.over_21") if shown else []


def turned_to_settle(rules: TableRules, box: Box, at: int, hand: Hand) -> list[Event]:
    return turned(rules, box, at, hand, "deal.turned_to_settle") if rules.deal.turned_to_settle else []
