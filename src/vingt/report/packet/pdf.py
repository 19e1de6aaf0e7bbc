"""A packet as PDF: letter pages, the date and the page's number on each, the same cells as in HTML, its data
attached. The same packet gives the same bytes."""

from __future__ import annotations

from re import findall

from vingt.core.rules.submission import Unreadable
from vingt.report.drawing.pdf import pdf_pages
from vingt.report.drawing.printed_pages import HIGH, LEFT, SIZE, WIDE, PageWriter
from vingt.report.drawing.shapes import Label
from vingt.report.packet.packet import Packet, held
from vingt.report.rules.layout_drawing import layout_drawing, plan_of_json

PDF = b"%PDF"  # what such a file begins with


def packet_pdf(packet: Packet) -> bytes:
    writer = PageWriter(f"{packet.date}   {packet.title}", f"{packet.date}   digest {packet.digest}")
    writer.begin("cover")
    layout = layout_drawing(plan_of_json(packet.data["figures"]["layout"]))
    for sheet in packet.sheets:
        writer.write(sheet, layout if sheet.drawing else None)
    cover(writer, packet)
    title = f"{packet.title}: rules packet of {packet.date}"
    return pdf_pages(writer.finish(), WIDE, HIGH, title, ("packet.json", held(packet.data).encode()))


def cover(writer: PageWriter, packet: Packet) -> None:
    """The first page, with the page on which each sheet begins."""
    writer.page, writer.at = writer.pages[0][0].drawing, 118
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
        at = round(writer.at)
        writer.page.shapes.append(Label(WIDE - LEFT, at, str(writer.begun[sheet.id]), SIZE + 1, anchor="end"))


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
    texts: list[str] = []
    for line in lines_in(data):
        texts += [line] if line.startswith("page ") else findall(r"\(((?:[^\\()]|\\.)*)\) Tj", line)
    return texts


def text_of(data: bytes, named: str) -> str:
    """The page, or the data that a PDF carries."""
    if data.startswith(PDF):
        return json_in(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{named}: not UTF-8 text, so no packet") from error
