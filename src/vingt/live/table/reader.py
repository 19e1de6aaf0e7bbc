"""A card reader that is out of order: whether rounds wait for it, and how they are dealt without it."""

from __future__ import annotations

from dataclasses import replace

from vingt.core.rules.table_rules import TableRules
from vingt.live.memory import Remembered

WITHOUT: Remembered[TableRules] = Remembered(100)


def rounds_wait(rules: TableRules) -> bool:
    """Whether dealing stops until it works (MD-P21 13.Q), or goes on as where none is used (MA-P21 15(m))."""
    return rules.irregularity.reader_failure != "continue_without_reader"


def without_reader(rules: TableRules) -> TableRules:
    """The dealer's second card comes after the players' hands, and nothing is decided before it. The same
    object for the same rules."""
    if rounds_wait(rules) or rules.dealer.second_card != "hole_reader":
        return rules
    return WITHOUT.get((rules,), None, lambda: disclosed_late(rules))


def disclosed_late(rules: TableRules) -> TableRules:
    ordered = ("dealer.second_card", rules.cite("irregularity.reader_failure"))
    return replace(
        rules,
        dealer=replace(rules.dealer, second_card="after_players"),
        insurance=replace(rules.insurance, lost_when="at_disclosure"),
        surrender=replace(rules.surrender, settles_against_checked_up_card="at_reveal"),
        cites=(*rules.cites, ordered),
    )
