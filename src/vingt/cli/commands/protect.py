"""`vingt protect`: what a table can lose to a count, to every card, to a card that is seen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from vingt.analysis.counting.playing import playing_steps
from vingt.analysis.counting.protection import (
    SPREAD,
    MainRisk,
    Samples,
    SideRisk,
    main_risk,
    main_risk_steps,
    side_risks,
)
from vingt.analysis.counting.removal import main_steps
from vingt.analysis.counting.seen_card import SeenCards, seen_cards, seen_steps
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import Case, as_offered, is_drawn
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.cli.commands.count import case_of, cases_at, head_json, refusals
from vingt.cli.terminal.analysis import wager_at
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Unreadable
from vingt.report.counting.protection import (
    INFORMS,
    METHOD,
    RuleChange,
    TableExposure,
    exposure_json,
    protection_sections,
)
from vingt.report.counting.section import html_text, text_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json

CHOICES: tuple[tuple[str, object], ...] = (
    ("soft17", "H17"),
    ("soft17", "S17"),
    ("blackjack_pays", "6:5"),
    ("surrender", False),
)
ProtectWagerOption = Annotated[
    str | None, typer.Option("--wager", metavar="W", help="Only this side wager; not the main wager.")
]
ProtectEveryOption = Annotated[
    bool, typer.Option("--all", help="Every side wager and paytable of the rulebook; not the main wager.")
]
ShoesOption = Annotated[
    int, typer.Option("--shoes", metavar="N", help="Shoes to deal: more shoes, smaller errors.")
]
SpreadOption = Annotated[
    int, typer.Option("--spread", metavar="N", help="Units wagered when the shoe favours the player.")
]
PerHourOption = Annotated[
    float, typer.Option("--rounds-per-hour", metavar="N", help="While the shoe is dealt.")
]
UnitOption = Annotated[
    str | None, typer.Option("--unit", metavar="AMOUNT", help="What a unit is: $25, or the nearest.")
]
LogOption = Annotated[
    Path | None,
    typer.Option("--log", metavar="FOLDER", help="Players of a house beside the count, from its log."),
]
ProtectHtmlOption = Annotated[bool, typer.Option("--html", help="Print a page that stands by itself.")]


def protect(
    rules: RulesArgument,
    wager: ProtectWagerOption = None,
    every: ProtectEveryOption = False,
    shoes: ShoesOption = 2000,
    spread: SpreadOption = SPREAD,
    rounds_per_hour: PerHourOption = 70,
    unit: UnitOption = None,
    log: LogOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
    html: ProtectHtmlOption = False,
) -> None:
    """What a table can lose: to the best human count, to a player who knows
    every card that is left, to one who sees a card.

    Main wager and side wagers at three cuts; what closes them, and what
    that costs in honest revenue. With --log the tables of a house that
    play this rulebook: whose wagers follow the count, and what it costs.

    Examples:
      vingt protect md-blackjack --set soft17=S17 --html
      vingt protect md-players-edge-21 --wager match-up --json
      vingt protect mbs-pontoon --all --shoes 500
      vingt protect md-blackjack --log house
    """
    at = given(rules, choices)
    for name, number, least in (("--shoes", shoes, 50), ("--spread", spread, 1)):
        if not least <= number <= 1_000_000:
            raise Unreadable(f"{name} {number}: from {least} to 1000000")
    if not 1 <= rounds_per_hour <= 10_000:
        raise Unreadable(f"--rounds-per-hour {rounds_per_hour:g}: from 1 to 10000")
    amount = wager_at(at.rules, unit, "--unit")
    if log is not None:
        from vingt.cli.commands.protect_log import players_beside_the_count

        if every or wager is not None:
            raise Unreadable("--log is about main wagers: no --wager, no --all")
        with refusals():
            players_beside_the_count(at, log, amount, rounds_per_hour, json=json, html=html)
        return
    alone = every or wager is not None
    with refusals():
        sides = risks(at, wager, shoes, every=every)
        main, seen = (None, None) if alone else main_of(at, shoes, spread, amount)
        changes = [] if main is None else list(changes_of(at, main, amount))
    found = TableExposure(main, changes, sides, seen, rounds_per_hour, amount, spread)
    title = f"Game protection: {at.rules.title}"
    if json:
        print_json({**head_json(at), **exposure_json(found)})
    elif html:
        sys.stdout.write(html_text(at, title, protection_sections(found), (METHOD, INFORMS)))
    else:
        text_page(at, title, protection_sections(found), (METHOD, INFORMS)).print()


def risks(at: Proposal, wager: str | None, shoes: int, *, every: bool) -> list[SideRisk]:
    """The wagers of the table with their other paytables; with `every` each paytable as a wager."""
    if every:
        cases = [(case, list[Case]()) for case in cases_at(at, wager, None)]
    elif wager is not None:
        cases = [with_others(at, case_of(at, wager, None))]
    else:
        cases = [with_others(at, case) for case in offered_at(at)]
    with ProgressBar(len(cases), "side wagers") as progress:
        return side_risks(cases, Samples(shoes), progress.step)


def offered_at(at: Proposal) -> Iterator[Case]:
    for offer in at.rules.wagers:
        if not is_drawn(at.document.wagers[offer.id]):
            yield as_offered(at.document, at.rules, offer, at.submission.raw)


def with_others(at: Proposal, case: Case) -> tuple[Case, list[Case]]:
    others = cases_at(at, case.wager.id, None)
    return case, [each for each in others if each.paytable.id != case.paytable.id]


def main_of(at: Proposal, shoes: int, spread: int, wager: Cents) -> tuple[MainRisk | None, SeenCards | None]:
    steps = main_risk_steps(main_steps(at.rules), playing_steps(at.rules)) + seen_steps()
    try:
        with ProgressBar(steps, "shoes solved") as progress:
            main = main_risk(at.rules, shoes, wager, spread, progress.step)
            return main, seen_cards(at.rules, wager, progress.step)
    except NotCarried as refusal:
        print(f"vingt: no figures of the main wager: {refusal}", file=sys.stderr)
        return None, None


def changes_of(at: Proposal, main: MainRisk, wager: Cents) -> Iterator[RuleChange]:
    """Choices that the rulebook leaves open, of those that weigh most."""
    for key, word in CHOICES:
        if at.submission.raw.get(key) == word:
            continue
        try:
            other = resolve(at.document, at.submission.with_choices({key: word}))
        except NotAllowed:
            continue
        if other.identity != at.rules.identity:
            moved = edge(other, wager=wager, with_law=False).ev - main.flat
            told = str(word).lower() if isinstance(word, bool) else str(word)
            yield RuleChange(f"{key} = {told}", -moved, main.shifted(moved))
