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

    def in_words(self, each: CitedValue) -> str:
        """What is carried, and for the open choices of a table what is chosen there."""
        if self.table is None or each.is_fixed or len(each.keys) != 1:
            return each.statement
        leaf = self.table.document.keys.get(each.keys[0])
        if leaf is None:
            return each.statement
        return f"{each.path} = {chosen_word(leaf, self.table.word(leaf))}, of {each.text}"


def concerning(clause: Clause) -> tuple[Reading, ...]:
    """The readings that name the clause, or a heading over it."""
    found = {
        at: reading
        for named in (clause.id, *headings_of(clause.id))
        for at, reading in readings_by_name().get(named, ())
    }
    return tuple(found[at] for at in sorted(found))


@cache
def readings_by_name() -> dict[str, list[tuple[int, Reading]]]:
    found: dict[str, list[tuple[int, Reading]]] = {}
    for at, reading in enumerate(library.readings()):
        for named in reading.clauses:
            found.setdefault(named, []).append((at, reading))
    return found


def contains(text: str | None, *fields: str) -> bool:
    return text is None or any(text.casefold() in each.casefold() for each in fields)
