"""What the rules permit and the house does not play is said as data: which wager, why, by which clause."""

from __future__ import annotations

import pytest

from tests.cli.command import vingt
from vingt.live.log import playability
from vingt.live.log.playability import (
    NotPlayable,
    NotPlayed,
    is_played,
    not_dealt,
    not_played,
    refuse_undealt,
)
from vingt.rulebook import library


def test_a_wager_is_not_played_for_want_of_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = library.table_rules("md-blackjack/double-deck-progressives")
    lacking = [wager for wager in rules.wagers if wager.needs]
    monkeypatch.setattr(playability, "DEVICES", playability.NO_DEVICES)
    assert lacking
    assert [(each.wager, each.cite) for each in not_played(rules)] == [(w.id, w.cite) for w in lacking]
    assert not_dealt(rules) == ()
    refuse_undealt(rules)
    monkeypatch.undo()
    assert not_played(rules) == ()
    assert all(map(is_played, rules.wagers))


def test_a_way_to_deal_is_named_by_the_key_of_the_submission(monkeypatch: pytest.MonkeyPatch) -> None:
    document = library.load("md-blackjack")
    rules = library.table_rules("md-blackjack", {"variant": "switch", "shoe": "double"})
    assert not_dealt(rules) == ()
    monkeypatch.setattr(playability, "GAMES", frozenset({"standard"}))
    (found,) = not_dealt(rules)
    assert found == NotPlayed("", 'variant = "switch"', rules.cite(document.keys["variant"].path))
    with pytest.raises(NotPlayable, match=r'variant = "switch": permitted by MD-BJ'):
        refuse_undealt(rules)


def test_json_says_it_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = library.table_rules("md-blackjack/double-deck-progressives")
    monkeypatch.setattr(playability, "DEVICES", playability.NO_DEVICES)
    notes = [each.as_json() for each in not_played(rules)]
    monkeypatch.undo()
    super_4 = next(each for each in notes if each["wager"] == "super-4")
    assert super_4["reason"] == "needs meter"
    clauses = super_4["clauses"]
    assert isinstance(clauses, list)
    assert "MD-BJ 6.G(13)" in clauses
    assert vingt("check", "md-blackjack/double-deck-progressives", "--json").json["not_playable"] == []
