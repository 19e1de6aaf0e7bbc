"""The house: every table of one folder, rebuilt from its log when opened."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vingt._version import __version__
from vingt.live.books.heads import HEADS, HeadsFile, KeptHeads
from vingt.live.books.publishing import Published
from vingt.live.books.round_file import ROUNDS
from vingt.live.books.round_index import RoundIndex
from vingt.live.house.cache import CACHE, Cached, read_cache, write_cache
from vingt.live.house.inspection import Damaged, InspectedLog, inspect, look_through, refuse_orphans
from vingt.live.house.metrics import HouseMetrics
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_record import Surroundings
from vingt.live.house.table_writer import Accepted
from vingt.live.house.tables import HouseTables
from vingt.live.log import codec
from vingt.live.log.authenticity import changed_rulebooks, program, refuse_unaccepted, rulebooks
from vingt.live.log.house_events import (
    FaultEnded,
    FaultSeen,
    HistoryLost,
    HouseEvent,
    HouseStarted,
    HouseStopped,
    RulesAccepted,
)
from vingt.live.log.sqlite_file import heads_in, locked, opened
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import (
    DATABASE,
    HOUSE,
    KEY,
    PEOPLE,
    EventStore,
    NotStored,
    StoreClosed,
    StoreUnusable,
)
from vingt.live.people.people import People
from vingt.live.program_log import log, warn
from vingt.live.progressive.desk import MeterDesk
from vingt.live.shoes.shuffle import CryptographicShoes, ShoeSource
from vingt.live.shoes.vault import Vault, make_vault, open_vault
from vingt.live.table.clocks import Clocks
from vingt.live.tasks import kept

__all__ = ["DATABASE", "KEY", "Accepted", "Accepting", "House", "LiveTable"]

CACHE_EVERY = 50_000  # events
LOOK = 1.0  # seconds between the caretaker's rounds


@dataclass(frozen=True, slots=True)
class Accepting:
    """What the operator took responsibility for: names of rulebooks that changed, a log that went back."""

    rules: tuple[str, ...] = ()
    lost_history: bool = False
    by: str = ""


NOTHING = Accepting()


class House(HouseTables):
    """One process, one loop. Make it with `await House.open(folder)`."""

    def __init__(
        self,
        folder: Path,
        store: EventStore,
        vault: Vault,
        source: ShoeSource,
        clocks: Clocks,
        cached: Cached | None = None,
    ) -> None:
        cached = cached or Cached()
        people = People(store, clocks.time.now, kept=cached.streams.get(PEOPLE))
        meters = MeterDesk(store, vault)
        around = Surroundings(store, people, source, clocks, HouseMetrics(), meters)
        super().__init__(vault, around, cached)
        self.folder = folder
        self.generation = 1
        self.lost = ""  # why the house cannot go on at all
        self._closing = False
        self._when_lost: Callable[[], None] = lambda: None
        self._noting = asyncio.Lock()
        self._noted = 0  # the version of the house's own stream
        self._caretaker: asyncio.Task[None] | None = None
        self._events_cached: int | None = None  # how many there were when the cache was last written

    @classmethod
    async def open(
        cls,
        folder: Path,
        *,
        shoes: ShoeSource | None = None,
        clocks: Clocks | None = None,
        accept: Accepting = NOTHING,
        heads_at: Path | None = None,
        publish: Path | None = None,
    ) -> House:
        """Everything as the log left it, rounds under way included; `shoes` is for tests.

        Raises StoreUnusable (the folder is in use, holds no house, or one that is damaged, went back in time
        or has other rules than before) or VaultError (its key is missing). Then nothing was changed.
        """
        clocks = clocks or Clocks()
        held = locked(folder / DATABASE)
        try:
            vault = vault_of(folder)
            heads = [HeadsFile(folder / HEADS, vault)]
            heads += [HeadsFile(heads_at, vault, required=False)] if heads_at is not None else []
            inspected = await asyncio.to_thread(inspect, folder / DATABASE, vault, heads, accept.lost_history)
            store = SqliteStore(folder / DATABASE, clock=clocks.time.wall, held=held)
        except BaseException:
            os.close(held)
            raise
        try:
            source = shoes or CryptographicShoes()
            # In a thread, so that whoever asks meanwhile is told that the house is starting.
            cached = await asyncio.to_thread(read_cache, folder / CACHE, vault, store)
            house = await asyncio.to_thread(cls, folder, store, vault, source, clocks, cached)
            house.generation = inspected.kept.generation + bool(inspected.why_lost)
            await house._begin(inspected, heads, accept)
            if publish is not None:
                store.witnesses.append(Published(publish, store.heads(), house.generation))
            house._start()
        except BaseException:
            await store.close()
            raise
        return house

    async def _begin(self, inspected: InspectedLog, heads: list[HeadsFile], accept: Accepting) -> None:
        assert isinstance(self.store, SqliteStore)
        self._noted = self.store.streams().get(HOUSE, 0)
        await asyncio.to_thread(self._rebuild)
        changed = self._changed_rules()
        refuse_unaccepted(changed, accept.rules)
        if inspected.why_lost:
            for missing in inspected.lost:
                warn("history lost", stream=missing.stream, first=missing.first, last=missing.last)
            warn("history lost", why=inspected.why_lost, generation=self.generation)
            await self.note(HistoryLost(self.generation, inspected.lost, inspected.why_lost, accept.by))
            for table in self._tables.values():
                await table.begin_anew()
        for file in heads:
            file.begin(KeptHeads(self.generation, self.store.heads()))
        self.store.witnesses = [*heads]
        self.store.given_up = self._give_up(asyncio.get_running_loop())
        accepted = [RulesAccepted(name, tuple(what), accept.by) for name, what in changed.items()]
        await self.note(*accepted, HouseStarted(__version__, program(), dict(rulebooks()), self.generation))
        for table in self._tables.values():
            if self._reads_otherwise(table):
                log("rules changed", table=table.id)
                await table.close("house")  # nobody agreed to play by other rules than were filed

    def _start(self) -> None:
        for table in self._tables.values():
            table.start()
        self._caretaker = asyncio.create_task(self._look_after(), name="caretaker")
        given = (asyncio.get_running_loop(),)
        looking = threading.Thread(target=self._look_through, args=given, name="looks through", daemon=True)
        looking.start()
        log("house opened", tables=len(self._tables))

    def _look_through(self, loop: asyncio.AbstractEventLoop) -> None:
        """What a short start left out. Rot that is found ends the house: nobody plays on such a log."""
        assert isinstance(self.store, SqliteStore)
        try:
            look_through(self.store.path, self._pause)
        except Damaged as error:
            warn("log damaged", why=str(error))
            with suppress(RuntimeError):  # the loop is gone
                asyncio.run_coroutine_threadsafe(self._end_damaged(str(error)), loop)
        except (StoreUnusable, StoreClosed):
            pass  # the house was closed meanwhile

    async def _end_damaged(self, why: str) -> None:
        """The last thing written into a log that is damaged is that it is."""
        assert isinstance(self.store, SqliteStore)
        with suppress(NotStored, StoreClosed):
            await self.note(FaultSeen(why), HouseStopped(__version__, program(), why))
        self.store.condemn(why)
        self.lost = why
        self._when_lost()

    @property
    def damaged(self) -> bool:
        """The house is lost because its log is not what was written, not because it cannot be written."""
        return bool(getattr(self.store, "damage", ""))

    def _pause(self) -> None:
        time.sleep(0.02)
        if self._closing:
            raise StoreClosed("the house closes")

    def _give_up(self, loop: asyncio.AbstractEventLoop) -> Callable[[str], None]:
        def given_up(why: str) -> None:  # called in the store's thread
            self.lost = why
            loop.call_soon_threadsafe(lambda: self._when_lost())

        return given_up

    def when_lost(self, call: Callable[[], None]) -> None:
        """Called once the house cannot go on; at once where that was found before anybody asked."""
        self._when_lost = call
        if self.lost:
            call()

    async def close(self, why: str = "closed") -> None:
        """The dealers stop where they are; nothing that was acknowledged is lost."""
        self._closing = True
        if self._caretaker is not None:
            self._caretaker.cancel()
            await asyncio.wait([self._caretaker])
        for table in self._tables.values():
            await table.stop()
        if self._caretaker is not None:
            with suppress(NotStored, StoreClosed):
                await self.note(HouseStopped(__version__, program(), why))
            if not self.damaged:
                with suppress(OSError, StoreUnusable, NotStored):
                    self.keep_cache()
        await self.store.close()
        log("house closed", tables=len(self._tables))

    # -- the house's own stream ----------------------------------------------------------------------------

    async def note(self, *events: HouseEvent) -> None:
        """Record what an auditor of the house as a whole must know."""
        await asyncio.shield(kept(self._note(events)))

    async def _note(self, events: tuple[HouseEvent, ...]) -> None:
        async with self._noting:
            batch = (self._noted, [codec.new(event, actor=HOUSE) for event in events])
            stored = await self.store.append({HOUSE: batch})
            self._noted = stored[HOUSE][-1].version

    def keep_cache(self) -> None:
        """Everything as it stands, so that the next start reads only what came after."""
        assert isinstance(self.store, SqliteStore)
        standing: dict[str, Any] = {PEOPLE: self.people.kept()}
        standing |= {table.stream: table.kept() for table in self._tables.values()}
        write_cache(self.folder / CACHE, self._vault, self.store, standing)

    def round_index(self) -> RoundIndex:
        """Kept beside the log; for whoever looks back at rounds and shoes."""
        return RoundIndex(self.folder / ROUNDS, self._vault)

    @property
    def trouble(self) -> str:
        """Why the log takes nothing at the moment, or ""."""
        return getattr(self.store, "trouble", "")

    async def _look_after(self) -> None:
        """Faults and tables out of service are counted, and recorded as soon as the log takes events again:
        writing that down is also what shows that it does."""
        fault, notes = "", self._around.notes
        while True:
            await asyncio.sleep(LOOK)
            fault = self.trouble or fault
            self._keep_now_and_then()
            self.metrics.store_failed.set(bool(self.trouble))
            self.metrics.out_of_service.set(sum(bool(table.out_of_service) for table in self.tables()))
            faults: list[HouseEvent] = [FaultSeen(fault), FaultEnded(fault)] if fault else []
            if not faults and not notes:
                continue
            noting = len(notes)
            try:
                await self.note(*faults, *notes)
            except (NotStored, StoreClosed):
                continue
            del notes[:noting]
            fault = ""
            for table in self.tables() if faults else ():
                table.resume()

    def now(self) -> int:
        """Milliseconds since 1970, by the clock that the log is stamped with."""
        return self._around.clocks.time.wall()

    @property
    def events(self) -> int:
        """How many there are of people and tables."""
        return self.people.version + sum(table.version for table in self._tables.values())

    def _keep_now_and_then(self) -> None:
        events = self.events
        if self._events_cached is None:
            self._events_cached = events
        elif events - self._events_cached >= CACHE_EVERY and not self.trouble:
            self._events_cached = events
            with suppress(OSError, StoreUnusable, NotStored):
                self.keep_cache()

    # -- rules ---------------------------------------------------------------------------------------------

    def _changed_rules(self) -> dict[str, list[str]]:
        """What is not as at the last start: rulebook -> what changed."""
        last: HouseStarted | None = None
        for stored in self.store.read(HOUSE):
            if stored.kind == HouseStarted.kind:
                last = codec.event_of(stored)
        changed = changed_rulebooks(last.rulebooks, rulebooks()) if last is not None else {}
        for table in self._tables.values():
            if self._reads_otherwise(table):
                why = f"table {table.id} would be played by other rules than were filed"
                changed.setdefault(table.rules.rulebook, []).append(why)
        return changed

    @staticmethod
    def _reads_otherwise(table: LiveTable) -> bool:
        return table.rules.identity != table.opened.identity and not table.state.closed


def vault_of(folder: Path) -> Vault:
    """The key of the house; a new one for a new house."""
    database, key = folder / DATABASE, folder / KEY
    refuse_orphans(database, key, folder / HEADS)
    if key.exists() or (folder / HEADS).exists():
        return open_vault(key)
    # A house that was killed before its first event may have a database and no key yet.
    with closing(opened(database, read_only=False)) as log:
        new = not heads_in(log)
    return make_vault(key) if new else open_vault(key)
