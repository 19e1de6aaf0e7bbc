"""The ends of all streams, kept outside the database: a log that went back to an earlier day is found out.

The file holds a first line with every stream's head and the generation, then a line for each commit with the
heads it moved. Each line is marked with the house's key and bound to the line before it.
"""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vingt.live.files import replace_whole
from vingt.live.log.chain import Head, StoredEvent, canonical
from vingt.live.log.house_events import Missing
from vingt.live.shoes.vault import Vault

FORM = 1
HEADS = "house.heads"
LINES_LEAST = 1 << 18  # bytes of lines after which the file is written anew


class HeadsDamaged(Exception):
    """The file of heads was not written with this key, or was changed since."""


@dataclass(frozen=True, slots=True)
class KeptHeads:
    """What a file of heads says. `restored`: from which backup the log came, and is therefore older than it
    may once have been."""

    generation: int = 1
    streams: Mapping[str, Head] = field(default_factory=dict)
    restored: str = ""

    def missing_in(self, log: Mapping[str, Head]) -> tuple[Missing, ...]:
        """What was acknowledged and is in the log no more."""
        return tuple(
            Missing(stream, end.version + 1, head.version)
            for stream, head in sorted(self.streams.items())
            if (end := log.get(stream, Head(0, ""))).version < head.version
        )


class HeadsFile:
    """A `Witness`: follows what the store commits."""

    def __init__(self, path: Path, vault: Vault, *, required: bool = True) -> None:
        self.path, self.required = path, required
        self._vault = vault
        self._generation, self._restored = 1, ""
        self._streams: dict[str, Head] = {}
        self._waiting: dict[str, Head] = {}  # moved, and not in the file yet
        self._file = -1
        self._changing = threading.Lock()  # which file that is
        self._mark = ""
        self._limit = self._size = 0

    def read(self) -> KeptHeads | None:
        """None: there is no file. A last line that is not whole was never acknowledged."""
        try:
            lines = self.path.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return None
        except OSError as error:
            raise HeadsDamaged(f"{self.path} cannot be read: {error.strerror}") from error
        mark, streams, first = "", dict[str, Head](), dict[str, Any]()
        for at, line in enumerate(lines, 1):
            body, _, checksum = line.rpartition(b" ")
            if self._vault.mark(mark.encode() + body) != checksum.decode("ascii", "replace"):
                if 1 < at == len(lines):
                    break  # torn: its bytes were never all written
                raise HeadsDamaged(
                    f"{self.path}, line {at}: not written with the key of this house, or changed"
                )
            said = json.loads(body)
            first = first or said
            streams |= {stream: Head(*head) for stream, head in said["streams"].items()}
            mark = checksum.decode("ascii")
        if not first:
            raise HeadsDamaged(f"{self.path} is empty")
        return KeptHeads(first["generation"], streams, first["restored"])

    def begin(self, kept: KeptHeads) -> None:
        """A new file; the one before stays until this one is whole."""
        self._generation, self._restored = kept.generation, kept.restored
        self._streams, self._waiting = dict(kept.streams), {}
        self._write_anew()

    def stored(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            self._waiting[event.stream] = Head(event.version, event.hash)
        if not self._waiting:
            return
        self._streams |= self._waiting
        if self._file < 0 or self._size > self._limit:
            self._write_anew()
        else:
            self._add(self._line({"streams": {name: list(head) for name, head in self._waiting.items()}}))
        self._waiting = {}

    def sync(self) -> None:
        with self._changing:
            same = os.dup(self._file) if self._file >= 0 else -1  # that stays open meanwhile
        if same >= 0:
            try:
                os.fdatasync(same)
            finally:
                os.close(same)

    def close(self) -> None:
        try:
            self.sync()
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._changing:
            file, self._file = self._file, -1
            if file >= 0:
                os.close(file)

    def _line(self, content: dict[str, Any]) -> bytes:
        body = canonical(content).encode()
        self._mark = self._vault.mark(self._mark.encode() + body)
        return body + b" " + self._mark.encode() + b"\n"

    def _write_anew(self) -> None:
        with suppress(OSError):
            self.close()
        self._mark = ""
        streams = {name: list(head) for name, head in self._streams.items()}
        first = {"form": FORM, "generation": self._generation, "restored": self._restored, "streams": streams}
        line = self._line(first)
        replace_whole(self.path, line)
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        self._size, self._limit = len(line), max(LINES_LEAST, 2 * len(line))

    def _add(self, line: bytes) -> None:
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(errno.ENOSPC, "only a part could be written", str(self.path))
        except OSError as error:
            self._leave()  # the next line begins a new file: this one may end in half a line
            raise OSError(error.errno, f"{self.path}: {error.strerror}") from error
        self._size += len(line)
