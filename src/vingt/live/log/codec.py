"""Events and commands to JSON and back, by the types of their fields. A face-down card is written as its
place in the shoe: what it is stays in the sealed order."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, Union, assert_never, get_args, get_origin

from vingt.core.cards import Card, card
from vingt.core.cite import Cite
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import COMMANDS, word_of
from vingt.core.rules.rules_json import kinds_of
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import (
    CardScanned,
    DecksCounted,
    DeterminantDrawn,
    Place,
    ScanRefused,
    ShoeCounted,
    ShoeRevealed,
)
from vingt.live.log.kinds import EVENTS, AnyEvent, UnknownKind, current
from vingt.live.log.progressive_events import BonusDrawn
from vingt.live.log.store import NewEvent

CardAt = Callable[[Place], Card]


class CardHidden(LookupError):
    """The event holds a face-down card, and nobody here may know which."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"card {place.at + 1} of shoe {place.shoe} lies face down")
        self.place = place


class NotAnEvent(ValueError):
    """Stored data does not have the fields of its kind."""

    def __init__(self, stored: StoredEvent, why: str) -> None:
        self.what = f"not a {stored.kind}: {why}"
        super().__init__(f"{stored.stream}, version {stored.version}: {self.what}")


def unknown(place: Place) -> Card:
    """The `CardAt` of those who may see no face-down card."""
    raise CardHidden(place)


# Every event and command that holds cards: whoever adds one says below whether they are seen.
HoldsCards = (
    c.Deal
    | c.TurnHoleCard
    | c.ReportFaceUpCard
    | c.ReportStrayCard
    | c.ReportWrongDecks
    | c.ReportExtraCard
    | c.ReportDealerOverdraw
    | c.ReportShoeEmpty
    | e.CardDealt
    | e.HoleRevealed
    | e.DoubleCardTurned
    | e.HandTurned
    | DeterminantDrawn
    | e.CardSetAside
    | e.CardHeld
    | e.CardExposed
    | e.ShoeRefilled
    | ShoeRevealed
    | BonusDrawn
    | CardScanned
    | ScanRefused
    | ShoeCounted
    | DecksCounted
)


def hides_cards(value: object) -> bool:
    """Whether the cards in this event or command are unseen when it happens."""
    return isinstance(value, HoldsCards) and cards_unseen(value)


def cards_unseen(value: HoldsCards) -> bool:
    match value:
        case c.Deal() | c.ReportShoeEmpty() | e.ShoeRefilled() | e.CardHeld():
            return True  # a `Deal` is face up or down as the event it causes says
        case c.ReportExtraCard(exposed=exposed):
            return not exposed
        case e.CardDealt(face_up=face_up):
            return not face_up
        case e.CardSetAside(why=why):
            return why == "unexposed"
        case (
            c.TurnHoleCard()
            | c.ReportFaceUpCard()
            | c.ReportStrayCard()
            | c.ReportWrongDecks()
            | c.ReportDealerOverdraw()
        ):
            return False
        case e.HoleRevealed() | e.DoubleCardTurned() | e.HandTurned() | e.CardExposed():
            return False
        case ShoeRevealed() | BonusDrawn() | DeterminantDrawn():
            return False
        case CardScanned() | ScanRefused() | ShoeCounted() | DecksCounted():
            return False
        case _:
            assert_never(value)


# -- writing -----------------------------------------------------------------------------------------------


def new(event: AnyEvent, drawn: Sequence[Place] = (), *, key: str = "", actor: str = "") -> NewEvent:
    """The event ready to be stored; `drawn` are the places of its cards, should they be hidden."""
    return NewEvent(event.kind, data_of(event, drawn), key, actor)


def data_of(event: AnyEvent, drawn: Sequence[Place] = ()) -> dict[str, Any]:
    return _object(event, iter(drawn))


def command_json(command: c.Command, drawn: Sequence[Place] = ()) -> dict[str, Any]:
    return _command(command, iter(drawn))


def _command(command: object, drawn: Iterator[Place]) -> dict[str, Any]:
    return {"do": word_of(type(command)), **_object(command, drawn)}


def _object(value: Any, drawn: Iterator[Place]) -> dict[str, Any]:
    hidden = hides_cards(value)
    return {field.name: _plain(getattr(value, field.name), drawn, hidden) for field in fields(value)}


def _plain(value: Any, drawn: Iterator[Place], hidden: bool) -> Any:
    if isinstance(value, Card):
        if not hidden:
            return str(value)
        place = next(drawn, None)
        if place is None:
            raise ValueError("a face-down card is stored by its place in the shoe, and none was given")
        return {"shoe": place.shoe, "at": place.at}
    if isinstance(value, tuple):
        return [_plain(each, drawn, hidden) for each in value]
    if isinstance(value, Cite):
        return value.as_json()
    if type(value) in _COMMAND_TYPES:
        return _command(value, drawn)
    if is_dataclass(value):
        return _object(value, drawn)
    return value


_COMMAND_TYPES = frozenset(COMMANDS.values())


# -- reading -----------------------------------------------------------------------------------------------


def event_of(stored: StoredEvent, card_at: CardAt = unknown) -> Any:
    """The event as it was, in this version's form; a face-down card is asked of `card_at`."""
    try:
        data = current(stored.kind, stored.kind_version, stored.data)
        return _made(EVENTS[stored.kind], data, card_at)
    except (CardHidden, UnknownKind):
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotAnEvent(stored, str(error)) from error


def event_in(new: NewEvent, card_at: CardAt = unknown) -> Any:
    """The event that is about to be stored."""
    return _made(EVENTS[new.kind], new.data, card_at)


def command_of(data: dict[str, Any], card_at: CardAt = unknown) -> Any:
    fields_given = dict(data)
    return _made(COMMANDS[fields_given.pop("do")], fields_given, card_at)


def _made(kind: Any, data: dict[str, Any], card_at: CardAt) -> Any:
    hints = kinds_of(kind)
    if strange := data.keys() - hints.keys():
        raise ValueError(f"unknown fields {sorted(strange)}")
    missing = [field.name for field in fields(kind) if field.name not in data and field.default is MISSING]
    if missing:
        raise ValueError(f"missing fields {missing}")
    return kind(**{name: _read(hints[name], value, card_at) for name, value in data.items()})


def _read(kind: Any, value: Any, card_at: CardAt) -> Any:
    if kind is Card:
        return card(value) if isinstance(value, str) else card_at(Place(value["shoe"], value["at"]))
    if kind is Cite:
        return Cite(tuple(value["clauses"]), tuple(value["readings"]))
    if kind == c.Command:
        return command_of(value, card_at)
    origin = get_origin(kind)
    if origin is tuple:
        return tuple(_read(get_args(kind)[0], each, card_at) for each in value)
    if origin is dict or kind is Any:
        return value
    if origin is Literal:
        if value not in get_args(kind):
            raise ValueError(f"{value!r} is none of {get_args(kind)}")
        return value
    if origin in (Union, types.UnionType):
        some = next(each for each in get_args(kind) if each is not type(None))
        return None if value is None else _read(some, value, card_at)
    if is_dataclass(kind) and isinstance(kind, type):
        return _made(kind, value, card_at)
    if type(value) is not kind:
        raise ValueError(f"{value!r} is not {kind.__name__}")
    return value
