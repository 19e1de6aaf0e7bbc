"""What a table wins in a day, wager by wager and together, with the band in which 95 of 100 days lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.analysis.exact.hold import WagerLaw, WinInterval, by_law, law_of_json
from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95
from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.report.words.figures import percent


@dataclass(frozen=True, slots=True)
class DayAsked:
    """Cents and rounds; every side wager is made in `share` of the rounds on every box."""

    rounds: int
    boxes: int
    wager: int
    side: int
    share: float


@dataclass(frozen=True, slots=True)
class DayRow:
    name: str
    handle: int
    interval: WinInterval | None
    variance: float = 0.0
    why: str = ""

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Wagered, won, hold, and the band."""
        if self.interval is None:
            return dollars(self.handle), "–", "–", self.why
        won = self.interval
        hold = percent(won.mean / self.handle, 2) if self.handle else "–"
        band = f"{dollars(round(won.least))} to {dollars(round(won.most))}"
        return dollars(self.handle), dollars(round(won.mean)), hold, band


@dataclass(frozen=True, slots=True)
class DayShown:
    rows: tuple[DayRow, ...]
    sides: DayRow | None  # all side wagers together
    all: DayRow
    notes: tuple[str, ...]


def day_shown(
    rules: TableRules, main: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]], ask: DayAsked
) -> DayShown:
    """`main` is the law of the main wager, `sides` the figures of each side wager that is offered."""
    rows = [row_of(rules.main_wager, law_of(main), ask.boxes * ask.wager, ask.rounds, main.get("why", ""))]
    side_rows = []
    for offer in rules.wagers:
        if offer.placed == "when_asked" or offer.rides_on is not None or offer.id not in sides:
            continue
        known = sides[offer.id].get("law") or {"why": sides[offer.id].get("why", "no exact law")}
        stake = ask.side
        if offer.stake.exact:
            stake = int(offer.stake.exact[0])
        elif offer.stake.maximum is not None:
            stake = min(max(stake, offer.stake.minimum or 0), offer.stake.maximum)
        made = round(ask.rounds * ask.share)
        stake = stake if ask.side else 0
        side_rows.append(row_of(offer.name, law_of(known), ask.boxes * stake, made, known.get("why", "")))
    together = summed("all side wagers", side_rows) if side_rows else None
    return DayShown(tuple(rows + side_rows), together, summed("the table", rows + side_rows), NOTES)


NOTES = (
    "Each band is of the law of the wager itself. What lies on all boxes of a round is taken as one wager, "
    "for they share a dealer: no band is too narrow for that.",
    "Together, wagers are taken as uncorrelated, as vingt simulate takes them, and the band as that of very "
    "many rounds. Players are taken to play best; who plays worse leaves more.",
)


def law_of(known: Mapping[str, Any]) -> WagerLaw | None:
    return law_of_json({"why": "", **known}) if known.get("chances") else None


def row_of(name: str, law: WagerLaw | None, amount: int, rounds: int, why: str) -> DayRow:
    handle = amount * rounds
    if law is None:
        return DayRow(name, handle, None, why=why)
    variance = law.variance * amount**2 * rounds
    return DayRow(name, handle, by_law(law, {amount: rounds} if rounds else {}), variance)


def summed(name: str, rows: Sequence[DayRow]) -> DayRow:
    """Of those whose law is known; the others are named in their own rows."""
    known = [row for row in rows if row.interval is not None]
    mean = sum(row.interval.mean for row in known if row.interval is not None)
    variance = sum(row.variance for row in known)
    reach = TWO_SIDED_95 * sqrt(variance)
    handle = sum(row.handle for row in known)
    return DayRow(name, handle, WinInterval(mean, mean - reach, mean + reach), variance)
