"""What the clauses let an operator choose is accepted, and what they bar is refused by its clause."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.proof import checked
from tests.rulebook.filed_choices import problems
from vingt.core.rules.submission import Problem
from vingt.rulebook.library import load

CAPPED = ("lucky-ladies", "kings-bounty")
MISSING = "missing"  # among `may_not`: the key left out


def choices() -> list[Any]:
    text = (Path(__file__).parent / "choices.toml").read_text(encoding="utf-8")
    return [
        pytest.param(each, id=f"{each['rulebook']}:{each['key']}:{at}", marks=checked(*each["cites"]))
        for at, each in enumerate(tomllib.loads(text, parse_float=Decimal)["choice"])
    ]


def objections(choice: dict[str, Any], value: object) -> list[Problem]:
    """What is said against filing this value."""
    given = {**choice.get("along", {}), **({} if value == MISSING else {choice["key"]: value})}
    return [each for each in problems(choice["rulebook"], given) if each.key == choice["key"]]


@pytest.mark.parametrize("choice", choices())
def test_what_may_be_filed_is_accepted_and_the_rest_refused_by_its_clause(choice: dict[str, Any]) -> None:
    for value in choice.get("may", []):
        assert objections(choice, value) == []
    for value in choice["may_not"]:
        (objection, *_) = objections(choice, value)
        assert set(choice["cites"]) <= set(objection.cite.clauses)


@checked("MD-BJ 13.M")
def test_a_payout_cap_is_filed_for_two_wagers_and_for_no_other() -> None:
    """By the text Royal Match 21 and King's Bounty; the first must mean Lucky Ladies (reading J-55)."""
    for wager in load("md-blackjack").wagers:
        choice = {"rulebook": "md-blackjack", "key": f"wagers.{wager}.payout_cap"}
        assert bool(objections(choice, 10_000_000)) is (wager not in CAPPED)


def test_two_decks_bar_two_side_wagers_and_no_others() -> None:
    """House Money has a paytable for two decks or more, Bet the Set 21 C for four, Match-the-Dealer none."""
    barred = {each.key for each in problems("md-blackjack", {"decks": 2})}
    assert barred == {"wagers.match-the-dealer", "wagers.bet-the-set-21.paytable"}
