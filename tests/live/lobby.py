"""People of a store that can be closed and opened again, without tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from argon2 import PasswordHasher

from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.people.passwords import Passwords
from vingt.live.people.people import (
    People,
)

PASSWORD = "correct horse battery"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the work is argon2's own business


class Lobby:
    """People of a store that can be closed and opened again, under a clock that is turned by hand."""

    def __init__(self, folder: Path) -> None:
        self.path, self.now = folder / "house.db", 1_700_000_000_000
        self.open()

    def open(self) -> None:
        self.store = SqliteStore(self.path, clock=lambda: self.now)
        self.people = People(self.store, lambda: self.now, Passwords(QUICK))

    async def reopen(self) -> None:
        await self.store.close()
        self.open()


def visit(folder: Path, play: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        lobby = Lobby(folder)
        try:
            await play(lobby)
        finally:
            await lobby.store.close()

    asyncio.run(run())
