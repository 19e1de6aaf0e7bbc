"""Shoes dealt by the round engine to players of the best chart: which cards were seen before every round, and
what a unit gained in it. Wagers are laid over it afterwards: cards do not know them."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.reader import read_off
from vingt.analysis.counting.composition import KINDS, NUMBER
from vingt.analysis.exact.edge import edge
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import COMMANDS, ActionName
from vingt.core.rounds.decide import advance
from vingt.core.rounds.legal import action, can_split
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Box, RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN

STAKE = 10_000  # cents: every half and third of it can be paid


@dataclass(frozen=True)
class DealtShoes:
    """A row for each round: `seen[round, card]` before it, `shoe` its number, `nets[round, box]` in units."""

    seen: Ints
    shoe: Ints
    nets: Floats

    def rounds(self, begin: int, end: int) -> DealtShoes:
        return DealtShoes(self.seen[begin:end], self.shoe[begin:end], self.nets[begin:end])


class TableRound:
    """A round of all boxes, played by a chart with the next cards of a shoe."""

    def __init__(self, rules: TableRules, chart: Chart, cards: list[Card], boxes: int) -> None:
        self.rules, self.chart, self.cards, self.boxes = rules, chart, cards, boxes
        self.state: RoundState = new_round()
        self.dealt: list[Card] = []
        self.nets = [0] * boxes

    def give(self, command: c.Command) -> None:
        advanced = advance(self.rules, self.state, command)
        assert not isinstance(advanced, Refusal), (command, advanced)
        self.state, events = advanced
        for event in events:
            if isinstance(event, e.WagerSettled) and event.wager == MAIN:
                self.nets[event.box - 1] += event.net

    def play(self) -> None:
        for box in range(1, self.boxes + 1):
            self.give(c.PlaceWager(f"player {box}", box, STAKE))
        self.give(c.CloseBetting())
        while True:
            match next_step(self.rules, self.state):
                case NothingDue():
                    return
                case CardDue():
                    self.dealt.append(self.cards.pop())
                    self.give(c.Deal(self.dealt[-1]))
                case DecisionDue("insurance", box, _, players):
                    self.give(c.DeclineInsurance(players[0], box))
                case DecisionDue(_, number, hand, players):
                    at = self.state.box(number)
                    assert at is not None
                    self.give(COMMANDS[self.word(at, hand)](players[0], number, hand))
                case DeviceDue():
                    self.give(c.CheckHoleCard())
                case due:
                    raise AssertionError(due)

    def word(self, box: Box, at: int) -> str:
        hand = box.hands[at]
        assert self.state.up is not None

        def may(name: ActionName) -> bool:
            if name == "split":
                return can_split(self.rules, box, hand)
            return action(self.rules, self.state, box.number, at, name).allowed

        return read_off(self.chart, self.rules, hand, self.state.up, may)


def dealt_shoes(rules: TableRules, shoes: int, seed: int, boxes: int = 2, cut: float = 0.75) -> DealtShoes:
    """Cards that are burned are not seen."""
    chart = edge(rules, "chart", wager=STAKE, with_law=False).chart
    assert chart is not None
    seen: list[Ints] = []
    nets: list[list[int]] = []
    of_shoe: list[int] = []
    for shoe in range(shoes):
        cards = list(rules.cards.shoe)
        random.Random(f"{seed} {shoe}").shuffle(cards)
        whole, gone = len(cards), np.zeros(len(KINDS), dtype=np.int16)
        for _ in range(rules.shoe.burn_on_load):
            cards.pop()
        while whole - len(cards) < cut * whole:
            played = TableRound(rules, chart, cards, boxes)
            played.play()
            seen.append(gone.copy())
            nets.append(played.nets)
            of_shoe.append(shoe)
            for card in played.dealt:
                gone[NUMBER[card]] += 1
    return DealtShoes(np.array(seen), np.array(of_shoe), np.array(nets) / STAKE)
