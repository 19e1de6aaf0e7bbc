"""How many rounds the engine plays in a second, and how long a full table takes."""

from __future__ import annotations

import random
import time

from vingt.core.cards import DECK
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.legal import legal
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


def play(rules: TableRules, dice: random.Random, boxes: int) -> int:
    """One round with random legal decisions; how many commands it took."""
    shoe = [card for card in DECK if card.rank not in rules.cards.removed_ranks] * rules.cards.decks
    state = new_round()
    given = 0

    def give(command: c.Command) -> RoundState:
        nonlocal given
        advanced = advance(rules, state, command)
        if isinstance(advanced, Refusal):
            raise AssertionError(f"{command}: {advanced}")
        given += 1
        return advanced[0]

    for box in range(1, boxes + 1):
        state = give(c.PlaceWager(f"player {box}", box, rules.wagering.minimum))
    state = give(c.CloseBetting())
    while True:
        due = next_step(rules, state)
        match due:
            case NothingDue():
                return given
            case CardDue():
                at = dice.randrange(len(shoe))
                shoe[at], shoe[-1] = shoe[-1], shoe[at]
                state = give(c.Deal(shoe.pop()))
            case DecisionDue("insurance", box, _, players):
                state = give(c.DeclineInsurance(players[0], box))
            case DecisionDue(_, box, hand, players):
                allowed = [each.name for each in legal(rules, state, box, hand) if each.allowed]
                state = give(ACTION_COMMANDS[dice.choice(allowed)](players[0], box, hand))
            case DeviceDue():
                state = give(c.CheckHoleCard())


def main() -> int:
    for rulebook in library.RULEBOOKS:
        rules = library.table_rules(rulebook)
        dice = random.Random(1)
        play(rules, dice, 1)
        started = time.process_time()
        for _ in range(3000):
            play(rules, dice, 1)
        rate = 3000 / (time.process_time() - started)
        boxes = rules.boxes.seats
        started = time.process_time()
        for _ in range(300):
            play(rules, dice, boxes)
        full = (time.process_time() - started) / 300 * 1000
        print(f"{rulebook}: {rate:,.0f} one-box rounds a second; {boxes} boxes in {full:.2f} ms a round")
    return 0
