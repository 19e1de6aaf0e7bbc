"""Bounds of what an operator may choose: below, at and above."""

from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest

from tests.rulebook.filed_choices import problems
from vingt.core.rules.wager_document import MeterDocument
from vingt.rulebook.library import RULEBOOKS, load


def numbers_in_bounds() -> Iterator[object]:
    """Every printed bound of a number, with the clauses the document cites for it."""
    for rulebook in RULEBOOKS:
        for key, leaf in load(rulebook).keys.items():
            for bound in (leaf.least, leaf.most):
                if type(bound) is int and leaf.path.split(".")[0] != "wagering":
                    yield pytest.param(rulebook, key, bound, id=f"{rulebook}:{key}:{bound}")


@pytest.mark.parametrize(("rulebook", "key", "bound"), list(numbers_in_bounds()))
def test_a_bound_is_inclusive(rulebook: str, key: str, bound: int) -> None:
    leaf = load(rulebook).keys[key]
    assert leaf.permits(bound) is None
    beyond = bound - 1 if bound == leaf.least else bound + 1
    assert leaf.permits(beyond) == f"expected {leaf.permitted()}, not {beyond}"


def least_offers() -> list[object]:
    """Every paytable with a meter or a prize, offered at the least amounts its rulebook permits."""
    offers: list[object] = []
    for rulebook in RULEBOOKS:
        for wager in load(rulebook).wagers.values():
            for table in wager.paytables:
                meters = [
                    each
                    for each in wager.meters
                    if table.table.id in each.paytables and not each.when and not each.optional
                ]
                if not meters and table.prize_min is None:
                    continue
                offer: dict[str, Any] = {"meters": {each.name: least_meter(each) for each in meters}}
                if table.chosen_by == "submission":
                    offer["paytable"] = table.table.id
                if table.prize_min is not None:
                    offer["prize"] = Decimal(table.prize_min) / 100
                if "wheel" in wager.needs:
                    offer["wheel"] = {table.table.lines[0].outcome: 1}
                name = f"{rulebook}:{wager.id}:{table.table.id}"
                offers.append(pytest.param(rulebook, wager.id, offer, id=name))
    return offers


def least_meter(meter: MeterDocument) -> dict[str, Decimal]:
    amounts = {"initial": meter.initial_min, "reset": meter.reset_min}
    return {**{each: Decimal(least) / 100 for each, least in amounts.items()}, "rate": Decimal("0.01")}


@pytest.mark.parametrize(("rulebook", "wager", "offer"), least_offers())
def test_meters_and_prizes_hold_their_minimum_to_the_cent(
    rulebook: str, wager: str, offer: dict[str, Any]
) -> None:
    rates = dict.fromkeys(("bad_beat_magic_card_rate", "bad_beat_lucky_player_rate"), "1/10")
    choices = {f"wagers.{wager}": offer, **(rates if wager == "bad-beat" else {})}
    assert problems(rulebook, choices) == []
    amounts = [f"meters.{name}.{word}" for name in offer["meters"] for word in ("initial", "reset")]
    for amount in [*amounts, *(["prize"] if "prize" in offer else [])]:
        least: Any = offer
        for part in amount.split("."):
            least = least[part]
        lower = deepcopy(choices) | {f"wagers.{wager}.{amount}": least - Decimal("0.01")}
        assert [each.key for each in problems(rulebook, lower)] == [f"wagers.{wager}.{amount}"]
