"""What happens at a table besides its rounds and shoes, and what happens to people. Rounds and shoes have
core's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.progressive.terminal import TerminalCommand, Why
from vingt.core.rounds.command import Command
from vingt.core.shoe.event import (  # in the log they stand among the table's own
    CardsBurned as CardsBurned,
)
from vingt.core.shoe.event import (
    CardScanned as CardScanned,
)
from vingt.core.shoe.event import (
    CardSealed as CardSealed,
)
from vingt.core.shoe.event import (
    CoverCardOut as CoverCardOut,
)
from vingt.core.shoe.event import (
    CoverCardPlaced as CoverCardPlaced,
)
from vingt.core.shoe.event import (
    CutDeclined as CutDeclined,
)
from vingt.core.shoe.event import (
    CutMade as CutMade,
)
from vingt.core.shoe.event import (
    CutOffered as CutOffered,
)
from vingt.core.shoe.event import (
    DeterminantDrawn as DeterminantDrawn,
)
from vingt.core.shoe.event import (
    OpenedSeal as OpenedSeal,
)
from vingt.core.shoe.event import (
    Place as Place,
)
from vingt.core.shoe.event import (
    RealCardsShuffled as RealCardsShuffled,
)
from vingt.core.shoe.event import (
    RecutOrdered as RecutOrdered,
)
from vingt.core.shoe.event import (
    ScanCorrected as ScanCorrected,
)
from vingt.core.shoe.event import (
    ScanRefused as ScanRefused,
)
from vingt.core.shoe.event import (
    SealsOpened as SealsOpened,
)
from vingt.core.shoe.event import (
    SeedGiven as SeedGiven,
)
from vingt.core.shoe.event import (
    ShoeCounted as ShoeCounted,
)
from vingt.core.shoe.event import (
    ShoeEnd as ShoeEnd,
)
from vingt.core.shoe.event import (
    ShoeEnded as ShoeEnded,
)
from vingt.core.shoe.event import (
    ShoeEvent as ShoeEvent,
)
from vingt.core.shoe.event import (
    ShoeLoaded as ShoeLoaded,
)
from vingt.core.shoe.event import (
    ShoeOpened as ShoeOpened,
)
from vingt.core.shoe.event import (
    ShoeRevealed as ShoeRevealed,
)
from vingt.core.shoe.event import (
    ShoeShuffled as ShoeShuffled,
)
from vingt.core.shoe.event import (
    ShoeSide as ShoeSide,
)
from vingt.core.shoe.event import (
    SideCorrected as SideCorrected,
)
from vingt.core.shoe.event import (
    SideTurnedTo as SideTurnedTo,
)

Json = dict[str, Any]
RoleName = Literal["player", "dealer", "floorperson", "auditor", "administrator"]
MishapName = Literal[
    "unexposed_card",
    "unread_card",
    "exposed_card",
    "face_up_card",
    "dealer_overdraw",
    "foreign_card",
    "missed_box",
    "missed_card",
    "dealer_missed_card",
    "reader_misused_seen",
    "reader_misused_unseen",
    "reader_failed",
    "reader_repaired",
    "wrong_side",
    "late_wager",
    "withdrawn_wager",
    "impossible_card",
    "misread_card",
    "wrong_decks",
    "unshuffled_cards",
    "not_shuffled",
    "cards_missing",
]
Pace = Literal["calm", "normal", "turbo"]  # the slowest first
# Who deals: the house by itself; a person, virtual cards; a person, real cards that are entered as they come.
DealingMode = Literal["automatic", "guided", "scanned"]


# -- the table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableOpened:
    """`submission` is what the operator filed, `rules` what it resolved to and what this table is played by
    for ever, `identity` theirs. `program` and `document` are digests of what resolved it: the installed
    package and the rulebook's file."""

    kind: ClassVar[str] = "table_opened"
    name: str
    rulebook: str
    submission: Json
    identity: str
    rules: Json
    private: bool
    by: str
    program: str = ""
    document: str = ""
    dealing: DealingMode = "automatic"


@dataclass(frozen=True, slots=True)
class TableClosed:
    kind: ClassVar[str] = "table_closed"
    by: str


@dataclass(frozen=True, slots=True)
class LimitsPosted:
    """By the floor: what a main wager may be, in force as soon as no wager lies on the layout."""

    kind: ClassVar[str] = "limits_posted"
    minimum: int
    maximum: int
    by: str


@dataclass(frozen=True, slots=True)
class DealingStopped:
    """Nothing is dealt, asked or timed until it goes on, or until a remedy has ended the round."""

    kind: ClassVar[str] = "dealing_stopped"
    by: str


@dataclass(frozen=True, slots=True)
class DealingResumed:
    kind: ClassVar[str] = "dealing_resumed"
    by: str


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """What went wrong, and who said so in which role; the command with its remedy follows, where one is."""

    kind: ClassVar[str] = "irregularity_reported"
    number: int  # from 1 at each table
    what: MishapName
    by: str
    role: RoleName
    box: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class IrregularityNoted:
    """A floorperson has taken notice of what a dealer reported."""

    kind: ClassVar[str] = "irregularity_noted"
    number: int
    by: str


@dataclass(frozen=True, slots=True)
class DealerCame:
    """A person deals from here on, and relieves whoever did before."""

    kind: ClassVar[str] = "dealer_came"
    person: str
    role: RoleName
    relieves: str = ""


@dataclass(frozen=True, slots=True)
class DealerLeft:
    kind: ClassVar[str] = "dealer_left"
    person: str


@dataclass(frozen=True, slots=True)
class StepPerformed:
    """What hands alone do, acknowledged by who did it, or saw to it, in which role. `step` is that of the
    procedure, `what` tells one of several apart: the box that was paid, the person who looked."""

    kind: ClassVar[str] = "step_performed"
    step: str
    by: str
    role: RoleName
    cite: Cite
    what: str = ""


@dataclass(frozen=True, slots=True)
class WagerCalled:
    """Spoken, with cash: it lies when it is confirmed, and the cash is changed into chips."""

    kind: ClassVar[str] = "wager_called"
    person: str
    box: int
    wager: str
    amount: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class AbsentAnswered:
    """A floorperson has the default given for a player who is away; the answer follows."""

    kind: ClassVar[str] = "absent_answered"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class CouponIssued:
    """By a floorperson: a match-play coupon, to be laid once with a wager at this table."""

    kind: ClassVar[str] = "coupon_issued"
    person: str
    amount: int
    by: str


@dataclass(frozen=True, slots=True)
class PlayerReadmitted:
    """By a floorperson: who missed a round since the shuffle may wager again before the next one."""

    kind: ClassVar[str] = "player_readmitted"
    person: str
    by: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """By a floorperson, where a person deals: whether players' time to answer is limited."""

    kind: ClassVar[str] = "clocks_set"
    running: bool
    by: str


@dataclass(frozen=True, slots=True)
class GamingDaySet:
    """When the house's gaming day begins, in minutes after midnight, UTC."""

    kind: ClassVar[str] = "gaming_day_set"
    begins: int
    by: str


@dataclass(frozen=True, slots=True)
class DecksCounted:
    """Real decks entered card by card as they are received, `unscanned` more by their backs; `side` of a
    double shoe they are for."""

    kind: ClassVar[str] = "decks_counted"
    cards: tuple[Card, ...]
    unscanned: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    by: str
    cite: Cite
    side: str = ""

    @property
    def complete(self) -> bool:
        return not self.extra and len(self.missing) == self.unscanned


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered:
    """By a floorperson: all cards are shuffled before the next round of a table that deals by itself."""

    kind: ClassVar[str] = "reshuffle_ordered"
    by: str


@dataclass(frozen=True, slots=True)
class ChipsOrdered:
    """By a floorperson: chips for the table's inventory (a fill) or, below zero, out of it (a credit)."""

    kind: ClassVar[str] = "chips_ordered"
    number: int  # from 1 at each table
    amount: int
    by: str


@dataclass(frozen=True, slots=True)
class ChipsCounted:
    """A second person has counted what was ordered: now it has moved."""

    kind: ClassVar[str] = "chips_counted"
    number: int
    amount: int
    by: str


@dataclass(frozen=True, slots=True)
class ChipOrderWithdrawn:
    kind: ClassVar[str] = "chip_order_withdrawn"
    number: int
    by: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    kind: ClassVar[str] = "seat_taken"
    person: str
    box: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    kind: ClassVar[str] = "seat_left"
    person: str
    box: int


@dataclass(frozen=True, slots=True)
class EjectionOrdered:
    """By an administrator, of somebody whose wagers are in play: to be done when nothing of theirs is."""

    kind: ClassVar[str] = "ejection_ordered"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class PersonEjected:
    """By an administrator; that the boxes are given up and the chips go back follows."""

    kind: ClassVar[str] = "person_ejected"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class BoxShared:
    """Whether the holder of a box lets others wager on it."""

    kind: ClassVar[str] = "box_shared"
    person: str
    box: int
    shared: bool


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Chips came to the table; `chips_bought` in the people stream is its other half."""

    kind: ClassVar[str] = "bought_in"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class CashedOut:
    kind: ClassVar[str] = "cashed_out"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class PaceSet:
    """How fast the person would have the cards come; the table takes the slowest pace of those who sit."""

    kind: ClassVar[str] = "pace_set"
    person: str
    pace: Pace


# -- rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundStarted:
    kind: ClassVar[str] = "round_started"
    round: int


@dataclass(frozen=True, slots=True)
class Commanded:
    """The command core accepted; the round events right after it are all that it caused."""

    kind: ClassVar[str] = "commanded"
    command: Command


@dataclass(frozen=True, slots=True)
class WagerReopened:
    """It was settled on a card that had been entered wrongly: its chips lie on the layout again."""

    kind: ClassVar[str] = "wager_reopened"
    player: str
    box: int
    hand: int
    wager: str
    stake: int
    returns: int


@dataclass(frozen=True, slots=True)
class ReadySaid:
    """No more wagers from this person in this round; when a shoe ends: no need to wait before the shuffle."""

    kind: ClassVar[str] = "ready_said"
    person: str


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """`clock` names the question that got its default; the command that gives it follows."""

    kind: ClassVar[str] = "clock_ran_out"
    clock: str
    person: str
    box: int = 0
    hand: int = 0


# -- people ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GuestWelcomed:
    kind: ClassVar[str] = "guest_welcomed"
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class AccountMade:
    """`password` is an argon2 hash. A guest who makes an account keeps person and purse."""

    kind: ClassVar[str] = "account_made"
    person: str
    login: str
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class PasswordChanged:
    kind: ClassVar[str] = "password_changed"
    person: str
    password: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    kind: ClassVar[str] = "role_given"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PasswordReset:
    """An administrator's doing: the password is good for choosing another one, and for nothing else."""

    kind: ClassVar[str] = "password_reset"
    person: str
    password: str
    by: str


@dataclass(frozen=True, slots=True)
class RoleTaken:
    kind: ClassVar[str] = "role_taken"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PersonBlocked:
    """No session any more, and none to come."""

    kind: ClassVar[str] = "person_blocked"
    person: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class PersonUnblocked:
    kind: ClassVar[str] = "person_unblocked"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class SessionsEnded:
    """Every session of the person but the one whose hash is `but`, should one be named."""

    kind: ClassVar[str] = "sessions_ended"
    person: str
    by: str
    but: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """With login and password, from here: who did so once is not kept out by what others try elsewhere."""

    kind: ClassVar[str] = "signed_in"
    person: str
    address: str


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """`token` is the SHA-256 of the session token, which is kept nowhere."""

    kind: ClassVar[str] = "session_opened"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class SessionClosed:
    kind: ClassVar[str] = "session_closed"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class ReturnCodeMade:
    """`code` is the SHA-256 of what brings a guest back to the purse; the one before is void."""

    kind: ClassVar[str] = "return_code_made"
    person: str
    code: str


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """No account has this login and password; which of the two was wrong is not said here either."""

    kind: ClassVar[str] = "sign_in_failed"
    login: str
    address: str


@dataclass(frozen=True, slots=True)
class PurseFilled:
    """Demo money out of nothing."""

    kind: ClassVar[str] = "purse_filled"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsBought:
    """Money left the purse for a table."""

    kind: ClassVar[str] = "chips_bought"
    person: str
    table: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsReturned:
    kind: ClassVar[str] = "chips_returned"
    person: str
    table: str
    amount: int


# -- the house ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseStarted:
    """What runs: `program` is a digest of the installed package, `rulebooks` one of each rulebook's file.
    `generation` rises whenever history was lost."""

    kind: ClassVar[str] = "house_started"
    vingt: str
    program: str
    rulebooks: Json
    generation: int


@dataclass(frozen=True, slots=True)
class HouseStopped:
    kind: ClassVar[str] = "house_stopped"
    vingt: str
    program: str
    why: str


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """Somebody took responsibility for a rulebook that is not what it was at the start before."""

    kind: ClassVar[str] = "rules_accepted"
    rulebook: str
    changed: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Versions `first` to `last` of a stream were acknowledged once and are in the log no more."""

    stream: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HistoryLost:
    """The log is older than a head that was kept; every shoe in play ends, for its cards may be known."""

    kind: ClassVar[str] = "history_lost"
    generation: int
    missing: tuple[Missing, ...]
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class FaultSeen:
    kind: ClassVar[str] = "fault_seen"
    what: str


@dataclass(frozen=True, slots=True)
class FaultEnded:
    kind: ClassVar[str] = "fault_ended"
    what: str


@dataclass(frozen=True, slots=True)
class WentOutOfService:
    kind: ClassVar[str] = "went_out_of_service"
    table: str
    why: str


@dataclass(frozen=True, slots=True)
class CameBackIntoService:
    kind: ClassVar[str] = "came_back_into_service"
    table: str


# -- progressive wagers ------------------------------------------------------------------------------------


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
HouseEvent = (
    HouseStarted
    | HouseStopped
    | RulesAccepted
    | HistoryLost
    | FaultSeen
    | FaultEnded
    | WentOutOfService
    | CameBackIntoService
)
TableEvent = (
    ShoeEvent
    | ProgressiveEvent
    | TableOpened
    | TableClosed
    | LimitsPosted
    | DealingStopped
    | DealingResumed
    | IrregularityReported
    | IrregularityNoted
    | CouponIssued
    | PlayerReadmitted
    | ClocksSet
    | GamingDaySet
    | DecksCounted
    | ReshuffleOrdered
    | ChipsOrdered
    | ChipsCounted
    | ChipOrderWithdrawn
    | DealerCame
    | DealerLeft
    | StepPerformed
    | WagerCalled
    | AbsentAnswered
    | SeatTaken
    | SeatLeft
    | EjectionOrdered
    | PersonEjected
    | BoxShared
    | BoughtIn
    | CashedOut
    | PaceSet
    | RoundStarted
    | Commanded
    | WagerReopened
    | ReadySaid
    | ClockRanOut
)
PeopleEvent = (
    GuestWelcomed
    | AccountMade
    | PasswordChanged
    | PasswordReset
    | RoleGiven
    | RoleTaken
    | PersonBlocked
    | PersonUnblocked
    | SessionOpened
    | SessionClosed
    | SessionsEnded
    | SignedIn
    | ReturnCodeMade
    | SignInFailed
    | PurseFilled
    | ChipsBought
    | ChipsReturned
)
