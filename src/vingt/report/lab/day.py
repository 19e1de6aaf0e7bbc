"""What a table wins in a day, wager by wager and together, with the band in which 95 of 100 days lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
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
    """`mean` are cents won on average, None where it is not known why."""

    name: str
    handle: int
    mean: float | None
    interval: WinInterval | None = None
    variance: float = 0.0
    why: str = ""

    @property
    def wagered(self) -> str:
        return dollars(self.handle)

    @property
    def won(self) -> str:
        return "–" if self.mean is None else dollars(round(self.mean))

    @property
    def hold(self) -> str:
        return percent(self.mean / self.handle, 2) if self.mean is not None and self.handle else "–"

    @property
    def band(self) -> str:
        if self.interval is None:
            return self.why
        return f"{dollars(round(self.interval.least))} to {dollars(round(self.interval.most))}"


@dataclass(frozen=True, slots=True)
class BandBar:
    """Where a band, its mean and nothing won or lost lie, all of a hundred."""

    least: float
    most: float
    mean: float
    nothing: float


@dataclass(frozen=True, slots=True)
class DayShown:
    rows: tuple[DayRow, ...]
    sides: DayRow | None  # all side wagers together
    all: DayRow
    notes: tuple[str, ...]

    def bar(self, row: DayRow) -> BandBar | None:
        """On one scale for all rows."""
        known = [each.interval for each in (*self.rows, self.all) if each.interval is not None]
        if row.interval is None or not known:
            return None
        low = min(0.0, *(each.least for each in known))
        span = max(0.0, *(each.most for each in known)) - low or 1.0
        of = row.interval
        least, most, mean, nothing = (100 * (at - low) / span for at in (of.least, of.most, of.mean, 0.0))
        return BandBar(least, most, mean, nothing)


def day_shown(
    rules: TableRules, main: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]], ask: DayAsked
) -> DayShown:
    """`main` is the law of the main wager, or its edge alone, `sides` the figures of each side wager that is
    offered."""
    rows = [row_of(rules.main_wager, main, ask.boxes * ask.wager, ask.rounds)]
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
        stake = stake if ask.side else 0
        side_rows.append(row_of(offer.name, known, ask.boxes * stake, round(ask.rounds * ask.share)))
    together = summed("All side wagers", side_rows) if side_rows else None
    notes = (*NOTES, *more_notes(rules, sides))
    return DayShown(tuple(rows + side_rows), together, summed("The table", rows + side_rows), notes)


def more_notes(rules: TableRules, sides: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if any((known.get("law") or {}).get("accrues") for known in sides.values()):
        yield ACCRUES
    if riding := [offer.name for offer in rules.wagers if offer.rides_on is not None]:
        yield f"{', '.join(riding)}: left out; what comes with another wager is not in what that one costs."


NOTES = (
    "Each band is of the law of the wager itself. What lies on all boxes of a round is taken as one wager, "
    "for they share a dealer: no band is too narrow for that.",
    "Together, wagers are taken as uncorrelated, as vingt simulate takes them, and the band as that of very "
    "many rounds. Players are taken to play best; who plays worse leaves more.",
)


ACCRUES = (
    "Of a progressive wager, what goes into its meters counts as lost when it is wagered, and the reset when "
    "a whole meter is won: what it holds in the long run, wherever the meters stand. What a meter has "
    "gathered belongs to the players, and is in no day's win when it is paid."
)


def law_of(known: Mapping[str, Any]) -> WagerLaw | None:
    return law_of_json({"why": "", **known}) if known.get("chances") else None


def row_of(name: str, known: Mapping[str, Any], amount: int, rounds: int) -> DayRow:
    """From the law of a wager, or from its edge as long as that is all that is known."""
    law, handle = law_of(known), amount * rounds
    if law is None:
        mean = None if known.get("edge") is None or known.get("why") else known["edge"] * handle
        return DayRow(name, handle, mean, why=known.get("why", ""))
    variance = law.variance * amount**2 * rounds
    won = won_of(law, amount, rounds)
    return DayRow(name, handle, won.mean, won, variance)


@lru_cache(maxsize=512)
def won_of(law: WagerLaw, amount: int, rounds: int) -> WinInterval:
    """Kept, for a page that is drawn again with every figure that comes."""
    return by_law(law, {amount: rounds} if rounds else {})


def summed(name: str, rows: Sequence[DayRow]) -> DayRow:
    """Of those that are known; the others are named in their own rows."""
    known = [row for row in rows if row.mean is not None]
    mean = sum(row.mean for row in known if row.mean is not None)
    handle = sum(row.handle for row in known)
    if not known or any(row.interval is None for row in known):
        return DayRow(name, handle, mean if known else None)
    variance = sum(row.variance for row in known)
    reach = TWO_SIDED_95 * sqrt(variance)
    return DayRow(name, handle, mean, WinInterval(mean, mean - reach, mean + reach), variance)
