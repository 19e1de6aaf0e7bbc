"""A double face down at a live table: the card is nobody's to know until the settlement turns it."""

from __future__ import annotations

import asyncio

from tests.live.quiet_house import Arranged, Table, table_of
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot, verify
from vingt.live.table.commands import Ready
from vingt.report.rounds import replay
from vingt.rulebook import library

# Boxes 1 and 2, dealer; the double's card is the 9 of clubs, and the dealer draws the last.
CARDS = "6s 9d 5h 5d 7c 9h 9c 5c"
DOUBLED = "9c"


def hand_seen(table: Table, person: str | None) -> tuple[str | None, ...]:
    return table.live.view(person).boxes[0].hands[0].cards


def taken(table: Table) -> Snapshot:
    return Snapshot(table.house.store, dict(table.house.store.streams()))


@clause("MD-BJ 10.C")
def test_the_card_of_a_double_lies_face_down_until_settlement() -> None:
    async def play() -> None:
        rules = library.table_rules("md-blackjack", {"double_card_face": "face_down"})
        table = await table_of(rules, Arranged(CARDS))
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        await table.run_out()
        for person, box in ((ann, 1), (bob, 2)):
            await table.must(person, c.PlaceWager(person, box, 1000))
            await table.must(person, Ready())
        await table.rest()
        await table.must(ann, c.Double(ann, 1, 0))
        await table.rest()

        for viewer in (ann, bob, None):
            assert hand_seen(table, viewer) == ("6s", "5d", None)
            assert table.live.view(viewer).boxes[0].hands[0].points == 11
        dealt = [each for each in table.house.store.read(table.live.stream) if each.kind == "card_dealt"][-1]
        assert dealt.data["face_up"] is False
        assert dealt.data["card"].keys() == {"shoe", "at"}, "the log holds its place, not its face"
        halfway = replay.tell(taken(table), "t1", 1)
        assert not any(DOUBLED in line.text for line in halfway.lines)

        await table.must(bob, c.Stand(bob, 2, 0))
        await table.rest()
        last = table.live.view(bob).last_rounds[0]
        assert last.boxes[0].hands[0].cards == ("6s", "5d", DOUBLED)
        assert {each.person: each.net for each in last.payments} == {ann: 2000, bob: -1000}
        told = replay.tell(taken(table), "t1", 1)
        turned = [line for line in told.lines if line.kind == "double_card_turned"]
        assert [line.text for line in turned] == ["the card of the double on box 1 is 9c: 20"]
        assert DOUBLED not in {line.card for line in told.lines if line.kind == "card_dealt"}
        report = verify(taken(table))
        assert report.sound, report
        await table.live.stop()

    asyncio.run(play())
