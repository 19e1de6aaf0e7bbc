"""Hands that are asked about together are alike: each of them alone gets the same answer."""

from __future__ import annotations

import pytest

from tests.simulation.field_changes import RULEBOOKS, base
from vingt.analysis.tabulated.classes import look_at
from vingt.analysis.tabulated.rights import asked_stake, doubled_stakes, family_rights, rights
from vingt.core.rounds.state import Hand

ORIGINS = {"whole": (False, False), "split": (True, False), "aces": (True, True)}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_hand_by_itself_has_the_rights_of_those_alike(rulebook: str) -> None:
    rules = base(rulebook)
    stake = asked_stake(rules)
    found = rights(rules, stake)
    stakes = doubled_stakes(rules, stake)
    assert len(found.alike) < len(found.hands) / 4
    for name, (split, aces) in ORIGINS.items():
        plain = [Hand(cards, from_split=split, split_aces=aces) for cards in found.hands.cards]
        asked, mine = family_rights(rules, plain, stakes), getattr(found, name)
        # Where split aces are asked about, hands without an ace are none.
        held = slice(None) if not aces else found.hands.counts[:, 0] > 0
        assert (asked.hit[held] == mine.hit[held]).all()
        assert (asked.double[:, held] == mine.double[:, held]).all()
        assert (asked.rescue[:, held] == mine.rescue[:, held]).all()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_hand_by_itself_is_paid_as_those_alike(rulebook: str) -> None:
    rules = base(rulebook)
    found = rights(rules, asked_stake(rules))
    for split in (False, True):
        for doubles in range(found.doubles_max + 1):
            for alike in found.alike:
                seen = {
                    look_at(rules, Hand(found.hands.cards[at], (), "playing", split, False, doubles=doubles))
                    for at in alike
                }
                assert len(seen) == 1
