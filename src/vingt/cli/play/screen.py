"""The screen of `vingt play`: styled lines on a terminal, plain ones elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence

from vingt.report.text.layout import GAP, TextLine, TextTable, table_lines, wrapped
from vingt.report.text.page import harmless, print_styled

PIPE_WIDTH = 100  # hands stand side by side in a pipe too
NEEDED = "╭─╮│╰╯░▶♠♥♦♣·"


class Screen:
    @property
    def styled(self) -> bool:
        return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))

    @property
    def width(self) -> int | None:
        """Of a terminal; a pipe has none."""
        return shutil.get_terminal_size().columns if self.styled else None

    @property
    def unicode(self) -> bool:
        """Whether suits and frames can be shown at all."""
        try:
            NEEDED.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def dot(self) -> str:
        return " · " if self.unicode else " | "

    def lines(self, lines: Iterable[TextLine]) -> None:
        shown = [[(harmless(text), style) for text, style in line] for line in lines]
        if self.styled:
            print_styled(shown, sys.stdout)
        else:
            sys.stdout.writelines("".join(text for text, _ in line).rstrip() + "\n" for line in shown)

    def text(self, text: str, style: str = "") -> None:
        self.lines([(line, style)] for line in wrapped(text, self.width))

    def choices(self, question: str, offered: Iterable[str], style: str = "") -> None:
        """A question with its answers, broken only between them."""
        lines = [question + GAP]
        for at, answer in enumerate(offered):
            if self.width is not None and at and len(lines[-1]) + len(answer) + len(self.dot) > self.width:
                lines.append(GAP)
                at = 0
            lines[-1] += self.dot + answer if at else answer
        self.lines([(line, style)] for line in lines)

    def rows(self, rows: Sequence[Sequence[str]], styles: Sequence[str]) -> None:
        """Columns without headings, indented."""
        if not rows:
            return
        width = None if self.width is None else self.width - len(GAP)
        unnamed = [""] * len(styles)
        _, *lines = table_lines(TextTable(unnamed, rows, styles), width)
        self.lines([(GAP, ""), *line] for line in lines)

    def gap(self) -> None:
        self.lines([[]])
