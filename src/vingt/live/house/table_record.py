"""A table as its log tells it: its state, who is there, what is due, and whoever waits for news of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState
from vingt.core.rounds.view import view as core_view
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.metrics import HouseMetrics
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import TableOpened
from vingt.live.log.house_events import CameBackIntoService, HouseEvent, WentOutOfService
from vingt.live.log.store import TABLE, EventStore
from vingt.live.people.people import People
from vingt.live.program_log import warn
from vingt.live.progressive.desk import MeterDesk
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.table.clocks import Clocks
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.duty import Duty
from vingt.live.table.evolve import follow
from vingt.live.table.pause import as_wagered
from vingt.live.table.phrases import Talk
from vingt.live.table.presence import Attendance, Presence
from vingt.live.table.rules_now import rules_now
from vingt.live.table.state import TableState
from vingt.live.table.steps import due_by_itself, due_step, steps
from vingt.live.views.view import Clock, TableView
from vingt.live.views.views import TableMoment, Views


@dataclass(frozen=True)
class Surroundings:
    """What every table of a house shares."""

    store: EventStore
    people: People
    source: ShoeSource
    clocks: Clocks
    metrics: HouseMetrics
    meters: MeterDesk
    notes: list[HouseEvent] = field(default_factory=list)  # what the house has yet to record in its stream


class TableRecord:
    """Follows what is stored; it stores nothing itself."""

    def __init__(
        self, id: str, opened: TableOpened, rules: TableRules, orders: Orders, around: Surroundings
    ) -> None:
        self.id = id
        self.stream = f"{TABLE}{id}"
        self.opened = opened
        self.rules = rules
        self.state = TableState()
        self.version = 0
        self.out_of_service = ""  # why nothing can be done now; it ends with the first event stored
        self._orders = orders
        self._around = around
        self._views = Views(id, opened, rules, around.people)
        self._news = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._duty: Duty | None = None
        self._since = 0  # when the duty's subject came up
        self.presence = Presence(around.clocks)
        self._talk = Talk()
        self._last_event = 0  # when it was stored
        self.shoe_since = 0  # when the cards of the newest shoe were opened, milliseconds since 1970
        self.revision = 0  # rises with everything that can be seen, what is not stored included

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, version {self.version})"

    @property
    def name(self) -> str:
        return self.opened.name

    @property
    def private(self) -> bool:
        return self.opened.private

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def in_force(self) -> TableRules:
        """The rules by which is played now."""
        return rules_now(self.rules, self.state)

    @property
    def wagers_for(self) -> int:
        """The number of the round that a wager placed now belongs to."""
        return as_wagered(self.rules, self.state).round_number

    # -- what people see -------------------------------------------------------------------------------------

    def view(self, person: str | None) -> TableView:
        """Everything, and only what, this person may see and do; None is somebody who only watches."""
        now = self._around.clocks.time.now()
        if person is not None:
            self._see(person)
        moment = TableMoment(
            self.state,
            self.version,
            self.revision,
            self.clock,
            self._attendance(),
            tuple(self._talk.heard(now)),
            self.out_of_service,
            self._around.people.renamed,
            self._spread_by(),
        )
        return self._views.of(person, moment, now)

    @property
    def clock(self) -> Clock | None:
        """The clock that runs against somebody now."""
        if self._duty is None or self._duty.clock is None or self.due_at is None:
            return None
        return Clock(self._duty.clock, self._since, max(self._since, self.due_at))

    @property
    def due_at(self) -> int | None:
        """When the dealer acts next, should nobody do anything before."""
        if self._duty is None:
            return None
        ordinary = self._since + self._duty.after
        return ordinary if self._duty.by is None else min(ordinary, self._duty.by)

    def steps(self) -> tuple[DealerStep, ...]:
        """What may be done next by who deals here and by the floor, the due step first."""
        return steps(self.in_force, self.state, self._around.clocks.time.wall())

    def _spread_by(self) -> Cite | None:
        """The clause under which the first player looks the cards over now; None where nobody does."""
        if self.state.dealing.automatic or self.state.shoe.stage != "none":
            return None
        due = due_step(self.in_force, self.state, self._around.clocks.time.wall())
        return due.cite if due is not None and "player" in due.who else None

    def round_seen(self, person: str = "") -> RoundState:
        """The round as core knows it, without what lies face down to this person, or to one who watches."""
        return core_view(self.state.round, "player", person)

    def cards_seen(self) -> tuple[Card, ...]:
        """Every card shown since the shuffle, in their order."""
        return self.state.shown

    async def changed(self, after: int) -> int:
        """Waits for a revision beyond `after`."""
        while self.revision <= after:
            await self._news.wait()
        return self.revision

    @contextmanager
    def listening(self, tell: Callable[[], None]) -> Iterator[None]:
        """`tell` is called whenever something can be seen that could not be seen before."""
        self._listeners.append(tell)
        try:
            yield
        finally:
            self._listeners.remove(tell)

    # -- who is there ----------------------------------------------------------------------------------------

    def arrive(self, person: str) -> None:
        """The person has a connection to the table, or one more."""
        self._stirring(person, self.presence.arrive)

    def depart(self, person: str) -> None:
        self._stirring(person, self.presence.depart)

    @contextmanager
    def present(self, person: str | None) -> Iterator[None]:
        """For the life of a connection; None is somebody who only watches."""
        if person is None:
            yield
            return
        self.arrive(person)
        try:
            yield
        finally:
            self.depart(person)

    def _see(self, person: str) -> None:
        self._stirring(person, self.presence.see)

    def _stirring(self, person: str, change: Callable[[str], None]) -> None:
        before = self.presence.is_away(person)
        change(person)
        if before != self.presence.is_away(person) and person in self.state.people:
            self._stir()

    def nudge(self) -> None:
        """Whoever waits for news looks again."""
        self._stir()

    def idle_for(self, grace: int) -> int:
        """Milliseconds since anybody was here."""
        return self.presence.idle_for(self._last_event, grace)

    def say(self, person: str, phrase: str) -> Refusal | None:
        """One of the set phrases, to all at the table."""
        state = self.state
        if not (person in state.people or state.rack(person)):
            return Refusal("who is at the table may speak: take a box")
        self._see(person)
        refused = self._talk.say(person, phrase, self._around.clocks.time.now())
        if refused is None:
            self._stir()
        return refused

    # -- what has happened -----------------------------------------------------------------------------------

    def kept(self) -> tuple[int, TableState, tuple[object, ...], int, int]:
        """The table as a cache keeps it."""
        state = self.state._replace(racks=dict(self.state.racks), paces=dict(self.state.paces))
        return self.version, state, self._orders.kept(), self._last_event, self.shoe_since

    def rebuild(self, kept: tuple[int, TableState, tuple[Any, ...], int, int] | None = None) -> None:
        if kept is not None:
            self.version, self.state, orders, self._last_event, self.shoe_since = kept
            self.revision = self.version  # as if every event had been followed
            self._orders.keep(orders)
        for stored in self._around.store.read(self.stream, self.version):
            self._take_in(stored)
        self._arm()

    def _follow(self, stored: Sequence[StoredEvent]) -> None:
        for event in stored:
            self._take_in(event)
        self._around.metrics.stored(stored)
        self._arm()
        self.resume()
        self._tell()

    def _take_in(self, stored: StoredEvent) -> None:
        self._orders.follow(stored)
        self.state = follow(self.state, stored, self._orders.card_at)
        self.version = stored.version
        self._last_event = stored.at
        self.revision += 1
        if stored.kind == "shoe_opened":
            self.shoe_since = stored.at
        if stored.kind in ("shoe_revealed", "shoe_counted"):
            self._orders.forget(stored.data["shoe"])

    def _stir(self) -> None:
        """Something can be seen that is not stored: who is there, what is said, whether the table serves."""
        self.revision += 1
        self._arm()
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
        for tell in self._listeners:
            tell()

    def _halt(self, why: str) -> None:
        """Seen by everybody at the table, and by the operator."""
        if self.out_of_service != why:
            self.out_of_service = why
            warn("table out of service", table=self.id, why=why)
            self._around.notes.append(WentOutOfService(self.id, why))
            self._stir()

    def resume(self) -> None:
        if self.out_of_service:
            self.out_of_service = ""
            warn("table back in service", table=self.id)
            self._around.notes.append(CameBackIntoService(self.id))
            self._stir()

    def _arm(self) -> None:
        """Set the clock for what is due now; one that runs already goes on."""
        due = due_by_itself(self.in_force, self.state, self._around.clocks, self._attendance())
        before = self._duty
        if due is None or before is None or (due.what, due.about) != (before.what, before.about):
            self._since = self._around.clocks.time.now()
        self._duty = due

    def _attendance(self) -> Attendance:
        return self.presence.attendance(self.state.people, self.private)

    def _fades_at(self) -> int | None:
        """When what can be seen changes by itself: somebody counts as away, a word is heard no more."""
        now = self._around.clocks.time.now()
        moments = (self.presence.next_change(self.state.people), self._talk.next_change(now))
        return min((moment for moment in moments if moment is not None), default=None)
