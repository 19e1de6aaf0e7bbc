"""What must be said beside an exact value, and the clauses and readings it rests on."""

from __future__ import annotations

from vingt.analysis.exact.cases import Case
from vingt.analysis.exact.played_hand import STRATEGY
from vingt.analysis.exact.side_wagers import Value
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS


def remarks(value: Value) -> list[str]:
    case, said = value.case, []
    sight = sight_of(EVALUATORS[case.wager.evaluator])
    if case.bar is not None:
        said.append(f"barred by {case.bar.cite}: {case.bar.because}")
    if sight.up is not None:
        said.append(f"given that the dealer's up card is {'an ace' if sight.up == 'A' else sight.up}")
    if sight.plays_hand:
        said.append(f"the player's strategy: {STRATEGY}")
    if value.covers == "fixed part":
        said.append("lines paid from a meter, or not stated, count 0 here")
    if value.covers == "added value":
        said.append(f"costs nothing: what it adds to {case.wager.rides_on}, per unit of a $5 stake")
    if value.covers == "trigger only":
        said.append(f"the wheel's weights are for the submission to state ({case.wager.wheel_cite})")
    if any(paid.pays.kind == "dollars" for line in value.lines for paid in line.paid) and case.stake:
        said.append(f"fixed amounts at a stake of {dollars(case.stake)}")
    return said


def rests_on(case: Case) -> Cite:
    """Everything cited for what was computed, and every reading about a clause of the wager."""
    wager = case.wager
    table = wager.paytable(case.paytable.id)
    cite = wager.cite + wager.settles.cite + wager.main_wager.cite + wager.stake.cite + case.paytable.cite
    for option in wager.options.values():
        cite += option.cite
    for line in case.paytable.lines:
        cite += line.cite
    if table is not None and table.stake is not None:
        cite += table.stake.cite
    for meter in wager.meters:
        if case.paytable.id in meter.paytables:
            cite += meter.cite + meter.rate_cite
    if case.bar is not None:
        cite += case.bar.cite
    if wager.wheel_cite:
        cite += wager.wheel_cite
    clauses = {*cite.clauses, *(clause for _, line in wager.lines() for clause in line.cite.clauses)}
    about = (each.id for each in case.document.inventory.readings.values() if clauses & {*each.clauses})
    return cite + Cite((), tuple(about))
