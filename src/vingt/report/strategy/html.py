"""A sheet as one page of HTML that needs nothing else."""

from __future__ import annotations

from vingt.analysis.chart.chart import LETTER_NAMES
from vingt.analysis.exact.chart_sheet import ChartTable, Sheet, up_names
from vingt.report import template
from vingt.report.strategy.drawing import COLOURS, columns


def html_page(sheet: Sheet) -> str:
    whole, later = columns(sheet.tables)
    return template.page(
        "strategy.html",
        sheet=sheet,
        whole=whole,
        later=later,
        ups=up_names(),
        letters=LETTER_NAMES,
        kinds=COLOURS,
    )


def table(chart: ChartTable) -> str:
    """One table of a chart, for a page of another kind."""
    return template.fragment("chart.html", "table", chart, up_names())


def colours() -> str:
    """The style of a chart's cells."""
    return template.fragment("chart.html", "colours", COLOURS)
