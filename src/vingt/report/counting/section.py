"""A report made of sections: said once, printed as a page of text or as HTML that stands by itself."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vingt.report import template
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page


@dataclass(frozen=True)
class SectionTable:
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: bool = True  # whether columns of figures stand to the right

    @property
    def numbers(self) -> tuple[int, ...]:
        """The columns that stand to the right: those whose every text is a figure."""
        return tuple(
            at
            for at in range(len(self.heads) if self.figures else 0)
            if all(row[at][:1] in "+-–0123456789$" for row in self.rows if row[at])
        )


class Figure(Protocol):
    """Something drawn, for those who would rather look than read."""

    @property
    def title(self) -> str: ...

    @property
    def svg(self) -> str: ...


@dataclass(frozen=True)
class ReportSection:
    """`text` is what to know of it in a sentence or two."""

    heading: str
    facts: Sequence[tuple[str, str]] = ()
    tables: Sequence[SectionTable] = ()
    bars: Sequence[Figure] = field(default_factory=tuple)
    notes: Sequence[str] = ()
    text: str = ""


def text_page(at: Proposal, title: str, sections: Sequence[ReportSection], notes: Sequence[str] = ()) -> Page:
    page = Page()
    page.title(title)
    page.text(f"{at.document.title}; identity {at.rules.identity[:12]}", "dim")
    for section in sections:
        page.block(section.heading, "", section.facts)
        if section.text:
            page.text(section.text)
        for table in section.tables:
            page.table(table.heads, table.rows, ("bold",))
        for note in section.notes:
            page.text(note, "dim")
    for note in notes:
        page.text(note, "dim")
    return page


def html_text(at: Proposal, title: str, sections: Sequence[ReportSection], notes: Sequence[str] = ()) -> str:
    return template.page("counting.html", at=at, heading=title, sections=sections, notes=notes)


def csv_lines(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue()
