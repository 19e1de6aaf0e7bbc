"""Progressive wagers of a simulation as rows: what they returned, what paid how often, their meters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vingt.analysis.simulation.figures.jackpots import CountedPay, JackpotFigures
from vingt.analysis.simulation.figures.meter_walk import MOST_AWARDS, WalkedMeter
from vingt.analysis.simulation.figures.side_wagers import SideFigures
from vingt.analysis.simulation.report import Report
from vingt.report.words.figures import percent

JackpotRow = tuple[str, ...]


class RowsOf(NamedTuple):
    heads: JackpotRow
    rows: list[JackpotRow]


def jackpots_of(report: Report) -> list[tuple[SideFigures, JackpotFigures]]:
    return [(side, side.jackpot) for side in report.sides if side.jackpot is not None]


def returns(report: Report, width: float = 1.0) -> RowsOf:
    """`width` is how many standard errors stand after ±."""
    return RowsOf(
        ("progressive wager", "return at reset", "±", "exact", "apart"),
        [
            (
                side.offer.id,
                percent(1 + jackpot.ev, 3),
                percent(width * jackpot.standard_error, 3),
                "–" if jackpot.exact_ev is None else percent(1 + jackpot.exact_ev, 3),
                "–" if jackpot.off is None else f"{abs(jackpot.off):.2f} SE",
            )
            for side, jackpot in jackpots_of(report)
        ],
    )


def lines(report: Report) -> RowsOf:
    return RowsOf(
        ("progressive wager", "paid by", "times", "one in", "exact", "apart"),
        [
            (side.offer.id, *line_row(jackpot, line))
            for side, jackpot in jackpots_of(report)
            for line in jackpot.lines
        ],
    )


def line_row(jackpot: JackpotFigures, line: CountedPay) -> JackpotRow:
    off = jackpot.line_off(line)
    return (
        line.name,
        f"{line.times:,}",
        one_in(line.times / jackpot.wagers) if jackpot.wagers else "–",
        "–" if line.chance is None else one_in(float(line.chance)),
        "–" if off is None else f"{off:+.2f} SE",
    )


def one_in(share: float) -> str:
    return f"{1 / share:,.1f}" if share else "–"


def meters(report: Report) -> RowsOf:
    return RowsOf(
        ("meter", "hits", "other awards", "at the hit", "±", "exact", "apart", "returned"),
        [
            (f"{side.offer.id}: {meter.name}", *meter_row(meter))
            for side, jackpot in jackpots_of(report)
            for meter in (*jackpot.meters, *jackpot.must_hits)
        ],
    )


def meter_row(meter: WalkedMeter) -> JackpotRow:
    return (
        f"{meter.hits:,}",
        f"{meter.parts:,}",
        money(meter.mean),
        money(meter.error),
        money(meter.exact),
        "–" if meter.off is None else f"{meter.off:+.2f} SE",
        percent(meter.returned, 3),
    )


def money(cents: float | None) -> str:
    return "–" if cents is None else f"${cents / 100:,.2f}"


def notes(report: Report) -> Iterator[str]:
    if not jackpots_of(report):
        return
    yield (
        "Cards decide how often a wheel is spun and a meter is won: that is counted. Where wheels stop, "
        "seats and cards of drawn bonuses, the order of hits and secret triggers are drawn after it from the "
        "same seed, with numpy's Philox, and are the same on every device. Meters begin at their reset; what "
        "they returned is what they paid per unit staked."
    )
    if any(meter.hits > len(meter.paid) for _, each in jackpots_of(report) for meter in each.meters):
        yield f"Of a meter's awards the first {MOST_AWARDS:,} or so are walked one by one."
