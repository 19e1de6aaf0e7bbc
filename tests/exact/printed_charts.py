"""The value stated with a best chart, and what that chart is worth when it is read back from its print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vingt.analysis.chart.chart import parse_chart, write_chart
from vingt.analysis.exact.chart_sheet import sheet
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import deck_counts
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

WAGER = 2500
SOFT_17 = ("S17", "H17")


@dataclass(frozen=True)
class Printed:
    rulebook: str
    decks: int
    soft17: str

    @property
    def rules(self) -> TableRules:
        """The default table without side wagers, which not every number of decks may have."""
        given = library.submission(self.rulebook).with_choices({"decks": self.decks, "soft17": self.soft17})
        raw = {key: word for key, word in given.raw.items() if key != "wagers"}
        return resolve(library.document_of(given), replace(given, raw=raw))

    def __str__(self) -> str:
        return f"{self.rulebook} {self.decks} decks {self.soft17}"


def every_table() -> Iterator[Printed]:
    for rulebook in library.RULEBOOKS:
        document = library.load(rulebook)
        for decks in deck_counts(document):
            for soft17 in SOFT_17:
                if document.leaves["dealer.soft17"].permits(soft17) is None:
                    yield Printed(rulebook, decks, soft17)


def stated_and_followed(table: Printed) -> tuple[float, float]:
    """What the sheet says the chart is worth, and what it is worth by its text."""
    stated = sheet(table.rules, WAGER)
    read = parse_chart(write_chart(stated.chart, "printed"))
    followed = edge(table.rules, read, wager=WAGER, with_law=False)
    return stated.ev + stated.super_bonus, followed.ev
