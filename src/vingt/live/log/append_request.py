"""An append that waits for the disk: checked before it is queued, and answered on the loop that asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from vingt.live.log.chain import canonical
from vingt.live.log.kinds import VERSIONS, UnknownKind
from vingt.live.log.store import (
    Appended,
    Batches,
)

Texts = dict[str, list[str]]


AppendOutcome = Appended | Exception


@dataclass(slots=True)
class Request:
    batches: Batches
    texts: Texts  # the events' data as canonical JSON
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Appended]


def checked(batches: Batches) -> Texts:
    """Refuse here, and to its caller alone, what could not be stored."""
    texts: Texts = {}
    for stream, (_, events) in batches.items():
        keys = [(event.actor, event.key) for event in events if event.key]
        if len(keys) > len(set(keys)):
            raise ValueError(f"one append to {stream} uses an idempotency key twice")
        if strange := [event.kind for event in events if event.kind not in VERSIONS]:
            raise UnknownKind(f"no kind of event is called {strange[0]!r}")
        texts[stream] = [canonical(event.data) for event in events]
    return texts


def answer_all(outcomes: Sequence[tuple[Request, AppendOutcome]]) -> None:
    """Each loop that waits is woken once."""
    of_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Appended], AppendOutcome]]] = {}
    for request, outcome in outcomes:
        of_loop.setdefault(request.loop, []).append((request.done, outcome))
    for loop, told in of_loop.items():
        with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            loop.call_soon_threadsafe(tell, told)


def tell(told: list[tuple[asyncio.Future[Appended], AppendOutcome]]) -> None:
    for done, outcome in told:
        answer(done, outcome)


def answer(done: asyncio.Future[Appended], outcome: AppendOutcome) -> None:
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
        done.exception()  # a waiter that was cancelled never asks, and asyncio would complain
    else:
        done.set_result(outcome)
