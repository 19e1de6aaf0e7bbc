"""`vingt wagers`: exact values for people, programs and laboratories; refusals with their clause."""

import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from vingt.analysis.exact.side import chances
from vingt.rulebook import library

KEYS = [
    "rulebook",
    "wager",
    "paytable",
    "decks",
    "lines",
    "ev",
    "house_edge",
    "hit_frequency",
    "variance",
    "covers",
]


PAGE = (Path(__file__).parents[2] / "docs" / "wagers.md").read_text("utf-8")


def test_the_page_shows_what_the_command_prints() -> None:
    ((command, shown),) = re.findall(r"^```\n\$ vingt ([^\n]+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = (r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in shown.splitlines())
    out = vingt(*command.split()).out
    assert re.fullmatch("".join(lines), out), out


def test_json_has_the_promised_shape() -> None:
    done = vingt(
        "wagers", "md-blackjack", "--wager", "lucky-ladies", "--paytable", "A", "--decks", "6", "--json"
    )
    assert done.code == 0
    (found,) = done.json
    assert list(found) == KEYS
    assert found["wager"] == "lucky-ladies"
    assert found["lines"][0] == {
        "line": "queen-of-hearts-pair-and-dealer-blackjack",
        "probability": float(Fraction(188, 12909299)),
        "fraction": "188/12909299",
        "pays": "1000 to 1",
    }
    assert found["lines"][-1]["line"] == "lose"
    assert found["ev"] == pytest.approx(-0.17639054219752753, abs=1e-12)
    assert found["house_edge"] == -found["ev"]
    assert found["covers"] == "whole wager"


def test_soft_17_is_named_where_it_matters() -> None:
    for rule in ("S17", "H17"):
        (found,) = vingt(
            "wagers",
            "md-blackjack",
            "--wager",
            "buster-blackjack",
            "--paytable",
            "F",
            "--soft17",
            rule,
            "--json",
        ).json
        assert found["soft17"] == rule
    both = vingt("wagers", "md-blackjack", "--wager", "hit-and-run", "--decks", "6", "--all", "--json").json
    assert [each["soft17"] for each in both] == ["S17", "H17"]


def test_a_wheel_without_weights_has_no_ev() -> None:
    (found,) = vingt("wagers", "md-pontoon-21", "--wager", "bonus-spin", "--paytable", "A", "--json").json
    assert found["ev"] is found["house_edge"] is found["variance"] is None
    assert [each["line"] for each in found["lines"]] == ["trigger", "lose"]
    assert found["covers"] == "trigger only"


@pytest.mark.parametrize(
    ("rulebook", "many"),
    [
        ("md-blackjack", 261),
        ("md-players-edge-21", 36),
        ("md-pontoon-21", 14),
        ("ma-pontoon-21", 6),
        ("mbs-pontoon", 10),
    ],
)
def test_all_is_everything_once(rulebook: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs on the play of hands is slow: it is found for one table here, in test_totality for all."""
    whole, laws = chances.played, list[chances.Chances]()

    def of_the_first_table(*asked: Any) -> chances.Chances:
        if not laws:
            laws.append(whole(*asked))
        return laws[0]

    monkeypatch.setattr(chances, "played", of_the_first_table)
    found = vingt("wagers", rulebook, "--all", "--json").json
    keys = [(each["wager"], each["paytable"], each["decks"], each.get("soft17")) for each in found]
    assert len(keys) == len(set(keys)) == many
    counted = [each for each in found if "strategy" not in each]
    assert all(sum(Fraction(line["fraction"]) for line in each["lines"]) == 1 for each in counted)
    played = [each for each in found if "strategy" in each]
    assert {each["wager"] for each in played} == ({"bad-beat"} if rulebook == "md-blackjack" else set())
    assert all(sum(line["probability"] for line in each["lines"]) == pytest.approx(1) for each in played)
    assert [each["wager"] for each in found if "barred" in each] == (
        ["match-up", "match-down"] if rulebook == "md-players-edge-21" else []
    )


def test_without_all_the_table_as_submitted() -> None:
    found = vingt("wagers", "md-blackjack", "--json").json
    assert [each["wager"] for each in found] == [
        each.id for each in library.table_rules("md-blackjack").wagers
    ]
    assert {each["decks"] for each in found} == {6}
    assert {each["soft17"] for each in found if "soft17" in each} == {"H17"}
    wheels = vingt("wagers", "md-pontoon-21/eight-decks-wheels", "--json").json
    assert [each["covers"] for each in wheels] == ["whole wager", "whole wager", "fixed part", "fixed part"]


def test_a_paytable_for_other_decks_is_shown_for_those() -> None:
    found = vingt("wagers", "md-blackjack", "--wager", "royal-match-21", "--paytable", "A", "--json").json
    assert [each["decks"] for each in found] == [1]
    found = vingt("wagers", "md-blackjack", "--wager", "royal-match-21", "--decks", "8", "--json").json
    assert [each["paytable"] for each in found] == ["C", "D", "E"]
    found = vingt("wagers", "md-blackjack", "--decks", "2", "--json").json
    assert "match-the-dealer" not in {each["wager"] for each in found}


def test_options_are_chosen_with_set() -> None:
    (found,) = vingt(
        "wagers",
        "md-blackjack",
        "--wager",
        "bonus-spin",
        "--paytable",
        "D",
        "--set",
        "bonus_spin_trigger=ace",
        "--json",
    ).json
    assert found["lines"][0]["fraction"] == "599/4043"
    assert found["barred"]["readings"] == ["J-49"]


def test_csv_has_a_row_for_each_line() -> None:
    done = vingt(
        "wagers", "md-blackjack", "--wager", "lucky-aces", "--paytable", "A", "--decks", "1", "--csv"
    )
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["line"] for row in rows][:2] == ["four-aces", "three-aces-suited"]
    assert rows[1]["impossible"] == "needs 3 identical cards, so 3 decks or more"
    assert sum(Fraction(row["fraction"]) for row in rows) == 1


def test_the_page_stands_by_itself() -> None:
    done = vingt("wagers", "md-players-edge-21", "--wager", "match-up", "--decks", "8", "--html")
    page = done.out
    assert page.startswith("<!doctype html>")
    assert library.table_rules("md-players-edge-21").identity in page
    assert page.count("<svg") == 4  # an overview and three paytables
    assert "barred by reading J-84" in page
    assert "<dt>J-84</dt>" in page
    assert not re.search(r'(src|href)=(?!"#)|url\(|@import|<script', page)


def test_the_par_sheet_adds_up() -> None:
    done = vingt("wagers", "md-blackjack", "--wager", "bet-the-set-21", "--paytable", "C", "--decks", "6")
    assert "Bet the Set 21, paytable C, 6 decks" in done.out
    rows = re.findall(r"^(suited-pair|pair|lose) +([\d,]+) ", done.out, re.MULTILINE)
    assert sum(int(number.replace(",", "")) for _, number in rows) == 312 * 311 // 2
    assert "house edge      10.6109%" in done.out


def test_the_table_marks_what_is_barred_and_impossible() -> None:
    out = vingt("wagers", "md-players-edge-21", "--all").out
    assert len(re.findall(r"barred by reading J-84", out)) == 2
    out = vingt("wagers", "md-blackjack", "--all", "--decks", "1").out
    assert "lines impossible" in out
    assert "must-hit is drawn, not dealt" in out


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("md-pontoon-21", "--wager", "lucky-ladies"), 1, "is a wager of md-blackjack, not of md-pontoon-21"),
        (("md-blackjack", "--wager", "lucky-lady"), 2, "did you mean lucky-ladies?"),
        (
            ("md-blackjack", "--wager", "royal-match-21", "--paytable", "A", "--decks", "6"),
            1,
            "MD-BJ 13.A(7)(a)",
        ),
        (("md-blackjack", "--wager", "royal-match-21", "--paytable", "Z"), 1, "it has A, B, C, D, E"),
        (("md-blackjack", "--all", "--paytable", "Z"), 1, "no wager of md-blackjack has a paytable 'Z'"),
        (("md-blackjack", "--decks", "0"), 1, "MD-BJ 3.A"),
        (("md-blackjack", "--decks", "1000", "--all"), 1, "the upper limit is vingt's own"),
        (("md-pontoon-21", "--decks", "7"), 1, "6 or 8 (MD-P21 3.A)"),
        (("md-blackjack", "--wager", "match-the-dealer", "--decks", "4"), 1, "6 decks or 8 decks"),
        (("md-blackjack", "--wager", "must-hit"), 1, "reading J-46"),
        (("md-pontoon-21", "--soft17", "H17"), 1, "MD-P21 7.M"),
        (("md-blackjack", "--soft17", "H18"), 2, "there are S17, H17"),
        (("nowhere",), 2, "no rulebook has that id"),
        (("md-blackjack", "--decks", "six"), 2, "not a valid int"),
    ],
)
def test_what_cannot_be_is_refused(args: tuple[str, ...], code: int, said: str) -> None:
    done = vingt("wagers", *args)
    assert done.code == code
    assert said in " ".join(done.err.split())
    assert done.out == ""


@pytest.mark.parametrize("command", ["count", "protect"])
@pytest.mark.parametrize(
    ("book", "wager", "code", "said"),
    [
        ("md-blackjack", "nope", 2, "no wager of md-blackjack 'nope': there are "),
        ("md-blackjack", "match-up", 1, "match-up is a wager of md-players-edge-21, not of md-blackjack"),
    ],
)
def test_every_paytable_of_a_wager_that_is_not_here_is_no_empty_report(
    command: str, book: str, wager: str, code: int, said: str
) -> None:
    done = vingt(command, book, "--all", "--wager", wager)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
