"""The log of a table that a person deals: sound as it was written, unsound where the procedure was broken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from tests.live.guided_table import GuidedTable, guided_table, opened, play_out, round_begun
from tests.live.quiet_house import HandClock, MemoryStore, quiet_house
from vingt.core.rounds import command as c
from vingt.live.books.audit import LogProblem, Snapshot, verify
from vingt.live.log.chain import StoredEvent
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import Vault
from vingt.live.table.commands import PerformStep, TakeTable

Log = tuple[StoredEvent, ...]


@cache
def written() -> tuple[Log, Log, str]:
    """Two rounds dealt by hand: the table's events, the people's, and who is the floorperson."""
    kept: list[tuple[Log, Log, str]] = []

    async def play() -> None:
        table = await guided_table("ma-pontoon-21/no-hole-card", shuffler="manual")
        ann = await round_begun(table)
        await play_out(table, ann, hits=1)
        await table.go_on(lambda: table.live.state.betting)
        await table.must(ann, c.PlaceWager(ann, 1, 1_000))
        await play_out(table, ann)
        await table.go_on(lambda: table.live.state.betting)
        store = table.house.store
        kept.append((tuple(store.read("table/t1")), tuple(store.read("people")), table.fay))

    asyncio.run(play())
    return kept[0]


def problems(events: Sequence[StoredEvent], people: Sequence[StoredEvent]) -> list[LogProblem]:
    """What an auditor finds in these events, bound to each other as if they had been written so."""
    store = MemoryStore(HandClock())
    for stored in (*events, *people):
        store.clock.moment = stored.at
        store.chained(stored.stream, [NewEvent(stored.kind, stored.data, stored.key, stored.actor)])
    return verify(Snapshot(store, store.streams()), Vault(bytes(32))).problems


def test_as_it_was_written_it_is_sound() -> None:
    events, people, _ = written()
    assert problems(events, people) == []


def test_each_step_that_is_left_out_is_missed_at_its_place() -> None:
    events, people, _ = written()
    performed = [at for at, stored in enumerate(events) if stored.kind == "step_performed"]
    assert len(performed) > 25
    for at in performed:
        broken = problems([*events[:at], *events[at + 1 :]], people)
        beyond = [problem.version for problem in broken]
        assert beyond, f"{events[at].data} was left out, and nobody noticed"
        next_act = next(each for each in (*performed, len(events)) if each > at) + 1
        assert min(beyond) <= next_act, f"{events[at].data}: found at {min(beyond)}, not by {next_act}"


def test_two_steps_in_the_wrong_order_are_found() -> None:
    """A strip before the second riffle."""
    events, people, _ = written()
    at = next(at for at, stored in enumerate(events) if stored.data.get("step") == "strip") - 1
    swapped = [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
    found = problems(swapped, people)
    assert (found[0].version, found[0].stream) == (at + 1, "table/t1")
    assert "was not due; due was" in found[0].what


@pytest.mark.parametrize("how", ["actor", "role", "cite"])
def test_who_did_what_by_which_clause_is_held_against_the_table(how: str) -> None:
    events, people, fay = written()
    at = next(at for at, stored in enumerate(events) if stored.data.get("step") == "riffle")
    step = events[at]
    match how:
        case "actor":
            changed = replace(step, actor=fay, data={**step.data, "by": fay})
        case "role":
            changed = replace(step, data={**step.data, "role": "floorperson"})
        case _:
            changed = replace(
                step, data={**step.data, "cite": {"clauses": ["MA-P21 4(j)(5)"], "readings": []}}
            )
    found = problems([*events[:at], changed, *events[at + 1 :]], people)
    assert at + 1 in {problem.version for problem in found}


def test_a_role_that_nobody_gave_is_none() -> None:
    events, people, fay = written()
    without = [stored for stored in people if (stored.kind, stored.data.get("person")) != ("role_given", fay)]
    found = problems(events, without)
    assert any("is no floorperson" in problem.what for problem in found)


def test_a_card_that_the_house_dealt_by_itself_is_found() -> None:
    events, people, _ = written()
    at = next(at for at, stored in enumerate(events) if stored.kind == "commanded" and stored.actor)
    dealt = next(
        at for at, stored in enumerate(events) if stored.data.get("command", {}).get("do") == "deal" and at
    )
    forged = replace(events[dealt], actor="dealer")
    found = problems([*events[:dealt], forged, *events[dealt + 1 :]], people)
    assert at
    assert any(problem.version == dealt + 1 for problem in found)


def test_a_house_that_was_killed_in_the_midst_of_it_goes_on_where_it_was() -> None:
    """Opened again after every single step of the opening and of a round: the same step is due."""

    async def play() -> None:
        table = await guided_table("md-blackjack")
        await table.must(table.dee, TakeTable())
        ann = await table.come("Ann", 1)
        for _ in range(60):
            again = await reopened(table)
            assert [step.as_json() for step in again.live.steps()] == [
                step.as_json() for step in table.live.steps()
            ]
            assert again.live.state.dealing == table.live.state.dealing
            await table.live.stop()
            table = again
            if table.live.state.betting and not table.live.state.round.boxes:
                await table.must(ann, c.PlaceWager(ann, 1, 1_000))
            elif (step := table.due) is not None:
                for role in step.who[:1] if step.who[0] == "player" else step.who:
                    await table.give(table.who_is(role), PerformStep(step.id))
            elif not await table.cut_declined():
                await table.give(ann, c.Stand(ann, 1))
            if table.live.state.round_number == 2:
                break
        assert table.live.state.round_number == 2
        assert table.verified().problems == []

    asyncio.run(play())


async def reopened(table: GuidedTable) -> GuidedTable:
    """Another house of the same log: all that it knows is what was stored."""
    house = quiet_house(table.clock, table.house._around.source, table.house.store)
    again = GuidedTable(house, await opened(house, table.live.rules), table.clock)
    again.dee, again.fay = table.dee, table.fay
    return again
