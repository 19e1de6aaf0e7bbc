"""Cards drawn side by side: the dealer's, any community cards, then those of every box, in as many rows as
the width needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from vingt.core.cards import RED, SYMBOLS, Card
from vingt.core.money import dollars
from vingt.core.rounds.result import counts_of, is_natural, total_of
from vingt.core.rounds.state import Box, Hand, RoundState
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules
from vingt.report.text.layout import TextLine

GAP = "   "
HandPlace = tuple[int, int]  # a box and a hand in it


def face(card: Card, unicode: bool = True) -> str:
    return f"{card.rank}{SYMBOLS[card.suit]}" if unicode else str(card)


def place(box: Box, at: int) -> str:
    return f"box {box.number}.{at + 1}" if len(box.hands) > 1 else f"box {box.number}"


@dataclass(frozen=True)
class HandDrawing:
    """One hand as lines of text, all padded to its width."""

    lines: Sequence[TextLine]

    @property
    def width(self) -> int:
        return max(length(line) for line in self.lines)


def length(line: TextLine) -> int:
    return sum(len(text) for text, _ in line)


def card_lines(cards: Sequence[Card | None], unicode: bool, shared: int = 0) -> list[TextLine]:
    """Overlapping cards; None lies face down. The first so many are community cards, and lie elsewhere."""
    if not cards:
        return [[], [], []]
    corner, side, close, hidden = ("╭─", "│", "╮", "░░") if unicode else ("+-", "|", "+", "##")
    low, low_close = ("╰─", "╯") if unicode else ("+-", "+")
    bar = corner[1]
    top: TextLine = []
    middle: TextLine = []
    bottom: TextLine = []
    for at, card in enumerate(cards):
        text = hidden if card is None else face(card, unicode)
        edge = bar * (len(text) - 1)
        weight = "bold" if at >= shared else "dim"
        style = "dim" if card is None else f"{weight} red" if card.suit in RED else weight
        top.append((corner + edge, "dim"))
        middle += [(side, "dim"), (text, style)]
        bottom.append((low + edge, "dim"))
    return [[*top, (close, "dim")], [*middle, (side, "dim")], [*bottom, (low_close, "dim")]]


def dealer_block(rules: TableRules, state: RoundState, unicode: bool, counted: bool = True) -> HandDrawing:
    seen = view(state, "player").dealer
    cards: list[Card | None] = [*seen, *(None for _ in state.dealer[len(seen) :])]
    counts = counts_of(rules)
    if len(cards) == len(seen) and counts.is_natural(seen):
        foot = rules.natural.name
    else:
        foot = str(counts.total(seen)) if len(seen) > 1 else seen[0].rank if seen else ""
    lines: list[TextLine] = [[("dealer", "bold")], *card_lines(cards, unicode)]
    return HandDrawing([*lines, [(foot, "bold")]] if counted else lines)


def community_block(state: RoundState, unicode: bool) -> HandDrawing:
    """Cards that are in every hand."""
    return HandDrawing([[("all hands", "bold")], *card_lines(state.community, unicode)])


def hand_block(
    rules: TableRules,
    state: RoundState,
    box: Box,
    at: int,
    turn: HandPlace | None,
    unicode: bool,
    counted: bool = True,
) -> HandDrawing:
    hand = box.hands[at]
    mine = turn == (box.number, at)
    mark = ("▶ " if unicode else "> ") if mine else ""
    stake = sum(each.total for each in hand.stakes)
    style = "bold" if mine or not state.over else ""
    head: TextLine = [(f"{mark}{place(box, at)} {dollars(stake)}", "bold reverse" if mine else style)]
    cards = [*hand.cards, *(None for _ in hand.unseen)]
    lines: list[TextLine] = [head, *card_lines(cards, unicode, hand.shared)]
    if counted:
        lines.append([(foot(rules, hand), "bold" if mine else "")])
    if at == 0 and (beside := besides(box)):
        lines.append([(beside, "dim")])
    return HandDrawing(lines)


def foot(rules: TableRules, hand: Hand) -> str:
    total = str(total_of(rules, hand))
    if is_natural(rules, hand):
        return rules.natural.name
    match hand.status:
        case "busted":
            return f"{total}, over"
        case "surrendered":
            return f"{total}, surrendered"
        case "dead":
            return "dead hand"
        case _:
            return f"{total}, doubled" if hand.doubles else total


def besides(box: Box) -> str:
    """Side wagers and insurance that are still open."""
    sides = sum(side.amount for bettor in box.bettors for side in bettor.sides if side.open)
    insured = sum(bettor.insurance or 0 for bettor in box.bettors if bettor.insurance_open)
    parts = [f"sides {dollars(sides)}" if sides else "", f"insured {dollars(insured)}" if insured else ""]
    return " ".join(part for part in parts if part)


def table_lines(
    rules: TableRules,
    state: RoundState,
    width: int,
    *,
    turn: HandPlace | None = None,
    unicode: bool = True,
    counted: bool = True,
) -> list[TextLine]:
    """The whole layout as the player sees it; who has to count himself is not told what hands come to."""
    blocks = [dealer_block(rules, state, unicode, counted)]
    blocks += [community_block(state, unicode)] if state.community else []
    blocks += (hand_block(rules, state, box, at, turn, unicode, counted) for box, at, _ in state.hands())
    lines: list[TextLine] = []
    row: list[HandDrawing] = []
    for block in blocks:
        if row and sum(drawn.width + len(GAP) for drawn in row) + block.width > width:
            lines += beside_each_other(row)
            row = []
        row.append(block)
    return [*lines, *beside_each_other(row)]


def beside_each_other(blocks: Sequence[HandDrawing]) -> list[TextLine]:
    lines: list[TextLine] = []
    for parts in zip_longest(*(block.lines for block in blocks)):
        line: TextLine = []
        for part, block in zip(parts, blocks, strict=True):
            its: TextLine = part or []
            line += [*its, (" " * (block.width - length(its)) + GAP, "")]
        lines.append(line)
    return lines
