"""The error stated of a side wager is the spread of its estimates, also where boxes share cards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import fmean, stdev

import pytest

from tests.simulation import toy
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.side_wagers import SideFigures, side_figures
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.document import Document
from vingt.rulebook import library

RUNS = 240  # so that a spread is known to 5%
WAGERS = ("buster-blackjack", "insurance", "lucky-ladies")


@cache
def document() -> Document:
    return library.load("md-blackjack")


def estimates(plan: Plan, units: int) -> dict[str, list[SideFigures]]:
    found: dict[str, list[SideFigures]] = {}
    for run in range(RUNS):
        counts = play(plan, "cpu", run * units, units, 1)
        for each in side_figures(plan, counts, document(), {}):
            found.setdefault(each.offer.id, []).append(each)
    return found


@pytest.mark.parametrize(
    ("plan", "units"),
    [(toy.plan(boxes=4), 150), (toy.plan(boxes=3, cut=Fraction(3, 4)), 8), (toy.plan(), 400)],
    ids=["four boxes", "shoes", "one box"],
)
def test_the_spread_of_many_runs_is_the_error_stated(plan: Plan, units: int) -> None:
    offered = tuple(
        name for name in WAGERS if plan.rules.wager(name) and (plan.boxes == 1 or capless(plan, name))
    )
    plan = toy.plan(boxes=plan.boxes, cut=plan.cut, wagers=offered)
    for name, runs in estimates(plan, units).items():
        known = [each for each in runs if each.wagers > 1]
        spread = stdev(each.ev for each in known)
        stated = sqrt(fmean(each.standard_error**2 for each in known))
        assert stated == pytest.approx(spread, rel=0.25), name
        if plan.boxes == 4 and name == "buster-blackjack":
            # All boxes hang on the dealer's hand: as if they were independent, the error is far too small.
            alone = fmean(sqrt(each.variance / each.wagers) for each in known)
            assert alone < 0.7 * spread


def capless(plan: Plan, name: str) -> bool:
    offer = plan.rules.wager(name)
    return offer is not None and offer.payout_cap is None


def test_squares_of_parts_add_up_and_come_back_from_a_file() -> None:
    plan = toy.plan(boxes=2, wagers=("buster-blackjack",))
    parts = [play(plan, "cpu", unit, 1) for unit in range(40)]
    whole = play(plan, "cpu", 0, 40)
    added = sum(parts[1:], parts[0])
    assert added.side_squares == whole.side_squares
    nets = [
        sum(each.moment(1) * each.wagers * each.unit for each in side_figures(plan, part, document(), {}))
        for part in parts
    ]
    assert whole.side_squares["buster-blackjack"][0] == pytest.approx(sum(net**2 for net in nets))
    assert whole.side_squares["buster-blackjack"][2] == 40 * 2**2
    assert Counts.of_json(whole.as_json()) == whole
