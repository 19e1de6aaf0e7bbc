"""Two roads to every number: one field of the rules changed, and the exact value is the simulated one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.simulation.daily import daily_seed
from tests.simulation.field_changes import RULEBOOKS, Change, base, changed, compare, every_change
from vingt.core.pays import pay
from vingt.core.rules.settles import Settles

ROUNDS = 16_000_000  # a standard error of about 0.0003
MORE_ROUNDS = 48_000_000  # where the difference that is to be seen is small
DAILY = 1


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
                "settles.natural.natural": "push",
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
        pytest.param(
            "md-pontoon-21",
            {"settles.20_or_less.natural": "win"},
            ROUNDS // 16,
            id="a natural that is looked for and does not win",
        ),
    ],
)
def test_what_one_road_once_had_in_words_of_its_own(
    rulebook: str, values: dict[str, object], rounds: int
) -> None:
    rules = changed(base(rulebook), values)
    found = compare(Change(rulebook, " and ".join(values), "changed"), rounds, rules)
    assert found.apart is not None, found
    assert not found.fails, found


def test_a_dealer_22_that_pushes_and_a_natural_that_is_paid_less_against_21() -> None:
    """Rows as in Blackjack Switch: both roads tell 22 from other busts where a table does."""
    rules = base("md-blackjack")
    row = rules.settles.rows[0]
    rows = (
        replace(row, hand="natural", dealer="21", pays=pay("1 to 1")),
        replace(row, hand="21_or_less", dealer="22", pays="push"),
        *rules.settles.rows,
    )
    other = replace(rules, settles=Settles(rows))
    found = compare(Change("md-blackjack", "settles", "22 pushes"), ROUNDS // 16, other)
    assert found.apart is not None, found
    assert not found.fails, found
    assert found.exact is not None
    assert found.exact < -0.07  # it costs the player about seven points


@pytest.mark.parametrize("rank", ["K", "7"])
def test_a_shoe_without_a_rank(rank: str) -> None:
    found = compare(Change("md-blackjack", "cards.removed_ranks", (rank,)), ROUNDS // 8)
    assert found.apart is not None, found
    assert not found.fails, found


def test_a_changed_field_changes_both_values_alike() -> None:
    """One of all changes, another every day; `make bench ONLY=fields_guard` makes them all."""
    dice = random.Random(daily_seed())
    every = [change for rulebook in RULEBOOKS for change in every_change(rulebook)]
    assert len(every) > 300
    for change in dice.sample(every, DAILY):
        found = compare(change, ROUNDS // 4)
        assert not found.fails, found
