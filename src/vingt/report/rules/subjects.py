"""What `vingt clauses` and `vingt readings` are asked about: everything, the rules of a table, or one id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vingt.core.cite import Clause, Reading, headings_of
from vingt.report.proposal import Proposal
from vingt.report.rules.citations import CitedValue
from vingt.report.words.values import chosen_word
from vingt.rulebook import library


@dataclass(frozen=True)
class Subject:
    """The rulebooks meant; `clause` when a clause or heading was named, `table` when RULES were."""

    rulebooks: tuple[str, ...]
    clause: str = ""
    table: Proposal | None = None

    def in_words(self, value: CitedValue) -> str:
        """What is carried, and for the open choices of a table what is chosen there."""
        if self.table is None or value.is_fixed or len(value.keys) != 1:
            return value.statement
        leaf = self.table.document.keys.get(value.keys[0])
        if leaf is None:
            return value.statement
        return f"{value.path} = {chosen_word(leaf, self.table.word(leaf))}, of {value.text}"


def concerning(clause: Clause) -> tuple[Reading, ...]:
    """The readings that name the clause, or a heading over it."""
    readings = {
        at: reading
        for named in (clause.id, *headings_of(clause.id))
        for at, reading in readings_by_name().get(named, ())
    }
    return tuple(readings[at] for at in sorted(readings))


@cache
def readings_by_name() -> dict[str, list[tuple[int, Reading]]]:
    by_name: dict[str, list[tuple[int, Reading]]] = {}
    for at, reading in enumerate(library.readings()):
        for named in reading.clauses:
            by_name.setdefault(named, []).append((at, reading))
    return by_name


def contains(text: str | None, *fields: str) -> bool:
    return text is None or any(text.casefold() in field.casefold() for field in fields)
