"""How the shoe of a table was handled, held against its rulebook and against the order that was committed to:
cards stacked, cut, burned and drawn one after the other, and laid open after it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, assert_never

from vingt.core.cards import Card
from vingt.core.rounds.event import Event
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe.procedure import (
    behind_cover_card,
    cover_card,
    cut_limits,
    end_after_round,
    side_ends,
    side_opened,
)
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.books.real_cards import RealCardEvent, RealCards
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.codec import CardHidden
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import VaultError
from vingt.live.table.dealing import FAILED, REPAIRED
from vingt.live.table.rules_now import by_hand

SEEN = ("report_face_up_card", "report_dealer_overdraw")  # commands about the next card, which all have seen


def places_of(command: dict[str, Any]) -> list[Any]:
    """The cards that a command brings out of the shoe: places, and those that were seen by their names."""
    match command["do"]:
        case "deal" | "report_extra_card":
            return [command["card"]]
        case "report_shoe_empty":
            return list(command["burned"])
        case do if do in SEEN:
            return [command["card"]]
        case _:
            return []


class ShoeCheck:
    """Follows the shoe of one table, as `state` has it. `orders` has read the whole stream before."""

    def __init__(self, rules: TableRules, orders: Orders) -> None:
        self.rules, self.orders = rules, orders
        self.shoes = self.revealed = 0
        self.state = ShoeState()
        self.lost = False  # an event could not be read: how many cards are out is not known
        self.reshuffle = False  # a floorperson has ordered one
        self.wrong_side = False  # the round came from the other side: that is said, and not corrected yet
        self._real_cards = RealCards(rules, orders)
        self._commitments: dict[int, str] = {}
        self._sizes: dict[int, tuple[int, bool]] = {}
        self._scheme = 1  # of the newest commitment
        self._vouched: set[int] = set()  # shoes committed to in what is trusted, and not revealed there
        self._shuffler_failed = False
        self._burns_due = 0  # cards that are still to be burned before this round
        self._determinant_due = False  # which side of a double shoe this round comes from is not decided

    def follow(self, event: t.ShoeEvent | Event) -> None:
        """The shoe after it."""
        self.state = evolve_shoe(self.state, event)

    def entered(self, event: RealCardEvent) -> Iterator[str]:
        yield from self._real_cards.follow(self.state, event)

    def card_at(self, place: t.Place) -> Card:
        """What lay there as far as the log was followed: a real card may be entered otherwise later."""
        return self._real_cards.card_at(place)

    def trust(self, event: object) -> None:
        """What is vouched for is not held against anything; only what comes after it is."""
        match event:
            case t.StepPerformed(step):
                self.device(step)
            case f.ReshuffleOrdered() | t.ShoeEnded():
                self.reshuffle = isinstance(event, f.ReshuffleOrdered)
            case (
                t.RealCardsShuffled()
                | t.CardScanned()
                | t.CardSealed()
                | t.SealsOpened()
                | t.SideCorrected()
                | t.ScanCorrected()
            ):
                list(self.entered(event))
            case t.ShoeShuffled():
                self._vouched.add(event.shoe)
            case t.ShoeRevealed():
                self._vouched.discard(event.shoe)
            case _:
                pass
        self._keep(event)
        if isinstance(event, t.ShoeEvent | Event):
            self.follow(event)

    @property
    def _shuffled(self) -> TableRules:
        """The rules of the shoe: cards are shuffled by hand while the shuffler is out of order."""
        return by_hand(self.rules) if self._shuffler_failed else self.rules

    def device(self, step: str) -> None:
        if step in (FAILED, REPAIRED):
            self._shuffler_failed = step == FAILED

    def start_round(self, number: int) -> Iterator[str]:
        """No stack that was to end is dealt from."""
        ended = end_after_round(self._shuffled, self.state)
        if ended is not None and (ended.why != "every_round" or self.state.dealt) and not self.lost:
            yield f"shoe {ended.shoe} was to end before this round: {ended.why.replace('_', ' ')}"
        if self.state.other is not None and not self.state.ready and not self.lost:
            yield f"round {number} began before both sides of the shoe were loaded"
        self._burns_due = self.rules.variant.burned_before_round
        self._determinant_due = self.rules.variant.has_determinant

    def places(self, command: dict[str, Any]) -> Iterator[str]:
        """Cards come out of the shoe one after the other: none is passed over, none comes twice."""
        named = places_of(command)
        if self.lost and named and isinstance(place := named[0], dict):
            self.lost = False
            at_hand = self.state.turned_to(self.state.numbered(place["shoe"]).side)
            self.state = at_hand._replace(stage="ready", number=place["shoe"], out=place["at"], held=None)
        shoe = self.state
        if command["do"] == "turn_hole_card" and shoe.unseen is not None:
            yield from self._seen(command["card"], shoe.unseen)
        held = shoe.held if command["do"] == "deal" else None
        seen = command["do"] in SEEN or command.get("exposed") is True
        for at, named_card in enumerate(named):
            due = held or t.Place(shoe.number, shoe.out + at)
            if seen and isinstance(named_card, str):
                yield from self._seen(named_card, due)
            elif not isinstance(named_card, dict) or t.Place(**named_card) != due:
                yield f"card {due.at + 1} of shoe {due.shoe} was due, not {named_card}"
        if named and not shoe.loaded:
            yield "a card was dealt before a shoe was loaded"
        if command["do"] == "deal" and self._burns_due:
            self._burns_due = 0
            yield "no card was burned before this round"
        if command["do"] == "deal" and self._determinant_due:
            self._determinant_due = False
            yield "no determinant card was drawn before this round"
        reached = shoe.cover_card_after is not None and shoe.out >= shoe.cover_card_after
        if named and held is None and reached and not shoe.cover_card_out:
            yield "the cover card was passed over"

    def of_double_shoe(
        self, event: t.DeterminantDrawn | t.SideTurnedTo | t.SideCorrected, *, betting_closed: bool
    ) -> Iterator[str]:
        """Which side a round comes from, and that it came from the other (MD-BJ 7.C, 14.I)."""
        at_hand = double_shoe.drawing(self.rules, self.state)
        match event:
            case t.SideCorrected():
                if not self.wrong_side:
                    yield "a side was corrected, and nobody had said that the round came from the wrong one"
                if not self.lost and double_shoe.corrected(self.rules, self.state) != event:
                    yield "the side of this round was not corrected as it should be"
                self.wrong_side = False
                list(self.entered(event))
            case t.SideTurnedTo():
                if not self.lost and (not self._determinant_due or event.shoe != at_hand.number):
                    yield f"the {event.side} side was turned to, and no card of it was due"
            case t.DeterminantDrawn():
                if not self._determinant_due or not betting_closed:
                    yield "a determinant card was drawn, and none was due"
                self._determinant_due = False
                place = t.Place(event.shoe, event.at)
                due = at_hand.next_place
                if not self.lost and (due != place or event.drawn_from != at_hand.side):
                    yield f"card {event.at + 1} of shoe {event.shoe} was not to be the determinant card"
                if event.side != double_shoe.side_of(self.rules, event.card):
                    yield f"{event.card} does not name the {event.side} side"
                if not self.lost and at_hand.held is None and cover_card(self.rules, at_hand, 0) is not None:
                    yield "the cover card was passed over"
                yield from self._seen(str(event.card), place)
            case _:
                assert_never(event)

    def _seen(self, named: str, due: t.Place) -> Iterator[str]:
        """A card that was seen when it was drawn is the one that lay there, or none of these decks."""
        if named[:-1] in self.rules.cards.removed_ranks:
            return
        try:
            lay = self.card_at(due)
        except (CardHidden, IndexError, VaultError):
            return
        if str(lay) != named:
            yield f"{named} did not lie at card {due.at + 1} of shoe {due.shoe}"

    def prepared(
        self, event: t.ShoeOpened | t.ShoeShuffled | t.CutMade | t.CoverCardPlaced | t.CardsBurned
    ) -> Iterator[str]:
        shoe = self.state if isinstance(event, t.ShoeOpened) else self.state.numbered(event.shoe)
        match event:
            case t.ShoeOpened():
                self.shoes += 1
                self._keep(event)
                if event.shoe != shoe.newest + 1 and not self.lost:
                    yield f"shoe {event.shoe} follows shoe {shoe.newest}"
                if event.side != (due := side_opened(self.rules, shoe)) and not self.lost:
                    yield f"cards were stacked for the {event.side} side, and the {due} one was due"
                if not event.from_discards and event.cards != len(self.rules.cards.shoe):
                    yield f"{event.cards} cards are not {self.rules.cards.decks} decks"
            case t.ShoeShuffled():
                if event.scheme < self._scheme:
                    yield f"shoe {event.shoe} is bound to less than shoes before it"
                elif event.scheme > 1 and event.rules != self.orders.rules:
                    yield f"shoe {event.shoe} is bound to other rules than the table's"
                self._keep(event)
                yield from self._order(event.shoe)
            case t.CutMade():
                least, most = cut_limits(self._shuffled, shoe.cards)
                place = (event.place - shoe.cut) % shoe.cards if shoe.recut else event.place
                if not self.lost and not least <= place <= most:
                    yield f"cut at {place}, not between {least} and {most}"
            case t.CoverCardPlaced():
                after = shoe.cards - behind_cover_card(self._shuffled, shoe.cards)
                if not self.lost and event.after != after:
                    yield f"the cover card is not where the rules put it: after {event.after} cards"
            case t.CardsBurned():
                self._keep(event)
                if event.first != shoe.out and not self.lost:
                    yield f"card {shoe.out + 1} was to be burned, not {event.first + 1}"
                self._burns_due -= event.count if event.why == "round" else 0
            case _:
                assert_never(event)

    def _keep(self, event: object) -> None:
        """What the order of a shoe is held against."""
        match event:
            case t.ShoeOpened():
                self._sizes[event.shoe] = (event.cards, event.from_discards)
            case t.ShoeShuffled():
                self._commitments[event.shoe] = event.commitment
                self._scheme = max(event.scheme, self._scheme)
            case t.CardsBurned():
                self._real_cards.burned = t.Place(event.shoe, event.first)
            case _:
                pass

    def seed(self, event: t.SeedGiven, *, in_round: bool) -> Iterator[str]:
        """Given between the commitment and the first card, once by a person."""
        shoe = self.state.numbered(event.shoe)
        if event.shoe != shoe.number or shoe.stage in ("none", "opened") or shoe.dealt or in_round:
            yield f"a seed for shoe {event.shoe} came at the wrong time"
        if any(seed.person == event.person for seed in shoe.seeds):
            yield f"{event.person} gave two seeds to shoe {event.shoe}"

    def _order(self, shoe: int) -> Iterator[str]:
        """The order, if it can be known, is the one that was committed to, of all the cards and no others."""
        try:
            order = self.orders.committed(shoe)
        except VaultError as error:
            yield str(error)
            return
        except LookupError:
            return
        if self.orders.commitment(shoe) != self._commitments[shoe]:
            yield f"the order of shoe {shoe} is not the one that was committed to"
        if shoe not in self._sizes:
            return  # how it was opened could not be read
        size, from_discards = self._sizes[shoe]
        dealt, complete = Counter(order.cards), Counter(self.rules.cards.shoe)
        if dealt - complete or len(order.cards) != size or (not from_discards and dealt != complete):
            yield f"the order of shoe {shoe} is not of the cards that were opened"

    def over(self, event: t.ShoeEnded | t.ShoeRevealed, *, in_play: bool) -> Iterator[str]:
        match event:
            case t.ShoeEnded():
                shoe = self.state.numbered(event.shoe)
                if event.dealt != shoe.out and not self.lost:
                    yield f"{shoe.out} cards came out, not {event.dealt}"
                ordered = side_ends(self._shuffled, shoe) if shoe.withdrawn else None
                if ordered is not None and event.why not in (ordered.why, "history_lost"):
                    yield f"shoe {event.shoe} was to end by {ordered.why.replace('_', ' ')}, not {event.why}"
                self.reshuffle = False
            case t.ShoeRevealed():
                self.revealed += 1
                if event.shoe not in self.state.sealed_shoes and not self.lost:
                    yield f"shoe {event.shoe} was revealed before it ended"
                if in_play:
                    yield f"shoe {event.shoe} was revealed in a round"
                if event.shoe in self._vouched:  # the others were held against it when they were shuffled
                    yield from self._order(event.shoe)
            case _:
                assert_never(event)
