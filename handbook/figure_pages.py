"""Figures of each rulebook's default table: the strategy chart and the PAR sheets, computed exactly."""

from __future__ import annotations

from markupsafe import Markup

from handbook.page import Made, cited, made
from vingt.analysis.exact.chart_sheet import Sheet, sheet
from vingt.analysis.exact.side.value import value
from vingt.core.cite import Cite
from vingt.core.rules.usual_wager import usual_wager
from vingt.report.proposal import table_named
from vingt.report.strategy.formats import sheet_in
from vingt.report.strategy.html import colours, table
from vingt.report.wagers.html import html_parts
from vingt.report.wagers.par_sheet import csv_text
from vingt.report.wagers.selection import WagerQuestion, selected_cases
from vingt.rulebook import library

FORMS = {"pdf": "PDF", "svg": "SVG", "csv": "CSV", "txt": "strategy file"}


def strategy_page(rulebook: str) -> Made:
    """Takes seconds: the chart is computed."""
    rules = table_named(rulebook).rules
    return chart_page(rulebook, sheet(rules, usual_wager(rules)))


def chart_page(rulebook: str, chart: Sheet) -> Made:
    files = {f"chart.{form}": sheet_in(chart, "text" if form == "txt" else form) for form in FORMS}
    return made(
        f"rules/{rulebook}/strategy",
        "strategy.md",
        files,
        rulebook=rulebook,
        document=library.load(rulebook),
        chart=chart,
        tables=[(each.title, table(each)) for each in chart.tables],
        forms=FORMS,
    )


def wagers_page(rulebook: str) -> Made:
    """The wagers that the default table offers, as it offers them."""
    at = table_named(rulebook)
    offered = WagerQuestion(wager=None, paytable=None, decks=None, soft17=None, every=False)
    values = [value(case) for case in selected_cases(at, offered)]
    root = "../" * 2

    def linked(cite: Cite) -> Markup:
        return Markup(", ").join(
            Markup('<a href="{}{}">{}</a>').format(root, place, name) for name, place in cited(cite)
        )

    return made(
        f"rules/{rulebook}/wagers",
        "wagers.md",
        {"wagers.csv": csv_text(values).encode()},
        rulebook=rulebook,
        at=at,
        parts=html_parts(at, values, linked),
    )


def chart_colours() -> str:
    """The colours of charts, for the site's style."""
    return colours()
