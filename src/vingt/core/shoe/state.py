"""The shoe as a value, and what its events, and those of rounds, make of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from vingt.core.rounds import event as e
from vingt.core.shoe.event import (
    CardsBurned,
    CoverCardOut,
    CoverCardPlaced,
    CutDeclined,
    CutMade,
    CutOffered,
    Place,
    SeedGiven,
    ShoeEnd,
    ShoeEnded,
    ShoeEvent,
    ShoeLoaded,
    ShoeOpened,
    ShoeRevealed,
    ShoeShuffled,
)

MOVES_CARDS = frozenset((e.CardDealt.kind, e.ShoeRefilled.kind))  # of the events of a round
Stage = Literal["none", "opened", "shuffled", "offered", "cut", "ready"]


class Seed(NamedTuple):
    """What a player adds to the shuffle, after the commitment and before the first card."""

    person: str
    text: str


class ShoeState(NamedTuple):
    """What everybody may know of the shoe. Stage "none": a shoe must be opened before a card is dealt."""

    stage: Stage = "none"
    number: int = 0
    cards: int = 0
    from_discards: bool = False
    commitment: str = ""
    seeds: tuple[Seed, ...] = ()  # in the order in which they were given
    cut_offered: CutOffered | None = None
    declined: tuple[str, ...] = ()
    cutter: str | None = None  # DEALER_CUTS for the dealer; None while, or where, nobody cut
    cut: int = 0
    cover_card_after: int | None = None  # None: no cover card in this shoe
    out: int = 0  # how many cards have come out, burned ones included
    burned: int = 0
    cover_card_box: int | None = None  # where the cover card came out; None while it has not
    shoes_opened: int = 0  # since the table opened
    shoes_of_game: int = 0  # since the game started: the table opened, or was idle
    ended_by: ShoeEnd | None = None  # how the shoe before ended
    last_cover_card_box: int | None = None  # where the cover card of the shoe before came out
    unrevealed: tuple[int, ...] = ()  # shoes that ended and whose order is still sealed

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
        return Place(self.number, self.out) if self.out < self.cards else None


def evolve_shoe(state: ShoeState, event: ShoeEvent | e.Event) -> ShoeState:
    """The state after an event of the shoe, or of a round: most of these do not touch the shoe."""
    match event:
        case e.CardDealt():
            return state._replace(out=state.out + 1)
        case e.ShoeRefilled(burned=burned):
            return state._replace(out=state.out + len(burned), burned=state.burned + len(burned))
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
                unrevealed=state.unrevealed,
            )
        case ShoeShuffled():
            return state._replace(stage="shuffled", commitment=event.commitment)
        case SeedGiven():
            return state._replace(seeds=(*state.seeds, Seed(event.person, event.seed)))
        case CutOffered():
            return state._replace(stage="offered", cut_offered=event)
        case CutDeclined():
            return state._replace(stage="shuffled", declined=(*state.declined, event.person))
        case CutMade():
            return state._replace(stage="cut", cut_offered=None, cut=event.place, cutter=event.person)
        case CoverCardPlaced():
            return state._replace(cover_card_after=event.after)
        case ShoeLoaded():
            return state._replace(stage="ready")
        case CardsBurned():
            return state._replace(out=event.first + event.count, burned=state.burned + event.count)
        case CoverCardOut():
            return state._replace(cover_card_box=event.box)
        case ShoeEnded():
            # When the shoe ran short, its cover card had come out in the same round, before the refill.
            box = state.last_cover_card_box if state.from_discards else state.cover_card_box
            return state._replace(
                stage="none",
                ended_by=event.why,
                last_cover_card_box=box,
                unrevealed=(*state.unrevealed, event.shoe),
            )
        case ShoeRevealed():
            return state._replace(unrevealed=tuple(n for n in state.unrevealed if n != event.shoe))
        case _:
            return state
