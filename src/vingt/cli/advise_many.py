"""`vingt advise --csv`: many hands at once, one row of the answer for each."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NoReturn

import typer

from vingt.analysis.advise import NotAHand
from vingt.cli.advise_asked import Asked, answered
from vingt.cli.advise_page import as_json
from vingt.cli.edge_work import at_work
from vingt.cli.errors import UNREADABLE, Unknown
from vingt.cli.page import print_json
from vingt.cli.progress import Progress
from vingt.core.cards import NotACard
from vingt.core.rounds.command_words import ACTIONS
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules

COLUMNS = ("hand", "up", "seen", "doubled", "split_hands")
NEEDED = COLUMNS[:2]
VALUED = (*ACTIONS, "even money", "insurance")


def advise_file(rules: TableRules, file: str, wager: int | None, *, json: bool) -> None:
    """Every hand is read before the first is valued: a mistake costs no waiting."""
    asked = hands_in(rules, file)
    with at_work("valuing the hands"), Progress(len(asked), "hands") as progress:
        told = []
        for line, each in asked:
            try:
                told.append((each, answered(rules, each, wager)))
            except NotAHand as wrong:
                refuse(file, line, wrong)
            progress.step()
    if json:
        print_json({"hands": [as_json(rules, each, wager, found) for each, found in told]})
        return
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow((*COLUMNS, "total", "best", *VALUED))
    for each, found in told:
        worth: dict[str, str] = {
            advice.action: f"{advice.expectation:.6f}" for advice in found if advice.expectation is not None
        }
        best = next((advice.action for advice in found if advice.best and advice.action != "insurance"), "")
        shown = (" ".join(map(str, each.hand)), str(each.up), " ".join(map(str, each.seen)))
        out.writerow(
            (
                *shown,
                each.doubled,
                each.split_hands,
                each.total(rules),
                best,
                *(worth.get(n, "") for n in VALUED),
            )
        )


def hands_in(rules: TableRules, file: str) -> list[tuple[int, Asked]]:
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
    found = []
    for row in rows:
        try:
            cell = {name: (row.get(name) or "").strip() for name in COLUMNS}
            doubled, hands = int(cell["doubled"] or 0), int(cell["split_hands"] or 1)
            asked = Asked.read(rules, cell["hand"], cell["up"], cell["seen"], doubled, hands)
            found.append((rows.line_num, asked))
        except (NotACard, NotAHand, ValueError) as wrong:
            refuse(file, rows.line_num, wrong)
    return found


def refuse(file: str, line: int, wrong: Exception) -> NoReturn:
    print(f"vingt: {file}, line {line}: {wrong}", file=sys.stderr)
    raise typer.Exit(UNREADABLE) from None
