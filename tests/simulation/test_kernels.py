"""One text, three ways of running it: plain Python, compiled for any number of threads, and CUDA by numba's
simulator. Counts are equal, whole number for whole number."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.simulation.daily import daily_seed
from tests.simulation.random_plans import RULEBOOKS, random_flats, random_setting, units_for
from tests.simulation.switch_rounds import random_play, switch_flats, switch_table
from vingt.analysis.simulation.devices.device import on_threads, stretch
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import lay_flat
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library

ROUNDS = 60  # through the CUDA simulator

ON_THE_SIMULATOR = """
import pickle, sys
import numpy as np
from vingt.analysis.simulation.devices.cuda import on_cuda
with open(sys.argv[1], "rb") as given:
    jobs = pickle.load(given)
with np.errstate(over="ignore"):
    found = [on_cuda(*job) for job in jobs]
with open(sys.argv[2], "wb") as made:
    pickle.dump(found, made)
"""


def jobs_of(rulebook: str, strategy: str, plans: int, rounds: int) -> list[tuple[Flat, int, int]]:
    """Some plans for one random table: flat, first unit and how many."""
    dice = random.Random(f"{daily_seed()} {rulebook} kernels")
    setting = random_setting(dice, rulebook, strategy, [])
    flats = random_flats(dice, setting, [])
    jobs = []
    for _ in range(plans):
        flat = next(flats)
        units = units_for(flat, -(-rounds // plans))
        jobs.append((flat, dice.choice((0, dice.randrange(2**40), 2**32 - units // 2)), units))
    return jobs


def switch_jobs() -> list[tuple[Flat, int, int]]:
    """Two hands that may exchange their second cards: rounds from fresh shoes, and a shoe."""
    dice = random.Random(f"{daily_seed()} switch kernels")
    rules = switch_table({})
    (alone, _), _, (shoes, _) = switch_flats(dice, rules, random_play(dice, rules))
    return [(alone, 5, 12), (shoes, 5, 1)]


def community_jobs() -> list[tuple[Flat, int, int]]:
    """Hands that share first cards: rounds from fresh shoes, and a shoe that runs short."""
    rules = library.table_rules("md-blackjack/electronic", {"decks": 2})
    plan = Plan(rules, None, 2500, daily_seed(), 5, wagers=("lucky-ladies",))
    return [(lay_flat(plan), 7, 10), (lay_flat(replace(plan, cut=Fraction(98, 100), wagers=())), 7, 1)]


def double_shoe_jobs() -> list[tuple[Flat, int, int]]:
    """Rounds whose side a determinant card names, from fresh sides and from such that are dealt on."""
    offered = {"lucky-ladies": {"paytable": "A"}}
    rules = library.table_rules("md-blackjack", {"shoe": "double", "decks": 2, "wagers": offered})
    plan = Plan(rules, None, 2500, daily_seed(), 2, wagers=("lucky-ladies",))
    return [(lay_flat(plan), 7, 10), (lay_flat(replace(plan, cut=Fraction(1, 2), wagers=())), 7, 1)]


def test_numbers_of_units_beyond_32_bits_change_nothing() -> None:
    """A shoe is known by 32 bits of its number; where these begin anew, no shoe takes another's cards."""
    for flat, _, units in jobs_of("md-blackjack", "chance", plans=3, rounds=300):
        first = 2**32 - units // 2
        with np.errstate(over="ignore"):
            bins, sums = stretch(flat, first, units, compiled=False)
        assert bins.sum() > 0
        alone = [stretch(flat, first + unit, 1) for unit in range(units)]
        assert np.array_equal(bins, sum(each for each, _ in alone))
        assert np.array_equal(sums, sum(each for _, each in alone))
        for threads in (1, 2, 5):
            more_bins, more_sums = on_threads(flat, first, units, threads)
            assert np.array_equal(bins, more_bins), (flat.plan, threads)
            assert np.array_equal(sums, more_sums), (flat.plan, threads)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_cuda_simulator_counts_the_same(rulebook: str, tmp_path: Path) -> None:
    jobs = jobs_of(rulebook, "composition", plans=2, rounds=ROUNDS)
    jobs += [*switch_jobs(), *community_jobs(), *double_shoe_jobs()] if rulebook == "md-blackjack" else []
    (tmp_path / "jobs").write_bytes(pickle.dumps(jobs))
    simulator = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", ON_THE_SIMULATOR, str(tmp_path / "jobs"), str(tmp_path / "found")]
    ran = subprocess.run(command, env=simulator, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = pickle.loads((tmp_path / "found").read_bytes())
    assert sum(int(sums[0]) for _, sums in found) >= ROUNDS
    for (flat, first, units), (bins, sums) in zip(jobs, found, strict=True):
        compiled_bins, compiled_sums = stretch(flat, first, units)
        assert np.array_equal(bins, compiled_bins), (rulebook, flat.plan, first)
        assert np.array_equal(sums, compiled_sums), (rulebook, flat.plan, first)
