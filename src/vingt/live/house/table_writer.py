"""The one writer of a table: commands become stored events, each carried out once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from vingt.core.rounds.command_words import word_of
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.table_record import Surroundings, TableRecord
from vingt.live.log import codec
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import EjectionOrdered, PersonEjected, TableClosed, TableOpened, WagerCalled
from vingt.live.log.progressive_events import TerminalPressed
from vingt.live.log.store import NewEvent, NotStored
from vingt.live.people.people import NotEnough
from vingt.live.program_log import log
from vingt.live.shoes.orders import Orders
from vingt.live.table.commands import DealerCommand, LeaveTable, PersonCommand
from vingt.live.table.dealer import DEALER, Dealer
from vingt.live.table.decision import Decided, Patron, call_honoured, decide
from vingt.live.table.duty import Deed
from vingt.live.table.performing import AtTheDesk, Staff, carried_out, confirmed_call, totals_after
from vingt.live.table.repetition import caused, could_have_caused
from vingt.live.tasks import kept

KEY_LENGTH = 100
MEANT_FOR_ANOTHER = "that was meant for another question"  # how the refusal of a late or second press begins
USED_FOR_ANOTHER = Refusal("this key was used for another command: choose a new key for each")
ANSWERS_KEPT = 500  # refusals are remembered for as long; what was accepted is found in the log for ever


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is carried out and durable; `version` is where the table's log begins to say so."""

    version: int


class KeyedAnswer(NamedTuple):
    """What a key was used for, and what was said."""

    command: PersonCommand
    answer: Accepted | Refusal


class TableWriter(TableRecord):
    """Carries out what people want done, one after the other."""

    def __init__(
        self, id: str, opened: TableOpened, rules: TableRules, orders: Orders, around: Surroundings
    ) -> None:
        super().__init__(id, opened, rules, orders, around)
        self._writing = asyncio.Lock()
        self._answers: OrderedDict[tuple[str, str], KeyedAnswer] = OrderedDict()

    @property
    def _dealer(self) -> Dealer:
        return Dealer(self.in_force, self._orders, self._around.source)

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
        if isinstance(command, DealerCommand):
            return await self._deal_by_hand(person, command, key)
        patron = Patron(person, self._around.people.purse(person))
        decided = decide(self.in_force, self.state, patron, command)
        if isinstance(decided, Refusal):
            return decided
        events = [
            codec.new(event, key="" if at else key, actor=person) for at, event in enumerate(decided.events)
        ]
        events += totals_after(self.state, events, self._dealer)
        try:
            stored = await self._stored(person, decided, events)
        except NotEnough as error:  # the purse was emptied at another table meanwhile
            return Refusal(str(error))
        self._follow(stored)
        log(
            "command", table=self.id, person=person, command=word_of(type(command)), version=stored[0].version
        )
        return Accepted(stored[0].version)

    async def _deal_by_hand(self, person: str, command: DealerCommand, key: str) -> Accepted | Refusal:
        """A step of who deals here, or of a floorperson; a role may have been taken a moment ago."""
        known = self._around.people.get(person)
        if known is None or known.blocked:
            return Refusal("only who deals does that")
        now = self._around.clocks.time.wall()
        staff = Staff(person, known.may)
        events = carried_out(self.in_force, self.state, staff, command, now, self._dealer)
        if isinstance(events, Refusal):
            return events
        if isinstance(events, AtTheDesk):
            return await self._with_meters(events.deed, person, key, events.pressed)
        events = [replace(events[0], key=key), *events[1:]]
        called = confirmed_call(self.in_force, self.state, events)
        return await (self._accepted(events) if called is None else self._lay_called(called, events))

    async def _lay_called(self, called: WagerCalled, events: Sequence[NewEvent]) -> Accepted | Refusal:
        """A spoken wager is confirmed: the player's cash becomes chips, and they lie."""
        patron = Patron(called.person, self._around.people.purse(called.person))
        decided = call_honoured(self.in_force, self.state, patron, called)
        if isinstance(decided, Refusal):
            return decided
        laid = [codec.new(event, actor=called.person) for event in decided.events]
        try:
            stored = await self._stored(called.person, decided, [*events, *laid])
        except NotEnough as error:
            return Refusal(str(error))
        self._follow(stored)
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

    async def _accepted(self, events: Sequence[NewEvent] | Refusal) -> Accepted | Refusal:
        if isinstance(events, Refusal):
            return events
        version = self.version + 1
        await self._append(events)
        return Accepted(version)

    async def close(self, by: str) -> None:
        """No more players and wagers; a round that has begun is finished. Then all get their chips back."""
        async with self._writing:
            if not self.state.closed:
                await self._append([codec.new(TableClosed(by), actor=by)])

    async def begin_anew(self) -> None:
        """After a part of the log was lost: no card of the shoe in play is dealt."""
        async with self._writing:
            if events := self._dealer.begin_anew(self.state):
                await self._append(events)

    # -- storing ------------------------------------------------------------------------------------------

    async def _append(self, events: Sequence[NewEvent]) -> None:
        appended = await self._around.store.append({self.stream: (self.version, events)})
        self._follow(appended[self.stream])

    async def _append_returning(self, events: Sequence[NewEvent]) -> None:
        """With everybody's chips, which go back to their purses in the same append."""
        chips = {person: rack for person, rack in self.state.racks.items() if rack}
        appended = await self._around.people.return_all_chips(chips, self.id, (self.version, events))
        self._follow(appended[self.stream])

    async def _with_meters(
        self, deed: Deed, by: str = DEALER, key: str = "", pressed: Sequence[TerminalPressed] = ()
    ) -> Accepted:
        """What the table and its meters do together is one append."""
        desk, version = self._around.meters, self.version + 1
        async with desk.lock:
            work = desk.perform(self.id, self.in_force, self.state, deed, pressed)
            appended = await self._around.store.append(work.batches(self.stream, self.version, by, key))
            desk.follow(appended)
        self._follow(appended[self.stream])
        return Accepted(version)


def why_halted(error: Exception) -> str:
    """What may be said of a fault to everybody."""
    match error:
        case NotStored():
            return error.public
        case OSError() | NotImplementedError():  # what `secrets` raises
            return "the source of chance does not answer"
        case _:
            return f"the dealer cannot go on ({type(error).__name__})"
