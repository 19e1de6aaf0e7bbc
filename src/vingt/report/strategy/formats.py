"""A sheet in each of the formats it is written in."""

from __future__ import annotations

import csv
import io
from json import dumps

from vingt.analysis.exact.chart_sheet import Sheet, cells_of, up_names


def sheet_in(made: Sheet, form: str) -> bytes:
    """The sheet in one of the formats; what draws is imported only then."""
    match form:
        case "html":
            from vingt.report.strategy.html import html_page

            return html_page(made).encode()
        case "svg":
            from vingt.report.strategy.drawing import draw

            return draw(made).svg().encode()
        case "png":
            from vingt.report.drawing.png import png
            from vingt.report.strategy.drawing import draw

            return png(draw(made))
        case "pdf":
            from vingt.report.drawing.pdf import pdf
            from vingt.report.strategy.drawing import draw

            return pdf(draw(made))
        case "csv":
            return csv_text(made).encode()
        case "json":
            return sheet_json(made).encode()
        case _:
            return made.as_text().encode()


def csv_text(made: Sheet) -> str:
    """One row for each row of the chart, cells as in the text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "hand", *up_names()))
    for section, rows in cells_of(made).items():
        for hand, cells in rows.items():
            writer.writerow((section, hand, *(cells.get(up, "") for up in up_names())))
    return out.getvalue()


def sheet_json(made: Sheet) -> str:
    value = {
        "rulebook": made.rules.rulebook,
        "title": made.rules.title,
        "rules_identity": made.rules.identity,
        "wager": made.wager,
        "house_edge": -made.ev - made.super_bonus,
        "ev": made.ev + made.super_bonus,
        "ev_without_super_bonus": made.ev,
        "costs": made.costs,
        "chart": cells_of(made),
        "legend": dict(made.legend),
        "notes": list(made.notes),
    }
    return dumps(value, ensure_ascii=False, indent=2) + "\n"
