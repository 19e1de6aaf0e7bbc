"""A packet as PDF: letter pages, the date and the page's number on each, the same cells as in HTML, its data
attached. The same packet gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import findall

from vingt.report.drawing.pdf import PlacedDrawing, pdf_pages, width
from vingt.report.drawing.shapes import INK, Drawing, Label, Rectangle
from vingt.report.packet.packet import SIGNATURES, Packet, held
from vingt.report.packet.sheet import SheetPart
from vingt.report.rules.layout_drawing import layout_drawing, plan_of_json

WIDE, HIGH = 612, 792  # points of a letter page
LEFT, TOP, BOTTOM = 40, 58, 740
ROOM = WIDE - 2 * LEFT
SIZE, STEP, GAP = 8, 10, 6  # of a text, from line to line, between columns
SIGNED = 26  # height of a row that is to be signed
SOFT, RULE = "#555555", "#cccccc"


class PageWriter:
    """Fills pages from the top; what does not fit goes onto the next."""

    def __init__(self, packet: Packet) -> None:
        self.packet = packet
        self.pages: list[list[PlacedDrawing]] = []
        self.sheet = ""
        self.heads: tuple[Sequence[str], Sequence[int]] | None = None  # of the table that is being written

    def begin(self, sheet: str) -> None:
        self.sheet = sheet
        self.page = Drawing(sheet, WIDE, HIGH)
        self.pages.append([PlacedDrawing(self.page)])
        self.at = TOP
        head = f"{self.packet.date}   {fitted(self.packet.title, 330, SIZE)}"
        self.page.shapes += [
            Label(LEFT, 34, head, SIZE, SOFT),
            Label(WIDE - LEFT, 34, f"page {len(self.pages)}", SIZE, SOFT, "end"),
            Label(LEFT, 770, f"{self.packet.date}   digest {self.packet.digest}", 7, SOFT),
        ]

    def need(self, height: int) -> None:
        if self.at + height > BOTTOM:
            self.begin(self.sheet)
            if self.heads is not None:
                self.row(*self.heads, bold=True)

    def line(self, words: str, size: int = SIZE, *, bold: bool = False, colour: str = INK) -> None:
        for part in wrapped(words, ROOM, size, bold=bold):
            self.need(size + 2)
            self.at += size + 2
            self.page.shapes.append(Label(LEFT, self.at, part, size, colour, bold=bold))

    def drawing(self, drawing: Drawing) -> None:
        scale = min(ROOM / drawing.width, (BOTTOM - TOP) / drawing.height)
        high = round(drawing.height * scale)
        self.need(high)
        self.pages[-1].append(PlacedDrawing(drawing, LEFT, self.at, scale))
        self.at += high + 8

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], least: int = 0) -> None:
        """`least` is the height of a row whose cells are to be written in by hand."""
        widths = columns([heads, *rows] if heads else rows)
        if least:
            widths = [ROOM // len(heads) - GAP] * len(heads)
        if heads:
            self.need(3 * STEP)
            self.row(heads, widths, bold=True)
            self.heads = heads, widths
        for row in rows:
            self.row(row, widths, least=least)
        self.heads = None

    def row(self, cells: Sequence[str], widths: Sequence[int], *, bold: bool = False, least: int = 0) -> None:
        parts = [wrapped(cell, wide, SIZE, bold=bold) for cell, wide in zip(cells, widths, strict=True)]
        high = max(max(map(len, parts)) * STEP + 3, least)
        self.need(min(high, BOTTOM - TOP))
        for number in range(max(map(len, parts))):
            self.need(STEP)
            self.at += STEP
            x = LEFT
            for part, wide in zip(parts, widths, strict=True):
                if number < len(part):
                    self.page.shapes.append(Label(x, self.at, part[number], SIZE, bold=bold))
                x += wide + GAP
        self.at += max(3, least - STEP)
        self.page.shapes.append(Rectangle(LEFT, self.at, ROOM, 0, RULE, RULE))


def columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """As wide as their texts want; where that is too much, the widest give way first."""
    wanted = [
        max(int(text_width(cell, SIZE, bold=True)) + 2 for cell in each) for each in zip(*rows, strict=True)
    ]
    room = ROOM - GAP * (len(wanted) - 1)
    limit = room
    while sum(min(each, limit) for each in wanted) > room:
        limit -= 2
    return [max(min(each, limit), 12) for each in wanted]


def text_width(words: str, size: int, *, bold: bool = False) -> float:
    """Helvetica's own widths; its bold face is a little wider."""
    return width(Label(0, 0, words, size)) * (1.08 if bold else 1.0)


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


def packet_pdf(packet: Packet) -> bytes:
    writer = PageWriter(packet)
    cover(writer, packet)
    for sheet in packet.sheets:
        writer.begin(sheet.title)
        writer.line(sheet.title, 14, bold=True)
        writer.at += 6
        if sheet.drawing:
            writer.drawing(layout_drawing(plan_of_json(packet.data["figures"]["layout"])))
        for part in sheet.parts:
            write_part(writer, part)
    title = f"{packet.title}: rules packet of {packet.date}"
    return pdf_pages(writer.pages, WIDE, HIGH, title, ("packet.json", held(packet.data).encode()))


def json_in(data: bytes) -> str:
    """The packet's own data that a PDF file carries; nothing where it carries none."""
    _, _, rest = data.partition(b"/Type /EmbeddedFile")
    return rest.partition(b"stream\n")[2].partition(b"\nendstream")[0].decode("utf-8", "replace")


def lines_in(data: bytes) -> list[str]:
    """What every page draws, line by line in the order of the file, each page headed by its number."""
    lines = []
    for number, page in enumerate(data.split(b"/Type /Page /Parent")[1:], start=1):
        drawn = page.partition(b"stream\n")[2].partition(b"\nendstream")[0].decode("cp1252", "replace")
        lines += [f"page {number}", *drawn.split("\n")]
    return lines


def texts_in(data: bytes) -> list[str]:
    """Every text of every page in the order of the file, each page headed by its number."""
    texts = []
    for line in lines_in(data):
        texts += [line] if line.startswith("page ") else findall(r"\(((?:[^\\()]|\\.)*)\) Tj", line)
    return texts


def cover(writer: PageWriter, packet: Packet) -> None:
    writer.begin("cover")
    writer.at += 60
    writer.line(packet.title, 20, bold=True)
    writer.at += 10
    writer.line(f"Rules, odds, layout, procedures and proof, as filed on {packet.date}", 11)
    writer.at += 14
    for words in (
        f"Rules identity {packet.identity}",
        f"Packet digest {packet.digest}",
        f"Made by {packet.data['program']}; vingt packet --verify FILE computes it again",
    ):
        writer.line(words, 9)
    writer.at += 20
    for number, sheet in enumerate(packet.sheets, start=1):
        writer.line(f"{number}. {sheet.title}", 9)


def write_part(writer: PageWriter, part: SheetPart) -> None:
    if part.title:
        writer.need(40)
        writer.at += 8
        writer.line(part.title, 10, bold=True)
    if part.text:
        writer.line(part.text)
        writer.at += 3
    elif part.rows:
        blank = all(not any(row[1:]) for row in part.rows)
        writer.table(part.heads, part.rows, SIGNED if blank and part.title == SIGNATURES else 0)
        writer.at += 4
