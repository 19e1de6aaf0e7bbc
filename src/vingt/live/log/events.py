"""What happens at a table besides its rounds, shoes and meters. Rounds and shoes have core's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
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
from vingt.live.log.progressive_events import ProgressiveEvent

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
    | ReadySaid
    | ClockRanOut
)
