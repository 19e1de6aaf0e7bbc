"""Passwords: hashed with argon2 away from the loop, and tried only so often."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST, MOST = 10, 200  # characters
AT_ONCE = 2  # each hashing takes 64 MiB


class BadPassword(ValueError):
    """A new password that will not do."""


class TooManyTries(Exception):
    """Too many wrong passwords of late."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many wrong passwords: try again in {-(-wait // 60_000)} minutes")
        self.wait = wait  # milliseconds


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._nobodys = ""

    async def hashed(self, password: str) -> str:
        if not LEAST <= len(password) <= MOST:
            raise BadPassword(f"a password has {LEAST} to {MOST} characters, not {len(password)}")
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Takes as long where there is no such person as where the password is wrong."""
        if len(password) > MOST:
            return False
        if hashed is None and not self._nobodys:
            self._nobodys = await self.hashed("nobody has this one")
        async with self._places:
            right = await asyncio.to_thread(self._verified, hashed or self._nobodys, password)
        return right and hashed is not None

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


class Tries:
    """Wrong tries by whatever is counted: a login, an address. Right ones are forgotten at once."""

    def __init__(self, most: int, window: int, clock: Callable[[], int]) -> None:
        self._most, self._window, self._clock = most, window, clock
        self._wrong: defaultdict[str, deque[int]] = defaultdict(deque)

    def check(self, counted: str) -> None:
        wrong, now = self._wrong[counted], self._clock()
        while wrong and wrong[0] <= now - self._window:
            wrong.popleft()
        if len(wrong) >= self._most:
            raise TooManyTries(wrong[0] + self._window - now)
        if not wrong:
            del self._wrong[counted]

    def failed(self, counted: str) -> None:
        self._wrong[counted].append(self._clock())

    def forget(self, counted: str) -> None:
        self._wrong.pop(counted, None)
