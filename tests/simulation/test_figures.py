"""Figures from counts, against the same figures computed by hand from every single result."""

from math import inf, lcm, sqrt
from statistics import fmean, variance

import numpy as np
import pytest

from tests.simulation import toy
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.figures.bankroll import TooManyDraws, sessions
from vingt.analysis.simulation.figures.hold import expected_hold
from vingt.analysis.simulation.figures.main_wager import Figures, super_bonus_pays
from vingt.analysis.simulation.figures.side_wagers import every_wager, one_side
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.lookups import side_lookups
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.core.rules.resolve import resolve
from vingt.rulebook import library

STAKE = 2500


def test_mean_variance_and_error_of_single_rounds() -> None:
    plan = toy.plan()
    found = Figures(plan, toy.play(plan, "toy", 0, 500))
    nets = [net / STAKE for net, count in found.counts.nets.items() for _ in range(count)]
    assert found.ev == pytest.approx(fmean(nets))
    assert found.variance == pytest.approx(variance(nets))
    assert found.standard_error == pytest.approx(sqrt(variance(nets) / 500))
    assert found.dependence == pytest.approx(1)
    assert sum(found.law.values()) == pytest.approx(1)
    assert found.frequencies["natural"] == found.counts.nets[3750] / 500
    low, high = found.interval
    assert (low + high) / 2 == pytest.approx(found.ev)


def test_the_error_of_shoes_comes_from_whole_shoes() -> None:
    plan = toy.cut_plan()
    shoes = [Figures(plan, toy.play(plan, "toy", unit, 1)) for unit in range(300)]
    sums = [each.ev * each.counts.rounds for each in shoes]
    rounds = sum(each.counts.rounds for each in shoes)
    found = Figures(plan, toy.play(plan, "toy", 0, 300))
    assert found.standard_error == pytest.approx(sqrt(300 * variance(sums)) / rounds)
    assert found.dependence == pytest.approx(4, rel=0.25)  # the toy plays four alike in a row


def test_boxes_of_one_round_are_one_result() -> None:
    """Two boxes that always end alike tell no more than one."""
    nets = (-STAKE, STAKE, STAKE, 0, -STAKE, -STAKE)
    alone = Counts(rounds=6, nets={net: nets.count(net) for net in nets})
    twins = Counts(
        rounds=6,
        nets={net: 2 * nets.count(net) for net in nets},
        shoe_net_sum=sum(2 * net for net in nets),
        shoe_net_squares=sum((2 * net) ** 2 for net in nets),
    )
    one, two = Figures(toy.plan(), alone), Figures(toy.plan(boxes=2), twins)
    assert two.ev == pytest.approx(one.ev)
    assert two.standard_error == pytest.approx(one.standard_error)
    assert two.dependence == pytest.approx(2, rel=0.2)


def test_the_super_bonus_is_in_the_results_and_can_be_told_apart() -> None:
    """MD-P21 pays $1,000 or $5,000: once in 1,000 rounds, with the three to one of its line."""
    plan = toy.plan("md-pontoon-21", wagers=())
    pays = super_bonus_pays(plan)
    counts = Counts(rounds=1000, nets={0: 999, 3 * STAKE + pays: 1}, events={"super bonus": 1})
    found = Figures(plan, counts)
    assert pays
    assert found.ev == pytest.approx((3 * STAKE + pays) / 1000 / STAKE)
    assert found.ev_without_super_bonus == pytest.approx(3 / 1000)
    assert found.variance == pytest.approx((3 + pays / STAKE) ** 2 / 1000, rel=2e-3)


def test_the_expected_hold_is_the_exact_mean_with_its_band() -> None:
    """A thousand rounds on two boxes at the exact edge; an even coin's spread, doubled by shared dealers."""
    half = 5_000
    nets = {STAKE: half, -STAKE: half}
    counts = Counts(rounds=half, nets=nets, shoe_net_sum=0, shoe_net_squares=half * (2 * STAKE) ** 2)
    figures = Figures(toy.plan(boxes=2), counts)
    found = expected_hold(figures, -0.01, (), 1000)
    assert found.mean == pytest.approx(0.01 * 2000 * STAKE)
    assert found.staked == 2000 * STAKE
    assert found.deviation == pytest.approx(2000**0.5 * STAKE * 2**0.5, rel=1e-3)
    assert found.band[1] - found.mean == pytest.approx(1.959964 * found.deviation)
    assert found.counted == ()
    assert expected_hold(figures, None, (), 1000).counted == ("main wager",)


def test_nothing_counted_is_no_error() -> None:
    found = Figures(toy.plan(), Counts())
    assert (found.ev, found.variance, found.standard_error) == (0, 0, inf)
    assert not found.law
    assert not found.frequencies


# -- side wagers -----------------------------------------------------------------------------------------


TABLES = [f"{rulebook}/{name}" for rulebook in library.RULEBOOKS for name in library.samples(rulebook)]


@pytest.mark.parametrize("table", TABLES)
def test_outcomes_as_often_as_they_should_come_give_the_exact_value(table: str) -> None:
    """Every side wager of every sample: exact probabilities as counts, money as the table pays it."""
    submission = library.submission(table)
    document = library.document_of(submission)
    rules = resolve(document, submission)
    names, refused = every_wager(rules, STAKE, 1)
    assert refused == ()
    found = side_lookups(rules, names, STAKE, 1)
    seen = 0
    for name, outcomes in zip(found.names, found.outcomes, strict=True):
        plan = Plan(rules, None, STAKE, wagers=names)
        valued = one_side(plan, Counts(sides={name: {}}), name, outcomes, document, submission.raw)
        deals = lcm(*(line.probability.denominator for line, _ in valued.lines))
        times = {line.line: int(line.probability * deals) for line, _ in valued.lines}
        tally = {each.name: times.get(each.outcome, 0) for each in outcomes} | {NOT_OFFERED: 10**30}
        side = one_side(plan, Counts(sides={name: tally}), name, outcomes, document, submission.raw)
        if side.comparable:
            assert side.hits == pytest.approx(float(valued.exact.hit_frequency), abs=1e-12)
        if side.comparable and not side.spins:
            seen += 1
            assert side.ev == pytest.approx(side.exact_ev, abs=1e-12)
            assert side.variance == pytest.approx(float(side.exact.variance or 0), abs=1e-9)
            assert side.off == pytest.approx(0, abs=1e-6)
        elif side.spins:
            assert side.as_json()["ev"] is None
            assert side.off == pytest.approx(0, abs=1e-6)
    assert seen >= min(2, len(names))


# -- bankrolls -------------------------------------------------------------------------------------------


def test_a_session_follows_the_counted_law() -> None:
    plan = toy.plan()
    figures = Figures(plan, toy.play(plan, "toy", 0, 2_000))
    found = sessions(figures, rounds=100, paths=4_000)
    error = sqrt(100 * figures.variance / 4_000) * STAKE
    assert fmean(found.final) == pytest.approx(100 * figures.ev * STAKE, abs=5 * error)
    assert np.std(found.final) == pytest.approx(sqrt(100 * figures.variance) * STAKE, rel=0.06)
    assert (found.drawdown >= -found.lowest[::-1]).all()
    assert found.fans[0.05][-1] < found.fans[0.5][-1] < found.fans[0.95][-1]
    assert found.steps[0] == 0
    assert found.steps[-1] == 100
    assert {fan[0] for fan in found.fans.values()} == {0.0}
    assert sum(share for *_, share in found.histogram(found.hold())) == pytest.approx(1)
    assert list(found.hold()) == sorted(-found.final)


def test_a_session_is_the_same_again() -> None:
    plan = toy.plan()
    figures = Figures(plan, toy.play(plan, "toy", 0, 500))
    one, two = (sessions(figures, 50, 200) for _ in range(2))
    assert (one.final == two.final).all()
    other = Figures(toy.plan(seed=8), figures.counts)
    assert (sessions(other, 50, 200).final != one.final).any()


def test_a_certain_result_makes_certain_paths() -> None:
    found = sessions(Figures(toy.plan(), Counts(rounds=9, nets={-STAKE: 9})), 10, 20)
    assert set(found.final) == set(found.lowest) == {-10 * STAKE}
    assert set(found.drawdown) == {10 * STAKE}
    assert found.house_loses == 0
    assert found.histogram(found.hold())[0][2] == 1


def test_too_many_draws_are_refused_with_what_would_do() -> None:
    figures = Figures(toy.plan(), Counts(rounds=9, nets={0: 9}))
    with pytest.raises(TooManyDraws, match="at most 400 paths"):
        sessions(figures, 1_000_000, 10_000)
    with pytest.raises(TooManyDraws, match="fewer rounds"):
        sessions(figures, 10**12, 1)
