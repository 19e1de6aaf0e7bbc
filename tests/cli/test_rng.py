"""`vingt rng`, and the kit that tests the shuffle: it finds crooked ones, and lets honest ones pass."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from bench import rng_kit
from tests.cli.command import vingt


def test_shoes_hold_every_card_once_for_each_deck() -> None:
    lines = vingt("rng", "--shoes", "3", "--decks", "2").out.splitlines()
    assert len(lines) == len(set(lines)) == 3
    for line in lines:
        counted = Counter(line.split())
        assert (len(counted), set(counted.values())) == (52, {2})
    assert len(json.loads(vingt("rng", "--shoes", "1", "--json").out)) == 52


def test_bytes_are_as_many_as_asked_and_never_the_same() -> None:
    command = [sys.executable, "-m", "vingt", "rng", "--bytes", "70000"]
    first, second = (subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2))
    assert len(first) == len(second) == 70_000
    assert first != second


@pytest.mark.parametrize(
    "arguments", [(), ("--bytes", "5", "--shoes", "5"), ("--shoes", "-1"), ("--shoes", "1", "--decks", "0")]
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...]) -> None:
    assert vingt("rng", *arguments).code == 2


@pytest.mark.parametrize("crooked", rng_kit.CROOKED)
def test_the_kit_finds_crooked_shuffles(crooked: object) -> None:
    chance = Random(4)
    assert rng_kit.failures(lambda: crooked(chance), 4000)  # type: ignore[operator]


def test_the_kit_lets_an_honest_shuffle_pass() -> None:
    """With a fixed seed, so that this test is the same every day; the bench asks the real source."""
    chance = Random(11)
    assert not rng_kit.failures(lambda: chance.sample(range(52), 52), 4000)


def test_the_kit_alarms_about_as_often_as_it_says() -> None:
    """Six tests on 60 honest runs of 400: p-values below 5 % come about 18 times, not 60 and not never."""
    chance = Random(5)
    low = 0
    for _ in range(60):
        orders = [chance.sample(range(52), 52) for _ in range(400)]
        tests = (rng_kit.falling_orders, rng_kit.rising_sequences, rng_kit.fixed_points, rng_kit.naturals)
        low += sum(test(orders) < 0.05 for test in tests)
    assert 3 <= low <= 26
