"""Every clock of a live table and what it answers when it runs out, each written down as such."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from tests.live.quiet_house import Arranged, Table, table_of
from tests.proof import clause
from vingt.live.log import codec
from vingt.live.log.events import ClockRanOut
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import BuyIn, LeaveTable, Ready, ShareBox
from vingt.rulebook import library

# Box 1 gets the first and the third card, the dealer's up card is the second, the fourth is a hole card.
PLAIN = "5s 6d 9h 9c"
DOUBLE = "5s 6d 6h 9c 4c"
PAIR = "8s 6d 8h 9c"
ACE_UP = "8s Ad 9h 9c"


async def shared_box(rules: str, first: str) -> tuple[Table, str, str]:
    """Ann holds box 1 and shares it with Bob, and both have a wager on it; the dealer has cut the cards."""
    table = await table_of(library.table_rules(rules), Arranged(first))
    ann = await table.come("ann", 1)
    bob = await table.come("bob")
    await table.run_out()
    await table.must(ann, ShareBox(1, True))
    for person in (ann, bob):
        await table.say(person, "place_wager", box=1, amount=2000)
    for person in (ann, bob):
        await table.must(person, Ready())
    return table, ann, bob


def ran_out(table: Table) -> list[ClockRanOut]:
    events = table.house.store.read(table.live.stream)
    return [codec.event_of(stored) for stored in events if stored.kind == "clock_ran_out"]


def commanded(table: Table, after_clock: str) -> list[str]:
    """The commands right after this clock ran out."""
    events = list(table.house.store.read(table.live.stream))
    return [
        after.data["command"]["do"]
        for before, after in pairwise(events)
        if before.kind == "clock_ran_out" and before.data["clock"] == after_clock
    ]


@pytest.mark.parametrize(
    ("rules", "first", "acts", "clock", "answers"),
    [
        pytest.param("ma-pontoon-21", PLAIN, (), "decision", ["stand"], id="stand"),
        pytest.param(
            *("ma-pontoon-21", ACE_UP, (), "insurance", ["decline_insurance", "decline_insurance"]),
            id="no insurance",
        ),
        pytest.param(
            *("ma-pontoon-21", DOUBLE, ("double",), "join_double", ["decline_double"]),
            marks=clause("MA-P21 13(d)#1"),
            id="do not join",
        ),
        pytest.param(
            *("ma-pontoon-21", PAIR, ("split",), "cover_split", ["stay_on_hand"]),
            marks=clause("MA-P21 13(e)"),
            id="stay on the first hand",
        ),
        pytest.param(
            *("mbs-pontoon", "5s 6d 6h 4c", ("double", "bob double"), "rescue", ["stand"]),
            id="keep the double",
        ),
    ],
)
def test_a_clock_that_runs_out_gives_its_default(
    rules: str, first: str, acts: tuple[str, ...], clock: str, answers: list[str]
) -> None:
    async def play() -> None:
        table, ann, bob = await shared_box(rules, first)
        for act in acts:
            who, word = (bob, act.removeprefix("bob ")) if act.startswith("bob ") else (ann, act)
            await table.say(who, word, box=1, hand=0)
        running = table.live.clock
        assert running is not None
        assert running.name == clock
        await table.wait(running.deadline - table.clock.now() - 1)
        assert not commanded(table, clock), "nothing before its time"
        await table.wait(1)
        assert commanded(table, clock) == answers
        await table.live.stop()

    asyncio.run(play())


@clause("MD-P21 5.C")
def test_the_dealer_cuts_for_who_does_not_answer_and_deals_when_betting_time_is_over() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-pontoon-21"), Arranged(PLAIN))
        ann = await table.come("ann", 1)
        assert table.live.view(ann).prompts[0].kind == "cut"
        await table.run_out()
        assert table.live.state.shoe.cutter == ""
        assert table.live.clock is None, "without a wager no time runs"
        await table.say(ann, "place_wager", box=1, amount=500)
        await table.run_out()
        assert [each.clock for each in ran_out(table)] == ["cut", "betting"]
        assert table.live.view(ann).phase == "play"
        await table.live.stop()

    asyncio.run(play())


def test_saying_ready_again_and_again_buys_no_time() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-pontoon-21"), Arranged(PLAIN))
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        await table.run_out()
        await table.say(bob, "place_wager", box=2, amount=500)
        started = table.live.clock
        for _ in range(3):
            await table.wait(5_000)
            await table.say(ann, "place_wager", box=1, amount=500)
            await table.must(ann, Ready())
        assert table.live.clock == started
        await table.wait(5_000)
        assert table.live.state.round.betting_closed
        await table.live.stop()

    asyncio.run(play())


def test_a_box_is_kept_for_who_is_away_until_its_clock_runs_out() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-pontoon-21"), Arranged(PLAIN))
        ann = await table.come("ann", 1)
        await table.run_out()
        await table.wait(Clocks().seat - 60_000)
        table.live.view(ann)  # still looking
        await table.wait(Clocks().seat - 1)
        assert table.live.state.held_by(ann)
        await table.wait(1)
        assert not table.live.state.held_by(ann)
        assert ran_out(table)[-1].clock == "seat"
        assert table.live.state.rack(ann) == 100_000, "the chips wait for their owner"
        await table.must(ann, LeaveTable())
        assert table.house.people.purse(ann) == 1_000_000
        await table.must(ann, BuyIn(500))
        await table.live.stop()

    asyncio.run(play())
