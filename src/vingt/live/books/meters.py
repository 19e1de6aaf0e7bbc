"""The history of every meter as the log tells it, and whether it adds up: what came in is paid, waits or is
held, each payment is found at its table, and each secret trigger was the one that was committed to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol

from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import commitment
from vingt.core.rounds.event import WagerSettled
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import NotAnEvent, event_of
from vingt.live.log.events import BonusPaid
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.store import METER, TABLE


class MeterLog(Protocol):
    """A log to read, and the version that each of its streams is at."""

    @property
    def streams(self) -> Mapping[str, int]: ...

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]: ...


class MeterEntry(NamedTuple):
    """One event of a meter, in words, with what it shows and what waits afterwards."""

    version: int
    at: int
    words: str
    showing: int
    waiting: int


class MeterProblem(NamedTuple):
    stream: str
    version: int
    what: str


class PaidOut(NamedTuple):
    """What makes a payment of a meter and one of a table the same."""

    table: str
    player: str
    box: int
    amount: int


class MeterHistory:
    """Follows one meter's stream."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.state = m.MeterState()
        self.entries: list[MeterEntry] = []
        self.problems: list[MeterProblem] = []
        self.paid: list[tuple[int, PaidOut]] = []
        self._bound: dict[int, tuple[str, str]] = {}  # commitment, and the digest it was made under

    def follow(self, stored: StoredEvent) -> None:
        event: m.MeterEvent = event_of(stored)
        before = self.state
        for what in self.wrong(event):
            self.problems.append(MeterProblem(stored.stream, stored.version, what))
        if isinstance(event, m.MeterPaid | m.MeterRestored) and before.payment(event.payment) is None:
            return
        self.state = m.evolve(before, event)
        if isinstance(event, m.MeterPaid) and (payment := before.payment(event.payment)) is not None:
            where = PaidOut(payment.table, payment.player, payment.box, payment.amount)
            self.paid.append((stored.version, where))
        self.entries.append(
            MeterEntry(stored.version, stored.at, told(event), self.state.showing, self.state.waiting)
        )

    def wrong(self, event: m.MeterEvent) -> Iterator[str]:
        state = self.state
        match event:
            case m.MeterFed(staked=staked, added=added):
                if not state.open or not 0 < Fraction(added) <= staked:
                    yield f"{added} cents were added of {staked} staked"
            case m.MeterHit(amount=amount):
                if amount > state.showing:
                    yield f"{amount} cents were won of a meter that showed {state.showing}"
            case m.MeterPaid(payment) | m.MeterRestored(payment):
                if state.payment(payment) is None:
                    yield f"payment {payment} did not wait: paid twice, or never won"
            case m.TriggerSealed(number, bound):
                self._bound[number] = (bound, state.terms.digest)
            case m.TriggerRevealed(number, trigger, nonce):
                bound, terms = self._bound.get(number, ("", ""))
                about = ("trigger", self.id, number, terms)
                if commitment(about, bytes.fromhex(nonce), (trigger,)) != bound:
                    yield f"trigger {number} is not the one that was committed to"
            case _:
                return


def told(event: m.MeterEvent) -> str:
    """Without names of people: who reads it looks them up."""
    match event:
        case m.MeterOpened(initial):
            return f"opened with {initial} cents"
        case m.MeterFed(table, round, staked, added):
            return f"table {table}, round {round}: {staked} cents staked add {added}"
        case m.MeterHit(payment, table, round, box, _, amount):
            return f"payment {payment}: {amount} cents won at table {table}, round {round}, box {box}"
        case m.MeterPaid(payment, by):
            return f"payment {payment} made" + (", confirmed by a supervisor" if by else "")
        case m.MeterRestored(payment):
            return f"payment {payment} taken back after a malfunction"
        case m.MeterChanged(terms=terms):
            return f"changed by two people, now {terms[:12]}"
        case m.TriggerSealed(number):
            return f"secret trigger {number} sealed"
        case m.TriggerRevealed(number, trigger):
            return f"secret trigger {number} was {trigger} cents"


def meter_history(log: MeterLog, id: str) -> MeterHistory:
    history = MeterHistory(id)
    for stored in log.read(f"{METER}{id}"):
        try:
            history.follow(stored)
        except (NotAnEvent, UnknownKind):
            continue  # the books have said so
    return history


def meter_problems(log: MeterLog) -> Iterator[MeterProblem]:
    ids = [stream.removeprefix(METER) for stream in sorted(log.streams) if stream.startswith(METER)]
    if not ids:
        return
    histories = [meter_history(log, id) for id in ids]
    at_tables = payments_at_tables(log, {where.table for each in histories for _, where in each.paid})
    for history in histories:
        yield from history.problems
        for version, where in history.paid:
            at_tables[where] -= 1
            if at_tables[where] < 0:
                what = f"{where.amount} cents were paid that table {where.table} does not know of"
                yield MeterProblem(f"{METER}{history.id}", version, what)


def payments_at_tables(log: MeterLog, tables: set[str]) -> Counter[PaidOut]:
    paid: Counter[PaidOut] = Counter()
    for table in sorted(tables):
        for stored in log.read(f"{TABLE}{table}"):
            if stored.kind == BonusPaid.kind:
                paid[PaidOut(table, stored.data["player"], stored.data["box"], stored.data["amount"])] += 1
            elif stored.kind == WagerSettled.kind:
                paid[PaidOut(table, stored.data["player"], stored.data["box"], stored.data["returns"])] += 1
    return paid
