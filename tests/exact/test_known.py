"""The main wager against independent figures (a simulation and an infinite-deck program of others).

One player, a fresh shoe each round, nothing insured; the chart's value without the super bonus."""

from functools import cache
from typing import NamedTuple

import pytest

from vingt.analysis.exact.edge import Edge, edge
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


class Known(NamedTuple):
    rulebook: str
    choices: dict[str, object]
    ev_best_chart: float
    standard_error: float
    ev_infinite_deck: float
    variance: float
    super_bonus: dict[int, float]  # wager in cents -> what the super bonus adds

    @property
    def rules(self) -> TableRules:
        given = library.submission(self.rulebook).with_choices(self.choices)
        return resolve(library.document_of(given), given)


# Both readings of a split two-card 21 against a dealer 21 are permitted; these figures are for the win.
WINS: dict[str, object] = {"split_two_card_21_vs_dealer_21": "win", "accept_readings": ["I-3", "J-75"]}
KNOWN = (
    Known("md-blackjack/as-dealt", {}, -0.00527615, 7.7e-6, -0.00629427, 1.3104, {}),
    Known(
        "md-pontoon-21",
        WINS,
        -0.00390457,
        7.99e-6,
        -0.00470611,
        1.3454,
        {500: 0.000281292, 2500: 0.000281292},
    ),
    Known(
        "md-players-edge-21",
        {**WINS, "doubles_max": 3, "rescue_returns": "last_raise"},
        -0.00437914,
        9.38e-6,
        -0.00553093,
        1.6232,
        {500: 0.000280777, 2500: 0.000280777},
    ),
    Known(
        "mbs-pontoon",
        {},
        -0.00560695,
        7.61e-6,
        -0.00636956,
        1.2767,
        {1000: 0.000161407, 10000: 0.000070363},
    ),
)
each_known = pytest.mark.parametrize("known", KNOWN, ids=[known.rulebook for known in KNOWN])


@cache
def by_chart(rulebook: str) -> Edge:
    known = next(each for each in KNOWN if each.rulebook == rulebook)
    return edge(known.rules, "chart")


@each_known
def test_the_chart_is_worth_what_others_found(known: Known) -> None:
    found = by_chart(known.rulebook)
    allowed = max(2e-5, 3 * known.standard_error)
    assert found.ev_without_super_bonus == pytest.approx(known.ev_best_chart, abs=allowed)


@each_known
def test_the_variance_is_what_others_found(known: Known) -> None:
    """Theirs are without the super bonus: a wager too small for it."""
    law = edge(known.rules, "chart", wager=100).law
    assert law is not None
    assert sum(law.chances.values()) == pytest.approx(1, abs=1e-9)
    assert law.variance == pytest.approx(known.variance, abs=0.003)


@each_known
def test_the_infinite_deck_is_what_others_found(known: Known) -> None:
    found = edge(known.rules, infinite=True)
    assert found.ev_without_super_bonus == pytest.approx(known.ev_infinite_deck, abs=1e-6)
    assert found.law is None


BONUSES = [(known, wager) for known in KNOWN for wager in known.super_bonus]


@pytest.mark.parametrize(("known", "wager"), BONUSES, ids=[f"{k.rulebook}-{w}" for k, w in BONUSES])
def test_the_super_bonus_adds_what_others_found(known: Known, wager: int) -> None:
    seen = by_chart(known.rulebook)  # at $25
    found = seen if wager == 2500 else edge(known.rules, "chart", wager=wager, with_law=False)
    assert found.super_bonus == pytest.approx(known.super_bonus[wager], abs=1e-6)


@each_known
def test_best_play_by_the_cards_beats_the_chart_by_little(known: Known) -> None:
    best = edge(known.rules, with_law=False).ev_without_super_bonus
    chart = by_chart(known.rulebook).ev_without_super_bonus
    assert chart <= best <= chart + 2e-5
