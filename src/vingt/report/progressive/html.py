"""A progressive wager as one page of HTML that needs nothing else, with its plots."""

from __future__ import annotations

from fractions import Fraction

from vingt.analysis.exact.side.remarks import remarks
from vingt.analysis.exact.side.value import MeterValue
from vingt.report import template
from vingt.report.drawing.plot import Plot
from vingt.report.progressive.sheet import ProgressiveSheet, convention, facts, meter_facts, money
from vingt.report.wagers.html import readings
from vingt.report.wagers.par_sheet import LINE_HEADS, line_row, shoe

POINTS = 120


def html_page(sheets: list[ProgressiveSheet]) -> str:
    return template.page(
        "progressive.html",
        at=sheets[0].at,
        sheets=[drawn(sheet) for sheet in sheets],
        used=readings(sheets[0].at, [sheet.value.side for sheet in sheets]),
    )


def drawn(sheet: ProgressiveSheet) -> dict[str, object]:
    value = sheet.value
    return {
        "heading": f"{value.case.wager.name}, paytable {value.case.paytable.id}, {shoe(value.case)}",
        "facts": list(facts(sheet)),
        "meters": [
            {
                "name": meter.name,
                "facts": list(meter_facts(sheet, meter)),
                "plots": [return_plot(sheet, meter), law_plot(sheet, meter)],
            }
            for meter in value.side.meters
        ],
        "heads": (*LINE_HEADS, value.case.document.cites_as),
        "rows": [line_row(value.side, at) for at in range(len(value.side.lines))],
        "added": [f"{part.name} adds {float(part.adds):.4%}: {part.because}" for part in value.added],
        "notes": [*convention(sheet), *remarks(value.side)],
    }


def return_plot(sheet: ProgressiveSheet, meter: MeterValue) -> str:
    """The return as the meter grows, with break-even and where it stands."""
    value = sheet.value
    fair = value.break_even(meter.name)
    now = sheet.amount(meter)
    if fair is None:
        return ""
    most = float(max(fair, now, Fraction(meter.reset))) * 1.3 / 100
    ends = [value.ev_at({**sheet.ask.amounts, meter.name: Fraction(at)}) for at in (0, round(most * 100))]
    low, high = (1 + float(end or 0) for end in ends)
    plot = Plot(f"Return by the meter {meter.name}", (0, most), (min(low, 0.9), max(high, 1.05)))
    plot.axes("meter", lambda x: f"${x:,.0f}", "return", lambda y: f"{y:.0%}")
    plot.line([(0, low), (most, high)], "curve")
    plot.level(1, "exact", "fair")
    plot.mark(float(fair) / 100, "exact", f"break-even {money(fair)}", anchor="end")
    plot.mark(float(now) / 100, "axis", f"at {money(now)}", row=1)
    return plot.svg()


def law_plot(sheet: ProgressiveSheet, meter: MeterValue) -> str:
    """The chance that the meter is hit at or below an amount."""
    law = sheet.law(meter)
    if law is None:
        return ""
    levels = [at / POINTS for at in range(1, POINTS)]
    points = [(law.quantile(level) / 100, level) for level in levels]
    plot = Plot(f"The meter {meter.name} at the hit", (float(meter.reset) / 100, points[-1][0]), (0, 1))
    plot.axes("meter at the hit", lambda x: f"${x:,.0f}", "hit by then", lambda y: f"{y:.0%}")
    plot.line(points, "curve")
    plot.mark(float(law.mean_at_hit) / 100, "exact", f"mean {money(law.mean_at_hit)}")
    return plot.svg()
