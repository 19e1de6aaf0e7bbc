"""`vingt rulebooks` and `vingt rules`: what there is, and every value in force with its clause."""

import pytest

from tests.cli.command import vingt
from vingt.live.log import playability
from vingt.rulebook import library


def test_rulebooks_are_listed_with_title_clauses_decks_and_wagers() -> None:
    listed = {each["id"]: each for each in vingt("rulebooks", "--json").json}
    assert tuple(listed) == library.RULEBOOKS
    assert sum(each["clauses"] for each in listed.values()) == 1445
    assert listed["md-pontoon-21"]["decks"] == "6 or 8"
    assert listed["md-pontoon-21"]["wagers"]["bonus-spin"] == ["A", "B", "C", "D"]
    out = vingt("rulebooks").out
    for each in listed.values():
        assert f"{each['id']}  {each['title']}\n" in out
        assert ", ".join(each["wagers"]) in out


@pytest.mark.parametrize("rules", library.RULEBOOKS)
def test_every_value_in_force_is_shown_with_its_cite(rules: str) -> None:
    answer = vingt("rules", rules, "--json").json
    in_force = library.table_rules(rules)
    assert answer["identity"] == in_force.identity
    assert answer["title"] == in_force.title
    document = library.load(rules)
    assert set(document.leaves) <= set(answer["values"])
    for path, cite in in_force.cites:
        shown = answer["values"][path]
        assert (shown["clauses"], shown["readings"]) == (list(cite.clauses), list(cite.readings))
    for path, value in answer["values"].items():
        assert value["clauses"] or value["readings"], f"{path} has no cite"
    for path, lines in document.records.items():
        assert sum(each.startswith(f"{path}.") for each in answer["values"]) == len(lines)
    for wager in in_force.wagers:
        for line in wager.paytable.lines:
            assert answer["values"][f"wagers.{wager.id}.pays.{line.outcome}"]["value"] == str(line.pays)


def test_text_shows_field_value_cites_and_the_choice_left() -> None:
    rows = [line.split() for line in vingt("rules", "md-pontoon-21", "--section", "split").out.splitlines()]
    assert ["hands_max", "4", "11.D,", "I-60", "split_hands_max:", "2", "to", "8"] in rows
    assert ["pairs_by", "value", "11.A,", "I-62"] in rows
    assert not any(row[:1] == ["decks"] for row in rows)


def test_the_section_of_wagers_holds_every_offered_wager() -> None:
    values = vingt("rules", "md-blackjack", "--section", "wagers", "--json").json["values"]
    offered = {wager.id for wager in library.table_rules("md-blackjack").wagers}
    assert {path.split(".")[1] for path in values} == offered


def test_set_changes_the_value_and_the_hash() -> None:
    plain, changed = (
        vingt("rules", "md-blackjack", "--json", *more).json for more in ((), ("--set", "soft17=S17"))
    )
    assert (plain["values"]["dealer.soft17"]["value"], changed["values"]["dealer.soft17"]["value"]) == (
        "H17",
        "S17",
    )
    assert plain["identity"] != changed["identity"]


def test_what_is_not_playable_or_not_offered_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not playable" not in vingt("rules", "md-blackjack/electronic").out
    monkeypatch.setattr(
        playability, "GAMES", frozenset({"standard"})
    )  # as of a house that deals no other way
    out = vingt("rules", "md-blackjack/electronic").out
    assert 'variant = "electronic": permitted by MD-BJ' in out
    assert "not playable in this version" in out
    assert "permitted, not offered here" in vingt("rules", "md-pontoon-21").out
    assert vingt("rules", "md-blackjack", "--json").json["absent"] == ["bonus", "rescue", "super_bonus"]


def test_what_a_late_natural_collects_has_the_names_of_the_trade() -> None:
    out = " ".join(vingt("rules", "ma-pontoon-21").out.split())
    assert '(BB+1), "original_or_busted" (OBBO), "original_only" (OBO) or "all" (ENHC)' in out


def test_what_vingt_does_not_carry_out_is_marked_with_who_does() -> None:
    values = vingt("rules", "md-blackjack/double-deck-progressives", "--json").json["values"]
    by = {path: each["carried_by"] for path, each in values.items()}
    assert by["double.cards_min"] == "vingt"
    assert by["cards.cover_cards_min"] == by["layout.approval"] == "people"
    assert (by["variant.switch_surrender"], by["variant.hand_dealt_direction"]) == ("vingt", "people")
    assert by["settlement.meter_winners"] == "vingt"
    assert {by[path] for path in by if ".meters." in path} == {"vingt"}
    out = vingt("rules", "md-blackjack", "--section", "cards").out
    assert ["cover_cards_min", "1", "[people]", "3.A"] in [line.split() for line in out.splitlines()]
    assert "[people]: carried out by people" in out
    assert "[progressive]" not in out
