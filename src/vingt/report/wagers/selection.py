"""Which wagers, paytables and shoes a report on side wagers is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, NoReturn

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
from vingt.core.rules.document import Document
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.proposal import Proposal
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library


class WagerQuestion(NamedTuple):
    wager: str | None
    paytable: str | None
    decks: int | None
    soft17: Soft17 | None
    every: bool


def selected_cases(at: Proposal, ask: WagerQuestion) -> list[Case]:
    """What the options name, or a refusal with its clause."""
    if ask.wager is not None:
        check_wager(at, ask.wager)
    if ask.decks is not None:
        check_decks(at.document, ask.decks)
    if ask.every:
        cases = list(every_case(at.document, *ask[:4], at.submission.raw))
    elif ask.wager is not None:
        cases = list(cases_of(at, ask.wager, ask))
    else:
        offered = (offer.id for offer in at.rules.wagers)
        cases = [case for name in offered for case in cases_of(at, name, ask)]
    if not cases:
        refuse(at, ask)
    return cases


def check_known(at: Proposal, name: str) -> None:
    """A name that no rulebook has is a slip of the pen."""
    if wager_home(at, name) is None:
        raise Unknown(f"wager of {at.document.id}", name, at.document.wagers)


def check_wager(at: Proposal, name: str) -> None:
    """Refused with its clause where cards give it no value, or where it is another rulebook's."""
    wager = wager_here(at, name)
    if is_drawn(wager):
        raise NotOffered(
            f"{name} is drawn, not dealt: no card decides it, so cards give it no value", wager.settles.cite
        )


def wager_here(at: Proposal, name: str) -> WagerDocument:
    home = wager_home(at, name)
    if home is None:
        raise NotOffered(f"no rulebook has a wager {name!r}")
    wager = home.wagers[name]
    if home.id != at.document.id:
        ours = ", ".join(at.document.wagers)
        raise NotOffered(
            f"{name} is a wager of {home.id}, not of {at.document.id}, which has {ours}", wager.cite
        )
    return wager


def wager_home(at: Proposal, name: str) -> Document | None:
    """The rulebook that has the wager, the table's own before any other."""
    documents = (at.document, *map(library.load, library.RULEBOOKS))
    return next((document for document in documents if name in document.wagers), None)


def cases_of(at: Proposal, name: str, ask: WagerQuestion) -> Iterator[Case]:
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
        cases = [
            case
            for count in counts
            for case in every_case(at.document, name, ask.paytable, count, soft17, at.submission.raw)
        ]
        if cases:
            yield from cases
            return


def refuse(at: Proposal, ask: WagerQuestion) -> NoReturn:
    """Nothing fits: say why, by the wager's own paytables where one is named."""
    if ask.wager is not None:
        as_printed(at.document, ask.wager, ask.paytable, ask.decks or at.rules.cards.decks)
    if ask.paytable is not None and not any(
        wager.paytable(ask.paytable) for wager in at.document.wagers.values()
    ):
        raise NotOffered(f"no wager of {at.document.id} has a paytable {ask.paytable!r}")
    raise NotOffered(f"no paytable of {at.document.id} is for that")


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
