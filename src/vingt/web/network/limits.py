"""What one client may hold and how often it may ask: every limit in one place, and the counting of them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from math import ceil
from time import monotonic

from starlette.exceptions import HTTPException

from vingt.live.people.addresses import counted_as, of_this_machine

MANY = 10_000  # addresses remembered before those without anything are swept out
HERE = 10  # an address of this machine may hold so many times as much: load tests come from there
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """docs/security.md lists them. `at_address` are per address and HERE times as many on this machine."""

    connections: int = 4_000  # open at once, by all; fewer where the system lends fewer files
    connections_at_address: int = 200
    header_seconds: float = 10.0  # from the connection, or the answer before, to the end of the headers
    body_seconds: float = 20.0  # from there to the end of the body
    write_seconds: float = 30.0  # an answer that nobody takes is given up
    header_bytes: int = 16 * 1024
    body_bytes: int = 128 * 1024
    message_bytes: int = 4 * 1024  # one message of a WebSocket

    guests_at_address: int = 120  # in an hour; each brings demo money
    accounts_at_address: int = 30  # in an hour
    sockets_at_address: int = 120
    sockets_of_person: int = 20
    watchers_of_table: int = 1_000  # sockets that look on, at one table

    tables_of_person: int = 10  # private ones that are open
    private_tables: int = 1_000  # of everybody together
    tables_opened_of_person: int = 60  # in an hour, closed again or not
    lab_visitors: int = 200  # whose tables are computed for at the same time, each one thing at a time
    lab_visitors_at_address: int = 20

    idle_table_hours: float = 24.0  # a private table nobody looked at for so long is closed

    def times(self, factor: float) -> RequestLimits:
        """More (or fewer) of everything that is counted; what is timed or measured in bytes stays."""
        counted = [
            limit.name for limit in fields(self) if not limit.name.endswith(("_seconds", "_bytes", "_hours"))
        ]
        return replace(self, **{name: max(1, round(getattr(self, name) * factor)) for name in counted})

    def at_address(self, most: int, address: str) -> int:
        return most * HERE if of_this_machine(address) else most


LIMITS = RequestLimits()
OFF = LIMITS.times(1_000_000)


class NotALimit(ValueError):
    """No factor for the limits."""


def limits_of(text: str) -> RequestLimits:
    """What `--limits` says: a factor, or off."""
    if text == "off":
        return OFF
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0 < factor <= 1_000_000:  # infinite and NaN are neither
        raise NotALimit(f"--limits {text}: expected off, or a factor such as 0.5 or 3")
    return LIMITS.times(factor)


class TooMany(HTTPException):
    """429, with the seconds after which it is worth trying again."""

    def __init__(self, words: str, seconds: float) -> None:
        super().__init__(429, words, {"retry-after": str(max(1, ceil(seconds)))})


class Rate:
    """At most so many of something by one name in a stretch of time."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._taken: dict[str, deque[float]] = {}

    def take(self, name: str, most: int, words: str) -> None:
        """Count one more, or raise TooMany."""
        now = self._clock()
        taken = self._recent(name, now)
        if len(taken) >= most:
            raise TooMany(words, taken[0] + self._seconds - now)
        taken.append(now)
        if len(self._taken) > MANY:
            for other in list(self._taken):
                if not self._recent(other, now):
                    del self._taken[other]

    def give_back(self, name: str) -> None:
        """What was counted did not come about."""
        if taken := self._taken.get(name):
            taken.pop()

    def _recent(self, name: str, now: float) -> deque[float]:
        taken = self._taken.setdefault(name, deque())
        while taken and taken[0] <= now - self._seconds:
            taken.popleft()
        return taken


class HeldCounts:
    """How many of something each name holds now."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    def __getitem__(self, name: str) -> int:
        return self._held[name]

    @contextmanager
    def one_more(self, name: str) -> Iterator[None]:
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]


class Turnstile:
    """Counts what the clients of one house hold and ask for."""

    def __init__(self, limits: RequestLimits = LIMITS, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self._guests, self._accounts, self._tables = (Rate(HOUR, clock) for _ in range(3))
        self.at_address, self.of_person, self.watching, self.at_table = (
            HeldCounts(),
            HeldCounts(),
            HeldCounts(),
            HeldCounts(),
        )

    # -- in an hour ----------------------------------------------------------------------------------------

    @contextmanager
    def guest(self, address: str) -> Iterator[None]:
        most = self.limits.at_address(self.limits.guests_at_address, address)
        words = f"{most} guests have come from your address within an hour: come back later, or sign in"
        with _counted(self._guests, counted_as(address), most, words):
            yield

    @contextmanager
    def account(self, address: str) -> Iterator[None]:
        most = self.limits.at_address(self.limits.accounts_at_address, address)
        words = f"{most} accounts were made from your address within an hour: try again later"
        with _counted(self._accounts, counted_as(address), most, words):
            yield

    @contextmanager
    def table(self, person: str) -> Iterator[None]:
        most = self.limits.tables_opened_of_person
        words = f"you have opened {most} tables within an hour: play at one of them"
        with _counted(self._tables, person, most, words):
            yield

    # -- at once -------------------------------------------------------------------------------------------

    @contextmanager
    def socket(self, address: str, person: str | None, table: str, seated: bool) -> Iterator[None]:
        """For the life of a socket; raises TooMany before it begins. A player who sits is never a watcher too
        many."""
        limits, name = self.limits, counted_as(address)
        most = limits.at_address(limits.sockets_at_address, address)
        if self.at_address[name] >= most:
            raise TooMany(f"your address has {most} live connections already: close one", 10)
        if person is not None and self.of_person[person] >= limits.sockets_of_person:
            raise TooMany(f"you have {limits.sockets_of_person} live connections already: close one", 10)
        if not seated and self.watching[table] >= limits.watchers_of_table:
            raise TooMany(f"{limits.watchers_of_table} people look on here already: try again later", 60)
        with (
            self.at_address.one_more(name),
            self.of_person.one_more(person or ""),
            self.at_table.one_more(table),
            self.watching.one_more("" if seated else table),
        ):
            yield


@contextmanager
def _counted(rate: Rate, name: str, most: int, words: str) -> Iterator[None]:
    rate.take(name, most, words)
    try:
        yield
    except BaseException:
        rate.give_back(name)
        raise
