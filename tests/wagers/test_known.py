"""Exact values agree with figures that were counted elsewhere."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from vingt.analysis.exact.side.cases import as_printed
from vingt.analysis.exact.side.value import SideWagerValue, value
from vingt.rulebook import library

# Counted independently of this project, from a fresh shoe; lines by the names of our paytables.
KNOWN: list[dict[str, Any]] = json.loads((Path(__file__).parent / "known.json").read_text("utf-8"))


def valued(
    rulebook: str, wager: str, paytable: str | None, decks: int, soft17: Any = None, **words: Any
) -> SideWagerValue:
    return value(as_printed(library.load(rulebook), wager, paytable, decks, soft17, words))


@pytest.mark.parametrize(
    "known", KNOWN, ids=lambda each: f"{each['rulebook']} {each['wager']} {each['paytable']} {each['decks']}"
)
def test_the_value_is_the_known_one(known: dict[str, Any]) -> None:
    found = valued(
        known["rulebook"],
        known["wager"],
        known["paytable"],
        known["decks"],
        known.get("soft17"),
        **known.get("choices", {}),
    )
    assert {line.line: line.probability for line in found.lines} == {
        line: Fraction(chance) for line, chance in known["lines"].items()
    }
    assert found.covers == known["covers"]
    if known["ev"] is None:
        assert found.ev is None
    else:
        assert found.ev == Fraction(known["ev_exact"])
        assert float(found.ev) == pytest.approx(known["ev"], abs=1e-12)


def in_percent(found: Fraction | None, stated: float) -> float:
    """Rounded to as many places as were stated."""
    assert found is not None
    return round(float(found) * 100, len(str(stated).partition(".")[2]))


# House edges in percent that the readings state for their answers, and for answers they do not take.
@pytest.mark.parametrize(
    ("rulebook", "wager", "paytable", "edges"),
    [
        ("md-players-edge-21", "match-up", "A", {5: 4.37, 6: 3.06, 8: 1.42}),
        ("md-players-edge-21", "match-up", "B", {5: 6.88, 6: 5.15, 8: 2.99}),
        ("md-players-edge-21", "match-down", "C", {5: 3.53, 6: 1.66, 8: -0.67}),
        ("mbs-pontoon", "pair", None, {4: 5.76, 5: 4.60, 6: 3.83, 7: 3.28, 8: 2.87}),
        ("ma-pontoon-21", "match-super-bonus", None, {6: 5.15, 8: 2.99}),
        ("md-blackjack", "in-between", None, {1: 10.46, 6: 5.42}),
        ("md-blackjack", "upcard-luck-21", None, {1: 5.01, 6: 6.34}),
        ("md-blackjack", "lucky-aces", "A", {6: 19.6}),
        ("md-blackjack", "lucky-aces", "B", {6: 15.6}),
    ],
)
def test_the_house_edge_is_what_the_reading_says(
    rulebook: str, wager: str, paytable: str | None, edges: dict[int, float]
) -> None:
    for decks, edge in edges.items():
        found = valued(rulebook, wager, paytable, decks).house_edge
        assert in_percent(found, edge) == edge


@pytest.mark.parametrize(
    ("wager", "paytable", "decks", "words", "edge"),
    [
        ("three-card-poker", "A", 6, {"three_card_poker_ace": "low_only"}, 5.82),
        ("top-3", "A", 6, {"top_3_ace": "low_only"}, 14.19),
        ("house-money", None, 1, {"house_money_ace_two": False}, 31.8),
        ("in-between", None, 6, {"in_between_ace": "low"}, 5.42),
    ],
)
def test_an_option_of_a_reading_changes_the_value(
    wager: str, paytable: str | None, decks: int, words: dict[str, Any], edge: float
) -> None:
    found = valued("md-blackjack", wager, paytable, decks, **words).house_edge
    assert in_percent(found, edge) == edge


def test_hit_and_run_without_busts_is_worth_less() -> None:
    with_busts = valued("md-blackjack", "hit-and-run", None, 8, "S17").ev
    without = valued("md-blackjack", "hit-and-run", None, 8, "S17", hit_and_run_busts_count=False).ev
    assert with_busts is not None
    assert without is not None
    # Reading J-44, of an infinite shoe: 0.565 and 0.352.
    assert float(with_busts + 1) == pytest.approx(0.565, abs=0.02)
    assert float(without + 1) == pytest.approx(0.352, abs=0.02)
