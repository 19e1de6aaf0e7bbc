"""What goes wrong with the cards at a live table, as a dealer or floorperson reports it. A card of the shoe
comes from its order: who reports it need not know it, and cannot choose it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.procedure import cover_card
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.store import NewEvent
from vingt.live.table.state import TableState


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card came out of the shoe that was nobody's: drawn by mistake and seen or not, found face up, or
    drawn by a dealer who had to stand."""

    how: Literal["unexposed", "exposed", "face_up", "overdraw"]


@dataclass(frozen=True, slots=True)
class ForeignCardFound:
    """A card that is none of these decks: it has no place in the order of the shoe."""

    card: Card


Mishap = CardDrawn | ForeignCardFound


def report(
    rules: TableRules, state: TableState, mishap: Mishap, card_at: codec.CardAt, by: str
) -> list[NewEvent] | Refusal:
    """What is stored of it, with the remedy that the rulebook orders."""
    if isinstance(mishap, ForeignCardFound):
        return remedied(rules, state, c.ReportStrayCard(mishap.card), by)
    place = state.shoe.next_in_shoe
    if place is None or not state.shoe.loaded:
        return Refusal("no card is left in the shoe")
    events = remedied(rules, state, drawn(mishap, card_at(place)), by, place)
    due = next_step(rules, state.round)
    cover = cover_card(rules, state.shoe, due.box if isinstance(due, CardDue) else 0)
    if isinstance(events, Refusal) or cover is None:
        return events
    return [codec.new(cover, actor=by), *events]


def drawn(mishap: CardDrawn, card: Card) -> c.Command:
    match mishap.how:
        case "unexposed" | "exposed":
            return c.ReportExtraCard(card, exposed=mishap.how == "exposed")
        case "face_up":
            return c.ReportFaceUpCard(card)
        case "overdraw":
            return c.ReportDealerOverdraw(card)


def remedied(
    rules: TableRules, state: TableState, command: c.Command, by: str, *places: t.Place
) -> list[NewEvent] | Refusal:
    advanced = advance(rules, state.round, command)
    if isinstance(advanced, Refusal):
        return advanced
    return [codec.new(each, places, actor=by) for each in (t.Commanded(command), *advanced[1])]
