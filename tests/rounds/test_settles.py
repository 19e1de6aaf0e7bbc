"""Settlement is rows of data: a game like Blackjack Switch, and Switch itself, without a line of code."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest

from tests.proof import clause
from tests.rounds.script import Script
from vingt.core.cite import Clause, Inventory
from vingt.core.rules.document import parse_document
from vingt.core.rules.resolve import resolve
from vingt.core.rules.settles import DealerKind, HandKind, pairs
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

# Maryland Blackjack with these rows for its own. What is not told apart needs no row: a 21 beside a dealer's
# 21, after a split or not, is an equal total.
ROWS = """
settles = [
  { hand = "over_21", dealer = "any", pays = "lose", cite = "1" },
  { hand = "21_or_less", dealer = "22", pays = "push", cite = "2" },
  { hand = "natural", dealer = "natural", pays = "push", cite = "3" },
  { hand = "natural", dealer = "21", pays = "1 to 1", cite = "4" },
  { hand = "natural", dealer = "any", pays = "natural", cite = "5" },
  { hand = "21_or_less", dealer = "natural", pays = "lose", cite = "6" },
  { hand = "21_or_less", dealer = "over_21", pays = "win", cite = "7" },
  { hand = "21_or_less", dealer = "lower_total", pays = "win", cite = "7" },
  { hand = "21_or_less", dealer = "equal_total", pays = TIES, cite = "8" },
  { hand = "20_or_less", dealer = "higher_total", pays = "lose", cite = "9" },
]
"""
TIES = '{ key = "ties", one_of = ["push", "lose"], default = "push" }'
STATEMENTS = {
    "T-22 1": "A hand over 21 loses.",
    "T-22 2": "A dealer 22 pushes every other hand.",
    "T-22 3": "Two blackjacks push.",
    "T-22 4": "A blackjack against a dealer 21 of three or more cards pays 1 to 1.",
    "T-22 5": "Any other blackjack is paid the blackjack odds.",
    "T-22 6": "A dealer blackjack beats every other hand.",
    "T-22 7": "A hand wins when the dealer is over 21 or has less.",
    "T-22 8": "Equal totals push, or lose where the submission says so.",
    "T-22 9": "A lower total loses.",
}


@cache
def table(**choices: object) -> TableRules:
    raw = tomllib.loads(library.rulebook_text("md-blackjack"))
    raw |= {"settles": tomllib.loads(ROWS.replace("TIES", TIES))["settles"]}
    raw["document"] |= {"id": "twenty-two", "cites_as": "T-22"}
    taken = [
        Clause(each.id.replace("MD-BJ", "T-22"), each.area, each.carrier, each.statement)
        for each in library.clauses("md-blackjack")
    ]
    new = [Clause(name, "invented", "engine", statement) for name, statement in STATEMENTS.items()]
    document = parse_document(raw, Inventory("T-22", [*taken, *new], library.readings()))
    submission = library.sample("md-blackjack").with_choices({"rulebook": "twenty-two", **choices})
    return resolve(document, submission)


def played(wagers: list[str], steps: list[str], **choices: object) -> dict[str, tuple[str, int, str]]:
    """Player -> class, cents won, and the row's clause, of the main wager."""
    script = Script(table(**choices))
    for wager in wagers:
        script.wager(wager)
    for step in steps:
        script.step(step)
    assert script.due() == "over"
    found = [each for each in script.settlements() if each.wager == "main"]
    return {each.player: (each.outcome, each.net, each.cite.clauses[0]) for each in found}


def test_a_dealer_22_pushes_all_but_a_hand_that_is_over() -> None:
    wagers = ["ann 1 10", "bob 2 10", "cal 3 10", "dan 4 10", "eve 5 10"]
    steps = [
        *("deal Ks 5h As 6c Ks 9d 8s 6h Kc 5d 2c 7c", "ann stand", "bob double", "deal 9s"),
        *("dan double", "deal Th", "eve hit", "deal Kd", "deal 6s"),
    ]
    assert played(wagers, steps) == {
        "ann": ("dealer-22", 0, "T-22 2"),  # 18
        "bob": ("dealer-22", 0, "T-22 2"),  # 20, doubled: all of it comes back
        "cal": ("natural-against-22", 0, "T-22 2"),
        "dan": ("dealer-22", 0, "T-22 2"),  # 21, doubled
        "eve": ("over-21", -1000, "T-22 1"),
    }


def test_a_dealer_23_is_over_as_everywhere() -> None:
    steps = ["deal Ks As 9d 8s Kc 7c", "ann stand", "deal 7s"]
    assert played(["ann 1 10", "bob 2 10"], steps) == {
        "ann": ("dealer-over-21", 1000, "T-22 7"),
        "bob": ("natural", 1500, "T-22 5"),  # 10 x 3/2
    }


def test_a_natural_against_a_drawn_21_pays_1_to_1_so_the_dealer_draws_against_it() -> None:
    """At other tables nothing hangs on the dealer's cards when all that is left is a natural."""
    steps = ["deal As 9d Kc 7c", "deal 5s"]
    assert played(["ann 1 10"], steps) == {"ann": ("natural-against-21", 1000, "T-22 4")}
    plain = Script(library.table_rules("md-blackjack"))
    plain.wager("ann 1 10")
    plain.step("deal As 9d Kc 7c")
    assert plain.due() == "over"


def test_a_choice_may_decide_a_row() -> None:
    steps = ["deal Ks 9d 8s 9c", "ann stand"]
    assert played(["ann 1 10"], steps) == {"ann": ("equal-totals", 0, "T-22 8")}
    assert played(["ann 1 10"], steps, ties="lose") == {"ann": ("equal-totals", -1000, "T-22 8")}
    drawn = ["deal Ks 9d 8s 5c", "ann hit", "deal 3s", "deal 7h"]
    assert played(["ann 1 10"], drawn, ties="lose") == {"ann": ("21-against-21", -1000, "T-22 8")}


SWITCH: dict[tuple[HandKind, DealerKind], tuple[str, str]] = {
    ("natural", "21"): ("1 to 1", "12.A(5)(a)"),
    ("natural", "natural"): ("push", "12.A(5)(b)"),
    ("switched_21", "natural"): ("lose", "12.A(5)(c)"),
    ("switched_21", "21"): ("push", "12.A(5)(d)"),
    ("switched_21", "22"): ("push", "12.A(5)(d)"),
    ("20_or_less", "22"): ("push", "12.A(5)(e)"),
    ("21", "22"): ("push", "12.A(5)(e)"),
}


def test_switch_is_rows_of_its_rulebook() -> None:
    rules = library.table_rules("md-blackjack", {"variant": "switch"})
    for pair, (pays, cited) in SWITCH.items():
        row = rules.settles.row(*pair)
        assert (str(row.pays), row.cite.clauses[0]) == (pays, f"MD-BJ {cited}"), pair
    own = library.table_rules("md-blackjack")
    for pair in pairs(switched=False):
        if pair not in SWITCH and pair[1] != "22":
            assert rules.settles.row(*pair).pays == own.settles.row(*pair).pays, pair
    assert rules.settles.tells_22
    assert not own.settles.tells_22
    assert rules.settles.row("over_21", "22").pays == "lose"
    assert rules.settles.row("switched_21", "lower").pays == "win"  # no natural, so at even money


@pytest.mark.parametrize(
    ("choices", "pair", "pays"),
    [
        ({}, ("natural", "22"), "push"),
        ({"switch_natural_vs_22": "win"}, ("natural", "22"), "natural"),
        ({}, ("natural", "lower"), "natural"),
        ({"switch_natural_pays": "1:1", "accept_readings": ["J-56"]}, ("natural", "lower"), "1 to 1"),
        ({"switch_natural_pays": "1:1", "accept_readings": ["J-56"]}, ("natural", "natural"), "push"),
        (
            {"switch_natural_pays": "1:1", "switch_natural_vs_22": "win", "accept_readings": ["J-56"]},
            ("natural", "22"),
            "1 to 1",
        ),
    ],
)
def test_the_choices_of_switch_decide_its_rows(
    choices: dict[str, object], pair: tuple[HandKind, DealerKind], pays: str
) -> None:
    rules = library.table_rules("md-blackjack", {"variant": "switch", **choices})
    assert str(rules.settles.row(*pair).pays) == pays


@clause("MD-BJ 12.A(5)")
def test_switch_settles_five_dealer_results_in_its_own_way_and_everything_else_as_ever() -> None:
    switch, plain = library.table_rules("md-blackjack/switch"), library.table_rules("md-blackjack")
    own = {f"MD-BJ 12.A(5)({letter})" for letter in "abcde"}
    used: set[str] = set()
    for hand, dealer in pairs(switched=True):
        row = switch.settles.row(hand, dealer)
        if by := own & set(row.cite.clauses):
            used |= by
        else:
            counted: HandKind = "21" if hand == "switched_21" else hand
            assert row == plain.settles.row(counted, dealer), (hand, dealer)
    assert used == own
    assert (switch.dealer.stands_on_hard, switch.play, switch.settlement) == (
        plain.dealer.stands_on_hard,
        plain.play,
        plain.settlement,
    )
