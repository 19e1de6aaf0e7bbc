"""Blackjack Switch simulated: the engine is dealt the kernel's cards and does what the play says with both
hands, and every hand, position and count of cards comes out the same, cent for cent."""

from __future__ import annotations

import random

import numpy as np

from tests.simulation.daily import daily_seed
from tests.simulation.switch_rounds import random_play, replay_switch, switch_flats, switch_table
from vingt.analysis.simulation.devices.device import on_threads

CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"decks": 8, "soft17": "S17", "switch_natural_pays": "1:1", "switch_natural_vs_22": "win"},
    {"switch_surrender": "yes", "blackjack_pays": "6:5"},
)


def test_the_engine_settles_both_hands_as_the_kernel_does() -> None:
    """Rounds from fresh shoes, several positions, and shoes dealt so deep that they run short; one table a
    day."""
    seed = daily_seed()
    dice = random.Random(f"{seed} switch")
    rules = switch_table({"even_money": True, **CHOICES[seed % len(CHOICES)]})
    play = random_play(dice, rules)
    for flat, units in switch_flats(dice, rules, play):
        first = dice.randrange(2**40)
        rounds, bins, sums = replay_switch(flat, play, first, units)
        assert rounds >= units
        for threads in (1, 3):
            compiled_bins, compiled_sums = on_threads(flat, first, units, threads)
            assert np.array_equal(bins, compiled_bins)
            assert np.array_equal(sums, compiled_sums)
