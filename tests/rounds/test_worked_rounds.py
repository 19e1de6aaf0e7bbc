"""Every worked round: cards and decisions written down, settlements worked out by hand from the clauses."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.proof import clause
from tests.rounds.script import Script
from vingt.core.cards import Card
from vingt.core.money import cents
from vingt.core.rounds.event import Event, WagerSettled
from vingt.rulebook import library

FILES = sorted((Path(__file__).parent / "worked").glob("*.toml"))


def rounds() -> list[Any]:
    found = []
    for file in FILES:
        for each in tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)["round"]:
            name = f"{file.stem}: {each['name']}"
            found.append(pytest.param(each, id=name, marks=[clause(*each["cites"])]))
    return found


def written(settled: WagerSettled) -> str:
    """A settlement as the data write it: `ann 1 main +15 5-card-21`; split hands as `1.1`."""
    place = f"{settled.box}.{settled.hand}" if settled.hand else str(settled.box)
    sign = "+" if settled.net > 0 else ""
    whole, part = divmod(abs(settled.net), 100)
    net = ("-" if settled.net < 0 else sign) + str(whole) + (f".{part:02d}" if part else "")
    return f"{settled.player} {place} {settled.wager} {net} {settled.outcome}"


def told(event: Event) -> str:
    """An event as `events` writes it: its kind and what it says, without its cite."""
    said = (getattr(event, each.name) for each in fields(event) if each.name != "cite")
    return " ".join((event.kind, *(written_in(each) for each in said)))


def written_in(value: object) -> str:
    cards = isinstance(value, tuple) and all(isinstance(each, Card) for each in value)
    return " ".join(map(str, value)) if isinstance(value, tuple) and cards else str(value)


def play(worked: dict[str, Any]) -> Script:
    script = Script(library.table_rules(worked["rules"], worked.get("set", {})))
    for wager in worked["wagers"]:
        script.wager(wager)
    for step in worked["steps"]:
        script.step(step)
    return script


@pytest.mark.parametrize("worked", rounds())
def test_worked_round(worked: dict[str, Any]) -> None:
    script = play(worked)
    if not worked.get("unfinished", False):
        assert script.due() == "over", f"the round waits for {script.due()}"
    expected = [each.split(" by ")[0] for each in worked["expect"]]
    found = script.settlements()
    if worked.get("ordered", False):
        assert [written(each) for each in found] == expected
    else:
        assert sorted(written(each) for each in found) == sorted(expected)
    check_cites(worked["expect"], found, script.rules.cites_as)
    if "unwound" in worked:
        assert {each.player: each.amount for each in script.unwound()} == {
            player: cents(amount) for player, amount in worked["unwound"].items()
        }
    happened = [told(each) for each in script.events]
    for each in worked.get("events", []):
        assert each in happened, f"no {each!r} among {happened}"
    assert worked["why"], "say how the amounts were worked out"


def check_cites(expected: list[str], found: list[WagerSettled], prefix: str) -> None:
    """`… by 12.B(7)`: that settlement must cite the clause or reading."""
    for each in expected:
        text, _, by = each.partition(" by ")
        if not by:
            continue
        matching = [settled for settled in found if written(settled) == text]
        named = {name for settled in matching for name in (*settled.cite.clauses, *settled.cite.readings)}
        for name in by.split(", "):
            assert name in named or f"{prefix} {name}" in named, f"{text}: cites {sorted(named)}, not {name}"


def test_there_are_at_least_250_worked_rounds() -> None:
    assert len(rounds()) >= 250
