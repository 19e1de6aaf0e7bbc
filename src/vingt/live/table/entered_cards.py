"""The real cards that were entered since anybody last decided anything, and how all stood before each: as far
back as an entry that was wrong can be taken back."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar, get_args

from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import word_of
from vingt.core.rounds.state import RoundState
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.kinds import StreamEvent
from vingt.live.log.progressive_events import ProgressiveEvent
from vingt.live.table.dealing import ANNOUNCE

T = TypeVar("T")
DEALS = frozenset(word_of(each) for each in (c.Deal, c.DealUnseen, c.TurnHoleCard))
ENTERED = (t.CardScanned.kind, t.CardSealed.kind)
# After these nothing before them is taken back: somebody decided or did something, or meters and shoes moved.
DECIDED = frozenset(
    each.kind
    for each in (
        *get_args(ProgressiveEvent),
        *({*get_args(t.ShoeEvent)} - {t.CardScanned, t.CardSealed, t.CoverCardOut, t.ScanRefused}),
        f.AbsentAnswered,
        f.CouponIssued,
        f.LimitsPosted,
        t.RoundStarted,
    )
)


class EnteredCard(NamedTuple, Generic[T]):
    """`place` is None where nothing was entered: an unseen hole card, or one that was out before."""

    place: t.Place | None
    before: T
    dealt: bool = False


def entered_after(
    entered: tuple[EnteredCard[T], ...], kind: str, about: str, place: t.Place | None, before: T
) -> tuple[EnteredCard[T], ...]:
    """After an event of this kind; `about` is the word of its command or its step."""
    if kind in ENTERED:
        return (*entered, EnteredCard(place, before))
    if kind == t.Commanded.kind:
        if about not in DEALS:
            return ()
        if entered and not entered[-1].dealt:
            return (*entered[:-1], entered[-1]._replace(dealt=True))
        return (*entered, EnteredCard(None, before, dealt=True))
    if kind in DECIDED or (kind == t.StepPerformed.kind and about != ANNOUNCE):
        return ()
    return entered


def about_event(event: StreamEvent) -> tuple[str, t.Place | None]:
    match event:
        case t.Commanded(command):
            return word_of(type(command)), None
        case t.StepPerformed(step):
            return step, None
        case t.CardScanned(shoe=shoe, at=at) | t.CardSealed(shoe=shoe, at=at):
            return "", t.Place(shoe, at)
        case _:
            return "", None


def entry_at(entered: tuple[EnteredCard[T], ...], shoe: int, at: int) -> int | None:
    """Which of them is of this place; None where none is."""
    return next((number for number, each in enumerate(entered) if each.place == t.Place(shoe, at)), None)


def entry_of(entered: tuple[EnteredCard[T], ...], corrected: t.ScanCorrected) -> int | None:
    """From which on all is taken back; None where these are not the entries that it names."""
    number = entry_at(entered, corrected.shoe, corrected.places[0]) if corrected.places else None
    if number is None or len(entered) - number != corrected.cards:
        return None
    return number if places_of(entered[number:]) == corrected.places else None


def places_of(entered: tuple[EnteredCard[T], ...]) -> tuple[int, ...]:
    return tuple(each.place.at for each in entered if each.place is not None)


def wagers_reopened(before: RoundState, now: RoundState) -> tuple[t.WagerReopened, ...]:
    """All that was settled since, the last first."""
    return tuple(
        t.WagerReopened(each.player, each.box, each.hand, each.wager, each.stake, each.returns)
        for each in reversed(now.settled[len(before.settled) :])
    )
