"""What every action of every hand is worth from a shoe, kept without the rest of a solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vingt.analysis.counting.composition import (
    KINDS,
    VALUE_OF_KIND,
    by_value,
    by_value_and_suit,
    less,
)
from vingt.analysis.exact.best_chart import reach, whole_weights
from vingt.analysis.exact.kernel.hands import BARRED
from vingt.analysis.exact.solution import Solution, UpSolution
from vingt.analysis.exact.solver import solve
from vingt.analysis.tabulated.hands import VALUES, Floats, Ints, all_hands
from vingt.core.rules.table_rules import TableRules

ACTIONS = ("stand", "hit", "double", "split", "surrender")
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(len(ACTIONS))
NEVER = -1e8  # below what any action is worth: one that is not allowed


@dataclass(frozen=True)
class ActionValues:
    """`worth[up, action, hand]` in original wagers, weighed with the chance of no dealer natural where the
    dealer looks; far below NEVER where it is not allowed."""

    worth: Floats

    def allowed(self, up: int, action: int) -> Ints:
        return np.nonzero(self.worth[up, action] > NEVER)[0]


def solved(rules: TableRules, shoe: Floats, wager: int) -> Solution:
    return solve(rules, by_value_and_suit(shoe), wager=wager)


def action_values(rules: TableRules, shoe: Floats, wager: int = 2500) -> ActionValues:
    """By the cards' values: what suits of a bonus line add is not in it."""
    solution = solved(rules, shoe, wager)
    worth = np.full((VALUES, len(ACTIONS), len(all_hands())), BARRED)
    for at_up in solution.ups:
        if at_up is not None:
            fill(worth[at_up.up], at_up)
    return ActionValues(worth)


def action_effects(
    rules: TableRules, shoe: Ints, wager: int, done: Callable[[], None] = lambda: None
) -> tuple[Floats, Floats]:
    """What every action is worth from the full shoe, and what the removal of a card of each value does to
    that: `[value, up, action, hand]`."""
    full = action_values(rules, shoe, wager).worth
    done()
    effects = np.zeros((VALUES, *full.shape))
    for value in np.nonzero(by_value(shoe))[0].tolist():
        gone = next(card for at, card in enumerate(KINDS) if VALUE_OF_KIND[at] == value and shoe[at])
        effects[value] = action_values(rules, less(shoe, gone), wager).worth - full
        done()
    return full, effects


def fill(worth: Floats, at_up: UpSolution) -> None:
    which = at_up.which
    worth[STAND, which] = at_up.values.stand[which]
    worth[HIT, which] = at_up.values.hit[which]
    worth[DOUBLE, which] = at_up.values.double[which]
    hands = all_hands()
    two = [hand for hand in which.tolist() if hands.size[hand] == 2]
    worth[SURRENDER, two] = np.maximum(at_up.surrender[two], BARRED)
    for pair in range(VALUES):
        if np.isfinite(at_up.split[pair]):
            worth[SPLIT, hands.of(pair, pair)] = at_up.split[pair]


def met(solution: Solution) -> Floats:
    """How often each hand is held and decided upon, `[up, hand]`, under the play of the solution."""
    often = np.zeros((VALUES, len(all_hands())))
    ups = solution.shoe.sum(axis=1)
    for at_up in solution.ups:
        if at_up is not None:
            weight, _ = reach(at_up, whole_weights(solution, at_up), at_up.taken)
            often[at_up.up] = weight * ups[at_up.up] / ups.sum()
    return often
