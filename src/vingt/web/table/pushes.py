"""Who is due news of a table. Commands come first: the news wait a moment, so that several become one, and go
out a few at a time, to players before those who only watch. Who does not read is given up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic

WINDOW = 0.01  # seconds in which news become one
TURNS = 2  # of the loop between one push and the next: a command takes a dozen from its arrival to its answer
BREATH = 0.001  # seconds between those who only watch: five hundred of them are told within a second
PATIENCE, PATIENCE_WITH_WATCHERS = 20.0, 5.0  # seconds for a reader to take what was sent


class Reader:
    """One connection, as far as it is told things. `wanted` is set when it is its turn."""

    def __init__(self, pushes: Pushes, watches: bool, give_up: Callable[[], None]) -> None:
        self.wanted = asyncio.Event()
        self._pushes, self._watches, self._give_up = pushes, watches, give_up
        self._waits = False
        self._missed = False  # something new while it was being told
        self._told_since: float | None = None

    def due(self) -> None:
        """There is something new to see."""
        if self._told_since is not None:
            self._missed = True
            patience = PATIENCE_WITH_WATCHERS if self._watches else PATIENCE
            if monotonic() - self._told_since > patience:
                self._give_up()
        elif not self._waits:
            self._waits = True
            self._pushes.add(self, self._watches)

    def turn(self) -> None:
        self.wanted.set()

    async def turn_comes(self) -> None:
        await self.wanted.wait()
        self.wanted.clear()
        self._waits, self._missed = False, False
        self._told_since = monotonic()

    def was_told(self) -> None:
        self._told_since = None
        if self._missed:
            self.due()


class Pushes:
    """One for each served house."""

    def __init__(self) -> None:
        self._players: deque[Reader] = deque()
        self._watchers: deque[Reader] = deque()
        self._task: asyncio.Task[None] | None = None

    def add(self, reader: Reader, watches: bool) -> None:
        (self._watchers if watches else self._players).append(reader)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._tell_all(), name="pushes")

    async def _tell_all(self) -> None:
        try:
            await asyncio.sleep(WINDOW)
            while self._players or self._watchers:
                if self._players:
                    self._players.popleft().turn()
                    for _ in range(TURNS):
                        await asyncio.sleep(0)
                else:
                    self._watchers.popleft().turn()
                    await asyncio.sleep(BREATH)
        finally:
            self._task = None
