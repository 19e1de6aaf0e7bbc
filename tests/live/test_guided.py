"""A table that a person deals: every step by its name and in its order, and nothing else."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.guided_table import guided_table, play_out, round_begun
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_writer import Accepted
from vingt.live.log import events as t
from vingt.live.table.commands import HandOverTable, Ready, TakeTable
from vingt.rulebook import library


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_dealer_deals_a_round_of_each_game_step_by_step(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        ann = await round_begun(table)
        assert table.due is not None
        assert table.due.id == "close_betting"
        await play_out(table, ann)
        assert table.due is not None
        assert table.due.id == "take_and_pay#box 1"
        collected = await table.go_on("start_round")
        assert (collected[0], collected[-1]) == ("take_and_pay#box 1", "pick_up_cards")
        report = table.verified()
        assert report.problems == []
        assert report.rounds == 1
        acts = [stored for stored in table.house.store.read(table.live.stream) if stored.kind == "card_dealt"]
        assert {stored.actor for stored in acts} == {table.dee}

    asyncio.run(play())


def test_nothing_happens_by_itself() -> None:
    async def play() -> None:
        table = await guided_table()
        ann = await round_begun(table)
        await table.must(ann, Ready())
        await table.wait(3_600_000)
        assert table.live.state.betting, "ready or not: the dealer closes the betting"
        assert table.live.clock is None

    asyncio.run(play())


def test_what_is_not_due_is_refused_with_what_is() -> None:
    async def play() -> None:
        table = await guided_table()
        nobody = await table.do(table.dee, "deal")
        assert isinstance(nobody, Refusal)
        assert "take the table" in nobody.why
        ann = await round_begun(table)
        refused = await table.do(table.dee, "deal")
        assert isinstance(refused, Refusal)
        assert "Close the betting" in refused.why
        assert refused.cite == table.live.rules.cite("wagering.locks_at")
        for person in (ann, table.fay):
            assert isinstance(await table.do(person, "close_betting"), Refusal), "only who deals"
        await table.must_do(table.dee, "close_betting")
        assert isinstance(await table.do(table.dee, "close_betting"), Refusal)
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 1_000)), Refusal)

    asyncio.run(play())


def test_who_plays_does_not_deal_and_who_deals_does_not_play() -> None:
    async def play() -> None:
        table = await guided_table()
        ann = await table.come("Ann", 1)
        refused = await table.give(ann, TakeTable())
        assert isinstance(refused, Refusal)
        assert "dealers and floorpersons" in refused.why
        await table.must(table.fay, TakeTable())
        assert isinstance(await table.say(table.fay, "take_seat", box=3), Refusal)
        dan = await table.staff("dan", "dealer")
        await table.say(dan, "take_seat", box=3)
        plays = await table.give(dan, TakeTable())
        assert isinstance(plays, Refusal)
        assert "does not deal there" in plays.why

    asyncio.run(play())


def test_a_relief_burns_before_dealing() -> None:
    async def play() -> None:
        table = await guided_table()
        await round_begun(table)
        dan = await table.staff("dan", "dealer")
        await table.must(dan, TakeTable())
        came = next(
            stored
            for stored in reversed(list(table.house.store.read(table.live.stream)))
            if stored.kind == t.DealerCame.kind
        )
        assert (came.data["person"], came.data["relieves"], came.actor) == (dan, table.dee, dan)
        table.dee = dan
        assert table.due is not None
        assert table.due.id == "burn"
        assert "MD-P21 7.B(4)" in table.due.cite.clauses
        assert isinstance(await table.do(dan, "close_betting"), Refusal)
        out = table.live.state.shoe.out
        await table.must_do(dan, "burn")
        assert table.live.state.shoe.out == out + 1
        await table.must_do(dan, "dealers_conduct")  # each dealer reads it
        await table.must_do(dan, "close_betting")
        assert isinstance(await table.give(dan, HandOverTable()), Refusal), "a round is in play"
        assert table.verified().problems == []

    asyncio.run(play())


def test_a_key_that_comes_again_does_nothing_twice() -> None:
    async def play() -> None:
        from vingt.live.table.commands import PerformStep

        table = await guided_table()
        await round_begun(table)
        first = await table.give(table.dee, PerformStep("close_betting"), key="once")
        assert isinstance(first, Accepted)
        version = table.live.version
        assert await table.give(table.dee, PerformStep("close_betting"), key="once") == first
        table.live._answers.clear()  # found in the log
        assert await table.give(table.dee, PerformStep("close_betting"), key="once") == first
        assert isinstance(await table.give(table.dee, PerformStep("deal"), key="once"), Refusal)
        assert table.live.version == version

    asyncio.run(play())
