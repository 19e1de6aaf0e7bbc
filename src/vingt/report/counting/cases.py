"""Which wagers and paytables a report about counting is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vingt.analysis.exact.side.cases import (
    BOTH,
    Case,
    as_offered,
    as_printed,
    drawing_matters,
    every_case,
    is_drawn,
)
from vingt.core.money import Cents
from vingt.core.rules.offered_wager import OfferedWager
from vingt.report.proposal import Proposal
from vingt.report.wagers.selection import WagerQuestion, check_known, refuse, selected_cases, wager_here

INSURANCE = "insurance"
MORE_DECKS = (2, 4, 6, 8)  # tried where a wager is open


def case_of(at: Proposal, wager: str, paytable: str | None) -> Case:
    """As the table offers it, else with its first paytable for these decks."""
    check_known(at, wager)
    cases = selected_cases(at, WagerQuestion(wager, paytable, None, None, False))
    return replace(cases[0], offered_at=at.rules)


def cases_at(at: Proposal, wager: str | None, paytable: str | None) -> Iterator[Case]:
    """Every wager and paytable that the rulebook has for this number of decks."""
    soft17 = at.rules.dealer.soft17
    words = at.submission.raw
    for case in every_case(at.document, wager, paytable, at.rules.cards.decks, soft17, words):
        yield replace(case, offered_at=at.rules) if case.plays_hand else case


def cases_asked(at: Proposal, wager: str | None, paytable: str | None) -> list[Case]:
    """The same, refused where there is none."""
    if wager is not None:
        check_known(at, wager)
        wager_here(at, wager)
    cases = list(cases_at(at, wager, paytable))
    if not cases:
        refuse(at, WagerQuestion(wager, paytable, None, None, True))
    return cases


def insurance_of(at: Proposal) -> list[Case]:
    return [case_of(at, INSURANCE, None)] if INSURANCE in at.document.wagers else []


def all_cases(at: Proposal, wager: str | None) -> Iterator[Case]:
    """Every paytable of the rulebook at these decks, those included that no card decides."""
    if wager is not None:
        check_known(at, wager)
        wager_here(at, wager)
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


def highest_stake(offer: OfferedWager, unit: Cents) -> Cents:
    if offer.stake.exact:
        return max(offer.stake.exact)
    return unit if offer.stake.maximum is None else offer.stake.maximum
