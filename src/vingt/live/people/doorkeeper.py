"""Guessing passwords is made slow, without keeping anybody out who belongs in."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from vingt.live.people.addresses import counted_as

MANY = 10_000  # logins and addresses of which tries are remembered before old ones are swept out
FREE = 5  # wrong tries that cost no waiting
LONGEST = 30_000  # milliseconds: nobody waits longer because of what others try at the same address
WINDOW = 15 * 60_000  # wrong tries are forgotten after so long
BUDGET = 30  # wrong tries for one login in that time, by everybody who never got in from where they are


class TooManyTries(Exception):
    """Too many wrong passwords of late."""

    def __init__(self, wait: int) -> None:
        seconds = max(1, -(-wait // 1000))
        shown = f"{seconds} s" if seconds < 90 else f"{-(-seconds // 60)} minutes"
        super().__init__(f"too many wrong passwords: try again in {shown}")
        self.seconds = seconds


class Attempt(NamedTuple):
    """One try that is being looked at."""

    login: str  # "" where no login's budget is spent
    origin: str
    slowed: str  # as what it is slowed down
    known_here: bool


class Doorkeeper:
    """Wrong tries slow an address down, by at most half a minute. What is tried elsewhere spends a login's
    budget, but never keeps out who once signed in from this address; nor do others there slow them down."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._of_login, self._of_address = Tries(clock), Tries(clock)
        self._signed_in_from: set[tuple[str, str]] = set()  # person and address

    def let_try(self, login: str, person: str | None, address: str) -> Attempt:
        """Or raise TooManyTries. A return code has no login."""
        attempt = self._attempt(login, person, address)
        self._of_address.slow(attempt.slowed)
        if login and not attempt.known_here:
            try:
                self._of_login.spend(login)
            except TooManyTries:
                self._of_address.forgive(attempt.slowed)  # it was not looked at
                raise
        return attempt

    def let_try_again(self, person: str, address: str) -> Attempt:
        """Somebody who is signed in gives the password once more."""
        origin = counted_as(address)
        attempt = Attempt("", origin, f"{origin} signed in as {person}", True)
        self._of_address.slow(attempt.slowed)
        return attempt

    def was_right(self, attempt: Attempt) -> None:
        if attempt.login:
            self._of_login.forgive(attempt.login, all_=True)
        self._of_address.forgive(attempt.slowed, all_=attempt.known_here)

    def remember_right(self, person: str, origin: str) -> None:
        self._signed_in_from.add((person, origin))

    def remember_wrong(self, login: str, person: str | None, address: str, at: int) -> None:
        attempt = self._attempt(login, person, address)
        self._of_address.remember(attempt.slowed, at)
        if not attempt.known_here:
            self._of_login.remember(login, at)

    def kept(self) -> tuple[Any, ...]:
        """Everything known, as a cache keeps it."""
        return (self._signed_in_from, self._of_login.kept(), self._of_address.kept())

    def restore(self, kept: tuple[Any, ...]) -> None:
        self._signed_in_from, of_login, of_address = kept
        self._of_login.restore(of_login)
        self._of_address.restore(of_address)

    def _attempt(self, login: str, person: str | None, address: str) -> Attempt:
        origin = counted_as(address)
        known_here = person is not None and (person, origin) in self._signed_in_from
        return Attempt(login, origin, f"{origin} as {login}" if known_here else origin, known_here)


class Tries:
    """Wrong tries by whatever is counted: an address, a login. Each counts as wrong until it is forgiven, so
    that many at once are no way around the limit."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._tries: defaultdict[str, deque[int]] = defaultdict(deque)

    def slow(self, counted: str) -> None:
        """Count a try, or refuse it while the one before is too near: by 1, 2, 4 … s after the free ones."""
        now = self._clock()
        tries = self._recent(counted, now)
        if len(tries) >= FREE:
            pause = min(1000 << min(len(tries) - FREE, 10), LONGEST)
            if now < tries[-1] + pause:
                raise TooManyTries(tries[-1] + pause - now)
        self._count(tries, now)

    def spend(self, counted: str) -> None:
        """Count a try, or refuse it when the budget is spent."""
        now = self._clock()
        tries = self._recent(counted, now)
        if len(tries) >= BUDGET:
            raise TooManyTries(tries[0] + WINDOW - now)
        self._count(tries, now)

    def remember(self, counted: str, at: int) -> None:
        """A wrong try as the log tells it, after a restart."""
        if at > self._clock() - WINDOW:
            self._tries[counted].append(at)

    def kept(self) -> dict[str, list[int]]:
        return {counted: list(tries) for counted, tries in self._tries.items() if tries}

    def restore(self, kept: dict[str, list[int]]) -> None:
        self._tries.update({counted: deque(tries) for counted, tries in kept.items()})

    def _count(self, tries: deque[int], now: int) -> None:
        tries.append(now)
        if len(self._tries) > MANY:
            for name in list(self._tries):
                if not self._recent(name, now):
                    del self._tries[name]

    def _recent(self, counted: str, now: int) -> deque[int]:
        tries = self._tries[counted]
        while tries and tries[0] <= now - WINDOW:
            tries.popleft()
        return tries

    def forgive(self, counted: str, *, all_: bool = False) -> None:
        """The password was right: the try is counted no more, nor (`all_`) those before it."""
        tries = self._tries.get(counted)
        if tries and not all_:
            tries.pop()
        elif tries:
            tries.clear()
