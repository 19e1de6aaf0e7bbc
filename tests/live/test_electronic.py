"""Electronic blackjack at live tables: community cards come out of the shoe once and lie in every hand, dealt
by the house, by a person and from real cards; the audit plays it all again."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.bots import Bots
from tests.live.guided_table import guided_table
from tests.live.quiet_house import Arranged, Table, table_of
from tests.live.test_hand_dealt import wager
from tests.live.test_scanned import play as scanned_round
from tests.proof import checked, clause
from vingt.core.cards import cards
from vingt.core.rounds import command as c
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot, verify
from vingt.live.table.checklist import reader_inspection
from vingt.live.table.commands import TakeTable
from vingt.report.docket.paper_table import PaperTable
from vingt.report.rounds import replay
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library

RULES = library.table_rules("md-blackjack/electronic")
TWO = library.table_rules("md-blackjack/electronic", {"electronic_community_cards": "first_two_cards"})
# The community card, the dealer, boxes 1 and 2; ann doubles 11 to 21; the dealer draws the rest: 19.
CARDS = "5s 9c 6h Kd 10c 10h"


def taken(table: Table) -> Snapshot:
    return Snapshot(table.house.store, dict(table.house.store.streams()))


@clause("MD-BJ 12.C(1)", "MD-BJ 12.C(2)")
def test_a_community_card_comes_out_once_and_lies_in_every_hand() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(CARDS))
        ann, bob = [await table.come(name, box) for box, name in enumerate(("ann", "bob"), 1)]
        await table.run_out()
        await wager(table, {ann: 1, bob: 2})

        for viewer in (ann, bob, None):
            view = table.live.view(viewer)
            assert view.community == ("5s",)
            assert view.dealer.cards == ("9c",), "no hole card lies there"
            hands = [box.hands[0] for box in view.boxes[:2]]
            assert [(hand.cards, hand.shared) for hand in hands] == [(("5s", "6h"), 1), (("5s", "Kd"), 1)]
        assert table.live.state.shown == cards("5s 9c 6h Kd"), "each card is seen once"
        assert table.live.state.shoe.dealt == 4
        await table.must(ann, c.Double(ann, 1, 0))
        await table.must(bob, c.Stand(bob, 2, 0))
        await table.rest()
        last = table.live.view(ann).last_rounds[0]
        assert sorted(each.net for each in last.payments) == [-1000, 2000]

        told = replay.tell(taken(table), "t1", 1)
        assert any("the community card for all hands is 5s" in line.text for line in told.lines)
        assert verify(taken(table)).sound
        await table.live.stop()

    asyncio.run(play())


@pytest.mark.parametrize("rules", [RULES, TWO], ids=["one card", "two cards"])
def test_whatever_is_played_the_audit_finds_it_sound(rules: TableRules) -> None:
    async def play() -> None:
        table = await table_of(rules, Arranged(seed=3))
        people = [await table.come(name, box) for name, box in (("ann", 1), ("bob", 4), ("cal", 7))]
        await Bots(table, people, 3).play(10)
        assert verify(taken(table)).sound
        await table.live.stop()

    asyncio.run(play())


@clause("MD-BJ 12.C(1)", "MD-BJ 12.C(2)")
def test_a_person_deals_a_community_card_and_no_hole_card() -> None:
    async def play() -> None:
        table = await guided_table(RULES, Arranged(CARDS))
        await table.must(table.dee, TakeTable())
        ann, bob = await table.come("Ann", 1), await table.come("Bob", 2)
        await table.go_on(lambda: table.live.state.betting)
        for box, person in enumerate((ann, bob), 1):
            await table.must(person, c.PlaceWager(person, box, 1000))
        await table.go_on("deal")
        words = []
        while table.due is not None and table.due.id == "deal":
            words.append((table.due.words, table.due.cite.clauses))
            await table.must_do(table.dee, "deal")
        assert [said for said, _ in words] == [
            "Deal a community card, for all hands",
            "Deal a card to the dealer",
            "Deal a card to box 1",
            "Deal a card to box 2",
        ]
        assert words[0][1] == ("MD-BJ 12.C(2)",)
        assert not any("reader" in step for step in table.lawful())
        await table.must(ann, c.Double(ann, 1, 0))
        await table.must_do(table.dee, "deal")
        await table.must(bob, c.Stand(bob, 2, 0))
        assert table.due is not None
        assert (table.due.words, table.due.cite.clauses) == ("Deal a card to the dealer", ("MD-BJ 12.C(1)",))
        await table.go_on("start_round")
        assert sorted(each.net for each in table.live.state.last_rounds[0].payments) == [-1000, 2000]
        assert table.verified().problems == []

    asyncio.run(play())


def test_real_cards_are_entered_once_for_all_hands() -> None:
    """Two boxes stand on K-9 and K-9; the dealer's second card is entered after them."""
    table = PaperTable(TWO, "scanned")
    table.open_with(["ann", "bob"])
    assert scanned_round(table, ["Ks", "9c", "9h", "10d"]) is None
    assert [each.net for each in table.state.last_rounds[0].payments] == [0, 0]
    assert [stored.kind for stored in table.log].count("card_scanned") == 4
    assert table.verified().problems == []


@checked("MD-BJ 12.C(1)")
def test_without_a_hole_card_no_reader_is_inspected_or_stands_on_the_table() -> None:
    assert reader_inspection(library.table_rules("md-blackjack/default")) is not None
    assert reader_inspection(RULES) is None
    assert not any("reader" in words for _, words, _ in shown_at(RULES))
