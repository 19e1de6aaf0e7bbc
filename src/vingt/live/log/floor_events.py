"""What the floor orders at a table, and what is reported to it: events of its stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from vingt.core.cite import Cite
from vingt.live.log.people_events import RoleName

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


FloorEvent = (
    LimitsPosted
    | DealingStopped
    | DealingResumed
    | IrregularityReported
    | IrregularityNoted
    | CouponIssued
    | PlayerReadmitted
    | ClocksSet
    | GamingDaySet
    | ReshuffleOrdered
    | ChipsOrdered
    | ChipsCounted
    | ChipOrderWithdrawn
    | AbsentAnswered
)
