"""Work that nobody's impatience stops, and waiting for whichever comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def kept(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """The work as a task that is finished even when nobody waits for it any more."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def first(*waits: Coroutine[None, None, object]) -> None:
    """Until one of them is done; the others are given up."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
