"""The double shoe: the determinant card decides the side by its suit; and what that does to the deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import get_args

import pytest

from tests.proof import clause
from vingt.analysis.exact.lookups import refuse_what_is_not_carried
from vingt.analysis.exact.side.first_box import first_box_chances, suits_of_first_card
from vingt.core.cards import SUITS, Card, Rank, card
from vingt.core.rounds.event import BettingClosed, CardDealt, RoundEnded
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.double_shoe import RED, determinant, drawn_from, side_of
from vingt.core.shoe.event import DeterminantDrawn, ShoeSide
from vingt.core.shoe.state import ShoeState, other_side
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import Options, Outcome, tells_apart
from vingt.live.shoes.private_shoe import PrivateShoe
from vingt.rulebook import library

Deal = tuple[Card, ...]
SMALL: Deal = tuple(Card(rank, suit) for rank in ("A", "5", "10") for suit in SUITS)  # a side
CLOSED = BettingClosed((1, 0, 1, 0))


def double(**choices: str) -> TableRules:
    return library.table_rules("md-blackjack", {"shoe": "double", **choices})


def ordinary() -> dict[Deal, Fraction]:
    """The first three cards out of one shuffled shoe."""
    deals = list(permutations(SMALL, 3))
    return dict.fromkeys(deals, Fraction(1, len(deals)))


def dealt_after_determinant(rules: TableRules, side: ShoeSide) -> dict[Deal, Fraction]:
    """The first three cards of a round whose determinant card is drawn from this side of a fresh shoe."""
    law: Counter[Deal] = Counter()
    stacked = ShoeState("ready", 1, len(SMALL), side="left")
    shoe = stacked._replace(other=stacked._replace(number=2, side="right"))
    rules = replace(rules, variant=replace(rules.variant, options=drawn(rules, side)))
    for first in SMALL:
        (event,) = determinant(rules, shoe, lambda _, first=first: first, 1)  # type: ignore[misc]
        assert isinstance(event, DeterminantDrawn)
        used = event.side == side
        rests = permutations([each for each in SMALL if each != first], 2) if used else permutations(SMALL, 3)
        deals = [(first, *rest) if used else rest for rest in rests]
        for deal in deals:
            law[deal] += Fraction(1, len(SMALL) * len(deals))  # type: ignore[assignment]
    return {deal: Fraction(chance) for deal, chance in law.items()}


def drawn(rules: TableRules, side: ShoeSide) -> tuple[tuple[str, str], ...]:
    return tuple({**dict(rules.variant.options), "double_shoe_drawn_from": side}.items())


def by_rank(law: dict[Deal, Fraction]) -> dict[tuple[str, ...], Fraction]:
    ranks: Counter[tuple[str, ...]] = Counter()
    for deal, chance in law.items():
        ranks[tuple(each.rank for each in deal)] += chance  # type: ignore[assignment]
    return {deal: Fraction(chance) for deal, chance in ranks.items()}


@pytest.mark.parametrize("side", get_args(ShoeSide))
def test_a_double_shoe_changes_no_chance_of_ranks(side: ShoeSide) -> None:
    """So it changes no value of the main wager, whichever side is drawn from: every deal is enumerated."""
    assert by_rank(dealt_after_determinant(double(), side)) == by_rank(ordinary())
    refuse_what_is_not_carried(double())


def test_drawn_alternately_it_changes_no_chance_and_from_one_side_the_first_card_has_a_colour() -> None:
    """The first box's first card is of the side's own colour in three rounds of four: what hangs on hearts
    (Lucky Ladies) or diamonds is worth more or less there, unless both sides take turns."""
    left, right = (dealt_after_determinant(double(), side) for side in get_args(ShoeSide))
    assert {deal: (left[deal] + right[deal]) / 2 for deal in left} == ordinary()
    assert sum(chance for deal, chance in left.items() if deal[0].suit in RED) == Fraction(3, 4)


@tells_apart(suits="hearts | diamonds")
def a_heart_and_its_colour(facts: Facts, options: Options) -> Outcome:
    hearts = sum(each.suit == "hearts" for each in facts.player)
    return f"{hearts} hearts, {'red' if facts.up.suit in RED else 'black'} {facts.up.rank}"


@pytest.mark.parametrize(("side", "red"), [("left", "left"), ("right", "left"), ("left", "right")])
def test_chances_of_the_first_box_are_those_of_every_deal_after_its_determinant_card(
    side: ShoeSide, red: str
) -> None:
    """A wager that looks for hearts, over all deals of two cards and an up card."""
    rules = double(double_shoe_drawn_from=side, double_shoe_red_suits=red)
    ways: Counter[str] = Counter()
    for (first, up, second), chance in dealt_after_determinant(rules, side).items():
        ways[str(a_heart_and_its_colour(Facts((first, second), up), {}))] += chance  # type: ignore[assignment]
    ranks: tuple[Rank, ...] = ("A", "5", "10")
    suits = suits_of_first_card(rules)
    assert first_box_chances(a_heart_and_its_colour, {}, ranks, counts_of(rules), 1, suits) == ways
    assert suits_of_first_card(double()) == ()


@clause("MD-BJ 7.C(1)(a)", "MD-BJ 7.C(1)(b)")
@pytest.mark.parametrize(("red", "black"), [("left", "right"), ("right", "left")])
def test_the_suit_decides_the_side_as_the_operator_designates(red: str, black: str) -> None:
    rules = double(double_shoe_red_suits=red)
    sides = {each: side_of(rules, card(each)) for each in ("7h", "7d", "7s", "7c")}
    assert sides == {"7h": red, "7d": red, "7s": black, "7c": black}


@clause("MD-BJ 7.C(1)")
def test_the_determinant_card_is_drawn_from_the_side_that_is_chosen() -> None:
    assert [drawn_from(double(), last) for last in (None, "left", "right")] == ["left", "right", "left"]
    for side in get_args(ShoeSide):
        assert drawn_from(double(double_shoe_drawn_from=side), "left") == side


@clause("MD-BJ 1.B(5)", "MD-BJ 1.B(6)", "MD-BJ 7.C", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 3.C(2)")
def test_a_round_is_dealt_from_the_side_of_its_determinant_card_alone() -> None:
    shoe, used = PrivateShoe(double(), "3"), set()
    whole = len(shoe.all)
    sides = {each.side: each for each in shoe.state.sides}
    assert [each.out for each in sides.values()] == [0, 0], "no card is burned"
    assert sides["left"].cover_card_after == sides["right"].cover_card_after is not None
    for _ in range(12):
        before = {each.side: each.out for each in shoe.state.sides}
        shoe.follow(CLOSED)
        drawn = shoe.determinant
        assert drawn is not None
        assert shoe.state.side == drawn.side == side_of(shoe.rules, drawn.card)
        first = shoe.take(1)
        assert first is not None
        matches = drawn.side == drawn.drawn_from
        used.add(matches)
        assert (first == drawn.card and shoe.state.held is not None) or not matches
        shoe.follow(CardDealt(1, 0, first, True), RoundEnded())
        assert shoe.state.out == before[drawn.side] + 1
        assert shoe.state.other is not None
        assert shoe.state.other.out == before[other_side(drawn.side)] + (not matches)
        assert shoe.state.cards == whole
    assert used == {True, False}
    assert sum(each.segregated for each in shoe.state.sides) > 0


@clause("MD-BJ 7.E(2)")
def test_only_the_side_whose_cover_card_is_out_is_shuffled() -> None:
    shoe = PrivateShoe(double(), "4")
    while shoe.ends is None:
        shoe.follow(CLOSED)
        for _ in range(6):
            drawn = shoe.take(1)
            assert drawn is not None
            shoe.follow(CardDealt(1, 0, drawn, True))
        shoe.follow(RoundEnded())
    (kept,) = (each for each in shoe.state.sides if not each.cover_card_out)
    assert kept.out > 0
    shoe.load()
    new = shoe.state.turned_to(other_side(kept.side))
    assert (new.out, new.number, new.segregated) == (0, 3, 0)
    assert new.other == kept._replace(determinant=None, other=None)
