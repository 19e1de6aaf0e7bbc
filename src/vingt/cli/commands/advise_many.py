"""`vingt advise --csv`: many hands at once, one row of the answer for each."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from vingt.analysis.advice.hand import Advice
from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.errors import UNREADABLE
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.advice.many import HandRow, csv_text, row_json, rows_in, valued
from vingt.report.text.page import print_json


def advise_file(rules: TableRules, file: str, wager: int | None, *, json: bool) -> None:
    """Every row is answered, or named with its line and the reason why not; then the exit code is 2."""
    told: list[tuple[HandRow, list[Advice]]] = []
    rows = rows_in(rules, file, text_in(file))
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


def text_in(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file}: not UTF-8 text, so no CSV") from error
