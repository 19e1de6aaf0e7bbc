"""`vingt clauses`: every clause, the values that rest on it, the tests that prove it."""

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
    assert "comparison.equal_totals = push" in out
    assert "reading I-3  " in out


def test_a_heading_is_all_clauses_under_it() -> None:
    found = vingt("clauses", "MD-P21 7.O", "--json").json["clauses"]
    assert [each["id"] for each in found] == [f"MD-P21 7.O({at})" for at in (1, 2, 3, 4)]


def test_a_table_shows_what_it_chose() -> None:
    out = vingt("clauses", "md-pontoon-21", "--area", "cards", "--set", "decks=8").out
    assert "cards.decks = 8, of 6 or 8" in out


def test_proved_clauses_name_their_tests_and_unproved_leaves_them_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        library, "proofs", lambda: {"MD-P21 7.P": ("tests/test_ties.py::test_a_tie_returns",)}
    )
    assert "proved by   tests/test_ties.py::test_a_tie_returns" in vingt("clauses", "MD-P21 7.P").out
    answer = vingt("clauses", "md-pontoon-21", "--unproved", "--json").json
    assert "MD-P21 7.P" not in {each["id"] for each in answer["clauses"]}
    assert answer["summary"]["clauses"] == len(library.clauses("md-pontoon-21")) - 1
    assert "1 proved, 283 unproved" in vingt("clauses", "md-pontoon-21").out
