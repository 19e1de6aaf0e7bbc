"""Counts drawn: what each is worth, how often it comes, what wagers by it win, and whose wagers follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from vingt.core.money import Cents, dollars
from vingt.report.drawing.plot import Plot
from vingt.report.words.figures import percent

TWO_SIDED = 1.96
STEPS = 60


@dataclass(frozen=True)
class CountPlot:
    title: str
    svg: str


@dataclass(frozen=True)
class CountPoint:
    """One true count: its share of the rounds, what a unit is worth there, with a standard error, and how
    many units are wagered."""

    count: float
    share: float
    edge: float
    error: float = 0.0
    units: float = 1.0


def count_words(count: float) -> str:
    return f"{count:+.0f}" if count else "0"


def edge_plot(points: Sequence[CountPoint], title: str) -> CountPlot:
    """The edge of each count as a line with its band; the line of nothing across."""
    low = min(0.0, *(point.edge - TWO_SIDED * point.error for point in points))
    high = max(0.0, *(point.edge + TWO_SIDED * point.error for point in points))
    room = 0.05 * (high - low)
    plot = Plot(title, (points[0].count, points[-1].count), (low - room, high + room), height=260)
    plot.axes("true count before the deal", count_words, "edge", lambda value: percent(value, 1))
    plot.level(0.0, "zero")
    if any(point.error for point in points):
        plot.band(
            [(point.count, point.edge - TWO_SIDED * point.error) for point in points],
            [(point.count, point.edge + TWO_SIDED * point.error) for point in points],
            "band",
        )
    plot.line([(point.count, point.edge) for point in points], "estimate")
    for point in points:
        often = f" in {percent(point.share, 2)} of rounds" if point.share else ""
        told = f"{count_words(point.count)}: {percent(point.edge, 2)}{often}"
        plot.dot(point.count, point.edge, "looked", told)
    return CountPlot(title, plot.svg())


def share_plot(points: Sequence[CountPoint], title: str) -> CountPlot:
    """How often each count comes; counts that favour the player in the other colour."""
    most = max(point.share for point in points)
    ends = points[0].count - 0.5, points[-1].count + 0.5
    plot = Plot(title, ends, (0.0, 1.08 * most), height=220)
    plot.axes("true count before the deal", count_words, "share of rounds", lambda value: percent(value, 0))
    for point in points:
        kind = "up" if point.edge > 0 else "down"
        told = f"{count_words(point.count)}: {percent(point.share, 2)} of rounds, {point.units:g} units"
        plot.bar((point.count - 0.42, point.count + 0.42), (0.0, point.share), kind, told)
    return CountPlot(title, plot.svg())


def units_plot(points: Sequence[CountPoint], title: str) -> CountPlot:
    """The ramp: what is wagered at each count."""
    most = max(point.units for point in points)
    plot = Plot(title, (points[0].count - 0.5, points[-1].count + 0.5), (0.0, 1.08 * most), height=180)
    plot.axes("count before the deal", count_words, "units", lambda value: f"{value:g}")
    for point in points:
        told = f"{count_words(point.count)}: {point.units:g} units"
        plot.bar((point.count - 0.42, point.count + 0.42), (0.0, point.units), "up", told)
    return CountPlot(title, plot.svg())


def won_plot(mean: float, deviation: float, rounds: float, unit: int, title: str) -> CountPlot:
    """What so many rounds win, on average and in 19 of 20 times, in money."""
    at = [rounds * step / STEPS for step in range(STEPS + 1)]
    middle = [(many, mean * many * unit) for many in at]
    wide = [(many, TWO_SIDED * deviation * sqrt(many) * unit) for many in at]
    low = [(many, won - off) for (many, won), (_, off) in zip(middle, wide, strict=True)]
    high = [(many, won + off) for (many, won), (_, off) in zip(middle, wide, strict=True)]
    ends = min(won for _, won in low), max(won for _, won in high)
    plot = Plot(title, (0.0, rounds), ends, height=280, left=96)
    plot.axes(
        "rounds dealt",
        lambda value: f"{value:,.0f}",
        "won",
        lambda value: dollars(Cents(round(value / 100) * 100)),
    )
    plot.band(low, high, "band")
    plot.level(0.0, "zero")
    plot.line(middle, "estimate")
    return CountPlot(title, plot.svg())


def ruin_plot(mean: float, variance: float, unit: int, bankroll: int, title: str) -> CountPlot:
    """The risk of ruin by the bankroll; that of the player is marked."""
    most = 3.0 * bankroll
    points = [
        (most * step / STEPS, exp(-2 * mean * most * step / STEPS / unit / variance))
        for step in range(STEPS + 1)
    ]
    plot = Plot(title, (0.0, most), (0.0, 1.0), height=240)
    plot.axes(
        "bankroll",
        lambda value: dollars(Cents(round(value))),
        "risk of ruin",
        lambda value: percent(value, 0),
    )
    plot.line(points, "estimate")
    plot.mark(float(bankroll), "truth", dollars(Cents(bankroll)))
    return CountPlot(title, plot.svg())


def wagers_plot(points: Sequence[tuple[float, float, int]], title: str) -> CountPlot:
    """The mean wager at each true count, in cents, with how many rounds it is of."""
    most = 1.1 * max(wager for _, wager, _ in points)
    plot = Plot(title, (points[0][0] - 0.5, points[-1][0] + 0.5), (0.0, most), height=200, left=96)
    plot.axes(
        "true count before the deal",
        count_words,
        "mean wager",
        lambda value: dollars(Cents(round(value))),
    )
    for count, wager, rounds in points:
        told = f"{count_words(count)}: {dollars(Cents(round(wager)))} in {rounds} rounds"
        plot.bar((count - 0.42, count + 0.42), (0.0, wager), "up", told)
    return CountPlot(title, plot.svg())
