"""Orders of the floor: a reshuffle when it is lawful, fills and credits by two people; all of it verified."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.quiet_house import Arranged, Table, table_of
from tests.live.test_posted_limits import checked, play_out
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot
from vingt.live.books.win import day_of, table_win
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.kinds import StreamEvent
from vingt.live.money.ledger import Ledger, bank, inventory
from vingt.live.table.commands import Ready
from vingt.report.rounds.replay import tell
from vingt.rulebook import library

RULES = library.table_rules("md-pontoon-21")  # chips of 50 cents
DEALT = "5s 9c 6d Kc 9h 8c 7h 8s"


async def seated() -> tuple[Table, str]:
    table = await table_of(RULES, Arranged(DEALT))
    ann = await table.come("ann", 1)
    await table.run_out()  # the cut
    return table, ann


async def a_round(table: Table, ann: str) -> None:
    await table.must(ann, c.PlaceWager(ann, 1, 1000))
    await play_out(table, ann)


def ends(table: Table) -> list[tuple[str, str]]:
    read = table.house.store.read(table.live.stream)
    return [(each.data["why"], each.actor) for each in read if each.kind == "shoe_ended"]


def test_a_reshuffle_comes_after_the_round_in_play_and_the_cut_goes_to_the_farthest_right() -> None:
    async def play() -> None:
        table, ann = await seated()
        early = await table.live.order_reshuffle("fay")
        assert isinstance(early, Refusal)
        assert "no round was played since" in early.why
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.must(ann, Ready())
        assert isinstance(await table.live.order_reshuffle("fay"), Accepted)
        again = await table.live.order_reshuffle("fay")
        assert isinstance(again, Refusal)
        assert again.cite.clauses[0] == "MD-P21 5.G"
        assert ends(table) == []
        while table.live.state.round_open:
            await table.run_out()
        assert ends(table) == [("ordered", "dealer")]
        assert table.live.state.shoe.number == 2
        assert not table.live.state.reshuffle_by
        assert table.live.state.shoe.ended_by == "ordered"
        assert checked(table).sound
        store = table.house.store
        told = tell(Snapshot(store, store.streams()), "t1", 1)
        assert "fay orders a reshuffle" in [line.text for line in told.lines]

    asyncio.run(play())


def test_between_two_rounds_it_comes_at_once() -> None:
    async def play() -> None:
        table, ann = await seated()
        await a_round(table, ann)
        assert isinstance(await table.live.order_reshuffle("fay"), Accepted)
        await table.rest()
        assert ends(table) == [("ordered", "dealer")]
        assert table.live.state.shoe.number == 2
        assert checked(table).sound

    asyncio.run(play())


@pytest.mark.parametrize(
    ("ignored", "what"), [(True, "began before the reshuffle"), (False, "no floorperson had ordered")]
)
def test_a_log_with_a_reshuffle_ignored_or_made_up_is_not_sound(ignored: bool, what: str) -> None:
    async def play() -> None:
        table, ann = await seated()
        await a_round(table, ann)
        live, forged = table.live, list[StreamEvent]()
        await live.stop()
        if ignored:
            forged = [f.ReshuffleOrdered("fay"), t.RoundStarted(live.state.round_number + 1)]
        else:
            forged = [t.ShoeEnded(1, "ordered", live.state.shoe.out, RULES.cite("shoe.cover_card_ends"))]
        await live._append([codec.new(event, actor="dealer") for event in forged])
        found = [problem.what for problem in checked(table).problems]
        assert any(what in each for each in found), found

    asyncio.run(play())


def test_a_fill_moves_when_a_second_person_has_counted_it() -> None:
    async def play() -> None:
        table, ann = await seated()
        live = table.live
        for amount in (0, 25, -100):
            assert isinstance(await live.order_chips(amount, "fay"), Refusal), amount
        assert isinstance(await live.order_chips(50_000, "fay"), Accepted)
        assert isinstance(await live.order_chips(50_000, "fay"), Refusal), "one waits"
        alone = await live.count_chips(1, "fay")
        assert isinstance(alone, Refusal)
        assert "does not count them" in alone.why
        assert isinstance(await live.count_chips(2, "dee"), Refusal)
        assert live.state.takings.inventory == 0
        assert isinstance(await live.count_chips(1, "dee"), Accepted)
        assert isinstance(await live.count_chips(1, "dee"), Refusal), "once"
        assert live.state.takings.inventory == 50_000
        await a_round(table, ann)
        won = live.state.takings.win
        assert isinstance(await live.order_chips(-(50_000 + won) - 50, "fay"), Refusal), "more than there is"
        assert isinstance(await live.order_chips(-20_000, "fay"), Accepted)
        assert isinstance(await live.withdraw_chips(2, "fay"), Accepted)
        assert isinstance(await live.order_chips(-30_000, "fay"), Accepted)
        assert isinstance(await live.count_chips(3, "dee"), Accepted)
        assert live.state.takings.inventory == 20_000 + won

        ledger = Ledger()
        for stored in table.house.store.read(live.stream):
            ledger.follow(stored)
        assert not ledger.faults
        assert ledger.balances[inventory("t1")] == live.state.takings.inventory
        assert (ledger.balances[bank("t1")], ledger.won("t1")) == (-20_000, won)
        found = checked(table)
        assert found.sound
        assert found.balances["bank"] == -20_000
        assert sum(found.balances.values()) == 0
        day = table_win("t1", table.house.store.read(live.stream), day_of(table.clock.now()))
        assert (day.fills, day.credits, day.win) == (50_000, 30_000, won)
        assert live.state.racks == {ann: live.state.rack(ann)}, "nobody else has chips"

    asyncio.run(play())


def test_rounds_of_the_last_hour_are_known_after_a_rebuild_too() -> None:
    async def play() -> None:
        table, ann = await seated()
        await a_round(table, ann)
        first = table.live.state.round_ends
        await table.wait(30 * 60_000)
        assert len(first) == 1
        if table.live.state.betting and table.live.state.held:
            await a_round(table, ann)
            assert len(table.live.state.round_ends) == 2
        kept = table.live.state
        table.live.state, table.live.version = type(kept)(), 0
        table.live.rebuild()
        assert table.live.state.round_ends == kept.round_ends
        assert table.live.state == kept

    asyncio.run(play())
