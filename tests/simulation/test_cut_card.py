"""The effect of the cover card by a control: the first rounds of a shoe, a fixed number, are worth exactly
what rounds from a fresh shoe are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.simulation.kernel_rounds import rounds_of
from tests.simulation.replay import Replay
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counter import Counter, KeptCount
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.cut_card import (
    FEW_CARDS,
    RUN_SHORT,
    TWO_SIDES,
    WHO_COUNTS,
    cut_card_effect,
    why_plain,
)
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.kernel.codes import CONTROL_SUMS
from vingt.analysis.simulation.lookups.best_play import chart_of, policy_of
from vingt.analysis.simulation.lookups.compile import compile_rules
from vingt.analysis.simulation.lookups.layout import flat_of, laid_flat
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


@pytest.mark.parametrize(("boxes", "shoes"), [(1, SHOES), (5, 6_000)])
def test_rounds_of_a_fixed_number_are_worth_the_exact_value(boxes: int, shoes: int) -> None:
    """What the control takes for granted, on its own: the net of the counted rounds of each shoe."""
    rules = library.table_rules("md-blackjack")
    chart = chart_of(rules)
    plan = Plan(rules, chart, STAKE, 12, boxes, Fraction(4, 5))
    counts = play(plan, "cpu", 0, shoes)
    control = counts.control
    assert control is not None
    assert control.short <= shoes // 10_000
    assert control.rounds == laid_flat(plan).controlled * shoes
    controlled = counts.shoe_net_sum - control.net
    exact = edge(rules, chart, with_law=False).ev_without_super_bonus
    error = Figures(plan, counts).standard_error
    assert abs(controlled / (control.rounds * boxes * STAKE) - exact) < 4 * error


def test_the_error_of_several_boxes_is_as_large_as_runs_differ() -> None:
    """Sixty runs of one deck, whose shoes have two rounds or three, and one of all their shoes."""
    rules = library.table_rules("md-blackjack", {"decks": 1, "wagers": {}})
    chart = chart_of(rules)
    plan = Plan(rules, chart, STAKE, 15, 4, Fraction(2, 3))
    exact = edge(rules, chart, with_law=False).ev_without_super_bonus
    runs = [play(plan, "cpu", run * 500, 500) for run in range(60)]
    told = [effect for run in runs if (effect := cut_card_effect(Figures(plan, run), exact)) is not None]
    all_shoes = Figures(plan, sum(runs[1:], runs[0]))
    whole = cut_card_effect(all_shoes, exact)
    assert whole is not None
    assert whole.controlled_rounds
    off = [(each.ev - whole.ev) / each.standard_error for each in told]
    assert sum(each**2 for each in off) / len(off) == pytest.approx(1, abs=0.5)  # deviation of that: 0.18
    assert whole.worth_rounds > 3
    assert abs(all_shoes.ev_without_super_bonus - whole.ev) < 4 * all_shoes.standard_error


def engine_net(replay: Replay) -> int:
    replay.compare()
    return sum(replay.got(box).net for box in replay.numbers())


def test_the_engine_controls_shoes_as_the_kernel_does() -> None:
    """The engine plays every round, those too that a shoe is dealt on for; what its nets say of each shoe is
    what the kernel summed up."""
    rules = library.table_rules("md-blackjack", {"decks": 2, "wagers": {}})
    policy = policy_of(rules, chart_of(rules), wager=STAKE)
    plan = Plan(rules, chart_of(rules), STAKE, 16, 2, Fraction(1, 2))
    flat = flat_of(plan, compile_rules(rules, policy, STAKE))
    rounds, _, sums = rounds_of(flat, 40, 6)
    wanted = [0] * CONTROL_SUMS
    for shoe in range(40, 46):
        mine = [each for each in rounds if each.unit == shoe]
        nets = [engine_net(Replay(flat, policy, each)) // flat.lookups.unit for each in mine]
        dealt = sum(each.counts for each in mine)
        assert len(mine) == max(dealt, flat.even)
        net, further = sum(nets[:dealt]) - sum(nets[: flat.even]), dealt - flat.even
        for at, each in enumerate((net, further, net * net, net * further, further * further)):
            wanted[at] += each
    assert flat.even > 0
    assert any(not each.counts for each in rounds)
    assert sums[flat.control_sums :].tolist() == wanted


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


def test_without_a_control_the_reason_is_said() -> None:
    """And the effect is then the plain difference from the exact value."""
    rules = library.table_rules("md-blackjack")
    plan = Plan(rules, chart_of(rules), STAKE, 13, 2, Fraction(1, 2))
    counts = play(plan, "cpu", 0, 300)
    assert counts.control is not None
    assert not why_plain(Figures(plan, counts))
    short = replace(counts, control=counts.control._replace(short=1))
    nothing = replace(counts, control=None)
    double = replace(plan, rules=library.table_rules("md-blackjack/double-shoe"))
    counting = replace(plan, counter=Counter(KeptCount("hi-lo", (0,) * 52, 1, True, 0, 0), (1,)))
    for figures, why in (
        (Figures(plan, short), RUN_SHORT),
        (Figures(plan, nothing), FEW_CARDS),
        (Figures(double, nothing), TWO_SIDES),
        (Figures(counting, nothing), WHO_COUNTS),
    ):
        effect = cut_card_effect(figures, -0.003)
        assert why_plain(figures) == why
        assert effect is not None
        assert (effect.ev, effect.controlled_rounds) == (figures.ev_without_super_bonus, 0)


def test_shoes_of_a_fixed_number_of_rounds_have_no_effect() -> None:
    rules = library.table_rules("md-blackjack/hand-dealt", {"hand_dealt_rounds_per_shuffle": "2"})
    plan = Plan(rules, chart_of(rules), STAKE, 13, 3, Fraction(3, 4))
    effect = cut_card_effect(Figures(plan, play(plan, "cpu", 0, 50)), -0.003)
    assert effect is not None
    assert effect.is_none
    assert effect.controlled_rounds == 2
    assert effect.effect == pytest.approx(0)
