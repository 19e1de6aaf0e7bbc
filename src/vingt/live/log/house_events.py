"""What happens to the house itself: its starts, faults, lost history. In a stream of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vingt.live.log.events import Json


@dataclass(frozen=True, slots=True)
class HouseStarted:
    """What runs: `program` is a digest of the installed package, `rulebooks` one of each rulebook's file.
    `generation` rises whenever history was lost."""

    kind: ClassVar[str] = "house_started"
    vingt: str
    program: str
    rulebooks: Json
    generation: int


@dataclass(frozen=True, slots=True)
class HouseStopped:
    kind: ClassVar[str] = "house_stopped"
    vingt: str
    program: str
    why: str


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """Somebody took responsibility for a rulebook that is not what it was at the start before."""

    kind: ClassVar[str] = "rules_accepted"
    rulebook: str
    changed: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Versions `first` to `last` of a stream were acknowledged once and are in the log no more."""

    stream: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HistoryLost:
    """The log is older than a head that was kept; every shoe in play ends, for its cards may be known."""

    kind: ClassVar[str] = "history_lost"
    generation: int
    missing: tuple[Missing, ...]
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class FaultSeen:
    kind: ClassVar[str] = "fault_seen"
    what: str


@dataclass(frozen=True, slots=True)
class FaultEnded:
    kind: ClassVar[str] = "fault_ended"
    what: str


@dataclass(frozen=True, slots=True)
class WentOutOfService:
    kind: ClassVar[str] = "went_out_of_service"
    table: str
    why: str


@dataclass(frozen=True, slots=True)
class CameBackIntoService:
    kind: ClassVar[str] = "came_back_into_service"
    table: str


HouseEvent = (
    HouseStarted
    | HouseStopped
    | RulesAccepted
    | HistoryLost
    | FaultSeen
    | FaultEnded
    | WentOutOfService
    | CameBackIntoService
)
