"""A drawing as PNG, with nothing but zlib and a small bitmap font."""

from __future__ import annotations

import struct
import zlib

from vingt.report.drawing.shapes import Drawing, Label, Outline, Rectangle

SCALE = 2  # pixels of the picture for one unit of the drawing
TALL, BROAD = 9, 6  # a glyph's cell: five by seven, two rows below the line, one column between

# Seven rows of five bits for each sign, two hexadecimal digits a row; g j p q y , ; go two rows deeper.
GLYPHS = {
    " ": "00000000000000", "!": "04040404040004", "'": "04040800000000", "$": "040f140e051e04",
    "%": "18190204081303", "(": "02040808080402", ")": "08040202020408", "*": "0004150e150400",
    "+": "0004041f040400", "-": "0000001f000000", "–": "0000001f000000", ".": "00000000000c0c",
    "/": "00010204081000", ":": "000c0c000c0c00", "=": "00001f001f0000", "?": "0e110102040004",
    "0": "0e11131519110e", "1": "040c040404040e", "2": "0e11010204081f", "3": "1f02040201110e",
    "4": "02060a121f0202", "5": "1f101e0101110e", "6": "0608101e11110e", "7": "1f010204080808",
    "8": "0e11110e11110e", "9": "0e11110f01020c",
    "A": "0e1111111f1111", "B": "1e11111e11111e", "C": "0e11101010110e", "D": "1c12111111121c",
    "E": "1f10101e10101f", "F": "1f10101e101010", "G": "0e11101711110f", "H": "1111111f111111",
    "I": "0e04040404040e", "J": "0702020202120c", "K": "11121418141211", "L": "1010101010101f",
    "M": "111b1515111111", "N": "11111915131111", "O": "0e11111111110e", "P": "1e11111e101010",
    "Q": "0e11111115120d", "R": "1e11111e141211", "S": "0f10100e01011e", "T": "1f040404040404",
    "U": "1111111111110e", "V": "11111111110a04", "W": "1111111515150a", "X": "11110a040a1111",
    "Y": "1111110a040404", "Z": "1f01020408101f",
    "a": "00000e010f110f", "b": "1010161911111e", "c": "00000e1010110e", "d": "01010d1311110f",
    "e": "00000e111f100e", "f": "0609081c080808", "g": "00000f11110f010e", "h": "10101619111111",
    "i": "04000c0404040e", "j": "02000602020202120c", "k": "10101214181412", "l": "0c04040404040e",
    "m": "00001a15151111", "n": "00001619111111", "o": "00000e1111110e", "p": "00001e11111e1010",
    "q": "00000d13110f0101", "r": "00001619101010", "s": "00000e100e011e", "t": "08081c08080906",
    "u": "0000111111130d", "v": "00001111110a04", "w": "0000111115150a", "x": "0000110a040a11",
    "y": "00001111110f010e", "z": "00001f0204081f", ",": "00000000000c0408", ";": "000c0c000c0c0408",
}  # fmt: skip


def png(drawing: Drawing) -> bytes:
    """The drawing as the bytes of a PNG file, 8 bits a colour."""
    wide, high = drawing.width * SCALE, drawing.height * SCALE
    rows = [bytearray(b"\xff" * (wide * 3)) for _ in range(high)]
    for shape in drawing.shapes:
        if isinstance(shape, Rectangle):
            fill(rows, shape.x, shape.y, shape.width + 1, shape.height + 1, shape.edge)
            inside = shape.x * SCALE + 1, shape.y * SCALE + 1
            fill_pixels(rows, *inside, shape.width * SCALE - 1, shape.height * SCALE - 1, shape.fill)
        elif isinstance(shape, Outline):
            fill_outline(rows, shape)
        else:
            write(rows, shape)
    return encoded(rows, wide, high)


def colour(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("#"))


def fill(rows: list[bytearray], x: int, y: int, width: int, height: int, paint: str) -> None:
    fill_pixels(rows, x * SCALE, y * SCALE, (width - 1) * SCALE + 1, (height - 1) * SCALE + 1, paint)


def fill_pixels(rows: list[bytearray], x: int, y: int, width: int, height: int, paint: str) -> None:
    line = colour(paint) * width
    for row in rows[max(y, 0) : y + height]:
        row[x * 3 : (x + width) * 3] = line


def fill_outline(rows: list[bytearray], shape: Outline) -> None:
    """Row by row between where its sides cross; its edge is a pixel on either side."""
    corners = [(round(x * SCALE), round(y * SCALE)) for x, y in shape.points]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    for y in range(min(y for _, y in corners), max(y for _, y in corners)):
        crossed = sorted(
            x1 + (y - y1) * (x2 - x1) // (y2 - y1)
            for (x1, y1), (x2, y2) in sides
            if min(y1, y2) <= y < max(y1, y2)
        )
        for left, right in zip(crossed[::2], crossed[1::2], strict=False):
            fill_pixels(rows, left, y, right - left + 1, 1, shape.edge)
            fill_pixels(rows, left + 1, y, max(right - left - 1, 0), 1, shape.fill)


def write(rows: list[bytearray], label: Label) -> None:
    """Texts are drawn three pixels a dot when large, else two."""
    dot = 3 if label.size >= 18 else 2
    width = len(label.text) * BROAD * dot - dot
    start = label.x * SCALE
    if label.anchor == "middle":
        start -= width // 2
    elif label.anchor == "end":
        start -= width
    top = label.y * SCALE - 7 * dot
    paint = colour(label.colour)
    for at, sign in enumerate(label.text):
        for down, bits in enumerate(bytes.fromhex(GLYPHS.get(sign, GLYPHS["?"]))):
            for right in range(5):
                if bits >> (4 - right) & 1:
                    x = start + (at * BROAD + right) * dot
                    broad = dot + 1 if label.bold else dot
                    for row in rows[top + down * dot : top + (down + 1) * dot]:
                        row[x * 3 : (x + broad) * 3] = paint * broad


def encoded(rows: list[bytearray], wide: int, high: int) -> bytes:
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
