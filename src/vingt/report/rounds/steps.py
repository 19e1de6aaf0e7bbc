"""A finished round as it lay on the felt after each thing that happened: cards, wagers, whose turn, balances.

The stored events make the table as they made it when it was played; a card lies face down until it is turned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vingt.core.cards import Card
from vingt.core.rounds.procedure import Step as Due
from vingt.core.rounds.state import Box, Hand
from vingt.live.books.recheck import BLANK
from vingt.live.books.round import Played
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.events import BoughtIn, CashedOut, Place
from vingt.live.log.kinds import ROUND_EVENTS, STREAM_EVENTS
from vingt.live.shoes.orders import Orders
from vingt.live.table.evolve import evolve
from vingt.live.table.state import TableState
from vingt.live.views import view as v
from vingt.live.views.common_view import Shower, lying
from vingt.report.rounds.replay import ToldRound
from vingt.report.rounds.teller import RoundLine, with_hole


@dataclass(frozen=True, slots=True)
class Balance:
    """One person's money at one moment: chips before them, chips on the layout, won so far."""

    person: str
    name: str
    chips: int
    in_play: int
    won: int


@dataclass(frozen=True, slots=True)
class FeltStep:
    """The felt after one line of a round."""

    at: int  # 1 to `of`
    of: int
    line: RoundLine
    dealer: v.DealerSeen
    hole: str  # at the end, a hole card that nobody turned, where its shoe has been revealed
    boxes: tuple[v.BoxSeen, ...]  # those that somebody holds or has wagered on
    payments: tuple[v.Payment, ...]
    balances: tuple[Balance, ...]
    waiting_for: str
    community: tuple[v.FaceUp, ...] = ()


def standing(told: ToldRound, played: Played, events: list[StoredEvent], orders: Orders, at: int) -> FeltStep:
    """Step `at`, from 1; one for each line of the round as it is told."""
    line = told.lines[at - 1]
    brought = dict(played.racks)  # what each began with, and bought or cashed out since
    state = TableState(held=played.held, racks=dict(played.racks), round_number=played.number)
    resting = True
    for stored in events:
        if stored.version > line.version:
            resting = stored.kind not in ROUND_EVENTS  # the next is nothing that the same command caused
            break
        if stored.kind in (BoughtIn.kind, CashedOut.kind):
            person, amount = stored.data["person"], stored.data["amount"]
            brought[person] = brought.get(person, 0) + (amount if stored.kind == BoughtIn.kind else -amount)
        state = followed(state, stored, orders)

    def name_of(person: str) -> str:
        return told.names.get(person, person)

    shower = Looking(told.rules, state, None, name_of, resting=resting)
    hidden = state.round.over and state.round.hole_hidden and state.round.hole
    return FeltStep(
        at,
        len(told.lines),
        line,
        shower.dealer(),
        str(hidden) if hidden and hidden != BLANK else "",
        tuple(box for box in shower.boxes() if box.holder or box.bettors),
        shower.payments(state.payments),
        balances(told, brought, state),
        shower.waiting_for() if state.round_open and resting else "",
        shower.community(),
    )


def followed(state: TableState, stored: StoredEvent, orders: Orders) -> TableState:
    def known(place: Place) -> Card:
        try:
            return orders.card_at(place)
        except CardHidden:
            return BLANK

    if stored.kind not in STREAM_EVENTS:
        return state
    event = event_of(stored, known)
    state = evolve(state, event)
    return state._replace(round=with_hole(state.round, event))


def balances(told: ToldRound, brought: dict[str, int], state: TableState) -> tuple[Balance, ...]:
    people = [person for person in state.racks if state.rack(person) or brought.get(person)]
    people += sorted(state.bettors.difference(people))
    return tuple(
        Balance(
            person,
            told.names.get(person, person),
            chips := state.rack(person),
            in_play := state.in_play(person),
            chips + in_play - brought.get(person, 0),
        )
        for person in people
    )


@dataclass(frozen=True)
class Looking(Shower):
    """Shows a table at any of its events. Face-down cards that it may not know are drawn and not counted."""

    resting: bool = True  # something is due only when all that a command caused has happened

    def boxes(self) -> tuple[v.BoxSeen, ...]:
        if self.resting:
            return super().boxes()
        seats = range(1, self.rules.box_count + 1)
        return tuple(self.box(number, self.seen.box(number), None) for number in seats)

    def hand(self, box: Box, at: int, hand: Hand, due: Due | None) -> v.HandSeen:
        known = tuple(card for card in hand.cards if card != BLANK)
        if len(known) == len(hand.cards):
            return super().hand(box, at, hand, due)
        seen = super().hand(box, at, hand._replace(cards=known, face_down=()), due)
        cards = tuple(None if card == str(BLANK) else card for card in lying(hand))
        return replace(seen, cards=cards, total="")
