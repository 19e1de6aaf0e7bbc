"""Whoever keeps outside the database what was committed to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vingt.live.log.chain import StoredEvent
from vingt.live.program_log import warn


class Witness(Protocol):
    """Keeps outside the database what was committed, before anybody is told; in the writer's thread, but for
    `sync`, which another thread calls meanwhile."""

    required: bool  # a witness that fails makes the store refuse what follows

    def stored(self, events: Sequence[StoredEvent]) -> None: ...
    def sync(self) -> None: ...
    def close(self) -> None: ...


def sync_all(witnesses: Sequence[Witness]) -> None:
    for witness in witnesses:
        try:
            witness.sync()
        except OSError as error:
            warn("witness failed", why=str(error))
