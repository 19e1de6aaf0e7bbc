"""`vingt advise --csv`: many hands at once, one row of the answer for each."""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from vingt.analysis.advice.hand import Advice, NotAHand
from vingt.analysis.advice.question import AskedHand, answered
from vingt.cli.advise_page import as_json
from vingt.cli.edge_work import at_work
from vingt.cli.terminal.errors import UNREADABLE, Unknown
from vingt.cli.terminal.page import print_json
from vingt.cli.terminal.progress import Progress
from vingt.core.cards import NotACard
from vingt.core.rounds.command_words import ACTIONS
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules

COLUMNS = ("hand", "up", "seen", "doubled", "split_hands")
NEEDED = COLUMNS[:2]
VALUED = (*ACTIONS, "even money", "insurance")


@dataclass(frozen=True)
class Row:
    """One row of the file: the hand it asks about, or why it asks about none."""

    line: int
    cells: dict[str, str]
    asked: AskedHand | None = None
    error: str = ""


def advise_file(rules: TableRules, file: str, wager: int | None, *, json: bool) -> None:
    """Every row is answered, or named with its line and the reason why not; then the exit code is 2."""
    told: list[tuple[Row, list[Advice]]] = []
    rows = rows_in(rules, file)
    with at_work("valuing the hands"), Progress(len(rows), "hands") as progress:
        for row in rows:
            told.append(valued(rules, row, wager))
            progress.step()
    if json:
        print_json({"hands": [row_json(rules, row, wager, found) for row, found in told]})
    else:
        write_csv(rules, told)
    wrong = [row for row, _ in told if row.error]
    for row in wrong:
        print(f"vingt: {file}, line {row.line}: {row.error}", file=sys.stderr)
    if wrong:
        raise typer.Exit(UNREADABLE)


def valued(rules: TableRules, row: Row, wager: int | None) -> tuple[Row, list[Advice]]:
    if row.asked is None:
        return row, []
    try:
        return row, answered(rules, row.asked, wager)
    except NotAHand as wrong:
        return replace(row, error=str(wrong)), []


def row_json(rules: TableRules, row: Row, wager: int | None, found: list[Advice]) -> dict[str, object]:
    if row.asked is None or row.error:
        return {"line": row.line, **row.cells, "error": row.error}
    return as_json(rules, row.asked, wager, found)


def write_csv(rules: TableRules, told: list[tuple[Row, list[Advice]]]) -> None:
    out = csv.DictWriter(
        sys.stdout, (*COLUMNS, "total", "best", *VALUED, "error"), restval="", lineterminator="\n"
    )
    out.writeheader()
    for row, found in told:
        if row.asked is None or row.error:
            out.writerow({**row.cells, "error": row.error})
            continue
        asked = row.asked
        best = next((each.action for each in found if each.best and each.action != "insurance"), "")
        worth: dict[str, str] = {
            each.action: f"{each.expectation:.6f}" for each in found if each.expectation is not None
        }
        shown = {
            "hand": " ".join(map(str, asked.hand)),
            "up": str(asked.up),
            "seen": " ".join(map(str, asked.seen)),
            "doubled": asked.doubled,
            "split_hands": asked.split_hands,
        }
        out.writerow({**shown, "total": asked.total(rules), "best": best, **worth})


def rows_in(rules: TableRules, file: str) -> list[Row]:
    """Every row is read before the first is valued."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file}: not UTF-8 text, so no CSV") from error
    rows = csv.DictReader(text.splitlines())
    named = [each.strip().lower() for each in rows.fieldnames or ()]
    rows.fieldnames = named
    for each in named:
        if each not in COLUMNS:
            raise Unknown("column", each, COLUMNS)
    if not set(NEEDED) <= set(named):
        raise Unreadable(f"{file}: the first line must name the columns {' and '.join(NEEDED)}")
    return [read_row(rules, rows.line_num, row) for row in rows]


def read_row(rules: TableRules, line: int, row: dict[str, str]) -> Row:
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
    try:
        doubled, hands = whole_number(cells, "doubled", 0), whole_number(cells, "split_hands", 1)
        return Row(
            line, cells, AskedHand.read(rules, cells["hand"], cells["up"], cells["seen"], doubled, hands)
        )
    except (NotACard, NotAHand) as wrong:
        return Row(line, cells, error=str(wrong))


def whole_number(cells: dict[str, str], name: str, usual: int) -> int:
    if not cells[name]:
        return usual
    if not cells[name].isdecimal():
        raise NotAHand(f"{name} is {cells[name]!r}: write a whole number")
    return int(cells[name])
