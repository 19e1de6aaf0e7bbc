"""What meters, wheels and the dealer's terminal do at a table: events of its stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.progressive.terminal import TerminalCommand, Why


@dataclass(frozen=True, slots=True)
class TerminalPressed:
    """A command of the dealer's terminal (MA-P21 section 16), by who deals or, where it is theirs, by a
    supervisor; what it causes follows. `why` is the reason to cancel, or that a sensor failed."""

    kind: ClassVar[str] = "terminal_pressed"
    wager: str
    command: TerminalCommand
    position: int = 0
    why: Why = ""


@dataclass(frozen=True, slots=True)
class WheelSpun:
    """What the wheel stops at is decided, bound by a commitment and sealed; nobody has seen it. `box` is 0
    where one spin is for the whole table."""

    kind: ClassVar[str] = "wheel_spun"
    number: int  # from 1 at each table
    wager: str
    box: int
    player: str
    commitment: str
    sealed: str


@dataclass(frozen=True, slots=True)
class WheelStopped:
    """The points that were drawn, and what shows that they were drawn before."""

    kind: ClassVar[str] = "wheel_stopped"
    number: int
    drawn: tuple[int, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class SpinEnabled:
    """Where a person deals: the hot spot's player may spin by the sensor (MA-P21 16(k))."""

    kind: ClassVar[str] = "spin_enabled"
    number: int  # of the spin that drew the position


@dataclass(frozen=True, slots=True)
class SpinDisabled:
    """The sensor is shut again; nothing was spun (MA-P21 16(m))."""

    kind: ClassVar[str] = "spin_disabled"
    number: int


@dataclass(frozen=True, slots=True)
class JackpotCancelled:
    """After a malfunction a supervisor cancels what the wheel stopped at, before anybody is paid; it is spun
    anew (MA-P21 16(n)(1))."""

    kind: ClassVar[str] = "jackpot_cancelled"
    number: int
    by: str


@dataclass(frozen=True, slots=True)
class PaymentHeld:
    """A win above the threshold waits for a supervisor; `meter` is "" where no meter pays it. `claim`: the
    round waits for it."""

    kind: ClassVar[str] = "payment_held"
    meter: str
    payment: int
    player: str
    box: int
    wager: str
    line: str
    amount: int
    claim: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class PaymentConfirmed:
    """A supervisor has confirmed hand and win, signed in under their own name."""

    kind: ClassVar[str] = "payment_confirmed"
    by: str


@dataclass(frozen=True, slots=True)
class PaymentVoided:
    """The round is void: what its win had taken from the meter went back (readings I-117, I-122)."""

    kind: ClassVar[str] = "payment_voided"
    meter: str
    payment: int


@dataclass(frozen=True, slots=True)
class BonusDrawn:
    """In a round that the system selected: a seat (0: none was drawn) or a card."""

    kind: ClassVar[str] = "bonus_drawn"
    wager: str
    line: str
    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """What no hand of cards won: a must-hit jackpot, a drawn bonus, a community prize of another's spin."""

    kind: ClassVar[str] = "bonus_paid"
    player: str
    box: int
    wager: str
    line: str
    amount: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ContributionsMade:
    """The progressive wagers of a round that ended have fed their meters."""

    kind: ClassVar[str] = "contributions_made"
    round: int


ProgressiveEvent = (
    TerminalPressed
    | WheelSpun
    | WheelStopped
    | SpinEnabled
    | SpinDisabled
    | JackpotCancelled
    | PaymentHeld
    | PaymentConfirmed
    | PaymentVoided
    | BonusDrawn
    | BonusPaid
    | ContributionsMade
)
