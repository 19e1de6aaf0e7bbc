"""`vingt advise --csv`: many hands at once, one row of the answer for each."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import typer

from vingt.analysis.advice.hand import Advice, NotAHand
from vingt.analysis.advice.question import AskedHand
from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.errors import UNREADABLE, Unknown
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.cards import NotACard
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.advice.many import COLUMNS, HandRow, csv_text, row_json, valued
from vingt.report.text.page import print_json

NEEDED = COLUMNS[:2]


def advise_file(rules: TableRules, file: str, wager: int | None, *, json: bool) -> None:
    """Every row is answered, or named with its line and the reason why not; then the exit code is 2."""
    told: list[tuple[HandRow, list[Advice]]] = []
    rows = rows_in(rules, file)
    with at_work("valuing the hands"), ProgressBar(len(rows), "hands") as progress:
        for row in rows:
            told.append(valued(rules, row, wager))
            progress.step()
    if json:
        print_json({"hands": [row_json(rules, row, wager, answers) for row, answers in told]})
    else:
        sys.stdout.write(csv_text(rules, told))
    wrong = [row for row, _ in told if row.error]
    for row in wrong:
        print(f"vingt: {file}, line {row.line}: {row.error}", file=sys.stderr)
    if wrong:
        raise typer.Exit(UNREADABLE)


def rows_in(rules: TableRules, file: str) -> list[HandRow]:
    """Every row is read before the first is valued."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file}: not UTF-8 text, so no CSV") from error
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
