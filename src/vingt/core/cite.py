"""What stands behind a value: clauses of a rulebook, and readings where its text leaves a doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

READING_ID = re.compile(r"[A-Z]-\d+")


@dataclass(frozen=True, slots=True, order=True)
class Cite:
    """Full clause ids ("MD-P21 7.P") and reading ids ("I-3") that order one value."""

    __module__ = "vingt"

    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = ", ".join(self.clauses)
        if not self.readings:
            return named
        read = ", ".join(self.readings)
        return f"{named} (reading {read})" if named else f"reading {read}"

    def __bool__(self) -> bool:
        return bool(self.clauses or self.readings)

    def __add__(self, other: Cite) -> Cite:
        return Cite(merged(self.clauses, other.clauses), merged(self.readings, other.readings))

    def as_json(self) -> dict[str, list[str]]:
        return {"clauses": list(self.clauses), "readings": list(self.readings)}


def merged(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def is_reading(name: str) -> bool:
    return READING_ID.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Clause:
    """One provision of a rulebook, in our words."""

    id: str
    area: str
    carrier: str
    statement: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One doubt about the text: the question, the answer taken, why, and whether an operator may choose."""

    id: str
    clauses: tuple[str, ...]
    question: str
    default: str
    reason: str
    option: str

    @property
    def leaves_a_choice(self) -> bool:
        return re.match(r"(fixed|no)\b", self.option) is None


class UnknownCite(ValueError):
    """A value cites a clause or a reading that does not exist."""


class Inventory:
    """Every clause of one rulebook and every reading: what may be cited."""

    def __init__(self, prefix: str, clauses: Iterable[Clause], readings: Iterable[Reading]) -> None:
        self.prefix = prefix
        self.clauses = {clause.id: clause for clause in clauses}
        self.readings = {reading.id: reading for reading in readings}
        self._headings = {heading for clause in self.clauses for heading in headings_of(clause)}

    def cite(self, named: object) -> Cite:
        """The cite a document writes as "7.P", "I-3" or a list of such."""
        names = named if isinstance(named, list) else [named]
        if not names:
            raise UnknownCite("an empty cite")
        clauses: list[str] = []
        readings: list[str] = []
        for name in names:
            if not isinstance(name, str):
                raise UnknownCite(f"a cite is a clause or reading id, or a list of them, not {named!r}")
            if is_reading(name):
                if name not in self.readings:
                    raise UnknownCite(f"no reading {name}")
                readings.append(name)
                continue
            full = f"{self.prefix} {name}"
            if full not in self.clauses and full not in self._headings:
                raise UnknownCite(f"no clause {full}")
            clauses.append(full)
        return Cite(tuple(clauses), tuple(readings))

    def under(self, clause: str) -> list[Clause]:
        """The clause itself, or the clauses below a heading."""
        if clause in self.clauses:
            return [self.clauses[clause]]
        return [each for each in self.clauses.values() if clause in headings_of(each.id)]


def headings_of(clause: str) -> set[str]:
    """Every id of which this clause is a child: "X 7.O(3)" stands under "X 7.O" and "X 7"."""
    cuts = [match.start() for match in re.finditer(r"(?<=\w|\)|\])(?=[.(\[#])", clause)]
    return {clause[:cut] for cut in cuts}
