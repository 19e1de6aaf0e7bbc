"""The main wager of a table: its edge and the parts of it, what each choice is worth, the law of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.core.money import dollars
from vingt.report.edge.variation import NOTHING
from vingt.report.words.figures import often_and_rare, percent, points

WIDE = 100.0  # of a bar on both sides of its axis together


@dataclass(frozen=True, slots=True)
class PartBar:
    """One line of a chart; the bar runs from `begin` over `length`, both of a hundred."""

    name: str
    figure: str
    begin: float
    length: float
    gains: bool  # the house does
    more: str = ""
    cite: str = ""
    instead_of: str = ""


def bars(rows: Sequence[tuple[str, str, float, str, str, str]]) -> list[PartBar]:
    """Around an axis in the middle: to the right where the value is above 0."""
    most = max((abs(value) for _, _, value, *_ in rows), default=0.0) or 1.0
    return [
        PartBar(
            name,
            figure,
            WIDE / 2 - (WIDE / 2 * abs(value) / most if value < 0 else 0),
            WIDE / 2 * abs(value) / most,
            value > 0,
            more,
            cite,
            instead,
        )
        for name, figure, value, more, cite, instead in rows
    ]


@dataclass(frozen=True, slots=True)
class EdgeShown:
    """Figures as `vingt edge` prints them."""

    edge: str
    expectation: str
    wager: str
    parts: tuple[PartBar, ...]
    cost: str
    method: str
    super_bonus: str = ""


def edge_shown(value: Mapping[str, Any]) -> EdgeShown:
    parts = list(value["parts"].items())
    parts += [
        (name, value[key]) for name, key in (("super bonus", "super_bonus"), ("envy", "envy")) if value[key]
    ]
    wager = int(value["wager"])
    rows = [(name, f"{worth:+.6f}", worth, "", "", "") for name, worth in parts]
    wins = "house" if value["house_edge"] >= 0 else "player"
    bonus = f"{value['super_bonus']:+.7f} at {dollars(wager)}" if value["super_bonus"] else ""
    return EdgeShown(
        edge=percent(value["house_edge"]),
        expectation=f"{value['ev']:+.7f}",
        wager=dollars(wager),
        parts=tuple(bars(rows)),
        cost=f"The {wins} wins {dollars(round(abs(value['house_edge']) * 100_000))} of every $1,000 wagered.",
        method=value["method"],
        super_bonus=bonus,
    )


@dataclass(frozen=True, slots=True)
class WorthShown:
    """What one change costs: the effects in order, and what is left out with the reason."""

    base: str
    moved: tuple[PartBar, ...]
    still: tuple[str, ...]
    refused: tuple[str, ...]
    barred: tuple[str, ...]
    unaffected: int


def worth_shown(
    base: Mapping[str, Any],
    changes: Mapping[str, Any],
    values: Mapping[str, Mapping[str, Any]],
    cites_as: str,
) -> WorthShown:
    """As `vingt edge --vary`: the largest effect first, to the right where the house gains."""
    rows, still, refused = [], [], []
    for change in changes["changes"]:
        value = values[change["unit"]]
        if value.get("why"):
            refused.append(f"{change['named']} ({value['why']})")
            continue
        effect = value["house_edge"] - base["house_edge"]
        if abs(effect) <= NOTHING:
            still.append(change["named"])
            continue
        clauses = [clause.removeprefix(f"{cites_as} ") for clause in change["clauses"]]
        cite = ", ".join([*clauses, *change["readings"]])
        edge = percent(value["house_edge"])
        rows.append((change["named"], points(effect), effect, edge, cite, change["instead_of"]))
    rows.sort(key=lambda row: -abs(row[2]))
    barred = [f"{key}={word} ({why})" for key, word, why in changes["barred"]]
    return WorthShown(
        percent(base["house_edge"]),
        tuple(bars(rows)),
        tuple(still),
        tuple(refused),
        tuple(barred),
        changes["unaffected"],
    )


@dataclass(frozen=True, slots=True)
class LawShown:
    variance: str
    deviation: str
    risk: str
    wagered: str
    results: tuple[tuple[str, str, float], ...]  # net result, its chance, and the length of its bar


def law_shown(law: Mapping[str, Any]) -> LawShown:
    often, rare = often_and_rare(dict(law["chances"]))
    most = max(often.values())
    results = [(f"{net:+g}", percent(chance, 3), 100 * chance / most) for net, chance in often.items()]
    if rare:
        words = f"{len(rare)} others, {min(rare):+g} to {max(rare):+g}"
        results.append((words, percent(sum(rare.values()), 3), 100 * sum(rare.values()) / most))
    return LawShown(
        f"{law['variance']:.4f}",
        f"{sqrt(law['variance']):.4f}",
        percent(law["edge"] / law["wagered"]),
        f"{law['wagered']:.4f}",
        tuple(results),
    )
