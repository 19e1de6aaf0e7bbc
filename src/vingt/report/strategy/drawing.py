"""A sheet drawn: its tables in two columns, and what their signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from vingt.analysis.chart.chart import LETTER_NAMES
from vingt.analysis.exact.chart_sheet import ChartTable, Sheet, up_names
from vingt.report.drawing.shapes import Drawing, Label, Rectangle

# Distinct in lightness too, from white to dark, so that a grey print still tells them apart.
COLOURS = {
    "hit": ("#ffffff", "#111111"),
    "stand": ("#f3d776", "#111111"),
    "split": ("#93bfe2", "#111111"),
    "surrender": ("#c06a4a", "#ffffff"),
    "double": ("#1c5a3e", "#ffffff"),
}
SOFT = "#555555"
MARGIN, GAP = 28, 26
LABEL, WIDE, ROW = 64, 46, 21  # a row's name, a cell, a row
TABLE = LABEL + 10 * WIDE
WRAP = 58  # signs of the explanation that fit under a table
WIDTH = 2 * MARGIN + 2 * TABLE + GAP


def draw(sheet: Sheet) -> Drawing:
    """Whole hands and the explanation on the left, split and doubled hands on the right."""
    drawing = Drawing(f"Strategy: {sheet.rules.title}", WIDTH)
    y = MARGIN + 18
    drawing.shapes.append(Label(MARGIN, y, sheet.rules.title, 20, bold=True))
    for note in sheet.notes:
        y += 18
        drawing.shapes.append(Label(MARGIN, y, note, 12, SOFT))
    top = y + 16
    left, right = columns(sheet.tables)
    told = explain(drawing, sheet, column(drawing, left, MARGIN, top) + 8)
    drawing.height = max(told, column(drawing, right, MARGIN + TABLE + GAP, top)) + MARGIN
    return drawing


def draw_tables(title: str, tables: Sequence[ChartTable]) -> Drawing:
    """Nothing but the tables."""
    drawing = Drawing(title, WIDTH)
    left, right = columns(tables)
    ends = (column(drawing, left, MARGIN, 0), column(drawing, right, MARGIN + TABLE + GAP, 0))
    drawing.height = max(ends)
    return drawing


def columns(tables: Sequence[ChartTable]) -> tuple[list[ChartTable], list[ChartTable]]:
    """Whole hands, and what comes after a split or a double."""
    whole = [table for table in tables if not table.title.startswith(("After", "Doubled"))]
    return whole, [table for table in tables if table not in whole]


def column(drawing: Drawing, tables: list[ChartTable], x: int, y: int) -> int:
    for table in tables:
        y += 16
        drawing.shapes.append(Label(x, y, table.title, 14, bold=True))
        y += 5
        for at, name in enumerate(("", *up_names())):
            middle = x + LABEL // 2 if at == 0 else x + LABEL + (at - 1) * WIDE + WIDE // 2
            drawing.shapes.append(Label(middle, y + 15, name, 13, SOFT, "middle", bold=True))
        y += ROW
        for name, cells in table.rows:
            drawing.shapes.append(Label(x + LABEL - 8, y + 15, name, 13, anchor="end", bold=True))
            for at, cell in enumerate(cells):
                fill, ink = COLOURS[cell.kind]
                left = x + LABEL + at * WIDE
                drawing.shapes.append(Rectangle(left, y, WIDE, ROW, fill))
                drawing.shapes.append(Label(left + WIDE // 2, y + 15, cell.text, 13, ink, "middle"))
            y += ROW
        y += 14
    return y


def explain(drawing: Drawing, sheet: Sheet, y: int) -> int:
    drawing.shapes.append(
        Label(MARGIN, y + 6, "Columns: the dealer's up card. Rows: your hand.", 13, bold=True)
    )
    y += 12
    for sign, words in sheet.legend:
        kind = LETTER_NAMES.get(sign)
        if kind is not None:
            fill, ink = COLOURS[kind]
            drawing.shapes.append(Rectangle(MARGIN, y + 3, WIDE, ROW - 3, fill))
            drawing.shapes.append(Label(MARGIN + WIDE // 2, y + 17, sign, 13, ink, "middle"))
        else:
            drawing.shapes.append(Label(MARGIN, y + 17, sign, 13, bold=True))
        for line in wrap(words, WRAP):
            drawing.shapes.append(Label(MARGIN + 70, y + 17, line, 12))
            y += ROW - 3
        y += 3
    return y
