"""`vingt clauses`: every clause, the values that rest on it, the tests that prove it."""

import re

import pytest

from tests.cli.command import vingt
from vingt.rulebook import library


def test_all_clauses_of_all_rulebooks() -> None:
    answer = vingt("clauses", "--json").json
    assert [each["id"] for each in answer["clauses"]] == [
        clause.id for rulebook in library.RULEBOOKS for clause in library.clauses(rulebook)
    ]
    assert answer["summary"]["clauses"] == 1445
    assert sum(answer["summary"]["carriers"].values()) == 1445


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_clause_that_is_cited_says_by_what(rulebook: str) -> None:
    listed = {each["id"]: each for each in vingt("clauses", rulebook, "--json").json["clauses"]}
    inventory = library.inventory(rulebook)
    for leaf in library.load(rulebook).every_leaf():
        path = leaf.path.replace("wager.", "wagers.", 1) if leaf.path.startswith("wager.") else leaf.path
        for named in leaf.cite.clauses:
            for clause in inventory.under(named):
                assert path in listed[clause.id]["values"]
    for wager in library.load(rulebook).wagers.values():
        for at, line in wager.lines():
            for named in line.cite.clauses:
                for clause in inventory.under(named):
                    assert listed[clause.id]["values"][f"wagers.{at.removeprefix('wager.')}"] == str(
                        line.pays
                    )


def test_area_carrier_and_text_narrow_the_list() -> None:
    found = vingt("clauses", "md-pontoon-21", "--area", "split", "--carrier", "submission", "--json").json[
        "clauses"
    ]
    assert [each["id"] for each in found] == ["MD-P21 11.D"]
    found = vingt("clauses", "--find", "COVER CARD", "--json").json["clauses"]
    assert found
    assert all("cover card" in each["statement"].lower() for each in found)


def test_one_clause_is_shown_with_the_readings_that_concern_it() -> None:
    out = vingt("clauses", "MD-P21 7.P").out
    assert out == vingt("clauses", "MD-P21", "7.P").out
    assert out.startswith("MD-P21 7.P  Otherwise equal totals tie")
    assert "settles.20_or_less.equal_total = push" in out
    assert "reading I-3  " in out


def test_a_heading_is_all_clauses_under_it() -> None:
    found = vingt("clauses", "MD-P21 7.O", "--json").json["clauses"]
    assert [each["id"] for each in found] == [f"MD-P21 7.O({at})" for at in (1, 2, 3, 4)]


def test_a_table_shows_what_it_chose() -> None:
    out = vingt("clauses", "md-pontoon-21", "--area", "cards", "--set", "decks=8").out
    assert "cards.decks = 8, of 6 or 8" in out


def test_proofs_are_told_by_their_kind_and_what_is_only_stated_is_unproved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {
        "MD-P21 7.P": {"played": [f"test_ties[{at}]" for at in range(6)], "stated": ["test_words"]},
        "MD-P21 3.A": {"checked": ["test_submissions"]},
        "MD-P21 3.B": {"stated": ["test_words"]},
    }
    monkeypatch.setattr(library, "proofs", lambda: found)
    told = vingt("clauses", "MD-P21 7.P").out
    assert re.search(r"played by +test_ties\[0\]\n(.*\n){3} +and 2 more\n +stated by +test_words", told)
    every = vingt("clauses", "md-pontoon-21", "--json").json
    summary = {"played": 1, "checked": 1, "stated": 1, "none": len(library.clauses("md-pontoon-21")) - 3}
    assert every["summary"]["proof"] == summary
    kinds = {each["id"]: each["proof"] for each in every["clauses"]}
    assert [kinds[f"MD-P21 {each}"] for each in ("7.P", "3.A", "3.B", "3.C")] == [
        "played", "checked", "stated", None,
    ]  # fmt: skip
    unproved = {each["id"] for each in vingt("clauses", "--unproved", "--json").json["clauses"]}
    assert unproved & set(found) == {"MD-P21 3.B"}
    only = vingt("clauses", "md-pontoon-21", "--proof", "checked", "--json").json["clauses"]
    assert [each["id"] for each in only] == ["MD-P21 3.A"]
    assert "1 played, 1 checked, 1 stated, 2" in vingt("clauses", "md-pontoon-21").out
    wrong = vingt("clauses", "--proof", "proved")
    assert (wrong.code, "played" in wrong.err) == (2, True)
