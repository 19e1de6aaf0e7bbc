"""At the player's pace: each press for its own question, wagers in the pause, how fast cards come."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.live.quiet_house import Arranged, HandClock, Table, live_table, quiet_house, table_at, table_of
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_writer import Accepted
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import PersonCommand, Ready, SetPace, TakeSeat
from vingt.live.views.view import Choice, Prompt
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS

PAIR = "8s 6d 8h 9c 2c 3h"  # box 1: a pair of eights against a six
PLAIN = "5s 6d 9h 9c"


async def slow_table(
    rules: str, first: str = "", private: bool = False, choices: dict[str, object] | None = None
) -> Table:
    """A table with the dealer's ordinary pauses."""
    clock = HandClock()
    house = quiet_house(clock, Arranged(first, seed=4))
    house._around = replace(house._around, clocks=Clocks(time=clock))
    return await table_at(house, clock, library.table_rules(rules, choices or {}), private=private)


async def until(table: Table, *phases: str) -> None:
    """Time passes until the table has come so far."""
    for _ in range(200):
        if table.live.view(None).phase in phases:
            return
        assert table.live.due_at is not None
        await table.wait(table.live.due_at - table.clock.now())
    raise AssertionError(table.live.view(None).phase)


async def after_a_round() -> tuple[Table, str]:
    """Ann alone has lost $20 on box 1, and all is paid."""
    table = await slow_table("md-blackjack", f"{PLAIN} Kd")
    ann = await table.come("ann", 1)
    await until(table, "betting")
    await table.must(ann, c.PlaceWager(ann, 1, 2000))
    await table.must(ann, Ready())
    await until(table, "play")
    await table.must(ann, c.Stand(ann, 1, 0))
    await until(table, "over")
    return table, ann


def prompt_of(table: Table, person: str, kind: str) -> Prompt:
    return next(each for each in table.live.view(person).prompts if each.kind == kind)


def choice_of(table: Table, person: str, command: str) -> Choice:
    prompts = table.live.view(person).prompts
    return next(each for prompt in prompts for each in prompt.choices if each.command == command)


# -- presses -----------------------------------------------------------------------------------------------


def test_a_second_press_does_not_act_on_the_next_hand() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-blackjack"), Arranged(PAIR))
        ann = await table.come("ann", 1)
        await table.run_out()
        await table.must(ann, c.PlaceWager(ann, 1, 2000))
        await table.must(ann, Ready())
        asked = prompt_of(table, ann, "decision").id
        assert isinstance(await table.give(ann, c.Split(ann, 1, 0), "split", asked), Accepted)
        first = prompt_of(table, ann, "decision")
        assert (first.hand, first.id != asked) == (0, True)
        stand = c.Stand(ann, 1, 0)
        pressed = await table.give(ann, stand, "one press", first.id)
        assert isinstance(pressed, Accepted)
        second = prompt_of(table, ann, "decision")
        assert second.hand == 1

        bounced = await table.give(ann, c.Stand(ann, 1, 1), "bounced", first.id)
        assert isinstance(bounced, Refusal)
        assert bounced.why == f"that was meant for another question; now: {second.question}"
        assert prompt_of(table, ann, "decision") == second
        assert await table.give(ann, stand, "one press", first.id) == pressed, "its own key comes first"
        assert isinstance(await table.give(ann, c.Stand(ann, 1, 1), "", second.id), Accepted)
        late = await table.give(ann, c.Hit(ann, 1, 0), "", second.id)
        assert isinstance(late, Refusal)
        assert late.why.endswith("nothing is asked of you")
        await table.live.stop()

    asyncio.run(play())


def test_the_same_hand_in_another_round_is_another_question() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-blackjack"), Arranged(f"{PLAIN} Kd 5c 6h 9s 9d"))
        ann = await table.come("ann", 1)
        await table.run_out()
        ids = []
        for _ in range(2):
            await table.must(ann, c.PlaceWager(ann, 1, 2000))
            await table.must(ann, Ready())
            ids.append(prompt_of(table, ann, "decision").id)
            await table.must(ann, c.Stand(ann, 1, 0))
        assert ids == ["decision-1-1-0-1-2-0", "decision-2-1-0-1-2-0"]
        await table.live.stop()

    asyncio.run(play())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_decision_offers_what_the_game_has(rulebook: str) -> None:
    async def play() -> None:
        table = await table_of(library.table_rules(rulebook), Arranged("5s 6d 9h 9c 9d"))
        ann = await table.come("ann", 1)
        if table.live.clock is not None:
            await table.run_out()
        await table.must(ann, c.PlaceWager(ann, 1, 2500))
        await table.must(ann, Ready())
        offered = {each.command for each in prompt_of(table, ann, "decision").choices}
        rules = table.live.rules
        assert {"hit", "stand", "double", "split"} <= offered
        assert ("rescue" in offered) == (rules.rescue is not None)
        assert ("surrender" in offered) == rules.surrender.offered
        assert not choice_of(table, ann, "split").allowed, "barred now, and shown with its clause"
        assert choice_of(table, ann, "split").cite
        await table.live.stop()

    asyncio.run(play())


# -- the pause ---------------------------------------------------------------------------------------------


def test_a_wager_in_the_pause_begins_the_next_round_and_what_was_dealt_stays_in_view() -> None:
    async def play() -> None:
        table, ann = await after_a_round()
        seen = table.live.view(ann)
        assert seen.clock is not None
        assert seen.clock.name == "next"
        assert {"wager", "ready"} <= {each.kind for each in seen.prompts}
        asked = prompt_of(table, ann, "wager").id

        before = table.live.version
        placed = await table.give(ann, c.PlaceWager(ann, 1, 500), "again", asked)
        assert placed == Accepted(before + 1)
        kinds = ["round_started", "commanded", "wager_placed"]
        assert table.kinds(before)[:3] == kinds
        assert prompt_of(table, ann, "wager").id == asked, "the same question before and after"
        view = table.live.view(ann)
        assert (view.phase, view.round, view.you.in_play) == ("betting", 2, 500)  # type: ignore[union-attr]
        assert not view.boxes[0].hands
        last = view.last_rounds[0]
        assert [box.number for box in last.boxes] == [1]
        assert last.boxes[0].hands[0].cards == ("5s", "9h")
        assert (last.boxes[0].hands[0].total, last.boxes[0].hands[0].status) == ("14", "stood")
        await table.live.stop()

    asyncio.run(play())


def test_saying_ready_in_the_pause_spares_it() -> None:
    async def play() -> None:
        table, ann = await after_a_round()
        await table.must(ann, Ready())
        assert (table.live.view(ann).phase, table.live.state.round_number) == ("betting", 2)
        await table.live.stop()

    asyncio.run(play())


def test_nobody_acts_and_the_next_round_begins_by_itself() -> None:
    async def play() -> None:
        table, ann = await after_a_round()
        await table.wait(Clocks().pause - 1)
        assert table.live.view(ann).phase == "over"
        await table.wait(1)
        assert table.live.view(ann).phase == "betting"
        await table.live.stop()

    asyncio.run(play())


def test_before_a_shuffle_all_who_sit_may_go_on() -> None:
    """A continuous shuffler shuffles after each round, so each pause is one before a shuffle."""

    async def play() -> None:
        table = await slow_table("md-blackjack", choices={"shuffler": "continuous"})
        ann, bob = await table.come("ann", 1), await table.come("bob", 3)
        await until(table, "betting")
        for person, box in ((ann, 1), (bob, 3)):
            table.live.arrive(person)
            await table.must(person, c.PlaceWager(person, box, 2500))
            await table.must(person, Ready())
        await until(table, "over")
        assert not [each for each in table.live.view(ann).prompts if each.kind == "wager"]
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 2500)), Refusal)
        assert choice_of(table, ann, "ready").label == "Go on"
        await table.must(ann, Ready())
        assert table.live.view(ann).phase == "over", "bob has not said so"
        assert isinstance(await table.give(ann, Ready()), Refusal)
        before = table.clock.now()
        await table.must(bob, Ready())
        await until(table, "betting")
        assert (table.clock.now() - before, table.live.state.shoe.number) == (0, 2)
        assert not table.live.state.ready
        await table.live.stop()

    asyncio.run(play())


# -- how fast ----------------------------------------------------------------------------------------------


def test_turbo_plays_a_round_without_thinking_in_two_and_a_half_seconds() -> None:
    async def round_takes(pace: str) -> int:
        table = await slow_table("md-blackjack", f"{PLAIN} 2d 2h 2s")
        ann = await table.come("ann", 1)
        if pace != "normal":
            await table.say(ann, "set_pace", pace=pace)
        await until(table, "betting")
        started = table.clock.now()
        await table.must(ann, c.PlaceWager(ann, 1, 2000))
        await table.must(ann, Ready())
        await until(table, "play")
        await table.must(ann, c.Stand(ann, 1, 0))
        await until(table, "betting", "cut")
        assert len(table.live.state.last_rounds[0].dealer) > 2, "the dealer drew too"
        await table.live.stop()
        return table.clock.now() - started

    assert asyncio.run(round_takes("turbo")) <= 2_500
    assert asyncio.run(round_takes("normal")) > 2_500
    assert asyncio.run(round_takes("calm")) > asyncio.run(round_takes("normal"))


def test_the_table_goes_by_the_slowest_who_sits_and_remembers() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-blackjack"), Arranged(PLAIN))
        ann, bob = await table.come("ann", 1), await table.come("bob")
        steps: list[tuple[str, PersonCommand, str]] = [
            (ann, SetPace("turbo"), "turbo"),
            (bob, SetPace("calm"), "turbo"),
            (bob, TakeSeat(3), "calm"),
            (bob, SetPace("normal"), "normal"),
            (bob, SetPace("turbo"), "turbo"),
        ]
        for person, command, pace in steps:
            await table.must(person, command)
            assert table.live.view(None).pace == pace
        assert isinstance(await table.give(bob, SetPace("turbo")), Refusal)
        again = await live_table(table.house, table.live.rules)
        assert again.view(ann).pace == again.view(ann).you.pace == "turbo"  # type: ignore[union-attr]
        await table.live.stop()

    asyncio.run(play())


def test_no_clock_runs_for_somebody_alone_at_a_private_table() -> None:
    async def play() -> None:
        table = await slow_table("md-blackjack", "8s Ad 9h 9c", private=True)
        ann = await table.come("ann", 1)
        live, hour = table.live, 3_600_000
        table.live.arrive(ann)
        assert (live.view(ann).phase, live.clock) == ("cut", None)
        await table.wait(hour)
        await table.say(ann, "decline_cut")
        await until(table, "betting")
        await table.must(ann, c.PlaceWager(ann, 1, 2000))
        await table.wait(hour)
        assert (live.view(ann).phase, live.clock) == ("betting", None)
        await table.must(ann, Ready())
        await until(table, "insurance")
        await table.wait(hour)
        assert (live.view(ann).phase, live.clock) == ("insurance", None)
        await table.must(ann, c.DeclineInsurance(ann, 1))
        await until(table, "play", "over")
        await table.wait(hour)
        assert live.view(ann).phase == "play"
        assert "clock_ran_out" not in table.kinds()

        bob = await table.come("bob", 3)
        clock = live.view(bob).clock
        assert clock is not None, "with company everybody's time counts"
        assert clock.deadline == table.clock.now() + Clocks().decision
        await table.must(bob, TakeSeat(4))
        await table.say(bob, "leave_table")
        assert live.clock is None
        await table.must(ann, c.Stand(ann, 1, 0))
        await until(table, "over")
        live.depart(ann)
        await table.wait(Clocks().pause)
        await table.wait(Clocks().seat)
        assert not live.state.held, "a seat without a wager is freed all the same"
        await live.stop()

    asyncio.run(play())
