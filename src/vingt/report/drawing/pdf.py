"""A drawing as PDF: one page, Helvetica, nothing embedded."""

from __future__ import annotations

from vingt.report.drawing.shapes import Drawing, Label, Outline, Rectangle, Shape

# Widths of Helvetica in thousandths of its size, as every reader has them; what is not listed has 556.
WIDTHS = {
    **dict.fromkeys("ijl'", 222), **dict.fromkeys(" .,;:!/ftI", 278), **dict.fromkeys("r-()", 333),
    "*": 389, **dict.fromkeys("cksvxyzJ", 500), **dict.fromkeys("+=", 584), **dict.fromkeys("FTZ", 611),
    **dict.fromkeys("ABEKPSVXY&", 667), **dict.fromkeys("CDHNRUw", 722), **dict.fromkeys("GOQ", 778),
    "m": 833, "M": 833, "%": 889, "W": 944,
}  # fmt: skip
FONTS = ("Helvetica", "Helvetica-Bold")


def pdf(drawing: Drawing) -> bytes:
    """The drawing as the bytes of a PDF file, a point for each unit."""
    content = "\n".join(shape(drawn, drawing.height) for drawn in drawing.shapes).encode("cp1252", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {drawing.width} {drawing.height}] /Contents 4 0 R "
        "/Resources << /Font << /F0 5 0 R /F1 6 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>".encode()
            for font in FONTS
        ),
        f"<< /Title {string(drawing.title)} /Producer (vingt) >>".encode("cp1252", "replace"),
    ]
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


def shape(drawn: Shape, height: int) -> str:
    if isinstance(drawn, Rectangle):
        box = f"{drawn.x} {height - drawn.y - drawn.height} {drawn.width} {drawn.height} re"
        return f"{colour(drawn.fill)} rg {colour(drawn.edge)} RG {box} B"
    if isinstance(drawn, Outline):
        first, *others = (f"{x} {height - y}" for x, y in drawn.points)
        path = " ".join([f"{first} m", *(f"{point} l" for point in others), "h"])
        return f"{colour(drawn.fill)} rg {colour(drawn.edge)} RG {path} B"
    x = drawn.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[drawn.anchor] * width(drawn)
    font = f"/F{int(drawn.bold)} {drawn.size} Tf"
    return f"BT {colour(drawn.colour)} rg {font} {x:.1f} {height - drawn.y} Td {string(drawn.text)} Tj ET"


def width(label: Label) -> float:
    return sum(WIDTHS.get(sign, 556) for sign in label.text) * label.size / 1000


def colour(text: str) -> str:
    return " ".join(f"{part / 255:.3f}" for part in bytes.fromhex(text.removeprefix("#")))


def string(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"({escaped})"
