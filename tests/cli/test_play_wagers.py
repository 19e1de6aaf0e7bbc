"""Wagers at `vingt play`: how they are typed, refused, listed, and what grows and turns with them."""

import re

import pytest

from tests.cli.scripted_game import Play, payments
from vingt.report.play.wagers import offer
from vingt.rulebook import library


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x", "'x' is no amount: press Enter or write an amount, like 25, or with a side wager: 25 a1."),
        ("0", "A wager is more than nothing."),
        ("4", "The table takes $5 to $1,000. ["),
        ("1e3", "'1e3' is no amount"),
        ("5.25", "A wager is a multiple of the smallest chip, $0.50. ["),
        ("25 a26", "Lucky Ladies Twenty Point Bonus takes $1 to $25. [MD-BJ "),
        ("25 lucky-ladies=26", "Lucky Ladies Twenty Point Bonus takes $1 to $25. [MD-BJ "),
        ("25 zz5", "No side wager 'zz' at this table; w lists them."),
        ("25 25", "Two amounts for one box"),
        ("3: 25", "You play boxes 1 and 2; there is no box 3."),
        ("25 buster-free-bonus=5", "comes with buster-blackjack and takes no wager of its own. ["),
    ],
)
def test_a_wager_that_cannot_be_is_refused_before_the_deal(play: Play, typed: str, said: str) -> None:
    done = play("md-blackjack", typed, args=("--boxes", "2"))
    assert said in done.out
    assert done.out.endswith("You played 0 rounds, bought in for $500 and leave with $500: $0.\n")


def test_wagers_for_one_box_and_an_empty_box(play: Play) -> None:
    done = play("ma-pontoon-21", "2: 50 a 5", "1: -", "", "s", args=("--boxes", "2"), shoe="10s 7h 8d 8c")
    assert "Enter: $5 on box 1, $50 a5 on box 2" in done.out
    assert "Enter: $50 a5 on box 2 ·" in done.out
    assert {line[:5] for line in payments(done.out)} == {"box 2"}
    nothing = play("ma-pontoon-21", "1: -", "")
    assert "Nobody has made a Pontoon 21 wager. [MA-P21" in nothing.out


def test_wagers_are_listed_with_stakes_and_pays(play: Play) -> None:
    done = play("md-blackjack/double-deck-progressives", "w", "25 super-4=2")
    listed = done.out.partition("> w\n")[2]
    assert "a  Royal Match 21 (royal-match-21)\n  stake   $5 to $50\n  pays " in listed
    assert (
        "d  Super 4 Progressive (super-4)\n  stake   $1\n  pays    royal flush of diamonds 100% of" in listed
    )
    assert "Must Hit Progressive comes with super-4 and takes no wager of its own." in listed
    assert "Super 4 Progressive takes $1. [J-8]" in listed


def test_a_meter_grows_with_each_wager_and_a_royal_flush_of_diamonds_has_it(play: Play) -> None:
    done = play("md-blackjack/double-deck-progressives", "25 d1", "n", "s", "", shoe="Qd Ad Jd Kd")
    assert "Meters: Hit and Run Progressive $1,000, Super 4 Progressive $10,000, Must Hit" in done.out
    assert any(
        "Super 4" in line and "+$9,999" in line and "13.H(1)(a)" in line for line in payments(done.out)
    )
    assert "Super 4 Progressive $10,000.25, Must Hit Progressive $250.05" in done.out


def test_a_wheel_turns_in_the_terminal_and_its_prize_is_paid_by_its_clause(play: Play) -> None:
    played = ("md-pontoon-21/eight-decks-wheels", "25 b5", "s")
    done = play(*played, args=("--seed", "7"), shoe="As 7h Kd 8c")
    assert "The wheel of Bonus Spin Progressive turns." in done.out
    (stopped,) = re.findall(r"The wheel stops at (\$[\d,]+|Jackpot)", done.out)
    (paid,) = [line for line in payments(done.out) if "Bonus Spin" in line]
    assert f"{stopped} symbol" in paid.replace("jackpot", "Jackpot")
    assert "MD-P21 12.D(4)(" in paid


def test_more_boxes_than_a_player_may_hold_are_played_for_several(play: Play) -> None:
    done = play("md-pontoon-21/eight-decks-wheels", "", *["s"] * 9, args=("--boxes", "5", "--seed", "4"))
    assert "A player holds at most 2 boxes here [MD-P21 6.H" in done.out
    assert "so you play for 3 players with one bankroll" in done.out
    table = offer(library.table_rules("md-pontoon-21/eight-decks-wheels"), 5)
    assert [table.player(box) for box in range(1, 6)] == ["player 1"] * 2 + ["player 2"] * 2 + ["player 3"]
