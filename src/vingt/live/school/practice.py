"""A table for practice: cards from a seed, automatic players, no money. The engine says what is due, and what
a player does is one of the things that it allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, ActionName
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event
from vingt.core.rounds.legal import action
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, Step, WagersDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import DEALER, Hand, RoundState, new_round
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import Place
from vingt.live.log.playability import not_dealt
from vingt.live.shoes.private_shoe import PrivateShoe, Seeded
from vingt.live.table.dealer import default_answer
from vingt.live.table.state import TableState

STEPS_MAX = 400  # of a round; far more than any takes
CHIPS = (1, 2, 3, 5, 10)  # times the smallest wager of the table


class NotPractised(Exception):
    """No round of such rules is dealt here."""


class PracticeMoment(NamedTuple):
    """A round before something was done, what was due, what was done, and what it caused."""

    before: RoundState
    due: Step
    command: c.Command
    events: tuple[Event, ...]
    after: RoundState
    held: bool = False  # the card that was dealt had been drawn before, as the determinant card is


class PracticeTable:
    """Rounds one after the other; everything that is by chance follows from the seed."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        if lacking := not_dealt(rules):
            raise NotPractised(str(lacking[0]))
        self.rules = rules
        self.chance = Seeded(f"school {seed}")
        self.shoe = PrivateShoe(rules, f"school {seed}")
        self.round = new_round()

    # -- chance ----------------------------------------------------------------------------------------------

    def once_in(self, times: int) -> bool:
        return self.chance(times) == 0

    # -- the round -------------------------------------------------------------------------------------------

    @property
    def due(self) -> Step:
        return next_step(self.rules, self.round)

    def open(self, boxes: int) -> None:
        """A new round with wagers on so many boxes, or on as many as there are."""
        if self.shoe.ends is not None or len(self.shoe.left) < 30:
            self.shoe.load()
        self.round = new_round()
        for number in range(1, min(boxes, self.rules.boxes.seats) + 1):
            player, main = player_of(number), self.main_wager()
            if isinstance(self.try_(c.PlaceWager(player, number, main, seated=True)), Refusal):
                continue  # it belongs to the wager of another box (MD-BJ 12.A)
            for offer in self.rules.side_wagers:
                if plain(offer) and self.once_in(3):
                    self.try_(c.PlaceWager(player, number, self.side_wager(offer, main), offer.id))

    def main_wager(self) -> int:
        least, most = int(self.rules.wagering.minimum), int(self.rules.wagering.maximum)
        return min(most, least * CHIPS[self.chance(len(CHIPS))])

    def side_wager(self, offer: OfferedWager, main: int) -> int:
        if offer.stake.exact:
            return int(offer.stake.exact[self.chance(len(offer.stake.exact))])
        least = int(offer.stake.minimum or self.rules.wagering.chip_unit)
        most = min(int(offer.stake.maximum or main), main)
        return max(least, min(most, least * CHIPS[self.chance(len(CHIPS))]))

    def do(self, command: c.Command) -> tuple[Event, ...]:
        done = self.try_(command)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        return done

    def try_(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        advanced = advance(self.rules, self.round, command)
        if isinstance(advanced, Refusal):
            return advanced
        self.round, events = advanced
        self.shoe.follow(*events)
        return events

    def deal_on(self) -> Iterator[PracticeMoment]:
        """The rest of the round, dealt by the book; whoever looks on may do something in between."""
        for _ in range(STEPS_MAX):
            if self.round.over:
                return
            before, due, command = self.round, self.due, self.what_is_due()
            held = self.shoe.state.held is not None
            events = self.do(command)
            yield PracticeMoment(before, due, command, events, self.round, held)
        raise AssertionError("the round does not end")

    def what_is_due(self) -> c.Command:
        due = self.due
        match due:
            case WagersDue():
                announced = self.rules.wagering.locks_at == "no_more_bets"
                closing = announced or self.rules.variant.has_determinant  # it is drawn before the first card
                return c.CloseBetting() if closing else c.Deal(self.card(DEALER))
            case CardDue(box=box):
                return c.Deal(self.card(box)) if self.shoe.left else c.VoidRound("no card is left")
            case DecisionDue(kind="action", box=box, hand=hand):
                return self.decision(due.players[0], box, hand)
            case DecisionDue():
                return default_answer(self.round, due)[1]
            case DeviceDue(device="card_reader"):
                return c.CheckHoleCard()
            case DeviceDue(device="reader_repair"):
                return c.ReportReaderRepaired()
            case _:
                return c.VoidRound("nothing here can answer")

    def card(self, box: int) -> Card:
        card = self.shoe.take(box)
        assert card is not None
        return card

    def decision(self, player: str, box: int, at: int) -> c.Command:
        """What somebody does who plays neither well nor badly, of what is allowed."""
        there = self.round.box(box)
        assert there is not None
        name = self.wish(there.hands[at])
        allowed = action(self.rules, self.round, box, at, name).allowed
        return ACTION_COMMANDS[name if allowed else "stand"](player, box, at)

    def wish(self, hand: Hand) -> ActionName:
        total = total_of(self.rules, hand)
        if hand.doubles:
            return "stand"
        if len(hand.cards) == 2 and hand.cards[0].rank == hand.cards[1].rank and self.once_in(2):
            return "split"
        if len(hand.cards) == 2 and total.points in (9, 10, 11) and not self.once_in(3):
            return "double"
        return "hit" if total.points < 16 or (total.soft and total.points < 18) else "stand"

    # -- as a live table would see it ------------------------------------------------------------------------

    @property
    def table(self) -> TableState:
        return TableState(
            shoe=self.shoe.state, round_number=1, round=self.round, round_open=not self.round.over
        )

    def card_at(self, place: Place) -> Card:
        return self.shoe.card_at(place)


def player_of(box: int) -> str:
    return f"player-{box}"


def plain(offer: OfferedWager) -> bool:
    """Laid before the deal, and decided by cards alone."""
    return offer.placed == "before_deal" and offer.rides_on is None and not offer.needs
