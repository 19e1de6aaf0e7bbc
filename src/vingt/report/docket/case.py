"""The cases of the docket, as data: what happened, which clauses it went against, what was wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from vingt.core.cards import Cards, cards
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


class NoSuchCase(LookupError):
    """The docket has no case of that name."""


@dataclass(frozen=True)
class Fault:
    """What was wrong: cards missing by name, or so many that nobody could name; a rule dealt otherwise than
    filed."""

    missing: Cards = ()
    unknown: int = 0
    soft17: Literal["H17", "S17"] | None = None
    natural_pays: str = ""

    @property
    def of_cards(self) -> bool:
        return bool(self.missing or self.unknown)

    @property
    def changes_edges(self) -> bool:
        return self != Fault()


@dataclass(frozen=True)
class DocketCase:
    id: str
    title: str
    where: str
    penalty: str
    happened: str
    exposed: str
    source: str
    table: str
    orders: tuple[str, ...]
    scenario: str
    fault: Fault = Fault()
    choices: Mapping[str, Any] = field(default_factory=dict)
    late: str = ""

    @property
    def rules(self) -> TableRules:
        """Those of the table of ours on which it is replayed."""
        return library.table_rules(self.table, self.choices)

    @property
    def at_table(self) -> str:
        chosen = ", ".join(f"{key} = {word}" for key, word in self.choices.items())
        return f"{self.table} with {chosen}" if chosen else self.table

    @property
    def ordered(self) -> tuple[tuple[str, str], ...]:
        """Each clause with what it says."""
        said = {clause.id: clause.statement for clause in library.clauses(self.rules.rulebook)}
        return tuple((clause, said[clause]) for clause in self.orders)


@cache
def docket() -> tuple[DocketCase, ...]:
    text = files("vingt.report.docket").joinpath("cases.toml").read_text("utf-8")
    return tuple(read_case(raw) for raw in tomllib.loads(text)["case"])


def read_case(raw: dict[str, Any]) -> DocketCase:
    fault = dict(raw.pop("fault", {}))
    missing = cards(fault.pop("missing", ""))
    orders = tuple(raw.pop("orders"))
    return DocketCase(**raw, orders=orders, fault=Fault(missing, **fault))


def case_named(id: str) -> DocketCase:
    case = next((each for each in docket() if each.id == id), None)
    if case is None:
        raise NoSuchCase(f"no case is called {id!r}: there are {', '.join(each.id for each in docket())}")
    return case
