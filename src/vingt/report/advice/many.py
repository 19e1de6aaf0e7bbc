"""Advice on many hands, a row for each."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

from vingt.analysis.advice.hand import Advice, NotAHand
from vingt.analysis.advice.question import AskedHand, answered
from vingt.core.cards import NotACard
from vingt.core.rounds.command_words import ACTIONS
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.advice.page import as_json
from vingt.report.words.unknown import Unknown

COLUMNS = ("hand", "up", "seen", "doubled", "split_hands")
NEEDED = COLUMNS[:2]
VALUED = (*ACTIONS, "even money", "insurance")


@dataclass(frozen=True)
class HandRow:
    """One row of the file: the hand it asks about, or why it asks about none."""

    line: int
    cells: dict[str, str]
    asked: AskedHand | None = None
    error: str = ""


def valued(rules: TableRules, row: HandRow, wager: int | None) -> tuple[HandRow, list[Advice]]:
    if row.asked is None:
        return row, []
    try:
        return row, answered(rules, row.asked, wager)
    except NotAHand as wrong:
        return replace(row, error=str(wrong)), []


def row_json(rules: TableRules, row: HandRow, wager: int | None, answers: list[Advice]) -> dict[str, object]:
    if row.asked is None or row.error:
        return {"line": row.line, **row.cells, "error": row.error}
    return as_json(rules, row.asked, wager, answers)


def csv_text(rules: TableRules, told: list[tuple[HandRow, list[Advice]]]) -> str:
    text = io.StringIO()
    out = csv.DictWriter(text, (*COLUMNS, "total", "best", *VALUED, "error"), restval="", lineterminator="\n")
    out.writeheader()
    for row, answers in told:
        if row.asked is None or row.error:
            out.writerow({**row.cells, "error": row.error})
            continue
        asked = row.asked
        best = next((answer.action for answer in answers if answer.best and answer.action != "insurance"), "")
        worth: dict[str, str] = {
            answer.action: f"{answer.expectation:.6f}" for answer in answers if answer.expectation is not None
        }
        shown = {
            "hand": " ".join(map(str, asked.hand)),
            "up": str(asked.up),
            "seen": " ".join(map(str, asked.seen)),
            "doubled": asked.doubled,
            "split_hands": asked.split_hands,
        }
        out.writerow({**shown, "total": asked.total(rules), "best": best, **worth})
    return text.getvalue()


def rows_in(rules: TableRules, file: str, text: str) -> list[HandRow]:
    """Every row is read before the first is valued."""
    rows = csv.DictReader(text.splitlines())
    named = [column.strip().lower() for column in rows.fieldnames or ()]
    rows.fieldnames = named
    for column in named:
        if column not in COLUMNS:
            raise Unknown("column", column, COLUMNS)
    if not set(NEEDED) <= set(named):
        raise Unreadable(f"{file}: the first line must name the columns {' and '.join(NEEDED)}")
    return [read_row(rules, rows.line_num, row) for row in rows]


def read_row(rules: TableRules, line: int, row: dict[str, str]) -> HandRow:
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
    try:
        doubled, hands = whole_number(cells, "doubled", 0), whole_number(cells, "split_hands", 1)
        return HandRow(
            line, cells, AskedHand.read(rules, cells["hand"], cells["up"], cells["seen"], doubled, hands)
        )
    except (NotACard, NotAHand) as wrong:
        return HandRow(line, cells, error=str(wrong))


def whole_number(cells: dict[str, str], name: str, usual: int) -> int:
    if not cells[name]:
        return usual
    if not cells[name].isdecimal():
        raise NotAHand(f"{name} is {cells[name]!r}: write a whole number")
    return int(cells[name])
