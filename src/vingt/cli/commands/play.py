"""`vingt play`: a table in the terminal against the engine."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.play.keys import Keys, Leave
from vingt.cli.play.purse import Purse
from vingt.cli.play.round import PlayTable, TerminalRound
from vingt.cli.play.screen import Screen
from vingt.cli.terminal.arguments import RulesArgument, SetOption, given, option
from vingt.core.money import dollars
from vingt.core.rounds.command import PlaceWager
from vingt.core.rounds.decide import decide
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.submission import Unreadable
from vingt.live.log.playability import not_dealt
from vingt.live.progressive.private_meters import Jackpots
from vingt.live.shoes.private_shoe import PrivateShoe, below
from vingt.report.play.session_words import farewell, introduction, proposed, shuffle_words, wagers_help
from vingt.report.play.wagers import BoxPlan, NotAWager, Offer, WagerPlan, offer
from vingt.report.proposal import Proposal
from vingt.report.rounds.story import refused
from vingt.report.words.figures import signed
from vingt.report.words.grammar import sentence

BUY_IN = 100  # times the table minimum


def play(
    rules: RulesArgument,
    boxes: Annotated[int, option("N", "How many boxes you play; where hands are switched, two each.")] = 1,
    seed: Annotated[
        str | None, option("S", "Shuffle reproducibly: the same seed deals the same cards.")
    ] = None,
    choices: SetOption = None,
) -> None:
    """Play at a table: you against the dealer, any number of boxes.

    At a prompt: Enter takes what is proposed, ? says why an action is not
    allowed and which clauses and readings stand behind the last payments,
    q (or Ctrl-C, Ctrl-D) leaves. A round that has begun is finished by
    standing. Answers can be piped in, one per line.

    Examples:
      vingt play md-pontoon-21
      vingt play md-blackjack --boxes 2 --set soft17=S17
      printf '25\\ns\\nq\\n' | vingt play md-blackjack --seed 7
    """
    table = given(rules, choices)
    refuse_unplayable(table, boxes)
    with Keys() as keys:
        PlaySession(table, boxes, seed, keys).run()


def refuse_unplayable(table: Proposal, boxes: int) -> None:
    rules = table.rules
    for note in not_dealt(rules):
        raise Unreadable(str(note))
    last = boxes * rules.variant.boxes_each
    refusal = decide(rules, new_round(), PlaceWager("you", last, rules.wagering.minimum))
    if isinstance(refusal, Refusal):
        raise Unreadable(f"--boxes {boxes}: {refusal}")


class PlaySession:
    """Rounds in a row, until the player leaves."""

    def __init__(self, given_table: Proposal, boxes: int, seed: str | None, keys: Keys) -> None:
        self.rules = given_table.rules
        self.seed = seed
        self.screen = Screen()
        self.keys = keys
        boxes *= self.rules.variant.boxes_each
        self.offer: Offer = offer(self.rules, boxes)
        self.purse = Purse(BUY_IN * self.rules.wagering.minimum, self.screen)
        shoe = PrivateShoe(self.rules, seed)
        inventory = given_table.document.inventory
        jackpots = Jackpots(self.rules, below(f"{seed} jackpots" if seed is not None else None))
        self.table = PlayTable(self.rules, inventory, shoe, keys, self.screen, self.purse, jackpots)
        self.plan: WagerPlan = {box: BoxPlan(self.rules.wagering.minimum) for box in range(1, boxes + 1)}
        self.rounds = 0

    def run(self) -> None:
        shoe, purse = self.table.shoe, self.purse
        for line, style in introduction(self.rules, self.offer, len(shoe.all), purse.bought, self.seed):
            self.screen.text(line, style)
        try:
            while True:
                self.shuffle_if_due()
                state = self.wagers()
                self.play_round(state)
        except Leave:
            self.sum_up()

    def shuffle_if_due(self) -> None:
        ended = self.table.shoe.ends if self.rounds else None
        if ended is None:
            return
        self.table.shoe.load()
        if words := shuffle_words(self.rules, ended):
            self.screen.text(words, "dim")

    # -- wagers -------------------------------------------------------------------------------------------

    def wagers(self) -> RoundState:
        """Wagers until the engine takes them and the player wants the deal."""
        screen = self.screen
        screen.gap()
        screen.text(f"Round {self.rounds + 1}{screen.dot}bankroll {dollars(self.purse.chips)}", "bold")
        if meters := self.table.jackpots.meters():
            screen.text(f"Meters: {meters}", "dim")
        self.propose()
        while True:
            try:
                text = self.keys.ask()
            except Leave:
                screen.text("You leave before the deal: no wager is taken.", "bold")
                raise
            if text.startswith("?"):
                self.help()
                continue
            if text in ("w", "wagers"):
                self.offer.page().print()
                continue
            try:
                plan, more = self.offer.read(text, self.plan) if text else (self.plan, False)
            except NotAWager as error:
                screen.text(sentence(f"{error}."), "yellow")
                continue
            state = self.offer.place(plan, complete=not more)
            if isinstance(state, Refusal):
                screen.text(refused(self.rules, state), "yellow")
                continue
            self.plan = plan
            if not more:
                return state
            self.propose()

    def propose(self) -> None:
        offered = proposed(self.offer, self.plan, first=not self.rounds)
        self.screen.choices("Your wager?", offered)

    def help(self) -> None:
        page = wagers_help(self.offer)
        self.table.add_payments(page)
        page.print()

    # -- rounds -------------------------------------------------------------------------------------------

    def play_round(self, state: RoundState) -> None:
        net = self.purse.net
        self.rounds += 1
        self.table.jackpots.begin(self.rounds)
        try:
            TerminalRound(self.table, state).play()
        finally:
            self.screen.text(f"Round {self.rounds}: {signed(self.purse.net - net)}", "bold")

    def sum_up(self) -> None:
        self.screen.gap()
        self.screen.text(farewell(self.rounds, self.purse.bought, self.purse.chips), "bold")
