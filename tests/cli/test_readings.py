"""`vingt readings`: every doubt, the answer taken, and the keys that choose another."""

import pytest

from tests.cli.command import vingt
from vingt.rulebook import library


def test_all_readings_are_listed_in_full() -> None:
    found = vingt("readings", "--json").json["readings"]
    assert [each["id"] for each in found] == [each.id for each in library.readings()]
    assert len(found) == 255
    out = vingt("readings").out
    for each in library.readings():
        assert f"{each.id}  {each.question}\n" in out
        assert each.reason in out


def test_every_reading_that_leaves_a_choice_has_a_key_with_its_values() -> None:
    without = [
        each["id"]
        for each in vingt("readings", "--open", "--json").json["readings"]
        if not any(not key["fixed"] and key["permitted"] for key in each["keys"])
    ]
    assert without == []


def test_one_reading_in_full() -> None:
    out = vingt("readings", "I-3").out
    assert out == vingt("readings", "i-3").out
    assert 'split_two_card_21_vs_dealer_21: "tie" or "win"; tie unless chosen (md-pontoon-21)' in out
    assert "MD-P21 7.P: Otherwise equal totals tie" in out
    assert "md-pontoon-21: settles.split_two_card_21.natural = push" in out


def test_two_readings_of_one_question_share_a_key() -> None:
    keys = [
        {key["key"] for key in vingt("readings", each, "--json").json["readings"][0]["keys"]}
        for each in ("I-3", "J-75")
    ]
    assert "split_two_card_21_vs_dealer_21" in keys[0] & keys[1]


def test_a_reading_that_bars_names_the_word_that_accepts_it() -> None:
    out = vingt("readings", "J-84").out
    assert "wagers.match-up.paytable" in out
    assert 'accept_readings = ["J-84"]' in out


def test_readings_of_a_table_show_what_it_chose() -> None:
    out = vingt(
        "readings",
        "md-pontoon-21",
        "--set",
        "split_two_card_21_vs_dealer_21=win",
        "--set",
        'accept_readings=["I-3"]',
    ).out
    assert 'split_two_card_21_vs_dealer_21: "tie" or "win"; here win' in out
    assert "\nJ-56  " not in out


def test_readings_of_a_clause_and_by_text() -> None:
    assert {each["id"] for each in vingt("readings", "MD-P21 7.P", "--json").json["readings"]} >= {
        "I-3",
        "I-10",
    }
    for each in vingt("readings", "--find", "Surrender", "--json").json["readings"]:
        assert "surrender" in str(each).lower()


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
@pytest.mark.parametrize("command", ["readings", "clauses"])
def test_the_default_table_of_every_rulebook_is_told_in_words(command: str, rulebook: str) -> None:
    """A value that only a submission can state, and this one does not, is none here."""
    done = vingt(command, rulebook)
    assert (done.code, done.err) == (0, "")
