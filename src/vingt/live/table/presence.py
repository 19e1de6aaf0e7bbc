"""Who is at the table now. It is known while the house is open and written down nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vingt.live.table.clocks import Clocks


@dataclass(frozen=True, slots=True)
class Attendance:
    """What the dealer needs to know of it."""

    private: bool = False  # a table that is found by its address only
    gone: frozenset[str] = frozenset()  # not seen for so long that their boxes are given up
    away: Mapping[str, int] = field(default_factory=dict)  # who has left, and when


NOBODY_AWAY = Attendance()


class Presence:
    """Connections tell who is there; who has none, as programs that only ask, is there while they ask."""

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self._opened = clocks.time.now()
        self._connections: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        self._seen: dict[str, int] = {}

    def arrive(self, person: str) -> None:
        self._connections[person] += 1
        self.see(person)

    def depart(self, person: str) -> None:
        self._connections[person] -= 1
        if self._connections[person] <= 0:
            del self._connections[person]
            self._left[person] = self._clocks.time.now()

    def see(self, person: str) -> None:
        """The person looked or asked for something."""
        self._seen[person] = self._clocks.time.now()

    def is_connected(self, person: str) -> bool:
        return person in self._connections

    def idle_for(self, since: int, grace: int) -> int:
        """For how many milliseconds nobody has looked. What was before this opening of the house is known by
        the last event only, at `since`; everybody has `grace` to come back before that counts."""
        now = self._clocks.time.now()
        if self._connections or now < self._opened + grace:
            return 0
        return now - max(since or self._opened, *self._left.values(), *self._seen.values())

    def is_away(self, person: str) -> bool:
        since = self._away_from(person)
        return since is not None and since <= self._clocks.time.now()

    def attendance(self, people: Iterable[str], private: bool) -> Attendance:
        now, away, gone = self._clocks.time.now(), dict[str, int](), set[str]()
        for person in people:
            since = self._away_from(person)
            if since is not None and since <= now:
                away[person] = since
                if self._gone_from(person) <= now:
                    gone.add(person)
        return Attendance(private, frozenset(gone), away)

    def next_change(self, people: Iterable[str]) -> int | None:
        """When somebody will count as away or gone, should nothing happen until then."""
        now = self._clocks.time.now()
        moments = [
            moment
            for person in people
            if (since := self._away_from(person)) is not None
            for moment in (since, self._gone_from(person))
            if moment > now
        ]
        return min(moments, default=None)

    def _away_from(self, person: str) -> int | None:
        """From which moment the person counts as away; None while connected."""
        if person in self._connections:
            return None
        left, seen = self._left.get(person), self._seen.get(person)
        if left is not None and (seen is None or seen <= left):
            return left
        if seen is None:  # the house was opened again meanwhile
            return self._opened + self._clocks.come_back
        return seen + self._clocks.unseen

    def _gone_from(self, person: str) -> int:
        last = max(self._left.get(person, 0), self._seen.get(person, self._opened))
        return last + self._clocks.seat
