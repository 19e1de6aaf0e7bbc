"""A house for tests: time stands still until it is moved, the store is in memory, shoes are as arranged."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from secrets import token_hex
from time import monotonic

from vingt.core.cards import Card, cards
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import AuditReport, Snapshot, verify
from vingt.live.house.house import House
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log.chain import START, StoredEvent, canonical, rehashed
from vingt.live.log.events import BoughtIn, TableOpened
from vingt.live.log.kinds import VERSIONS
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import TABLE, Appended, Batches, Conflict, EventStore, KeyUsed, NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.shoes.vault import Vault
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import BuyIn, PersonCommand, TakeSeat, read_command

KEYS = count(1)
RUN = token_hex(4)  # a log written by an earlier run holds keys of its own
PATIENCE = 60  # seconds; far more than a round takes, on a machine however busy
START_OF_TIME = 1_700_000_000_000
DAY = 24 * 3_600_000


class HandClock:
    """Time that passes only by `pass_`."""

    def __init__(self) -> None:
        self.moment = START_OF_TIME
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []

    def now(self) -> int:
        return self.moment

    def wall(self) -> int:
        return self.moment

    async def until(self, moment: int) -> None:
        if moment > self.moment:
            future = asyncio.get_running_loop().create_future()
            self.waiting.append((moment, future))
            await future

    def pass_(self, milliseconds: int) -> None:
        self.moment += milliseconds
        for moment, future in self.waiting:
            if moment <= self.moment and not future.done():
                future.set_result(None)
        self.waiting = [(moment, future) for moment, future in self.waiting if not future.done()]


def clocks(clock: HandClock) -> Clocks:
    """The dealer loses no time; players have theirs."""
    return Clocks(card=0, pause=0, time=clock)


class MemoryStore:
    """An `EventStore` that is durable for as long as the test."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.kept: dict[str, list[StoredEvent]] = {}
        self.all: list[StoredEvent] = []

    async def append(self, batches: Batches) -> Appended:
        await asyncio.sleep(0)
        for stream, (expected, events) in batches.items():
            if len(self.kept.get(stream, [])) != expected:
                raise Conflict(stream, expected, len(self.kept.get(stream, [])))
            for event in events:
                if event.key and self.find(stream, event.actor, event.key):
                    raise KeyUsed(stream, event.actor, event.key)
        return {stream: self.chained(stream, events) for stream, (_, events) in batches.items()}

    def chained(self, stream: str, events: Sequence[NewEvent]) -> tuple[StoredEvent, ...]:
        kept = self.kept.setdefault(stream, [])
        added = []
        for event in events:
            previous = kept[-1].hash if kept else START
            where = (stream, len(kept) + 1, event.kind, VERSIONS[event.kind], self.clock.now())
            data = json.loads(canonical(event.data))
            link = StoredEvent(*where, event.key, event.actor, data, previous, "")
            kept.append(replace(link, hash=rehashed(link)))
            added.append(kept[-1])
        self.all += added
        return tuple(added)

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return iter(self.kept.get(stream, [])[after:])

    def streams(self) -> Mapping[str, int]:
        return {stream: len(events) for stream, events in self.kept.items()}

    def find(self, stream: str, actor: str, key: str) -> StoredEvent | None:
        found = (each for each in self.kept.get(stream, []) if (each.actor, each.key) == (actor, key))
        return next(found, None) if key else None

    async def close(self) -> None:
        pass


class Arranged:
    """A shoe whose first cards to be dealt are those given, by any cut of the dealer; the rest by a seed.

    It stands behind `House.open(shoes=…)` and nothing else: no setting of a served house reaches it.
    """

    def __init__(self, first: str = "", seed: int = 0, burned: str = "2c") -> None:
        self.first = cards(f"{burned} {first}") if first else ()
        self.random = random.Random(seed)

    def order(self, given: Sequence[Card]) -> Sequence[Card]:
        rest = list((Counter(given) - Counter(self.first)).elements())
        self.random.shuffle(rest)
        where = self.place(len(given))
        return (*rest[:where], *self.first, *rest[where:]) if self.first else rest

    def nonce(self) -> bytes:
        return self.random.randbytes(32)

    def cut(self, least: int, most: int) -> int:
        return (least + most) // 2

    def place(self, size: int) -> int:
        """Limits lie alike from both ends, so the middle is where the dealer cuts, whatever they are."""
        return size // 2


class Uncut(Arranged):
    """The same where the cards are not cut."""

    def place(self, size: int) -> int:
        return 0


class Table:
    """A live table with people at it, each command with a key of its own."""

    def __init__(self, house: House, live: LiveTable, clock: HandClock) -> None:
        self.house, self.live, self.clock = house, live, clock
        self.last_key = ""

    async def come(self, name: str, *boxes: int, chips: int = 100_000) -> str:
        """A new guest with chips and boxes; the person's id."""
        person, _ = await self.house.people.welcome(name)
        if chips:
            await self.must(person.id, BuyIn(chips))
        for box in boxes:
            await self.must(person.id, TakeSeat(box))
        return person.id

    async def staff(self, name: str, role: RoleName) -> str:
        """Somebody with a role and no password; the person's id."""
        person, _ = await self.house.people.welcome(name.title())
        await self.house.people.give_role(person.id, role, "house")
        return person.id

    async def keep_in_purse(self, person: str, amount: int) -> None:
        """The rest of the person's money lies as chips at another table."""
        people, store = self.house.people, self.house.store
        rest = people.purse(person) - amount
        if rest:
            version = store.streams().get(f"{TABLE}elsewhere", 0)
            chips = [codec.new(BoughtIn(person, rest))]
            await people.buy_chips(person, "elsewhere", rest, (version, chips))

    async def give(
        self, person: str, command: PersonCommand, key: str = "", answers: str = ""
    ) -> Accepted | Refusal:
        self.last_key = key or f"key {RUN} {next(KEYS)}"
        answer = await self.live.submit(person, command, self.last_key, answers)
        await self.rest()
        return answer

    async def must(self, person: str, command: PersonCommand, answers: str = "") -> Accepted:
        answer = await self.give(person, command, answers=answers)
        assert isinstance(answer, Accepted), f"{command}: {answer}"
        return answer

    async def say(self, person: str, command: str, **fields: object) -> Accepted | Refusal:
        read = read_command(person, {"command": command, **fields})
        assert not isinstance(read, Refusal), read
        return await self.give(person, read)

    async def rest(self) -> None:
        """Until the dealer waits for people or for the clock."""
        live = self.live
        until, turn = monotonic() + PATIENCE, 0
        while monotonic() < until:
            due_at = live.due_at
            if not live._writing.locked() and (due_at is None or self.clock.now() < due_at):
                return
            turn += 1
            await asyncio.sleep(0 if turn < 100 else 0.001)  # a store's thread needs its time too
            done = live._performing
            if done is not None and done.done() and done.exception() is not None:
                await done  # the dealer only notes that something went wrong; here it is raised
        raise AssertionError(f"the dealer comes to no rest: {live._duty}, {self.kinds()[-12:]}")

    async def wait(self, milliseconds: int) -> None:
        self.clock.pass_(milliseconds)
        for _ in range(5):  # who waited for the time is woken, looks about, and may find something to do
            await asyncio.sleep(0)
        await self.rest()

    async def run_out(self) -> None:
        """Time passes until the clock that runs has run out."""
        clock = self.live.clock
        assert clock is not None, "no clock runs"
        await self.wait(clock.deadline - self.clock.now())

    def kinds(self, after: int = 0) -> list[str]:
        return [stored.kind for stored in self.house.store.read(self.live.stream, after)]

    def verified(self) -> AuditReport:
        store = self.house.store
        report = verify(Snapshot(store, store.streams()), self.house._vault)
        if report.sound:  # nor does one without the key find anything
            assert verify(Snapshot(store, store.streams())).problems == []
        return report


def quiet_house(clock: HandClock, shoes: ShoeSource, store: EventStore | None = None) -> House:
    return House(Path("nowhere"), store or MemoryStore(clock), Vault(bytes(32)), shoes, clocks(clock))


async def table_of(rules: TableRules, shoes: ShoeSource, store: EventStore | None = None) -> Table:
    """A table under any rules: also those that no sample submission gives."""
    clock = HandClock()
    return await table_at(quiet_house(clock, shoes, store), clock, rules)


async def table_at(
    house: House, clock: HandClock, rules: TableRules, id: str = "t1", *, private: bool = False
) -> Table:
    """A table of this house, and its dealer at work."""
    live = await live_table(house, rules, id, private=private)
    live.start()
    return Table(house, live, clock)


async def live_table(house: House, rules: TableRules, id: str = "t1", *, private: bool = False) -> LiveTable:
    opened = TableOpened("Test", rules.rulebook, {}, rules.identity, to_json(rules), private, "house")
    if f"{TABLE}{id}" not in house.store.streams():
        await house.store.append({f"{TABLE}{id}": (0, [codec.new(opened)])})
    live = LiveTable(id, opened, rules, Orders(id, house._vault), house._around)
    live.rebuild()
    house._tables[id] = live
    return live
