"""The daily win report: what each table and wager took on a gaming day, beside what it should have. COMAR
36.05.03.25 asks operators in Maryland for one."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.books.win import GamingDay, TableWin, WagerWin
from vingt.live.log.filing import rules_of
from vingt.report.text.page import Page
from vingt.report.words.figures import percent
from vingt.report.words.grammar import plural

if TYPE_CHECKING:
    from vingt.analysis.exact.hold import WagerLaw, WinInterval

SHARE = 0.95
DEVIATIONS = 1.959964  # on either side of the mean, between which that share lies
LawOf = Callable[[TableRules, str], "WagerLaw"]  # what a wager of a table should bring
HEADINGS = (
    "day",
    "begins_utc",
    "table",
    "name",
    "rulebook",
    "wager",
    "rounds",
    "void_rounds",
    "handle",
    "drop",
    "fills",
    "credits",
    "win",
    "hold",
    "theoretical_win",
    "least_95",
    "most_95",
    "outside",
    "remark",
)


def is_outside(interval: WinInterval | None, win: int) -> bool:
    return interval is not None and not interval.holds(win)


def interval_json(interval: WinInterval | None) -> dict[str, int | None]:
    if interval is None:
        return dict.fromkeys(("theoretical_win", "least", "most"))
    return {
        "theoretical_win": round(interval.mean),
        "least": round(interval.least),
        "most": round(interval.most),
    }


@dataclass(frozen=True, slots=True)
class WinRow:
    """One wager; `remark` says why nothing is expected of it, where nothing is."""

    wager: str
    name: str
    booked: WagerWin
    interval: WinInterval | None
    remark: str = ""
    deviation: float = 0.0  # of the win that is expected, in cents

    @property
    def hold(self) -> float | None:
        """The win as a share of the handle."""
        return self.booked.win / self.booked.handle if self.booked.handle else None

    @property
    def outside(self) -> bool:
        return is_outside(self.interval, self.booked.win)

    def as_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "name": self.name,
            "rounds": self.booked.rounds,
            "handle": self.booked.handle,
            "win": self.booked.win,
            "hold": self.hold,
            **interval_json(self.interval),
            "outside": self.outside,
            "remark": self.remark,
        }


@dataclass(frozen=True, slots=True)
class TableReport:
    win: TableWin
    name: str
    rulebook: str
    rows: tuple[WinRow, ...]

    @property
    def hold(self) -> float | None:
        """The win as a share of the drop."""
        return self.win.win / self.win.drop if self.win.drop else None

    @property
    def interval(self) -> WinInterval | None:
        """Of all its wagers, which may hang together wholly; None where one of them has none."""
        from vingt.analysis.exact.hold import by_deviation

        intervals = [row.interval for row in self.rows if row.interval is not None]
        if not intervals or len(intervals) < len(self.rows):
            return None
        if len(intervals) == 1:
            return intervals[0]
        return by_deviation(sum(each.mean for each in intervals), self.deviation, DEVIATIONS)

    @property
    def deviation(self) -> float:
        return sum(row.deviation for row in self.rows)

    @property
    def theoretical(self) -> float | None:
        """None where one of its wagers has none."""
        return None if self.interval is None else self.interval.mean

    @property
    def outside(self) -> bool:
        return any(row.outside for row in self.rows) or is_outside(self.interval, self.win.win)

    def as_json(self) -> dict[str, object]:
        return {
            "table": self.win.table,
            "name": self.name,
            "rulebook": self.rulebook,
            "rounds": self.win.rounds,
            "void_rounds": self.win.void,
            "handle": self.win.handle,
            "drop": self.win.drop,
            "fills": self.win.fills,
            "credits": self.win.credits,
            "win": self.win.win,
            "hold": self.hold,
            **interval_json(self.interval),
            "outside": self.outside,
            "wagers": [row.as_json() for row in self.rows],
        }


@dataclass(frozen=True, slots=True)
class HouseWin:
    """All tables of a day together."""

    tables: tuple[TableReport, ...]

    def sum(self, of: Callable[[TableWin], int]) -> int:
        return sum(of(table.win) for table in self.tables)

    @property
    def win(self) -> int:
        return self.sum(lambda each: each.win)

    @property
    def drop(self) -> int:
        return self.sum(lambda each: each.drop)

    @property
    def hold(self) -> float | None:
        return self.win / self.drop if self.drop else None

    @property
    def interval(self) -> WinInterval | None:
        """Cards of one table say nothing of another's; None where a wager of some table has none."""
        from vingt.analysis.exact.hold import by_deviation

        intervals = [table.interval for table in self.tables if table.rows]
        known = [interval for interval in intervals if interval is not None]
        if not known or len(known) < len(intervals):
            return None
        if len(known) == 1:
            return known[0]
        deviation = sqrt(sum(table.deviation**2 for table in self.tables))
        return by_deviation(sum(each.mean for each in known), deviation, DEVIATIONS)

    @property
    def outside(self) -> bool:
        return is_outside(self.interval, self.win)

    def counts(self) -> dict[str, int]:
        return {
            "rounds": self.sum(lambda each: each.rounds),
            "void_rounds": self.sum(lambda each: each.void),
            "handle": self.sum(lambda each: each.handle),
            "drop": self.drop,
            "fills": self.sum(lambda each: each.fills),
            "credits": self.sum(lambda each: each.credits),
            "win": self.win,
        }

    def as_json(self) -> dict[str, object]:
        return {
            **self.counts(),
            "hold": self.hold,
            **interval_json(self.interval),
            "outside": self.outside,
        }


@dataclass(frozen=True, slots=True)
class WinReport:
    day: GamingDay
    tables: tuple[TableReport, ...]

    @property
    def house(self) -> HouseWin:
        return HouseWin(self.tables)

    @property
    def outside(self) -> tuple[tuple[TableReport, WinRow], ...]:
        return tuple((table, row) for table in self.tables for row in table.rows if row.outside)

    def as_json(self) -> dict[str, object]:
        return {
            "day": self.day.day.isoformat(),
            "begins_utc": self.day.begins,
            "interval": SHARE,
            "house": self.house.as_json(),
            "tables": [table.as_json() for table in self.tables],
        }


def win_report(day: GamingDay, tables: Sequence[TableWin], law_of: LawOf) -> WinReport:
    """Of the tables at which anything happened."""
    return WinReport(day, tuple(table_report(table, law_of) for table in tables if table.played))


def table_report(win: TableWin, law_of: LawOf) -> TableReport:
    assert win.opened is not None  # a table's log begins with it
    rules = rules_of(win.opened)
    rows = tuple(
        row_of(rules, wager, win.wagers[wager], law_of(rules, wager))
        for wager in sorted(win.wagers, key=lambda wager: (wager != MAIN, wager))
    )
    return TableReport(win, win.opened.name, win.opened.rulebook, rows)


def row_of(rules: TableRules, wager: str, booked: WagerWin, law: WagerLaw) -> WinRow:
    from vingt.analysis.exact.hold import by_law, deviation_of  # loads numpy: only when something is expected

    offer = rules.wager(wager)
    name = offer.name if offer is not None else "Main wager" if wager == MAIN else wager
    if law.why:
        return WinRow(wager, name, booked, None, law.why)
    expected = by_law(law, booked.laid, SHARE)
    return WinRow(wager, name, booked, expected, deviation=deviation_of(law, booked.laid))


# -- as text and as a file ---------------------------------------------------------------------------------


def interval_words(interval: WinInterval) -> str:
    return f"{dollars(round(interval.least))} to {dollars(round(interval.most))}"


def expected_words(interval: WinInterval | None, win: int) -> str:
    """Beside what a table, or all of them, won: what they should have."""
    if interval is None:
        return ""
    words = f"theoretical {dollars(round(interval.mean))}, 95% of such days {interval_words(interval)}"
    return f"; {words}{' (OUTSIDE)' if is_outside(interval, win) else ''}"


def chips_moved(win: TableWin) -> bool:
    """Between the bank and the table's inventory."""
    return bool(win.fills or win.credits)


def win_page(report: WinReport) -> Page:
    page = Page()
    page.text(f"Win report of {report.day.day.isoformat()}, from {report.day.begins} UTC", "bold")
    for table in report.tables:
        win = table.win
        rows = [
            (
                row.name,
                f"{row.booked.rounds:,}",
                dollars(row.booked.handle),
                dollars(row.booked.win),
                "" if row.hold is None else percent(row.hold, 2),
                "" if row.interval is None else dollars(round(row.interval.mean)),
                row.remark if row.interval is None else interval_words(row.interval),
                "OUTSIDE" if row.outside else "",
            )
            for row in table.rows
        ]
        hold = "" if table.hold is None else f", {percent(table.hold, 2)} of the drop"
        void = f" and {plural(win.void, 'void round')}" if win.void else ""
        page.text(f"{table.name} ({win.table}, {table.rulebook})", "bold")
        moved = f", fills {dollars(win.fills)}, credits {dollars(win.credits)}" if chips_moved(win) else ""
        page.text(
            f"{plural(win.rounds, 'round')}{void}; drop {dollars(win.drop)}{moved}, "
            f"handle {dollars(win.handle)}, win {dollars(win.win)}{hold}"
            f"{expected_words(table.interval, win.win)}"
        )
        page.table(("wager", "rounds", "handle", "win", "hold", "theoretical", "95% of such days", ""), rows)
    if not report.tables:
        page.text("Nothing was played on this day.")
        return page
    house, counts = report.house, report.house.counts()
    hold = "" if house.hold is None else f", {percent(house.hold, 2)} of the drop"
    page.text(f"All {plural(len(report.tables), 'table')}", "bold")
    page.text(
        f"{plural(counts['rounds'], 'round')}; drop {dollars(house.drop)}, "
        f"handle {dollars(counts['handle'])}, win {dollars(house.win)}{hold}"
        f"{expected_words(house.interval, house.win)}"
    )
    page.text(NOTE)
    return page


NOTE = (
    "Theoretical win: each wager as it was laid, at its exact house edge from a full shoe; main wagers as "
    "they are best played, so that players who play worse lose more. The interval is by the exact law of "
    "the sum, what lay in one round taken as one wager; that of several wagers or tables by exact means and "
    "variances, the wagers of one table taken as wholly dependent, tables as independent."
)


def win_csv(report: WinReport) -> str:
    """Money in dollars, one row a wager and one, called all, for the table; the last is of all tables."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADINGS)
    for table in report.tables:
        named = (report.day.day.isoformat(), report.day.begins, table.win.table, table.name, table.rulebook)
        win = table.win
        totals = (plain(win.handle), plain(win.drop), plain(win.fills), plain(win.credits), plain(win.win))
        rows.writerow(
            (
                *(*named, "all", win.rounds, win.void, *totals),
                *(share(table.hold), *bounds(table.interval), yes(table.outside), ""),
            )
        )
        for row in table.rows:
            rows.writerow(
                (
                    *(*named, row.wager, row.booked.rounds, "", plain(row.booked.handle), "", "", ""),
                    *(plain(row.booked.win), share(row.hold), *bounds(row.interval)),
                    *(yes(row.outside), row.remark),
                )
            )
    if report.tables:
        house, counts = report.house, report.house.counts()
        whole = (report.day.day.isoformat(), report.day.begins, "all", "all tables", "", "all")
        money = (plain(counts[each]) for each in ("handle", "drop", "fills", "credits", "win"))
        rows.writerow(
            (
                *(*whole, counts["rounds"], counts["void_rounds"], *money),
                *(share(house.hold), *bounds(house.interval), yes(house.outside), ""),
            )
        )
    return text.getvalue()


def bounds(interval: WinInterval | None) -> tuple[str, ...]:
    if interval is None:
        return ("", "", "")
    return tuple(map(plain, (interval.mean, interval.least, interval.most)))


def plain(cents: float | None) -> str:
    return "" if cents is None else f"{round(cents) / 100:.2f}"


def share(part: float | None) -> str:
    return "" if part is None else f"{part:.6f}"


def yes(true: bool) -> str:
    return "yes" if true else "no"
