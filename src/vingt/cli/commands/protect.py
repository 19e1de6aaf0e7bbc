"""`vingt protect`: what a table can lose to a count, to every card, to a card that is seen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from vingt.analysis.counting.main_risk import SPREAD, MainRisk, main_risk, main_risk_steps
from vingt.analysis.counting.playing import playing_steps
from vingt.analysis.counting.protection import Samples, SideRisk, cuts_of, own_cut, side_risks
from vingt.analysis.counting.removal import main_steps
from vingt.analysis.counting.seen_card import SeenCards, seen_cards, seen_steps
from vingt.analysis.counting.shoes import pace_of
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import BOTH, Case, as_offered, as_printed, drawing_matters, is_drawn
from vingt.analysis.options.worth import Change, plainly, plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.cli.commands.count import INSURANCE, case_of, cases_at, head_json, refusals
from vingt.cli.terminal.analysis import wager_at
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.submission import Unreadable
from vingt.report.counting.exposure import RuleChange, TableExposure
from vingt.report.counting.protection import INFORMS, METHOD, protection_sections
from vingt.report.counting.protection_json import exposure_json
from vingt.report.counting.section import html_text, text_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json

FELT = 1e-6  # a choice that moves the edge by less is not told
MORE_DECKS = (2, 4, 6, 8)  # tried where a wager is open
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
        changes = [] if main is None else changes_of(at, main, amount)
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


def highest_stake(offer: OfferedWager, unit: Cents) -> Cents:
    if offer.stake.exact:
        return max(offer.stake.exact)
    return unit if offer.stake.maximum is None else offer.stake.maximum


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


def all_cases(at: Proposal, wager: str | None) -> Iterator[Case]:
    """Every paytable of the rulebook at these decks, those included that no card decides."""
    for each in at.document.wagers.values():
        if wager not in (None, each.id):
            continue
        if is_drawn(each):
            for table in each.paytables:
                yield as_printed(at.document, each.id, table.table.id, at.rules.cards.decks)
        else:
            yield from cases_at(at, each.id, None)


def offered_at(at: Proposal) -> Iterator[Case]:
    for offer in at.rules.wagers:
        yield as_offered(at.document, at.rules, offer, at.submission.raw)


def with_others(at: Proposal, case: Case) -> tuple[Case, list[Case]]:
    """The other paytables of a wager; its own from more decks, and with the other rule on a soft 17."""
    if is_drawn(case.wager):
        return case, []
    others = [each for each in cases_at(at, case.wager.id, None) if each.paytable.id != case.paytable.id]
    table = case.wager.paytable(case.paytable.id)
    decks = [many for many in MORE_DECKS if many > case.decks and permits(at, "decks", many)]
    if table is not None:
        others += [replace(case, decks=many) for many in decks[-2:] if table.allows_decks(many)]
    if drawing_matters(case.wager) and case.soft17 is not None:
        others += [
            replace(case, soft17=rule) for rule in BOTH if rule != case.soft17 and permits(at, "soft17", rule)
        ]
    return case, others


def permits(at: Proposal, key: str, word: object) -> bool:
    leaf = at.document.keys.get(key)
    return leaf is not None and leaf.permits(word) is None


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


def changes_of(at: Proposal, main: MainRisk, wager: Cents) -> list[RuleChange]:
    """Every choice that the rulebook leaves open and that the main wager feels, those first that leave the
    count least."""
    if at.rules.variant.hands_switched:  # each would take as long as all the rest
        return []
    changes = []
    wanted = [each for each in plan(at.document, at.submission).changes if plays_alike(each, at)]
    with ProgressBar(len(wanted), "choices") as progress:
        for change in wanted:
            try:
                moved = edge(change.rules, wager=wager, with_law=False).ev - main.flat
            except NotCarried:
                continue
            finally:
                progress.step()
            told = {change.key: change.word, **dict(change.along)}
            words = ", ".join(f"{key} = {said(word)}" for key, word in told.items())
            if abs(moved) > FELT or change.rules.cards.decks != at.rules.cards.decks:
                counted = main.shifted(moved, own_cut(at.rules), change.rules)
                changes.append(RuleChange(words, -moved, counted))
    return sorted(changes, key=lambda each: each.counted.per_100)


def said(word: object) -> str:
    return str(word).lower() if isinstance(word, bool) else str(plainly(word))


def plays_alike(change: Change, at: Proposal) -> bool:
    """Another game is no choice of this one."""
    variant = change.rules.variant
    return (variant.game, variant.shoe) == (at.rules.variant.game, at.rules.variant.shoe)
