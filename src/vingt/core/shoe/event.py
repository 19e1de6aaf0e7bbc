"""What happened to the shoe. Events are past tense and carry a fixed stored `kind`, as those of rounds do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rules.procedure import CitedItem

ShuffleBy = Literal["manual", "batch", "continuous"]
BurnedFor = Literal["load", "dealer_change", "shoe_ran_short", "round"]
ShoeSide = Literal["left", "right"]  # of a double shoe
ShoeEnd = Literal[
    "cover_card",
    "every_round",
    "rounds_dealt",  # as many as the submission has dealt before a shuffle
    "ran_short",
    "shuffler_stopped",  # a continuous one, in a round: what is not on the layout is shuffled again
    "void_round",  # it was void, and the rulebook has the cards shuffled again
    "decks_retired",  # or has the decks leave the game
    "ordered",
    "table_closed",
    "idle",
    "history_lost",
]

DEALER_CUTS = ""  # the person who cuts when no player does


class Place(NamedTuple):
    """Where a card lies: the number of the shoe at this table, and how many cards come out before it."""

    shoe: int
    at: int


@dataclass(frozen=True, slots=True)
class ShoeOpened:
    """The cards were counted and found complete; `from_discards` when the shoe before ran short. `side`: of a
    double shoe, the one these cards are stacked in."""

    kind: ClassVar[str] = "shoe_opened"
    shoe: int
    decks: int
    cards: int
    steps: tuple[CitedItem, ...]
    cite: Cite
    from_discards: bool = False
    side: ShoeSide | None = None


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """`commitment` binds nonce and order, and from scheme 2 on table, shoe and `rules` too (`shuffle.py`);
    `sealed` holds nonce and order, encrypted."""

    kind: ClassVar[str] = "shoe_shuffled"
    shoe: int
    by: ShuffleBy
    commitment: str
    sealed: str
    steps: tuple[CitedItem, ...]
    cite: Cite
    scheme: int = 1
    rules: str = ""


@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A player's share in the order of the shoe, fixed between the commitment and the first card."""

    kind: ClassVar[str] = "seed_given"
    shoe: int
    person: str
    seed: str


@dataclass(frozen=True, slots=True)
class CutOffered:
    """A place from `least` to `most`: how many cards lie above the cover card."""

    kind: ClassVar[str] = "cut_offered"
    shoe: int
    person: str
    box: int
    least: int
    most: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CutDeclined:
    kind: ClassVar[str] = "cut_declined"
    shoe: int
    person: str
    box: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CutMade:
    """`place` cards went from the top to the bottom, those of a cut before it included. An empty `person` is
    the dealer."""

    kind: ClassVar[str] = "cut_made"
    shoe: int
    person: str
    place: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class RecutOrdered:
    """By the floor: the cut was improper, or could harm integrity or fairness."""

    kind: ClassVar[str] = "recut_ordered"
    shoe: int
    by: str
    cite: Cite
    to_next: bool = False  # the next who is entitled cuts, and not who cut last (MA-P21 4(f), MD-P21 5.F(1))


@dataclass(frozen=True, slots=True)
class CoverCardPlaced:
    """`after` cards come out before the cover card does."""

    kind: ClassVar[str] = "cover_card_placed"
    shoe: int
    after: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """The stack is in the shoe: cards can come out."""

    kind: ClassVar[str] = "shoe_loaded"
    shoe: int


@dataclass(frozen=True, slots=True)
class CardsBurned:
    """Face down: where they lay, not what they are."""

    kind: ClassVar[str] = "cards_burned"
    shoe: int
    first: int
    count: int
    why: BurnedFor
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeterminantDrawn:
    """Drawn from one side of a double shoe, `at` its place there; `side` is the one the round is dealt from.
    If they are the same it is the next card, else it lies in the segregated area of where it came from."""

    kind: ClassVar[str] = "determinant_drawn"
    shoe: int
    at: int
    card: Card
    drawn_from: ShoeSide
    side: ShoeSide
    cite: Cite


@dataclass(frozen=True, slots=True)
class SideTurnedTo:
    """The dealer reached for this side of a double shoe before the determinant card was drawn: what happened
    next happened to its cards."""

    kind: ClassVar[str] = "side_turned_to"
    shoe: int
    side: ShoeSide
    cite: Cite


@dataclass(frozen=True, slots=True)
class SideCorrected:
    """The round is dealt from `side` by mistake, and concluded so (MD-BJ 14.I). Real cards of it that were
    entered as this shoe's, `cards` from the place `first` on, came from that side: from the place `at` of the
    shoe `drawn` on."""

    kind: ClassVar[str] = "side_corrected"
    shoe: int
    first: int
    cards: int
    side: ShoeSide
    drawn: int
    at: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CoverCardOut:
    """`box` is the one whose card would have been next; 0 is the dealer."""

    kind: ClassVar[str] = "cover_card_out"
    shoe: int
    box: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    kind: ClassVar[str] = "shoe_ended"
    shoe: int
    why: ShoeEnd
    dealt: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The order as committed (before the cut) and the nonce: anyone can now check both."""

    kind: ClassVar[str] = "shoe_revealed"
    shoe: int
    nonce: str
    order: tuple[Card, ...]


# -- real cards ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RealCardsShuffled:
    """Real cards, shuffled by hands or a device: nobody knows their order, so none is committed to."""

    kind: ClassVar[str] = "real_cards_shuffled"
    shoe: int
    by: ShuffleBy
    steps: tuple[CitedItem, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardScanned:
    """The card at this place came out face up, and is this one."""

    kind: ClassVar[str] = "card_scanned"
    shoe: int
    at: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardSealed:
    """The card at this place was read by a device as it came out face down: committed to, and encrypted."""

    kind: ClassVar[str] = "card_sealed"
    shoe: int
    at: int
    commitment: str
    sealed: str


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    at: int
    nonce: str
    card: Card


@dataclass(frozen=True, slots=True)
class SealsOpened:
    """The shoe is over: anyone can check what was sealed of it."""

    kind: ClassVar[str] = "seals_opened"
    shoe: int
    cards: tuple[OpenedSeal, ...]


@dataclass(frozen=True, slots=True)
class ScanRefused:
    """What was entered cannot be, or was not shuffled: the table stops until a floorperson has looked."""

    kind: ClassVar[str] = "scan_refused"
    shoe: int
    at: int
    card: Card
    why: Literal["removed_rank", "one_too_many", "deck_order", "reader_contradicted"]
    cite: Cite


@dataclass(frozen=True, slots=True)
class ScanCorrected:
    """A card was entered as another than it is. What was entered at its place, the first of `places`, and
    after it is taken back, with what followed from it; the right card is entered next, and the others once
    more: `cards` in all, with those that nobody saw. What had been entered stays in the log."""

    kind: ClassVar[str] = "scan_corrected"
    shoe: int
    places: tuple[int, ...]
    cards: int
    by: str
    why: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeCounted:
    """The rest of the shoe and what nobody had seen of it, `cards` by their faces and `unscanned` by their
    backs; `missing` and `extra` are what is wrong with the whole."""

    kind: ClassVar[str] = "shoe_counted"
    shoe: int
    cards: tuple[Card, ...]
    unscanned: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    by: str
    cite: Cite

    @property
    def complete(self) -> bool:
        return not self.extra and len(self.missing) == self.unscanned


ShoeEvent = (
    ShoeOpened
    | RealCardsShuffled
    | CardScanned
    | CardSealed
    | SealsOpened
    | ScanRefused
    | ScanCorrected
    | ShoeCounted
    | ShoeShuffled
    | SeedGiven
    | CutOffered
    | CutDeclined
    | CutMade
    | RecutOrdered
    | CoverCardPlaced
    | ShoeLoaded
    | CardsBurned
    | DeterminantDrawn
    | SideTurnedTo
    | SideCorrected
    | CoverCardOut
    | ShoeEnded
    | ShoeRevealed
)
