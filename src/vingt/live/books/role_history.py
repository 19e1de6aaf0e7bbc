"""Who had which role when, from the people's stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from vingt.live.log.chain import StoredEvent
from vingt.live.log.people_events import RoleGiven, RoleName, RoleTaken
from vingt.live.people.person import IMPLIED


class RoleChange(NamedTuple):
    at: int
    role: str
    given: bool


class RoleHistory:
    def __init__(self, people: Iterable[StoredEvent]) -> None:
        self._changes: defaultdict[str, list[RoleChange]] = defaultdict(list)
        for stored in people:
            if stored.kind in (RoleGiven.kind, RoleTaken.kind):
                change = RoleChange(stored.at, stored.data["role"], stored.kind == RoleGiven.kind)
                self._changes[stored.data["person"]].append(change)

    def held(self, person: str, role: RoleName, at: int) -> bool:
        """Whether the person had the role then, or one that implies it."""
        roles: set[str] = set()
        for change in self._changes.get(person, ()):
            if change.at <= at:
                (roles.add if change.given else roles.discard)(change.role)
        return role in roles or any(role in IMPLIED.get(each, ()) for each in roles)  # type: ignore[call-overload]
