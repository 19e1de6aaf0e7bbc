"""The plots of a simulation's page."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10

from vingt.analysis.simulation.figures.bankroll import Session
from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95
from vingt.analysis.simulation.figures.side_wagers import SideFigures
from vingt.analysis.simulation.report import Report
from vingt.analysis.simulation.run import Point
from vingt.report.drawing.plot import Plot
from vingt.report.words.figures import percent, rounded

ROW = 26
SETTLED = 100  # the edge is drawn to the scale of the last so many parts of the run


def amount(cents: float) -> str:
    """Dollars for an axis: $1.5k, -$300."""
    size = abs(cents) / 100
    words = f"{size / 1e6:.3g}M" if size >= 1e6 else f"{size / 1e3:.3g}k" if size >= 1e4 else f"{size:,.0f}"
    return f"{'-' if cents < 0 else ''}${words}"


def rounds(number: float) -> str:
    return rounded(number).replace(" ", "")


def adaptive(span: float) -> int:
    """Digits of a percentage that tell values apart over such a span."""
    return max(1, min(7, 2 - int(log10(100 * span) // 1))) if span > 0 else 4


def convergence(report: Report) -> str:
    """The edge at every look with its 95% band, and the exact value."""
    fresh = "" if report.plan.cut is None else ", fresh shoe"
    return closing_in(report.track, report.exact_ev, fresh)


def closing_in(points: Sequence[Point], exact: float | None, fresh: str = "") -> str:
    """The band of a simulation as it closes in on the exact value; nothing before there are two looks."""
    track = [point for point in points if point.standard_error < inf]
    if len(track) < 2:
        return ""
    settled = next(p for p in track if p.rounds * SETTLED >= track[-1].rounds)
    half = 1.6 * TWO_SIDED_95 * settled.standard_error
    middle = -track[-1].ev if exact is None or abs(exact - track[-1].ev) > half / 2 else -exact
    low, high = middle - half, middle + half
    plot = Plot(
        "Convergence", (track[0].rounds, track[-1].rounds * 1.05), (low, high), log_x=True, height=340
    )
    digits = adaptive(high - low)
    plot.axes("rounds", rounds, "house edge", lambda value: percent(value, digits))
    plot.band(
        [(p.rounds, -p.ev - TWO_SIDED_95 * p.standard_error) for p in track],
        [(p.rounds, -p.ev + TWO_SIDED_95 * p.standard_error) for p in track],
        "band",
    )
    plot.line([(p.rounds, -p.ev) for p in track], "estimate")
    for p in track:
        plot.dot(p.rounds, -p.ev, "looked", f"{p.rounds:,} rounds: {percent(-p.ev, digits + 1)}", 2.5)
    if exact is not None and low < -exact < high:
        plot.level(-exact, "truth", f"exact {percent(-exact)}{fresh}")
    return plot.svg()


def funnel(report: Report) -> str:
    """How far the estimate lay from the exact value at every look, in its own standard errors."""
    exact = report.exact_ev
    track = [point for point in report.track if 0 < point.standard_error < inf]
    if exact is None or report.plan.cut is not None or len(track) < 2:
        return ""
    offs = [(point.rounds, (exact - point.ev) / point.standard_error) for point in track]
    most = max(3.5, *(abs(off) + 0.5 for _, off in offs))
    ends = track[0].rounds, track[-1].rounds * 1.05
    plot = Plot("Difference from the exact value", ends, (-most, most), log_x=True, height=200)
    plot.bar(ends, (-TWO_SIDED_95, TWO_SIDED_95), "band")
    plot.axes("rounds", rounds, "standard errors", lambda value: f"{value:+.0f}" if value else "0")
    plot.level(0, "truth")
    plot.line(offs, "estimate")
    for at, off in offs:
        plot.dot(at, off, "looked", f"{at:,} rounds: {off:+.2f}", 2.5)
    return plot.svg()


def net_results(report: Report) -> str:
    """Every net result on a scale that shows the rare ones too, with the exact law as diamonds."""
    law, stake = report.figures.law, report.plan.staked
    if not law:
        return ""
    exact = report.exact.edge.law if report.exact.edge else None
    least = 10 ** (int(log10(min(law.values()))) - 1)
    nets = [net / stake for net in law]
    plot = Plot(
        "Net results", (min(nets) - 0.5, max(nets) + 0.5), (least, 1), log_y=True, height=330, left=104
    )
    plot.axes(
        "net result of a round, in wagers", lambda v: f"{v:+g}" if v else "0", "share of rounds", chance
    )
    for net, share in law.items():
        at, kind = net / stake, "down" if net < 0 else "even" if net == 0 else "up"
        told = f"{at:+g}: {report.figures.counts.nets[net]:,} times, {chance(share)}"
        plot.bar((at - 0.19, at + 0.19), (least, share), kind, told)
    if exact is not None:
        for at, share in exact.chances.items():
            if share > least and min(nets) - 0.5 < at < max(nets) + 0.5:
                plot.diamond(at, share, f"exact {at:+g}: {chance(share)}")
    return plot.svg()


def chance(share: float) -> str:
    if share >= 0.001:
        return f"{100 * share:.3g}%"
    return f"1 in {rounds(1 / share)}" if share else "0"


def hold(report: Report) -> str:
    """What the house wins in a day."""
    day = report.hold
    bins = day.histogram(day.hold())
    most = max(share for *_, share in bins)
    plot = Plot("A day's hold", (bins[0][0], bins[-1][1]), (0, most * 1.22), height=290)
    plot.axes("the house wins", amount, "share of days", lambda value: percent(value, 0))
    for low, high, share in bins:
        told = f"{amount(low)} to {amount(high)}: {percent(share, 2)} of days"
        if low < 0 < high:  # the bin in which a loss becomes a win is drawn in both colours
            plot.bar((low, 0), (0, share), "down", told)
            plot.bar((0, high), (0, share), "up", told)
        else:
            plot.bar((low, high), (0, share), "down" if high <= 0 else "up", told)
    quantiles = day.quantiles(day.hold())
    plot.mark(quantiles[0.05], "quiet", f"1 day in 20 below {amount(quantiles[0.05])}", 0, "end")
    plot.mark(float(day.hold().mean()), "truth", f"mean {amount(float(day.hold().mean()))}", 1)
    plot.mark(quantiles[0.95], "quiet", f"1 day in 20 above {amount(quantiles[0.95])}", 0)
    return plot.svg()


def bankrolls(report: Report) -> str:
    """The fan of a player's bankroll, with some of the paths."""
    bankroll = report.bankroll
    low = min(*bankroll.fans[0.01], *(min(path) for path in bankroll.shown))
    high = max(*bankroll.fans[0.99], *(max(path) for path in bankroll.shown))
    plot = Plot("Bankrolls", (0, bankroll.rounds), (low * 1.05, high * 1.05), height=330)
    plot.axes("rounds", lambda value: f"{value:,.0f}", "won or lost", amount)

    def fan(level: float) -> list[tuple[float, float]]:
        return list(zip(bankroll.steps, bankroll.fans[level], strict=True))

    plot.band(fan(0.05), fan(0.95), "band")
    plot.band(fan(0.25), fan(0.75), "band")
    for path in bankroll.shown:
        plot.line(zip(bankroll.steps, path, strict=True), "path")
    plot.line(fan(0.5), "estimate")
    plot.level(0, "zero")
    return plot.svg()


def drawdown(session: Session) -> str:
    """How deep a bankroll falls from its highest point."""
    bins = session.histogram(session.drawdown)
    most = max(share for *_, share in bins)
    plot = Plot("Drawdown", (0, bins[-1][1]), (0, most * 1.3), height=250)
    plot.axes("deepest fall from a height", amount, "share of paths", lambda value: percent(value, 0))
    for low, high, share in bins:
        told = f"{amount(low)} to {amount(high)}: {percent(share, 2)} of paths"
        plot.bar((low, high), (0, share), "down", told)
    quantiles = session.quantiles(session.drawdown)
    for row, (level, words) in enumerate(((0.5, "half"), (0.9, "9 of 10"), (0.99, "99 of 100"))):
        side = "end" if quantiles[level] > 0.75 * bins[-1][1] else "start"
        plot.mark(quantiles[level], "quiet", f"{words} below {amount(quantiles[level])}", row, side)
    return plot.svg()


def side_wagers(sides: tuple[SideFigures, ...]) -> str:
    """House edges with their 95% intervals, and the exact ones as diamonds."""
    sides = tuple(side for side in sides if not side.spins)
    if not sides:
        return ""
    halves = [TWO_SIDED_95 * min(side.standard_error, 1.0) for side in sides]
    low = min(0.0, *(-side.ev - half for side, half in zip(sides, halves, strict=True)))
    high = max(-side.ev + half for side, half in zip(sides, halves, strict=True))
    height = ROW * len(sides) + 70
    plot = Plot("Side wagers", (low, high * 1.05), (len(sides), 0), height=height, left=170)
    bottom = plot.y(len(sides))
    for tick in plot.x.ticks(7):
        x = plot.x(tick)
        plot.parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="14" y2="{bottom:.1f}"/>')
        plot.text(x, bottom + 18, percent(tick, 1), "middle")
    plot.text((170 + 836) / 2, height - 6, "house edge", "middle", "label")
    for at, (side, half) in enumerate(zip(sides, halves, strict=True)):
        y = at + 0.5
        plot.text(162, plot.y(y) + 4, side.offer.id, "end")
        told = f"{side.offer.id}: {percent(-side.ev, 3)} ± {percent(half, 3)}"
        plot.bar((0, -side.ev), (y - 0.32, y + 0.32), "simulated", told)
        plot.line([(-side.ev - half, y), (-side.ev + half, y)], "whisker")
        if side.exact_ev is not None:
            plot.diamond(-side.exact_ev, y, f"exact {percent(-side.exact_ev, 3)}")
    return plot.svg()
