"""`vingt strategy`: the best chart for a table, as players know it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from vingt.analysis.exact.chart_sheet import sheet
from vingt.cli.terminal.analysis import WagerAmountOption, at_work
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given, option, output_option
from vingt.cli.terminal.output import written_bytes
from vingt.core.rules.submission import Unreadable
from vingt.report.strategy.formats import BINARY, FORMATS, form_of, sheet_in, sheet_json
from vingt.report.words.amounts import wager_at


def strategy(
    rules: RulesArgument,
    form: Annotated[
        str | None, option("|".join(FORMATS), "text, or what --output's name ends in.", "--format")
    ] = None,
    output: Annotated[str | None, output_option("Write it there.")] = None,
    wager_amount: WagerAmountOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
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
        chart = sheet(table, wager)
    data = sheet_in(chart, wanted)
    if output is not None:
        with written_bytes(Path(output)) as file:
            file.write(data)
        if json:
            sys.stdout.write(sheet_json(chart))
    elif wanted in BINARY:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode())
