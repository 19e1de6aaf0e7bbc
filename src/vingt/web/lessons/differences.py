"""What is different from ordinary blackjack at a table: found by comparing its rules with a few expectations.

`ORDINARY` says what somebody who knows blackjack expects of a field. A `Difference` watches some of those
fields and puts what it finds into words; no game is known by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from vingt.core.pays import Pay
from vingt.core.rules.settles import result_of
from vingt.core.rules.table_rules import TableRules
from vingt.web.lessons import points_of_play as play
from vingt.web.lessons import points_of_winning as winning
from vingt.web.lessons.points import KeyPoint

ORDINARY: dict[str, object] = {
    "cards.removed_ranks": (),
    "variant.hands_switched": False,
    "variant.community_cards": 0,
    "natural.name": "Blackjack",
    "settles.natural.natural": "push",
    "pays.natural": "3 to 2",
    "settles.21.21": "push",
    "settles.21.natural": "lose",
    "settles.split_two_card_21.21": "push",
    "settles.split_two_card_21.natural": "lose",
    "settles.20_or_less.22": "win",
    "settles.20_or_less.equal": "push",
    "dealer.second_card": "hole_reader",
    "dealer.soft17": "S17",
    "double.cards_max": 2,
    "double.after_split": True,
    "double.times_max": 1,
    "double.for_less": "allowed",
    "double.first_two_aces_count_one": False,
    "rescue": None,
    "split.hands_max": 4,
    "split.aces_hands_max": 2,
    "split.aces_draw": False,
    "split.aces_double": False,
    "surrender.offered": False,
    "insurance.even_money": False,
    "bonus": None,
    "super_bonus": None,
    "boxes.bettors_max": 1,
    "wagering.mid_shoe_entry": "open",
}


@dataclass(frozen=True, slots=True)
class Difference:
    watches: tuple[str, ...]
    says: Callable[[TableRules], KeyPoint]


def value_at(rules: TableRules, path: str) -> object:
    if path in rules.settles.by_path:
        return result_of(rules.settles.by_path[path].pays)
    if path == "surrender.offered":
        return rules.surrender_offered  # a variation may bar it
    value: object = rules
    for step in path.split("."):
        value = getattr(value, step)
    return str(value) if isinstance(value, Pay) else value


def differs(rules: TableRules, path: str) -> bool:
    return value_at(rules, path) != ORDINARY[path]


@lru_cache(maxsize=64)
def differences(rules: TableRules) -> tuple[KeyPoint, ...]:
    """Every difference of a table from ordinary blackjack, the greatest first."""
    return tuple(
        difference.says(rules)
        for difference in DIFFERENCES
        if any(differs(rules, at) for at in difference.watches)
    )


DIFFERENCES = (
    Difference(("cards.removed_ranks",), winning.missing_ranks),
    Difference(("variant.hands_switched",), play.switching),
    Difference(("variant.community_cards",), play.community_cards),
    Difference(
        (
            "settles.21.21",
            "settles.21.natural",
            "settles.split_two_card_21.21",
            "settles.split_two_card_21.natural",
        ),
        winning.twenty_one,
    ),
    Difference(("natural.name",), winning.natural_name),
    Difference(("settles.natural.natural",), winning.natural_wins),
    Difference(("settles.20_or_less.22",), winning.dealer_22),
    Difference(("pays.natural",), winning.natural_pays),
    Difference(("bonus",), winning.bonus_21),
    Difference(("super_bonus",), winning.super_bonus),
    Difference(("double.times_max",), play.double_again),
    Difference(("rescue",), play.rescue),
    Difference(("double.cards_max",), play.double_any_number),
    Difference(("double.first_two_aces_count_one",), play.doubled_aces),
    Difference(("double.for_less",), play.full_doubles),
    Difference(("double.after_split",), play.no_double_after_split),
    Difference(("dealer.second_card",), play.no_hole_card),
    Difference(("dealer.soft17",), play.soft_17),
    Difference(
        ("split.hands_max", "split.aces_hands_max", "split.aces_draw", "split.aces_double"), play.splitting
    ),
    Difference(("surrender.offered",), play.surrender),
    Difference(("insurance.even_money",), play.even_money),
    Difference(("settles.20_or_less.equal",), winning.equal_totals),
    Difference(("boxes.bettors_max",), play.shared_boxes),
    Difference(("wagering.mid_shoe_entry",), play.mid_shoe),
)
