"""The super bonus is worth what the table's tiers and envy lines print, because the engine pays it so."""

from __future__ import annotations

import pytest

from tests.simulation.field_changes import base, changed
from vingt.analysis.exact.lookups import lookups
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import envy_worth, makes_super_bonus, super_bonus_worth
from vingt.core.rules.sections import SuperBonusRules
from vingt.core.rules.table_rules import TableRules

SEVENS = (6, 6, 6)
TABLES = ("md-pontoon-21", "ma-pontoon-21", "mbs-pontoon", "md-players-edge-21")


def table(rulebook: str) -> tuple[TableRules, SuperBonusRules]:
    rules = base(rulebook)
    assert rules.super_bonus is not None
    return rules, rules.super_bonus


@pytest.mark.parametrize("rulebook", TABLES)
def test_each_tier_pays_from_its_least_wager_on(rulebook: str) -> None:
    rules, bonus = table(rulebook)
    lowest = min(tier.wager_min for tier in bonus.tiers)
    assert super_bonus_worth(rules, lowest - 1) == 0.0
    for tier in bonus.tiers:
        assert super_bonus_worth(rules, tier.wager_min) == tier.pays.amount / tier.wager_min
        if tier.wager_below is not None:
            last = tier.wager_below - 1
            assert super_bonus_worth(rules, last) == tier.pays.amount / last


@pytest.mark.parametrize("rulebook", TABLES)
def test_envy_looks_at_the_first_two_cards_where_a_line_does(rulebook: str) -> None:
    rules, bonus = table(rulebook)
    wager = max(tier.wager_min for tier in bonus.tiers)
    with_seven = [line for line in bonus.envy if line.not_holding is None]
    without = [line for line in bonus.envy if line.holding is None]
    assert envy_worth(rules, wager, ("7", "2")) == with_seven[0].pays.amount / wager
    assert envy_worth(rules, wager, ("3", "2")) == without[0].pays.amount / wager


@pytest.mark.parametrize("counts", [False, True])
def test_envy_below_the_lowest_tier_is_the_readings(counts: bool) -> None:
    rules = changed(base("md-pontoon-21"), {"super_bonus.envy_below_lowest_tier": counts})
    assert rules.super_bonus is not None
    below = min(tier.wager_min for tier in rules.super_bonus.tiers) - 1
    assert (envy_worth(rules, below, ("3", "2")) > 0) == counts


def test_only_the_dealers_own_card_and_the_ranks_named_make_it() -> None:
    rules = base("md-pontoon-21")
    assert makes_super_bonus(rules, 6, SEVENS)
    assert not makes_super_bonus(rules, 5, SEVENS)
    assert not makes_super_bonus(rules, 6, (5, 6, 7))
    assert not makes_super_bonus(base("md-blackjack"), 6, SEVENS)


def test_a_super_bonus_that_no_suited_line_leads_to_is_refused_by_name() -> None:
    rules = changed(base("md-pontoon-21"), {"super_bonus.ranks": ("5", "5", "5")})
    with pytest.raises(NotCarried, match=r"super_bonus\.ranks"):
        lookups(rules)
