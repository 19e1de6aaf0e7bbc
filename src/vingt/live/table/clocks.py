"""Time at live tables: how long a table waits for whom, and where the time comes from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from vingt.live.log.events import Pace
from vingt.live.table.house_time import SystemTime

ClockName = Literal[
    "betting",
    "cut",
    "insurance",
    "decision",
    "rescue",
    "join_double",
    "cover_split",
    "late_second_card",
    "late_drawn_card",
    "switch",
    "next",
]

TURBO_CARD, TURBO_PAUSE = 90, 600


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
    card: int = 350  # the dealer's pause before each card, at a normal pace
    wheel: int = 5_500  # a wheel turns for five to six seconds (MA-P21 16(n)#1)
    pause: int = 4_000  # from the end of a round to the next, at a normal pace
    seat: int = 600_000  # a box is kept so long for who neither looks nor answers
    away: int = 5_000  # what somebody who has left may cost those who stay, altogether
    unseen: int = 30_000  # who has no connection counts as away when not seen for so long
    come_back: int = 15_000  # everybody has so long to connect again when the house was opened again
    time: Time = field(default_factory=SystemTime)

    def at(self, pace: Pace) -> Clocks:
        """The dealer's own pauses at another pace; players' time to think is the same at each."""
        match pace:
            case "calm":
                return replace(self, card=2 * self.card, pause=2 * self.pause)
            case "normal":
                return self
            case "turbo":
                return replace(self, card=min(TURBO_CARD, self.card), pause=min(TURBO_PAUSE, self.pause))
