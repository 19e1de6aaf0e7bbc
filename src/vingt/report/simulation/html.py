"""A simulation as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from vingt._version import __version__
from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95
from vingt.analysis.simulation.figures.side_wagers import SideFigures
from vingt.analysis.simulation.report import Report
from vingt.core.money import dollars
from vingt.report.simulation import plots as plots
from vingt.report.simulation.page import (
    apart,
    error_in_words,
    money,
    one_in,
    played_in_words,
    side_row,
    strategy_in_words,
)
from vingt.report.text.page import harmless
from vingt.report.words.figures import percent, rounded

STYLE = """
:root { --ink: #1d2530; --soft: #5a6675; --line: #dfe4ea; --paper: #fff; --card: #f6f8fa; --blue: #2b6cb0 }
:root { --orange: #c05621; --band: #2b6cb022; --truth: #b3261e; --good: #1e7a46 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa7b6; --line: #333c47 }
  :root { --paper: #14181d; --card: #1c2229; --blue: #63a4e6; --orange: #e58a54; --band: #63a4e62e }
  :root { --truth: #ff7a70; --good: #5cc98b } }
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1.2rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.2rem; margin: 2.4rem 0 .2rem }
p { margin: .3rem 0 .8rem } .soft { color: var(--soft) }
.lead { font-size: 1.15rem; margin: .5rem 0 } .good { color: var(--good) } .bad { color: var(--truth) }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 45%), 1fr)); gap: .8rem }
.cards { margin: 1.2rem 0 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem }
.card b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; line-height: 1.25 }
.card span { color: var(--soft); font-size: .9rem }
figure { margin: .4rem 0 1rem } svg { width: 100%; height: auto; display: block }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink) } svg .label { fill: var(--soft) }
.grid, .tick { stroke: var(--line) } .axis, .zero { stroke: var(--soft) } .band { fill: var(--band) }
.estimate { stroke: var(--blue); stroke-width: 2 } .looked { fill: var(--blue) }
.path { stroke: var(--soft); stroke-width: .8; opacity: .5 }
.simulated { fill: var(--blue); opacity: .45 } .whisker { stroke: var(--blue); stroke-width: 2 }
.truth { stroke: var(--truth); stroke-dasharray: 6 4 } .quiet { stroke: var(--soft); stroke-dasharray: 2 3 }
svg text.name { stroke: var(--paper); stroke-width: 4px; paint-order: stroke; stroke-dasharray: none }
svg text.truth { fill: var(--truth); font-weight: 600 }
.up { fill: var(--blue) } .down { fill: var(--orange) } .even { fill: var(--soft) }
.exact { fill: var(--truth); stroke: var(--paper) }
.key { white-space: nowrap } .swatch { display: inline-block; width: .75em; height: .75em }
.swatch { border-radius: 2px; margin: 0 .3em 0 .8em } .swatch.turned { transform: rotate(45deg) scale(.8) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
th, td { border-bottom: 1px solid var(--line); padding: .28rem .5rem; text-align: left; white-space: nowrap }
th { color: var(--soft); font-weight: 600 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
td.w { width: 40% } .meter { display: block; height: .8em; background: var(--blue); border-radius: 2px }
.wide { overflow-x: auto } .wide svg { min-width: 34rem }
details { margin: .2rem 0 } summary { cursor: pointer } code { word-break: break-all }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem } dt { color: var(--soft) }
dd { margin: 0 } @media print { section, figure { break-inside: avoid } body { margin: 0; max-width: none } }
"""


def html_page(report: Report) -> str:
    return "".join(f"{part}\n" for part in parts(report))


def parts(report: Report) -> Iterator[str]:
    title = escape(f"Simulation: {report.plan.rules.title}")
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}</style></head><body>"
    yield f"<h1>{escape(report.plan.rules.title)}</h1>"
    yield f'<p class="lead">{escape(in_one_sentence(report))}</p>'
    yield f'<p class="soft">{escape(summary(report))}</p>'
    yield from cards(report)
    yield from convergence(report)
    yield from hold(report)
    yield from law(report)
    yield from bankroll(report)
    yield from happened(report)
    yield from sides(report)
    yield from about(report)
    yield "</body></html>"


def in_one_sentence(report: Report) -> str:
    """What a manager takes away: money on $100, and how sure it is."""
    found, exact = report.figures, report.exact_ev
    keeps = "the house keeps" if found.ev <= 0 else "the players win"
    words = f"Of every $100 wagered {keeps} ${abs(100 * found.ev):.3f} in the long run"
    if isfinite(found.standard_error):
        words += f", give or take ${100 * TWO_SIDED_95 * found.standard_error:.3f}"
    if exact is None or report.plan.cut is not None:
        return f"{words}."
    return f"{words}; computed exactly it is ${100 * abs(exact):.3f}."


def summary(report: Report) -> str:
    so_far = "" if report.complete else " so far; the run was stopped before its end"
    rounds = f"{report.run.counts.rounds:,} rounds{so_far}"
    return f"{rounds}, {played_in_words(report)}. Strategy {strategy_in_words(report)}."


def cards(report: Report) -> Iterator[str]:
    found, expected = report.figures, report.expected_hold
    with_bonus = ", with the super bonus" if report.plan.rules.super_bonus else ""
    half = error_in_words(TWO_SIDED_95 * found.standard_error)
    yield '<div class="cards">'
    yield card("house edge", f"{percent(-found.ev)}", f"{half} (95%){with_bonus}")
    yield agreement(report)
    yield card("hold of a day", money(expected.mean), f"of {money(expected.staked)} staked, expected")
    yield card(
        "days the house loses", percent(report.hold.house_loses, 1), f"{report.hold.rounds:,} rounds a day"
    )
    yield card("deviation of a round", f"{found.variance**0.5:.3f}", "wagers on one box")
    if report.manner.rate:
        yield card(
            "rounds a second",
            rounded(report.manner.rate),
            f"{report.manner.seconds:.1f} s on {report.manner.device}",
        )
    yield "</div>"


def card(label: str, figure: str, beside: str, kind: str = "") -> str:
    css = f' class="{kind}"' if kind else ""
    return (
        f'<div class="card"><span>{escape(label)}</span><b{css}>{escape(figure)}</b>'
        f"<span>{escape(beside)}</span></div>"
    )


def agreement(report: Report) -> str:
    """The exact value and whether the simulation confirms it: three standard errors are the measure."""
    exact = report.exact_ev
    if exact is None:
        return card("exact house edge", "none", report.exact.refused)
    if report.off is None:
        return card("exact house edge, fresh shoe", percent(-exact), "a shoe dealt on has another value")
    agrees = abs(report.off) <= 3
    words = f"the simulation lies {apart(report.off)} from it" + ("" if agrees else ": one is wrong")
    return card("exact house edge", percent(-exact), words, "good" if agrees else "bad")


def section(title: str, words: str, *drawn: str) -> Iterator[str]:
    yield f"<section><h2>{escape(title)}</h2>"
    if words:
        yield f"<p>{words}</p>"
    for each in drawn:
        if each:
            yield (
                f'<figure class="wide">{each}</figure>'
                if each.startswith("<svg")
                else f'<div class="wide">{each}</div>'
            )
    yield "</section>"


def swatch(colour: str, words: str, turned: bool = False) -> str:
    css = "swatch turned" if turned else "swatch"
    box = f'<i class="{css}" style="background: var(--{colour})"></i>'
    return f' <span class="key">{box}{escape(words)}</span>'


def convergence(report: Report) -> Iterator[str]:
    first = plots.convergence(report)
    second = plots.funnel(report)
    if not first:
        return
    words = (
        "The estimate after so many rounds with its 95% band."
        + swatch("blue", "simulated")
        + (swatch("truth", "exact") if report.exact_ev is not None else "")
    )
    if second:
        words += (
            "<br>Below, its distance from the exact value in standard errors: 19 times in 20 inside the band."
        )
    yield from section("Convergence", words, first, second)


def hold(report: Report) -> Iterator[str]:
    day, asked = report.hold, report.day
    boxes = f"{report.plan.boxes} box{'es' if report.plan.boxes > 1 else ''}"
    words = (
        f"{asked.hours:g} hours at {asked.rounds_per_hour:g} rounds an hour, {boxes} at "
        f"{dollars(report.plan.stake)}, {day.paths:,} days drawn. The house ends behind on "
        f"{percent(day.house_loses, 1)} of them."
    )
    levels = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
    found = day.quantiles(day.hold())
    rows = [
        ("the house wins", *(money(found[level]) for level in levels)),
        ("of the wagers", *(percent(found[level] / day.wagered, 2) for level in levels)),
    ]
    quantiles = table(
        ("in this share of days at most", *(f"{100 * level:g}%" for level in levels)), rows, range(1, 8)
    )
    yield from section("A day's hold", escape(words), plots.hold(report), quantiles)


def law(report: Report) -> Iterator[str]:
    words = (
        "How a round ends, each result with its share; rare results show because the scale is logarithmic."
    )
    words += swatch("orange", "lost") + swatch("soft", "even") + swatch("blue", "won")
    if report.exact.edge and report.exact.edge.law:
        words += swatch("truth", "exact", turned=True)
        if report.plan.cut is not None:
            words += " (fresh shoe)"
    yield from section("Net results", words, plots.net_results(report))


def bankroll(report: Report) -> Iterator[str]:
    found = report.bankroll
    levels = (0.5, 0.75, 0.9, 0.95, 0.99)
    falls, lows = found.quantiles(found.drawdown), found.quantiles(found.lowest)
    needed = money(-lows[0.05])
    words = (
        f"{found.paths:,} players over {found.rounds:,} rounds: half of them end inside the dark band, nine "
        f"of ten inside the light one, {percent(found.house_loses, 1)} ahead. A bankroll of {needed} "
        "outlasts the rounds in 95 of 100 cases."
    )
    heads = ("in this share of paths at most", *(f"{100 * level:g}%" for level in levels))
    rows = [("deepest fall from a height", *(money(falls[level]) for level in levels))]
    yield from section("Bankrolls", escape(words), plots.bankrolls(report))
    yield from section("Drawdown", "", plots.drawdown(found), table(heads, rows, range(1, 6)))


def happened(report: Report) -> Iterator[str]:
    events, shares = report.run.counts.events, report.figures.frequencies
    if not events:
        return
    most = max(shares.values()) or 1.0
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td class=n>{count:,}</td><td class=n>{percent(shares[name])}</td>"
        f"<td class=n>{one_in(shares[name])}</td>"
        f'<td class=w><span class="meter" style="width: {100 * shares[name] / most:.2f}%"></span></td></tr>\n'
        for name, count in sorted(events.items(), key=lambda each: -each[1])
    )
    heads = "<th>event</th><th class=n>times</th><th class=n>share</th><th class=n>one in</th><th></th>"
    found = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    yield from section("What happened", "Per main wager.", found)


def sides(report: Report) -> Iterator[str]:
    if not report.sides:
        return
    words = "Simulated house edge with its 95% interval, each wager at its smallest stake."
    words += swatch("blue", "simulated") + swatch("truth", "exact", turned=True)
    heads = ("wager", "paytable", "house edge", "± (95%)", "exact", "apart", "hits", "deviation")
    rows = [side_row(side, TWO_SIDED_95) for side in report.sides]
    details = "".join(side_lines(side) for side in report.sides)
    yield from section(
        "Side wagers", words, plots.side_wagers(report.sides), table(heads, rows, range(2, 8)), details
    )


def side_lines(side: SideFigures) -> str:
    rows = [
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
    heads = ("line", "pays", "times", "share", "exact", "standard errors apart")
    lines = table(heads, rows, range(2, 6))
    return f"<details><summary>{escape(side.offer.name)}, line by line</summary>{lines}</details>"


def about(report: Report) -> Iterator[str]:
    plan = report.plan
    notes = [*report.notes, *([report.exact.edge.method] if report.exact.edge else [])]
    facts = (
        ("seed", str(plan.seed)),
        ("strategy", strategy_in_words(report)),
        ("cards dealt", f"{report.run.counts.cards:,}" if report.run.counts.cards else ""),
        ("shoes", f"{report.run.counts.shoes:,}" if plan.cut is not None else ""),
        ("rules identity", plan.rules.identity),
        ("plan", plan.fingerprint),
        ("made by", f"vingt {__version__}"),
    )
    yield "<section><h2>How this was made</h2>"
    yield from (f'<p class="soft">{escape(note)}</p>' for note in notes)
    yield "<dl>"
    for label, text in facts:
        if text:
            yield f"<dt>{label}</dt><dd><code>{escape(harmless(text))}</code></dd>"
    yield "</dl></section>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if at in numbers else ''}>{escape(text)}</{tag}>"
            for at, text in enumerate(texts)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in rows)
    return f"<table><thead><tr>{cells('th', heads)}</tr></thead>\n<tbody>{body}</tbody></table>"
