"""What the house asks of the lab's processes: everything heavy is imported there and not here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from vingt.web.computation.figures import FigureJson

Unit = tuple[str, tuple[str, tuple[Any, ...]]]  # the name of a figure; what makes it, and of what
RUN, PACKET = "run", "packet"  # what is only done where it is asked for
GLANCE = "glance"  # what stands above all parts
EDGE = "edge"


@dataclass(frozen=True, slots=True)
class LabPiece:
    """A piece of a page, ready to be passed on: the house's loop, which all tables share, encodes nothing."""

    json: str  # a string
    digest: str  # by which it is known again

    @classmethod
    def of(cls, html: str) -> LabPiece:
        return cls(json.dumps(html), hashlib.sha256(html.encode()).hexdigest()[:16])

    @property
    def html(self) -> str:
        html: str = json.loads(self.json)
        return html


BLANK = LabPiece.of("")


def made(kind: str, arguments: tuple[Any, ...]) -> FigureJson:
    from vingt.web.lab.units import MAKERS

    return MAKERS[kind](*arguments)


def work(unit: Unit) -> partial[FigureJson]:
    return partial(made, *unit[1])


def planned(query: str) -> FigureJson:
    from vingt.web.lab import parts

    return parts.planned(query)


def drawn(query: str, part: str, names: Sequence[str], known: Mapping[str, FigureJson]) -> LabPiece:
    from vingt.web.lab import parts

    return LabPiece.of(parts.drawn(query, part, names, known))


def taken(
    kind: str,
    query: str,
    parts: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    known: Mapping[str, FigureJson],
) -> str:
    """The table as a file of its own, html or csv."""
    from vingt.web.lab import takings

    return takings.taken(kind, query, parts, known)


def packet_unit(text: str, day: str) -> Unit:
    """Everything that is filed for the table, dated that day."""
    name = hashlib.sha256(f"{day}\n{text}".encode()).hexdigest()[:32]
    return f"packet-{name}", ("packet", (text, day))


def variation_units(changes: FigureJson) -> list[Unit]:
    """The tables with one choice made otherwise."""
    return [(change["unit"], ("value", (change["text"],))) for change in changes["changes"]]


def every_unit(parts: Mapping[str, list[Unit]]) -> Iterator[Unit]:
    """Each once, in the order of the parts."""
    seen: set[str] = set()
    for units in parts.values():
        for unit in units:
            if unit[0] not in seen:
                seen.add(unit[0])
                yield unit
