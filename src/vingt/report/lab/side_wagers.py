"""The side wagers of a table, each with its paytables side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.core.rounds.outcome_words import outcome_words
from vingt.report.proposal import Proposal
from vingt.report.words.figures import percent
from vingt.report.words.grammar import plural, sentence

COVERS = {  # of what a value covers, where that is not the whole wager
    "fixed part": "without what its meters pay",
    "added value": "comes free with another wager",
    "trigger only": "without what its wheel pays",
}


@dataclass(frozen=True, slots=True)
class PaytableShown:
    """One paytable: its figures as `vingt wagers` prints them, and its lines. `address` is where it is
    offered, or taken off where it is; nothing where neither can be done."""

    id: str
    offered: bool
    edge: str
    ev: str
    hits: str
    deviation: str
    covers: str
    marks: str
    pays: Mapping[str, str]
    holds: float  # the house edge, not below 0
    address: str = ""
    long_run: str = ""  # the house edge with what the meters pay, at their rates


@dataclass(frozen=True, slots=True)
class SideWagerShown:
    id: str
    name: str
    offered: bool
    cite: str
    paytables: tuple[PaytableShown, ...]
    lines: tuple[tuple[str, str], ...]  # of all its paytables: outcome, in words
    why: str = ""

    @property
    def here(self) -> PaytableShown | None:
        """The paytable that is offered, or the only one that there is."""
        if len(self.paytables) == 1:
            return self.paytables[0]
        return next((table for table in self.paytables if table.offered), None)

    @property
    def besides(self) -> str:
        """What the figures leave out."""
        shown = self.here or (self.paytables[0] if self.paytables else None)
        if shown is None:
            return ""
        with_meters = f", {shown.long_run} in the long run with it" if shown.long_run else ""
        return f"{COVERS.get(shown.covers, '')}{with_meters}"

    @property
    def range(self) -> str:
        """The edges of paytables of which none is offered."""
        edges = sorted((table.holds, table.edge) for table in self.paytables if table.edge != "–")
        return f"{edges[0][1]} to {edges[-1][1]}" if edges else "–"


@dataclass(frozen=True, slots=True)
class WagersShown:
    offered: tuple[SideWagerShown, ...]
    others: tuple[SideWagerShown, ...]
    together: str  # what those that are offered hold, wagered alike

    @property
    def most(self) -> float:
        """The largest edge of all, for which a bar is as long as there is room."""
        tables = (table.holds for each in (*self.offered, *self.others) for table in each.paytables)
        return max(tables, default=0.0) or 1.0


def wagers_shown(
    at: Proposal,
    figures: Mapping[str, Mapping[str, Any]],
    address_of: Callable[[str, str, bool], str] = lambda wager, paytable, offered: "",
) -> WagersShown:
    """`figures` by wager, as far as they are known; `address_of` a wager with a paytable, or without it."""
    shown: list[SideWagerShown] = []
    held, others = [], 0
    for wager in at.document.wagers.values():
        offer, known = at.rules.wager(wager.id), figures.get(wager.id)
        if known is None:
            continue
        tables = []
        for each in known["paytables"]:
            offered = offer is not None and offer.paytable.id == each["paytable"]
            address = "" if wager.is_asked_for else address_of(wager.id, each["paytable"], offered)
            tables.append(paytable_shown(each, offered, address))
            if offered and each["covers"] == "whole wager" and not wager.is_asked_for:
                held.append(each["house_edge"])
            elif offered and each["covers"] in ("fixed part", "trigger only"):
                others += 1
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
    return WagersShown(
        tuple(each for each in shown if each.offered),
        tuple(each for each in shown if not each.offered),
        together_words(held, others),
    )


def together_words(edges: Sequence[float], others: int) -> str:
    """`others` are paid by meters and wheels besides."""
    if not edges:
        return ""
    hold = percent(sum(edges) / len(edges), 2)
    told = f"{len(edges)} side wagers together, each wagered alike: {hold} of what is wagered"
    if len(edges) == 1:
        told = f"One side wager holds {hold} of what is wagered on it"
    return f"{told}, without {others} that meters or wheels pay." if others else f"{told}."


def paytable_shown(known: Mapping[str, Any], offered: bool, address: str = "") -> PaytableShown:
    edge, variance, ev = known["house_edge"], known["variance"], known["ev"]
    marks = [f"barred by {known['barred_by']}"] if known["barred_by"] else []
    marks += [f"{plural(known['impossible'], 'line')} impossible"] if known["impossible"] else []
    return PaytableShown(
        id=known["paytable"],
        offered=offered,
        edge="–" if edge is None else percent(edge, 3),
        ev="–" if ev is None else f"{ev:+.6f}",
        hits=percent(known["hit_frequency"], 2),
        deviation="–" if variance is None else f"{sqrt(variance):.3f}",
        covers=known["covers"],
        marks=", ".join(marks),
        pays={line["line"]: pays_words(line) for line in known["lines"] if line["line"] != "lose"},
        holds=max(edge or 0.0, 0.0),
        address=address,
        long_run="" if known.get("long_run_ev") is None else percent(-known["long_run_ev"], 3),
    )


def pays_words(line: Mapping[str, Any]) -> str:
    return f"{line['pays']} + {line['besides']}" if line.get("besides") else str(line["pays"])
