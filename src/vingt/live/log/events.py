"""What happens at a table besides rounds, shoes, meters and floor. Rounds and shoes have core's events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.command import Command
from vingt.core.shoe.event import (  # in the log they stand among the table's own
    CardsBurned as CardsBurned,
)
from vingt.core.shoe.event import CardScanned as CardScanned
from vingt.core.shoe.event import CardSealed as CardSealed
from vingt.core.shoe.event import CoverCardOut as CoverCardOut
from vingt.core.shoe.event import CoverCardPlaced as CoverCardPlaced
from vingt.core.shoe.event import CutDeclined as CutDeclined
from vingt.core.shoe.event import CutMade as CutMade
from vingt.core.shoe.event import CutOffered as CutOffered
from vingt.core.shoe.event import DeterminantDrawn as DeterminantDrawn
from vingt.core.shoe.event import OpenedSeal as OpenedSeal
from vingt.core.shoe.event import Place as Place
from vingt.core.shoe.event import RealCardsShuffled as RealCardsShuffled
from vingt.core.shoe.event import RecutOrdered as RecutOrdered
from vingt.core.shoe.event import ScanCorrected as ScanCorrected
from vingt.core.shoe.event import ScanRefused as ScanRefused
from vingt.core.shoe.event import SealsOpened as SealsOpened
from vingt.core.shoe.event import SeedGiven as SeedGiven
from vingt.core.shoe.event import ShoeCounted as ShoeCounted
from vingt.core.shoe.event import ShoeEnd as ShoeEnd
from vingt.core.shoe.event import ShoeEnded as ShoeEnded
from vingt.core.shoe.event import ShoeEvent as ShoeEvent
from vingt.core.shoe.event import ShoeLoaded as ShoeLoaded
from vingt.core.shoe.event import ShoeOpened as ShoeOpened
from vingt.core.shoe.event import ShoeRevealed as ShoeRevealed
from vingt.core.shoe.event import ShoeShuffled as ShoeShuffled
from vingt.core.shoe.event import ShoeSide as ShoeSide
from vingt.core.shoe.event import SideCorrected as SideCorrected
from vingt.core.shoe.event import SideTurnedTo as SideTurnedTo
from vingt.live.log.floor_events import FloorEvent
from vingt.live.log.people_events import RoleName
from vingt.live.log.progressive_events import ProgressiveEvent

Json = dict[str, Any]
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


TableEvent = (
    ShoeEvent
    | ProgressiveEvent
    | FloorEvent
    | TableOpened
    | TableClosed
    | DecksCounted
    | DealerCame
    | DealerLeft
    | StepPerformed
    | WagerCalled
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
