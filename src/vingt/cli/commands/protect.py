"""`vingt protect`: what a table can lose to a count, to every card, to a card that is seen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from vingt.analysis.counting.main_risk import SPREAD, MainRisk, main_risk, main_risk_steps
from vingt.analysis.counting.playing import playing_steps
from vingt.analysis.counting.protection import Samples, SideRisk, cuts_of, side_risks
from vingt.analysis.counting.removal import main_steps
from vingt.analysis.counting.seen_card import SeenCards, seen_cards, seen_steps
from vingt.analysis.counting.shoes import pace_of
from vingt.analysis.exact.side.cases import Case, as_offered
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.cli.commands.count import refusals
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, flag, given, option
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.report.counting.cases import INSURANCE, all_cases, case_of, highest_stake, offered_at, with_others
from vingt.report.counting.changes import changes_of, choices_open
from vingt.report.counting.exposure import RuleChange, TableExposure
from vingt.report.counting.protection import INFORMS, METHOD, protection_sections
from vingt.report.counting.protection_json import exposure_json
from vingt.report.counting.removal import head_json
from vingt.report.counting.section import html_text, text_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.words.amounts import wager_at


def protect(
    rules: RulesArgument,
    wager: Annotated[str | None, option("W", "Only this side wager; not the main wager.")] = None,
    every: Annotated[
        bool, flag("--all", "Every side wager and paytable of the rulebook; not the main wager.")
    ] = False,
    shoes: Annotated[int, option("N", "Shoes to deal: more shoes, smaller errors.")] = 2000,
    spread: Annotated[int, option("N", "Units wagered when the shoe favours the player.")] = SPREAD,
    rounds_per_hour: Annotated[float, option("N", "While the shoe is dealt.")] = 70,
    unit: Annotated[str | None, option("AMOUNT", "What a unit is: $25, or the nearest.")] = None,
    log: Annotated[
        Path | None, option("FOLDER", "Players of a house beside the count, from its log.")
    ] = None,
    choices: SetOption = None,
    json: JsonOption = False,
    html: Annotated[bool, flag("--html", "Print a page that stands by itself.")] = False,
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
        changes: list[RuleChange] = []
        if main is not None:
            wanted = choices_open(at)
            with ProgressBar(len(wanted), "choices") as progress:
                changes = changes_of(at, main, wanted, amount, progress.step)
    stakes = {offer.id: highest_stake(offer, amount) for offer in at.rules.wagers}
    if INSURANCE in stakes:  # of the highest main wager that is reckoned with
        stakes[INSURANCE] = Cents(int(at.rules.insurance.limit * amount * spread))
    exposure = TableExposure(at.rules, main, changes, sides, seen, rounds_per_hour, amount, spread, stakes)
    title = f"Game protection: {at.rules.title}"
    if json:
        print_json({**head_json(at), **exposure_json(exposure)})
    elif html:
        sys.stdout.write(html_text(at, title, protection_sections(exposure), (METHOD, INFORMS)))
    else:
        text_page(at, title, protection_sections(exposure), (METHOD, INFORMS)).print()


def risks(at: Proposal, wager: str | None, shoes: int, *, every: bool) -> list[SideRisk]:
    """The wagers of the table with their other paytables; with `every` each paytable as a wager."""
    if every:
        cases = [(case, list[Case]()) for case in all_cases(at, wager)]
    elif wager is not None:
        cases = [with_others(at, case_of(at, wager, None))]
    else:
        cases = [with_others(at, case) for case in offered_at(at)]
    samples = Samples(shoes, pace_of(at.rules), max(cuts_of(at.rules)))
    with ProgressBar(len(cases), "side wagers") as progress:
        return side_risks(cases, samples, at.rules, progress.step)


def main_of(at: Proposal, shoes: int, spread: int, wager: Cents) -> tuple[MainRisk | None, SeenCards | None]:
    steps = main_risk_steps(main_steps(at.rules), playing_steps(at.rules)) + seen_steps()
    insured = at.rules.wager(INSURANCE)
    insurance = None if insured is None else as_offered(at.document, at.rules, insured, at.submission.raw)
    seen = None
    with ProgressBar(steps, "shoes solved") as progress:
        try:
            main = main_risk(
                at.rules,
                shoes,
                wager,
                spread,
                insurance=insurance,
                cuts=cuts_of(at.rules),
                done=progress.step,
            )
        except NotCarried as refusal:
            print(f"vingt: no figures of the main wager: {refusal}", file=sys.stderr)
            return None, None
        try:
            seen = seen_cards(at.rules, wager, progress.step)
        except NotCarried as refusal:
            print(f"vingt: no figures of cards that are seen: {refusal}", file=sys.stderr)
    return main, seen
