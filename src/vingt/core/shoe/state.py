"""The shoe as a value, and what its events, and those of rounds, make of it."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never, get_args

from vingt.core.rounds import event as e
from vingt.core.shoe.event import (
    CardsBurned,
    CardScanned,
    CardSealed,
    CoverCardOut,
    CoverCardPlaced,
    CutDeclined,
    CutMade,
    CutOffered,
    DeterminantDrawn,
    Place,
    RealCardsShuffled,
    RecutOrdered,
    ScanCorrected,
    ScanRefused,
    SealsOpened,
    SeedGiven,
    ShoeCounted,
    ShoeEnd,
    ShoeEnded,
    ShoeEvent,
    ShoeLoaded,
    ShoeOpened,
    ShoeRevealed,
    ShoeShuffled,
    ShoeSide,
    SideCorrected,
    SideTurnedTo,
)

# The events of a round that take no card out of the shoe and change nothing about those that are out of it.
CardsStay = (
    e.WagerPlaced
    | e.WagerWithdrawn
    | e.BettingClosed
    | e.StageReached
    | e.InsurancePlaced
    | e.InsuranceDeclined
    | e.HoleChecked
    | e.HoleRevealed
    | e.DoubleCardTurned
    | e.HandTurned
    | e.CardRequested
    | e.HandDoubled
    | e.HandSplit
    | e.SplitCovered
    | e.WagerStayed
    | e.HandSurrendered
    | e.CardsSwitched
    | e.HandRescued
    | e.HandFinished
    | e.Asked
    | e.Answered
    | e.DealerFinished
    | e.WagerSettled
    | e.ClaimRaised
    | e.CardCarriedOver  # it stays the next card
    | e.ExposedCardRefused
    | e.DealReordered
    | e.HandDelayed
    | e.ReaderIncident
    | e.WrongSideStands
    | e.WagersStand
    | e.RoundVoided
    | e.WagerUnwound
    | e.RoundEnded  # counted, where the cards are shuffled after so many rounds
)
MOVES_CARDS = frozenset(each.kind for each in set(get_args(e.Event)) - set(get_args(CardsStay)))
UNCOUNTED = ("ran_short", "shuffler_stopped", "every_round")  # the cards stay at the table, or in the device
ShoeStage = Literal["none", "opened", "shuffled", "offered", "cut", "ready"]


class PlayerSeed(NamedTuple):
    """What a player adds to the shuffle, after the commitment and before the first card."""

    person: str
    text: str


class ShoeState(NamedTuple):
    """What everybody may know of the shoe. Stage "none": a shoe must be opened before a card is dealt. Of a
    double shoe it is the side at hand, which is dealt from or made ready, and `other` is the other one."""

    stage: ShoeStage = "none"
    number: int = 0
    cards: int = 0
    from_discards: bool = False
    commitment: str = ""
    seeds: tuple[PlayerSeed, ...] = ()  # in the order in which they were given
    cut_offered: CutOffered | None = None
    declined: tuple[str, ...] = ()
    cutter: str | None = None  # DEALER_CUTS for the dealer; None while, or where, nobody cut
    cut: int = 0
    recut: bool = False  # ordered, and not made yet
    recut_to_next: bool = False  # not by who cut last
    cover_card_after: int | None = None  # None: no cover card in this shoe
    rounds: int = 0  # played from it to their end
    out: int = 0  # how many cards have come out, whatever became of them
    burned: int = 0
    segregated: int = 0  # determinant cards of the other side's suits
    foreign: int = 0  # cards found in it that are none of these decks: they have no place in the order
    held: Place | None = None  # drawn by mistake, or taken up after it was exposed: it is the next card
    exposed: Place | None = None  # drawn by mistake, seen, and offered on
    withdrawn: e.CardsWithdrawn | None = None  # what a void round orders for the cards
    cover_card_box: int | None = None  # where the cover card came out; None while it has not
    shoes_opened: int = 0  # since the table opened
    shoes_of_game: int = 0  # since the game started: the table opened, or was idle
    ended_by: ShoeEnd | None = None  # how the shoe before ended
    last_cover_card_box: int | None = None  # where the cover card of the shoe before came out
    real: bool = False  # real cards, entered as they come: there is no order that could be revealed
    seals: int = 0  # cards of it that were sealed as they came
    unseen: Place | None = None  # where the last hole card lay that nobody knew
    refused: ScanRefused | None = None  # what was entered and cannot be, until a floorperson lets it go on
    order_passed: bool = False  # a floorperson has looked at cards that came in order, and let them pass
    uncounted: int = 0  # the number of the shoe of real cards that ended and is to be counted; 0: none
    faulty: ShoeCounted | None = None  # what the last count found wrong with the decks
    unrevealed: tuple[int, ...] = ()  # shoes that ended and whose order is still sealed
    side: ShoeSide | None = None  # None: a single shoe, or none was opened yet
    other: ShoeState | None = None
    determinant: DeterminantDrawn | None = None  # the last one, from whichever side
    round_first: int = 0  # the place of the first card of the round that comes from this side

    @property
    def sides(self) -> tuple[ShoeState, ...]:
        """The side at hand first; a single shoe is all there is."""
        return (self,) if self.other is None else (self, self.other)

    @property
    def newest(self) -> int:
        """The number of the shoe that was opened last, in whichever side."""
        return max(each.number for each in self.sides)

    @property
    def sealed_shoes(self) -> tuple[int, ...]:
        """The numbers of all shoes that ended and wait to be laid open."""
        return tuple(number for each in self.sides for number in each.unrevealed)

    @property
    def ready(self) -> bool:
        """Whether a round can be dealt: every side is loaded."""
        return all(each.loaded for each in self.sides)

    @property
    def side_to_count(self) -> ShoeState | None:
        """Whose real cards ended and have not been counted."""
        return next((each for each in self.sides if each.uncounted), None)

    @property
    def found_faulty(self) -> ShoeCounted | None:
        """What a count found wrong with the decks, of whichever side."""
        return next((each.faulty for each in self.sides if each.faulty is not None), None)

    def numbered(self, shoe: int) -> ShoeState:
        """The side whose cards have, or had, this number."""
        own = (each for each in self.sides if shoe in (each.number, each.uncounted, *each.unrevealed))
        return next(own, self)

    def turned_to(self, side: ShoeSide | None) -> ShoeState:
        """With this side at hand."""
        if self.other is None or self.side == side:
            return self
        resting = self._replace(other=None, determinant=None)
        return self.other._replace(other=resting, determinant=self.determinant)

    @property
    def fresh_decks(self) -> bool:
        """Whether the shoe to come is the first, or for one opened the first, of its decks."""
        return self.shoes_opened <= (self.stage != "none") or self.ended_by == "decks_retired"

    @property
    def loaded(self) -> bool:
        """Whether cards can be dealt."""
        return self.stage == "ready"

    @property
    def dealt(self) -> int:
        return self.out - self.burned

    @property
    def cover_card_out(self) -> bool:
        return self.cover_card_box is not None

    @property
    def next_place(self) -> Place | None:
        """Where the next card lies; None when the shoe is empty."""
        return self.held or self.next_in_shoe

    @property
    def next_in_shoe(self) -> Place | None:
        """The same, leaving aside a card that is out of the shoe already."""
        return Place(self.number, self.out) if self.out < self.cards else None


# What is said of a shoe whichever side is at hand, and changes nothing about that.
SaidOfAnySide = (
    SeedGiven | ShoeRevealed | SealsOpened | ShoeCounted | CardScanned | CardSealed | ScanCorrected
)


def evolve_shoe(state: ShoeState, event: ShoeEvent | e.Event) -> ShoeState:
    """The state after an event of the shoe or of a round: each card that leaves the shoe counts, once."""
    if isinstance(event, ShoeOpened) and event.side is not None and state.other is None:
        state = state._replace(side=event.side, other=ShoeState(side=other_side(event.side)))
    if state.other is None or isinstance(event, e.Event):
        return evolve_side(state, event)
    at_hand = event.side if isinstance(event, ShoeOpened) else state.numbered(event.shoe).side
    after = evolve_side(state.turned_to(at_hand), event)
    if isinstance(event, SaidOfAnySide):
        return after.turned_to(state.side)
    if isinstance(event, DeterminantDrawn | SideCorrected):
        return at_first_card(after, event)
    # A side that is ready waits until the other is.
    return after if after.ready or not after.loaded else after.turned_to(other_side(at_hand))


def other_side(side: ShoeSide | None) -> ShoeSide:
    return "right" if side == "left" else "left"


def at_first_card(state: ShoeState, event: DeterminantDrawn | SideCorrected) -> ShoeState:
    """The side that the round is dealt from is at hand, and with it what already lies on the layout."""
    before, state = state, state.turned_to(event.side)
    if isinstance(event, SideCorrected):
        lying = state._replace(unseen=before.unseen, exposed=before.exposed)
        return lying._replace(out=state.out + event.cards, round_first=state.out)
    return state._replace(round_first=state.out)


def evolve_side(state: ShoeState, event: ShoeEvent | e.Event) -> ShoeState:
    """The side at hand, or the whole of a single shoe."""
    if isinstance(event, CardsStay):
        return state._replace(rounds=state.rounds + 1) if isinstance(event, e.RoundEnded) else state
    match event:
        case e.CardDealt() if state.held is not None:  # it was counted when it was drawn
            return state._replace(held=None)
        case e.CardDealt():
            return state._replace(out=state.out + 1)
        case e.UnseenCardDealt():
            return state._replace(out=state.out + 1, unseen=state.next_in_shoe)
        case e.CardHeld():
            return state._replace(out=state.out + 1, held=state.next_in_shoe)
        case e.CardExposed():
            return state._replace(out=state.out + 1, exposed=state.next_in_shoe)
        case e.ExposedCardTaken():
            return state._replace(held=state.exposed, exposed=None)
        case e.CardSetAside(why="stray"):
            return state._replace(foreign=state.foreign + 1)
        case e.CardSetAside(why="exposed") if state.exposed is not None:
            return state._replace(exposed=None)
        case e.CardSetAside():
            return state._replace(out=state.out + 1)
        case e.ShoeRefilled(burned=burned):
            return state._replace(out=state.out + len(burned), burned=state.burned + len(burned))
        case e.CardsWithdrawn():
            return state._replace(held=None, exposed=None, withdrawn=event)
        case ShoeOpened():
            game = 0 if state.ended_by in (None, "idle") else state.shoes_of_game
            return ShoeState(
                "opened",
                event.shoe,
                event.cards,
                event.from_discards,
                shoes_opened=state.shoes_opened + 1,
                shoes_of_game=game + (not event.from_discards),
                ended_by=state.ended_by,
                last_cover_card_box=state.last_cover_card_box,
                unseen=state.unseen if event.from_discards else None,  # it lies on the layout all the while,
                exposed=state.exposed if event.from_discards else None,  # and so does this one
                unrevealed=state.unrevealed,
                uncounted=state.uncounted,
                side=state.side,
                other=state.other,
                determinant=state.determinant,
            )
        case RealCardsShuffled():
            return state._replace(stage="shuffled", real=True)
        case CardScanned():
            return state
        case CardSealed():
            return state._replace(seals=state.seals + 1)
        case ScanRefused():
            return state._replace(refused=event)
        case ScanCorrected():  # how the shoe lay before that card is kept by who follows the table
            return state
        case ShoeCounted():
            return state._replace(uncounted=0, faulty=None if event.complete else event)
        case SealsOpened():
            return state._replace(unrevealed=tuple(n for n in state.unrevealed if n != event.shoe))
        case ShoeShuffled():
            return state._replace(stage="shuffled", commitment=event.commitment)
        case SeedGiven():
            return state._replace(seeds=(*state.seeds, PlayerSeed(event.person, event.seed)))
        case CutOffered():
            return state._replace(stage="offered", cut_offered=event)
        case CutDeclined():
            return state._replace(stage="shuffled", declined=(*state.declined, event.person))
        case CutMade():
            return state._replace(
                stage="cut", cut_offered=None, cut=event.place, cutter=event.person, recut=False
            )
        case RecutOrdered():
            again = state._replace(stage="shuffled", cut_offered=None, declined=(), cover_card_after=None)
            return again._replace(recut=True, recut_to_next=event.to_next)
        case CoverCardPlaced():
            return state._replace(cover_card_after=event.after)
        case ShoeLoaded():
            return state._replace(stage="ready")
        case CardsBurned():
            return state._replace(out=event.first + event.count, burned=state.burned + event.count)
        case DeterminantDrawn(shoe=shoe, at=at):
            place = Place(shoe, at)
            used = place if event.side == event.drawn_from else None
            return state._replace(
                out=state.out if state.held == place else at + 1,
                held=used,
                segregated=state.segregated + (used is None),
                determinant=event,
            )
        case SideTurnedTo():
            return state
        case SideCorrected(cards=cards):  # places of this order at which none of its cards lay
            cover = state.cover_card_after
            moved = None if cover is None else cover + cards
            return state._replace(cards=state.cards + cards, cover_card_after=moved, refused=None)
        case CoverCardOut():
            return state._replace(cover_card_box=event.box)
        case ShoeEnded():
            # When the shoe ran short, its cover card had come out in the same round, before the refill.
            box = state.last_cover_card_box if state.from_discards else state.cover_card_box
            sealed = not state.real or state.seals > 0
            return state._replace(
                stage="none",
                held=None,  # shuffled with the others
                ended_by=event.why,
                last_cover_card_box=box,
                refused=None,
                # A continuous shuffler counts its cards itself (MD-BJ 5.J): hands do when they leave it.
                uncounted=event.shoe if state.real and event.why not in UNCOUNTED else 0,
                unrevealed=(*state.unrevealed, event.shoe) if sealed else state.unrevealed,
            )
        case ShoeRevealed():
            return state._replace(unrevealed=tuple(n for n in state.unrevealed if n != event.shoe))
        case _:
            assert_never(event)
