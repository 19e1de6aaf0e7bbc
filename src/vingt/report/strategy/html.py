"""A sheet as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from vingt._version import __version__
from vingt.analysis.chart.chart import LETTER_NAMES
from vingt.analysis.exact.chart_sheet import ChartTable, Sheet, up_names
from vingt.report.strategy.drawing import COLOURS

STYLE = """
body { font: 14px/1.35 system-ui, sans-serif; color: #111; max-width: 66rem }
body { margin: 1.2rem auto; padding: 0 1rem }
h1 { font-size: 1.35rem; margin: 0 } p { margin: .2rem 0; color: #555 }
.sheet { display: grid; grid-template-columns: repeat(auto-fit, minmax(28rem, 1fr)); gap: 0 1.6rem }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; table-layout: fixed }
caption { text-align: left; font-weight: 700 } th { font-weight: 700; padding: .08rem .3rem }
tbody th { text-align: right; white-space: nowrap }
thead th { color: #555 } thead th:first-child { width: 3.4em }
td { border: 1px solid #8a8a8a; text-align: center; padding: .08rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .4rem 0 }
dt { font-weight: 700; min-width: 2.6em; text-align: center } dd { margin: 0 } code { word-break: break-all }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact }
@page { size: A4; margin: 9mm }
@media print { body { font-size: 8.5px; margin: 0; max-width: none }
  .sheet { grid-template-columns: 1fr 1fr } table { break-inside: avoid } }
"""


def html_page(sheet: Sheet) -> str:
    return "".join(f"{part}\n" for part in parts(sheet))


def parts(sheet: Sheet) -> Iterator[str]:
    title = escape(f"Strategy: {sheet.rules.title}")
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}{colours()}</style></head><body>"
    yield f"<h1>{escape(sheet.rules.title)}</h1>"
    yield from (f"<p>{escape(note)}</p>" for note in sheet.notes)
    right = ("After", "Doubled")
    yield '<div class="sheet"><div>'
    yield from (table(each) for each in sheet.tables if not each.title.startswith(right))
    yield "<p>Columns: the dealer's up card. Rows: your hand.</p><dl>"
    for sign, words in sheet.legend:
        kind = f' class="{LETTER_NAMES[sign]}"' if sign in LETTER_NAMES else ""
        yield f"<dt{kind}>{escape(sign)}</dt><dd>{escape(words)}</dd>"
    yield "</dl></div><div>"
    yield from (table(each) for each in sheet.tables if each.title.startswith(right))
    yield f"</div></div><p>Computed exactly by vingt {__version__}.</p></body></html>"


def colours() -> str:
    return "".join(
        f".{kind} {{ background: {fill}; color: {ink} }}\n" for kind, (fill, ink) in COLOURS.items()
    )


def table(each: ChartTable) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in up_names())
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f'<td class="{cell.kind}">{escape(cell.text)}</td>' for cell in cells)
        + "</tr>\n"
        for name, cells in each.rows
    )
    head = f'<thead><tr><th scope="col"></th>{heads}</tr></thead>'
    return f"<table><caption>{escape(each.title)}</caption>{head}\n<tbody>{rows}</tbody></table>"
