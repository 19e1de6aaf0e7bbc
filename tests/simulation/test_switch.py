"""Blackjack Switch simulated: the engine is dealt the kernel's cards and does what the play says with both
hands, and every hand, position and count of cards comes out the same, cent for cent."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from tests.simulation.daily import daily_seed
from tests.simulation.random_charts import random_chart
from tests.simulation.switch_rounds import replay_switch
from vingt.analysis.exact.two_hands import BLACKJACK, DEALS, EXCHANGES, PAIRS, pairs_of
from vingt.analysis.simulation.devices.device import on_threads
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.compile import compile_rules
from vingt.analysis.simulation.lookups.layout import Flat, flat_of
from vingt.analysis.simulation.lookups.switch_play import SwitchPlay
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.hands import ACE, VALUES
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"decks": 8, "soft17": "S17", "switch_natural_pays": "1:1", "switch_natural_vs_22": "win"},
    {"even_money": True, "switch_surrender": "yes", "blackjack_pays": "6:5"},
)


SIDES = {"super-match": {"stake_min": 1, "stake_max": 25}, "buster-blackjack": {"paytable": "A"}}


def table(choices: dict[str, object]) -> TableRules:
    readings = ["J-56", "J-60", "J-26"]
    always = {"variant": "switch", "accept_readings": readings, "wagers": SIDES}
    return library.table_rules("md-blackjack", {**always, **choices})


def random_play(dice: random.Random, rules: TableRules) -> SwitchPlay:
    """Plays by chance, another beside every few pairs; cards switched by chance; even money taken by chance
    where an ace lies up and a blackjack is there."""
    alone = one_hand(rules)
    policies = [policy_by_chart(alone, random_chart(dice, alone)) for _ in range(3)]
    beside = tuple({up: dice.choice(policies).ups[up, 0] for up in range(VALUES)} for _ in PAIRS)
    chance = np.random.default_rng(dice.randrange(2**32))
    done = chance.integers(0, 2, (VALUES,) * 5)
    first, second, _, _ = pairs_of(DEALS)
    offered = rules.insurance.even_money and rules.pays.even_money is not None
    if offered:
        some = ((first == BLACKJACK) | (second == BLACKJACK)).reshape((VALUES,) * 4)
        done[ACE] = np.where(some & (chance.random((VALUES,) * 4) < 0.7), EXCHANGES, done[ACE])
    exchanged = frozenset((ACE, pair) for pair in range(len(PAIRS)) if offered and dice.random() < 0.7)
    return SwitchPlay(policies[0], done, beside, exchanged)


def flats(dice: random.Random, rules: TableRules, play: SwitchPlay) -> list[tuple[Flat, int]]:
    stake = 500
    lookups = compile_rules(one_hand(rules), play.policy, stake, play)

    def flat(boxes: int, cut: Fraction | None, *wagers: str) -> Flat:
        return flat_of(Plan(rules, None, stake, dice.randrange(2**70), boxes, cut, wagers), lookups)

    deep = flat(2, Fraction(97, 100), "super-match")
    return [(flat(1, None, "super-match"), 80), (flat(4, None, *SIDES), 10), (deep, 2)]


def test_the_engine_settles_both_hands_as_the_kernel_does() -> None:
    """Rounds from fresh shoes, several positions, and shoes dealt so deep that they run short; one table a
    day."""
    seed = daily_seed()
    dice = random.Random(f"{seed} switch")
    rules = table(CHOICES[seed % len(CHOICES)])
    play = random_play(dice, rules)
    for flat, units in flats(dice, rules, play):
        first = dice.randrange(2**40)
        rounds, bins, sums = replay_switch(flat, play, first, units)
        assert rounds >= units
        for threads in (1, 3):
            compiled_bins, compiled_sums = on_threads(flat, first, units, threads)
            assert np.array_equal(bins, compiled_bins)
            assert np.array_equal(sums, compiled_sums)
