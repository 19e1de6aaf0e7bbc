"""Compiling asks for every field of the rules, but for those that cannot change a simulated round."""

from __future__ import annotations

import dataclasses
from fnmatch import fnmatch
from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.watched import watched
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.lookups.layout import lay_flat
from vingt.analysis.simulation.lookups.table_layout import table_tables_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules import procedure, sections
from vingt.rulebook import library

# Why a field is not asked for. Everything else must be read while the rules are compiled.
NOT_ASKED = {
    "drawn, written or done by hand, and no part of a round": [
        "ConductRules.*", "LayoutRules.*", "OpeningRules.*",
        "ShoeRules.shuffle_*", "ShoeRules.cut_*", "ShoeRules.recut_before",
        "ShoeRules.burn_face", "ShoeRules.burn_shown_on_request", "ShoeRules.idle_table",
        "ShoeRules.machine_shuffled_cards_are_cut",
        "ShoeRules.continuous_shuffler_waives", "CardRules.cover_cards_min", "CardRules.deck_life_hours",
        "NaturalRules.name",
    ],
    "nothing goes wrong in a simulation; a shoe that runs short is shuffled (shoe_runs_short_burns)": [
        "IrregularityRules.*", "SettlementRules.void_round_settled_wagers", "WageringRules.late_wager",
        "WageringRules.withdrawn_wager",
    ],
    "the same dealer deals on, and everybody plays from the first round": [
        "ShoeRules.burn_on_dealer_change", "WageringRules.mid_shoe_entry",
        "WageringRules.main_wager_required",
    ],
    "one player to a box, without coupons or chips too large": [
        "BoxRules.co_bettor_*", "WageringRules.coupons_*", "MainPays.even_money", "WageringRules.chips",
        "InsuranceRules.rounds_to_chip", "InsuranceRules.lost_when",
    ],
    "has one value only, which the engine has in its bones": [
        "BonusRules.highest_line_only", "CardRules.number_cards_count", "DoubleRules.cards_dealt",
        "SplitRules.first_hand", "SplitRules.wager", "ShoeRules.cover_card_ends",
    ],
    "the plan says where the cover card lies": ["ShoeRules.cover_card_from_back"],
    "others' super bonuses and meters are not simulated": [
        "SuperBonusRules.envy*", "SuperBonusRules.added_to_bonus", "SettlementRules.meter_winners",
    ],
    "asked for only where a limit is set": ["WageringRules.payout_limit_is"],
    "no play we know surrenders a split hand": ["SurrenderRules.after_split"],
}  # fmt: skip
SECTIONS = [
    each
    for module in (sections, procedure)
    for each in vars(module).values()
    if dataclasses.is_dataclass(each)
    and isinstance(each, type)
    and each.__module__ == module.__name__
    and each not in (sections.EnvyPay, procedure.CitedItem)
]


def test_compiling_reads_every_field_that_a_round_hangs_on() -> None:
    plans = []
    for rulebook in library.RULEBOOKS:
        # A title of their own, and their identity and hash worked out before: that reads every field.
        rules = dataclasses.replace(library.table_rules(rulebook), title="watched")
        aims = rules.super_bonus is not None
        insured = ("insurance",)  # the side wager that has fields of its own
        plans.append(Plan(rules, None, 2500, cut=Fraction(1, 2), wagers=insured, aims_at_super_bonus=aims))
        if rules.pays.even_money is not None:  # who insures does not exchange
            plans.append(dataclasses.replace(plans[-1], wagers=()))
        assert plans[-1].fingerprint
        assert hash(rules)
    with watched(SECTIONS) as seen:
        for plan in plans:
            table_tables_of(lay_flat(plan))
    excused = [pattern for patterns in NOT_ASKED.values() for pattern in patterns]
    unread = {
        f"{section.__name__}.{each.name}" for section in SECTIONS for each in dataclasses.fields(section)
    }
    unread -= seen
    assert sorted(each for each in unread if not any(fnmatch(each, pattern) for pattern in excused)) == []
    idle = [pattern for pattern in excused if not any(fnmatch(each, pattern) for each in unread)]
    assert idle == [], "these are asked for and need no excuse"


@pytest.mark.parametrize(
    ("changed", "plan", "words"),
    [
        ({}, {"boxes": 9}, "boxes"),
        ({}, {"stake": 2501}, "2501 cents"),
    ],
)
def test_what_is_not_carried_is_refused_by_name(
    changed: dict[str, Any], plan: dict[str, Any], words: str
) -> None:
    rules = library.table_rules("md-pontoon-21", changed)
    with pytest.raises(NotCarried, match=words):
        play(Plan(rules, None, **{"stake": 2500, **plan}), "cpu", 0, 1)


def test_a_continuous_shuffler_has_no_cover_card() -> None:
    rules = library.table_rules("md-blackjack")
    continuous = dataclasses.replace(rules, shoe=dataclasses.replace(rules.shoe, shuffler="continuous"))
    with pytest.raises(NotCarried, match="continuous"):
        play(Plan(continuous, None, 2500, cut=Fraction(1, 2)), "cpu", 0, 1)
