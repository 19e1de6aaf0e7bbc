"""Drawings as PDF: Helvetica, nothing embedded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vingt.report.drawing.shapes import Drawing, DrawnShape, Label, Outline, Rectangle

# Widths of Helvetica in thousandths of its size, as every reader has them; what is not listed has 556.
WIDTHS = {
    **dict.fromkeys("ijl'", 222), **dict.fromkeys(" .,;:!/ftI", 278), **dict.fromkeys("r-()", 333),
    "*": 389, **dict.fromkeys("cksvxyzJ", 500), **dict.fromkeys("+=", 584), **dict.fromkeys("FTZ", 611),
    **dict.fromkeys("ABEKPSVXY&", 667), **dict.fromkeys("CDHNRUw", 722), **dict.fromkeys("GOQ", 778),
    "m": 833, "M": 833, "%": 889, "W": 944,
}  # fmt: skip
FONTS = ("Helvetica", "Helvetica-Bold")


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing on a page: its upper left corner in points, and by how much it is shrunk."""

    drawing: Drawing
    x: float = 0
    y: float = 0
    scale: float = 1


def pdf(drawing: Drawing) -> bytes:
    """The drawing as the bytes of a PDF file, a point for each unit."""
    return pdf_pages([[PlacedDrawing(drawing)]], drawing.width, drawing.height, drawing.title)


def pdf_pages(
    pages: Sequence[Sequence[PlacedDrawing]],
    width: int,
    height: int,
    title: str,
    attached: tuple[str, bytes] | None = None,
) -> bytes:
    """Pages of one size, and a file with its name that travels in this one. Nothing depends on when or where
    it was written."""
    first = 3 + len(FONTS)  # after the catalogue, the list of pages and the fonts
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    fonts = " ".join(f"/F{at} {3 + at} 0 R" for at in range(len(FONTS)))
    held_at = first + 2 * len(pages)  # what is attached, and its bytes
    names = ""
    if attached is not None:
        names = f" /Names << /EmbeddedFiles << /Names [{string(attached[0])} {held_at} 0 R] >> >>"
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R{names} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>".encode()
            for font in FONTS
        ),
    ]
    for at, page in enumerate(pages):
        content = "\n".join(placed(each, height) for each in page).encode("cp1252", "replace")
        held = first + 2 * at + 1
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {held} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        ]
    if attached is not None:
        named, inner = string(attached[0]), attached[1]
        objects += [
            f"<< /Type /Filespec /F {named} /EF << /F {held_at + 1} 0 R >> >>".encode(),
            b"<< /Type /EmbeddedFile /Length %d >>\nstream\n%b\nendstream" % (len(inner), inner),
        ]
    objects.append(f"<< /Title {string(title)} /Producer (vingt) >>".encode("cp1252", "replace"))
    data, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    data += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(data)


def placed(each: PlacedDrawing, height: int) -> str:
    drawn = "\n".join(shape(one, each.drawing.height) for one in each.drawing.shapes)
    lift = height - each.y - each.drawing.height * each.scale
    if (each.x, lift, each.scale) == (0, 0, 1):
        return drawn
    return f"q {each.scale:.4f} 0 0 {each.scale:.4f} {each.x:.2f} {lift:.2f} cm\n{drawn}\nQ"


def shape(drawn: DrawnShape, height: int) -> str:
    if isinstance(drawn, Rectangle):
        box = f"{drawn.x} {height - drawn.y - drawn.height} {drawn.width} {drawn.height} re"
        return f"{colour(drawn.fill)} rg {colour(drawn.edge)} RG {box} B"
    if isinstance(drawn, Outline):
        first, *others = (f"{x:g} {round(height - y, 2):g}" for x, y in drawn.points)
        path = " ".join([f"{first} m", *(f"{point} l" for point in others), "h"])
        return f"{colour(drawn.fill)} rg {colour(drawn.edge)} RG {path} B"
    x = drawn.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[drawn.anchor] * width(drawn)
    font = f"/F{int(drawn.bold)} {drawn.size} Tf"
    return f"BT {colour(drawn.colour)} rg {font} {x:.1f} {height - drawn.y} Td {string(drawn.text)} Tj ET"


def width(label: Label) -> float:
    """By Helvetica's own widths; its bold face is a little wider."""
    wide = sum(WIDTHS.get(sign, 556) for sign in label.text) * label.size / 1000
    return wide * 1.08 if label.bold else wide


def colour(text: str) -> str:
    return " ".join(f"{part / 255:.3f}" for part in bytes.fromhex(text.removeprefix("#")))


def string(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"({escaped})"
