"""Wagers that a table takes, in whole cents."""

from __future__ import annotations

from vingt.core.money import Cents, dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import refused_wager, usual_wager


def wager_of(rules: TableRules, amount: int | None) -> Cents:
    """The amount given, in cents, or the usual one."""
    if amount is None:
        return usual_wager(rules)
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise ValueError(f"{amount!r} is no wager: money is whole cents, so $25 is 2500")
    if why := refused_wager(rules, amount):
        raise ValueError(f"a wager of {amount} cents is {dollars(amount)}: {why}")
    return Cents(amount)
