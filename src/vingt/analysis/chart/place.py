"""Where a hand stands in a chart: its section and row by name, and the column of the up card.

Needs no chart and nothing compiled; tests hold it to `rows.rows_of`, by which charts are made.
"""

from __future__ import annotations

from dataclasses import dataclass

from vingt.analysis.chart.rows import TIMES
from vingt.core.cards import Card
from vingt.core.rounds.result import counts_of, total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """`rows` are (section, name), the most fitting first: a chart need not have a section for each."""

    rows: tuple[tuple[str, str], ...]
    up: str
    cards: int


def value_name(rules: TableRules, card: Card) -> str:
    """A for an ace, T for whatever counts ten, else the number."""
    if card.rank == "A":
        return "A"
    return "T" if counts_of(rules).is_ten_value(card.rank) else card.rank


def place_of(rules: TableRules, hand: Hand, up: Card, *, may_split: bool) -> ChartPlace:
    """Where the player finds this hand. A pair that may no longer be split is a total like any other."""
    total = total_of(rules, hand)
    kind, points = "soft" if total.soft else "hard", str(total.points)
    rows: list[tuple[str, str]] = []
    names = [value_name(rules, card) for card in hand.cards]
    if hand.doubles:
        rows.append((f"doubled {TIMES[min(hand.doubles, len(TIMES)) - 1]} {kind}", points))
    else:
        if may_split and len(names) == 2 and names[0] == names[1]:
            rows.append(("pair", names[0] * 2))
        if hand.from_split:
            rows.append((f"split {kind}", points))
        rows.append((kind, points))
    return ChartPlace(tuple(rows), value_name(rules, up), len(hand.cards))
