"""Random command streams: a tape of bytes plays a round, mostly as it should go, often as it should not.

A zero on the tape is the plainest thing that could be done, so a failing tape shrinks to a readable round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from vingt.core.cards import DECK, Card
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.legal import legal
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, WagersDue, next_step
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules

PLAYERS = ("ann", "bob", "cal", "dee")
STRANGER = "eve"
HandCommand = Callable[[str, int, int], c.Command]
HAND_COMMANDS: tuple[HandCommand, ...] = (
    *(c.Stand, c.Hit, c.Double, c.Split, c.Surrender, c.Rescue),
    *(c.DeclineDouble, c.StayOnHand, c.AcceptExposedCard, c.RefuseExposedCard, c.TakeLateCard, c.GiveUpHand),
    *(c.SwitchCards, c.KeepCards),
)
ANSWERS: dict[str, tuple[HandCommand, ...]] = {
    "join_double": (c.DeclineDouble, c.Double),
    "cover_split": (c.Split, c.StayOnHand),
    "switch": (c.KeepCards, c.SwitchCards),
    "rescue": (c.Stand, c.Rescue),
    "late_second_card": (c.TakeLateCard, c.GiveUpHand),
    "late_drawn_card": (c.TakeLateCard, c.GiveUpHand),
    "exposed_card": (c.AcceptExposedCard, c.RefuseExposedCard),
}
WAGER_ROUNDS = 12  # wagers tried before the first card
# Aces, court cards, sevens and eights come often: naturals, insurance, splits and bonus hands.
RANK_OF = ("5", "9", "2", "6", "A", "K", "7", "8", "3", "Q", "A", "7", "4", "J", "8", "10")

T = TypeVar("T")


class Tape:
    """Choices in a row; past its end every choice is the plainest."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def ended(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def pick(self, options: Sequence[T]) -> T:
        return options[self.byte() % len(options)]

    def once_in(self, times: int) -> bool:
        """True for one byte in `times`, never for a zero."""
        return self.byte() % times == times - 1


class Shoe:
    """A real shoe: every card as often as its decks hold it."""

    def __init__(self, rules: TableRules, tape: Tape) -> None:
        self.holds = Counter(card for card in DECK if card.rank not in rules.cards.removed_ranks)
        self.holds = Counter({card: count * rules.cards.decks for card, count in self.holds.items()})
        self.left = Counter(self.holds)
        self.tape = tape

    def draw(self, like: Card | None = None) -> Card | None:
        """The next card, not yet taken out; None when the shoe is empty. Every other one may be `like` it."""
        wanted = self.tape.pick(RANK_OF)
        if like is not None and self.tape.once_in(2):
            wanted = like.rank
        suit = self.tape.byte()
        fitting = [card for card, count in self.left.items() if count and card.rank == wanted]
        found = fitting or [card for card, count in self.left.items() if count]
        return found[suit % len(found)] if found else None

    def take(self, card: Card) -> None:
        self.left[card] -= 1


class Stream:
    """What to try next in a round."""

    def __init__(self, rules: TableRules, data: bytes) -> None:
        self.rules = rules
        self.tape = Tape(data)
        self.shoe = Shoe(rules, self.tape)
        self.wagers_tried = 0

    def next(self, state: RoundState) -> c.Command:
        """A command: the one that is due, one that is not, or a report that something went wrong."""
        kind = 0 if self.tape.ended else self.tape.byte() % 16
        if kind in (13, 14):
            return self.anything(state)
        if kind == 15:
            return self.report(state)
        return self.due(state)

    # -- as it should go -----------------------------------------------------------------------------------

    def due(self, state: RoundState) -> c.Command:
        match next_step(self.rules, state):
            case WagersDue():
                return self.wagering(state)
            case CardDue():
                return self.card(state)
            case DecisionDue("insurance", box, _, players):
                return self.insurance(state, box, players[0])
            case DecisionDue("action", box, hand, players):
                return self.action(state, box, hand, players[0])
            case DecisionDue(question, box, hand, players):
                return self.answer(question, players[0], box, hand)
            case DeviceDue("card_reader"):
                return c.CheckHoleCard()
            case DeviceDue("claim", player, box, wager):
                return c.AnswerClaim(player, box, wager, 100 * self.tape.byte())
            case DeviceDue():
                return c.ReportReaderRepaired()
            case _:
                return c.VoidRound("nothing is due")

    def wagering(self, state: RoundState) -> c.Command:
        self.wagers_tried += 1
        nobody = not any(box.main_bettors for box in state.boxes)
        if self.wagers_tried > WAGER_ROUNDS and nobody:
            return c.PlaceWager(PLAYERS[0], 1, self.rules.wagering.minimum)
        if self.wagers_tried > WAGER_ROUNDS or (self.wagers_tried > 1 and self.tape.byte() % 6 == 0):
            if self.rules.wagering.locks_at == "no_more_bets" or self.tape.once_in(4):
                return c.CloseBetting()
            return self.card(state)
        if self.tape.once_in(12) and state.boxes:
            box = self.tape.pick(state.boxes)
            bettor = self.tape.pick(box.bettors)
            wager = self.tape.pick(("main", *(side.wager for side in bettor.sides)))
            return c.WithdrawWager(bettor.player, box.number, wager)
        return self.wager(state)

    def wager(self, state: RoundState) -> c.PlaceWager:
        tape, table = self.tape, self.rules.wagering
        seats = self.rules.box_count
        # Mostly the first boxes, so that several players meet on one where the rules allow it.
        box = 1 + tape.byte() % seats if tape.once_in(3) else min(tape.pick((1, 1, 2, 3)), seats)
        player = tape.pick(PLAYERS)
        sides = [wager for wager in self.rules.wagers if wager.id != "insurance"]
        found = state.box(box)
        placed = found is not None and found.main_bettors
        if found and placed and sides and tape.once_in(2):
            side = tape.pick(sides)
            player = tape.pick((*(each.player for each in found.main_bettors), player))
            low = side.stake.exact[0] if side.stake.exact else side.stake.minimum or table.chip_unit
            return c.PlaceWager(player, box, low, side.id)
        steps = max((table.maximum - table.minimum) // table.chip_unit, 0)
        amount = table.minimum + table.chip_unit * (tape.byte() * tape.byte() % (steps + 1))
        coupon = 500 if tape.once_in(8) and table.coupons_accepted else 0
        return c.PlaceWager(player, box, amount, "main", coupon, seated=tape.once_in(3))

    def card(self, state: RoundState) -> c.Command:
        if state.held_card is not None:
            return c.Deal(state.held_card)
        card = self.shoe.draw(self.single(state))
        return c.Deal(card) if card is not None else c.VoidRound("no card is left")

    def single(self, state: RoundState) -> Card | None:
        """The first card of the hand that is due its second: pairs are to come often."""
        if place := self.place_due(state):
            box = state.box(place[0])
            cards = box.hands[place[1]].cards if box and box.hands else ()
            return cards[0] if len(cards) == 1 else None
        return None

    def insurance(self, state: RoundState, box: int, player: str) -> c.Command:
        match self.tape.byte() % 4:
            case 1:
                return c.Insure(player, box, self.rules.wagering.chip_unit)
            case 2:
                bettor = self.bettor_main(state, box, player)
                return c.Insure(player, box, bettor // 2)
            case 3 if self.rules.insurance.even_money:
                return c.TakeEvenMoney(player, box)
            case _:
                return c.DeclineInsurance(player, box)

    def bettor_main(self, state: RoundState, number: int, player: str) -> int:
        box = state.box(number)
        bettor = box.bettor(player) if box else None
        return bettor.main if bettor else 0

    def action(self, state: RoundState, box: int, hand: int, player: str) -> c.Command:
        open_to = [each for each in legal(self.rules, state, box, hand) if each.allowed]
        open_to.sort(key=lambda each: each.name != "stand")
        if not open_to:
            return c.Stand(player, box, hand)
        chosen = self.tape.pick(open_to)
        split = next((each for each in open_to if each.name == "split"), None)
        if split is not None and self.tape.once_in(2):
            chosen = split
        if state.exposed is not None and self.tape.once_in(2):
            return self.tape.pick(ANSWERS["exposed_card"])(player, box, hand)
        if chosen.name == "double" and self.tape.once_in(3):
            unit = self.rules.wagering.chip_unit
            return c.Double(player, box, hand, chosen.least + unit * (self.tape.byte() % 8))
        return ACTION_COMMANDS[chosen.name](player, box, hand)

    def answer(self, question: str, player: str, box: int, hand: int) -> c.Command:
        chosen = self.tape.pick(ANSWERS[question])
        if self.tape.once_in(8):
            hand = self.tape.pick((0, 1, 2, 7, -1))
        elif chosen is c.StayOnHand:
            hand += self.tape.byte() % 2
        return chosen(player, box, hand)

    # -- as it should not go -------------------------------------------------------------------------------

    def anything(self, state: RoundState) -> c.Command:
        """Any player's command about any hand, in or out of turn, for any amount."""
        tape = self.tape
        player = tape.pick((*PLAYERS, STRANGER))
        box = tape.pick((1, 2, 3, 0, self.rules.box_count, self.rules.box_count + 1, -1))
        amount = tape.pick((500, 1, 0, -100, 50, 10**7, self.rules.wagering.chip_unit))
        match tape.byte() % 8:
            case 0 | 1 | 2:
                command = tape.pick(HAND_COMMANDS)
                return command(player, box, tape.pick((0, 0, 0, 1, 2, 7, -1)))
            case 3:
                known = (each.id for each in self.rules.wagers)
                wager = tape.pick(("main", "no-such-wager", *known))
                return c.PlaceWager(player, box, amount, wager)
            case 4:
                wager = tape.pick(("main", *(each.id for each in self.rules.wagers)))
                return c.WithdrawWager(player, box, wager)
            case 5:
                insure, decline = c.Insure(player, box, amount), c.DeclineInsurance(player, box)
                answers: tuple[c.Command, ...] = (insure, decline, c.TakeEvenMoney(player, box))
                return tape.pick(answers)
            case 6:
                plain: tuple[c.Command, ...] = (c.CloseBetting(), c.CheckHoleCard(), c.ReportReaderRepaired())
                return tape.pick((*plain, c.Double(player, box, 0, amount)))
            case _:
                wager = tape.pick(tuple(each.id for each in self.rules.wagers))
                return c.AnswerClaim(player, box, wager, amount) if tape.once_in(2) else self.card(state)

    def report(self, state: RoundState) -> c.Command:
        """An irregularity, as a dealer or floorperson reports it."""
        tape = self.tape
        card = self.shoe.draw()
        box, hand = tape.pick((1, 2, 3, self.rules.box_count)), tape.pick((0, 0, 1, -1))
        if due := self.place_due(state):
            box, hand = tape.pick((due, due, (box, hand)))
        burns = self.rules.irregularity.shoe_runs_short_burns
        burned = tuple(card for card in (self.shoe.draw(),) if card is not None)
        match tape.byte() % 16:
            case 0 | 1:
                return c.ReportMissedBox(box)
            case 2 | 3:
                return c.ReportMissedCard(box, hand)
            case 4:
                return c.ReportDealerMissedCard()
            case 5:
                return c.ReportReaderFailure()
            case 6:
                return c.ReportReaderMisuse(seen=tape.once_in(4))
            case 7:
                return c.ReportShoeEmpty(burned if burns == 1 else ())
            case 8 if tape.once_in(4):
                return c.VoidRound("by the floorperson")
            case 9 if self.rules.cards.removed_ranks:
                return c.ReportStrayCard(Card(self.rules.cards.removed_ranks[0], "hearts"))
            case 10 if self.rules.cards.removed_ranks:
                return c.Deal(Card(self.rules.cards.removed_ranks[0], "hearts"))
            case 11 if card is not None:
                return c.ReportFaceUpCard(card)
            case 12 if card is not None:
                return c.ReportDealerOverdraw(card)
            case _ if card is not None:
                return c.ReportExtraCard(card, exposed=tape.once_in(2))
            case _:
                return c.ReportReaderRepaired()

    def place_due(self, state: RoundState) -> tuple[int, int] | None:
        match next_step(self.rules, state):
            case CardDue(box, hand, _) if box:
                return box, hand
            case DecisionDue("action", box, hand, _):
                return box, hand
            case _:
                return None


def taken_from_shoe(command: c.Command, before: RoundState) -> tuple[Card, ...]:
    """The cards an accepted command takes out of the shoe; a held card was taken when it was held."""
    match command:
        case c.Deal(card):
            return () if before.held_card is not None else (card,)
        case c.ReportFaceUpCard(card) | c.ReportExtraCard(card, _) | c.ReportDealerOverdraw(card):
            return (card,)
        case c.ReportShoeEmpty(burned):
            return burned
        case _:
            return ()
