"""Tables that differ from a rulebook's own by one field: each field of the rules changed to each other value
it may have, whether a rulebook permits that or not. Exact and simulated values of such a table must agree."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tests.rounds.test_sixth_rulebook import table as sixth_table
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import exact_of
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth
from vingt.core.pays import pay
from vingt.core.rules.settles import path_of
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

SIXTH = "hearts-21"
RULEBOOKS = (*library.RULEBOOKS, SIXTH)
STAKE = 2500
APART_MOST = 4.0  # standard errors
# Sections that are drawn, written or done by hand: nothing in a simulated round reads them.
BY_HAND = ("layout", "opening", "irregularity", "shoe")
# Whole numbers and lists of ranks have no list of permitted values; these are worth trying.
MORE_VALUES: dict[str, tuple[object, ...]] = {
    "dealer.stands_on_hard": (16, 17, 18),
    "dealer.checked_up_cards": ((), ("A",), ("10", "J", "Q", "K"), ("A", "10", "J", "Q", "K")),
    "double.times_max": (0, 1, 2, 3),
    "double.cards_max": (2, 3, None),
    "split.hands_max": (1, 2, 4),
    "split.aces_hands_max": (1, 2, 4),
    "surrender.up_cards": (("A",), ("10", "J", "Q", "K", "A")),
    "cards.removed_ranks": (("10",), ("K",), ("7",), ("9",)),
    "settlement.payout_unit": (1, 100, 500),
}


@dataclass(frozen=True)
class Change:
    rulebook: str
    field: str
    value: object

    def __str__(self) -> str:
        return f"{self.rulebook} {self.field} = {self.value}"

    @property
    def rules(self) -> TableRules:
        return changed(base(self.rulebook), {self.field: self.value})


@dataclass(frozen=True)
class Compared:
    """Exact and simulated, or why one of them is not to be had."""

    change: Change
    exact: float | None
    simulated: float | None
    error: float
    refused: str = ""

    @property
    def apart(self) -> float | None:
        if self.exact is None or self.simulated is None:
            return None
        return abs(self.simulated - self.exact) / self.error

    @property
    def fails(self) -> bool:
        return self.apart > APART_MOST if self.apart is not None else not self.refused


def base(rulebook: str) -> TableRules:
    return sixth_table() if rulebook == SIXTH else library.table_rules(rulebook)


def changed(rules: TableRules, values: dict[str, object]) -> TableRules:
    for field, value in values.items():
        section, _, name = field.partition(".")
        if section == "settles":
            row = rules.settles.at(field)
            assert row is not None
            rules = dataclasses.replace(rules, settles=rules.settles.paying(row, value))  # type: ignore[arg-type]
            continue
        rules = dataclasses.replace(
            rules, **{section: dataclasses.replace(getattr(rules, section), **{name: value})}
        )
    return rules


def permitted_values(hint: Any) -> tuple[object, ...]:
    """Every value that a type lists; none where it lists none."""
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(value for each in get_args(hint) for value in permitted_values(each))
    return ()


def every_change(rulebook: str) -> Iterator[Change]:
    rules = base(rulebook)
    for section in dataclasses.fields(rules):
        values = getattr(rules, section.name)
        if not dataclasses.is_dataclass(values) or section.name in BY_HAND:
            continue
        hints = get_type_hints(type(values))
        for each in dataclasses.fields(values):
            name = f"{section.name}.{each.name}"
            for value in (*permitted_values(hints[each.name]), *MORE_VALUES.get(name, ())):
                if value != getattr(values, each.name):
                    yield Change(rulebook, name, value)
    for row in rules.settles.rows:
        if row.hand != "over_21":  # which only loses
            for pays in ("win", "natural", "push", "lose", pay("2 to 1")):
                if pays != row.pays:
                    yield Change(rulebook, path_of(row), pays)


def compare(change: Change, rounds: int, rules: TableRules | None = None, seed: int = 1) -> Compared:
    """Best play by composition, computed and played."""
    plan = Plan(rules or change.rules, None, STAKE, seed)
    exact = exact_of(plan)
    if exact.edge is None:
        return Compared(change, None, None, 0.0, exact.refused)
    worth = super_bonus_worth(plan.rules, STAKE)
    value = exact.edge.ev_without_super_bonus + exact.edge.unsought_chance * worth
    try:
        figures = Figures(plan, play(plan, "cpu", 0, rounds, 1))
    except NotCarried as why:
        return Compared(change, value, None, 0.0, f"not simulated: {why}")
    return Compared(change, value, figures.ev, figures.standard_error)
