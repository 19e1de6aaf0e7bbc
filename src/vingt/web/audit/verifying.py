"""The whole log checked for an auditor: once at a time, in a thread, with its progress, signed at the end."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.reports import Reports, report_of
from vingt.live.house.house import House
from vingt.live.log.signing import SigningError, house_key
from vingt.live.log.store import TABLE, StoreClosed, StoreUnusable
from vingt.live.people.person import Person
from vingt.live.program_log import log


@dataclass(slots=True)
class Running:
    """A check under way. A table's events are read twice: for the chain, and for the rounds."""

    by: Person
    began: int
    total: int = 0
    done: int = 0

    @property
    def share(self) -> int:
        """Percent."""
        return min(99, 100 * self.done // self.total) if self.total else 0

    def progress(self, more: int) -> None:
        self.done += more
        time.sleep(0.001)  # the loop that deals gets its turn


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Verifying:
    """One for each served house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.reports = Reports(house.folder)
        self.running: Running | None = None
        self.last = ""  # the name of the newest report made here
        self.failed = ""  # why the last check came to no report
        self._task: asyncio.Task[None] | None = None

    def begin(self, by: Person) -> None:
        """Whoever comes while one runs gets the result of that one."""
        if self.running is None:
            self.running = Running(by, milliseconds())
            self.failed = ""
            self._task = asyncio.create_task(self._run(self.running))

    async def soon(self, seconds: float) -> None:
        """Until it is done, or the time is up."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)

    async def _run(self, running: Running) -> None:
        try:
            self.last = await asyncio.to_thread(self._checked, running)
        except (StoreClosed, StoreUnusable, SigningError, OSError) as error:
            self.failed = str(error)
            log("verify stopped", error=type(error).__name__)
        except Exception as error:
            self.failed = f"something went wrong ({type(error).__name__})"
            log("verify stopped", error=type(error).__name__)
        finally:
            self.running = None

    def _checked(self, running: Running) -> str:
        """No key is used: what is sealed stays so, and its rounds are counted."""
        store = self.house.store
        streams = dict(store.streams())
        running.total = sum(
            version * (2 if stream.startswith(TABLE) else 1) for stream, version in streams.items()
        )
        report = verify(Snapshot(store, streams), progress=running.progress)
        by = {"person": running.by.id, "name": running.by.name, "login": running.by.login}
        ended = milliseconds()
        document: dict[str, Any] = report_of(report, by, running.began, ended, with_key=False)
        return self.reports.keep(house_key(self.house.folder).signed(document), ended)
