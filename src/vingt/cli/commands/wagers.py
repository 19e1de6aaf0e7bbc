"""`vingt wagers`: side wagers with their exact values, and PAR sheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, NamedTuple, NoReturn

import typer

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.side.cases import (
    BOTH,
    Case,
    NotOffered,
    Soft17,
    as_offered,
    as_printed,
    check_decks,
    deck_counts,
    drawing_matters,
    every_case,
    is_drawn,
)
from vingt.analysis.exact.side.value import value
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.cli.edge_work import at_work, strategy_of
from vingt.cli.terminal.errors import NOT_ALLOWED, Unknown
from vingt.cli.terminal.given import Json, Rules, Set, given
from vingt.core.rules.table_rules import TableRules
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.wagers.html import html_page
from vingt.report.wagers.par_sheet import as_json, csv_text, overview, sheets
from vingt.rulebook import library

Wager = Annotated[str | None, typer.Option("--wager", metavar="W", help="One wager: its PAR sheet.")]
Paytable = Annotated[str | None, typer.Option("--paytable", metavar="P", help="Only this paytable.")]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="This number of decks.")]
Soft = Annotated[
    str | None, typer.Option("--soft17", metavar="H17|S17", help="Whether the dealer hits a soft 17.")
]
Every = Annotated[
    bool, typer.Option("--all", help="Every wager, paytable, deck count and soft-17 rule of the rulebook.")
]
Strategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="S",
        help="How hands are played that a wager looks at: composition, chart, or a strategy file.",
    ),
]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV, one row for each line of a paytable.")]
Html = Annotated[bool, typer.Option("--html", help="Print a page that stands by itself.")]


def wagers(
    rules: Rules,
    wager: Wager = None,
    paytable: Paytable = None,
    decks: Decks = None,
    soft17: Soft = None,
    every: Every = False,
    strategy: Strategy = "composition",
    choices: Set = None,
    json: Json = False,
    csv: Csv = False,
    html: Html = False,
) -> None:
    """Side wagers with their exact values; with --wager, the PAR sheet.

    Without --all: the wagers the table offers, as it offers them. A wager
    on finished hands is valued by the table's own best play.

    Examples:
      vingt wagers md-blackjack
      vingt wagers md-blackjack --wager lucky-ladies --paytable A --decks 6
      vingt wagers md-blackjack --all --csv > wagers.csv
      vingt wagers my-table.toml --wager super-4 --html > super-4.html
    """
    at = given(rules, choices)
    try:
        with at_work("valuing the wagers"):
            played = played_by(strategy, at.rules)
            ask = Ask(wager, paytable, decks, soft17_of(at, soft17), every)
            cases = [replace(case, offered_at=at.rules, strategy=played) for case in chosen(at, ask)]
            values = [value(case) for case in cases]
    except NotOffered as refusal:
        print(f"vingt: {refusal}", file=sys.stderr)
        raise typer.Exit(NOT_ALLOWED) from None
    if json:
        print_json([as_json(each) for each in values])
    elif csv:
        sys.stdout.write(csv_text(values))
    elif html:
        sys.stdout.write(html_page(at, values))
    elif wager is not None and not every:
        sheets(at, values).print()
    else:
        overview(at, values).print()


def played_by(strategy: str, rules: TableRules) -> Chart | None:
    """The chart to follow, or None for best play."""
    named = strategy_of(strategy, rules)
    return chart_of(rules) if named == "chart" else None if named == "composition" else named


class Ask(NamedTuple):
    wager: str | None
    paytable: str | None
    decks: int | None
    soft17: Soft17 | None
    every: bool


def chosen(at: Proposal, ask: Ask) -> list[Case]:
    """What the options name, or a refusal with its clause."""
    if ask.wager is not None:
        check_wager(at, ask.wager)
    if ask.decks is not None:
        check_decks(at.document, ask.decks)
    if ask.every:
        found = list(every_case(at.document, *ask[:4], at.submission.raw))
    elif ask.wager is not None:
        found = list(cases_of(at, ask.wager, ask))
    else:
        offered = (offer.id for offer in at.rules.wagers)
        found = [case for name in offered for case in cases_of(at, name, ask)]
    if not found:
        refuse(at, ask)
    return found


def cases_of(at: Proposal, name: str, ask: Ask) -> Iterator[Case]:
    """One wager as the table offers it; if it does not, or something else was asked for, as printed."""
    wager, offer, decks = at.document.wagers[name], at.rules.wager(name), at.rules.cards.decks
    if is_drawn(wager):
        return
    if offer and ask.paytable in (None, offer.paytable.id) and ask.decks in (None, decks):
        case = as_offered(at.document, at.rules, offer, at.submission.raw)
        yield replace(case, soft17=ask.soft17) if case.soft17 and ask.soft17 else case
        return
    soft17 = (ask.soft17 or at.rules.dealer.soft17) if drawing_matters(wager) else None
    for counts in ((ask.decks or decks,), deck_counts(at.document) if ask.decks is None else ()):
        found = [
            case
            for each in counts
            for case in every_case(at.document, name, ask.paytable, each, soft17, at.submission.raw)
        ]
        if found:
            yield from found
            return


def check_wager(at: Proposal, name: str) -> None:
    if name in at.document.wagers:
        if is_drawn(at.document.wagers[name]):
            cite = at.document.wagers[name].settles.cite
            raise NotOffered(
                f"{name} is drawn, not dealt: no card decides it, so cards give it no value", cite
            )
        return
    for other in map(library.load, library.RULEBOOKS):
        if name in other.wagers:
            ours = ", ".join(at.document.wagers)
            raise NotOffered(
                f"{name} is a wager of {other.id}, not of {at.document.id}, which has {ours}",
                other.wagers[name].cite,
            )
    raise Unknown(f"wager of {at.document.id}", name, at.document.wagers)


def soft17_of(at: Proposal, named: str | None) -> Soft17 | None:
    if named is None:
        return None
    leaf = at.document.leaves["dealer.soft17"]
    for rule in BOTH:
        if rule == named.upper():
            if leaf.permits(rule) is not None:
                raise NotOffered(f"soft17 = {rule}: permitted is {leaf.permitted()}", leaf.cite)
            return rule
    raise Unknown("soft-17 rule", named, BOTH)


def refuse(at: Proposal, ask: Ask) -> NoReturn:
    """Nothing fits: say why, by the wager's own paytables where one is named."""
    if ask.wager is not None:
        as_printed(at.document, ask.wager, ask.paytable, ask.decks or at.rules.cards.decks)
    if ask.paytable is not None and not any(
        wager.paytable(ask.paytable) for wager in at.document.wagers.values()
    ):
        raise NotOffered(f"no wager of {at.document.id} has a paytable {ask.paytable!r}")
    raise NotOffered(f"no paytable of {at.document.id} is for that")
