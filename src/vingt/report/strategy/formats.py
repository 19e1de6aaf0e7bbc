"""A sheet in each of the formats it is written in."""

from __future__ import annotations

import csv
import io
from json import dumps
from pathlib import Path

from vingt.analysis.exact.chart_sheet import Sheet, cells_of, up_names
from vingt.core.rules.submission import Unreadable
from vingt.report.words.unknown import Unknown

FORMATS = ("text", "html", "svg", "png", "pdf", "csv", "json")
SUFFIXES = {"": "text", "txt": "text", "htm": "html"}
BINARY = ("png", "pdf")


def form_of(form: str | None, output: str | None, json: bool = False) -> str:
    if form is None and output is None:
        return "json" if json else "text"
    if form is None:
        suffix = Path(output or "").suffix.removeprefix(".").lower()
        wanted = SUFFIXES.get(suffix, suffix)
        if wanted not in FORMATS:
            raise Unreadable(
                f"--output {output}: a chart is not written as .{suffix}; write .txt, .html, .svg, .png, "
                ".pdf, .csv or .json, or say --format"
            )
        return wanted
    if form not in FORMATS:
        raise Unknown("format", form, FORMATS)
    return form


def sheet_in(sheet: Sheet, form: str) -> bytes:
    """The sheet in one of the formats; what draws is imported only then."""
    match form:
        case "html":
            from vingt.report.strategy.html import html_page

            return html_page(sheet).encode()
        case "svg":
            from vingt.report.strategy.drawing import draw

            return draw(sheet).svg().encode()
        case "png":
            from vingt.report.drawing.png import png
            from vingt.report.strategy.drawing import draw

            return png(draw(sheet))
        case "pdf":
            from vingt.report.drawing.pdf import pdf
            from vingt.report.strategy.drawing import draw

            return pdf(draw(sheet))
        case "csv":
            return csv_text(sheet).encode()
        case "json":
            return sheet_json(sheet).encode()
        case _:
            return sheet.as_text().encode()


def csv_text(sheet: Sheet) -> str:
    """One row for each row of the chart, cells as in the text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "hand", *up_names()))
    for section, rows in cells_of(sheet).items():
        for hand, cells in rows.items():
            writer.writerow((section, hand, *(cells.get(up, "") for up in up_names())))
    return out.getvalue()


def sheet_json(sheet: Sheet) -> str:
    value = {
        "rulebook": sheet.rules.rulebook,
        "title": sheet.rules.title,
        "rules_identity": sheet.rules.identity,
        "wager": sheet.wager,
        "house_edge": -sheet.ev - sheet.super_bonus,
        "ev": sheet.ev + sheet.super_bonus,
        "ev_without_super_bonus": sheet.ev,
        "costs": sheet.costs,
        "chart": cells_of(sheet),
        "legend": dict(sheet.legend),
        **({"switching": sheet.switching.as_json()} if sheet.switching is not None else {}),
        "notes": list(sheet.notes),
    }
    return dumps(value, ensure_ascii=False, indent=2) + "\n"
