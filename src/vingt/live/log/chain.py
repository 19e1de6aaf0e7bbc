"""The hash chain: each event of a stream is bound to the one before it, so none can be changed unnoticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

START = "0" * 64  # what the first event of a stream follows


def canonical(value: object) -> str:
    """JSON in the one spelling that is hashed: sorted keys, no spaces, ASCII; numbers are whole."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, default=_refuse
    )


def _refuse(value: object) -> object:
    raise TypeError(f"an event holds JSON values only, not {type(value).__name__}")


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """`at` is UTC milliseconds; `key` the command's idempotency key, "" for none; `actor` who gave it."""

    stream: str
    version: int
    kind: str
    kind_version: int
    at: int
    key: str
    actor: str
    data: dict[str, Any]
    previous: str
    hash: str

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


class Head(NamedTuple):
    """The end of a stream. Kept elsewhere, it shows later that nothing before it was rewritten."""

    version: int
    hash: str


def hash_of(
    stream: str,
    version: int,
    kind: str,
    kind_version: int,
    at: int,
    key: str,
    actor: str,
    data: str,
    previous: str,
) -> str:
    """SHA-256 of the canonical JSON of all but the hash itself; `data` is canonical JSON already."""
    text = (
        f'{{"actor":{json.dumps(actor)},"at":{at},"data":{data},"key":{json.dumps(key)},'
        f'"kind":{json.dumps(kind)},"kind_version":{kind_version},"previous":"{previous}",'
        f'"stream":{json.dumps(stream)},"version":{version}}}'
    )
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def rehashed(event: StoredEvent) -> str:
    return hash_of(
        event.stream,
        event.version,
        event.kind,
        event.kind_version,
        event.at,
        event.key,
        event.actor,
        canonical(event.data),
        event.previous,
    )


@dataclass(frozen=True, slots=True)
class BrokenLink:
    stream: str
    version: int
    what: str


def broken_links(
    stream: str, events: Iterable[StoredEvent], previous: str = START, version: int = 0
) -> Iterator[BrokenLink]:
    """Every place where the events of a stream do not follow from one another, or from the event before."""
    for event in events:
        version += 1
        if event.version != version:
            yield BrokenLink(stream, event.version, f"version {version} is missing")
            version = event.version
        if event.previous != previous:
            yield BrokenLink(stream, event.version, "does not follow the event before it")
        if rehashed(event) != event.hash or event.stream != stream:
            yield BrokenLink(stream, event.version, "its content does not match its hash")
        previous = event.hash
