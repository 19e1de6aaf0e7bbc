"""A simulation as one page of HTML that needs nothing else."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from vingt._version import __version__
from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95
from vingt.analysis.simulation.figures.side_wagers import SideFigures
from vingt.analysis.simulation.report import Report
from vingt.core.money import dollars
from vingt.report import template
from vingt.report.simulation import jackpots, plots
from vingt.report.simulation.page import (
    LEVELS,
    apart,
    boxes_in_words,
    error_in_words,
    money,
    one_in,
    played_in_words,
    side_row,
    strategy_in_words,
)
from vingt.report.text.page import harmless
from vingt.report.words.figures import percent, rounded

FALL_LEVELS = (0.5, 0.75, 0.9, 0.95, 0.99)


class FigureCard(NamedTuple):
    """A figure that matters most, with what it is and what stands beside it."""

    label: str
    figure: str
    beside: str
    kind: str = ""  # good or bad


def html_page(report: Report) -> str:
    edge = report.exact.edge
    return template.page(
        "simulation.html",
        report=report,
        sentence=in_one_sentence(report),
        summary=summary(report),
        cards=cards(report),
        plots=drawn(report),
        day=hold(report),
        bankroll=bankroll(report),
        events=events(report),
        sides=sides(report),
        jackpots=[jackpots.returns(report, TWO_SIDED_95), jackpots.lines(report), jackpots.meters(report)],
        with_law=edge is not None and edge.law is not None,
        notes=[*report.notes, *jackpots.notes(report), *([edge.method] if edge else [])],
        facts=[(label, harmless(text)) for label, text in facts(report)],
    )


def drawn(report: Report) -> dict[str, str]:
    return {
        "convergence": plots.convergence(report),
        "funnel": plots.funnel(report),
        "hold": plots.hold(report),
        "net_results": plots.net_results(report),
        "bankrolls": plots.bankrolls(report),
        "drawdown": plots.drawdown(report.bankroll),
        "side_wagers": plots.side_wagers(report.sides),
    }


def in_one_sentence(report: Report) -> str:
    """What a manager takes away: money on $100, and how sure it is."""
    figures, exact = report.figures, report.exact_ev
    keeps = "the house keeps" if figures.ev <= 0 else "the players win"
    words = f"Of every $100 wagered {keeps} ${abs(100 * figures.ev):.3f} in the long run"
    if isfinite(figures.standard_error):
        words += f", give or take ${100 * TWO_SIDED_95 * figures.standard_error:.3f}"
    if exact is None or report.plan.cut is not None:
        return f"{words}."
    return f"{words}; computed exactly it is ${100 * abs(exact):.3f}."


def summary(report: Report) -> str:
    so_far = "" if report.complete else " so far; the run was stopped before its end"
    rounds = f"{report.run.counts.rounds:,} rounds{so_far}"
    return f"{rounds}, {played_in_words(report)}. Strategy {strategy_in_words(report)}."


def cards(report: Report) -> list[FigureCard]:
    figures, expected = report.figures, report.expected_hold
    with_bonus = ", with the super bonus" if report.plan.rules.super_bonus else ""
    half = error_in_words(TWO_SIDED_95 * figures.standard_error)
    shown = [
        FigureCard("house edge", percent(-figures.ev), f"{half} (95%){with_bonus}"),
        agreement(report),
        *cut_card(report),
        FigureCard("hold of a day", money(expected.mean), f"of {money(expected.staked)} staked, expected"),
        FigureCard(
            "days the house loses",
            percent(report.hold.house_loses, 1),
            f"{report.hold.rounds:,} rounds a day",
        ),
        FigureCard("deviation of a round", f"{figures.variance**0.5:.3f}", "wagers on one box"),
    ]
    if report.manner.rate:
        took = f"{report.manner.seconds:.1f} s on {report.manner.device}"
        shown.append(FigureCard("rounds a second", rounded(report.manner.rate), took))
    return shown


def agreement(report: Report) -> FigureCard:
    """The exact value and whether the simulation confirms it: three standard errors are the measure."""
    exact = report.exact_ev
    if exact is None:
        return FigureCard("exact house edge", "none", report.exact.refused)
    if report.off is None:
        return FigureCard(
            "exact house edge, fresh shoe", percent(-exact), "a shoe dealt on has another value"
        )
    agrees = abs(report.off) <= 3
    words = f"the simulation lies {apart(report.off)} from it" + ("" if agrees else ": one is wrong")
    return FigureCard("exact house edge", percent(-exact), words, "good" if agrees else "bad")


def cut_card(report: Report) -> list[FigureCard]:
    effect = report.cut_card_effect
    if effect is None:
        return []
    if effect.is_none:
        return [FigureCard("cut-card effect", "none", "every shoe has the same number of rounds")]
    half = error_in_words(TWO_SIDED_95 * effect.standard_error)
    whose = "more" if effect.effect <= 0 else "less"
    return [
        FigureCard("cut-card effect", percent(abs(effect.effect)), f"{half} (95%), {whose} for the house")
    ]


def hold(report: Report) -> dict[str, object]:
    day, asked = report.hold, report.day
    boxes = boxes_in_words(report.plan)
    quantiles = day.quantiles(day.hold())
    return {
        "words": (
            f"{asked.hours:g} hours at {asked.rounds_per_hour:g} rounds an hour, {boxes} at "
            f"{dollars(report.plan.stake)}, {day.paths:,} days drawn. The house ends behind on "
            f"{percent(day.house_loses, 1)} of them."
        ),
        "heads": ("in this share of days at most", *(f"{100 * level:g}%" for level in LEVELS)),
        "rows": [
            ("the house wins", *(money(quantiles[level]) for level in LEVELS)),
            ("of the wagers", *(percent(quantiles[level] / day.wagered, 2) for level in LEVELS)),
        ],
    }


def bankroll(report: Report) -> dict[str, object]:
    session = report.bankroll
    falls, lows = session.quantiles(session.drawdown), session.quantiles(session.lowest)
    return {
        "words": (
            f"{session.paths:,} players over {session.rounds:,} rounds: half of them end inside the dark "
            f"band, nine of ten inside the light one, {percent(session.house_loses, 1)} ahead. A bankroll "
            f"of {money(-lows[0.05])} outlasts the rounds in 95 of 100 cases."
        ),
        "heads": ("in this share of paths at most", *(f"{100 * level:g}%" for level in FALL_LEVELS)),
        "rows": [("deepest fall from a height", *(money(falls[level]) for level in FALL_LEVELS))],
    }


def events(report: Report) -> list[dict[str, str]]:
    """What happened how often, the most frequent first; `width` is a share of the most frequent."""
    shares = report.figures.frequencies
    most = max(shares.values(), default=0.0) or 1.0
    return [
        {
            "name": name,
            "times": f"{times:,}",
            "share": percent(shares[name]),
            "one_in": one_in(shares[name]),
            "width": f"{100 * shares[name] / most:.2f}",
        }
        for name, times in sorted(report.run.counts.events.items(), key=lambda event: -event[1])
    ]


def sides(report: Report) -> dict[str, object]:
    return {
        "heads": ("wager", "paytable", "house edge", "± (95%)", "exact", "apart", "hits", "deviation"),
        "rows": [side_row(side, TWO_SIDED_95) for side in report.sides],
        "line_heads": ("line", "pays", "times", "share", "exact", "standard errors apart"),
        "lines": [(side.offer.name, line_rows(side)) for side in report.sides],
    }


def line_rows(side: SideFigures) -> list[tuple[str, ...]]:
    return [
        (
            line.line,
            line.pays,
            f"{count:,}",
            plots.chance(count / side.wagers),
            plots.chance(float(line.probability)) if side.comparable else "–",
            "–" if off is None else f"{off:+.2f}",
        )
        for line, count, off in ((line, count, side.line_off(line, count)) for line, count in side.lines)
    ]


def facts(report: Report) -> list[tuple[str, str]]:
    plan, counts = report.plan, report.run.counts
    return [
        ("seed", str(plan.seed)),
        ("strategy", strategy_in_words(report)),
        ("cards dealt", f"{counts.cards:,}" if counts.cards else ""),
        ("shoes", f"{counts.shoes:,}" if plan.cut is not None else ""),
        ("rules identity", plan.rules.identity),
        ("plan", plan.fingerprint),
        ("made by", f"vingt {__version__}"),
    ]
