"""The kernels against the round engine: the engine is dealt the cards that a kernel drew and follows the same
play, and every box, side wager and count of cards comes out the same, cent for cent."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tests.simulation.daily import daily_seed
from tests.simulation.kernel_rounds import Differs, rounds_of
from tests.simulation.random_plans import RULEBOOKS, STRATEGIES, random_flats, random_setting, units_for
from tests.simulation.replay import replay
from vingt.analysis.simulation.devices.device import on_threads
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

ROUNDS = 2_000  # of each rulebook, over the strategies and over plans for each of them
PLANS = 3
# Choices that this version says it does not simulate. Any other refusal of a permitted table fails the test.
NOT_SIMULATED = (
    "split.pairs_by: ten-value cards treated differently",
    "shoe.shuffler = continuous with a cover card",
    "kinds of finished hands",
    "surrender.window = before_any_draw with several boxes",
    "a payout limit that winners of several boxes share",
    "on hands that may have been rescued",
    "no card decides it",
    "needs Blackjack Switch",
    "beside a main wager of",
    "needs a",
    "insurance: at least",
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_engine_settles_every_round_as_the_kernel_does(rulebook: str) -> None:
    """One of the ways to play a day for each rulebook; bench/simulate_engine.py plays all, and far more."""
    seed = daily_seed()
    strategy = STRATEGIES[(seed + RULEBOOKS.index(rulebook)) % len(STRATEGIES)]
    dice = random.Random(f"{seed} {rulebook} {strategy}")
    refused: list[str] = []
    setting = random_setting(dice, rulebook, strategy, refused)
    plans = random_flats(dice, setting, refused)
    played = 0
    wanted = ROUNDS // len(STRATEGIES)
    for left in range(PLANS, 0, -1):
        flat = next(plans)
        units = units_for(flat, -(-max(wanted - played, 1) // left))
        first = dice.randrange(2**40)
        try:
            many, bins, sums = replay(flat, setting.policy, first, units)
        except Differs as error:
            plan = f"{flat.plan.boxes} boxes, cut {flat.plan.cut}, {flat.plan.wagers}"
            raise AssertionError(f"{setting.words}, {plan}: {error}") from None
        played += many
        for threads in (1, 3):
            compiled_bins, compiled_sums = on_threads(flat, first, units, threads)
            assert np.array_equal(bins, compiled_bins), f"{setting.words}: counts by {threads} threads"
            assert np.array_equal(sums, compiled_sums), f"{setting.words}: sums by {threads} threads"
    assert played >= wanted
    told = Counter(refused)
    print(f"{rulebook}, {strategy}: {played} rounds; refused: {dict(told) or 'nothing'}")
    assert all(any(known in why for known in NOT_SIMULATED) for why in told), told


def test_what_differs_is_told_with_its_first_step() -> None:
    """The replay itself can fail: a play that stands on everything is not the one the kernel followed."""
    dice = random.Random(7)
    setting = random_setting(dice, "md-blackjack", "composition", [])
    flat = next(random_flats(dice, setting, []))
    for plays in setting.policy.ups.values():
        plays.plays[0].hand[:] = 0
    with pytest.raises(
        Differs, match=r"md-blackjack .*, seed \d+, unit \d+: the kernel drew .* more for box 1"
    ):
        replay(flat, setting.policy, 0, 50)
    assert len(rounds_of(flat, 0, 50)[0]) == 50


@cache
def at_six_to_five() -> tuple[TableRules, Policy, Lookups]:
    rules = library.table_rules("md-blackjack", {"blackjack_pays": "6:5", "even_money": True})
    policy = policy_of(rules, None)
    return rules, policy, compile_rules(rules, policy, 1000)


@pytest.mark.parametrize(("boxes", "cut", "units"), [(1, None, 900), (3, None, 300), (2, Fraction(1, 2), 20)])
def test_naturals_take_even_money_where_that_is_best(boxes: int, cut: Fraction | None, units: int) -> None:
    """At 6 to 5 a natural against an ace is worth more exchanged."""
    rules, policy, lookups = at_six_to_five()
    assert {up for (up, _), plays in policy.ups.items() if plays.even_money} == {0}
    many, _, _ = replay(flat_of(Plan(rules, None, 1000, 5, boxes, cut), lookups), policy, 0, units)
    assert many >= 300


def test_even_money_is_not_taken_at_three_to_two() -> None:
    policy = policy_of(library.table_rules("md-blackjack", {"even_money": True}), None)
    assert not any(plays.even_money for plays in policy.ups.values())
