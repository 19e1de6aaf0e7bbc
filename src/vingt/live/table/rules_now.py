"""The rules that a table is played by now: as filed, but for what floor, shuffler and card reader change."""

from __future__ import annotations

from dataclasses import replace

from vingt.core.rules.table_rules import TableRules
from vingt.live.memory import Remembered
from vingt.live.table.limits import in_force
from vingt.live.table.reader import without_reader
from vingt.live.table.state import TableState

BY_HAND: Remembered[TableRules] = Remembered(100)


def rules_now(rules: TableRules, state: TableState) -> TableRules:
    """The rules by which is played: as filed, with the limits that the floor has posted; cards shuffled by
    hand while the shuffler is out of order, a round dealt without the card reader if that was out of order as
    it began. The same object for the same."""
    limited = in_force(rules, state.limits)
    if state.without_reader:
        limited = without_reader(limited)
    return by_hand(limited) if state.dealing.shuffler_failed else limited


def by_hand(rules: TableRules) -> TableRules:
    """Cards are shuffled, and so cut, by hand."""
    if rules.shoe.shuffler == "manual":
        return rules
    return BY_HAND.get((rules,), None, lambda: replace(rules, shoe=replace(rules.shoe, shuffler="manual")))
