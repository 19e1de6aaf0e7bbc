"""Community cards (MD-BJ 12.C(2), reading J-30): small shoes in which the engine deals two hands that share
cards are played out card by card, and each hand is worth what it is alone, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.exact.named_play import solved
from tests.exact.oracle import WITHOUT_SPLITS, Oracle
from tests.exact.small_shoe import Belief, Search, value_name
from tests.proof import clause
from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, ActionName
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import CardDue, DecisionDue, NothingDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules

Held = tuple[str, tuple[str, ...], bool]  # the up card, a hand, and whether it has been acted on
SHOE = "Ac Ac Kd Kd Kd 9c 9c 8d 8d 7d"


class Best(Search):
    """Notes what is best for every hand that is not split."""

    def __init__(self, rules: TableRules, shoe: tuple[Card, ...]) -> None:
        super().__init__(rules, shoe)
        self.best: dict[Held, ActionName] = {}

    def found(self, belief: Belief) -> Fraction:
        worth = super().found(belief)
        step = self.step(belief)
        if isinstance(step, DecisionDue) and step.kind == "action":
            for name in self.open_to(belief, step):
                if self.mean(self.told(belief, self.command(name, step))) == worth:
                    self.best.setdefault(held(belief[0].state, 1), name)
        return worth


def held(state: RoundState, number: int) -> Held:
    box = state.box(number)
    assert box is not None
    assert state.up is not None
    hand = tuple(sorted(value_name(card.rank) for card in box.hands[0].cards))
    return value_name(state.up.rank), hand, len(hand) > 2


def results(
    rules: TableRules, shoe: tuple[Card, ...], best: dict[Held, ActionName]
) -> Iterator[tuple[Fraction, dict[int, int]]]:
    """Every way a round of two boxes can be dealt, with its chance and what each box nets: the first one
    never hits 17 and hits everything below, the second one does what is best for its own hand."""
    opened = new_round()
    for command in (c.PlaceWager("ann", 1, 10_000), c.PlaceWager("bob", 2, 10_000), c.CloseBetting()):
        opened = given(rules, opened, command)
    waiting = [(opened, shoe, Fraction(1))]
    while waiting:
        state, left, chance = waiting.pop()
        match next_step(rules, state):
            case NothingDue():
                nets = {1: 0, 2: 0}
                for settled in state.settled:
                    nets[settled.box] += settled.returns - settled.stake
                yield chance, nets
            case CardDue():
                assert left, "the shoe is too small"
                for card in dict.fromkeys(left):
                    rest = list(left)
                    rest.remove(card)
                    dealt = given(rules, state, c.Deal(card))
                    waiting.append((dealt, tuple(rest), chance * Fraction(left.count(card), len(left))))
            case DecisionDue(kind="insurance", players=players, boxes=boxes):
                waiting.append((given(rules, state, c.DeclineInsurance(players[0], boxes[0])), left, chance))
            case DecisionDue(box=1):
                below = total_of(rules, state.boxes[0].hands[0]).points < 17
                act = ACTION_COMMANDS["hit" if below else "stand"]
                waiting.append((given(rules, state, act("ann", 1, 0)), left, chance))
            case DecisionDue(box=2):
                act = ACTION_COMMANDS[best[held(state, 2)]]
                waiting.append((given(rules, state, act("bob", 2, 0)), left, chance))
            case due:
                raise AssertionError(due)


def given(rules: TableRules, state: RoundState, command: c.Command) -> RoundState:
    advanced = advance(rules, state, command)
    assert not isinstance(advanced, Refusal), advanced
    return advanced[0]


@clause("MD-BJ 12.C(2)")
@pytest.mark.parametrize("word", ["first_card", "first_two_cards"])
def test_a_hand_beside_another_that_shares_its_cards_is_worth_what_it_is_alone(word: str) -> None:
    choices = (("even_money", False), ("electronic_community_cards", word))
    asked = Oracle(SHOE, "md-blackjack/electronic", WITHOUT_SPLITS, choices)
    alone = Best(asked.rules, asked.cards)
    value = alone.round()
    dealt = list(results(asked.rules, asked.cards, alone.best))
    assert sum(chance for chance, _ in dealt) == 1
    assert sum((chance * nets[2] for chance, nets in dealt), Fraction(0)) / 10_000 == value
    assert solved(asked) == pytest.approx(float(value), abs=1e-12)
