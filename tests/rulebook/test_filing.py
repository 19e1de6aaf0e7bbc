"""Every key of every rulebook: what may be filed is accepted, what may not is refused by its clauses, and
what holds when nothing is said."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.proof import checked
from vingt.core.rules.resolve import NotAllowed, choices_of, resolve
from vingt.core.rules.submission import Problem, Submission
from vingt.rulebook.library import RULEBOOKS, load, sample

MUST_BE_STATED = "must be stated"


def listed() -> list[dict[str, Any]]:
    text = (Path(__file__).parent / "filing.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text, parse_float=Decimal)["key"]
    return found


def keys() -> list[Any]:
    return [
        pytest.param(each, id=f"{each['rulebook']}:{each['key']}", marks=checked(*each["cites"]))
        for each in listed()
    ]


def objections(chosen: Submission, key: str) -> list[Problem]:
    try:
        resolve(load(chosen.rulebook), chosen)
    except NotAllowed as refused:
        return [each for each in refused.problems if each.key == key]
    return []


def filed(row: dict[str, Any], value: object) -> Submission:
    readings = {"accept_readings": row["accepting"]} if "accepting" in row else {}
    return sample(row["rulebook"]).with_choices({**readings, **row.get("along", {}), row["key"]: value})


def left_out(row: dict[str, Any]) -> Submission:
    chosen = sample(row["rulebook"]).with_choices(row.get("along", {}))
    return replace(chosen, raw={key: value for key, value in chosen.raw.items() if key != row["key"]})


@pytest.mark.parametrize("row", keys())
def test_each_key_takes_what_its_clauses_leave_open_and_nothing_else(row: dict[str, Any]) -> None:
    for value in row["may"]:
        assert objections(filed(row, value), row["key"]) == [], f"{value!r} is refused"
    for value in row["may_not"]:
        found = objections(filed(row, value), row["key"])
        assert found, f"{value!r} is accepted"
        assert set(row["cites"]) <= set(found[0].cite.clauses)
    missing = objections(left_out(row), row["key"])
    if row["left_out"] == MUST_BE_STATED:
        assert missing, "need not be stated"
        return
    assert not missing
    leaf = choices_of(load(row["rulebook"]))[row["key"]]
    assert leaf.resolved() == leaf.choose(row["left_out"])


def test_no_key_is_forgotten() -> None:
    written = {(each["rulebook"], each["key"]) for each in listed()}
    for rulebook in RULEBOOKS:
        for key, leaf in choices_of(load(rulebook)).items():
            assert leaf.is_fixed or (rulebook, key) in written
