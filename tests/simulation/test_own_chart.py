"""A table that the exact analysis refuses is simulated by one's own chart, as the engine plays it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.simulation.field_changes import base, changed
from tests.simulation.random_charts import random_chart
from tests.simulation.replay import replay
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.layout import lay_flat
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import exact_of
from vingt.analysis.tabulated.refusal import NotCarried

STAKE = 2500


@pytest.mark.parametrize(
    ("rulebook", "values", "why"),
    [
        ("md-blackjack", {"split.pairs_by": "rank"}, "split.pairs_by: ten-value cards treated differently"),
        (
            "md-pontoon-21",
            {"surrender.up_cards": ("A", "K")},
            "surrender.up_cards: ten-value cards treated differently",
        ),
        ("md-players-edge-21", {"double.times_max": 4}, "double.times_max = 4: at most 3"),
    ],
)
def test_a_table_without_exact_value(rulebook: str, values: dict[str, object], why: str) -> None:
    rules = changed(base(rulebook), values)
    with pytest.raises(NotCarried, match="^" + why.split(":")[0]):
        policy_of(rules, None)
    chart = random_chart(random.Random(5), rules)
    plan = Plan(rules, chart, STAKE, seed=9)
    assert exact_of(plan).edge is None
    assert exact_of(plan).refused == why
    flat = lay_flat(plan)
    many, _, _ = replay(flat, policy_of(rules, chart), 0, 600)
    assert many == 600
    assert play(plan, "cpu", 0, 600, 1).rounds == 600


def test_followed_by_its_words_alone_a_chart_is_the_same_play() -> None:
    rules = base("md-blackjack")
    chart = random_chart(random.Random(6), rules)
    solved, read = policy_of(rules, chart), policy_by_chart(rules, chart)
    found = read.rights
    met = (found.hands.size >= 2) & (found.total < 21)
    for place, plays in solved.ups.items():
        for family in range(2):
            mine, other = plays.plays[family], read.ups[place].plays[family]
            assert np.array_equal(mine.hand[met], other.hand[met]), (place, family)
