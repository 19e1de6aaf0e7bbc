"""Rules as the form `vingt-rules/1` stored them: they keep their identity and play as ever.

`form_1.json.gz` was written by that version: every sample under every edition, and a few other choices."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import pytest

from vingt.core.rules.identity import FORM
from vingt.core.rules.resolve import accepting_departures, resolve
from vingt.core.rules.rules_json import NotRules, from_json, to_json
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


@cache
def kept() -> list[Any]:
    found: list[Any] = json.loads(gzip.decompress(Path(__file__).with_name("form_1.json.gz").read_bytes()))
    return found


def names() -> list[Any]:
    return [pytest.param(at, id=f"{each['named']} {each['choices']}") for at, each in enumerate(kept())]


def now(each: Any) -> TableRules:
    """The same choices today; some need their reading accepted that did not then."""
    chosen = library.submission(each["named"]).with_choices(each["choices"])
    document = library.document_of(chosen)
    return resolve(document, accepting_departures(document, chosen))


def cited(rules: TableRules) -> dict[str, set[str]]:
    return {path: {*row.cite.clauses, *row.cite.readings} for path, row in rules.settles.by_path.items()}


@pytest.mark.parametrize("at", names())
def test_stored_rules_keep_the_identity_they_were_stored_with_and_play_as_today(at: int) -> None:
    each = kept()[at]
    assert each["rules"]["form"] == "vingt-rules/1"
    rules, today = from_json(each["rules"]), now(each)
    assert rules.identity == each["identity"] != today.identity
    assert rules.plays_like(today)
    assert [(path, row.pays) for path, row in rules.settles.by_path.items()] == [
        (path, row.pays) for path, row in today.settles.by_path.items()
    ]
    for path, names_then in cited(rules).items():
        assert names_then - cited(today)[path] <= {"MD-BJ 13.A(2)(a)", "MD-BJ 13.A(2)(b)", "J-10", "J-20"}, (
            path
        )
    assert (rules.title, rules.address) == (today.title, today.address)


def test_a_changed_copy_has_an_identity_of_its_own_and_an_unchanged_one_travels_under_its_name() -> None:
    each = kept()[0]
    rules = from_json(each["rules"])
    assert loads(dumps(rules)).identity == each["identity"]
    changed = replace(rules, title="Another", settles=rules.settles.paying(rules.settles.rows[0], "lose"))
    assert changed.identity not in (each["identity"], now(each).identity)
    assert not changed.plays_like(rules)
    assert replace(rules, title="Another").identity == now(each).identity


def test_what_is_stored_now_is_of_the_newest_form() -> None:
    rules = from_json(kept()[0]["rules"])
    stored = to_json(rules)
    assert stored["form"] == FORM == "vingt-rules/2"
    assert from_json(stored) == rules


def test_another_value_in_the_old_form_is_another_identity() -> None:
    """The identity is computed from what is stored, not taken on trust."""
    for section, name, value in (
        ("natural", "against_dealer_21", "push"),
        ("twenty_one", "split_two_card_against_dealer_natural", "lose"),
        ("comparison", "equal_totals", "lose"),
        ("cards", "decks", 4),
    ):
        data = deepcopy(kept()[0]["rules"])
        assert data[section][name] != value
        data[section][name] = value
        assert from_json(data).identity != kept()[0]["identity"]
        assert not from_json(data).plays_like(now(kept()[0]))


def test_the_old_form_is_read_as_strictly_as_the_new() -> None:
    data = deepcopy(kept()[0]["rules"])
    data["comparison"]["equal_totals"] = "draw"
    with pytest.raises(NotRules, match=r"comparison\.equal_totals: 'draw' is unknown"):
        from_json(data)
    del data["comparison"]
    with pytest.raises(NotRules, match=r"rules\.comparison: missing"):
        from_json(data)
