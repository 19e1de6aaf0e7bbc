"""Where events are kept. A store is append-only; an append that returned is durable, all of it or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from vingt.live.log.chain import StoredEvent

__all__ = [
    "Appended",
    "Conflict",
    "EventStore",
    "KeyUsed",
    "NewEvent",
    "NotStored",
    "StoreClosed",
    "StoreDamaged",
    "StoreFailed",
    "StoreUnusable",
    "StoredEvent",
]

DATABASE, KEY = "house.db", "house.key"  # the files of a house: its log, and the key to what is sealed in it
HOUSE = "house"
PEOPLE = "people"
TABLE = "table/"
METER = "meter/"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event about to be stored; made from a dataclass by `codec.new`. A key is used once by an actor in a
    stream, and is given to the first event of what its command caused."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    key: str = ""
    actor: str = ""


class Conflict(Exception):
    """The stream is not at the version that the writer thought."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class KeyUsed(Exception):
    """The actor has used this idempotency key in this stream already."""

    def __init__(self, stream: str, actor: str, key: str) -> None:
        super().__init__(f"{stream}: {actor} has used the key {key!r} already")
        self.stream, self.actor, self.key = stream, actor, key


class NotStored(Exception):
    """The store could not write (disk full, disk failed): nothing of the append is kept."""

    public = "the house cannot write its log"  # what everybody may be told of it


class StoreFailed(NotStored):
    """The store is out of order and says so at once, until it has recovered."""


class StoreDamaged(StoreFailed):
    """What was written is not there as it was written: nothing more is taken, until a backup is restored."""

    public = "the log of the house is damaged"


class StoreClosed(Exception):
    """The store was closed."""


class StoreUnusable(Exception):
    """The store cannot be opened: no such file, in use by another process, of a newer vingt, not a store."""


Batches = Mapping[str, tuple[int, Sequence[NewEvent]]]
Appended = dict[str, tuple[StoredEvent, ...]]


class EventStore(Protocol):
    """`tests/live/store_contract.py` says what every store must do."""

    async def append(self, batches: Batches) -> Appended:
        """Add events to one or several streams at once: {stream: (the version it is at, events)}.

        Returns when they are durable, with what was stored. Raises Conflict or KeyUsed, and then nothing
        of it is kept. Appends called one after another are stored in that order.
        """
        ...

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """The stream's events from version `after` + 1 on."""
        ...

    def streams(self) -> Mapping[str, int]:
        """Every stream and the version it is at."""
        ...

    def find(self, stream: str, actor: str, key: str) -> StoredEvent | None:
        """The event stored under an idempotency key."""
        ...

    async def close(self) -> None:
        """Write what is under way, then stop."""
        ...
