"""Players' cards that lie face down: turned for all to see as the rules order it (MD-BJ 12.B)."""

from __future__ import annotations

from typing import Literal

from vingt.core.rounds.event import Event, HandTurned
from vingt.core.rounds.state import Box, Hand
from vingt.core.rules.table_rules import TableRules

OrderedBy = Literal["deal.turned_for", "deal.over_21", "deal.turned_to_settle", "pays.even_money"]


def turned(rules: TableRules, box: Box, at: int, hand: Hand, ordered_by: OrderedBy) -> list[Event]:
    """Nothing where all see the cards already; those of a dead hand go away as they lie."""
    if not hand.face_down or hand.status == "dead":
        return []
    return [HandTurned(box.number, at, hand.to_be_turned, rules.cite(ordered_by))]


def turned_for(
    rules: TableRules, box: Box, at: int, hand: Hand, act: Literal["surrender", "double", "split"]
) -> list[Event]:
    return turned(rules, box, at, hand, "deal.turned_for") if act in rules.deal.turned_for else []
