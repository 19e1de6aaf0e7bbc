"""Bad Beat hangs on the play of the hand: its exact value is of the table's own best play, or of a chart that
is given, and the simulation of the same play agrees."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from tests.wagers.test_brute_force import hit_below_17
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.side_wagers import SideFigures, side_figures
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

METER = {"initial": 5000, "reset": 5000, "rate": "1/10"}
OFFERED = {
    "wagers": {"bad-beat": {"meters": {"main": METER}}},
    "bad_beat_magic_card_rate": "1/10",
    "bad_beat_lucky_player_rate": "1/10",
}
ROUNDS = 300_000


@cache
def table() -> TableRules:
    return library.table_rules("md-blackjack", OFFERED)


def simulated(rules: TableRules, *, best: bool) -> SideFigures:
    plan = Plan(rules, None if best else hit_below_17(), 1000, seed=3, wagers=("bad-beat",))
    counts = play(plan, "cpu", 0, ROUNDS, 1)
    (found,) = side_figures(plan, counts, library.load("md-blackjack"), OFFERED)
    return found


def chance(value: SideWagerValue, line: str) -> float:
    return next(float(each.probability) for each in value.lines if each.line == line)


@pytest.mark.parametrize("best", [True, False])
def test_the_simulation_of_the_same_play_agrees_line_by_line(best: bool) -> None:
    found = simulated(table(), best=best)
    assert found.comparable
    apart = {line.line: found.line_off(line, count) for line, count in found.lines}
    told = [each for each in apart.values() if each is not None]
    assert len(told) >= 8
    assert max(map(abs, told)) < 4, apart
    assert found.off is not None
    assert abs(found.off) < 4


def test_whose_play_it_is_makes_a_difference_of_many_points() -> None:
    """Who hits below 17 draws to many more twenties than who plays well."""
    best, simple = (simulated(table(), best=each).exact for each in (True, False))
    assert best.house_edge is not None
    assert simple.house_edge is not None
    assert best.house_edge - simple.house_edge > Fraction(8, 100)
    assert chance(best, "player-20-dealer-blackjack") == pytest.approx(
        chance(simple, "player-20-dealer-blackjack"), abs=1e-12
    )
