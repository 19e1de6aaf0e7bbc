"""One round of `vingt play`: the engine says what is due, the shoe and the player supply it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vingt.cli.play.keys import Keys, Leave
from vingt.cli.play.purse import Purse
from vingt.cli.play.screen import PIPE_WIDTH, Screen
from vingt.core.cite import Inventory
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event, WagerSettled
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, Step, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.progressive.desk import Work
from vingt.live.progressive.private_meters import Jackpots, settled_in
from vingt.live.shoes.private_shoe import PrivateShoe
from vingt.live.table.state import TableState
from vingt.report.play.choices import InsuranceChoice, PlayChoice, SwitchChoice, TurnChoice
from vingt.report.rounds.beside import told_beside
from vingt.report.rounds.cards import HandPlace, face, table_lines
from vingt.report.rounds.story import add_payments, cited, payment_rows, refused, told
from vingt.report.text.page import Page
from vingt.report.words.grammar import sentence


@dataclass
class PlayTable:
    """What stays from round to round: the rules, the shoe, the money, and what was last paid."""

    rules: TableRules
    inventory: Inventory
    shoe: PrivateShoe
    keys: Keys
    screen: Screen
    purse: Purse
    jackpots: Jackpots
    paid: list[WagerSettled] = field(default_factory=list)
    paid_on: RoundState = field(default_factory=new_round)

    def add_payments(self, page: Page) -> None:
        add_payments(page, self.rules, self.inventory, self.paid_on, self.paid)


class TerminalRound:
    def __init__(self, table: PlayTable, state: RoundState) -> None:
        """`state` has the wagers on it."""
        self.table = table
        self.rules = table.rules
        self.screen = table.screen
        self.state = state
        self.paid: list[WagerSettled] = []
        self.untold: list[WagerSettled] = []
        self.drawn = False  # payments are told when the cards they rest on have been seen
        self.alone = False  # the player has left; the round is finished without asking

    def play(self) -> None:
        """To the end, whatever the player does: leaving is raised only when everything is settled."""
        bettors = [bettor for box in self.state.boxes for bettor in box.bettors]
        sides = sum(side.amount for bettor in bettors for side in bettor.sides)
        self.table.purse.stake(sum(bettor.main for bettor in bettors) + sides)
        self.must(c.CloseBetting())
        if (drawn := self.table.shoe.determinant) is not None:
            card, cite = face(drawn.card, self.screen.unicode), cited(self.rules, drawn.cite)
            goes = "it is your first card" if drawn.side == drawn.drawn_from else "it is set aside"
            words = f"The determinant card, from the {drawn.drawn_from} side, is {card}: {goes}. "
            self.screen.text(f"{words}This round is dealt from the {drawn.side} side. {cite}", "dim")
        while not isinstance(due := next_step(self.rules, self.state), NothingDue):
            try:
                self.supply(due)
            except Leave:
                self.alone = True
                words = "You leave: your hands stand, nothing more is insured, and the round is finished."
                self.screen.text(words, "bold")
        if (ended := self.table.jackpots.end(self.state)) is not None:
            self.tell_beside(ended, ended.state)
        if self.alone:
            raise Leave

    def claim(self) -> None:
        """A wheel or a meter has the word; what it pays is settled like any wager."""
        before, stood = self.state, self.table.jackpots.state
        work = self.table.jackpots.answer(before)
        self.state = work.state.round
        self.tell_beside(work, stood)
        settled = settled_in(work)
        if settled:
            self.table.shoe.follow(*settled)
            self.tell(before, settled)

    def tell_beside(self, work: Work, stood: TableState) -> None:
        for event in work.events:
            if isinstance(event, BonusPaid):
                self.table.purse.chips += event.amount
            if (line := told_beside(self.rules, stood, event)) is not None:
                self.screen.text(sentence(f"{line}."))

    def supply(self, due: Step) -> None:
        match due:
            case CardDue(box=box):
                self.deal(box)
            case DecisionDue(kind="insurance"):
                self.decide(InsuranceChoice(self.rules, self.state, due.box))
            case DecisionDue(kind="switch"):
                self.decide(SwitchChoice(self.rules, self.state, due.box))
            case DecisionDue(kind="action"):
                turn = (due.box, due.hand)
                self.decide(TurnChoice(self.rules, self.state, turn, unicode=self.screen.unicode))
            case DeviceDue(device="card_reader"):
                self.must(c.CheckHoleCard())
            case DeviceDue(device="claim"):
                self.claim()
            case _:  # nothing else comes up with one bettor to a box and wagers that need no device
                self.must(c.VoidRound(f"{due} cannot be supplied here"))

    def decide(self, choice: PlayChoice) -> None:
        if self.alone:
            self.must(choice.alone)
            return
        self.draw(choice.turn)
        self.screen.choices(choice.question, (*choice.offered, "? why", "q leave"))
        while True:
            text = self.table.keys.ask()
            if text.startswith("?"):
                page = Page()
                if choice.explain(page, self.table.inventory, text[1:].strip()):
                    self.table.add_payments(page)
                page.print()
                continue
            command = choice.read(text)
            refusal = command if isinstance(command, Refusal) else self.give(command)
            if refusal is None:
                return
            self.screen.text(refused(self.rules, refusal), "yellow")
            if not refusal.cite:
                self.screen.choices("You may:", choice.offered, "yellow")

    # -- the engine ---------------------------------------------------------------------------------------

    def give(self, command: c.Command) -> Refusal | None:
        """Have a command carried out and told; a refusal changes nothing."""
        advanced = advance(self.rules, self.state, command)
        if isinstance(advanced, Refusal):
            return advanced
        before, (self.state, events) = self.state, advanced
        self.table.shoe.follow(*events)
        self.tell(before, events)
        return None

    def must(self, command: c.Command) -> None:
        """A command the engine itself asked for; should it refuse all the same, the wagers go back."""
        if refusal := self.give(command):
            impossible = self.give(c.VoidRound(str(refusal)))
            assert impossible is None, impossible

    def deal(self, box: int) -> None:
        if (card := self.table.shoe.take(box)) is not None:
            self.must(c.Deal(card))
            return
        burned = self.table.shoe.refill(self.state)
        if burned is None:
            self.must(c.VoidRound("all cards are on the table"))
        else:
            self.must(c.ReportShoeEmpty(burned))

    # -- the screen ---------------------------------------------------------------------------------------

    def tell(self, before: RoundState, events: tuple[Event, ...]) -> None:
        paid = [event for event in events if isinstance(event, WagerSettled)]
        for event in events:
            self.table.purse.follow(event)
            line = told(self.rules, before, self.state, event, unicode=self.screen.unicode)
            if line is not None:
                self.screen.text(sentence(line))
        if paid:
            self.paid += paid
            self.untold += paid
            self.table.paid, self.table.paid_on = self.paid, self.state
        if self.state.over:
            self.draw()
        elif self.drawn:
            self.tell_payments()

    def tell_payments(self) -> None:
        rows = payment_rows(self.rules, self.state, self.untold)
        self.screen.rows(rows, ("", "", "", "bold", "cyan"))
        self.untold = []

    def draw(self, turn: HandPlace | None = None) -> None:
        self.drawn = True
        self.screen.gap()
        width, unicode = self.screen.width or PIPE_WIDTH, self.screen.unicode
        self.screen.lines(table_lines(self.rules, self.state, width, turn=turn, unicode=unicode))
        self.tell_payments()
