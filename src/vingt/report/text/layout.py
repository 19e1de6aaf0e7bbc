"""Tables and blocks as lines of styled text, wrapped to a width or, without one, in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

GAP = "  "
NARROWEST = 8
LONG = 60

Segment = tuple[str, str]  # a text and its style
TextLine = list[Segment]


@dataclass(frozen=True)
class Paragraph:
    text: str
    style: str = ""


@dataclass(frozen=True)
class TextTable:
    """A row that is just a text is a heading: the rows after it stand indented under it."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str] | str]
    styles: Sequence[str] = ()


@dataclass(frozen=True)
class TextBlock:
    """A named thing with its texts: the head line, then one labelled text per line."""

    head: str
    beside: str = ""
    fields: Sequence[tuple[str, str]] = ()


PagePart = Paragraph | TextTable | TextBlock


def lines_of(part: PagePart, width: int | None) -> Iterator[TextLine]:
    match part:
        case Paragraph(text, style):
            for line in wrapped(text, width):
                yield [(line, style)]
        case TextTable():
            yield from table_lines(part, width)
        case TextBlock():
            yield from block_lines(part, width)


def table_lines(table: TextTable, width: int | None) -> Iterator[TextLine]:
    indent = GAP if any(isinstance(row, str) for row in table.rows) else ""
    every = [table.columns, *(row for row in table.rows if not isinstance(row, str))]
    room = None if width is None else width - len(indent) - len(GAP) * (len(table.columns) - 1)
    widths = fitted([[row[at] for row in every] for at in range(len(table.columns))], room)
    styles = [*table.styles, *("" for _ in widths)]

    def row_lines(row: Sequence[str], styles: Sequence[str]) -> Iterator[TextLine]:
        cells = [wrapped(cell, None if width is None else its) for cell, its in zip(row, widths, strict=True)]
        for texts in zip_longest(*cells, fillvalue=""):
            line = [(indent, "")]
            for text, its, style in zip(texts, widths, styles, strict=False):
                line += [(text, style), (" " * (its - len(text)) + GAP, "")]
            yield stripped(line)

    yield from row_lines(table.columns, ["dim"] * len(widths))
    for row in table.rows:
        if isinstance(row, str):
            yield from ([(line, "bold")] for line in wrapped(row, width))
        else:
            yield from row_lines(row, styles)


def block_lines(block: TextBlock, width: int | None) -> Iterator[TextLine]:
    beside = wrapped(block.beside, None if width is None else width - len(block.head) - len(GAP))
    yield stripped([(block.head, "bold"), (GAP, ""), (beside[0], "")])
    yield from ([(" " * (len(block.head) + len(GAP)), ""), (line, "")] for line in beside[1:])
    widest = max((len(label) for label, _ in block.fields), default=0)
    room = None if width is None else width - widest - 2 * len(GAP)
    for label, text in block.fields:
        for at, line in enumerate(wrapped(text, room)):
            yield [(f"{GAP}{('' if at else label).ljust(widest)}{GAP}", "dim"), (line, "")]


def stripped(line: TextLine) -> TextLine:
    while line and not line[-1][0].strip():
        line = line[:-1]
    return line


def fitted(columns: Sequence[Sequence[str]], room: int | None) -> list[int]:
    """Column widths that together keep to the room: the widest gives way first, down to its longest word.

    Without a room a cell is never broken; a long one sticks out instead of pushing the whole column away.
    """
    if room is None:
        return [max((len(cell) for cell in column if len(cell) <= LONG), default=0) for column in columns]
    widths = [max(len(cell) for cell in column) for column in columns]
    floors = [max(NARROWEST, max(len(word) for cell in column for word in words(cell))) for column in columns]
    for least in (floors, [NARROWEST] * len(columns)):
        while sum(widths) > room:
            loose = [at for at, width in enumerate(widths) if width > least[at]]
            if not loose:
                break
            widths[max(loose, key=lambda at: widths[at])] -= 1
    return widths


def words(text: str) -> list[str]:
    """Pieces between which a line may be broken: at spaces, and after _ . / - inside long names."""
    return [
        piece for piece in re.split(r"(\s+)|(?<=[a-z0-9][_./-])(?=[a-z])", text) if piece and piece.strip()
    ] or [""]


def wrapped(text: str, width: int | None) -> list[str]:
    """The text in lines of at most `width` characters; names are broken only where they must be."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if width is None or len(paragraph) <= width:
            lines.append(paragraph)
        else:
            lines += broken(paragraph, max(width, 1))
    return lines


def broken(text: str, width: int) -> list[str]:
    lines = [""]
    for token in re.findall(r"\s*\S+", text):
        if len(lines[-1]) + len(token) <= width:
            lines[-1] += token
            continue
        word = token.lstrip()
        if lines[-1]:
            lines.append("")
        while len(word) > width:
            cut = max((match.end() for match in re.finditer(r"[_./-]", word[:width])), default=0) or width
            lines[-1] = word[:cut]
            lines.append("")
            word = word[cut:]
        lines[-1] = word
    return lines
