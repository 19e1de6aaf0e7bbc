"""The wager that figures of a table are given for, unless another is asked for."""

from __future__ import annotations

from vingt.core.money import Cents, dollars
from vingt.core.rules.table_rules import TableRules

USUAL = 2500


def usual_wager(rules: TableRules) -> Cents:
    """$25, or the nearest the table takes."""
    return Cents(min(max(USUAL, rules.wagering.minimum), rules.wagering.maximum))


def refused_wager(rules: TableRules, amount: int) -> str:
    """Why the table does not take it; "" where it does."""
    low, high = rules.wagering.minimum, rules.wagering.maximum
    return "" if low <= amount <= high else f"this table takes {dollars(low)} to {dollars(high)}"
