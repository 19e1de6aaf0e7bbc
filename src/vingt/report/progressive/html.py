"""A progressive wager as one page of HTML that needs nothing else, with its plots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from vingt.analysis.exact.side.remarks import remarks
from vingt.analysis.exact.side.value import MeterValue
from vingt.core.money import dollars
from vingt.report import template
from vingt.report.drawing.plot import Plot
from vingt.report.progressive import must_hit
from vingt.report.progressive.must_hit import MustHitSheet
from vingt.report.progressive.sheet import ProgressiveSheet, convention, facts, meter_facts, money
from vingt.report.wagers.html import readings
from vingt.report.wagers.par_sheet import LINE_HEADS, line_row, shoe

POINTS = 120


def html_page(sheets: list[ProgressiveSheet], jackpots: Sequence[MustHitSheet] = ()) -> str:
    return template.page(
        "progressive.html",
        at=sheets[0].at,
        sheets=[*map(drawn, sheets), *map(jackpot_shown, jackpots)],
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


def must_hit_page(sheet: MustHitSheet) -> str:
    return template.page(
        "progressive.html",
        at=sheet.at,
        sheets=[jackpot_shown(sheet)],
        used=readings(sheet.at, [sheet.host.side]),
    )


def jackpot_shown(sheet: MustHitSheet) -> dict[str, object]:
    jackpot, host = sheet.jackpot, sheet.host.case
    nearer = [jackpot.reset + (jackpot.maximum - jackpot.reset) * at // 10 for at in range(10)]
    return {
        "heading": must_hit.title_of(sheet),
        "facts": [("stands at", money(sheet.amount)), *must_hit.facts(sheet)],
        "meters": [
            {
                "name": "must hit",
                "facts": [
                    ("a wager adds", money(jackpot.contribution)),
                    ("rides on", f"{host.wager.name}, {dollars(jackpot.stake)}"),
                ],
                "plots": [must_hit_plot(sheet)],
            }
        ],
        "heads": ("meter", "chance of the next wager", "adds"),
        "rows": [
            (
                money(amount),
                f"1 in {float(1 / jackpot.chance(Fraction(amount))):,.1f}",
                f"{float(jackpot.adds(Fraction(amount))):.4%}",
            )
            for amount in nearer
        ],
        "added": [],
        "notes": must_hit.conventions(sheet),
    }


def must_hit_plot(sheet: MustHitSheet) -> str:
    """What it adds as the meter nears its maximum, where the last wagers are worth more than can be drawn."""
    jackpot, fair = sheet.jackpot, sheet.break_even
    width = jackpot.maximum - jackpot.reset
    points = [
        (float(amount) / 100, float(jackpot.adds(amount)))
        for amount in (jackpot.reset + Fraction(width * at, POINTS) for at in range(POINTS))
    ]
    most = min(max(y for _, y in points), 2.0)
    title = f"What {sheet.wager.name} adds by its meter"
    plot = Plot(title, (jackpot.reset / 100, jackpot.maximum / 100), (0, most))
    plot.axes("meter", lambda x: f"${x:,.0f}", "adds", lambda y: f"{y:.0%}")
    plot.line([point for point in points if point[1] <= most], "curve")
    if fair is not None:
        plot.mark(float(fair) / 100, "exact", f"break-even {money(fair)}", anchor="end")
    plot.mark(float(sheet.amount) / 100, "axis", f"at {money(sheet.amount)}", row=1)
    return plot.svg()


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
