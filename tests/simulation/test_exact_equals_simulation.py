"""Two roads to every number: one field of the rules changed, and the exact value is the simulated one."""

from __future__ import annotations

import random

import pytest

from tests.simulation.daily import daily_seed
from tests.simulation.field_changes import RULEBOOKS, Change, base, changed, compare, every_change

ROUNDS = 16_000_000  # a standard error of about 0.0003
MORE_ROUNDS = 48_000_000  # where the difference that is to be seen is small
DAILY = 4


@pytest.mark.parametrize(
    ("rulebook", "values", "rounds"),
    [
        pytest.param(
            "md-players-edge-21",
            {"double.up_to": "original_wager"},
            MORE_ROUNDS,
            id="doubles by the original",
        ),
        pytest.param(
            "ma-pontoon-21",
            {
                "dealer.checked_up_cards": ("A",),
                "natural.paid_against_plain_up_card": "at_once",
                "natural.paid_against_checked_up_card": "at_settlement",
                "natural.against_dealer_natural": "push",
            },
            ROUNDS,
            id="naturals paid at once against some up cards",
        ),
        pytest.param(
            "md-blackjack",
            {
                "dealer.checked_up_cards": ("A",),
                "surrender.settles_against_plain_up_card": "at_once",
                "surrender.settles_against_checked_up_card": "at_once",
            },
            ROUNDS,
            id="surrender settled at once, a reader on aces only",
        ),
    ],
)
def test_what_the_solver_once_had_in_words_of_its_own(
    rulebook: str, values: dict[str, object], rounds: int
) -> None:
    rules = changed(base(rulebook), values)
    found = compare(Change(rulebook, " and ".join(values), "changed"), rounds, rules)
    assert found.apart is not None, found
    assert not found.fails, found


@pytest.mark.parametrize("rank", ["K", "7"])
def test_a_shoe_without_a_rank(rank: str) -> None:
    found = compare(Change("md-blackjack", "cards.removed_ranks", (rank,)), ROUNDS // 8)
    assert found.apart is not None, found
    assert not found.fails, found


def test_a_changed_field_changes_both_values_alike() -> None:
    """A few of all changes, others every day; `make bench ONLY=fields_guard` makes them all."""
    dice = random.Random(daily_seed())
    every = [change for rulebook in RULEBOOKS for change in every_change(rulebook)]
    assert len(every) > 300
    for change in dice.sample(every, DAILY):
        found = compare(change, ROUNDS // 4)
        assert not found.fails, found
