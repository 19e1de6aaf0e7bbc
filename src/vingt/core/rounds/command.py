"""What players, dealers and floorpersons may ask for; `decide` accepts or refuses it."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cards import Card
from vingt.core.wager_kind import MAIN

# -- wagers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """Set the amount of a wager; `MAIN` is the rulebook's own. Placing again before the lock changes it."""

    player: str
    box: int
    amount: int
    wager: str = MAIN
    coupon: int = 0
    seated: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawWager:
    player: str
    box: int
    wager: str = MAIN


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """The dealer's "No more bets"."""


# -- cards and devices -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """The next card out of the shoe, for whoever is due one."""

    card: Card


@dataclass(frozen=True, slots=True)
class DealUnseen:
    """The dealer's hole card came out face down, and nobody knows it: of a physical shoe, not scanned."""


@dataclass(frozen=True, slots=True)
class CheckHoleCard:
    """Slide the hole card into the card reader; what it says follows from the card."""


@dataclass(frozen=True, slots=True)
class ReadHoleCard:
    """What the card reader said: an input, where the hole card is of a physical shoe."""

    natural: bool


@dataclass(frozen=True, slots=True)
class TurnHoleCard:
    """The hole card that nobody knew is turned: it is this one."""

    card: Card


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """What a meter or wheel pays on a claim, in cents; `symbol` is what a wheel stopped at for it."""

    player: str
    box: int
    wager: str
    amount: int
    symbol: str = ""


# -- decisions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Insure:
    player: str
    box: int
    amount: int


@dataclass(frozen=True, slots=True)
class DeclineInsurance:
    player: str
    box: int


@dataclass(frozen=True, slots=True)
class TakeEvenMoney:
    player: str
    box: int


@dataclass(frozen=True, slots=True)
class HandCommand:
    """A decision about one hand, by the player who calls it."""

    player: str
    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Hit(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class Stand(HandCommand):
    """Take no more cards; on a doubled hand, keep the double."""


@dataclass(frozen=True, slots=True)
class Double(HandCommand):
    """Raise the wager and take one card; a co-bettor uses it to join the caller's double."""

    amount: int | None = None


@dataclass(frozen=True, slots=True)
class DeclineDouble(HandCommand):
    """A co-bettor stays at his wager while the caller doubles."""


@dataclass(frozen=True, slots=True)
class Rescue(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class Split(HandCommand):
    """Split the pair; a co-bettor uses it to cover both hands of the caller's split."""


@dataclass(frozen=True, slots=True)
class StayOnHand(HandCommand):
    """A co-bettor leaves the wager on one named hand of the caller's split."""


@dataclass(frozen=True, slots=True)
class Surrender(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class SwitchCards(HandCommand):
    """Exchange the second cards of the two hands of a betting position; `box` is either of its boxes."""


@dataclass(frozen=True, slots=True)
class KeepCards(HandCommand):
    """Leave the two hands as they were dealt."""


# -- irregularities: given by a dealer or a floorperson ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportFaceUpCard:
    """A card was found face up in the shoe."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReportStrayCard:
    """A card that does not belong in the shoe was found (a 10 in a 48-card game)."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReportWrongDecks:
    """A card came out that the decks cannot hold, and it is no slip: they are not what they should be."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReportUnshuffledCards:
    """The cards that come out were not shuffled."""


@dataclass(frozen=True, slots=True)
class ReportExtraCard:
    """A card was drawn by mistake."""

    card: Card
    exposed: bool


@dataclass(frozen=True, slots=True)
class AcceptExposedCard(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class RefuseExposedCard(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class ReportDealerOverdraw:
    """The dealer drew on a total on which the dealer must stand."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReportMissedBox:
    """A wagered box was passed over: it holds no card, or only one."""

    box: int


@dataclass(frozen=True, slots=True)
class ReportMissedCard:
    """A card a player asked for was not dealt."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True)
class ReportDealerMissedCard:
    """The dealer passed over an own first or second card."""


@dataclass(frozen=True, slots=True)
class TakeLateCard(HandCommand):
    pass


@dataclass(frozen=True, slots=True)
class GiveUpHand(HandCommand):
    """Have the hand declared dead instead of taking the late card."""


@dataclass(frozen=True, slots=True)
class ReportShoeEmpty:
    """The shoe cannot finish the round: the discards were shuffled and one card burned."""

    burned: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ReportReaderMisuse:
    """The card reader was used on the wrong up card; could players see the hole card?"""

    seen: bool


@dataclass(frozen=True, slots=True)
class ReportReaderFailure:
    pass


@dataclass(frozen=True, slots=True)
class ReportReaderRepaired:
    pass


@dataclass(frozen=True, slots=True)
class ReportWrongSide:
    """The round is drawn from the other side of a double shoe than its determinant card says."""


@dataclass(frozen=True, slots=True)
class ReportTouchedWager:
    """After the betting was closed a wager was laid or raised (`late`), or taken back."""

    box: int
    late: bool


@dataclass(frozen=True, slots=True)
class VoidRound:
    """A floorperson voids the round."""

    reason: str


Command = (
    PlaceWager
    | WithdrawWager
    | CloseBetting
    | Deal
    | DealUnseen
    | CheckHoleCard
    | ReadHoleCard
    | TurnHoleCard
    | AnswerClaim
    | Insure
    | DeclineInsurance
    | TakeEvenMoney
    | Hit
    | Stand
    | Double
    | DeclineDouble
    | Rescue
    | Split
    | StayOnHand
    | Surrender
    | SwitchCards
    | KeepCards
    | ReportFaceUpCard
    | ReportStrayCard
    | ReportWrongDecks
    | ReportUnshuffledCards
    | ReportExtraCard
    | AcceptExposedCard
    | RefuseExposedCard
    | ReportDealerOverdraw
    | ReportMissedBox
    | ReportMissedCard
    | ReportDealerMissedCard
    | TakeLateCard
    | GiveUpHand
    | ReportShoeEmpty
    | ReportReaderMisuse
    | ReportReaderFailure
    | ReportReaderRepaired
    | ReportWrongSide
    | ReportTouchedWager
    | VoidRound
)
