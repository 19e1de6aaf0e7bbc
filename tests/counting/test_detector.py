"""Whose wagers follow the count is told; who wagers flat, by a progression or by chance is not."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from vingt.analysis.counting.detector import WageredRound, suspicion

ROUNDS = 1200
Wager = Callable[[float, int, int, random.Random], int]  # count, last wager, last result, dice


def flat(count: float, last: int, result: int, dice: random.Random) -> int:
    return 2500


def martingale(count: float, last: int, result: int, dice: random.Random) -> int:
    return min(2 * last, 40_000) if result < 0 else 2500


def by_chance(count: float, last: int, result: int, dice: random.Random) -> int:
    return 2500 * dice.randint(1, 8)


def counter(spread: int) -> Wager:
    return lambda count, last, result, dice: 2500 * min(max(round(2 * count), 1), spread)


def played(wager: Wager, seed: int, rounds: int = ROUNDS) -> list[WageredRound]:
    """Counts of shoes that wander from 0, and results that hang on how the count moves, as they do."""
    dice = random.Random(seed)
    found: list[WageredRound] = []
    count, last, result = 0.0, 2500, 0
    for at in range(rounds):
        first = at % 40 == 0
        count = 0.0 if first else count
        last = wager(count, last, result, dice)
        moved = dice.gauss(0, 0.6)
        result = 1 if dice.gauss(0, 1) - 0.3 * moved > 0.05 else -1
        found.append(WageredRound(count, last, result * last, first))
        count += moved
    return found


def sigmas(wager: Wager, seed: int) -> float:
    rounds = played(wager, seed)
    edges = np.array([-0.004 + 0.005 * each.count for each in rounds])
    found = suspicion(rounds, "Hi-Lo", edges)
    assert found is not None
    return found.sigmas


@pytest.mark.parametrize("wager", [flat, martingale])
def test_wagers_that_the_round_before_explains_tell_nothing(wager: Wager) -> None:
    assert all(abs(sigmas(wager, seed)) < 3.1 for seed in range(8))


def test_chance_passes_as_often_as_is_said() -> None:
    """Of 400 players by chance 2.3% lie above two sigmas, and as many below."""
    found = [sigmas(by_chance, seed) for seed in range(400)]
    assert 2 <= sum(each > 2 for each in found) <= 19
    assert 2 <= sum(each < -2 for each in found) <= 19


@pytest.mark.parametrize("spread", [4, 8])
def test_a_counter_is_told_and_costs_what_the_wagers_gain(spread: int) -> None:
    rounds = played(counter(spread), 1)
    edges = np.array([-0.004 + 0.005 * each.count for each in rounds])
    found = suspicion(rounds, "Hi-Lo", edges)
    assert found is not None
    assert found.follows
    assert found.rounds_needed < ROUNDS
    wagers = np.array([each.wager for each in rounds])
    assert found.edge == pytest.approx(float((wagers * edges).mean()))
    assert found.gain == pytest.approx(found.edge - float(wagers.mean() * edges.mean()))
    assert found.gain > 2 * found.gain_error > 0
    against = [WageredRound(-each.count, each.wager, each.net, each.first) for each in rounds]
    turned = suspicion(against, "Hi-Lo", edges)
    assert turned is not None
    assert turned.sigmas == pytest.approx(-found.sigmas)
    assert not turned.follows


def test_few_rounds_say_nothing() -> None:
    assert suspicion(played(counter(8), 1, 29), "Hi-Lo", np.zeros(29)) is None
