"""Resolved rules go into a log and come out as they were, whatever fields came since."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.rounds.permitted import tables
from vingt.core.rules import rules_json, table_rules
from vingt.core.rules.rules_json import NotRules, from_json, to_json
from vingt.core.rules.sections import PlayRules
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

SAMPLES = [f"{book}/{name}" for book in library.RULEBOOKS for name in library.samples(book)]


def there_and_back(rules: TableRules) -> TableRules:
    return from_json(json.loads(json.dumps(to_json(rules))))


def types_of(value: object) -> object:
    """The value with the types in it: True equals 1, and "1/2" in a field is no fraction."""
    if is_dataclass(value):
        return type(value), [types_of(getattr(value, each.name)) for each in fields(value)]
    return [types_of(each) for each in value] if isinstance(value, tuple) else (type(value), value)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_comes_back_as_it_was(name: str) -> None:
    rules = library.table_rules(name)
    back = there_and_back(rules)
    assert back == rules
    assert types_of(back) == types_of(rules)
    assert (back.identity, back.cites) == (rules.identity, rules.cites)


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
@settings(max_examples=examples(25), deadline=None)
@given(data=st.data())
def test_every_permitted_table_comes_back_as_it_was(rulebook: str, data: st.DataObject) -> None:
    rules = data.draw(tables(rulebook)).rules
    assert types_of(there_and_back(rules)) == types_of(rules)


Change = Callable[[dict[str, Any]], object]
REFUSED: dict[str, tuple[Change, str]] = {
    "a later field": (
        lambda data: data["split"].update(tens_only=True),
        r"rules\.split\.tens_only: unknown here; was this log written by a newer vingt\?",
    ),
    "a later section": (lambda data: data.update(side_pot={}), r"rules\.side_pot: unknown here"),
    "a later word": (
        lambda data: data["dealer"].update(soft17="H18"),
        r"soft17: 'H18' is unknown",
    ),
    "a field that is gone": (
        lambda data: data["split"].pop("hands_max"),
        r"split\.hands_max: missing",
    ),
    "a later form": (lambda data: data.update(form="vingt-rules/9"), r"in the form 'vingt-rules/9'"),
    "no number": (lambda data: data["cards"].update(decks="6"), r"rules\.cards\.decks: '6' is no int"),
    "a truth for a number": (lambda data: data["cards"].update(decks=True), r"decks: True is no int"),
    "no list": (lambda data: data["cards"].update(removed_ranks="10"), r"removed_ranks: expected a list"),
    "no section": (lambda data: data.update(split=4), r"rules\.split: expected an object"),
    "no payment": (lambda data: data["pays"].update(win="7 of 9"), r"not a payment"),
    "no fraction": (lambda data: data["insurance"].update(limit=1), r"cannot be read|is no"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_kept_is_refused_by_name(what: str) -> None:
    change, why = REFUSED[what]
    data = deepcopy(to_json(library.table_rules("md-pontoon-21")))
    change(data)
    with pytest.raises(NotRules, match=why):
        from_json(data)


def test_a_field_that_came_later_stands_at_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, slots=True)
    class LaterPlay(PlayRules):
        stops_at_soft_19: bool = False

    rules = library.table_rules("md-blackjack")
    data = to_json(rules)
    monkeypatch.setattr(table_rules, "PlayRules", LaterPlay)
    rules_json.kinds_of.cache_clear()
    try:
        back = from_json(data)
        assert back.play == LaterPlay(rules.play.direction, rules.play.no_draw_from, stops_at_soft_19=False)
        assert back.identity == rules.identity
        data["play"]["stops_at_soft_19"] = True
        assert from_json(data).identity != rules.identity
    finally:
        rules_json.kinds_of.cache_clear()


def test_rules_from_before_wagers_said_when_they_are_placed_ask_for_insurance_still() -> None:
    rules = library.table_rules("md-pontoon-21")
    data = json.loads(json.dumps(to_json(rules)))
    for wager in data["wagers"]:
        del wager["placed"]
    assert from_json(data) == rules
