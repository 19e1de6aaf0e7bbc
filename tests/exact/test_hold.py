"""What a wager should bring the house: its law, and the interval of the sum against every way it can come."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from vingt.analysis.exact.hold import (
    FINEST,
    WagerLaw,
    by_law,
    by_moments,
    grid_for,
    law_of_json,
    long_run_law,
    valued_as_offered,
    wager_law,
)
from vingt.core.wager_kind import INSURANCE
from vingt.rulebook import library

EVEN = WagerLaw(0.1, ((1.0, 0.45), (-1.0, 0.55)))
SKEW = WagerLaw(0.04, ((95.0, 0.01), (-1.0, 0.99)))


def every_sum(law: WagerLaw, amounts: tuple[int, ...]) -> list[tuple[float, float]]:
    """The house's win and its chance, lowest first, by going through all of them."""
    sums: dict[float, float] = {}
    for came in product(law.chances, repeat=len(amounts)):
        won, chance = 0.0, 1.0
        for amount, (net, often) in zip(amounts, came, strict=True):
            won, chance = won - amount * net, chance * often
        sums[won] = sums.get(won, 0.0) + chance
    return sorted(sums.items())


@pytest.mark.parametrize("law", [EVEN, SKEW], ids=["even", "skew"])
@pytest.mark.parametrize("amounts", [(500,), (500, 500, 1250), (100,) * 9], ids=str)
@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
def test_the_interval_is_that_of_the_law_of_the_sum(
    law: WagerLaw, amounts: tuple[int, ...], share: float
) -> None:
    found = by_law(law, {amount: amounts.count(amount) for amount in amounts}, share)
    tail, below, bounds = (1 - share) / 2, 0.0, []
    for won, chance in every_sum(law, amounts):
        bounds += [won] if below <= tail < below + chance else []
        bounds += [won] if below < 1 - tail <= below + chance else []
        below += chance
    assert [found.least, found.most] == bounds
    assert found.mean == pytest.approx(law.edge * sum(amounts))
    assert found.holds(int(bounds[0]))
    assert found.holds(int(bounds[1]))
    assert not found.holds(int(bounds[0]) - 1)
    assert not found.holds(int(bounds[1]) + 1)


def test_for_very_many_rounds_it_is_that_of_mean_and_variance() -> None:
    rounds = {2500: 40_000, 1500: 20_000, 725: 10_000}
    staked = sum(amount * times for amount, times in rounds.items())
    squared = sum(amount**2 * times for amount, times in rounds.items())
    law, moments = by_law(SKEW, rounds), by_moments(SKEW, staked, squared, 1.959964)
    assert grid_for(SKEW, rounds).places <= FINEST
    assert law.mean == moments.mean
    reach = moments.most - moments.mean
    assert law.least == pytest.approx(moments.least, abs=0.02 * reach)
    assert law.most == pytest.approx(moments.most, abs=0.02 * reach)


def test_a_line_that_comes_in_one_day_of_ten_is_no_alarm() -> None:
    """By mean and variance alone it would be: that is why the law is asked."""
    once, rounds = WagerLaw(0.0, ((1000.0, 0.0005), (-0.50025, 0.9995))), {1000: 200}
    hit = -1000 * 1000 + 199 * 500
    assert by_law(once, rounds).holds(hit)
    assert not by_moments(once, 200_000, 200 * 1000**2, 1.959964).holds(hit)


def test_nothing_staked_is_nothing_expected() -> None:
    assert by_law(EVEN, {}).holds(0)
    assert not by_law(EVEN, {}).holds(1)


def test_the_laws_of_a_table_are_of_its_wagers() -> None:
    rules = library.table_rules("md-pontoon-21")
    insurance = wager_law(rules, INSURANCE)
    tens = 4 * 3 * rules.cards.decks  # jacks, queens and kings: no rank 10 in this game
    chance = tens / (48 * rules.cards.decks - 1)
    assert dict(insurance.chances)[2.0] == pytest.approx(chance)
    assert insurance.edge == pytest.approx(1 - 3 * chance)
    assert law_of_json(insurance.as_json()) == insurance
    progressive = library.table_rules("md-blackjack/double-deck-progressives")
    metered = next(offer for offer in progressive.wagers if offer.meters)
    assert "meter" in wager_law(progressive, metered.id).why


@pytest.mark.parametrize("wager", ["super-4", "hit-and-run"])
def test_a_progressive_wager_costs_what_is_paid_and_what_its_meters_gather(wager: str) -> None:
    """Line by line, whatever comes: the law is cash, and what stands in the meters afterwards."""
    rules = library.table_rules("md-blackjack/double-deck-progressives")
    offer = rules.wager(wager)
    assert offer is not None
    valued, law = valued_as_offered(rules, offer), long_run_law(rules, offer)
    assert law is not None
    assert law.mean == pytest.approx(-law.edge)
    came = [line for line in valued.lines if line.probability]
    meters = {each.name: Fraction(each.reset) for each in valued.meters}
    cash, booked, chance = Fraction(0), 0.0, Random(1)
    for at in chance.choices(range(len(came)), k=400):
        booked += law.chances[at][0] * valued.case.stake
        for each in valued.meters:
            assert each.rate is not None
            meters[each.name] += each.rate * each.stake
        net = came[at].net
        assert net is not None
        cash += net * valued.case.stake
        for paid in came[at].paid:
            if paid.pays.kind == "meter":
                cash += paid.pays.share * meters[paid.pays.meter]
                meters[paid.pays.meter] *= 1 - paid.pays.share
                if paid.pays.share == 1:
                    meters[paid.pays.meter] = next(
                        Fraction(each.reset) for each in valued.meters if each.name == paid.pays.meter
                    )
    gathered = sum(meters[each.name] - each.reset for each in valued.meters)
    assert booked == pytest.approx(float(cash + gathered))
