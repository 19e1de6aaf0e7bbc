"""The daily win report: what each table and wager took on a gaming day, beside what it should have. COMAR
36.05.03.25 asks operators in Maryland for one."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class WinRow:
    """One wager; `remark` says why nothing is expected of it, where nothing is."""

    wager: str
    name: str
    booked: WagerWin
    interval: WinInterval | None
    remark: str = ""

    @property
    def hold(self) -> float | None:
        """The win as a share of the handle."""
        return self.booked.win / self.booked.handle if self.booked.handle else None

    @property
    def outside(self) -> bool:
        return self.interval is not None and not self.interval.holds(self.booked.win)

    def as_json(self) -> dict[str, object]:
        interval = self.interval
        return {
            "wager": self.wager,
            "name": self.name,
            "rounds": self.booked.rounds,
            "handle": self.booked.handle,
            "win": self.booked.win,
            "hold": self.hold,
            "theoretical_win": None if interval is None else round(interval.mean),
            "least": None if interval is None else round(interval.least),
            "most": None if interval is None else round(interval.most),
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
    def theoretical(self) -> float | None:
        """None where one of its wagers has none."""
        means = [row.interval.mean for row in self.rows if row.interval is not None]
        return sum(means) if len(means) == len(self.rows) else None

    @property
    def outside(self) -> bool:
        return any(row.outside for row in self.rows)

    def as_json(self) -> dict[str, object]:
        theoretical = self.theoretical
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
            "theoretical_win": None if theoretical is None else round(theoretical),
            "outside": self.outside,
            "wagers": [row.as_json() for row in self.rows],
        }


@dataclass(frozen=True, slots=True)
class WinReport:
    day: GamingDay
    tables: tuple[TableReport, ...]

    @property
    def outside(self) -> tuple[tuple[TableReport, WinRow], ...]:
        return tuple((table, row) for table in self.tables for row in table.rows if row.outside)

    def as_json(self) -> dict[str, object]:
        return {
            "day": self.day.day.isoformat(),
            "begins_utc": self.day.begins,
            "interval": SHARE,
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
    from vingt.analysis.exact.hold import by_law  # loads numpy: only when there is something to expect

    offer = rules.wager(wager)
    name = offer.name if offer is not None else "Main wager" if wager == MAIN else wager
    if law.why:
        return WinRow(wager, name, booked, None, law.why)
    return WinRow(wager, name, booked, by_law(law, booked.laid, SHARE))


# -- as text and as a file ---------------------------------------------------------------------------------


def interval_words(interval: WinInterval) -> str:
    return f"{dollars(round(interval.least))} to {dollars(round(interval.most))}"


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
        )
        page.table(("wager", "rounds", "handle", "win", "hold", "theoretical", "95% of such days", ""), rows)
    if not report.tables:
        page.text("Nothing was played on this day.")
    else:
        page.text(NOTE)
    return page


NOTE = (
    "Theoretical win: each wager as it was laid, at its exact house edge from a full shoe; main wagers as "
    "they are best played, so that players who play worse lose more. The interval is by the exact law of "
    "the sum, what lay in one round taken as one wager."
)


def win_csv(report: WinReport) -> str:
    """Money in dollars, one row a wager and one, called all, for the table."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADINGS)
    for table in report.tables:
        named = (report.day.day.isoformat(), report.day.begins, table.win.table, table.name, table.rulebook)
        win, theoretical = table.win, table.theoretical
        totals = (plain(win.handle), plain(win.drop), plain(win.fills), plain(win.credits), plain(win.win))
        rows.writerow(
            (
                *(*named, "all", win.rounds, win.void, *totals),
                *(share(table.hold), plain(theoretical), "", "", yes(table.outside), ""),
            )
        )
        for row in table.rows:
            interval = row.interval
            bounds = (
                (None, None, None) if interval is None else (interval.mean, interval.least, interval.most)
            )
            rows.writerow(
                (
                    *(*named, row.wager, row.booked.rounds, "", plain(row.booked.handle), "", "", ""),
                    *(plain(row.booked.win), share(row.hold), *map(plain, bounds)),
                    *(yes(row.outside), row.remark),
                )
            )
    return text.getvalue()


def plain(cents: float | None) -> str:
    return "" if cents is None else f"{round(cents) / 100:.2f}"


def share(part: float | None) -> str:
    return "" if part is None else f"{part:.6f}"


def yes(true: bool) -> str:
    return "yes" if true else "no"
