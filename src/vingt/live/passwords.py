"""Passwords: hashed with argon2 away from the loop, and tried only so often."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST, MOST = 10, 200  # characters
AT_ONCE = 2  # each hashing takes 64 MiB
MANY = 10_000  # logins and addresses of which tries are remembered before old ones are swept out


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
    """Tries by whatever is counted: a login, an address. Each counts as wrong until it is forgiven, so that
    many at once are no way around the limit."""

    def __init__(self, most: int, window: int, clock: Callable[[], int]) -> None:
        self._most, self._window, self._clock = most, window, clock
        self._tries: defaultdict[str, deque[int]] = defaultdict(deque)

    def take(self, counted: str) -> None:
        """Count a try, or refuse it."""
        now = self._clock()
        tries = self._recent(counted, now)
        if len(tries) >= self._most:
            raise TooManyTries(tries[0] + self._window - now)
        tries.append(now)
        if len(self._tries) > MANY:
            for each in list(self._tries):
                if not self._recent(each, now):
                    del self._tries[each]

    def _recent(self, counted: str, now: int) -> deque[int]:
        tries = self._tries[counted]
        while tries and tries[0] <= now - self._window:
            tries.popleft()
        return tries

    def forgive(self, counted: str, *, all_: bool = False) -> None:
        """The password was right: the try is counted no more, nor (`all_`) those before it."""
        tries = self._tries.get(counted)
        if tries and not all_:
            tries.pop()
        elif tries:
            tries.clear()
