"""Electronic blackjack simulated: hands share first cards, which come out of the shoe once. Every box and
count of cards is the engine's, and the mean of all boxes is the exact value of one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tests.proof import clause
from tests.simulation.replay import replay
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.devices.device import on_threads, play
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import compile_rules
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library

WORDS = ("first_card", "first_two_cards")
SIDES = ("lucky-ladies", "royal-match-21", "buster-blackjack", "insurance")
STAKE = 2500
ROUNDS = 500_000


@cache
def flats(word: str) -> tuple[Policy, tuple[tuple[Flat, int], ...]]:
    """One play, and plans for it with how many units of each: several boxes, and shoes that run short."""
    rules = library.table_rules(
        "md-blackjack/electronic", {"electronic_community_cards": word, "decks": 2, "even_money": False}
    )
    policy = policy_of(rules, None)
    lookups = compile_rules(rules, policy, STAKE)
    plans = (
        (Plan(rules, None, STAKE, 11, 1), 100),
        (Plan(rules, None, STAKE, 12, 5, wagers=SIDES), 60),
        (Plan(rules, None, STAKE, 13, 7, Fraction(98, 100), SIDES[:2]), 4),
    )
    return policy, tuple((flat_of(plan, lookups), units) for plan, units in plans)


@clause("MD-BJ 12.C(1)", "MD-BJ 12.C(2)")
@pytest.mark.parametrize("word", WORDS)
def test_the_engine_settles_every_box_as_the_kernel_does(word: str) -> None:
    policy, plans = flats(word)
    for flat, units in plans:
        rounds, bins, sums = replay(flat, policy, 3, units)
        assert rounds >= units
        for threads in (1, 3):
            compiled_bins, compiled_sums = on_threads(flat, 3, units, threads)
            assert np.array_equal(bins, compiled_bins)
            assert np.array_equal(sums, compiled_sums)


@clause("MD-BJ 12.C(2)")
def test_boxes_are_worth_the_exact_value_of_one_and_hang_together_the_more_they_share() -> None:
    rules, more = (
        library.table_rules("md-blackjack/electronic", {"electronic_community_cards": word}) for word in WORDS
    )
    nothing_shared = replace(rules, variant=replace(rules.variant, game="standard"))
    exact = -edge(rules, wager=STAKE, with_law=False).house_edge
    dependence = []
    for table in (nothing_shared, rules, more):
        plan = Plan(table, None, STAKE, 21, boxes=4)
        figures = Figures(plan, play(plan, "cpu", 0, ROUNDS))
        assert abs(figures.ev - exact) < 3 * figures.standard_error
        dependence.append(figures.dependence)
    assert dependence[0] < dependence[1] - 0.1 < dependence[2] - 0.5
