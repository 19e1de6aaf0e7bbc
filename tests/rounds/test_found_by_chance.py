"""What random streams have found wrong, each pinned by its smallest round."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rounds.script import Script
from vingt.core.cards import card, cards
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import decide
from vingt.core.rounds.legal import Action, legal
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.view import view
from vingt.rulebook import library


def played(rules: str, choices: Mapping[str, object], wagers: list[str], steps: list[str]) -> Script:
    script = Script(library.table_rules(rules, choices))
    for wager in wagers:
        script.wager(wager)
    for step in steps:
        script.step(step)
    return script


def said(script: Script, command: c.Command) -> object:
    return decide(script.rules, script.state, command)


def action(script: Script, name: str, box: int = 1, hand: int = 0) -> Action:
    return next(each for each in legal(script.rules, script.state, box, hand) if each.name == name)


@pytest.mark.parametrize("hand", [-1, 1, 7])
@pytest.mark.parametrize("close", [False, True])
def test_a_hand_that_is_not_there_is_refused(hand: int, close: bool) -> None:
    steps = ["deal 9s 9h 3d 8c", "ann hit"] if close else []
    script = played("md-players-edge-21", {}, ["ann 1 10"], steps)
    for command in (c.Hit("ann", 1, hand), c.Rescue("ann", 1, hand), c.ReportMissedCard(1, hand)):
        assert isinstance(said(script, command), Refusal)
    assert not any(each.allowed for each in legal(script.rules, script.state, 1, hand))


@pytest.mark.parametrize("hand", [-1, 1, 7])
def test_an_answer_is_about_the_hand_that_was_asked_about(hand: int) -> None:
    script = played("md-players-edge-21", {}, ["ann 1 10"], ["deal 9s 9h 3d 8c", "ann hit", "missed-card 1"])
    assert isinstance(said(script, c.TakeLateCard("ann", 1, hand)), Refusal)
    assert not isinstance(said(script, c.TakeLateCard("ann", 1, 0)), Refusal)


def test_while_the_reader_is_out_every_action_is_barred_by_the_clause_that_stops_the_table() -> None:
    steps = ["deal 9s 9h 3d 8c", "reader-failed"]
    script = played("md-players-edge-21", {}, ["ann 1 10"], steps)
    refusal = said(script, c.Hit("ann", 1, 0))
    assert isinstance(refusal, Refusal)
    assert action(script, "hit").cite == refusal.cite
    assert refusal.cite.clauses == ("MD-PE21 13.Q",)


def test_a_least_double_below_the_smallest_chip_is_the_smallest_chip() -> None:
    choices = {"double_minimum": "0.50", "chip_unit": "5", "chips": ["5"]}
    script = played("ma-pontoon-21", choices, ["ann 1 10"], ["deal 5c 5c 5c 5c"])
    assert (action(script, "double").least, action(script, "double").most) == (500, 1000)


def test_the_limits_of_a_double_are_those_of_the_player_who_calls() -> None:
    wagers = ["dee 1 700", "ann 1 5 seated"]
    script = played("ma-pontoon-21", {}, wagers, ["deal 5c 5c 5c 5c", "due ann"])
    assert action(script, "double").most == 500


def test_a_burned_card_is_seen_by_nobody() -> None:
    script = played("md-players-edge-21", {}, ["ann 1 10"], ["deal 9s 9h", "shoe-empty Qd"])
    assert "Qd" not in str(view(script.state, "player"))
    assert card("Qd") not in view(script.state, "player").set_aside


def test_a_card_drawn_by_mistake_and_set_aside_unseen_is_seen_by_nobody() -> None:
    script = played(
        "mbs-pontoon", {"unexposed_extra_card": "burn"}, ["ann 1 10"], ["close", "deal 9s", "extra Qd"]
    )
    assert script.state.held_card is None
    assert card("Qd") not in view(script.state, "player").set_aside


def test_an_exposed_card_that_is_to_be_discarded_is_offered_to_nobody() -> None:
    steps = ["close", "deal 9s 9h 3d", "extra Qd exposed"]
    script = played("mbs-pontoon", {"exposed_extra_card": "discard"}, ["ann 1 10"], steps)
    assert script.state.exposed is None
    assert script.state.set_aside == cards("Qd")


def test_no_late_rescue_where_nobody_has_a_double_left() -> None:
    steps = ["deal 5c 9c 6c 5d 9d 8c", "dee double", "ann no-double", "deal 2c", "dee rescue"]
    wagers = ["dee 1 10", "ann 1 5", "cal 2 5"]
    script = played("ma-pontoon-21", {"rescue_until": "dealer_card"}, wagers, steps)
    assert script.due() == "cal"
    assert not action(script, "rescue").allowed


def test_a_missed_card_is_reported_once() -> None:
    script = played("md-players-edge-21", {}, ["ann 1 10"], ["deal 9s 9h 3d 8c", "ann hit", "missed-card 1"])
    assert isinstance(said(script, c.ReportMissedCard(1, 0)), Refusal)


def test_a_dead_hand_is_not_missed_again() -> None:
    wagers = ["ann 1 10", "bob 2 10"]
    script = played("md-players-edge-21", {}, wagers, ["close", "missed-box 1"])
    assert isinstance(said(script, c.ReportMissedBox(1)), Refusal)
    script = played("md-players-edge-21", {}, wagers, ["deal 9s 9d 9h", "missed-box 1", "ann give-up"])
    assert isinstance(said(script, c.ReportMissedBox(1)), Refusal)


def test_what_a_dealer_natural_gives_back_of_busted_doubles_it_gives_back_once() -> None:
    steps = ["deal Jc Kc 6d", "ann double", "deal 8c", "deal Ac"]
    choices = {"dealer_bj_collects": "original_only"}
    script = played("ma-pontoon-21/no-hole-card", choices, ["ann 1 20"], steps)
    assert script.due() == "over"
    assert [each.net for each in script.settlements()] == [
        -4000,
        2000,
    ]  # 40 lost, 20 of it back


def test_a_reader_that_fails_before_the_first_card_voids_nothing() -> None:
    choices = {"reader_failure_midround": "void"}
    script = played("md-players-edge-21", choices, ["ann 1 10"], ["reader-failed", "reader-repaired"])
    assert script.due() == "wagers"


def test_bad_beat_is_settled_when_the_reader_finds_a_dealer_natural_before_play() -> None:
    meter = {"initial": "5000", "reset": "5000", "rate": "0.1"}
    choices = {
        "wagers": {"bad-beat": {"meters": {"main": meter}}},
        "bad_beat_magic_card_rate": "0.1",
        "bad_beat_lucky_player_rate": "0.1",
    }
    for dealt, outcome in (("Ks Kd Qs Ad", "player-20-dealer-blackjack"), ("Ks Kd 9s Ad", "lose")):
        steps = [f"deal {dealt}", "check"]
        script = played("md-blackjack", choices, ["ann 1 10", "ann 1 bad-beat 1"], steps)
        assert script.due() == "over"
        assert ("bad-beat", outcome) in [(each.wager, each.outcome) for each in script.settlements()]
