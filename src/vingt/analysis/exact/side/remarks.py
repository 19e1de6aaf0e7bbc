"""What must be said beside an exact value, and the clauses and readings it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.side.drawn_bonus import BONUSES
from vingt.analysis.exact.side.finished_hand import BEST_PLAY, OWN_CHART
from vingt.analysis.exact.side.first_box import suits_of_first_card
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.exact.side.value import value as value_of
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
    said.extend(in_the_first_box(value))
    if value.covers == "fixed part":
        said.append("lines paid from a meter, or not stated, count 0 here")
    if value.covers == "added value":
        said.append(f"costs nothing: what it adds to {case.wager.rides_on}, per unit of a $5 stake")
    if value.covers == "trigger only":
        said.append(f"the wheel's weights are for the submission to state ({case.wager.wheel_cite})")
    if any(paid.pays.kind == "dollars" for line in value.lines for paid in line.paid) and case.stake:
        said.append(f"fixed amounts at a stake of {dollars(case.stake)}")
    return said


def first_box_value(value: SideWagerValue) -> SideWagerValue | None:
    """Of the first box, where the determinant card of a double shoe always comes from one side and the wager
    is worth something else there."""
    case = value.case
    if case.offered_at is None or not suits_of_first_card(case.offered_at):
        return None
    own = value_of(replace(case, first_box=True))
    return own if own.ev != value.ev else None


def in_the_first_box(value: SideWagerValue) -> Iterator[str]:
    at, own = value.case.offered_at, first_box_value(value)
    if at is not None and own is not None and own.ev is not None:
        suits, cite = suits_of_first_card(at), at.cite("variant.double_shoe_drawn_from")
        first = f"in the first box {' and '.join(suits)} come first in three rounds of four ({cite})"
        yield f"{first}: its house edge is {float(-own.ev):.3%}"


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
