"""A table as the floor looks at it: what it took and should have, its cards, and what waits for somebody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import INSURANCE
from vingt.live.house.house import LiveTable
from vingt.live.table.state import Irregularity
from vingt.web.figures import AHEAD, FigureJson, FigureWorkers, Wait

SURE = 2.5758  # standard deviations on either side: 99 of 100 honest tables are within
ENOUGH = 30  # rounds before an interval means anything


@dataclass(frozen=True, slots=True)
class WinExpected:
    """What the house should have won of main wagers, in cents, if they were played as the best chart says;
    `least` and `most` hold 99% of such tables, however the boxes of a round depend on each other."""

    win: int
    mean: float
    least: float
    most: float

    @property
    def outside(self) -> bool:
        return not self.least <= self.win <= self.most


@dataclass(frozen=True, slots=True)
class FloorRow:
    table: LiveTable
    expected: WinExpected | None
    no_expected: str  # why there is none
    shoe_age: int | None  # milliseconds
    waiting: str

    @property
    def of_drop(self) -> float | None:
        """The win as a share of the drop."""
        takings = self.table.state.takings
        return takings.win / takings.drop if takings.drop else None

    @property
    def open(self) -> tuple[Irregularity, ...]:
        """What a dealer reported and no floorperson has taken notice of."""
        return tuple(
            irregularity for irregularity in self.table.state.irregularities if not irregularity.seen
        )

    @property
    def rings(self) -> bool:
        state = self.table.state
        outside = self.expected is not None and self.expected.outside
        return bool(self.open or state.stopped_by or state.reader_down or outside)

    def as_json(self) -> dict[str, object]:
        state, expected = self.table.state, self.expected
        limits = self.table.in_force.wagering
        return {
            "table": self.table.id,
            "name": self.table.name,
            "dealer": "automatic",
            "waiting_for": self.waiting,
            "minimum": int(limits.minimum),
            "maximum": int(limits.maximum),
            "rounds": state.takings.rounds,
            "drop": state.takings.drop,
            "win": state.takings.win,
            "expected": None
            if expected is None
            else {
                "win": expected.win,
                "mean": round(expected.mean),
                "least": round(expected.least),
                "most": round(expected.most),
                "outside": expected.outside,
            },
            "shoe": state.shoe.number,
            "cards_out": state.shoe.out,
            "shoe_age": self.shoe_age,
            "stopped": bool(state.stopped_by),
            "reader_down": state.reader_down,
            "open": [irregularity.number for irregularity in self.open],
        }


def floor_row(figures: FigureWorkers, table: LiveTable, now: int) -> FloorRow:
    expected = expectation(figures, table)
    shoe_is_there = table.state.shoe.stage != "none" and table.shoe_since
    return FloorRow(
        table,
        expected if isinstance(expected, WinExpected) else None,
        "" if isinstance(expected, WinExpected) else expected,
        max(0, now - table.shoe_since) if shoe_is_there else None,
        table.view(None).waiting_for,
    )


def expectation(figures: FigureWorkers, table: LiveTable) -> WinExpected | str:
    """Why there is none, in words, where there is none; asking begins what can be computed."""
    rules, takings = table.rules, table.state.takings
    if takings.rounds < ENOUGH:
        return f"from {ENOUGH} rounds on"
    known = figures.look(f"hold-{rules.identity}", partial(hold_of, rules), AHEAD)
    if isinstance(known, Wait):
        return "not computed" if known.failed else "being computed"
    if known.get("variance") is None:
        return "not computed"
    win = sum(won for wager, won in takings.won if wager != INSURANCE and rules.wager(wager) is None)
    mean = known["edge"] * takings.main
    reach = SURE * sqrt(known["variance"] * takings.main_squared)
    return WinExpected(win, mean, mean - reach, mean + reach)


def hold_of(rules: TableRules) -> FigureJson:
    from vingt.analysis.exact.edge import edge  # compiles: only when a figure is wanted

    figures = edge(rules)
    return {"edge": figures.house_edge, "variance": figures.law.variance if figures.law is not None else None}


def age_words(milliseconds: int) -> str:
    minutes = milliseconds // 60_000
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def interval_words(expected: WinExpected) -> str:
    return f"{dollars(round(expected.least))} to {dollars(round(expected.most))}"
