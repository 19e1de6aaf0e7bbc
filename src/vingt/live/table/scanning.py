"""Real cards at a live table: each is entered as it comes, and held against the decks at once.

What comes face up is stored as it is, what a device reads face down is sealed until the shoe is over. A hole
card that nobody read lies there unknown: the card reader's answer and the card itself are entered when they
come. What cannot be stops the table for the floorperson; nothing of it is dealt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from vingt.core.cards import Card, NotACard
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import DEALER
from vingt.core.rules.table_rules import TableRules
from vingt.core.scanned_text import scanned_cards
from vingt.core.shoe import double_shoe
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.deck_order import in_deck_order
from vingt.core.shoe.reconciliation import impossible, reconcile
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.store import NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.table.dealer import why_refilled
from vingt.live.table.decks import batches_received
from vingt.live.table.duty import Duty, determinant_due
from vingt.live.table.mishaps import CardDrawn
from vingt.live.table.state import TableState

READER_SAYS = {"natural": True, "yes": True, "1": True, "none": False, "no": False, "0": False}
BACKS = re.compile(r"(?:^|[\s,;])x(\d{1,3})(?=$|[\s,;])", re.IGNORECASE)  # x12: twelve cards by their backs
CardsEntered = Sequence[NewEvent] | Refusal


class Scanner:
    """Does what the dealer of a table with real cards enters: from its state to events to be stored."""

    def __init__(self, rules: TableRules, orders: Orders) -> None:
        self.rules, self.orders = rules, orders

    def perform(self, state: TableState, what: Duty, entered: str, by: str) -> CardsEntered | None:
        """None: nothing that real cards do otherwise."""
        match what.what:
            case "shuffle":
                opened = shoe.open_shoe(self.rules, state.shoe, self.rules.cards.shoe)
                return stored([opened, self.shuffled(opened.shoe)])
            case "draw_determinant":
                return self.determinant(state, entered, by)
            case "deal":
                return self.deal(state, entered, by)
            case "check":
                return self.read(state, entered, by)
            case "refill":
                return self.refill(state)
            case "burn_from_discards":
                return self.burn_from_discards(state, entered, by)
            case _:
                return None

    # -- cards ---------------------------------------------------------------------------------------------

    def deal(self, state: TableState, entered: str, by: str) -> CardsEntered:
        due, place = next_step(self.rules, state.round), state.shoe.next_place
        assert isinstance(due, CardDue)
        assert place is not None
        cover = None if state.shoe.held else shoe.cover_card(self.rules, state.shoe, due.box)
        covered = stored([cover] if cover else [])
        if state.shoe.held is not None:  # it was entered when it was drawn
            caused = self.commanded(state, c.Deal(self.orders.card_at(place)), (place,))
            return caused if isinstance(caused, Refusal) else [*covered, *caused]
        hole = due.box == DEALER and not due.face_up
        if hole and not entered.strip():
            caused = self.commanded(state, c.DealUnseen())
            return caused if isinstance(caused, Refusal) else [*covered, *caused]
        card = one_card(entered, "enter the card that came out of the shoe")
        if isinstance(card, Refusal):
            return card
        if stops := self.stopped(state, card, by):
            return stops
        caused = self.commanded(state, c.Deal(card), (place,))
        if isinstance(caused, Refusal):
            return caused
        return [*covered, *stored([self.scan(place, card, face_up=due.face_up)]), *caused]

    def determinant(self, state: TableState, entered: str, by: str) -> CardsEntered | None:
        """None: it was drawn by mistake before, and entered then."""
        at_hand = double_shoe.drawing(self.rules, state.shoe)
        place = at_hand.next_place
        if at_hand.held is not None or place is None:
            return None
        card = one_card(entered, "enter the determinant card")
        if isinstance(card, Refusal):
            return card
        if stops := self.stopped(state._replace(shoe=at_hand), card, by):
            return stops
        drawn = double_shoe.determinant(self.rules, state.shoe, lambda _: card, state.round.queue[0])
        return stored([self.scan(place, card, face_up=True), *drawn])

    def scan(self, place: t.Place, card: Card, *, face_up: bool) -> t.CardScanned | t.CardSealed:
        if face_up:
            return t.CardScanned(place.shoe, place.at, card)
        return self.orders.scans.seal(place, card, self.orders.rules)

    def read(self, state: TableState, entered: str, by: str) -> CardsEntered:
        says = READER_SAYS.get(entered.strip().lower())
        if says is None:
            cite = self.rules.cite("dealer.checked_up_cards")
            return Refusal(f"say what the card reader shows: {self.rules.natural.name} (yes) or none", cite)
        return self.commanded(state, c.ReadHoleCard(says))

    def turn(self, state: TableState, entered: str, by: str) -> CardsEntered:
        card = one_card(entered, "enter the hole card as it is turned")
        if isinstance(card, Refusal):
            return card
        place = state.shoe.unseen
        assert place is not None
        if stops := self.stopped(state, card, by, place):
            return stops
        caused = self.commanded(state, c.TurnHoleCard(card))
        if isinstance(caused, Refusal):
            return caused
        return [*stored([self.scan(place, card, face_up=True)]), *caused]

    def show_burned(self, state: TableState, entered: str, by: str) -> CardsEntered:
        """Turned for a player who asks: from now on it is a card that was seen."""
        place = state.dealing.burned
        assert place is not None
        if state.dealing.burned_entered:
            return []
        card = one_card(entered, "enter the burned card as it is turned")
        if isinstance(card, Refusal):
            return card
        stops = self.stopped(state, card, by, place)
        return stops or stored([self.scan(place, card, face_up=True)])

    def commanded(self, state: TableState, command: c.Command, drawn: Sequence[t.Place] = ()) -> CardsEntered:
        advanced = advance(self.rules, state.round, command)
        if isinstance(advanced, Refusal):
            return advanced
        return [codec.new(each, drawn) for each in (t.Commanded(command), *advanced[1])]

    def drawn(self, state: TableState, mishap: CardDrawn, by: str) -> CardsEntered:
        """A card that came out by mistake is entered too; unexposed, it is sealed."""
        if determinant_due(self.rules, state):
            state = state._replace(shoe=double_shoe.drawing(self.rules, state.shoe))
        place, card = state.shoe.next_in_shoe, mishap.card
        if card is None:
            return Refusal("say which card it was")
        if place is None:
            return Refusal("no card is left in the shoe")
        if stops := self.stopped(state, card, by):
            return stops
        return stored([self.scan(place, card, face_up=mishap.how != "unexposed")])

    # -- what cannot be ------------------------------------------------------------------------------------

    def stopped(
        self, state: TableState, card: Card, by: str, lies_at: t.Place | None = None
    ) -> list[NewEvent]:
        """The table stops and the floor is called, where the card is none that can come: the next of the
        shoe, or one that came before and lies there unseen."""
        known = self.orders.scans.entered(state.shoe.number)
        place = state.shoe.out if lies_at is None else lies_at.at
        fault = impossible(self.rules, Counter(known.values()), card)
        if fault is not None:
            refused = t.ScanRefused(state.shoe.number, place, card, fault.why, fault.cite)
            return self.called(state, refused, "impossible_card", by)
        if not state.shoe.order_passed and in_deck_order({**known, place: card}):
            cite = shoe.shuffle_cite(self.rules)
            refused = t.ScanRefused(state.shoe.number, place, card, "deck_order", cite)
            return self.called(state, refused, "unshuffled_cards", by)
        return []

    def called(
        self, state: TableState, refused: t.ScanRefused, what: f.MishapName, by: str
    ) -> list[NewEvent]:
        said = f.IrregularityReported(state.irregularities_told + 1, what, by, "dealer")
        return stored([refused, said, f.DealingStopped(by)])

    # -- the shoe ------------------------------------------------------------------------------------------

    def shuffled(self, number: int) -> t.RealCardsShuffled:
        steps, cite = shoe.shuffle_steps(self.rules), shoe.shuffle_cite(self.rules)
        return t.RealCardsShuffled(number, self.rules.shoe.shuffler, steps, cite)

    def refill(self, state: TableState) -> CardsEntered:
        rack = shoe.rack_size(self.rules, state.round, state.shoe)
        if rack <= self.rules.irregularity.shoe_runs_short_burns:
            return self.commanded(state, c.VoidRound("all cards are on the table"))
        ended = shoe.end(self.rules, state.shoe, why_refilled(state))
        number, cite = state.shoe.newest + 1, ended.cite
        opened = t.ShoeOpened(number, self.rules.cards.decks, rack, (), cite, True, state.shoe.side)
        return stored([ended, opened, self.shuffled(number)])

    def burn_from_discards(self, state: TableState, entered: str, by: str) -> CardsEntered:
        """It is read face down as every card that a shoe reads; nobody sees it."""
        card = one_card(entered, "enter the burned card as the reader of the shoe gives it")
        if isinstance(card, Refusal):
            return card
        if stops := self.stopped(state, card, by):
            return stops
        place = t.Place(state.shoe.number, 0)
        caused = self.commanded(state, c.ReportShoeEmpty((card,)), (place,))
        if isinstance(caused, Refusal):
            return caused
        return [*stored([self.scan(place, card, face_up=False)]), *caused]

    def receive(self, state: TableState, entered: str, by: str, side: str) -> CardsEntered:
        """Decks that a device reads as they are received; nothing, where hands have counted them. What is not
        complete is not received."""
        if not entered.strip():
            return []
        counted = cards_and_backs(entered)
        if isinstance(counted, Refusal):
            return counted
        cards, backs = counted
        told = reconcile(self.rules, cards, backs, batches_received(self.rules))
        received = t.DecksCounted(cards, backs, told.missing, told.extra, by, told.cite, side)
        if told.complete:
            return stored([received])
        said = f.IrregularityReported(state.irregularities_told + 1, "cards_missing", by, "dealer")
        return stored([received, said])

    def count(self, state: TableState, entered: str, by: str) -> CardsEntered:
        """All that had not been seen of the shoe that ended: its rest, the burned cards, a hole card that was
        never turned. After a shuffle of the discards in a round: all cards."""
        entered_cards = cards_and_backs(entered)
        if isinstance(entered_cards, Refusal):
            return entered_cards
        cards, backs = entered_cards
        counting = state.shoe.side_to_count
        assert counting is not None
        number = counting.uncounted
        seen = () if counting.from_discards else self.orders.scans.entered(number).values()
        told = reconcile(self.rules, (*seen, *cards), backs)
        counted = t.ShoeCounted(number, cards, told.unscanned, told.missing, told.extra, by, told.cite)
        if told.complete:
            return stored([counted])
        said = f.IrregularityReported(state.irregularities_told + 1, "cards_missing", by, "dealer")
        return stored([counted, said])


def cards_and_backs(entered: str) -> tuple[tuple[Card, ...], int] | Refusal:
    """Cards by their faces, and how many by their backs alone."""
    backs = BACKS.search(entered)
    try:
        return scanned_cards(BACKS.sub(" ", entered)), int(backs[1]) if backs else 0
    except NotACard as error:
        return Refusal(str(error))


def one_card(entered: str, asked: str) -> Card | Refusal:
    try:
        cards = scanned_cards(entered)
    except NotACard as error:
        return Refusal(str(error))
    return cards[0] if len(cards) == 1 else Refusal(f"{asked}: one card, like KS, 10H, 7+ or +3")


def stored(events: Sequence[t.TableEvent]) -> list[NewEvent]:
    return [codec.new(event) for event in events]
