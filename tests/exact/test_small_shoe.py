"""Small shoes that the round engine played out card by card agree with the analysis to the last digit."""

from __future__ import annotations

import pytest

from tests.exact.named_play import counted, named_play, solution_of, value_asked
from tests.exact.oracle import WITHOUT_SPLITS, Oracle, all_oracles
from vingt.analysis.exact.solution import expectation
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits
from vingt.analysis.exact.suits import suits_add
from vingt.core.cards import card
from vingt.rulebook import library

ORACLES = all_oracles()
CHEAP = 2500  # commands the engine needs; `python -m tests.exact.make_oracles --again` plays the others too


def value_of_round(rulebook: str, without: str = "") -> float:
    rules = library.table_rules(rulebook)
    shoe = solve(rules, ups=()).shoe.copy()
    if without:
        shoe -= counted((card(without),))
    solution = solve(rules, shoe)
    add_suits_to_splits(solution)
    return expectation(solution) + suits_add(solution)


@pytest.mark.parametrize("oracle", ORACLES, ids=str)
def test_the_analysis_gives_the_value_the_engine_found(oracle: Oracle) -> None:
    """And the play of split hands by which the engine found it is the one that the analysis names."""
    assert oracle.value is not None
    solution = solution_of(oracle)
    found, value = value_asked(oracle, solution), float(oracle.value)
    assert found == pytest.approx(value, abs=float(oracle.within or 1e-12))
    if oracle.asked != WITHOUT_SPLITS:
        play = named_play(solution)
        assert {situation: play(situation) for situation in oracle.play} == oracle.play


@pytest.mark.parametrize("oracle", [each for each in ORACLES if each.commands < CHEAP], ids=str)
def test_the_engine_finds_the_value_again(oracle: Oracle) -> None:
    kept = oracle.value
    again = Oracle(oracle.shoe, oracle.rulebook, oracle.asked, oracle.choices, oracle.play)
    again.found_by_engine(None if oracle.asked == WITHOUT_SPLITS else oracle.play.__getitem__)
    assert again.value == kept


def test_every_rulebook_has_oracles_with_and_without_splits() -> None:
    for rulebook in library.RULEBOOKS:
        asked = {each.asked.split(" ")[0] for each in ORACLES if each.rulebook.split("/")[0] == rulebook}
        assert {"round", "split"} <= asked, rulebook


@pytest.mark.parametrize("gone", ["5s", "Kd", "As", "7h"])
def test_a_card_gone_from_the_shoe_moves_the_value(gone: str) -> None:
    assert abs(value_of_round("md-pontoon-21", gone) - value_of_round("md-pontoon-21")) > 1e-6
