"""The limits that the floor posts at a table, within those of its submission.

No rulebook prints how limits are changed: MA-P21 6(b)(2) has a maximum *posted*, by a regulation of its own,
and readings I-73 and J-97 leave the amounts to the submission. So what was filed is the widest that may be
posted, a sign stands at the table, and no wager is judged by limits that were not there when it was laid:
what is posted while wagers lie is in force once they are settled or taken back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from vingt.core.money import Cents, dollars
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.memory import Remembered

RULES: Remembered[TableRules] = Remembered(500)


class Limits(NamedTuple):
    """What a main wager may be, in cents."""

    minimum: int
    maximum: int

    def __str__(self) -> str:
        return f"{dollars(self.minimum)} to {dollars(self.maximum)}"


def filed(rules: TableRules) -> Limits:
    return Limits(rules.wagering.minimum, rules.wagering.maximum)


def in_force(rules: TableRules, limits: Limits | None) -> TableRules:
    """The rules as filed with the limits that are posted; the same object for the same limits."""
    if limits is None or limits == filed(rules):
        return rules
    return RULES.get((rules,), limits, lambda: narrowed(rules, limits))


def narrowed(rules: TableRules, limits: Limits) -> TableRules:
    """A side wager whose largest stake is the table's largest wager follows it; others keep their own."""
    least, most = Cents(limits.minimum), Cents(limits.maximum)

    def follows(wager: OfferedWager) -> OfferedWager:
        stake = wager.stake
        if stake.maximum != rules.wagering.maximum:
            return wager
        return replace(wager, stake=replace(stake, maximum=max(most, stake.minimum or most)))

    return replace(
        rules,
        wagering=replace(rules.wagering, minimum=least, maximum=most),
        wagers=tuple(follows(wager) for wager in rules.wagers),
    )


def wagers_lie(round_: RoundState) -> bool:
    return not round_.over and any(box.bettors for box in round_.boxes)


def unfit(rules: TableRules, posted: Limits) -> Refusal | None:
    """Why such limits may not stand at a table of these rules."""
    widest, unit = filed(rules), rules.wagering.chip_unit
    cite = rules.cite("wagering.minimum", "wagering.maximum")
    if posted.minimum > posted.maximum:
        return Refusal("the minimum is above the maximum", cite)
    if posted.minimum < widest.minimum or posted.maximum > widest.maximum:
        return Refusal(f"the submission of this table has {widest}: limits are posted within it", cite)
    if posted.minimum % unit or posted.maximum % unit:
        return Refusal(
            f"limits are multiples of the smallest chip, {dollars(unit)}", rules.cite("wagering.chip_unit")
        )
    return None
