"""Blackjack Switch at a live table: a position is two boxes, asked once, and the audit plays it all again."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.bots import Bots
from tests.live.guided_table import guided_table
from tests.live.quiet_house import Arranged, Table, table_of
from tests.live.test_scanned import play as scanned_round
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot, verify
from vingt.live.table.commands import LeaveSeat, Ready, TakeSeat, TakeTable
from vingt.report.docket.paper_table import PaperTable
from vingt.report.rounds import replay
from vingt.rulebook import library

SUPER_MATCH = {"super-match": {"stake_min": 1, "stake_max": 25}}
RULES = library.table_rules("md-blackjack", {"variant": "switch", "wagers": SUPER_MATCH})
# Boxes 1 and 2, dealer; 16 and 15 become 20 and 11 by the switch; the double's 9; the dealer draws the last.
CARDS = "10s 5h 6d 6c Ks Kd 9c 3s"


def audited(table: Table) -> bool:
    return verify(Snapshot(table.house.store, dict(table.house.store.streams()))).sound


@clause("MD-BJ 12.A(1)", "MD-BJ 12.A(3)", "MD-BJ 12.A(4)(a)")
def test_a_position_is_taken_wagered_on_switched_and_settled_as_two_boxes() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(CARDS))
        ann = await table.come("ann", 2)
        assert table.live.state.held_by(ann) == (1, 2)
        bob = await table.come("bob")
        assert "held by another" in str(await table.give(bob, TakeSeat(1)))
        await table.run_out()
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.must(ann, c.PlaceWager(ann, 1, 500, "super-match"))
        assert [box.bettors[0].main for box in table.live.state.round.boxes] == [1000, 1000]
        await table.must(ann, Ready())
        await table.rest()

        (prompt,) = [each for each in table.live.view(ann).prompts if each.urgent]
        assert (prompt.kind, [choice.command for choice in prompt.choices]) == (
            "switch",
            ["switch_cards", "keep_cards"],
        )
        assert not [each for each in table.live.view(bob).prompts if each.urgent]
        await table.must(ann, c.SwitchCards(ann, 1))
        await table.rest()
        assert [box.hands[0].cards for box in table.live.view(None).boxes[:2]] == [
            ("10s", "Ks"),
            ("5h", "6c"),
        ]
        await table.must(ann, c.Stand(ann, 1, 0))
        await table.must(ann, c.Double(ann, 2, 0))
        await table.rest()

        last = table.live.view(ann).last_rounds[0]
        assert sorted(each.net for each in last.payments) == [-500, 1000, 2000]
        told = replay.tell(Snapshot(table.house.store, dict(table.house.store.streams())), "t1", 1)
        assert any("switches the second cards of boxes 1 and 2" in line.text for line in told.lines)
        await table.must(ann, LeaveSeat(1))
        assert table.live.state.held_by(ann) == ()
        assert audited(table)
        await table.live.stop()

    asyncio.run(play())


def test_who_does_not_answer_keeps_the_cards() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(CARDS))
        ann = await table.come("ann", 1)
        await table.run_out()
        await table.must(ann, c.PlaceWager(ann, 2, 1000))
        await table.must(ann, Ready())
        await table.rest()
        await table.run_out()
        assert [box.hands[0].cards for box in table.live.view(None).boxes[:2]] == [
            ("10s", "6c"),
            ("5h", "Ks"),
        ]
        assert not table.live.state.round.asked
        await table.live.stop()

    asyncio.run(play())


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_played_the_audit_finds_it_sound(seed: int) -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(seed=seed))
        people = [await table.come(name, box) for name, box in (("ann", 1), ("bob", 5))]
        await Bots(table, people, seed).play(12)
        assert audited(table)
        await table.live.stop()

    asyncio.run(play())


@clause("MD-BJ 12.A(3)", "MD-BJ 12.A(4)(a)")
def test_a_person_deals_two_hands_and_the_cards_that_were_switched() -> None:
    async def play() -> None:
        table = await guided_table(RULES, Arranged(CARDS))
        await table.must(table.dee, TakeTable())
        ann = await table.come("Ann", 1)
        await table.go_on(lambda: table.live.state.betting)
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.go_on(lambda: bool(table.live.state.round.asked))
        assert table.due is None, "nothing is dealt before the answer"
        await table.must(ann, c.SwitchCards(ann, 2))
        await table.must(ann, c.Stand(ann, 1, 0))
        await table.must(ann, c.Double(ann, 2, 0))
        steps = await table.go_on("start_round")
        assert [step for step in steps if step.startswith("take_and_pay")] == [
            "take_and_pay#box 2",
            "take_and_pay#box 1",
        ]
        assert sorted(each.net for each in table.live.state.last_rounds[0].payments) == [1000, 2000]
        assert table.verified().problems == []

    asyncio.run(play())


def test_real_cards_of_two_hands_are_entered_one_by_one() -> None:
    """Who does not answer keeps the cards: 10-6 and 5-K against 6-K-3."""
    table = PaperTable(library.table_rules("md-blackjack/switch"), "scanned")
    table.open_with(["ann"])
    assert scanned_round(table, ["10s", "5h", "6d", "6c", "Ks", "", "Kd", "3s"]) is None
    assert [each.net for each in table.state.last_rounds[0].payments] == [-500, -500]
    assert table.verified().problems == []
