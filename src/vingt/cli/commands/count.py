"""`vingt count`: effects of removal, counts that follow them, and playing indices."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, get_args

import typer

from vingt.analysis.counting.removal import (
    Removal,
    RemovalPlay,
    main_removal,
    main_steps,
    side_removal,
    side_steps,
)
from vingt.analysis.counting.systems import SYSTEMS, NotASystem
from vingt.analysis.exact.side.cases import Case, NotOffered, every_case
from vingt.cli.terminal.analysis import WagerAmountOption, at_work, wager_at
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE, Unknown
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.report.counting.removal import (
    RemovalSubject,
    csv_removals,
    removal_section,
    subject_json,
    systems_section,
)
from vingt.report.counting.section import ReportSection, html_text, text_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.wagers.selection import WagerQuestion, selected_cases, wager_home

INSURANCE = "insurance"
CountedWagerOption = Annotated[
    str | None, typer.Option("--wager", metavar="W", help="A side wager, or insurance; else the main wager.")
]
CountedPaytableOption = Annotated[
    str | None, typer.Option("--paytable", metavar="P", help="This paytable of it.")
]
EveryWagerOption = Annotated[
    bool, typer.Option("--all", help="Every side wager and paytable of the rulebook at these decks.")
]
RemovalPlayOption = Annotated[
    str,
    typer.Option(
        "--play",
        metavar="best|chart",
        help="The main wager under best play, found again, or under the full shoe's best chart.",
    ),
]
RemovalCsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV, one row for each card.")]
CountHtmlOption = Annotated[bool, typer.Option("--html", help="Print a page that stands by itself.")]


def count(
    rules: RulesArgument,
    wager: CountedWagerOption = None,
    paytable: CountedPaytableOption = None,
    every: EveryWagerOption = False,
    play: RemovalPlayOption = "best",
    wager_amount: WagerAmountOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
    csv: RemovalCsvOption = False,
    html: CountHtmlOption = False,
) -> None:
    """What each card is worth to a wager, exactly, and the counts that follow it.

    An effect of removal is the expectation from the shoe without the card
    less that of the full shoe, in units of the wager.

    Examples:
      vingt count md-blackjack
      vingt count md-blackjack --wager lucky-ladies --paytable A
      vingt count md-blackjack --wager insurance --json
      vingt count md-players-edge-21 --wager match-up --all --csv
    """
    at = given(rules, choices)
    if play not in get_args(RemovalPlay):
        raise Unknown("play", play, get_args(RemovalPlay))
    with refusals():
        if every:
            subjects = [of_case(at, removal) for removal in removals(list(cases_at(at, wager, paytable)))]
        elif wager is not None:
            subjects = [of_case(at, removal) for removal in removals([case_of(at, wager, paytable)])]
        else:
            amount = wager_at(at.rules, wager_amount)
            subjects = [of_case(at, main_effects(at, "chart" if play == "chart" else "best", amount))]
            subjects += [of_case(at, each) for each in removals(insurance_of(at))]
    if json:
        print_json(count_json(at, subjects, every=every))
    elif csv:
        sys.stdout.write(csv_removals(subjects))
    else:
        title = f"Counting: {at.rules.title}"
        sections = list(sections_of(subjects, every=every))
        notes = ["Effects are per card taken from the full shoe, in units of the wager; docs/counting.md."]
        if html:
            sys.stdout.write(html_text(at, title, sections, notes))
        else:
            text_page(at, title, sections, notes).print()


@contextmanager
def refusals() -> Iterator[None]:
    """Patience, and refusals as messages."""
    try:
        with at_work("valuing shoes without one card"):
            yield
    except NotOffered as refusal:
        print(f"vingt: {refusal}", file=sys.stderr)
        raise typer.Exit(NOT_ALLOWED) from None
    except NotASystem as refusal:
        print(f"vingt: {refusal}", file=sys.stderr)
        raise typer.Exit(UNREADABLE) from None


def case_of(at: Proposal, wager: str, paytable: str | None) -> Case:
    """As the table offers it, else with its first paytable for these decks."""
    if wager_home(at, wager) is None:
        raise Unknown(f"wager of {at.document.id}", wager, at.document.wagers)
    found = selected_cases(at, WagerQuestion(wager, paytable, None, None, False))
    return replace(found[0], offered_at=at.rules)


def cases_at(at: Proposal, wager: str | None, paytable: str | None) -> Iterator[Case]:
    """Every wager and paytable that the rulebook has for this number of decks."""
    soft17 = at.rules.dealer.soft17
    words = at.submission.raw
    for case in every_case(at.document, wager, paytable, at.rules.cards.decks, soft17, words):
        yield replace(case, offered_at=at.rules) if case.plays_hand else case


def insurance_of(at: Proposal) -> list[Case]:
    return [case_of(at, INSURANCE, None)] if INSURANCE in at.document.wagers else []


def removals(cases: list[Case]) -> Iterator[Removal]:
    with ProgressBar(sum(map(side_steps, cases)), "wagers") as progress:
        for case in cases:
            steps = side_steps(case)
            yield side_removal(case, progress.step if steps > 1 else lambda: None)
            if steps == 1:
                progress.step()


def main_effects(at: Proposal, play: RemovalPlay, wager: Cents) -> Removal:
    with ProgressBar(main_steps(at.rules), "shoes") as progress:
        return main_removal(at.rules, play, wager, progress.step)


def of_case(at: Proposal, removal: Removal) -> RemovalSubject:
    decks = removal.case.decks if removal.case else at.rules.cards.decks
    return RemovalSubject(removal, at.document.id, decks)


def count_json(at: Proposal, subjects: list[RemovalSubject], *, every: bool) -> dict[str, object]:
    """The wager asked for at the top; insurance beside the main wager."""
    head: dict[str, object] = {
        "rulebook": at.document.id,
        "title": at.rules.title,
        "rules_identity": at.rules.identity,
    }
    if every:
        return {**head, "wagers": [subject_json(each) for each in subjects]}
    found = subject_json(subjects[0], list(SYSTEMS.values()))
    if len(subjects) > 1:
        found["insurance"] = subject_json(subjects[1], list(SYSTEMS.values()))
    return {**head, **found}


def sections_of(subjects: list[RemovalSubject], *, every: bool) -> Iterator[ReportSection]:
    for subject in subjects:
        yield removal_section(subject)
    if not every:
        insurance = subjects[1].removal if len(subjects) > 1 else None
        yield systems_section(subjects[0], insurance)
