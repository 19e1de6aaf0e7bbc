"""A table as one hand meets it."""

from __future__ import annotations

from dataclasses import replace

from vingt.core.rules.table_rules import TableRules


def one_hand(rules: TableRules) -> TableRules:
    """Where hands are switched, the table at which none is: settled by these rules, one box at a time."""
    if not rules.variant.hands_switched:
        return rules
    variant = replace(rules.variant, game="standard")
    return replace(
        rules, variant=variant, surrender=replace(rules.surrender, offered=rules.surrender_offered)
    )
