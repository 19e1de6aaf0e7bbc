"""Classes of deals: each says of every side wager what its own lookup says."""

from __future__ import annotations

import random

import pytest

from tests.simulation.daily import daily_seed
from vingt.analysis.simulation.side.joint import joint_sides
from vingt.analysis.simulation.side.judgement import NEEDS_SECOND_CARD
from vingt.analysis.simulation.side.lookups import side_lookups
from vingt.core.cards import DECK
from vingt.rulebook import library

STAKE, DEALS = 25_00, 1_500


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_class_says_what_each_wager_makes_of_its_deals(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    offered = tuple(each.id for each in rules.wagers if each.rides_on is None and not each.needs)
    sides, joint = side_lookups(rules, offered, STAKE), joint_sides(rules, offered, STAKE)
    early = {wager for wager in range(len(sides.names)) if wager not in joint.late}
    dice = random.Random(f"{rulebook} {daily_seed()}")
    many = len(DECK)
    for _ in range(DEALS):
        first, second, up, hole = (dice.randrange(many) for _ in range(4))
        pair = first * many + second
        shown, wants = divmod(int(joint.shown[pair * many + up]), 2)
        hidden = int(joint.hidden[joint.pair_row[pair] + joint.dealer_column[up * many + hole]])
        said = dict((*joint.says[shown], *joint.says[joint.hidden_bin + hidden]))
        indices = {wager: sides.index(wager, (first, second, up, hole), None) for wager in early}
        assert said == {wager: int(sides.table[index]) for wager, index in indices.items()}
        needs = [int(sides.needs[index]) & NEEDS_SECOND_CARD for index in indices.values()]
        assert bool(wants) == any(needs)


def test_many_wagers_make_few_classes() -> None:
    """Else nothing is gained by counting them together: there are 140,608 deals of three cards."""
    rules = library.table_rules("md-blackjack")
    offered = tuple(each.id for each in rules.wagers if each.rides_on is None and not each.needs)
    assert len(offered) == 15
    assert len(joint_sides(rules, offered, STAKE).says) < 500
