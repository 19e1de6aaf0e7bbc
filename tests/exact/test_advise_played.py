"""Advice on split and doubled hands agrees with what the advice on whole hands says of the same cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vingt.analysis.advice.hand import advise
from vingt.analysis.advice.split_hand import advise_played
from vingt.core.cards import RANKS, Card, card, cards
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import Hand
from vingt.rulebook import library

UP = card("6d")  # no natural is possible, so nothing is known of the dealer's second card


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_double_is_worth_the_best_answers_to_its_card(rulebook: str) -> None:
    """Every card that may come, the doubled hand then played best, makes the double's own expectation."""
    rules = library.table_rules(rulebook)
    held = cards("5s 6h")
    found = {each.action: each.expectation for each in advise(rules, held, UP)}
    left = rules.cards.decks * 4 * (13 - len(rules.cards.removed_ranks)) - 3
    worth = 0.0
    for rank in RANKS:
        if rank in rules.cards.removed_ranks:
            continue
        have = rules.cards.decks * 4 - sum(each.rank == rank for each in (*held, UP))
        hand = Hand(cards=(*held, Card(rank, "clubs")), doubles=1)
        assert total_of(rules, hand).points <= 21
        worth += have / left * max(advise_played(rules, hand, UP, ()).values())
    assert worth == pytest.approx(found["double"], abs=1e-9)


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_hand_that_has_all_rights_is_worth_the_same_both_ways(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    held, seen = cards("9s 3h"), cards("Kc 2d 5h")
    whole = {each.action: each.expectation for each in advise(rules, held, UP, seen)}
    for action, value in advise_played(rules, Hand(cards=held), UP, seen).items():
        assert value == pytest.approx(whole[action], abs=1e-9), action


def test_what_a_doubled_hand_may_not_do_is_not_valued() -> None:
    """A doubled hand is kept or rescued, and doubled again only where the rulebook has it (MD-PE21 10.I)."""
    hand = Hand(cards=cards("5s 6h 2c"), doubles=1)
    once = advise_played(library.table_rules("md-pontoon-21"), hand, card("9d"), ())
    again = advise_played(library.table_rules("md-players-edge-21"), hand, card("9d"), ())
    assert set(once) == {"stand", "rescue"}
    assert set(again) == {"stand", "rescue", "double"}
    assert once["rescue"] == -1.0


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
@pytest.mark.parametrize("up", ["6d", "9d", "Ad"])
def test_a_hand_split_again_is_a_split_that_makes_fewer_hands(rulebook: str, up: str) -> None:
    """The last split of a box is worth what a split is worth where only two hands may be made."""
    rules, held, seen = library.table_rules(rulebook), cards("8s 8h"), cards("8c 3d")
    two = replace(rules, split=replace(rules.split, hands_max=2, aces_hands_max=2))
    first = {each.action: each.expectation for each in advise(two, held, card(up), seen)}
    hand = Hand(cards=held, from_split=True)
    again = advise_played(rules, hand, card(up), seen, may_make=2)
    assert again["split"] == pytest.approx(first["split"], abs=1e-9)
    assert "split" not in advise_played(rules, hand, card(up), seen)
