"""What a count makes of a chart and of a wager: the chart for each whole true count, and a ramp."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, lcm

import numpy as np

from vingt.analysis.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import Cell, Chart
from vingt.analysis.counting.composition import KINDS
from vingt.analysis.counting.indices import MOST, IndexChart, IndexKind, PlayIndex
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.tabulated.hands import Ints
from vingt.analysis.tabulated.rights import asked_stake, rights
from vingt.core.cards import DECK

FULL_AT = 0.02  # the edge from which a whole spread is wagered
CellKey = tuple[str, int, int]  # section, row, up card


def whole_tags(system: CountSystem, shoe: Ints, *, running: bool) -> tuple[tuple[int, ...], int]:
    """Tags in the order of the pack as whole parts of a point, and how many parts a point has. A true count
    is taken less what the cards add on average, so that 0 is the shoe in proportion."""
    mean = 0 if running else system.total(shoe) / int(shoe.sum())
    tags = {card: tag - mean for card, tag in zip(KINDS, system.tags, strict=True)}
    parts = lcm(*(tag.denominator for tag in tags.values()))
    return tuple(int(tags[card] * parts) for card in DECK), parts


def insured_from(found: IndexChart) -> int | None:
    """The whole true count, rounded down, from which insurance is taken."""
    return None if found.insurance is None else ceil(found.insurance - 0.5)


def edge_at(found: IndexChart, count: int) -> float:
    """What best play is worth at a true count that is rounded down to this."""
    counts, values = zip(*found.evs, strict=True)
    return float(np.interp(count + 0.5, counts, values))


def ramp(found: IndexChart, counts: Iterable[int], least: int, most: int) -> tuple[int, ...]:
    """Units in proportion to the edge: the whole spread from an edge of 2% on."""
    return tuple(
        min(max(round(most * edge_at(found, count) / FULL_AT), least), most) if count >= 0 else least
        for count in counts
    )


# -- charts ------------------------------------------------------------------------------------------------


def charts_by_count(chart: Chart, found: IndexChart, counts: Iterable[int]) -> tuple[Chart, ...]:
    """The chart for each whole true count, rounded down: cells whose index lies between -10 and +10 are
    played by it, all others as the chart says."""
    rows: dict[CellKey, list[PlayIndex]] = {}
    for each in found.indices:
        rows.setdefault((each.section, each.row, each.up), []).append(each)
    may = rights(found.rules, asked_stake(found.rules))
    later = bool(may.whole.double[0][may.hands.size > 2].any())
    return tuple(ChartAt(chart, rows, count, later).chart() for count in counts)


def says(index: PlayIndex | None, count: int) -> bool:
    """Whether it is done at this count."""
    if index is None:
        return False
    if index.whole is None:
        return index.always
    return count >= index.whole if index.above else count <= index.whole


class ChartAt:
    def __init__(
        self, base: Chart, rows: dict[CellKey, list[PlayIndex]], count: int, doubles_later: bool
    ) -> None:
        self.base, self.rows, self.count, self.doubles_later = base, rows, count, doubles_later

    def chart(self) -> Chart:
        cells = {
            section: {
                row: {up: self.cell(section, row, up, cell) for up, cell in ups.items()}
                for row, ups in rows.items()
            }
            for section, rows in self.base.cells.items()
        }
        return Chart(cells, self.base.doubled)

    def cell(self, section: str, row: int, up: int, cell: Cell) -> Cell:
        if section == "pair":
            return self.pair(row, up, cell)
        if section not in ("hard", "soft"):
            return cell
        by_cards = tuple(
            self.action(section, row, up, at + 2, action) for at, action in enumerate(cell.by_cards)
        )
        return replace(cell, by_cards=by_cards)

    def pair(self, row: int, up: int, cell: Cell) -> Cell:
        split = self.find("pair", row, up, "split", 2)
        given_up = self.find("pair", row, up, "surrender", 2)
        if not any(each is not None and each.at is not None for each in (split, given_up)):
            return cell
        first = cell.by_cards[0]
        if says(given_up, self.count):
            first = SURRENDER
        elif says(split, self.count):
            first = SPLIT
        elif first in (SPLIT, SURRENDER):
            section, total = ("soft", 12) if row == 0 else ("hard", 2 * (row + 1))
            plain = self.base.cell(section, total, up)
            first = HIT if plain is None else self.action(section, total, up, 2, plain.by_cards[0])
        return replace(cell, by_cards=(first, *cell.by_cards[1:]))

    def action(self, section: str, row: int, up: int, cards: int, usual: int) -> int:
        stand = self.find(section, row, up, "stand", cards)
        double = self.find(section, row, up, "double", cards)
        given_up = self.find(section, row, up, "surrender", cards) if cards == 2 else None
        if cards > 2 and not self.doubles_later:
            double = None
        if not any(each is not None and each.at is not None for each in (stand, double, given_up)):
            return usual
        if says(given_up, self.count):
            return SURRENDER
        if says(double, self.count):
            return DOUBLE
        return STAND if says(stand, self.count) else HIT

    def find(self, section: str, row: int, up: int, kind: IndexKind, cards: int) -> PlayIndex | None:
        for each in self.rows.get((section, row, up), ()):
            if each.kind == kind and each.cards in (0, min(cards, MOST)):
                return each
        return None
