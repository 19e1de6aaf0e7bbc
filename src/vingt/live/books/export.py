"""The log as JSON lines, for other programs: docs/live-export.md is its schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from vingt._version import __version__
from vingt.live.books.audit import Snapshot
from vingt.live.log.chain import StoredEvent

FORM = 1
WITHHELD = {  # what opens accounts and sessions, hashed as it is, leaves the house in no export
    "account_made": ("password",),
    "password_changed": ("password",),
    "password_reset": ("password",),
    "session_opened": ("token",),
    "session_closed": ("token",),
    "sessions_ended": ("but",),
    "return_code_made": ("code",),
}


def lines(log: Snapshot, streams: Iterable[str]) -> Iterator[str]:
    """A first line, one for each event, stream by stream, and a last one that shows nothing is missing."""
    named = sorted(streams)
    yield line({"vingt_export": FORM, "vingt": __version__, "streams": named})
    events = 0
    for stream in named:
        for stored in log.read(stream):
            events += 1
            yield line(exported(stored))
    yield line({"end": True, "events": events})


def exported(stored: StoredEvent) -> dict[str, Any]:
    withheld = [name for name in WITHHELD.get(stored.kind, ()) if name in stored.data]
    kept = {name: value for name, value in stored.data.items() if name not in withheld}
    whole = stored.as_json() | {"data": kept}
    return whole | {"withheld": withheld} if withheld else whole


def line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
