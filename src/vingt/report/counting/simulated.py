"""A simulated counter: what is won and risked, and every count with its frequency and edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from vingt.analysis.simulation.figures.counted import CountedFigures, CountRow
from vingt.analysis.simulation.report import Manner
from vingt.core.money import Cents, dollars
from vingt.report.counting.plots import (
    CountPlot,
    CountPoint,
    edge_plot,
    ruin_plot,
    share_plot,
    units_plot,
    won_plot,
)
from vingt.report.counting.section import ReportSection, SectionTable
from vingt.report.words.figures import percent, rounded

SHOWN = 0.0005  # counts of fewer rounds than this are told in JSON only
COUNTED_NOTES = (
    "Counts are those before the deal, rounded down; plays and insurance go by the count as it stands then, "
    "every card seen but the dealer's second. All boxes are the counter's. Rounds that are only watched are "
    "dealt all the same.",
    "SCORE, N0 and ruin take rounds as independent; the error of the win rate comes from whole shoes. Ruin "
    "is of play without an end. Counting by mind is lawful in Maryland: this informs.",
)


@dataclass(frozen=True)
class CountingReport:
    figures: CountedFigures
    manner: Manner
    bankroll: Cents
    rounds_per_hour: float

    @property
    def unit(self) -> int:
        return self.figures.plan.stake

    @property
    def per_hour(self) -> float:
        """Cents, at so many rounds an hour."""
        return self.figures.earned.mean * self.unit * self.rounds_per_hour

    def ruin(self, times: float = 1.0) -> float:
        return self.figures.earned.ruin(times * self.bankroll / self.unit)


def counting_json(report: CountingReport) -> dict[str, object]:
    plan, manner = report.figures.plan, report.manner
    return {
        **report.figures.as_json(),
        "unit_cents": report.unit,
        "boxes": plan.boxes,
        "cut": None if plan.cut is None else float(plan.cut),
        "seed": plan.seed,
        "insured_from": report.figures.counter.insures_from,
        "indices": bool(report.figures.counter.charts),
        "per_hour_cents": report.per_hour,
        "bankroll_cents": report.bankroll,
        "risk_of_ruin": report.ruin(),
        "device": manner.device,
        "seconds": manner.seconds,
        "rounds_per_second": manner.rate,
    }


def counting_sections(report: CountingReport) -> list[ReportSection]:
    return [won(report), by_count(report), other_ramps(report), *side_wagers(report)]


def won(report: CountingReport) -> ReportSection:
    figures, earned = report.figures, report.figures.earned
    plan, counter, manner = figures.plan, figures.counter, report.manner
    kind = "running count, begun at 0" if counter.count.running else "true count"
    played = "the best chart and the indices of the system" if counter.charts else "one chart at every count"
    insured = "never" if counter.insures_from is None else f"from {counter.insures_from:+d}"
    error = figures.standard_error
    boxes = f"{plan.boxes} box" + ("es" if plan.boxes > 1 else "")
    rate = f", {rounded(manner.rate)} rounds a second" if manner.rate else ""
    facts = [
        ("system", f"{counter.count.name}, {kind}"),
        ("play", f"{played}; insurance {insured}"),
        ("wagers", f"{ramp_words(figures)}; a unit is {dollars(Cents(report.unit))}, {boxes}"),
        ("shoe", f"{plan.rules.cards.decks} decks, dealt to {percent(float(plan.cut or 0), 1)}"),
        ("rounds", f"{figures.counts.rounds:,} from {figures.counts.shoes:,} shoes{rate}"),
        (
            "played",
            f"{percent(figures.played_share, 1)} of the rounds, {figures.mean_wager:.2f} units on average",
        ),
        (
            "win rate",
            f"{earned.per_100:+.3f} units per 100 rounds" + ("" if error == inf else f" ± {error:.3f}"),
        ),
        ("an hour", f"{dollars(Cents(round(report.per_hour)))} at {report.rounds_per_hour:g} rounds"),
        (
            "deviation",
            f"{earned.deviation:.3f} units a round; shoes vary {figures.dependence:.3f} times as much",
        ),
        ("SCORE", f"{earned.score:.2f}"),
        ("N0", "none" if earned.n0 == inf else f"{earned.n0:,.0f} rounds"),
        ("risk of ruin", f"{percent(report.ruin(), 1)} with {dollars(report.bankroll)}"),
        ("bankroll", bankroll_words(report)),
    ]
    return ReportSection("What the count wins", facts, bars=won_figures(report), text=headline(report))


def headline(report: CountingReport) -> str:
    """What is won and risked, in a sentence."""
    earned = report.figures.earned
    hourly = dollars(Cents(round(report.per_hour)))
    if earned.mean <= 0:
        return f"The count does not win: {hourly} an hour on average, whatever the bankroll."
    swing = dollars(Cents(100 * round(earned.deviation * report.rounds_per_hour**0.5 * report.unit / 100)))
    return (
        f"The count wins {hourly} an hour on average, give or take {swing}; a bankroll of "
        f"{dollars(report.bankroll)} is lost with a risk of {percent(report.ruin(), 1)}."
    )


def won_figures(report: CountingReport) -> list[CountPlot]:
    earned = report.figures.earned
    if earned.mean <= 0:
        return []
    far = 3 * earned.n0
    return [
        won_plot(
            earned.mean,
            earned.deviation,
            far,
            report.unit,
            f"Won after so many rounds, on average and 19 times in 20; N0 is {earned.n0:,.0f} rounds",
        ),
        ruin_plot(earned.mean, earned.variance, report.unit, report.bankroll, "Risk of ruin by the bankroll"),
    ]


def ramp_words(figures: CountedFigures) -> str:
    """Every count at which the wager changes, among those that come."""
    words, before = [], None
    for row in figures.rows:
        if row.units != before:
            words.append(f"{row.units} from {row.count:+d}" if before is not None else f"{row.units}")
            before = row.units
    counter = figures.counter
    wong = ""
    if counter.joins is not None:
        wong = f"; in from {counter.joins:+d}, out below {counter.leaves or 0:+d}"
    return ", ".join(words) + wong


def bankroll_words(report: CountingReport) -> str:
    needed = report.figures.earned.bankroll()
    if needed == inf:
        return "none is enough: the count does not win"
    return f"{dollars(Cents(round(needed * report.unit)))} for a risk of 5%"


def by_count(report: CountingReport) -> ReportSection:
    rows = [row for row in report.figures.rows if row.share >= SHOWN]
    return ReportSection(
        "By the count before the deal",
        tables=(
            SectionTable(
                ("count", "share of rounds", "edge", "±", "units"), [count_row(row) for row in rows]
            ),
        ),
        bars=count_figures(rows),
    )


def count_figures(rows: list[CountRow]) -> list[CountPlot]:
    points = [CountPoint(row.count, row.share, row.edge, row.error, row.units) for row in rows]
    if len(points) < 2:
        return []
    return [
        edge_plot(points, "What a unit is worth at each count, with its 95% band"),
        share_plot(points, "How often each count comes; blue favours the player"),
        units_plot(points, "Units wagered at each count"),
    ]


def count_row(row: CountRow) -> tuple[str, ...]:
    return (
        f"{row.count:+d}",
        percent(row.share, 2),
        f"{100 * row.edge:+.3f}%",
        f"{100 * row.error:.3f}%",
        f"{row.units}",
    )


def other_ramps(report: CountingReport) -> ReportSection:
    rows = []
    for row in report.figures.spreads:
        earned = row.earned
        rows.append(
            (
                f"{'0 or ' if row.sits_out else ''}1-{row.spread}",
                f"{earned.per_100:+.2f}",
                f"{earned.deviation:.2f}",
                f"{earned.score:.2f}",
                "" if earned.n0 == inf else f"{earned.n0:,.0f}",
            )
        )
    return ReportSection(
        "The best ramp of each spread, from the same rounds",
        tables=(SectionTable(("spread", "units per 100", "deviation", "SCORE", "N0"), rows),),
        notes=("0 or 1: nothing is wagered at counts that do not favour the player.",),
    )


def side_wagers(report: CountingReport) -> Iterator[ReportSection]:
    sides = report.figures.sides
    if sides:
        rows = [
            (
                each.wager,
                each.system,
                "never" if each.trigger is None else f"{each.trigger:+d}",
                percent(each.frequency, 2),
                f"{100 * each.edge:+.2f}%",
                f"{each.per_100:+.3f}",
                f"{each.error:.3f}",
            )
            for each in sides
        ]
        heads = ("side wager", "count", "made from", "share", "edge", "units per 100", "±")
        yield ReportSection(
            "Side wagers by counts of their own",
            tables=(SectionTable(heads, rows),),
            notes=("From the count that won most in these rounds: a rare one is flattered by chance.",),
        )
