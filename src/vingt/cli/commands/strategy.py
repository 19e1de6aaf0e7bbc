"""`vingt strategy`: the best chart for a table, as players know it."""

from __future__ import annotations

import csv
import io
import sys
from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from vingt.analysis.exact.chart_sheet import Sheet, cells_of, sheet, up_names
from vingt.cli.edge_work import WagerAmount, at_work, wager_at
from vingt.cli.terminal.errors import Unknown
from vingt.cli.terminal.given import Json, Rules, Set, given
from vingt.cli.terminal.output import written_bytes
from vingt.core.rules.submission import Unreadable

FORMATS = ("text", "html", "svg", "png", "pdf", "csv", "json")
SUFFIXES = {"": "text", "txt": "text", "htm": "html"}
BINARY = ("png", "pdf")
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="|".join(FORMATS), help="text, or what --output's name ends in."),
]
Output = Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write it there.")]


def strategy(
    rules: Rules,
    form: Format = None,
    output: Output = None,
    wager_amount: WagerAmount = None,
    choices: Set = None,
    json: Json = False,
) -> None:
    """The best chart a person can follow at this table, on one page.

    The text is a strategy file: edit it and value it with vingt edge
    RULES --strategy FILE. --json prints JSON, also beside a file written.

    Examples:
      vingt strategy md-pontoon-21
      vingt strategy md-blackjack --set decks=2 --output two-decks.html
      vingt strategy md-pontoon-21 --output chart.pdf --json
      vingt strategy md-pontoon-21 > mine.txt
    """
    at = given(rules, choices)
    if json and output is None and form not in (None, "json"):
        raise Unreadable(f"--json and --format {form} both print: name a file with --output for one of them")
    wanted = form_of(form, output, json)
    if wanted in BINARY and output is None and sys.stdout.isatty():
        raise Unreadable(f"a {wanted.upper()} is no text for a terminal: name a file with --output")
    table = at.rules
    wager = wager_at(table, wager_amount)
    with at_work("finding the best chart"):
        made = sheet(table, wager)
    data = rendered(made, wanted)
    if output is not None:
        with written_bytes(Path(output)) as file:
            file.write(data)
        if json:
            sys.stdout.write(as_json(made))
    elif wanted in BINARY:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode())


def form_of(form: str | None, output: str | None, json: bool = False) -> str:
    if form is None and output is None:
        return "json" if json else "text"
    if form is None:
        suffix = Path(output or "").suffix.removeprefix(".").lower()
        wanted = SUFFIXES.get(suffix, suffix)
        if wanted not in FORMATS:
            raise Unreadable(
                f"--output {output}: a chart is not written as .{suffix}; write .txt, .html, .svg, .png, "
                ".pdf, .csv or .json, or say --format"
            )
        return wanted
    if form not in FORMATS:
        raise Unknown("format", form, FORMATS)
    return form


def rendered(made: Sheet, form: str) -> bytes:
    """The sheet in one of the formats; what draws is imported only then."""
    match form:
        case "html":
            from vingt.report.strategy.html import html_page

            return html_page(made).encode()
        case "svg":
            from vingt.report.strategy.drawing import draw

            return draw(made).svg().encode()
        case "png":
            from vingt.report.drawing.png import png
            from vingt.report.strategy.drawing import draw

            return png(draw(made))
        case "pdf":
            from vingt.report.drawing.pdf import pdf
            from vingt.report.strategy.drawing import draw

            return pdf(draw(made))
        case "csv":
            return csv_text(made).encode()
        case "json":
            return as_json(made).encode()
        case _:
            return made.as_text().encode()


def csv_text(made: Sheet) -> str:
    """One row for each row of the chart, cells as in the text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "hand", *up_names()))
    for section, rows in cells_of(made).items():
        for hand, cells in rows.items():
            writer.writerow((section, hand, *(cells.get(up, "") for up in up_names())))
    return out.getvalue()


def as_json(made: Sheet) -> str:
    value = {
        "rulebook": made.rules.rulebook,
        "title": made.rules.title,
        "rules_identity": made.rules.identity,
        "wager": made.wager,
        "house_edge": -made.ev - made.super_bonus,
        "ev": made.ev + made.super_bonus,
        "ev_without_super_bonus": made.ev,
        "costs": made.costs,
        "chart": cells_of(made),
        "legend": dict(made.legend),
        "notes": list(made.notes),
    }
    return dumps(value, ensure_ascii=False, indent=2) + "\n"
