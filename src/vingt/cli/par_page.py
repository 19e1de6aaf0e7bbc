"""PAR sheets as one page of HTML that needs nothing else: tables, bar charts, the rules, readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from vingt._version import __version__
from vingt.analysis.exact.side.remarks import remarks, rests_on
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.cli.par_sheet import combinations, facts, line_row, percent, shoe
from vingt.cli.terminal.given import Given
from vingt.core.cite import Cite
from vingt.core.wagers.outcome import LOSE

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2530; max-width: 60rem; margin: 2rem auto }
body { padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2.5rem }
table { border-collapse: collapse; width: 100%; margin: .75rem 0 }
caption { text-align: left; color: #5a6675 }
th, td { border-bottom: 1px solid #d8dee6; padding: .3rem .5rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } .mark { color: #9a5b00 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem } dd { margin: 0 }
code { font-size: .85em; word-break: break-all } svg text { font: 12px system-ui, sans-serif; fill: #1d2530 }
.up { fill: #2b6cb0 } .down { fill: #c05621 } @media print { section { break-inside: avoid } }
"""
WIDTH, LABELS, ROW = 900, 330, 22


def html_page(at: Given, values: Sequence[SideWagerValue]) -> str:
    return "".join(f"{part}\n" for part in parts(at, values))


def parts(at: Given, values: Sequence[SideWagerValue]) -> Iterator[str]:
    title = f"Side wagers: {at.rules.title}"
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>{escape(at.document.title)}, {escape(at.document.edition)}. Exact values from a fresh shoe,"
    yield f"counted by vingt {__version__} with the evaluators that settle the wagers at the table.</p>"
    yield f"<dl><dt>Rules</dt><dd>{escape(at.submission.source)}</dd>"
    yield f"<dt>Rules identity</dt><dd><code>{at.rules.identity}</code></dd></dl>"
    if len(values) > 1:
        yield from summary(values)
    for value in values:
        yield from sheet(value)
    yield from readings(at, values)
    yield "</body></html>"


def summary(values: Sequence[SideWagerValue]) -> Iterator[str]:
    heads = ("wager", "paytable", "shoe", "house edge", "hits", "covers", "marks")
    yield "<h2>Overview</h2>"
    yield bars(
        [(name(value), float(value.house_edge)) for value in values if value.house_edge is not None],
        "House edge",
    )
    yield table(
        heads,
        [
            (
                value.case.wager.name,
                value.case.paytable.id,
                shoe(value.case),
                percent(value.house_edge),
                percent(value.hit_frequency, 2),
                value.covers,
                f"barred by {value.case.bar.cite}" if value.case.bar else "",
            )
            for value in values
        ],
        numbers=(3, 4),
    )


def name(value: SideWagerValue) -> str:
    return f"{value.case.wager.id} {value.case.paytable.id}, {shoe(value.case)}"


def sheet(value: SideWagerValue) -> Iterator[str]:
    case = value.case
    heading = f"{case.wager.name}, paytable {case.paytable.id}, {shoe(case)}"
    yield f"<section><h2>{escape(heading)}</h2>"
    heads = ("line", "combinations", "probability", "1 in", "pays", "contribution", case.document.cites_as)
    rows = [line_row(value, at) for at in range(len(value.lines))]
    yield table(heads, rows, numbers=(1, 2, 3, 5), caption=combinations(value))
    for line in value.lines:
        if line.impossible:
            yield f'<p class="mark">{escape(line.line)}: {escape(line.impossible)}</p>'
    yield chart(value)
    yield (
        "<dl>"
        + "".join(f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in facts(value))
        + "</dl>"
    )
    for remark in remarks(value):
        yield f'<p class="mark">{escape(remark)}</p>'
    yield "</section>"


def chart(value: SideWagerValue) -> str:
    """What each line gives back, or for a wheel without weights how often it is spun."""
    staked = 0 if value.covers == "added value" else 1
    won = [line for line in value.lines if line.line != LOSE]
    if value.ev is None:
        return bars([(line.line, float(line.probability)) for line in won], "Probability")
    given_back = [(line.line, float(line.probability * ((line.net or 0) + staked))) for line in won]
    return bars(given_back, "What comes back per unit staked")


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), caption: str = ""
) -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if at in numbers else ''}>{escape(text)}</{tag}>"
            for at, text in enumerate(texts)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in rows)
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{head}<thead><tr>{cells('th', heads)}</tr></thead>\n<tbody>{body}</tbody></table>"


def bars(values: Sequence[tuple[str, float]], title: str) -> str:
    """A bar for each value, left of the axis where it is negative."""
    if not values:
        return ""
    least, most = min(0.0, *(each for _, each in values)), max(0.0, *(each for _, each in values))
    before = 80 if least < 0 else 8  # room for the figures of negative bars
    room, span = WIDTH - LABELS - before - 80, (most - least) or 1.0
    zero = LABELS + before + room * -least / span
    height = ROW * len(values) + 4
    drawn = [
        f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
    ]
    for at, (label, value) in enumerate(values):
        length, y = room * abs(value) / span, ROW * at
        x = zero if value >= 0 else zero - length
        kind = "up" if value >= 0 else "down"
        beyond = f'x="{x + length + 5:.1f}"' if value >= 0 else f'x="{x - 5:.1f}" text-anchor="end"'
        drawn.append(f'<text x="{LABELS}" y="{y + 15}" text-anchor="end">{escape(label)}</text>')
        size = f'width="{max(length, 0.5):.1f}" height="{ROW - 6}"'
        drawn.append(f'<rect class="{kind}" x="{x:.1f}" y="{y + 3}" {size}/>')
        drawn.append(f'<text {beyond} y="{y + 15}">{value:+.4f}</text>')
    drawn.append(f'<line x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{height}" stroke="#5a6675"/></svg>')
    return f"<figure><figcaption>{escape(title)}</figcaption>{''.join(drawn)}</figure>"


def readings(at: Given, values: Sequence[SideWagerValue]) -> Iterator[str]:
    cite = Cite()
    for value in values:
        cite += rests_on(value.case)
    yield "<section><h2>Readings used</h2><dl>"
    for each in cite.readings:
        reading = at.document.inventory.readings[each]
        yield f"<dt>{each}</dt><dd><em>{escape(reading.question)}</em> {escape(reading.default)}</dd>"
    yield "</dl></section>"
