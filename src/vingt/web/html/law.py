"""What a clause or a reading says, for pages that open a cite."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vingt.core.cite import Cite
from vingt.rulebook import library

MANY = 6  # a heading with more clauses below it is only counted


@dataclass(frozen=True, slots=True)
class Passage:
    """One clause or reading in words."""

    id: str
    text: str
    taken: str = ""  # how a reading answers its question
    because: str = ""


@cache
def prefixes() -> dict[str, str]:
    """How each rulebook's clauses begin -> its id."""
    return {library.inventory(rulebook).prefix: rulebook for rulebook in library.RULEBOOKS}


@cache
def passages(cite: Cite) -> tuple[Passage, ...]:
    """Every clause and reading of a cite, in words; what is unknown stays a bare id."""
    quoted: list[Passage] = []
    for clause in cite.clauses:
        rulebook = prefixes().get(clause.partition(" ")[0])
        under = library.inventory(rulebook).under(clause) if rulebook else []
        if 0 < len(under) <= MANY:
            quoted.extend(Passage(part.id, part.statement) for part in under)
        else:
            quoted.append(Passage(clause, f"{len(under)} clauses stand under this heading." if under else ""))
    known = {reading.id: reading for reading in library.readings()}
    for name in cite.readings:
        reading = known.get(name)
        if reading is not None:
            quoted.append(Passage(name, reading.question, reading.default, reading.reason))
        else:
            quoted.append(Passage(name, ""))
    return tuple(quoted)
