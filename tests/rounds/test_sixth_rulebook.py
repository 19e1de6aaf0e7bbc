"""A sixth rulebook, invented here as data only, plays without a changed line of code."""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from typing import Any

import pytest

from tests.rounds.script import Script
from vingt.core.cite import Clause, Inventory
from vingt.core.money import cents
from vingt.core.rules.document import Document, parse_document
from vingt.core.rules.resolve import NotAllowed, accepting_departures, resolve
from vingt.core.rules.submission import parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

SUBMISSION = """
rulebook = "hearts-21"
decks = 10
boxes_per_player = 3
table_minimum = 5
table_maximum = 1000
split_hands_max = 4
split_aces_hands_max = 4
settlement = "one_pass"
"""

# The clauses of the invented rulebook that say something new; all others are those of Maryland Pontoon 21.
NEW_CLAUSES = {
    "H-21 1": "From two to ten decks are used.",
    "H-21 2": "Hearts are the top suit.",
    "H-21 3": "Ace, 4 and 6 pay 5 to 2.",
    "H-21 4": "A hand is doubled at most twice, each time by the wager then standing.",
    "H-21 5": "The dealer draws to hard 18 or more, also on a soft 18.",
    "H-21 6": "A 21 in more than two cards ties a dealer 21.",
    "H-21 7": "A blackjack pays 7 to 5.",
}


def invented_inventory() -> Inventory:
    taken = [
        Clause(each.id.replace("MD-P21", "H-21"), each.area, each.carrier, each.statement)
        for each in library.clauses("md-pontoon-21")
    ]
    new = [Clause(name, "invented", "engine", statement) for name, statement in NEW_CLAUSES.items()]
    return Inventory("H-21", [*taken, *new], library.readings())


def invented_data() -> dict[str, Any]:
    """Maryland Pontoon 21 as parsed, with seven things said differently."""
    raw = copy.deepcopy(tomllib.loads(library.rulebook_text("md-pontoon-21")))
    raw["document"] |= {
        "id": "hearts-21",
        "title": "Hearts 21",
        "cites_as": "H-21",
        "main_wager": "Hearts Wager",
    }
    raw["cards"]["decks"] = {"key": "decks", "min": 2, "max": 10, "cite": "1"}
    for line in raw["bonus"]["lines"]:
        if line.get("suits") == "spades":
            line |= {"suits": "hearts", "outcome": line["outcome"].replace("spades", "hearts"), "cite": "2"}
    raw["bonus"]["lines"].append(
        {"outcome": "ace-4-6", "ranks": ["A", "4", "6"], "suits": "any", "pays": "5 to 2", "cite": "3"}
    )
    raw["double"]["times_max"] = {"value": 2, "key": "doubles_max", "cite": "4"}
    raw["double"]["up_to"] = {"value": "existing_wager", "cite": "4"}
    raw["dealer"]["stands_on_hard"] = {"value": 18, "cite": "5"}
    raw["dealer"]["soft17"] = {"value": "H17", "key": "soft17", "cite": "5"}
    for row in raw["settles"]:
        if (row["hand"], row["dealer"]) == ("21", "21"):
            row |= {"pays": "push", "cite": "6"}
    raw["pays"]["natural"] = {"value": "7 to 5", "cite": "7"}
    raw["wager"] = {"insurance": raw["wager"]["insurance"]}
    raw.pop("requires", None)
    return raw


@cache
def hearts_21() -> Document:
    return parse_document(invented_data(), invented_inventory())


def table(**choices: object) -> TableRules:
    submission = parse_submission(SUBMISSION.encode(), "hearts-21")
    return resolve(hearts_21(), accepting_departures(hearts_21(), submission.with_choices(choices)))


def played(wagers: list[str], steps: list[str]) -> Script:
    script = Script(table())
    for wager in wagers:
        script.wager(wager)
    for step in steps:
        script.step(step)
    assert script.due() == "over"
    return script


def results(script: Script) -> set[tuple[str, str, int]]:
    """(player, class, what was won or lost in cents)"""
    return {(each.player, each.outcome, each.net) for each in script.settlements()}


def cites(script: Script, player: str) -> set[str]:
    return {name for each in script.settlements() if each.player == player for name in each.cite.clauses}


def test_two_to_ten_decks_and_no_other_number() -> None:
    assert table(decks=2).cards.decks == 2
    assert table(decks=10).cards.decks == 10
    for wrong in (1, 11):
        with pytest.raises(NotAllowed) as refused:
            table(decks=wrong)
        assert [problem.cite.clauses for problem in refused.value.problems] == [("H-21 1",)]


def test_a_blackjack_pays_7_to_5() -> None:
    # 10 x 7/5 = 14; 5.50 x 7/5 = 7.70
    script = played(["ann 1 10", "bob 2 5.50"], ["deal As Ks 9h Kd Ad 9c"])
    assert results(script) == {("ann", "natural", cents("14")), ("bob", "natural", cents("7.70"))}
    assert "H-21 7" in cites(script, "ann")


def test_hearts_are_the_top_suit_and_spades_a_suit_like_the_others() -> None:
    steps = ["deal 6h 6s 9c 7h 7s 9d", "ann hit", "deal 8h", "bob hit", "deal 8s"]
    script = played(["ann 1 10", "bob 2 10"], steps)
    assert results(script) == {("ann", "678-hearts", cents("30")), ("bob", "678-one-suit", cents("20"))}
    assert "H-21 2" in cites(script, "ann")
    steps = ["deal 7h 7s 9c 7h 7s 9d", "ann hit", "deal 7h", "bob hit", "deal 7s"]
    script = played(["ann 1 10", "bob 2 10"], steps)
    assert results(script) == {("ann", "777-hearts", cents("30")), ("bob", "777-one-suit", cents("20"))}


def test_ace_4_6_pays_5_to_2_in_any_order_and_not_doubled() -> None:
    steps = [
        *("deal As 4c 6s 9c 4d 6d Ac 9d", "ann hit", "deal 6h", "bob double", "deal Ah", "bob stand"),
        *("cal hit", "deal 4s"),
    ]
    script = played(["ann 1 10", "bob 2 10", "cal 3 10"], steps)
    assert results(script) == {
        ("ann", "ace-4-6", cents("25")),  # 10 x 5/2
        ("bob", "higher-total", cents("20")),  # doubled: 20 x 1
        ("cal", "ace-4-6", cents("25")),
    }
    assert "H-21 3" in cites(script, "ann")


def test_a_hand_is_doubled_twice_at_most_and_rescued_after_each() -> None:
    steps = [
        "deal 2s 2c 6h 2d 3d Kc",
        *("ann double", "deal 2h", "legal stand double rescue", "ann double", "deal 5c"),  # 2+2+2+5 = 11
        *("legal stand rescue", "refused 4: ann double", "refused 7.K: ann hit", "ann stand"),
        *("bob double", "deal 4c", "bob double", "deal 3c", "bob rescue"),
        "deal 8c",  # 6 + 10 + 8 = 24
    ]
    script = played(["ann 1 10", "bob 2 10"], steps)
    assert results(script) == {
        ("ann", "dealer-over-21", cents("40")),  # 10 + 10 + 20
        ("bob", "rescue", cents("-20")),  # 40 staked, the last 20 back
    }


def test_the_dealer_draws_on_hard_17_and_stands_on_hard_18() -> None:
    script = played(["ann 1 10"], ["deal Ks 9h 9d 8c", "ann stand", "due card dealer", "deal 2c"])
    assert results(script) == {("ann", "equal-totals", 0)}  # 9 + 8 = 17 draws: 19 = 19
    script = played(["ann 1 10"], ["deal Ks 9h 9d 9c", "ann stand", "due over"])
    assert results(script) == {("ann", "higher-total", cents("10"))}  # 18 stands
    cite = script.rules.cite("dealer.stands_on_hard", "dealer.soft17")
    assert cite.clauses == ("H-21 5",)


def test_the_dealer_draws_on_soft_17_and_soft_18_and_stands_on_soft_19() -> None:
    script = played(["ann 1 10"], ["deal Ks 7h 9d Ac", "ann stand", "due card dealer", "deal 3c"])
    assert results(script) == {("ann", "lower-total", cents("-10"))}  # soft 18 draws: soft 21
    script = played(["ann 1 10"], ["deal Ks 6h 9d Ac", "ann stand", "due card dealer", "deal 2c", "due over"])
    assert results(script) == {("ann", "equal-totals", 0)}  # soft 17 draws: soft 19 stands


def test_a_drawn_21_ties_a_dealer_21_so_the_dealer_draws_against_it() -> None:
    script = played(["ann 1 10"], ["deal Ks 6h 5d 9c", "ann hit", "deal 6d", "due card dealer", "deal 6c"])
    assert results(script) == {("ann", "21-against-21", 0)}
    assert "H-21 6" in cites(script, "ann")
    script = played(["ann 1 10"], ["deal Ks 6h 5d 9c", "ann hit", "deal 6d", "deal 5c"])
    assert results(script) == {("ann", "higher-total", cents("10"))}  # dealer 20


def test_what_was_not_changed_is_as_in_the_rulebook_it_was_taken_from() -> None:
    steps = [
        *("refused 3.B: deal 10h", "deal 8s Ks 6h 8d 6d Kc"),
        *("ann split", "deal 3c", "ann hit", "deal Kd", "deal 9c", "ann stand", "bob surrender", "deal 4c"),
    ]
    script = played(["ann 1 10", "bob 2 10"], steps)
    assert results(script) == {
        ("ann", "higher-total", cents("10")),  # split 8+3+10 = 21 against 20
        ("ann", "lower-total", cents("-10")),
        ("bob", "surrender", cents("-5")),
    }
