"""A table in time: its one writer, its dealer, and whoever waits for news of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from vingt.core.cards import Card
from vingt.core.rounds.command_words import word_of
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState
from vingt.core.rounds.view import view as core_view
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.metrics import HouseMetrics
from vingt.live.log import codec
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import (
    CameBackIntoService,
    EjectionOrdered,
    HouseEvent,
    LimitsPosted,
    PersonEjected,
    TableClosed,
    TableOpened,
    WentOutOfService,
)
from vingt.live.log.store import TABLE, EventStore, NewEvent, NotStored
from vingt.live.people.people import NotEnough, People
from vingt.live.program_log import log, warn
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import LeaveTable, PersonCommand
from vingt.live.table.dealer import Dealer, Duty, duty
from vingt.live.table.decision import Decided, Patron, decide
from vingt.live.table.limits import Limits, filed, in_force, unfit
from vingt.live.table.mishaps import Mishap, report
from vingt.live.table.pause import as_wagered
from vingt.live.table.phrases import Talk
from vingt.live.table.presence import Attendance, Presence
from vingt.live.table.repetition import caused, could_have_caused
from vingt.live.table.state import TableState, follow
from vingt.live.tasks import first, kept
from vingt.live.views.view import Clock, TableView
from vingt.live.views.views import TableMoment, Views

KEY_LENGTH = 100
MEANT_FOR_ANOTHER = "that was meant for another question"  # how the refusal of a late or second press begins
USED_FOR_ANOTHER = Refusal("this key was used for another command: choose a new key for each")
ANSWERS_KEPT = 500  # refusals are remembered for as long; what was accepted is found in the log for ever
RETRY = 1_000  # milliseconds before the dealer tries again what could not be stored


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is carried out and durable; `version` is where the table's log begins to say so."""

    version: int


class KeyedAnswer(NamedTuple):
    """What a key was used for, and what was said."""

    command: PersonCommand
    answer: Accepted | Refusal


@dataclass(frozen=True)
class Surroundings:
    """What every table of a house shares."""

    store: EventStore
    people: People
    source: ShoeSource
    clocks: Clocks
    metrics: HouseMetrics
    notes: list[HouseEvent] = field(default_factory=list)  # what the house has yet to record in its stream


class LiveTable:
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
        self._writing = asyncio.Lock()
        self._news = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._answers: OrderedDict[tuple[str, str], KeyedAnswer] = OrderedDict()
        self._duty: Duty | None = None
        self._since = 0  # when the duty's subject came up
        self._task: asyncio.Task[None] | None = None
        self._performing: asyncio.Future[None] | None = None
        self.presence = Presence(around.clocks)
        self._talk = Talk()
        self._last_event = 0  # when it was stored
        self.revision = 0  # rises with everything that can be seen, what is not stored included

    def __repr__(self) -> str:
        return f"LiveTable({self.id!r}, version {self.version})"

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
        """The rules by which is played now: as filed, with the limits that the floor has posted."""
        return in_force(self.rules, self.state.limits)

    @property
    def _dealer(self) -> Dealer:
        return Dealer(self.in_force, self._orders, self._around.source)

    @property
    def wagers_for(self) -> int:
        """The number of the round that a wager placed now belongs to."""
        return as_wagered(self.rules, self.state).round_number

    # -- what people see -----------------------------------------------------------------------------------

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

    def round_seen(self) -> RoundState:
        """The round as core knows it, without what lies face down."""
        return core_view(self.state.round, "player")

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

    # -- what people do ------------------------------------------------------------------------------------

    async def submit(
        self, person: str, command: PersonCommand, key: str, answers: str = "", *, press: bool = False
    ) -> Accepted | Refusal:
        """Carry out a command once: the same key again gets the same answer and does nothing. With another
        command it is refused, unless (`press`) what is to be done is worked out anew at each press.

        `answers` may name the prompt it was meant for: should that be asked no more, nothing is done.
        What is accepted is durable. Who stops waiting does not stop what is on its way to the disk.
        """
        if not 0 < len(key) <= KEY_LENGTH:
            return Refusal(f"a command carries a key of 1 to {KEY_LENGTH} characters")
        self._see(person)
        try:
            return await asyncio.shield(kept(self._submit(person, command, key, answers, press)))
        except NotStored as error:
            self._halt(why_halted(error))
            raise

    async def _submit(
        self, person: str, command: PersonCommand, key: str, answers: str, press: bool
    ) -> Accepted | Refusal:
        async with self._writing:
            known = self._answers.get((person, key)) or self._found(person, command, key, press)
            if known is not None:
                return known.answer if press or known.command == command else USED_FOR_ANOTHER
            with self._around.metrics.acknowledging(word_of(type(command))) as measured:
                answer = self._meant_for_another(person, answers) or await self._carry_out(
                    person, command, key
                )
                measured.accepted = isinstance(answer, Accepted)
            self._answers[person, key] = KeyedAnswer(command, answer)
            while len(self._answers) > ANSWERS_KEPT:
                self._answers.popitem(last=False)
            return answer

    def _meant_for_another(self, person: str, answers: str) -> Refusal | None:
        if not answers:
            return None
        urgent = []
        for prompt in self.view(person).prompts:
            if prompt.id == answers:
                return None
            if prompt.urgent:
                urgent.append(prompt.question)
        return Refusal(f"{MEANT_FOR_ANOTHER}; now: {'; '.join(urgent) or 'nothing is asked of you'}")

    def _found(self, person: str, command: PersonCommand, key: str, press: bool) -> KeyedAnswer | None:
        """What was accepted before this house was opened, or long ago."""
        store = self._around.store
        stored = store.find(self.stream, person, key)
        if stored is None:
            return None
        same = press or could_have_caused(command, tuple(caused(store, stored)))
        return KeyedAnswer(command, Accepted(stored.version) if same else USED_FOR_ANOTHER)

    async def _carry_out(self, person: str, command: PersonCommand, key: str) -> Accepted | Refusal:
        patron = Patron(person, self._around.people.purse(person))
        decided = decide(self.in_force, self.state, patron, command)
        if isinstance(decided, Refusal):
            return decided
        events = [
            codec.new(event, key="" if at else key, actor=person) for at, event in enumerate(decided.events)
        ]
        try:
            stored = await self._stored(person, decided, events)
        except NotEnough as error:  # the purse was emptied at another table meanwhile
            return Refusal(str(error))
        self._follow(stored)
        log(
            "command", table=self.id, person=person, command=word_of(type(command)), version=stored[0].version
        )
        return Accepted(stored[0].version)

    async def _stored(
        self, person: str, decided: Decided, events: Sequence[NewEvent]
    ) -> tuple[StoredEvent, ...]:
        people, batch = self._around.people, (self.version, events)
        if decided.purse < 0:
            appended = await people.buy_chips(person, self.id, -decided.purse, batch)
        elif decided.purse:
            appended = await people.return_chips(person, self.id, decided.purse, batch)
        else:
            appended = await self._around.store.append({self.stream: batch})
        return appended[self.stream]

    async def eject(self, person: str, by: str) -> Accepted | Refusal:
        """Boxes given up and chips back in the purse; refused while wagers of theirs are in play."""
        async with self._writing:
            return await self._eject(person, by)

    async def _eject(self, person: str, by: str) -> Accepted | Refusal:
        patron = Patron(person, self._around.people.purse(person))
        decided = decide(self.rules, self.state, patron, LeaveTable())
        if isinstance(decided, Refusal):
            return decided
        events = [codec.new(event, actor=by) for event in (PersonEjected(person, by), *decided.events)]
        stored = await self._stored(person, decided, events)
        self._follow(stored)
        return Accepted(stored[0].version)

    async def eject_later(self, person: str, by: str) -> bool:
        """As soon as nothing of theirs is in play, over a restart too. False: nothing of theirs is now."""
        async with self._writing:
            if self.state.has_wagers(person) and not self.state.is_to_leave(person):
                await self._append([codec.new(EjectionOrdered(person, by), actor=by)])
            return self.state.is_to_leave(person)

    async def report(self, mishap: Mishap, by: str) -> Accepted | Refusal:
        """Something went wrong with the cards: the remedy that the rulebook orders is carried out."""
        async with self._writing:
            events = report(self.in_force, self.state, mishap, self._orders.card_at, by)
            if isinstance(events, Refusal):
                return events
            version = self.version + 1
            await self._append(events)
            return Accepted(version)

    async def post_limits(self, limits: Limits, by: str) -> Accepted | Refusal:
        """What a main wager may be from now on, or, while wagers lie, from the next round on."""
        async with self._writing:
            if self.state.closed:
                return Refusal("the table is closed")
            if refused := unfit(self.rules, limits):
                return refused
            if limits == (self.state.posted or filed(self.rules)):
                return Refusal(f"the limits are {limits} already")
            version = self.version + 1
            await self._append([codec.new(LimitsPosted(*limits, by), actor=by)])
            return Accepted(version)

    async def close(self, by: str) -> None:
        """No more players and wagers; a round that has begun is finished. Then all get their chips back."""
        async with self._writing:
            if not self.state.closed:
                await self._append([codec.new(TableClosed(by), actor=by)])

    # -- who is there --------------------------------------------------------------------------------------

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

    async def begin_anew(self) -> None:
        """After a part of the log was lost: no card of the shoe in play is dealt."""
        async with self._writing:
            if events := self._dealer.begin_anew(self.state):
                await self._append(events)

    # -- what has happened ---------------------------------------------------------------------------------

    def kept(self) -> tuple[int, TableState, tuple[object, ...], int]:
        """The table as a cache keeps it."""
        state = self.state._replace(racks=dict(self.state.racks), paces=dict(self.state.paces))
        return self.version, state, self._orders.kept(), self._last_event

    def rebuild(self, kept: tuple[int, TableState, tuple[Any, ...], int] | None = None) -> None:
        if kept is not None:
            self.version, self.state, orders, self._last_event = kept
            self.revision = self.version  # as if every event had been followed
            self._orders.keep(orders)
        for stored in self._around.store.read(self.stream, self.version):
            self._take_in(stored)
        self._arm()

    async def _append(self, events: Sequence[NewEvent]) -> None:
        appended = await self._around.store.append({self.stream: (self.version, events)})
        self._follow(appended[self.stream])

    async def _append_returning(self, events: Sequence[NewEvent]) -> None:
        """With everybody's chips, which go back to their purses in the same append."""
        chips = {person: rack for person, rack in self.state.racks.items() if rack}
        appended = await self._around.people.return_all_chips(chips, self.id, (self.version, events))
        self._follow(appended[self.stream])

    def _follow(self, stored: Sequence[StoredEvent]) -> None:
        for each in stored:
            self._take_in(each)
        self._around.metrics.stored(stored)
        self._arm()
        self.resume()
        self._tell()

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

    def _take_in(self, stored: StoredEvent) -> None:
        self._orders.follow(stored)
        self.state = follow(self.state, stored, self._orders.card_at)
        self.version = stored.version
        self._last_event = stored.at
        self.revision += 1
        if stored.kind == "shoe_revealed":
            self._orders.forget(stored.data["shoe"])

    def _arm(self) -> None:
        """Set the clock for what is due now; one that runs already goes on."""
        due = duty(self.in_force, self.state, self._around.clocks, self._attendance())
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
        return min((each for each in moments if each is not None), default=None)

    # -- the dealer ----------------------------------------------------------------------------------------

    def start(self) -> None:
        self._task = asyncio.create_task(self._deal(), name=f"dealer of {self.stream}")

    async def stop(self) -> None:
        """The dealer leaves; what is being written is written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        if self._performing is not None:
            await asyncio.wait([self._performing])
        async with self._writing:
            pass

    async def _deal(self) -> None:
        time = self._around.clocks.time
        while True:
            news, due, due_at, fades_at = self._news, self._duty, self.due_at, self._fades_at()
            if due is not None and due_at is not None and time.now() >= due_at:
                await self._try(due)
                continue
            moments = [each for each in (due_at, fades_at) if each is not None]
            await first(news.wait(), *(time.until(min(moments)) for _ in moments[:1]))
            if fades_at is not None and time.now() >= fades_at:
                self._stir()

    async def _try(self, due: Duty) -> None:
        """A fault stops neither the dealer nor the house; what could not be done is tried again."""
        self._performing = kept(self._perform(due))
        try:
            await asyncio.shield(self._performing)
        except Exception as error:
            # An error's words may name a card that nobody has seen: only its kind is logged.
            log("dealer stopped", table=self.id, duty=due.what, error=type(error).__name__)
            self._halt(why_halted(error))
            self._around.metrics.faults.inc()
            time = self._around.clocks.time
            await time.until(time.now() + RETRY)

    async def _perform(self, due: Duty) -> None:
        async with self._writing:
            if due != self._duty:
                return  # somebody answered meanwhile
            if due.what == "eject":
                (order,) = due.about
                assert isinstance(order, EjectionOrdered)
                answer = await self._eject(order.person, order.by)
                assert not isinstance(answer, Refusal), answer  # nothing of theirs lies on the layout
                return
            events = self._dealer.perform(self.state, due)
            if due.what == "empty_table" and any(self.state.racks.values()):
                await self._append_returning(events)
            else:
                await self._append(events)
            if due.clock is not None:
                log("clock ran out", table=self.id, clock=due.clock, version=self.version)


def why_halted(error: Exception) -> str:
    """What may be said of a fault to everybody."""
    match error:
        case NotStored():
            return error.public
        case OSError() | NotImplementedError():  # what `secrets` raises
            return "the source of chance does not answer"
        case _:
            return f"the dealer cannot go on ({type(error).__name__})"
