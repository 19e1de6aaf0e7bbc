"""What `vingt clauses` and `vingt readings` are asked about: everything, the rules of a table, or one id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vingt.cli.carried import Carried
from vingt.cli.terminal.given import given
from vingt.cli.words import chosen_word
from vingt.core.cite import Clause, Reading, headings_of
from vingt.report.proposal import Proposal
from vingt.rulebook import library


@dataclass(frozen=True)
class Subject:
    """The rulebooks meant; `clause` when a clause or heading was named, `table` when RULES were."""

    rulebooks: tuple[str, ...]
    clause: str = ""
    table: Proposal | None = None

    def in_words(self, each: Carried) -> str:
        """What is carried, and for the open choices of a table what is chosen there."""
        if self.table is None or each.is_fixed or len(each.keys) != 1:
            return each.statement
        leaf = self.table.document.keys.get(each.keys[0])
        if leaf is None:
            return each.statement
        return f"{each.path} = {chosen_word(leaf, self.table.word(leaf))}, of {each.text}"


def subject(named: list[str] | None, choices: list[str] | None) -> Subject:
    """ "MD-P21 7.P" may come as one word or two; "MD-P21" alone is the whole rulebook."""
    name = " ".join(named or ())
    if not name and not choices:
        return Subject(library.RULEBOOKS)
    prefix, _, rest = name.partition(" ")
    for rulebook in library.RULEBOOKS:
        if library.inventory(rulebook).prefix == prefix:
            return Subject((rulebook,), name if rest else "")
    table = given(name, choices)
    _ = table.rules  # a table that is not allowed has no clauses to show
    return Subject((table.submission.rulebook,), table=table)


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
