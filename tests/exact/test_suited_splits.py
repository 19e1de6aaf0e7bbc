"""What suits are worth to splits: by the suits of the pair, and by the stars in the rows of split hands.
That it is right is shown by the small shoes; here that it is used."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from vingt.analysis.advice.hand import advise
from vingt.analysis.advice.split_hand import played_advice
from vingt.analysis.chart.chart import ANY, NO_STAR, SUITED, Cell, Chart
from vingt.analysis.chart.reader import read_off
from vingt.analysis.exact.best_chart import best_chart, split_stars
from vingt.analysis.exact.kernel.splits import put_together
from vingt.analysis.exact.prescription import prescriptions
from vingt.analysis.exact.solution import Solution, expectation
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits, hand_shares
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.core.cards import card, cards
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

FIVE, SIX, SEVEN, EIGHT = range(4, 8)  # card values


@cache
def massachusetts() -> TableRules:
    return library.table_rules("ma-pontoon-21")


@cache
def solved() -> Solution:
    """Best play against a five."""
    return solve(massachusetts(), ups=(FIVE,))


def followed(chart: Chart) -> float:
    """The value of rounds against a five when the chart is followed, whole suited hands apart."""
    solution = solved()
    follow(solution, prescriptions(solution, chart))
    add_suits_to_splits(solution, choose=False, says=split_stars(solution.looked_up, chart))
    return expectation(solution)


def with_star(chart: Chart, row: int, star: int) -> Chart:
    cell = chart.cells["split hard"][row][FIVE]
    rows = {**chart.cells["split hard"], row: {FIVE: replace(cell, star=star)}}
    return replace(chart, cells={**chart.cells, "split hard": rows})


def test_the_best_chart_prints_stars_for_split_hands_and_they_are_worth_something() -> None:
    chart = best_chart(solve(massachusetts(), ups=(FIVE,))).chart
    assert chart.cells["split hard"][14][FIVE].star == SUITED
    best, ignored, always = (followed(with_star(chart, 14, star)) for star in (SUITED, NO_STAR, ANY))
    assert best > ignored + 1e-8
    assert best > always + 1e-8


def test_a_star_is_read_off_for_a_split_hand_where_bonus_lines_survive_the_split() -> None:
    chart = Chart({"hard": {14: {FIVE: Cell((0,) * 6, SUITED)}}})
    for rulebook, said in (("ma-pontoon-21", "hit"), ("md-pontoon-21", "stand")):
        rules = library.table_rules(rulebook)
        told = [
            read_off(
                chart, rules, Hand(cards(held), from_split=True), card("5d"), lambda name: name != "split"
            )
            for held in ("6s 8s", "6s 8h", "5s 9s")
        ]
        assert told == [said, "stand", "stand"]


def test_a_chart_followed_by_its_words_hits_the_split_hands_it_stars() -> None:
    rules = massachusetts()
    every = {row: dict.fromkeys(range(10), Cell((0,) * 6)) for row in range(4, 21)}
    starred = {**every, 15: dict.fromkeys(range(10), Cell((0,) * 6, SUITED))}
    chart = Chart({"hard": every, "soft": every, "split hard": starred})
    hits = policy_by_chart(rules, chart).ups[FIVE, 0].split_suited_hits
    assert hits == {(pair, 13 - pair, suit) for pair in (SEVEN, EIGHT) for suit in range(4)}


@pytest.mark.parametrize("hands_max", [2, 3, 4])
def test_hands_told_apart_by_place_are_together_the_whole_split(hands_max: int) -> None:
    at_up = solved().ups[FIVE]
    assert at_up is not None
    parts = at_up.parts[SEVEN]
    shares = hand_shares(at_up.shoe, SEVEN, hands_max)
    most = shares.shape[-1]
    together = put_together(at_up.shoe, SEVEN, hands_max, parts.alone[:most], parts.paired[:most])
    told_apart = (shares[:, 0] @ parts.alone[:most] + shares[:, 1] @ parts.paired[:most]).sum()
    assert told_apart == pytest.approx(float(together), abs=1e-12)


def test_advice_on_a_split_knows_the_suits_of_the_pair() -> None:
    def split(hand: str) -> float:
        told = next(
            each for each in advise(massachusetts(), cards(hand), card("5d")) if each.action == "split"
        )
        assert told.expectation is not None
        return told.expectation

    # Spades pay best: two of them have more to gain than one, one more than none.
    assert split("7s 7s") > split("7s 7h") > split("7c 7h")


def test_advice_on_a_split_hand_counts_the_suits_it_may_still_make() -> None:
    def hit(hand: str) -> float:
        told = played_advice(massachusetts(), cards(hand), card("5d"), cards("7c"), hands=2)
        return next(
            each.expectation for each in told if each.action == "hit" and each.expectation is not None
        )

    assert hit("7s 8s") > hit("7h 8h") > hit("7h 8d")


def test_a_solution_that_is_played_another_way_changes_no_other() -> None:
    """The best play from the full shoe is kept, and each who asks gets a copy of what a play changes."""
    rules = library.table_rules("md-pontoon-21")
    ev = expectation(solve(rules))
    changed = solve(rules)
    add_suits_to_splits(changed)
    best_chart(changed)
    assert expectation(changed) != ev
    assert expectation(solve(rules)) == ev
