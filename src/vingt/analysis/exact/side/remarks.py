"""What must be said beside an exact value, and the clauses and readings it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.side.drawn_bonus import BONUSES
from vingt.analysis.exact.side.finished_hand import BEST_PLAY, OWN_CHART
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS


def remarks(value: SideWagerValue) -> list[str]:
    case, said = value.case, []
    sight = sight_of(EVALUATORS[case.wager.evaluator])
    if case.bar is not None:
        said.append(f"barred by {case.bar.cite}: {case.bar.because}")
    if sight.up is not None:
        said.append(f"given that the dealer's up card is {'an ace' if sight.up == 'A' else sight.up}")
    if case.plays_hand:
        said.append(f"the player's strategy: {whose_play(case)}")
        said.append("hands of one split are reckoned as independent once the dealer's hand is given")
        if case.options.get("split_hands") == "each_hand":
            said.append("a second winning hand of one split is paid too, and not counted here")
        said.extend(drawn_bonuses(value))
    if value.covers == "fixed part":
        said.append("lines paid from a meter, or not stated, count 0 here")
    if value.covers == "added value":
        said.append(f"costs nothing: what it adds to {case.wager.rides_on}, per unit of a $5 stake")
    if value.covers == "trigger only":
        said.append(f"the wheel's weights are for the submission to state ({case.wager.wheel_cite})")
    if any(paid.pays.kind == "dollars" for line in value.lines for paid in line.paid) and case.stake:
        said.append(f"fixed amounts at a stake of {dollars(case.stake)}")
    return said


def whose_play(case: Case) -> str:
    return BEST_PLAY if case.strategy is None else OWN_CHART


def drawn_bonuses(value: SideWagerValue) -> Iterator[str]:
    """Bad Beat's bonuses come on top, in the rounds that the system draws (reading J-43)."""
    case = value.case
    for line in value.lines:
        if line.line in BONUSES:
            option, chance_of = BONUSES[line.line]
            chance = chance_of(case)
            worth = chance * line.paid[0].pays.multiple
            rate = case.options.get(option)
            adds = f"adds {float(worth):.6f} times its rate"
            if isinstance(rate, Fraction):
                adds = f"adds {float(worth * rate):.6f} at its rate of {rate}"
            yield f"{line.line}: won in {float(chance):.4%} of the rounds that are drawn, {adds}"


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
    about = (
        reading.id for reading in case.document.inventory.readings.values() if clauses & {*reading.clauses}
    )
    return cite + Cite((), tuple(about))
