"""The history of every meter as the log tells it, and whether it adds up: what came in is paid, waits or is
held, and each secret trigger was the one that was committed to, reached when it was paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol, assert_never

from vingt.core.money import dollars
from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import commitment
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import NotAnEvent, event_of
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import METER


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


class MeterAgainst(Protocol):
    """What else a meter's events are held against: what tables say of it, who had which role, the key."""

    def held(self, person: str, role: RoleName, at: int) -> bool: ...

    def opened(self, setup: m.MeterSetup) -> Iterator[str]: ...

    def fed(self, table: str, event: m.MeterFed) -> Iterator[str]: ...

    def hit(self, state: m.MeterState, event: m.MeterHit) -> Iterator[str]: ...

    def settled(self, payment: m.PendingPayment, event: m.MeterPaid | m.MeterRestored) -> Iterator[str]: ...

    def sealed(self, id: str, event: m.TriggerSealed, terms: m.MeterSetup) -> Iterator[str]: ...


class MeterHistory:
    """Follows one meter's stream."""

    def __init__(self, id: str, against: MeterAgainst | None = None) -> None:
        self.id = id
        self.state = m.MeterState()
        self.entries: list[MeterEntry] = []
        self.problems: list[MeterProblem] = []
        self._against = against
        self._bound: dict[int, tuple[str, str]] = {}  # commitment, and the digest it was made under
        self._before_feed = Fraction(0)  # what was held before the newest contribution
        self._reached: Fraction | None = None  # what was held when a secret trigger was said to be reached

    def follow(self, stored: StoredEvent) -> None:
        event: m.MeterEvent = event_of(stored)
        before = self.state
        for what in self.wrong(event, stored):
            self.problems.append(MeterProblem(stored.stream, stored.version, what))
        if isinstance(event, m.MeterPaid | m.MeterRestored) and before.payment(event.payment) is None:
            return
        self.state = m.evolve(before, event)
        if isinstance(event, m.MeterFed):
            self._before_feed = before.held
        self.entries.append(
            MeterEntry(stored.version, stored.at, told(event), self.state.showing, self.state.waiting)
        )

    def wrong(self, event: m.MeterEvent, stored: StoredEvent) -> Iterator[str]:
        state, against = self.state, self._against
        match event:
            case m.MeterOpened(initial, reset, maximum, law, terms):
                setup = m.MeterSetup(initial, reset, maximum, law)
                if setup.digest != terms or state.open:
                    yield "it was opened twice, or not with the configuration it names"
                if against is not None:
                    yield from against.opened(setup)
            case m.MeterFed(table=table, staked=staked, added=added, reserved=reserved):
                if not state.open or not 0 < Fraction(added) <= staked - Fraction(reserved):
                    yield f"{added} cents were added of {staked} staked"
                if against is not None:
                    yield from against.fed(table, event)
            case m.MeterHit(amount=amount):
                if amount > state.showing:
                    yield f"{amount} cents were won of a meter that showed {state.showing}"
                self._reached = state.held
                if against is not None:
                    yield from against.hit(state, event)
            case m.MeterPaid(number) | m.MeterRestored(number):
                payment = state.payment(number)
                if payment is None:
                    yield f"payment {number} did not wait: paid twice, or never won"
                elif against is not None:
                    yield from against.settled(payment, event)
            case m.MeterChanged():
                yield from self._changed(event, stored)
            case m.TriggerSealed(number, bound):
                if number != state.trigger_number + 1 or state.trigger_open or not state.terms.must_hit:
                    yield f"trigger {number} was sealed, and none was due"
                self._bound[number] = (bound, state.terms.digest)
                if against is not None:
                    yield from against.sealed(self.id, event, state.terms)
            case m.TriggerRevealed():
                yield from self._revealed(event)
            case _:
                assert_never(event)

    def _changed(self, event: m.MeterChanged, stored: StoredEvent) -> Iterator[str]:
        terms = m.MeterSetup(self.state.terms.initial, event.reset, event.maximum, event.law)
        if terms.digest != event.terms:
            yield "it was changed, and not to the configuration it names"
        refused = m.change(self.state, terms, event.by, event.confirmed_by)
        if isinstance(refused, Refusal):
            yield f"it was changed against the rules: {refused.why}"
        against = self._against
        for person in (event.by, event.confirmed_by):
            if against is not None and not against.held(person, "administrator", stored.at):
                yield f"{person} changed it, and is no administrator"

    def _revealed(self, event: m.TriggerRevealed) -> Iterator[str]:
        """The one that was bound, within its law, and reached by the contribution before and none earlier."""
        bound, terms = self._bound.get(event.number, ("", ""))
        about = ("trigger", self.id, event.number, terms)
        if commitment(about, bytes.fromhex(event.nonce), (event.trigger,)) != bound:
            yield f"trigger {event.number} is not the one that was committed to"
        if not any(low < event.trigger <= high for low, high, _ in self.state.terms.law):
            yield f"trigger {event.number} lies outside its law: {event.trigger} cents"
        reached, self._reached = self._reached, None
        most = max((high for _, high, _ in self.state.terms.law), default=0)
        before = min(
            self._before_feed, Fraction(most - 1)
        )  # a round's part may be more than from reset to cap
        if reached is not None and not before < event.trigger <= reached:
            yield f"trigger {event.number}, at {event.trigger} cents, was not reached by that contribution"


def exact_dollars(cents: Fraction) -> str:
    """Every fraction of a cent with it: $0.33 and 1/3 cent."""
    whole = cents.numerator // cents.denominator
    rest = cents - whole
    return f"{dollars(whole)} and {rest} cent" if rest else dollars(whole)


def told(event: m.MeterEvent) -> str:
    """Without names of people: who reads it looks them up."""
    match event:
        case m.MeterOpened(initial):
            return f"opened with {dollars(initial)}"
        case m.MeterFed(table, round, staked, added, reserved):
            words = f"table {table}, round {round}: {dollars(staked)} staked add "
            words += exact_dollars(Fraction(added))
            kept = Fraction(reserved)
            return f"{words}, and {exact_dollars(kept)} to the reserve" if kept else words
        case m.MeterHit(payment, table, round, box, _, amount, from_reserve=kept):
            words = f"payment {payment}: {dollars(amount)} won at table {table}, round {round}, box {box}"
            return f"{words}; {dollars(kept)} of the reset from the reserve" if kept else words
        case m.MeterPaid(payment, by):
            return f"payment {payment} made" + (", confirmed by a supervisor" if by else "")
        case m.MeterRestored(payment):
            return f"payment {payment} taken back after a malfunction"
        case m.MeterChanged(terms=terms):
            return f"changed by two people, now {terms[:12]}"
        case m.TriggerSealed(number):
            return f"secret trigger {number} sealed"
        case m.TriggerRevealed(number, trigger):
            return f"secret trigger {number} was {dollars(trigger)}"


def meter_history(log: MeterLog, id: str, against: MeterAgainst | None = None) -> MeterHistory:
    history = MeterHistory(id, against)
    for stored in log.read(f"{METER}{id}"):
        try:
            history.follow(stored)
        except (NotAnEvent, UnknownKind):
            continue  # the books have said so
    return history
