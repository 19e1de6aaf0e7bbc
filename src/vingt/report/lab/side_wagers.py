"""The side wagers of a table, each with its paytables side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.core.rounds.outcome_words import outcome_words
from vingt.report.proposal import Proposal
from vingt.report.words.figures import percent
from vingt.report.words.grammar import sentence

COLUMNS = ("house edge", "hits", "std. deviation", "largest pay")


@dataclass(frozen=True, slots=True)
class PaytableShown:
    """One paytable: its figures as `vingt wagers` prints them, and its lines."""

    id: str
    offered: bool
    edge: str
    ev: str
    hits: str
    deviation: str
    covers: str
    marks: str
    pays: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SideWagerShown:
    id: str
    name: str
    offered: bool
    cite: str
    paytables: tuple[PaytableShown, ...]
    lines: tuple[tuple[str, str], ...]  # of all its paytables: outcome, in words
    why: str = ""


def wagers_shown(at: Proposal, figures: Mapping[str, Mapping[str, Any]]) -> list[SideWagerShown]:
    """Offered ones first; `figures` by wager, as far as they are known."""
    shown = []
    for wager in at.document.wagers.values():
        offer, known = at.rules.wager(wager.id), figures.get(wager.id)
        if known is None:
            continue
        tables = [
            paytable_shown(each, offer is not None and offer.paytable.id == each["paytable"])
            for each in known["paytables"]
        ]
        lines = dict.fromkeys(line for table in tables for line in table.pays)
        shown.append(
            SideWagerShown(
                wager.id,
                wager.name,
                offer is not None,
                str(wager.cite),
                tuple(tables),
                tuple((line, sentence(outcome_words(line))) for line in lines),
                known.get("why", ""),
            )
        )
    return sorted(shown, key=lambda each: not each.offered)


def paytable_shown(known: Mapping[str, Any], offered: bool) -> PaytableShown:
    edge, variance, ev = known["house_edge"], known["variance"], known["ev"]
    marks = [f"barred by {known['barred_by']}"] if known["barred_by"] else []
    marks += [f"{known['impossible']} impossible"] if known["impossible"] else []
    return PaytableShown(
        id=known["paytable"],
        offered=offered,
        edge="–" if edge is None else percent(edge, 3),
        ev="–" if ev is None else f"{ev:+.6f}",
        hits=percent(known["hit_frequency"], 2),
        deviation="–" if variance is None else f"{sqrt(variance):.3f}",
        covers=known["covers"],
        marks=", ".join(marks),
        pays={line["line"]: line["pays"] for line in known["lines"] if line["line"] != "lose"},
    )
