"""Why a command is refused. A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cite import Cite
from vingt.core.rounds.event import Event


@dataclass(frozen=True, slots=True)
class Refusal:
    why: str
    cite: Cite = Cite()

    def __str__(self) -> str:
        return f"{self.why} [{self.cite}]" if self.cite else self.why


EventsOrRefusal = list[Event] | Refusal
