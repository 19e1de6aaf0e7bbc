"""Two tables side by side: what each holds, and every rule by which they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vingt.report.proposal import Proposal
from vingt.report.rules.differences import Side, differing, in_force, shortened
from vingt.report.rules.names import rule_name, rule_value
from vingt.report.words.figures import percent, points
from vingt.report.words.values import short


@dataclass(frozen=True, slots=True)
class RuleCompared:
    name: str
    path: str
    sides: tuple[tuple[str, str], ...]  # of each table: its value, and the clause of it


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    titles: tuple[str, ...]
    edges: tuple[str, ...]
    apart: str
    address: str  # of the second table
    rules: tuple[RuleCompared, ...]


def comparison_shown(
    tables: Sequence[Proposal], figures: Sequence[Mapping[str, Any]], address: str
) -> ComparisonShown:
    """`figures` are the values of their main wagers."""
    edges = [
        f"not computed: {each['why']}" if each.get("why") else percent(each["house_edge"]) for each in figures
    ]
    apart = ""
    if not any(each.get("why") for each in figures):
        apart = f"{points(figures[0]['house_edge'] - figures[1]['house_edge'])} points"
    rows = [
        RuleCompared(
            rule_name(next(table for table, side in zip(tables, sides, strict=True) if side).document, path),
            path,
            tuple(said(table, path, side) for table, side in zip(tables, sides, strict=True)),
        )
        for path, sides in shortened(differing(*(in_force(each) for each in tables)))
    ]
    return ComparisonShown(
        tuple(each.rules.title for each in tables), tuple(edges), apart, address, tuple(rows)
    )


def said(table: Proposal, path: str, side: Side | None) -> tuple[str, str]:
    if side is None:
        return "–", ""
    return rule_value(table.document, path, side.text), short(side.cite, table.document.cites_as)
