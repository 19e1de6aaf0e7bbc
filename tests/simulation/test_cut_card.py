"""The effect of the cover card by a control: the first rounds of a shoe, a fixed number, are worth exactly
what rounds from a fresh shoe are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.cut_card import cut_card_effect
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.analysis.simulation.lookups.layout import laid_flat
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library

STAKE, SHOES = 2500, 60_000


@pytest.mark.parametrize("rulebook", ["md-blackjack", "mbs-pontoon"])
def test_the_control_knows_more_and_says_the_same(rulebook: str) -> None:
    """The plain estimate from the same shoes lies within its own error, and the control's is far smaller."""
    rules = library.table_rules(rulebook)
    chart = chart_of(rules)
    plan = Plan(rules, chart, STAKE, 11, cut=Fraction(3, 4))
    counts = play(plan, "cpu", 0, SHOES)
    figures = Figures(plan, counts)
    exact = edge(rules, chart, with_law=False).ev_without_super_bonus
    effect = cut_card_effect(figures, exact)
    assert effect is not None
    assert abs(figures.ev_without_super_bonus - effect.ev) < 4 * figures.standard_error
    assert effect.worth_rounds > 15
    # Shoes that give the player much are out of cards sooner: the cover card costs him, in every game.
    assert -0.001 < effect.effect < 3 * effect.standard_error
    assert counts.rounds == pytest.approx(effect.rounds_of_a_shoe * SHOES)


def test_rounds_of_a_fixed_number_are_worth_the_exact_value() -> None:
    """What the control takes for granted, on its own: the net of the counted rounds of each shoe."""
    rules = library.table_rules("md-blackjack")
    chart = chart_of(rules)
    plan = Plan(rules, chart, STAKE, 12, cut=Fraction(4, 5))
    counts = play(plan, "cpu", 0, SHOES)
    control = counts.control
    assert control is not None
    assert control.short <= SHOES // 10_000
    assert control.rounds == int(laid_flat(plan).walk.tables.even) * SHOES
    controlled = counts.shoe_net_sum - control.net
    exact = edge(rules, chart, with_law=False).ev_without_super_bonus
    error = Figures(plan, counts).standard_error
    assert abs(controlled / (control.rounds * STAKE) - exact) < 4 * error


@pytest.mark.parametrize("pays", ["3:2", "6:5"])
def test_what_shoes_brought_is_what_their_rounds_brought(pays: str) -> None:
    rules = library.table_rules("md-blackjack", {"blackjack_pays": pays})
    plan = Plan(rules, chart_of(rules), STAKE, 14, cut=Fraction(1, 2))
    counts = play(plan, "cpu", 0, 2_000)
    assert counts.shoe_net_sum == sum(net * count for net, count in counts.nets.items())


def test_controls_add_up_and_are_kept() -> None:
    rules = library.table_rules("md-blackjack")
    plan = Plan(rules, chart_of(rules), STAKE, 13, cut=Fraction(1, 2))
    whole = play(plan, "cpu", 0, 300, threads=3)
    assert play(plan, "cpu", 0, 100) + play(plan, "cpu", 100, 200) == whole
    assert Counts.of_json(whole.as_json()) == whole
    assert cut_card_effect(Figures(plan, whole), None) is None
    fresh = Plan(rules, chart_of(rules), STAKE, 13)
    assert cut_card_effect(Figures(fresh, play(fresh, "cpu", 0, 1000)), -0.003) is None
