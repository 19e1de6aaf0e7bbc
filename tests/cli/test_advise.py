"""`vingt advise` and `advise()`: one hand, every action."""

import csv
import io
import time
from pathlib import Path

import pytest

from tests.cli.command import vingt
from vingt.analysis.advice.hand import advise
from vingt.analysis.exact.solver import solve
from vingt.core.cards import card, cards
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


def table(rulebook: str, **choices: object) -> TableRules:
    return resolve(library.load(rulebook), library.submission(rulebook).with_choices(choices))


def expectations(
    rules: TableRules, hand: str, up: str, seen: str = "", wager: int | None = None
) -> dict[str, float]:
    found = advise(rules, cards(hand), card(up), cards(seen), wager)
    return {each.action: each.expectation for each in found if each.expectation is not None}


def test_best_first_then_what_is_not_allowed_with_its_clause() -> None:
    found = advise(table("md-pontoon-21"), cards("7s 7h"), card("7d"))
    allowed = [each for each in found if each.allowed]
    worth = [each.expectation or 0.0 for each in allowed]
    assert [each.action for each in allowed] == ["split", "hit", "stand", "surrender", "double"]
    assert worth == sorted(worth, reverse=True)
    assert [each.best for each in allowed] == [True, False, False, False, False]
    assert dict(zip([each.action for each in allowed], worth, strict=True))["split"] == pytest.approx(
        -0.0683, abs=1e-4
    )
    rescue = found[-1]
    assert (rescue.action, rescue.why) == ("rescue", "only a doubled hand is rescued")
    assert "MD-P21 10.H" in rescue.cite.clauses


def test_it_is_the_full_solution_for_one_hand() -> None:
    rules = table("md-blackjack")
    whole = solve(rules)
    at_up = whole.ups[9]
    assert at_up is not None
    hand = whole.looked_up.hands.of(9, 5)
    found = expectations(rules, "10s 6h", "Kd")
    assert found["hit"] == pytest.approx(at_up.values.hit[hand] / at_up.clear[hand], abs=1e-12)
    assert found["stand"] == pytest.approx(at_up.values.stand[hand] / at_up.clear[hand], abs=1e-12)
    assert found["surrender"] == pytest.approx(-0.5)


def test_published_values_of_single_hands() -> None:
    """Five decks, H17, 5-6 against an ace: Blackjack Appendix 9 of the Wizard of Odds."""
    five = table("md-blackjack", decks=5, wagers={})
    found = expectations(five, "6s 5h", "Ad")
    assert found["stand"] == pytest.approx(-0.594346, abs=1e-6)
    assert found["hit"] == pytest.approx(0.109880, abs=1e-6)
    assert found["double"] == pytest.approx(0.128187, abs=1e-6)


def test_suits_count() -> None:
    rules = table("md-pontoon-21")
    mixed, suited, spades = (expectations(rules, hand, "7d") for hand in ("7c 7h", "7c 7c", "7s 7s"))
    assert mixed["hit"] < suited["hit"] < spades["hit"]
    assert mixed["stand"] == suited["stand"] == spades["stand"]
    with_bonus = expectations(rules, "7c 7c", "7d", wager=2500)
    assert with_bonus["hit"] > 2 > 0 > with_bonus["split"]
    done = expectations(rules, "6s 7s 8s", "2d")
    assert done["stand"] == pytest.approx(3.0)


def test_a_seen_card_moves_everything() -> None:
    rules = table("md-blackjack")
    fresh = expectations(rules, "10s 6h", "Kd")
    after = expectations(rules, "10s 6h", "Kd", "5c 5d 5h 4s")
    assert after["hit"] < fresh["hit"]
    assert all(after[each] != fresh[each] for each in ("stand", "double", "insurance") if each in fresh)


def test_insurance_and_even_money() -> None:
    rules = table("md-blackjack", even_money=True)
    found = expectations(rules, "As Kh", "Ad")
    assert found["insurance"] == pytest.approx((95 * 2 - 214) / 309)
    assert found["even money"] == 1
    assert found["stand"] == pytest.approx(1.5 * 214 / 309)
    tens = " ".join(["2c 3c 4c 5c 6c 7c 8c 9c"] * 6)
    assert expectations(rules, "As Kh", "Ad", tens)["insurance"] > 0
    assert (
        expectations(rules, "As Kh", "Ad", " ".join(["2c 3c 4c 5c 6c"] * 6 + ["2d 3d 4d 5d"] * 6))["stand"]
        < 1
    )
    suited = expectations(table("md-players-edge-21"), "2s 3h", "Ad")["insurance"]
    assert suited == pytest.approx((54 * 2 + 18 * 5 - (285 - 72)) / 285)


@pytest.mark.parametrize(
    ("hand", "up", "seen", "words"),
    [
        ("10s 7s", "7d", "", "10s is not in this shoe"),
        ("7s 7s", "7d", "7s 7s 7s 7s 7s", "7 times 7s: a shoe of 6 decks has 6"),
        ("9s 7s 7d", "7d", "", "over 21"),
        ("7s", "7d", "", "two cards or more"),
        ("7s 7x", "7d", "", "'7x' is not a card"),
        ("7s 7h", "7d 8d", "", "the dealer shows one card"),
    ],
)
def test_cards_that_cannot_lie_there_are_refused(hand: str, up: str, seen: str, words: str) -> None:
    done = vingt("advise", "md-pontoon-21", "--hand", hand, "--up", up, "--seen", seen)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_the_page_and_json() -> None:
    asked = ("advise", "md-blackjack", "--hand", "10s 6h", "--up", "Kd", "--seen", "5c 5d")
    out = vingt(*asked).out
    assert "10s 6h (16) against Kd; 6 decks less 2 cards seen" in out
    found = vingt(*asked, "--json").json
    assert found["actions"][0]["best"] is True
    assert found["total"] == "16"
    assert [each["action"] for each in found["actions"] if not each["allowed"]] == ["split"]


def test_it_is_quick_enough_for_a_live_table() -> None:
    """50 ms on an idle core; the bound here leaves room for a busy machine."""
    rules = table("md-pontoon-21")
    took = []
    for _ in range(5):
        started = time.process_time()
        advise(rules, cards("2s 2h"), card("Ad"))
        took.append(time.process_time() - started)
    assert min(took) < 0.15


# -- cards as typed, hands already played, many hands ----------------------------------------------------


@pytest.mark.parametrize("typed", ["10s 6h", "Ts6h", "T♠6♥", "10♠,6♥", "ts 6h", "T6", "T 6"])
def test_cards_may_be_typed_as_people_write_them(typed: str) -> None:
    found = vingt("advise", "md-blackjack", "--hand", typed, "--up", "K", "--json").json
    wanted = vingt("advise", "md-blackjack", "--hand", "10s 6h", "--up", "Kd", "--json").json
    assert found["actions"] == wanted["actions"]


def test_suits_left_out_make_no_suited_hand_and_t_is_any_ten() -> None:
    done = vingt("advise", "md-pontoon-21", "--hand", "7 7", "--up", "7")
    assert "Suits that were not named are taken as mixed" in done.out
    found = vingt("advise", "md-pontoon-21", "--hand", "7 7 T", "--up", "7", "--json")
    assert found.code == 2  # 24
    found = vingt("advise", "md-pontoon-21", "--hand", "T6", "--up", "T", "--json")
    assert [each[0] for each in found.json["hand"]] == ["J", "6"]
    assert vingt("advise", "md-pontoon-21", "--hand", "10s 6h", "--up", "7d").code == 2


def test_a_doubled_hand_is_kept_or_rescued() -> None:
    asked = ("advise", "md-pontoon-21", "--hand", "5s 6h 2c", "--up", "9d")
    found = vingt(*asked, "--doubled", "1", "--json").json
    assert [each["action"] for each in found["actions"] if each["allowed"]] == ["rescue", "stand"]
    assert found["actions"][0]["expectation"] == -1.0
    page = vingt(*asked, "--doubled", "1").out
    assert "doubled once, against 9d" in page
    assert "keep" in page
    assert "a doubled hand gets one card only" in page
    assert vingt(*asked, "--doubled", "2").code == 2


def test_a_split_hand_has_the_rights_of_one() -> None:
    asked = ("advise", "md-blackjack", "--up", "6d", "--json", "--split-hands")
    told = {each["action"]: each for each in vingt(*asked, "2", "--hand", "As Kd").json["actions"]}
    assert vingt(*asked, "2", "--hand", "As Kd").json["total"] == "soft 21"
    assert told["surrender"]["why"] == "a split hand may not be surrendered"
    pair = ("--hand", "8s 8d", "--seen", "8c 3d")
    again = {each["action"]: each for each in vingt(*asked, "2", *pair).json["actions"]}
    most = {each["action"]: each for each in vingt(*asked, "4", *pair).json["actions"]}
    assert again["split"]["allowed"]
    assert most["split"]["why"] == "splits make at most 4 hands"
    assert vingt(*asked, "5", *pair).code == 2


def test_many_hands_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("Hand,up,doubled,split_hands\nT6,K,,\n7s 7h,7d,,\n5 6 2,9,1,\n8 3,6,,2\n", "utf-8")
    rows = list(csv.DictReader(vingt("advise", "md-pontoon-21", "--csv", str(path)).out.splitlines()))
    assert [each["best"] for each in rows] == ["hit", "split", "rescue", "double"]
    one = vingt("advise", "md-pontoon-21", "--hand", "7s 7h", "--up", "7d", "--json").json
    found = vingt("advise", "md-pontoon-21", "--csv", str(path), "--json").json["hands"]
    assert found[1] == one
    assert float(rows[1]["split"]) == pytest.approx(one["actions"][0]["expectation"], abs=1e-6)


def test_a_row_that_cannot_be_answered_is_named_and_the_others_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand,up,split_hands\nT6,K,\nZ6,K,\nT6,K Q,\nT6,K,many\nT8 9,6,\n7 7,6,\n", "utf-8")
    done = vingt("advise", "md-blackjack", "--csv", str(path))
    assert done.code == 2
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [each["best"] for each in rows] == ["surrender", "", "", "", "", "split"]
    told = done.err.splitlines()
    for line, (row, said) in enumerate(
        zip(
            rows[1:5],
            ("'Z6' is not a card", "the up card 'K Q'", "split_hands is 'many'", "over 21"),
            strict=True,
        )
    ):
        assert said in row["error"]
        assert f"line {line + 3}: {row['error']}" in told[line]
    found = vingt("advise", "md-blackjack", "--csv", str(path), "--json")
    assert found.code == 2
    assert found.json["hands"][1]["line"] == 3
    assert "'Z6' is not a card" in found.json["hands"][1]["error"]
    assert found.json["hands"][5]["actions"][0]["action"] == "split"


def test_hands_come_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("hand,up\nT6,K\n"))
    done = vingt("advise", "md-blackjack", "--csv", "-")
    assert done.code == 0
    assert next(csv.DictReader(done.out.splitlines()))["total"] == "16"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hand\nT6\n", "must name the columns hand and up"),
        ("hand,up,wager\nT6,K,5\n", "no column 'wager'"),
    ],
)
def test_a_file_without_the_right_columns_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(text, "utf-8")
    done = vingt("advise", "md-blackjack", "--csv", str(path))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
