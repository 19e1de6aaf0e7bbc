"""A meter: every cent that comes in is paid, waits to be paid, or shows. Fractions of a cent are carried.

It pays what it shows when the player's turn comes: all of it, or a share of it (MD-BJ 13.Q(4)#3, MD-P21
12.D(7), MD-PE21 12.D(7)). After all of it is won it stands at its reset, whoever is paid next; a 10% award is
taken from what shows and reseeds nothing, so that it alone can leave a meter below its reset (reading J-7).
A submission may have a part of every stake kept in reserve: the next reset comes out of it as far as it goes,
and the house puts in the rest.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple, assert_never

from vingt.core.cite import Cite
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import Meter

Winners = Literal["sequential", "equal_share"]
Band = tuple[int, int, int]  # cents above `low` up to `high`, and a whole weight


@dataclass(frozen=True, slots=True)
class MeterSetup:
    """How a meter is set up; `least_reset` is the printed minimum, `law` the bands of a must-hit trigger."""

    initial: int
    reset: int
    maximum: int | None = None
    law: tuple[Band, ...] = ()
    least_reset: int = 0
    cite: Cite = Cite()

    @property
    def digest(self) -> str:
        """What the sign and the log show of the configuration."""
        said = ["vingt meter 1", self.initial, self.reset, self.maximum, self.law]
        return hashlib.sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()

    @property
    def must_hit(self) -> bool:
        return self.maximum is not None


def terms_of(meter: Meter, law: tuple[Band, ...] = ()) -> MeterSetup:
    """As a submission states it; a must-hit law that is not stated is even."""
    if meter.maximum is not None and not law:
        law = ((meter.reset, meter.maximum, 1),)
    return MeterSetup(meter.initial, meter.reset, meter.maximum, law, cite=meter.cite)


# -- events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeterOpened:
    """Money in it from the first moment on; `terms` is the digest of its configuration."""

    kind: ClassVar[str] = "meter_opened"
    initial: int
    reset: int
    maximum: int | None
    law: tuple[tuple[int, int, int], ...]
    terms: str


@dataclass(frozen=True, slots=True)
class MeterFed:
    """The wagers of one round, in cents, and the parts of them that the meter and its reserve gain, fractions
    of cents."""

    kind: ClassVar[str] = "meter_fed"
    table: str
    round: int
    staked: int
    added: str
    reserved: str = "0"


@dataclass(frozen=True, slots=True)
class MeterHit:
    """`amount` is taken from what shows and waits to be paid; `reseeded` is put in anew: `from_reserve` of
    it out of the reserve, the rest by the house."""

    kind: ClassVar[str] = "meter_hit"
    payment: int  # from 1 at each meter
    table: str
    round: int
    box: int
    player: str
    amount: int
    reseeded: int
    from_reserve: int = 0


@dataclass(frozen=True, slots=True)
class MeterPaid:
    """The player holds it. `by` is who confirmed the win by their own sign-in, where that was called for."""

    kind: ClassVar[str] = "meter_paid"
    payment: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class MeterRestored:
    """A win that a malfunction made: its amount goes back, and so does the reset (reading I-117)."""

    kind: ClassVar[str] = "meter_restored"
    payment: int
    by: str


@dataclass(frozen=True, slots=True)
class MeterChanged:
    """Another configuration, by two people; what shows stays."""

    kind: ClassVar[str] = "meter_changed"
    reset: int
    maximum: int | None
    law: tuple[tuple[int, int, int], ...]
    terms: str
    by: str
    confirmed_by: str


@dataclass(frozen=True, slots=True)
class TriggerSealed:
    """A must-hit meter has a new secret trigger: its commitment, and the trigger itself under the key."""

    kind: ClassVar[str] = "trigger_sealed"
    number: int
    commitment: str
    sealed: str


@dataclass(frozen=True, slots=True)
class TriggerRevealed:
    kind: ClassVar[str] = "trigger_revealed"
    number: int
    trigger: int
    nonce: str


MeterEvent = (
    MeterOpened
    | MeterFed
    | MeterHit
    | MeterPaid
    | MeterRestored
    | MeterChanged
    | TriggerSealed
    | TriggerRevealed
)


# -- state -------------------------------------------------------------------------------------------------


class PendingPayment(NamedTuple):
    number: int
    table: str
    round: int
    box: int
    player: str
    amount: int
    reseeded: int
    from_reserve: int = 0

    @property
    def from_house(self) -> int:
        return self.reseeded - self.from_reserve


class MeterState(NamedTuple):
    terms: MeterSetup = MeterSetup(0, 0)
    open: bool = False
    held: Fraction = Fraction(0)
    seeded: int = 0
    fed: Fraction = Fraction(0)
    paid: int = 0
    hits: int = 0
    payments: int = 0
    pending: tuple[PendingPayment, ...] = ()
    trigger_number: int = 0
    trigger_open: bool = False
    reserve: Fraction = Fraction(0)
    reserved: Fraction = Fraction(0)  # all that ever came into the reserve

    @property
    def showing(self) -> int:
        """Whole cents; the fraction is carried."""
        return self.held.numerator // self.held.denominator

    @property
    def waiting(self) -> int:
        return sum(payment.amount for payment in self.pending)

    @property
    def owed(self) -> int:
        """Whole cents that players will have of it, whoever they are."""
        return self.showing + self.waiting + int(self.reserve)

    @property
    def unaccounted(self) -> Fraction:
        """What came in, less what was paid, waits, is held or is in reserve: always zero."""
        came_in = self.seeded + self.fed + self.reserved
        return came_in - self.paid - self.waiting - self.held - self.reserve

    def payment(self, number: int) -> PendingPayment | None:
        return next((each for each in self.pending if each.number == number), None)


def evolve(state: MeterState, event: MeterEvent) -> MeterState:
    match event:
        case MeterOpened(initial, reset, maximum, law):
            terms = MeterSetup(initial, reset, maximum, law)
            return state._replace(terms=terms, open=True, held=Fraction(initial), seeded=initial)
        case MeterFed(added=added, reserved=reserved):
            gained, kept = Fraction(added), Fraction(reserved)
            return state._replace(
                held=state.held + gained,
                fed=state.fed + gained,
                reserve=state.reserve + kept,
                reserved=state.reserved + kept,
            )
        case MeterHit():
            waits = PendingPayment(
                event.payment,
                event.table,
                event.round,
                event.box,
                event.player,
                event.amount,
                event.reseeded,
                event.from_reserve,
            )
            return state._replace(
                held=state.held - event.amount + event.reseeded,
                seeded=state.seeded + waits.from_house,
                reserve=state.reserve - event.from_reserve,
                hits=state.hits + (event.reseeded > 0 or state.held == event.amount),
                payments=event.payment,
                pending=(*state.pending, waits),
            )
        case MeterPaid(number) | MeterRestored(number):
            payment = state.payment(number)
            if payment is None:  # a log that says so is not sound: `live.books.meters` finds it
                return state
            if isinstance(event, MeterPaid):
                return without(state, payment)._replace(paid=state.paid + payment.amount)
            return without(state, payment)._replace(
                held=state.held + payment.amount - payment.reseeded,
                seeded=state.seeded - payment.from_house,
                reserve=state.reserve + payment.from_reserve,
            )
        case MeterChanged(reset, maximum, law):
            return state._replace(terms=replace(state.terms, reset=reset, maximum=maximum, law=law))
        case TriggerSealed(number):
            return state._replace(trigger_number=number, trigger_open=True)
        case TriggerRevealed():
            return state._replace(trigger_open=False)
        case _:
            assert_never(event)


def without(state: MeterState, payment: PendingPayment) -> MeterState:
    return state._replace(pending=tuple(each for each in state.pending if each != payment))


# -- decisions ---------------------------------------------------------------------------------------------


class Claimant(NamedTuple):
    """Whose turn it is to be paid, and where."""

    table: str
    round: int
    box: int
    player: str


def open_meter(terms: MeterSetup) -> MeterOpened:
    return MeterOpened(terms.initial, terms.reset, terms.maximum, terms.law, terms.digest)


def feed(
    state: MeterState,
    table: str,
    round: int,
    staked: int,
    rate: Fraction,
    reserve: Fraction = Fraction(0),
) -> MeterFed | Refusal:
    """A round that ended, with what was staked in it; a cancelled or void round feeds nothing (I-122)."""
    if not state.open:
        return Refusal("the meter is not open")
    if staked <= 0 or not 0 < rate <= 1 or not 0 <= reserve <= 1 - rate:
        return Refusal("a meter gains a part of what was staked")
    return MeterFed(table, round, staked, str(rate * staked), str(reserve * staked))


def hit(state: MeterState, who: Claimant, share: Fraction, winners_left: int = 1) -> MeterHit | Refusal:
    """The share of what shows now. Where several share equally, each takes an equal part of what is left, and
    the last of them leaves the meter at its reset (reading J-7)."""
    if not state.open:
        return Refusal("the meter is not open")
    if not 0 < share <= 1 or winners_left < 1:
        return Refusal("a meter is won whole or by a share")
    part = share / winners_left if share == 1 else share
    amount = int(part * state.showing)
    most = state.terms.maximum
    if share == 1 and most is not None:
        amount = min(amount, most)
    whole = share == 1 and winners_left == 1
    reseeded = state.terms.reset if whole else 0
    kept = min(int(state.reserve), reseeded)
    return MeterHit(state.payments + 1, who.table, who.round, who.box, who.player, amount, reseeded, kept)


def pay(state: MeterState, number: int, threshold: int | None, by: str = "") -> MeterPaid | Refusal:
    """Paid once. Above the threshold only with the sign-in of a supervisor, never a code (reading I-113)."""
    payment = state.payment(number)
    if payment is None:
        return Refusal("no payment of this number waits")
    if threshold is not None and payment.amount > threshold and not by:
        return Refusal("a supervisor confirms the hand and the win by their own sign-in", state.terms.cite)
    return MeterPaid(number, by)


def restore(state: MeterState, number: int, by: str) -> MeterRestored | Refusal:
    if state.payment(number) is None:
        return Refusal("no payment of this number waits")
    if not by:
        return Refusal("only a supervisor takes a win back, and only after a malfunction")
    return MeterRestored(number, by)


def change(state: MeterState, terms: MeterSetup, by: str, confirmed_by: str) -> MeterChanged | Refusal:
    """Two people; never below the printed minimum, never while a payment waits, never below what shows."""
    if not by or not confirmed_by or by == confirmed_by:
        return Refusal("two people change a meter")
    if state.pending:
        return Refusal("a payment waits")
    if terms.reset < terms.least_reset:
        return Refusal("the reset is below its printed minimum", terms.cite)
    if (terms.maximum is None) != (state.terms.maximum is None):
        return Refusal("a meter that must hit stays one")
    if terms.maximum is not None and not max(terms.reset, state.showing) < terms.maximum:
        return Refusal("the maximum lies above the reset and above what shows", terms.cite)
    return MeterChanged(terms.reset, terms.maximum, terms.law, terms.digest, by, confirmed_by)
