"""`vingt count`: effects of removal, counts that follow them, and playing indices."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, get_args

from vingt.analysis.counting.indices import IndexChart, index_chart, index_steps
from vingt.analysis.counting.playing import playing_steps, playing_value
from vingt.analysis.counting.removal import (
    Removal,
    RemovalPlay,
    main_removal,
    main_steps,
    side_removal,
    side_steps,
)
from vingt.analysis.counting.systems import SYSTEMS, CountSystem, NotASystem, system_named
from vingt.analysis.exact.side.cases import Case, NotOffered
from vingt.cli.terminal.analysis import WagerAmountOption, at_work
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, flag, given, option
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE, ended
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.report.counting.cases import case_of, cases_asked, insurance_of
from vingt.report.counting.indices import csv_indices, index_sections, indices_json
from vingt.report.counting.removal import (
    count_json,
    csv_removals,
    head_json,
    listed_best,
    of_case,
    sections_of,
)
from vingt.report.counting.section import html_text, text_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.words.amounts import wager_at
from vingt.report.words.unknown import Unknown


def count(
    rules: RulesArgument,
    wager: Annotated[str | None, option("W", "A side wager, or insurance; else the main wager.")] = None,
    paytable: Annotated[str | None, option("P", "This paytable of it.")] = None,
    every: Annotated[
        bool, flag("--all", "Every side wager and paytable of the rulebook at these decks.")
    ] = False,
    play: Annotated[
        str,
        option(
            "best|chart", "The main wager under best play, found again, or under the full shoe's best chart."
        ),
    ] = "best",
    indices: Annotated[
        str | None,
        option(
            "SYSTEM",
            "Playing indices for a system by name (hi-lo, ko, zen …) or from a file, my-count.toml.",
            show_default=False,
        ),
    ] = None,
    playing: Annotated[bool, flag("--playing", "The playing efficiency of each system besides.")] = False,
    system: Annotated[
        list[str] | None,
        option(
            "FILE",
            "A system of your own beside the well-known ones, my-count.toml (repeatable).",
            show_default=False,
        ),
    ] = None,
    wager_amount: WagerAmountOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
    csv: Annotated[bool, flag("--csv", "Print CSV, one row for each card.")] = False,
    html: Annotated[bool, flag("--html", "Print a page that stands by itself.")] = False,
) -> None:
    """What each card is worth to a wager, exactly, and the counts that follow it.

    An effect of removal is the expectation from the shoe without the card
    less that of the full shoe, in units of the wager.

    Examples:
      vingt count md-blackjack
      vingt count md-blackjack --indices hi-lo
      vingt count md-pontoon-21 --indices my-count.toml --csv
      vingt count md-pontoon-21 --system my-count.toml --playing
      vingt count md-blackjack --wager lucky-ladies --paytable A
      vingt count md-blackjack --wager insurance --json
      vingt count md-players-edge-21 --wager match-up --all --csv
    """
    at = given(rules, choices)
    if play not in get_args(RemovalPlay):
        raise Unknown("play", play, get_args(RemovalPlay))
    if indices is not None:
        if wager is not None or every or playing or system:
            raise Unreadable("--indices is about one system: no --wager, --all, --playing or --system")
        with refusals():
            chart = indices_at(at, system_named(indices), wager_at(at.rules, wager_amount))
        print_indices(at, chart, json=json, csv=csv, html=html)
        return
    if paytable is not None and wager is None:
        raise Unreadable("--paytable goes with --wager W: the paytable of that side wager")
    if (playing or play == "chart") and (wager is not None or every):
        raise Unreadable("--playing and --play chart are about the main wager: no --wager, no --all")
    efficiency: dict[str, float] | None = None
    with refusals():
        systems = systems_with(system or [])
        if every:
            subjects = [of_case(at, removal) for removal in removals(cases_asked(at, wager, paytable))]
        elif wager is not None:
            subjects = [of_case(at, removal) for removal in removals([case_of(at, wager, paytable)])]
        else:
            amount = wager_at(at.rules, wager_amount)
            subjects = [of_case(at, main_effects(at, "chart" if play == "chart" else "best", amount))]
            subjects += [of_case(at, each) for each in removals(insurance_of(at))]
            efficiency = efficiencies(at, amount, subjects[0].removal, systems) if playing else None
    if json:
        extra = {} if efficiency is None else {"playing_efficiency": efficiency}
        print_json({**count_json(at, subjects, systems, every=every), **extra})
    elif csv:
        sys.stdout.write(csv_removals(subjects))
    else:
        title = f"Counting: {at.rules.title}"
        sections = list(sections_of(subjects, systems, efficiency, every=every))
        notes = ["Effects are per card taken from the full shoe, in units of the wager; docs/counting.md."]
        if html:
            sys.stdout.write(html_text(at, title, sections, notes))
        else:
            text_page(at, title, sections, notes).print()


def indices_at(at: Proposal, system: CountSystem, wager: Cents) -> IndexChart:
    insured = next(iter(insurance_of(at)), None)
    with ProgressBar(index_steps(), "true counts") as progress:
        return index_chart(at.rules, system, insured, wager, progress.step)


def print_indices(at: Proposal, chart: IndexChart, *, json: bool, csv: bool, html: bool) -> None:
    title = f"Playing indices: {at.rules.title}"
    if json:
        print_json({**head_json(at), **indices_json(chart)})
    elif csv:
        sys.stdout.write(csv_indices(chart))
    elif html:
        sys.stdout.write(html_text(at, title, index_sections(chart, chart.shoe)))
    else:
        text_page(at, title, index_sections(chart, chart.shoe)).print()


def systems_with(files: list[str]) -> list[CountSystem]:
    """The well-known systems, and those of one's own."""
    own = [system_named(each) for each in files if each not in SYSTEMS]
    return [*SYSTEMS.values(), *own]


def efficiencies(
    at: Proposal, wager: Cents, removal: Removal, systems: list[CountSystem]
) -> dict[str, float]:
    """The playing efficiency of these systems and of the best tags."""
    with ProgressBar(playing_steps(at.rules), "shoes") as progress:
        value, shoe = playing_value(at.rules, wager, progress.step)
    return {each.name: value.efficiency(each, shoe) for each in (*systems, *listed_best(removal))}


@contextmanager
def refusals() -> Iterator[None]:
    """Patience, and refusals as messages."""
    try:
        with at_work("valuing shoes without one card"):
            yield
    except NotOffered as refusal:
        raise ended(refusal, NOT_ALLOWED) from None
    except NotASystem as refusal:
        raise ended(refusal, UNREADABLE) from None


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
