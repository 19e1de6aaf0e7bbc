"""Every meter of a house as its stream tells it: opened, changed by two people, its secret trigger drawn and
sealed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vingt.core.money import dollars
from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import commitment, trigger_at, trigger_points
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import codec
from vingt.live.log.chain import StoredEvent
from vingt.live.log.kinds import AnyEvent
from vingt.live.log.store import METER, Batches, EventStore, NewEvent
from vingt.live.progressive.award import CONFIRMED_ABOVE

NONCE_BYTES = 32


def meter_id(table: str, wager: str, meter: Meter) -> str:
    """A linked meter has its own name; any other belongs to one table."""
    return meter.linked or f"{table}.{wager}.{meter.name.replace(' ', '-')}"


@dataclass
class MeterRecord:
    """One meter as its stream tells it."""

    id: str
    state: m.MeterState = field(default_factory=m.MeterState)
    version: int = 0
    sealed: str = ""  # of the trigger that is in force
    tables: set[str] = field(default_factory=set)
    proposed: tuple[m.MeterSetup, str] | None = None  # another configuration, and who asked for it

    @property
    def stream(self) -> str:
        return f"{METER}{self.id}"


class Seals(Protocol):
    """The vault of a house, or what stands for it where nothing is written down."""

    def seal(self, secret: bytes, about: str) -> str: ...

    def unseal(self, sealed: str, about: str) -> bytes: ...


class MeterBook:
    def __init__(
        self, store: EventStore, vault: Seals, draw: Callable[[int], int] = secrets.randbelow
    ) -> None:
        self.lock = asyncio.Lock()
        self.draw = draw
        self.confirmed_above = CONFIRMED_ABOVE
        self._vault = vault
        self._records: dict[str, MeterRecord] = {}
        for stream in sorted(store.streams()):
            if stream.startswith(METER):
                for event in store.read(stream):
                    self.follow_one(event)

    # -- what is known -------------------------------------------------------------------------------------

    def record(self, id: str) -> MeterRecord:
        return self._records.setdefault(id, MeterRecord(id))

    def records(self) -> list[MeterRecord]:
        """Every meter that a table has, or had."""
        return sorted((each for each in self._records.values() if each.state.open), key=lambda each: each.id)

    def follow(self, appended: Mapping[str, Sequence[StoredEvent]]) -> None:
        for stream, events in appended.items():
            if stream.startswith(METER):
                for event in events:
                    self.follow_one(event)

    def follow_one(self, stored_event: StoredEvent) -> None:
        record = self.record(stored_event.stream.removeprefix(METER))
        event: m.MeterEvent = codec.event_of(stored_event)
        record.state = m.evolve(record.state, event)
        record.version = stored_event.version
        if isinstance(event, m.TriggerSealed):
            record.sealed = event.sealed
        if isinstance(event, m.MeterFed):
            record.tables.add(event.table)

    def shown(self, table: str, rules: TableRules) -> Iterator[tuple[OfferedWager, Meter, int]]:
        """The meters of a table and what each shows; one that was never fed shows where it starts."""
        for wager in rules.wagers:
            for meter in wager.meters:
                state = self.record(meter_id(table, wager.id, meter)).state
                yield wager, meter, state.showing if state.open else meter.initial

    def unlinkable(self, rules: TableRules, others: Iterable[TableRules], *, private: bool = False) -> str:
        """Why a table may not feed a meter that others feed; "" where it may. All of them have filed how it
        starts again: no table's reset may fall below its printed minimum by another's submission."""
        filed = {
            meter.linked: m.terms_of(meter, wager.trigger_law)
            for other in others
            for wager in other.wagers
            for meter in wager.meters
        }
        for wager in rules.wagers:
            for meter in wager.meters:
                if not meter.linked:
                    continue
                if private:
                    return f"{wager.id}: a private table has meters of its own, not the linked {meter.linked}"
                setup, state = m.terms_of(meter, wager.trigger_law), self.record(meter.linked).state
                known = state.terms if state.open else filed.get(meter.linked, setup)
                if (known.reset, known.maximum, known.law) != (setup.reset, setup.maximum, setup.law):
                    most = "" if known.maximum is None else f", must hit by {dollars(known.maximum)}"
                    return (
                        f"{wager.id}: the meter {meter.linked} starts again at {dollars(known.reset)}{most}: "
                        "tables that share a meter file it alike"
                    )
        return ""

    def opening(self, table: str, rules: TableRules, by: str) -> Batches:
        """The meters of a new table that stand nowhere yet: what they start with, and the secret of one that
        must hit, are bound before anybody plays for them."""
        records = (
            (self.record(meter_id(table, wager.id, meter)), m.terms_of(meter, wager.trigger_law))
            for wager in rules.wagers
            for meter in wager.meters
        )
        return {
            record.stream: (record.version, stored(self.opened(record.id, setup), by))
            for record, setup in records
            if not record.state.open
        }

    def opened(self, id: str, setup: m.MeterSetup) -> list[m.MeterEvent]:
        event = m.open_meter(setup)
        sealed = [self.seal_trigger(id, m.evolve(m.MeterState(), event))] if setup.must_hit else []
        return [event, *sealed]

    # -- another configuration -----------------------------------------------------------------------------

    def changed(
        self, id: str, setup: m.MeterSetup, by: str
    ) -> Sequence[m.MeterEvent] | m.MeterSetup | Refusal:
        """What the first of two people asks for is kept; another who asks for the same has it done. The
        secret trigger of a must-hit meter is laid open and drawn anew."""
        record = self.record(id)
        proposed = record.proposed
        if proposed is None or proposed[0] != setup:
            refused = m.change(record.state, setup, by, f"another than {by}")
            if isinstance(refused, Refusal):
                return refused
            record.proposed = (setup, by)
            return setup
        change = m.change(record.state, setup, proposed[1], by)
        if isinstance(change, Refusal):
            return change
        record.proposed = None
        if not setup.must_hit:
            return [change]
        return [
            self.reveal_trigger(id, record.state, record.sealed),
            change,
            self.seal_trigger(id, m.evolve(record.state, change)),
        ]

    # -- chance --------------------------------------------------------------------------------------------

    def seal_trigger(self, id: str, state: m.MeterState) -> m.TriggerSealed:
        """A new secret above what shows and at most the maximum, bound and sealed before anybody plays for
        it; the maximum itself where contributions of one round went as far as that."""
        number, law, shows = state.trigger_number + 1, state.terms.law, state.showing
        points, nonce = trigger_points(law, shows), secrets.token_bytes(NONCE_BYTES)
        trigger = trigger_at(law, self.draw(points), shows) if points else max(high for _, high, _ in law)
        bound = commitment(("trigger", id, number, state.terms.digest), nonce, (trigger,))
        secret = f"{trigger} {nonce.hex()}".encode()
        return m.TriggerSealed(number, bound, self._vault.seal(secret, f"trigger {id} {number}"))

    def trigger(self, id: str, sealed: str, number: int) -> tuple[int, str]:
        trigger, nonce = self._vault.unseal(sealed, f"trigger {id} {number}").decode().split()
        return int(trigger), nonce

    def reveal_trigger(self, id: str, state: m.MeterState, sealed: str) -> m.TriggerRevealed:
        """The secret that was in force, laid open."""
        return m.TriggerRevealed(state.trigger_number, *self.trigger(id, sealed, state.trigger_number))


def stored(events: Sequence[AnyEvent], by: str) -> list[NewEvent]:
    return [codec.new(event, actor=by) for event in events]
