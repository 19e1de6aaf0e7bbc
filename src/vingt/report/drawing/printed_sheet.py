"""What is printed, as sheets of texts, tables and drawings. Their cells are texts already, so that HTML and
PDF show the same digits, and two of the same kind can be compared cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FIGURE = re.compile(r"[-+–$]*[\d,.]*( ?%|/\d+| to 1)?")  # columns of such texts stand to the right


@dataclass(frozen=True)
class SheetPart:
    """One of: a text, a table (with heads), or facts (a table without heads)."""

    text: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    title: str = ""

    @property
    def signed(self) -> bool:
        """Whether its cells are blank, to be written in by hand."""
        return bool(self.heads) and all(not any(row[1:]) for row in self.rows)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The columns that stand to the right: those whose every text is a figure."""
        return tuple(
            at for at in range(1, len(self.heads)) if all(FIGURE.fullmatch(row[at]) for row in self.rows)
        )

    def as_json(self) -> dict[str, Any]:
        kept = {"title": self.title, "text": self.text, "heads": list(self.heads)}
        return {name: each for name, each in kept.items() if each} | (
            {"rows": [list(row) for row in self.rows]} if self.rows else {}
        )


@dataclass(frozen=True)
class PrintedSheet:
    """`drawing` names what is drawn on it."""

    id: str
    title: str
    parts: Sequence[SheetPart] = field(default_factory=tuple)
    drawing: str = ""

    def as_json(self) -> dict[str, Any]:
        drawn = {"drawing": self.drawing} if self.drawing else {}
        return {"id": self.id, "title": self.title, **drawn, "parts": [part.as_json() for part in self.parts]}


def text(words: str) -> SheetPart:
    return SheetPart(text=words)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> SheetPart:
    return SheetPart(heads=tuple(heads), rows=tuple(map(tuple, rows)), title=title)


def facts(rows: Iterable[tuple[str, str]], title: str = "") -> SheetPart:
    return SheetPart(rows=tuple((name, said) for name, said in rows if said), title=title)


def sheet_of_json(kept: Mapping[str, Any]) -> PrintedSheet:
    parts = tuple(
        SheetPart(
            text=part.get("text", ""),
            heads=tuple(part.get("heads", ())),
            rows=tuple(map(tuple, part.get("rows", ()))),
            title=part.get("title", ""),
        )
        for part in kept["parts"]
    )
    return PrintedSheet(kept["id"], kept["title"], parts, kept.get("drawing", ""))
