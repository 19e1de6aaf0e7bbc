"""A table's chart for pages: made once by the worker, kept on disk, and the cell of the hand in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from vingt.analysis.chart.chart import LETTER_NAMES
from vingt.analysis.chart.place import ChartPlace, place_of
from vingt.core.rounds.command_words import action_words
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.table_actor import LiveTable
from vingt.live.views.view import TableView
from vingt.web.computation.figures import NOW, FigureJson, FigureWorkers, Wait

CHART_WAGER = 2500  # cents: what the stars for the super bonus are reckoned at
DOUBLED_LETTERS = {"K": "stand", "R": "rescue", "D": "double"}


@dataclass(frozen=True, slots=True)
class ChartCell:
    text: str
    kind: str
    now: bool


@dataclass(frozen=True, slots=True)
class ChartRow:
    name: str
    cells: tuple[ChartCell, ...]
    now: bool


@dataclass(frozen=True, slots=True)
class ChartPanel:
    title: str
    rows: tuple[ChartRow, ...]
    now: bool


@dataclass(frozen=True, slots=True)
class ChartShown:
    """A chart ready to be drawn; `says` is its advice for the decision at hand, "" where there is none."""

    ups: tuple[str, ...]
    tables: tuple[ChartPanel, ...]
    legend: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    edge: float
    up: str
    says: str


@dataclass(frozen=True, slots=True)
class NoChart:
    why: str


def chart_made(rules: TableRules) -> FigureJson:
    """Everything a page needs of a chart, as JSON values. Takes seconds, and compiles the first time."""
    from vingt.analysis.chart.chart import WORDS
    from vingt.analysis.exact.chart_sheet import sheet, up_names
    from vingt.analysis.tabulated.refusal import NotCarried

    try:
        chart_sheet = sheet(rules, CHART_WAGER)
    except NotCarried as refusal:
        return {"why": f"the exact analysis does not carry this table: {refusal}"}
    two_cards = rules.double.cards_max == 2
    plays = {
        (cell.for_two_card_doubles() if two_cards else str(cell)): "".join(
            WORDS[letter] for letter in cell.by_cards
        )
        for rows in chart_sheet.chart.cells.values()
        for row in rows.values()
        for cell in row.values()
    }
    return {
        "ups": up_names(),
        "edge": -chart_sheet.ev,
        "notes": chart_sheet.notes[:-1],
        "legend": chart_sheet.legend,
        "plays": plays,
        "tables": [
            {
                "title": table.title,
                "sections": table.sections,
                "rows": [
                    {"name": name, "covers": table.covers(at), "cells": [(c.text, c.kind) for c in cells]}
                    for at, (name, cells) in enumerate(table.rows)
                ],
            }
            for table in chart_sheet.tables
        ],
    }


def chart_of(
    figures: FigureWorkers, rules: TableRules, place: ChartPlace | None = None, urgency: int = NOW
) -> ChartShown | NoChart | Wait:
    """The chart of a table, with the cell of a hand marked; or why there is none (yet)."""
    chart = figures.look(f"chart-{rules.identity}", partial(chart_made, rules), urgency)
    if isinstance(chart, Wait):
        return chart
    return NoChart(chart["why"]) if "why" in chart else shown(chart, place)


def shown(chart: Mapping[str, Any], place: ChartPlace | None) -> ChartShown:
    cell = cell_of(chart, place) if place is not None else None
    tables = tuple(
        ChartPanel(
            table["title"],
            tuple(
                ChartRow(
                    row["name"],
                    tuple(
                        ChartCell(text, kind, (at, line, column) == cell)
                        for column, (text, kind) in enumerate(row["cells"])
                    ),
                    (at, line) == (cell or ())[:2],
                )
                for line, row in enumerate(table["rows"])
            ),
            cell is not None and at == cell[0],
        )
        for at, table in enumerate(chart["tables"])
    )
    return ChartShown(
        ups=tuple(chart["ups"]),
        tables=tables,
        legend=tuple((sign, words) for sign, words in chart["legend"]),
        notes=tuple(chart["notes"]),
        edge=chart["edge"],
        up=place.up if place is not None and cell else "",
        says=says(chart, place, cell) if place is not None and cell else "",
    )


def cell_of(chart: Mapping[str, Any], place: ChartPlace) -> tuple[int, int, int] | None:
    """Table, row and column of a hand: the first of its places that this chart has."""
    column = list(chart["ups"]).index(place.up)
    for section, name in place.rows:
        for at, table in enumerate(chart["tables"]):
            if section in table["sections"]:
                for line, row in enumerate(table["rows"]):
                    if name in row["covers"]:
                        return at, line, column
    return None


def says(chart: Mapping[str, Any], place: ChartPlace, cell: tuple[int, int, int]) -> str:
    """ "Your hard 15 in four cards against a 7: hit." """
    at, line, column = cell
    table = chart["tables"][at]
    text = table["rows"][line]["cells"][column][0]
    section, name = next(
        row for row in place.rows if row[0] in table["sections"] and row[1] in table["rows"][line]["covers"]
    )
    up = {"T": "ten", "A": "ace"}.get(place.up, place.up)
    against = f"against {'an' if up in ('ace', '8') else 'a'} {up}"
    if section.startswith("doubled"):
        return f"Your doubled {name} {against}: {action_words(DOUBLED_LETTERS[text], doubled=True)}."
    actions: str = chart["plays"][text]
    action = LETTER_NAMES[actions[min(place.cards, len(actions) + 1) - 2]]
    hand = f"pair of {pair_name(name)}" if section == "pair" else f"{section.removeprefix('split ')} {name}"
    many = f" in {place.cards} cards" if place.cards > 2 else ""
    star = " Mind the star." if "*" in text and place.cards == 2 else ""
    return f"Your {hand}{many} {against}: {action}.{star}"


def pair_name(name: str) -> str:
    return {"T": "tens", "A": "aces"}.get(name[0], f"{name[0]}s")


def place_now(table: LiveTable, view: TableView) -> ChartPlace | None:
    """Where the hand stands that this person has to decide about."""
    for prompt in view.prompts:
        if prompt.kind not in ("decision", "rescue") or not prompt.urgent or prompt.box is None:
            continue
        state = table.round_seen(view.you.person if view.you is not None else "")
        box, up, at = state.box(prompt.box), state.up, prompt.hand or 0
        if box is None or up is None or at >= len(box.hands):
            return None
        may_split = any(choice.command == "split" and choice.allowed for choice in prompt.choices)
        hand = box.hands[at]
        # A pair that only lacks the chips to be split is a pair all the same.
        return place_of(table.rules, hand, up, may_split=may_split or not hand.from_split)
    return None
