"""The letter of the law: a choice against the printed words needs its reading accepted."""

from typing import Any

import pytest

from tests.proof import checked
from tests.rulebook.filed_choices import problems
from vingt.core.rules.leaf import Leaf
from vingt.live.log.playability import not_played
from vingt.rulebook.library import RULEBOOKS, load, readings, sample, samples, table_rules


def departures() -> list[Any]:
    return [
        pytest.param(rulebook, leaf, choice, id=f"{rulebook} {leaf.key}={choice}")
        for rulebook in RULEBOOKS
        for leaf in load(rulebook).every_leaf()
        for choice in leaf.choices
        if leaf.departure(choice)
    ]


# Key, and the choice that departs from the words, which the rulebooks were looked through for.
DEPARTING = {
    "md-blackjack": {
        ("surrender", False),
        ("split_aces_draw", False),
        ("split_aces_double", False),
        ("rounding", "to_house"),
        ("meter_winners", "equal_share"),
        ("three_card_poker_ace", "high_and_low"),
        ("switch_natural_pays", "1:1"),
        ("switch_surrender", "yes"),
    },
    "md-players-edge-21": {
        ("surrender", False),
        ("split_aces_draw", False),
        ("split_aces_double", False),
        ("rounding", "to_house"),
        ("meter_winners", "equal_share"),
        ("play_direction", "clockwise"),
        ("split_two_card_21_vs_dealer_21", "win"),
    },
    "md-pontoon-21": {
        ("split_aces_draw", False),
        ("split_aces_double", False),
        ("surrender_settles", "at_once"),
        ("split_two_card_21_vs_dealer_21", "win"),
    },
    "ma-pontoon-21": {
        ("split_aces_draw", False),
        ("split_aces_double", False),
        ("surrender_settles", "at_once"),
        ("dealer_bj_collects", "all"),
        ("split_two_card_21_vs_dealer_bj", "lose"),
        ("co_bettor_doubled_bonus", "own_wager"),
    },
    "mbs-pontoon": {("co_bettor_doubled_bonus", "own_wager")},
}


def test_the_choices_that_depart_from_the_printed_words_are_known() -> None:
    found: dict[str, set[tuple[str, Any]]] = {rulebook: set() for rulebook in RULEBOOKS}
    for each in departures():
        rulebook, leaf, choice = each.values
        found[rulebook].add((leaf.key, choice))
    assert found == DEPARTING


@pytest.mark.parametrize(("rulebook", "leaf", "choice"), departures())
def test_a_choice_against_the_words_needs_its_reading_accepted(
    rulebook: str, leaf: Leaf, choice: object
) -> None:
    reading = leaf.departure(choice)
    along = {"split_aces_double": False} if leaf.key == "split_aces_draw" else {}
    given = {str(leaf.key): choice, **along}
    refused = [each for each in problems(rulebook, given) if each.key == leaf.key]
    assert [each.message for each in refused] == [f"departs from the printed words: {leaf.words}"]
    assert reading in refused[0].cite.readings
    assert refused[0].cite.clauses
    assert f'accept_readings = ["{reading}"]' in refused[0].permitted
    assert problems(rulebook, {**given, "accept_readings": [reading]}) == []
    other = next(each.id for each in readings() if each.id != reading)
    assert problems(rulebook, {**given, "accept_readings": [other]}) != []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_default_obeys_the_words_and_every_sample_accepts_what_it_takes(rulebook: str) -> None:
    assert "accept_readings" not in sample(rulebook).raw
    for name in samples(rulebook):
        raw = sample(rulebook, name).raw
        keys = load(rulebook).keys
        needed = {keys[key].departure(word) for key, word in raw.items() if key in keys} - {None}
        assert needed == set(raw.get("accept_readings", [])), f"{name} accepts no more than it needs"


@checked("MD-P21 6.G(3)")
def test_the_printed_stake_that_nothing_prices_is_refused_with_its_reason() -> None:
    (problem,) = problems("md-pontoon-21", {"wagers.bonus-spin-xtreme.stake": 1}, "eight-decks-wheels")
    assert problem.message == "is printed as a stake, but 12.E and 12.F price a stake of $5 only"
    assert "I-104" in problem.cite.readings
    (other,) = problems("md-pontoon-21", {"wagers.bonus-spin-xtreme.stake": 2}, "eight-decks-wheels")
    assert other.message == "no such stake"


def test_super_4_tables_a_to_c_may_be_filed_at_other_stakes_and_table_d_at_5_only() -> None:
    name = "double-deck-progressives"
    for paytable in "ABC":
        meter = {"initial": 100_000, "reset": 100_000, "rate": "0.25"}
        given = {"wagers.super-4": {"paytable": paytable, "stake": 3, "meters": {"main": meter}}}
        assert problems("md-blackjack", given, name) == []
    meters = {each: {"initial": 10000, "reset": 10000, "rate": "0.1"} for each in ("star", "spade", "heart")}
    given = {"wagers.super-4": {"paytable": "D", "stake": 3, "meters": meters}}
    assert "wagers.super-4.stake" in {each.key for each in problems("md-blackjack", given, name)}


@checked("MD-BJ 10.C")
def test_a_double_may_be_dealt_face_down_at_any_table() -> None:
    rules = table_rules("md-blackjack", {"double_card_face": "face_down"})
    assert rules.double.card_face == "face_down"
    assert not_played(rules) == ()
