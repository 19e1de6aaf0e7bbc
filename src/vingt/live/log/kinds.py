"""Every stored kind with its version, in one place. A kind's name and meaning never change; its data may,
with the version raised by one and a line in UPGRADES that turns the older data into the newer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from vingt.core.progressive import meter
from vingt.core.rounds import event as core_event
from vingt.live.log import events
from vingt.live.log.filing import with_resolved_rules
from vingt.live.log.house_events import HouseEvent
from vingt.live.log.people_events import PeopleEvent

StreamEvent = core_event.Event | events.TableEvent  # what a table's stream holds
AnyEvent = StreamEvent | PeopleEvent | HouseEvent | meter.MeterEvent
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

ROUND_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in get_args(core_event.Event)}
TABLE_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in get_args(events.TableEvent)}
PEOPLE_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in get_args(PeopleEvent)}
HOUSE_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in get_args(HouseEvent)}
METER_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in get_args(meter.MeterEvent)}
STREAM_EVENTS: Mapping[str, type[Any]] = {**ROUND_EVENTS, **TABLE_EVENTS}
EVENTS: Mapping[str, type[Any]] = {**STREAM_EVENTS, **PEOPLE_EVENTS, **HOUSE_EVENTS, **METER_EVENTS}

VERSIONS: Mapping[str, int] = dict.fromkeys(EVENTS, 1) | {events.TableOpened.kind: 3}
UPGRADES: Mapping[tuple[str, int], Upgrade] = {  # (kind, version) -> its data as of version + 1
    (events.TableOpened.kind, 1): with_resolved_rules,
    (events.TableOpened.kind, 2): lambda data: {**data, "dealing": "automatic"},
}


class UnknownKind(ValueError):
    """The log holds a kind, or a version of one, that this vingt does not know."""


def current(kind: str, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """The data of a stored event in the form that this version of vingt writes."""
    if kind not in VERSIONS:
        raise UnknownKind(f"no kind of event is called {kind!r}: was this log written by a newer vingt?")
    if version > VERSIONS[kind]:
        raise UnknownKind(f"{kind} version {version} is newer than this vingt, which knows {VERSIONS[kind]}")
    for older in range(version, VERSIONS[kind]):
        data = UPGRADES[kind, older](data)
    return data
