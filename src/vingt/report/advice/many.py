"""Advice on many hands, a row for each."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

from vingt.analysis.advice.hand import Advice, NotAHand
from vingt.analysis.advice.question import AskedHand, answered
from vingt.core.rounds.command_words import ACTIONS
from vingt.core.rules.table_rules import TableRules
from vingt.report.advice.page import as_json

COLUMNS = ("hand", "up", "seen", "doubled", "split_hands")
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
