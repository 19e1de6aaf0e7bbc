"""Printed sheets as letter pages of a PDF: what stands on every page, texts and tables that go on overleaf,
drawings. The same sheets give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vingt.report.drawing.pdf import PlacedDrawing, width
from vingt.report.drawing.printed_sheet import PrintedSheet, SheetPart
from vingt.report.drawing.shapes import INK, Anchor, Drawing, Label, Rectangle

WIDE, HIGH = 612, 792  # points of a letter page
LEFT, TOP, BOTTOM = 42, 58, 738
ROOM = WIDE - 2 * LEFT
SIZE, STEP, GAP = 8, 10, 8  # of a text, from line to line, between columns
AIR = 4  # above and below the line between two rows together
SIGNED = 26  # height of a row that is to be signed
SOFT, RULE, SHADE = "#555555", "#cccccc", "#efece4"


@dataclass
class TableForm:
    """How a table is set: the widths of its columns, and which stand to the right."""

    heads: Sequence[str]
    widths: Sequence[int]
    numbers: Sequence[int] = ()


@dataclass
class PageWriter:
    """Fills pages from the top; what does not fit goes onto the next. `head` and `foot` stand on each."""

    head: str
    foot: str
    pages: list[list[PlacedDrawing]] = field(default_factory=list)
    begun: dict[str, int] = field(default_factory=dict)  # on which page each sheet begins
    form: TableForm | None = None  # of the table that is being written
    sheet: str = ""
    at: float = TOP
    page: Drawing = field(default_factory=lambda: Drawing("", WIDE, HIGH))

    def begin(self, sheet: str) -> None:
        self.sheet = sheet
        self.page = Drawing(sheet, WIDE, HIGH)
        self.pages.append([PlacedDrawing(self.page)])
        self.at = TOP
        self.page.shapes += [
            Label(LEFT, 34, fitted(self.head, 0.6 * ROOM, SIZE), SIZE, SOFT),
            Rectangle(LEFT, 40, ROOM, 0, RULE, RULE),
            Label(LEFT, 770, self.foot, 7, SOFT),
        ]

    def finish(self) -> list[list[PlacedDrawing]]:
        """How many pages there are is known now, and stands on each."""
        for number, (page, *_) in enumerate(self.pages, start=1):
            words = f"page {number} of {len(self.pages)}"
            page.drawing.shapes.append(Label(WIDE - LEFT, 34, words, SIZE, SOFT, "end"))
        return self.pages

    def need(self, height: float) -> None:
        if self.at + height > BOTTOM:
            self.begin(self.sheet)
            if self.form is not None:
                self.row(self.form.heads, self.form, bold=True)

    def line(self, words: str, size: int = SIZE, *, bold: bool = False, colour: str = INK) -> None:
        for part in wrapped(words, ROOM, size, bold=bold):
            self.need(size + 2)
            self.at += size + 2
            self.page.shapes.append(Label(LEFT, round(self.at), part, size, colour, bold=bold))

    def drawing(self, drawing: Drawing) -> None:
        scale = min(ROOM / drawing.width, (BOTTOM - TOP - 40) / drawing.height)
        high = round(drawing.height * scale)
        self.need(high)
        self.pages[-1].append(PlacedDrawing(drawing, LEFT, self.at, scale))
        self.at += high + 8

    # -- sheets --------------------------------------------------------------------------------------------

    def write(self, sheet: PrintedSheet, drawing: Drawing | None = None) -> None:
        """A sheet begins a page. Its tables with the same heads have the same columns."""
        self.begin(sheet.title)
        self.begun[sheet.id] = len(self.pages)
        self.line(sheet.title, 14, bold=True)
        self.at += 6
        if drawing is not None:
            self.drawing(drawing)
        alike: dict[tuple[str, ...], list[Sequence[str]]] = {}
        for part in sheet.parts:
            alike.setdefault(part.heads, [part.heads] if part.heads else []).extend(part.rows)
        widths = {heads: columns(rows) for heads, rows in alike.items() if rows}
        for part in sheet.parts:
            self.part(part, widths)

    def part(self, part: SheetPart, widths: Mapping[tuple[str, ...], list[int]]) -> None:
        if part.title:
            self.need(20 + 4 * STEP)  # no title without the beginning of what it heads
            self.at += 8
            self.line(part.title[:1].upper() + part.title[1:], 10, bold=True)
            self.at += 3
        if part.text:
            self.line(part.text)
            self.at += 3
        elif part.rows:
            self.table(TableForm(part.heads, widths[part.heads], part.numbers), part.rows, signed=part.signed)
            self.at += 4

    def table(self, form: TableForm, rows: Sequence[Sequence[str]], *, signed: bool) -> None:
        """`signed`: its cells are to be written in by hand."""
        if signed:
            form = TableForm(form.heads, [ROOM // len(form.heads) - GAP] * len(form.heads))
        if form.heads:
            self.need(4 * STEP)
            self.row(form.heads, form, bold=True)
            self.form = form
        for row in rows:
            self.row(row, form, least=SIGNED if signed else 0)
        self.form = None

    def row(self, cells: Sequence[str], form: TableForm, *, bold: bool = False, least: int = 0) -> None:
        parts = [wrapped(cell, wide, SIZE, bold=bold) for cell, wide in zip(cells, form.widths, strict=True)]
        high = max(max(map(len, parts)) * STEP + AIR, least)
        self.need(min(high, BOTTOM - TOP))
        if bold:
            self.page.shapes.append(Rectangle(LEFT, round(self.at), ROOM, high, SHADE, SHADE))
        for number in range(max(map(len, parts))):
            self.need(STEP)
            self.at += STEP
            x = LEFT + 2
            for column, (part, wide) in enumerate(zip(parts, form.widths, strict=True)):
                if number < len(part):
                    right = column in form.numbers
                    anchor: Anchor = "end" if right else "start"
                    place = x + wide if right else x
                    self.page.shapes.append(
                        Label(place, round(self.at), part[number], SIZE, INK, anchor, bold)
                    )
                x += wide + GAP
        self.at += max(AIR, least - STEP)
        self.page.shapes.append(Rectangle(LEFT, round(self.at), ROOM, 0, RULE, RULE))


# -- texts that fit ----------------------------------------------------------------------------------------


def columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """As wide as their texts want; where that is too much, the widest give way first; what is left goes to
    those that are not figures."""
    wanted = [
        max(int(text_width(cell, SIZE, bold=True)) + 2 for cell in each) for each in zip(*rows, strict=True)
    ]
    room = ROOM - 4 - GAP * (len(wanted) - 1)
    limit = room
    while sum(min(each, limit) for each in wanted) > room:
        limit -= 2
    return [max(min(each, limit), 12) for each in wanted]


def text_width(words: str, size: int, *, bold: bool = False) -> float:
    return width(Label(0, 0, words, size, bold=bold))


def wrapped(words: str, wide: float, size: int, *, bold: bool = False) -> list[str]:
    """In lines that fit; a word that fits in none is cut."""
    lines = [""]
    for word in words.split():
        for piece in pieces(word, wide, size, bold=bold):
            longer = f"{lines[-1]} {piece}".strip()
            if text_width(longer, size, bold=bold) <= wide:
                lines[-1] = longer
            else:
                lines.append(piece)
    return [line for line in lines if line] or [""]


def pieces(word: str, wide: float, size: int, *, bold: bool) -> Iterator[str]:
    piece = ""
    for sign in word:
        if piece and text_width(piece + sign, size, bold=bold) > wide:
            yield piece
            piece = ""
        piece += sign
    yield piece


def fitted(words: str, wide: float, size: int) -> str:
    lines = wrapped(words, wide, size)
    return lines[0] if len(lines) == 1 else f"{lines[0]} …"
