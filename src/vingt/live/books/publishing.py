"""Heads and commitments in a file of the operator's choice: once others have copied it, the house can deny
neither what it committed to nor where its log stood."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from vingt.live.log.chain import Head, StoredEvent, canonical
from vingt.live.log.events import ShoeShuffled
from vingt.live.log.store import TABLE

EVERY = 10.0  # seconds between published heads, while anything happens


def digest_of(heads: Mapping[str, Head]) -> str:
    """One number for the ends of all streams."""
    said = {stream: [head.version, head.hash] for stream, head in heads.items()}
    return hashlib.sha256(canonical(said).encode()).hexdigest()


class Published:
    """A `Witness`: JSON lines, only ever appended."""

    required = False

    def __init__(self, path: Path, heads: Mapping[str, Head], generation: int) -> None:
        self.path = path
        self._heads, self._generation = dict(heads), generation
        self._published = float("-inf")
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            os.close(self._file)
            raise OSError(f"{path}: what is published goes to a plain file")

    def stored(self, events: Sequence[StoredEvent]) -> None:
        lines = []
        for event in events:
            self._heads[event.stream] = Head(event.version, event.hash)
            if event.kind == ShoeShuffled.kind:
                said = {name: event.data[name] for name in ("shoe", "commitment", "scheme", "rules")}
                table = event.stream.removeprefix(TABLE)
                lines.append({"what": "commitment", "at": event.at, "table": table, **said})
        if events and (lines or time.monotonic() - self._published >= EVERY):
            self._published = time.monotonic()
            lines.append(self._head(events[-1].at))
        self._write(lines)

    def sync(self) -> None:
        os.fdatasync(self._file)

    def close(self) -> None:
        try:
            self._write([self._head(time.time_ns() // 1_000_000)])
            self.sync()
        finally:
            os.close(self._file)

    def _head(self, at: int) -> dict[str, object]:
        events = sum(head.version for head in self._heads.values())
        digest = digest_of(self._heads)
        return {"what": "head", "at": at, "generation": self._generation, "events": events, "digest": digest}

    def _write(self, lines: Sequence[dict[str, object]]) -> None:
        if lines:
            os.write(self._file, "".join(f"{json.dumps(line)}\n" for line in lines).encode())
