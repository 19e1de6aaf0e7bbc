"""Time at live tables: how long a table waits for whom, and where the time comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from vingt.live.house_time import SystemTime


class Time(Protocol):
    """The hour of the day and waiting: the system's, or a test's own."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC; what deadlines are counted by."""

    def wall(self) -> int:
        """The same by the clock on the wall, which somebody may set; what the log is stamped with."""

    async def until(self, moment: int) -> None:
        """Return when `now` has reached the moment."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Milliseconds. A clock starts when its question is put, and anew when the house is opened again."""

    betting: int = 20_000  # from the first main wager of a round
    cut: int = 15_000
    insurance: int = 15_000
    decision: int = 25_000
    question: int = 15_000  # rescue, joining a double, covering a split
    card: int = 350  # the dealer's pause before each card
    pause: int = 4_000  # from the end of a round to the next
    seat: int = 600_000  # a box is kept so long for who neither looks nor answers
    time: Time = field(default_factory=SystemTime)
