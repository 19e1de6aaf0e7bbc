"""Time as a house lives it: it never runs back, and stands still while the house itself stood still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

BEAT = 500  # milliseconds between looks at the clock while somebody waits
OVERSLEPT = 2_000  # between two looks: the process was stopped, or the machine asleep


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def monotonic_clock() -> int:
    return time.monotonic_ns() // 1_000_000


class SystemTime:
    """Begins at the hour of the day and goes on by the monotonic clock: who sets the machine's clock moves
    no deadline. While somebody waits the clock is looked at twice a second; when it was not, the process was
    stopped, nobody could answer, and that time does not count: every running clock gets it back."""

    def __init__(
        self, monotonic: Callable[[], int] = monotonic_clock, wall: Callable[[], int] = wall_clock
    ) -> None:
        self._monotonic, self.wall = monotonic, wall
        self._looked = monotonic()
        self._ahead = wall() - self._looked  # what to add to the monotonic clock
        self._waiting = 0
        self._beating: asyncio.TimerHandle | None = None

    def now(self) -> int:
        """Milliseconds since 1970, UTC, as this house counts them."""
        looked, self._looked = self._looked, self._monotonic()
        if self._waiting and self._looked - looked > OVERSLEPT:
            self._ahead -= self._looked - looked - BEAT
        return self._looked + self._ahead

    async def until(self, moment: int) -> None:
        """Return when `now` has reached the moment."""
        self.now()
        self._waiting += 1
        try:
            self._beat()
            while (left := moment - self.now()) > 0:
                await asyncio.sleep(left / 1000)
        finally:
            self._waiting -= 1
            if not self._waiting and self._beating is not None:
                self._beating.cancel()
                self._beating = None

    def _beat(self, again: bool = False) -> None:
        if self._beating is None or again:
            self.now()
            self._beating = asyncio.get_running_loop().call_later(BEAT / 1000, self._beat, True)
