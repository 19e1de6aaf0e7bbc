"""`vingt wagers`: side wagers with their exact values, and PAR sheets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.side.cases import NotOffered
from vingt.analysis.exact.side.value import SideWagerValue, value
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.cli.terminal.analysis import at_work, strategy_of
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, flag, given, option
from vingt.cli.terminal.errors import NOT_ALLOWED, ended
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.rules.table_rules import TableRules
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.wagers.html import html_page
from vingt.report.wagers.meters_now import amounts_of
from vingt.report.wagers.par_sheet import as_json, csv_text, overview, sheets
from vingt.report.wagers.selection import WagerQuestion, check_known, selected_cases, soft17_of

PaytableOption = Annotated[str | None, option("P", "Only this paytable.", "--paytable")]
DecksOption = Annotated[int | None, option("N", "This number of decks.", "--decks")]
Soft17Option = Annotated[str | None, option("H17|S17", "Whether the dealer hits a soft 17.", "--soft17")]

HandsPlayedOption = Annotated[
    str,
    option(
        "S",
        "How hands are played that a wager looks at: composition, chart, or a strategy file.",
        "--strategy",
    ),
]
MeterOption = Annotated[
    list[str] | None,
    option(
        "[NAME=]AMOUNT",
        "Where the main meter stands, or the one named (repeatable); else at reset.",
        "--meter",
    ),
]

HtmlOption = Annotated[bool, flag("--html", "Print a page that stands by itself.")]


def wagers(
    rules: RulesArgument,
    wager: Annotated[str | None, option("W", "One wager: its PAR sheet.")] = None,
    paytable: PaytableOption = None,
    decks: DecksOption = None,
    soft17: Soft17Option = None,
    every: Annotated[
        bool, flag("--all", "Every wager, paytable, deck count and soft-17 rule of the rulebook.")
    ] = False,
    meter: MeterOption = None,
    strategy: HandsPlayedOption = "composition",
    choices: SetOption = None,
    json: JsonOption = False,
    csv: Annotated[bool, flag("--csv", "Print CSV, one row for each line of a paytable.")] = False,
    html: HtmlOption = False,
    par: Annotated[
        bool, flag("--par", "All that a laboratory asks: bands, exposure, correlation, other decks, counts.")
    ] = False,
) -> None:
    """Side wagers with their exact values; with --wager, the PAR sheet.

    Without --all: the wagers the table offers, as it offers them. A wager
    on finished hands is valued by the table's own best play.

    Examples:
      vingt wagers md-blackjack
      vingt wagers md-blackjack --wager lucky-ladies --paytable A --decks 6
      vingt wagers md-blackjack --all --csv > wagers.csv
      vingt wagers my-table.toml --wager super-4 --html > super-4.html
      vingt wagers md-players-edge-21 --wager match-up --par
    """
    at = given(rules, choices)
    try:
        with at_work("valuing the wagers"):
            played = played_by(strategy, at.rules)
            if wager is not None:
                check_known(at, wager)
            ask = WagerQuestion(wager, paytable, decks, soft17_of(at, soft17), every)
            cases = [replace(case, offered_at=at.rules, strategy=played) for case in selected_cases(at, ask)]
            values = [value(case) for case in cases]
    except NotOffered as refusal:
        raise ended(refusal, NOT_ALLOWED) from None
    now = [amounts_of(meter, [each.name for each in valued.meters]) for valued in values]
    if par:
        print_par(at, values, json=json, csv=csv, html=html)
    elif json:
        print_json([as_json(valued, amounts) for valued, amounts in zip(values, now, strict=True)])
    elif csv:
        sys.stdout.write(csv_text(values))
    elif html:
        sys.stdout.write(html_page(at, values))
    elif wager is not None and not every:
        for valued, amounts in zip(values, now, strict=True):
            sheets(at, [valued], amounts).print()
    else:
        overview(at, values).print()


def print_par(at: Proposal, values: Sequence[SideWagerValue], *, json: bool, csv: bool, html: bool) -> None:
    """The full PAR sheets, in whichever form was asked for."""
    from vingt.analysis.par.sheet import par_sheets
    from vingt.report.wagers.laboratory import add_to_page, lab_csv, lab_json

    with ProgressBar(len(values), "PAR sheets") as progress:
        par = par_sheets(at.rules, values, progress.step)
    if json:
        print_json([lab_json(sheet) for sheet in par])
    elif csv:
        sys.stdout.write(lab_csv(par))
    elif html:
        sys.stdout.write(html_page(at, values, par))
    else:
        for sheet in par:
            page = sheets(at, [sheet.value])
            add_to_page(page, sheet)
            page.print()


def played_by(strategy: str, rules: TableRules) -> Chart | None:
    """The chart to follow, or None for best play."""
    named = strategy_of(strategy, rules)
    return chart_of(rules) if named == "chart" else None if named == "composition" else named
