"""Who is there and who is away, what those who left may cost the others, and what people say."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged, HandClock, Table, clocks, table_of
from tests.live.test_clocks import ran_out
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import House
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import Ready, ShareBox
from vingt.live.table.phrases import BREATH, HEARD, PHRASES
from vingt.live.views.common_view import listed
from vingt.rulebook import library

AWAY = Clocks().away
# Boxes 1, 2, 3 get 14, 15 and two eights against a six; then the dealer's hole card.
THREE = "5s 5h 8c 6d 9h Kc 8d 9c"


async def three(first: str = THREE, rules: str = "ma-pontoon-21") -> tuple[Table, str, str, str]:
    """Ann, Bob and Cal, connected, each with a wager; the cards are dealt to all."""
    table = await table_of(library.table_rules(rules), Arranged(first))
    people = [await table.come(name, box) for name, box in (("ann", 1), ("bob", 2), ("cal", 3))]
    for person in people:
        table.live.arrive(person)
    await table.run_out()
    for box, person in enumerate(people, 1):
        await table.must(person, c.PlaceWager(person, box, 2000))
    ann, bob, cal = people
    return table, ann, bob, cal


async def all_ready(table: Table, *people: str) -> None:
    for person in people:
        await table.must(person, Ready())


def test_who_leaves_is_away_at_once_and_costs_the_others_five_seconds_altogether() -> None:
    """Bob leaves while Ann decides. He is asked about a pair, splits nothing, and holds two boxes."""

    async def play() -> None:
        table = await table_of(library.table_rules("ma-pontoon-21"), Arranged("5s 8h 8c 6d 9h 8s 8d 9c"))
        ann = await table.come("ann", 1)
        bob = await table.come("bob", 2, 3)
        cal = await table.come("cal", 4)
        for person in (ann, bob, cal):
            table.live.arrive(person)
        await table.run_out()
        for person, box in ((ann, 1), (bob, 2), (bob, 3)):
            await table.must(person, c.PlaceWager(person, box, 2000))
        await all_ready(table, ann, bob, cal)
        assert table.live.view(cal).waiting_for == "ann"
        before = table.live.revision
        table.live.depart(bob)
        assert table.live.revision > before
        away = [box.number for box in table.live.view(cal).boxes if box.away]
        assert away == [2, 3]
        assert table.live.view(ann).clock.deadline == table.clock.now() + Clocks().decision  # type: ignore[union-attr]

        await table.wait(1000)
        await table.must(ann, c.Stand(ann, 1, 0))
        asked_at = table.clock.now()
        assert table.live.view(cal).waiting_for == "bob, who is away"
        assert table.live.clock is not None
        assert table.live.clock.deadline == asked_at + AWAY - 1000
        await table.wait(AWAY - 1001)
        assert not ran_out(table)[1:], "the cut alone"
        await table.wait(1)
        assert [each.box for each in ran_out(table)[1:]] == [2, 3], "both boxes at once"
        assert table.live.state.last_rounds, "the round is over"
        assert table.clock.now() - asked_at <= AWAY

        before = table.clock.now()  # in the next round nobody waits for him
        for person, box in ((ann, 1), (cal, 4)):
            await table.must(person, c.PlaceWager(person, box, 2000))
        await all_ready(table, ann, cal)
        assert table.live.state.round.betting_closed
        assert table.clock.now() == before
        await table.live.stop()

    asyncio.run(play())


def test_coming_back_gives_what_is_left_of_the_ordinary_clock() -> None:
    async def play() -> None:
        table, ann, bob, cal = await three()
        await all_ready(table, ann, bob, cal)
        started = table.clock.now()
        table.live.depart(ann)
        assert table.live.clock.deadline == started + AWAY  # type: ignore[union-attr]
        await table.wait(3000)
        table.live.arrive(ann)
        await table.wait(AWAY)
        assert table.live.view(ann).you.waited_for  # type: ignore[union-attr]
        assert table.live.clock.deadline == started + Clocks().decision  # type: ignore[union-attr]
        table.live.arrive(ann)  # a second window
        table.live.depart(ann)
        assert table.live.clock.deadline == started + Clocks().decision  # type: ignore[union-attr]
        await table.live.stop()

    asyncio.run(play())


def test_an_away_players_wager_counts_as_ready_and_no_wager_as_nothing() -> None:
    async def play() -> None:
        table, ann, bob, cal = await three()
        await table.say(cal, "withdraw_wager", box=3)
        assert table.live.view(ann).waiting_for == "ann, bob and cal"
        table.live.depart(cal)
        assert table.live.view(ann).waiting_for == "ann and bob"
        await table.must(ann, Ready())
        table.live.depart(bob)
        assert table.live.view(ann).waiting_for == "bob, who is away"
        assert not table.live.view(ann).you.waited_for  # type: ignore[union-attr]
        await table.wait(AWAY - 1)
        assert table.live.state.betting
        await table.wait(1)
        assert table.live.state.round.betting_closed
        await table.live.stop()

    asyncio.run(play())


def test_somebody_alone_keeps_the_ordinary_clocks() -> None:
    async def play() -> None:
        table, ann, bob, cal = await three()
        await all_ready(table, ann, bob, cal)
        for person in (ann, bob, cal):
            table.live.depart(person)
        assert table.live.clock.deadline == table.clock.now() + Clocks().decision  # type: ignore[union-attr]
        await table.live.stop()

    asyncio.run(play())


def test_all_who_are_asked_and_away_are_answered_for_and_who_is_there_has_the_time() -> None:
    """Insurance is asked of all at once."""

    async def play() -> None:
        table, ann, bob, cal = await three("5s 5h 8c Ad 9h Kc 8d 9c")
        await all_ready(table, ann, bob, cal)
        assert table.live.view(ann).phase == "insurance"
        started = table.clock.now()
        table.live.depart(bob)
        table.live.depart(cal)
        assert table.live.view(ann).waiting_for == "ann, and bob and cal, who are away"
        assert table.live.clock.deadline == started + Clocks().insurance  # type: ignore[union-attr]
        await table.wait(AWAY + 1000)
        assert table.live.view(ann).phase == "insurance", "ann may think"
        await table.must(ann, c.DeclineInsurance(ann, 1))
        assert table.live.view(ann).phase == "play", "the others have left long ago"
        await table.live.stop()

    asyncio.run(play())


def test_who_never_connects_is_away_when_not_seen_for_half_a_minute() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("ma-pontoon-21"), Arranged(THREE))
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        table.live.arrive(ann)
        await table.run_out()
        table.live.view(bob)
        await table.wait(Clocks().unseen - 1)
        assert not table.live.view(ann).boxes[1].away
        before = table.live.revision
        waiting = asyncio.ensure_future(table.live.changed(before))
        await table.wait(1)
        assert table.live.view(ann).boxes[1].away
        assert await waiting > before, "pages hear of it"
        table.live.view(bob)
        assert not table.live.view(ann).boxes[1].away
        await table.live.stop()

    asyncio.run(play())


def test_after_a_restart_everybody_has_a_while_to_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(THREE), clocks=clocks(clock))
        live = await house.open_table(library.submission("ma-pontoon-21"), "house")
        table = Table(house, live, clock)
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        for person in (ann, bob):
            live.arrive(person)
        await table.run_out()
        for person, box in ((ann, 1), (bob, 2)):
            await table.must(person, c.PlaceWager(person, box, 2000))
        await house.close()

        house = await House.open(tmp_path, shoes=Arranged(THREE), clocks=clocks(clock))
        live = house.table(live.id)
        table = Table(house, live, clock)
        live.arrive(ann)
        await table.wait(Clocks().come_back - 1)
        assert not live.view(ann).boxes[1].away
        await table.wait(1)
        assert live.view(ann).boxes[1].away
        await table.must(ann, Ready())
        await table.wait(AWAY)
        assert live.state.round.betting_closed
        await house.close()

    asyncio.run(play())


def test_who_shares_a_box_is_company_too() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("ma-pontoon-21"), Arranged("5s 6d 6h 9c 4c"))
        ann, bob = await table.come("ann", 1), await table.come("bob")
        for person in (ann, bob):
            table.live.arrive(person)
        await table.run_out()
        await table.must(ann, ShareBox(1, True))
        for person in (ann, bob):
            await table.must(person, c.PlaceWager(person, 1, 2000))
        await all_ready(table, ann, bob)
        await table.must(ann, c.Double(ann, 1, 0))
        table.live.depart(bob)
        assert table.live.view(ann).waiting_for == "bob, who is away"
        await table.wait(AWAY)
        assert [each.clock for each in ran_out(table)][-1] == "join_double"
        await table.live.stop()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("names", "words"), [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and d")]
)
def test_names_are_joined_readably(names: str, words: str) -> None:
    assert listed(list(names)) == words


# -- phrases -----------------------------------------------------------------------------------------------


def test_set_phrases_are_heard_by_all_for_a_while_and_kept_nowhere() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("ma-pontoon-21"), Arranged(THREE))
        ann = await table.come("ann", 2, 1)
        bob = await table.come("bob", chips=0)
        version = table.live.version
        assert isinstance(table.live.say(bob, "hello"), Refusal), "bob only watches"
        assert isinstance(table.live.say(ann, "what I like"), Refusal)
        assert table.live.say(ann, "good_luck") is None
        (said,) = table.live.view(bob).said
        assert (said.person, said.name, said.box, said.words) == (ann, "ann", 1, PHRASES["good_luck"])
        assert isinstance(table.live.say(ann, "hello"), Refusal), "not so fast"
        await table.wait(BREATH)
        assert table.live.say(ann, "hello") is None
        assert [each.phrase for each in table.live.view(None).said] == ["good_luck", "hello"]
        before = table.live.revision
        await table.wait(HEARD - BREATH)
        assert table.live.revision > before, "pages hear that it has faded"
        assert [each.phrase for each in table.live.view(None).said] == ["hello"]
        await table.wait(BREATH)
        assert not table.live.view(None).said
        assert table.live.version == version
        await table.live.stop()

    asyncio.run(play())
