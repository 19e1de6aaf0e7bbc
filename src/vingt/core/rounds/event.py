"""What happened. Events are past tense and carry a fixed stored `kind`; replaying them is the audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.state import HandStatus, Question, Stage


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    kind: ClassVar[str] = "wager_placed"
    player: str
    box: int
    wager: str
    amount: int
    coupon: int = 0
    seated: bool = False


@dataclass(frozen=True, slots=True)
class WagerWithdrawn:
    kind: ClassVar[str] = "wager_withdrawn"
    player: str
    box: int
    wager: str
    amount: int
    coupon: int = 0


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No wager may be placed or changed any more; `order` is the dealing queue of boxes, 0 the
    dealer, -1 a community card."""

    kind: ClassVar[str] = "betting_closed"
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StageReached:
    kind: ClassVar[str] = "stage_reached"
    stage: Stage


@dataclass(frozen=True, slots=True)
class CardDealt:
    """`box` 0 is the dealer; -1 a community card, which is one of every hand."""

    kind: ClassVar[str] = "card_dealt"
    box: int
    hand: int
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True)
class UnseenCardDealt:
    """The dealer's hole card lies there, and nobody knows it before it is turned (`HoleRevealed`)."""

    kind: ClassVar[str] = "unseen_card_dealt"


@dataclass(frozen=True, slots=True)
class InsurancePlaced:
    kind: ClassVar[str] = "insurance_placed"
    player: str
    box: int
    amount: int


@dataclass(frozen=True, slots=True)
class InsuranceDeclined:
    kind: ClassVar[str] = "insurance_declined"
    player: str
    box: int


@dataclass(frozen=True, slots=True)
class HoleChecked:
    kind: ClassVar[str] = "hole_checked"
    natural: bool


@dataclass(frozen=True, slots=True)
class HoleRevealed:
    kind: ClassVar[str] = "hole_revealed"
    card: Card


@dataclass(frozen=True, slots=True)
class DoubleCardTurned:
    """The card of a double that lay face down is shown: it counts from now on."""

    kind: ClassVar[str] = "double_card_turned"
    box: int
    hand: int
    card: Card
    cite: Cite


@dataclass(frozen=True, slots=True)
class HandTurned:
    """The cards of a player's hand that lay face down are shown to all."""

    kind: ClassVar[str] = "hand_turned"
    box: int
    hand: int
    cards: tuple[Card, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardRequested:
    kind: ClassVar[str] = "card_requested"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandDoubled:
    """One bettor's raise; the card follows when every co-bettor has answered."""

    kind: ClassVar[str] = "hand_doubled"
    player: str
    box: int
    hand: int
    amount: int


@dataclass(frozen=True, slots=True)
class HandSplit:
    """`stakes` is what each bettor who covers both hands puts on the second."""

    kind: ClassVar[str] = "hand_split"
    player: str
    box: int
    hand: int
    amount: int


@dataclass(frozen=True, slots=True)
class SplitCovered:
    kind: ClassVar[str] = "split_covered"
    player: str
    box: int
    hand: int
    amount: int


@dataclass(frozen=True, slots=True)
class WagerStayed:
    """A co-bettor's wager stays on one hand of a split."""

    kind: ClassVar[str] = "wager_stayed"
    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandSurrendered:
    kind: ClassVar[str] = "hand_surrendered"
    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class CardsSwitched:
    """The second cards of the first hands of two boxes have changed places."""

    kind: ClassVar[str] = "cards_switched"
    player: str
    box: int
    other: int


@dataclass(frozen=True, slots=True)
class HandRescued:
    kind: ClassVar[str] = "hand_rescued"
    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandFinished:
    kind: ClassVar[str] = "hand_finished"
    box: int
    hand: int
    status: HandStatus
    cite: Cite


@dataclass(frozen=True, slots=True)
class Asked:
    kind: ClassVar[str] = "asked"
    question: Question
    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Answered:
    kind: ClassVar[str] = "answered"
    question: Question
    player: str
    box: int
    hand: int
    yes: bool


@dataclass(frozen=True, slots=True)
class DealerFinished:
    kind: ClassVar[str] = "dealer_finished"
    points: int
    natural: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """`returns` is all the player gets back, stake included; `outcome` is the class that decided it."""

    kind: ClassVar[str] = "wager_settled"
    player: str
    box: int
    hand: int
    wager: str
    outcome: str
    stake: int
    returns: int
    cite: Cite
    doubled: bool = False

    @property
    def net(self) -> int:
        return self.returns - self.stake


@dataclass(frozen=True, slots=True)
class ClaimRaised:
    """A line pays a share of a meter, a prize or a wheel: a device must name the amount."""

    kind: ClassVar[str] = "claim_raised"
    player: str
    box: int
    wager: str
    line: str
    stake: int
    returns_stake: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardSetAside:
    kind: ClassVar[str] = "card_set_aside"
    card: Card
    why: Literal["face_up", "stray", "unexposed", "exposed", "overdraw"]
    fate: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardHeld:
    """Drawn by mistake and not exposed: it is the next card."""

    kind: ClassVar[str] = "card_held"
    card: Card
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardCarriedOver:
    """The round ended before the held card was used: it is the first card of the next round."""

    kind: ClassVar[str] = "card_carried_over"
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardExposed:
    """Drawn by mistake and seen: it is offered on."""

    kind: ClassVar[str] = "card_exposed"
    card: Card
    cite: Cite


@dataclass(frozen=True, slots=True)
class ExposedCardTaken:
    """`box` 0: the dealer takes it."""

    kind: ClassVar[str] = "exposed_card_taken"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class ExposedCardRefused:
    """The player gets no more cards in this round, on any hand."""

    kind: ClassVar[str] = "exposed_card_refused"
    player: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class DealReordered:
    kind: ClassVar[str] = "deal_reordered"
    order: tuple[int, ...]
    why: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class HandDelayed:
    """Its missed card comes after the other players' cards."""

    kind: ClassVar[str] = "hand_delayed"
    box: int
    hand: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeRefilled:
    kind: ClassVar[str] = "shoe_refilled"
    burned: tuple[Card, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class ReaderIncident:
    kind: ClassVar[str] = "reader_incident"
    what: Literal["stopped", "repaired", "out_of_use", "misused_unseen"]
    cite: Cite


@dataclass(frozen=True, slots=True)
class WrongSideStands:
    """A round from the wrong side of a double shoe is concluded as if it came from the right one."""

    kind: ClassVar[str] = "wrong_side_stands"
    cite: Cite


@dataclass(frozen=True, slots=True)
class WagersStand:
    """As they lay when the betting was closed, whatever was laid or taken back since."""

    kind: ClassVar[str] = "wagers_stand"
    box: int
    late: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class RoundVoided:
    kind: ClassVar[str] = "round_voided"
    reason: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class CardsWithdrawn:
    """What a void round does to the cards: they are shuffled again, or their decks leave the game."""

    kind: ClassVar[str] = "cards_withdrawn"
    fate: Literal["reshuffle", "retire_decks"]
    cite: Cite


@dataclass(frozen=True, slots=True)
class WagerUnwound:
    """A settled wager undone because the round was void; `amount` goes back to the player (or from him)."""

    kind: ClassVar[str] = "wager_unwound"
    player: str
    box: int
    wager: str
    amount: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class RoundEnded:
    kind: ClassVar[str] = "round_ended"


Event = (
    WagerPlaced
    | WagerWithdrawn
    | BettingClosed
    | StageReached
    | CardDealt
    | UnseenCardDealt
    | InsurancePlaced
    | InsuranceDeclined
    | HoleChecked
    | HoleRevealed
    | DoubleCardTurned
    | HandTurned
    | CardRequested
    | HandDoubled
    | HandSplit
    | SplitCovered
    | WagerStayed
    | HandSurrendered
    | CardsSwitched
    | HandRescued
    | HandFinished
    | Asked
    | Answered
    | DealerFinished
    | WagerSettled
    | ClaimRaised
    | CardSetAside
    | CardHeld
    | CardCarriedOver
    | CardExposed
    | ExposedCardTaken
    | ExposedCardRefused
    | DealReordered
    | HandDelayed
    | ShoeRefilled
    | ReaderIncident
    | WrongSideStands
    | WagersStand
    | RoundVoided
    | CardsWithdrawn
    | WagerUnwound
    | RoundEnded
)
