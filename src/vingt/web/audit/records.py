"""What pages read of the log, in threads, and never on the loop: the index of rounds and shoes, and one round
or one shoe with its events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from vingt.live.books.audit import Snapshot
from vingt.live.books.round import Played, RoundPage, Search
from vingt.live.books.round_index import at_versions
from vingt.live.books.shoe_proof import ShoeProof, orders_of, proofs_in
from vingt.live.house.house import House, LiveTable
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.events import ShoeOpened
from vingt.live.log.store import NotStored, StoreClosed, StoreUnusable
from vingt.live.people.person import Person
from vingt.live.shoes.orders import Orders
from vingt.report.rounds.replay import ToldRound, told_from
from vingt.web.desk import desk_of

T = TypeVar("T")
EVERY = 5.0  # seconds between two looks for what is new in the log
PATIENCE = 1.5  # seconds a page waits for a log that is being read for the first time


class OpenedRound(NamedTuple):
    told: ToldRound
    played: Played
    events: list[StoredEvent]
    orders: Orders


class OpenedShoe(NamedTuple):
    opened: ShoeOpened
    proof: ShoeProof


class IndexProgress(NamedTuple):
    """How much of a long log has been read into the index."""

    read: int
    of: int


class Records:
    """One for each served house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.index = house.round_index()
        self._reading: asyncio.Future[None] | None = None
        # Threads of its own: who waits for a long log keeps nobody from signing in.
        self._threads = ThreadPoolExecutor(2, "records")

    async def keep_up(self) -> None:
        """The index follows the log without being asked, so that the next start finds it nearly whole."""
        checked = False
        while True:
            with suppress(NotStored, StoreClosed, StoreUnusable):
                if await self._caught_up() and not checked:
                    checked = True
                    await self._in_thread(self.index.check)
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        """What was played since is read too, if that is soon done."""
        with suppress(NotStored, StoreClosed, StoreUnusable):
            await self._caught_up()
        self.index.stop()
        await asyncio.to_thread(self._threads.shutdown)
        self.index.close()

    def _in_thread(self, work: Callable[..., T], *given: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    def log(self) -> Snapshot:
        return Snapshot(self.house.store, dict(self.house.store.streams()))

    def log_of(self, table: LiveTable) -> Snapshot:
        return Snapshot(self.house.store, {table.stream: table.version})

    # -- searching -------------------------------------------------------------------------------------------

    async def find(self, search: Search, page: int) -> tuple[RoundPage, IndexProgress | None]:
        """One page of rounds of all tables, and how far the log is read, unless all of it is."""
        whole = await self._caught_up()
        nothing_new = Snapshot(self.house.store, {})
        round_page = await asyncio.to_thread(
            self.index.asked, nothing_new, lambda: self.index.find(search, page)
        )
        if whole:
            return round_page, None
        total = sum(table.version for table in self.house.tables())
        return round_page, IndexProgress(min(self.index.read, total), total)

    async def _caught_up(self) -> bool:
        """Whether everything stored up to now was read in time; if not, the reading goes on."""
        before = self._reading
        if before is not None:  # and there may be more since it was begun
            await asyncio.wait([before], timeout=PATIENCE)
            if not before.done():
                return False
        reading = self._reading = self._in_thread(lambda: self.index.catch_up(self.log()))
        await asyncio.wait([reading], timeout=PATIENCE)
        if not reading.done():
            return False
        if self._reading is reading:
            self._reading = None
        reading.result()
        return True

    async def find_at(self, table: LiveTable, search: Search, page: int) -> RoundPage:
        """The same for one table, which is read first."""

        return await self._in_thread(
            self.index.asked, self.log_of(table), lambda: self.index.find(search, page)
        )

    # -- one round, one shoe ---------------------------------------------------------------------------------

    async def round(self, table: LiveTable, number: int) -> OpenedRound:
        """A finished round; HTTPException says that there is none, or that it is being played."""
        playing, last = table.state.round_open, table.state.round_number
        opened = await self._in_thread(self._round, table, number)
        if opened is not None:
            return opened
        if playing and number == last:
            raise HTTPException(409, f"round {number} is still being played")
        raise HTTPException(404, f"{table.id} has no round {number}: it has played {last - playing}")

    def _round(self, table: LiveTable, number: int) -> OpenedRound | None:
        log = self.log_of(table)
        return self.index.asked(log, lambda: self._round_in(log, table, number))

    def _round_in(self, log: Snapshot, table: LiveTable, number: int) -> OpenedRound | None:
        played = self.index.played(table.id, number)
        if played is None:
            return None
        events = list(
            takewhile(lambda stored: stored.version <= played.last, log.read(table.stream, played.first - 1))
        )
        shoes = [stored for shoe in played.dealt_from for stored in self._events_of_shoe(log, table, shoe)]
        names = {person: self.house.people.name(person) for person in people_in(played, [*events, *shoes])}
        told = told_from(table.id, table.opened, table.rules, number, events, shoes, names)
        return OpenedRound(told, played, events, orders_of(table.id, shoes))

    async def shoe(self, table: LiveTable, number: int) -> OpenedShoe:
        opened = await self._in_thread(self._shoe, table, number)
        if opened is None:
            raise HTTPException(404, f"there is no shoe {number} at this table")
        return opened

    def _shoe(self, table: LiveTable, number: int) -> OpenedShoe | None:
        log = self.log_of(table)
        stored = self.index.asked(log, lambda: self._events_of_shoe(log, table, number))
        proofs = proofs_in(stored)
        return OpenedShoe(event_of(stored[0]), proofs[0]) if proofs else None

    def _events_of_shoe(self, log: Snapshot, table: LiveTable, number: int) -> list[StoredEvent]:
        return list(at_versions(log, table.stream, self.index.shoe(table.id, number)))


def people_in(played: Played, events: Iterable[StoredEvent]) -> set[str]:
    """Everybody whom the events of a round name."""

    def named(data: dict[str, Any]) -> set[str]:
        return {data[key] for key in ("person", "player", "by") if data.get(key)}

    people = {share.person for share in played.shares} | {person for person, _ in played.racks}
    people |= {held.person for held in played.held}
    for stored in events:
        people |= named(stored.data) | named(stored.data.get("command", {}))
    return people


def records_of(request: Request) -> Records:
    records: Records = request.app.state.records
    return records


def number_of(request: Request, name: str) -> int:
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise HTTPException(404, f"there is no such {name}")
    return int(text)


def auditor(request: Request) -> Person:
    person = desk_of(request).person(request)
    if not person.may("auditor"):
        raise HTTPException(403, "this is for auditors")
    return person
