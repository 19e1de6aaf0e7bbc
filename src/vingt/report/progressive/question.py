"""Which progressive wagers are valued, at which stake, meters and rate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.side.cases import Case, NotOffered
from vingt.analysis.progressive.value import ProgressiveValue, progressive_value
from vingt.core.rules.submission import Unreadable
from vingt.report.progressive import must_hit
from vingt.report.proposal import Proposal
from vingt.report.wagers.meters_now import amounts_of
from vingt.report.wagers.selection import WagerQuestion, selected_cases
from vingt.report.words.values import exact_stakes


def values_of(
    at: Proposal, ask: WagerQuestion, played: Chart | None, players: int, stake: int | None
) -> list[ProgressiveValue]:
    """The wager as offered; if it is not, with every paytable that is printed for this shoe."""
    cases = [replace(case, offered_at=at.rules, strategy=played) for case in selected_cases(at, ask)]
    if not any(is_progressive(case) for case in cases):
        wager = cases[0].wager
        having = ", ".join(
            each.id for each in at.document.wagers.values() if each.meters or "wheel" in each.needs
        )
        raise NotOffered(
            f"{wager.id} has neither meter nor wheel: {having or 'no wager here'} has", wager.cite
        )
    return [progressive_value(staked(case, stake), players) for case in cases]


def staked(case: Case, amount: int | None) -> Case:
    """At a stake that its table takes; where the rulebook leaves it to the submission, at any."""
    if amount is None:
        return case
    offer = case.offered_at.wager(case.wager.id) if case.offered_at is not None else None
    printed = case.wager.paytable(case.paytable.id)
    taken = (printed.stake if printed is not None else None) or case.wager.stake
    exact = offer.stake.exact if offer is not None else () if taken.open else taken.exact
    if amount <= 0 or (exact and amount not in exact):
        amounts = exact_stakes(exact) or "more than nothing"
        raise NotOffered(f"{case.wager.id} with paytable {case.paytable.id} takes {amounts}", taken.cite)
    return replace(case, stake=amount)


def is_progressive(case: Case) -> bool:
    return bool(case.meters) or "wheel" in case.wager.needs


def amounts_at(named: list[str] | None, value: ProgressiveValue) -> dict[str, Fraction]:
    meters = [meter.name for meter in value.side.meters]
    offer = value.case.offered_at.wager(value.case.wager.id) if value.case.offered_at is not None else None
    if must_hit.secret_meter(offer) is not None:
        meters.append(must_hit.METER)
    if named and not meters:
        raise NotOffered(f"{value.case.wager.id} with paytable {value.case.paytable.id} has no meter")
    return {name: Fraction(cents) for name, cents in amounts_of(named, meters).items()}


def rate_of(text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        rate = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Unreadable(f"{text!r} is no rate: write 0.05") from None
    if not 0 < rate <= 1:
        raise Unreadable(f"{text!r} is no rate: more than 0 and at most 1")
    return rate
