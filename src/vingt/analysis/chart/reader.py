"""What a chart says for a hand as it lies on the layout, read as a person reads it."""

from __future__ import annotations

from collections.abc import Callable

from vingt.analysis.actions import DOUBLE, HIT, REDOUBLE, RESCUE, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import ACTION_NAMES, ANY, SUITED, TOP, Cell, Chart
from vingt.analysis.chart.rows import TIMES
from vingt.analysis.tabulated.hands import value_of
from vingt.analysis.tabulated.rights import suit_lines
from vingt.core.cards import SUITS, Card
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.legal import is_pair
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.sections import BonusLine
from vingt.core.rules.table_rules import TableRules


def read_off(
    chart: Chart, rules: TableRules, hand: Hand, up_card: Card, may: Callable[[ActionName], bool]
) -> ActionName:
    """The chart's action for a hand; `may` says what is allowed now, for a cell may say what no longer is."""
    up = value_of(up_card.rank)
    total = total_of(rules, hand)
    kind = "soft" if total.soft else "hard"
    if hand.doubles:
        rows = chart.doubled.get(f"doubled {TIMES[hand.doubles - 1]} {kind}", {})
        choice = rows.get(total.points, {}).get(up)
        if choice == REDOUBLE and may("double"):
            return "double"
        return "rescue" if choice == RESCUE and may("rescue") else "stand"
    if hand.from_split and may("split"):
        return "split"  # every further pair is split to the limit
    cell = cell_of(chart, rules, hand, kind, total.points, up)
    said = cell.action(len(hand.cards))
    if said != HIT and may("hit") and starred(rules, cell, hand):
        return "hit"
    if said == DOUBLE and not may("double"):
        said = HIT
    if hand.from_split and said in (SPLIT, SURRENDER):
        said = HIT
    if said == HIT and not may("hit"):
        said = STAND
    return ACTION_NAMES[said]


def cell_of(chart: Chart, rules: TableRules, hand: Hand, kind: str, points: int, up: int) -> Cell:
    cell = None
    if hand.from_split:
        cell = chart.cell(f"split {kind}", points, up)
    elif is_pair(rules, hand):
        cell = chart.cell("pair", value_of(hand.cards[0].rank), up)
    cell = cell or chart.cell(kind, points, up)
    assert cell is not None
    return cell


def starred(rules: TableRules, cell: Cell, hand: Hand) -> bool:
    """Whether two cards of a bonus pattern are hit: of any suits, of one suit, of the suit that pays best."""
    cards = hand.cards
    if len(cards) != 2 or not cell.star or rules.bonus is None:
        return False
    if hand.from_split and not rules.bonus.survives_split:
        return False
    lines = [line for line in rules.bonus.lines if line.ranks and line.suits not in ("any", "mixed")]
    possible = [line for line in lines if leads_to(line, cards)]
    if not possible:
        return False
    if cell.star == ANY:
        return True
    if cards[0].suit != cards[1].suit:
        return False
    if cell.star == SUITED:
        return True
    assert cell.star == TOP
    suit, values = SUITS.index(cards[0].suit), tuple(value_of(card.rank) for card in cards)
    return any(
        suit in line.tops and line.third(values[0], values[1]) is not None for line in suit_lines(rules)
    )


def leads_to(line: BonusLine, cards: tuple[Card, ...]) -> bool:
    rest = list(line.ranks)
    for card in cards:
        if card.rank not in rest:
            return False
        rest.remove(card.rank)
    return True
