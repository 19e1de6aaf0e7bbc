"""What one table must show and have: the words to print on its felt and signs, its areas, its equipment."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.cite import Cite
from vingt.core.rules.procedure import CitedItem
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.report.rules.felt import felt_of

OPERATOR = "the operator's name or logo"
LayoutDuty = tuple[str, str, Cite]  # where, the words to print, and the clause that asks


def shown_at(rules: TableRules) -> Iterator[LayoutDuty]:
    """Everything that this table, with these wagers and limits, must print or have."""
    felt = felt_of(rules)
    asked = {step.what: step.cite for step in rules.layout.inscriptions}
    if "operator_name_or_logo" in asked:
        yield "felt", OPERATOR, asked["operator_name_or_logo"]
    for line in felt.arcs:
        if line.cite in asked.values():
            yield "felt", line.text, line.cite
    for line in felt.signs:
        yield "sign", line.text, line.cite
    for block in felt.pays:
        lines = "; ".join(f"{outcome}: {pays}" for outcome, pays in block.lines)
        note = f" ({block.note})" if block.note else ""
        yield rules.layout.odds_shown_on.replace("_", " "), f"{block.title}{note}. {lines}", block.cite
    for step in rules.layout.areas:
        if words := area(rules, step):
            yield "area", words, step.cite
    for step in rules.layout.equipment:
        if needed(rules, step):
            yield "equipment", step.what.replace("_", " "), step.cite
    if rules.layout.approval is not None:
        yield (
            "approval",
            f"the layout is approved by the {rules.layout.approval}",
            rules.cite("layout.approval"),
        )


def area(rules: TableRules, step: CitedItem) -> str:
    """An area is on the layout where its wager is offered."""
    if step.what == MAIN:
        return f"{rules.main_wager}, one for each of {rules.box_count} boxes"
    if step.what == "switch-main-twice":
        return (
            f"{rules.main_wager}, two for each of {rules.boxes.seats} players"
            if rules.variant.hands_switched
            else ""
        )
    wager = rules.wager(step.what)
    return wager.name if wager is not None else ""


def needed(rules: TableRules, step: CitedItem) -> bool:
    if step.what.startswith("progressive"):
        return any(wager.meters or wager.wheel for wager in rules.wagers)
    if step.what == "dealer_terminal_and_sensors":
        return any(wager.terminal != "none" for wager in rules.wagers)
    if step.what == "wheel_signage":
        return any(wager.wheel for wager in rules.wagers)
    if step.what.startswith("card_reader"):
        return rules.dealer.second_card == "hole_reader"
    return True
