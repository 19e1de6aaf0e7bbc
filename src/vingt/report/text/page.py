"""What a command prints: on a terminal wrapped to its width and coloured by rich; elsewhere plain text, each
row on one line and nothing cut off."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from vingt.report.text.layout import PagePart, Paragraph, TextBlock, TextLine, TextTable, lines_of


@dataclass
class Page:
    parts: list[PagePart] = field(default_factory=list)

    def title(self, text: str) -> None:
        self.parts.append(Paragraph(text, "bold"))

    def text(self, text: str, style: str = "") -> None:
        self.parts.append(Paragraph(text, style))

    def table(
        self, columns: Sequence[str], rows: Sequence[Sequence[str] | str], styles: Sequence[str] = ()
    ) -> None:
        if rows:
            self.parts.append(TextTable(columns, rows, styles))

    def block(self, head: str, beside: str = "", fields: Iterable[tuple[str, str]] = ()) -> None:
        self.parts.append(TextBlock(head, beside, [(name, text) for name, text in fields if text]))

    def lines(self, width: int | None = None) -> list[TextLine]:
        """All lines, a blank one between parts that are not both running text."""
        lines: list[TextLine] = []
        for at, part in enumerate(self.parts):
            if at and not (isinstance(part, Paragraph) and isinstance(self.parts[at - 1], Paragraph)):
                lines.append([])
            lines += lines_of(part, width)
        return [[(harmless(text), style) for text, style in line] for line in lines]

    def print(self, stream: TextIO | None = None) -> None:
        stream = stream or sys.stdout
        if stream.isatty() or os.environ.get("FORCE_COLOR"):
            print_styled(self.lines(shutil.get_terminal_size().columns), stream)
        else:
            stream.write("".join("".join(text for text, _ in line).rstrip() + "\n" for line in self.lines()))


def harmless(text: str) -> str:
    """A submission's own text may hold control characters; a terminal must not obey them."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda match: f"\\x{ord(match[0]):02x}", text)


def print_styled(lines: list[TextLine], stream: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text as RichText

    console = Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(RichText("\n").join(RichText.assemble(*line) for line in lines))


def print_json(value: object) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
