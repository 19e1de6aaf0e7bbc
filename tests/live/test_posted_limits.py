"""Limits that the floor posts: within the submission, between rounds, and never against a wager that lies."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.live.quiet_house import Arranged, MemoryStore, Table, live_table, table_of
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import AuditReport, Snapshot, verify
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log.chain import Head
from vingt.live.log.floor_events import LimitsPosted
from vingt.live.log.store import NewEvent
from vingt.live.table.commands import Ready
from vingt.live.table.limits import Limits, in_force
from vingt.live.views.view import LimitsSeen
from vingt.report.rounds.replay import tell
from vingt.rulebook import library

RULES = library.table_rules("md-pontoon-21")  # $5 to $1,000, chips of 50 cents
DEALT = "5s 9c 6d Kc 9h 8c 7h 8s"  # Ann has 11 against a nine


async def one_seated(store: MemoryStore | None = None, rules: TableRules = RULES) -> tuple[Table, str]:
    table = await table_of(rules, Arranged(DEALT), store)
    ann = await table.come("ann", 1)
    await table.run_out()  # the cut
    return table, ann


def checked(table: Table, since: dict[str, Head] | None = None) -> AuditReport:
    store = table.house.store
    return verify(Snapshot(store, store.streams()), table.house._vault, since=since)


def seen(table: Table, person: str) -> tuple[int, int, LimitsSeen | None, bool]:
    view = table.live.view(person)
    return view.minimum, view.maximum, view.limits_next, view.limits_are_new


async def play_out(table: Table, *people: str) -> None:
    """All stand on what they have: the clock answers."""
    before = table.live.state.last_rounds
    for person in people:
        await table.must(person, Ready())
    while table.live.state.last_rounds == before:
        await table.run_out()


def test_between_rounds_they_are_in_force_at_once() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        assert seen(table, ann) == (500, 100_000, None, False)
        assert isinstance(await table.live.post_limits(Limits(2500, 50_000), "floor"), Accepted)
        assert seen(table, ann) == (2500, 50_000, None, True)
        low = await table.give(ann, c.PlaceWager(ann, 1, 2450))
        assert isinstance(low, Refusal)
        assert str(low) == "the table takes $25 to $500 [reading I-73]"
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 50_050)), Refusal)
        await table.must(ann, c.PlaceWager(ann, 1, 2500))
        await play_out(table, ann)
        assert seen(table, ann)[3]  # until the round after the one they were posted before
        for _ in range(2):
            await table.must(ann, c.PlaceWager(ann, 1, 50_000))
            await play_out(table, ann)
        assert seen(table, ann) == (2500, 50_000, None, False)
        assert checked(table).problems == []

    asyncio.run(play())


def test_wagers_that_lie_are_played_out_by_the_limits_they_were_laid_by() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        bob = await table.come("bob", 2)
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        assert isinstance(await table.live.post_limits(Limits(2500, 2500), "floor"), Accepted)
        assert seen(table, ann) == (500, 100_000, LimitsSeen(2500, 2500), True)
        await table.must(bob, c.PlaceWager(bob, 2, 500))  # one round, one pair of limits
        await play_out(table, ann, bob)
        assert seen(table, ann)[:3] == (2500, 2500, None)
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 1000)), Refusal)
        await table.must(ann, c.PlaceWager(ann, 1, 2500))
        assert checked(table).problems == []
        told = tell(Snapshot(table.house.store, table.house.store.streams()), "t1", 1)
        assert "floor posts limits of $25 to $25" in [line.text for line in told.lines]

    asyncio.run(play())


def test_a_wager_taken_back_makes_room_for_them() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.live.post_limits(Limits(2500, 50_000), "floor")
        await table.must(ann, c.PlaceWager(ann, 1, 1500))  # changed, as the limits of this round allow
        await table.must(ann, c.WithdrawWager(ann, 1))
        assert seen(table, ann)[:3] == (2500, 50_000, None)
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 1000)), Refusal)
        await table.must(ann, c.PlaceWager(ann, 1, 2500))
        assert checked(table).problems == []

    asyncio.run(play())


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(450, 50_000), "within it"),
        (Limits(500, 100_050), "within it"),
        (Limits(2600, 2500), "above the maximum"),
        (Limits(2525, 50_000), "smallest chip"),
        (Limits(2500, 50_025), "smallest chip"),
        (Limits(500, 100_000), "already"),
    ],
)
def test_what_the_submission_does_not_hold_is_refused_with_its_clause(limits: Limits, words: str) -> None:
    async def play() -> None:
        table, ann = await one_seated()
        before = table.live.version
        answer = await table.live.post_limits(limits, "floor")
        assert isinstance(answer, Refusal)
        assert words in str(answer)
        assert words == "already" or answer.cite.readings
        assert (table.live.version, seen(table, ann)) == (before, (500, 100_000, None, False))

    asyncio.run(play())


def test_the_widest_and_the_narrowest_that_was_filed_may_be_posted_and_a_closed_table_takes_none() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        for limits in (Limits(500, 500), Limits(100_000, 100_000), Limits(500, 100_000)):
            assert isinstance(await table.live.post_limits(limits, "floor"), Accepted)
            assert seen(table, ann)[:2] == limits
        await table.live.close("floor")
        assert isinstance(await table.live.post_limits(Limits(500, 600), "floor"), Refusal)

    asyncio.run(play())


def test_a_house_that_was_killed_has_the_same_limits() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.live.post_limits(Limits(2500, 50_000), "floor")
        again = await live_table(table.house, RULES)
        assert (again.state.limits, again.state.posted) == (None, Limits(2500, 50_000))
        assert again.state == table.live.state
        assert again.in_force.wagering == RULES.wagering

    asyncio.run(play())


def test_a_log_with_limits_that_may_not_be_or_were_not_kept_is_unsound_at_the_place() -> None:
    async def play() -> None:
        table, _ = await one_seated()
        forged = [codec.new(LimitsPosted(100, 200_000, "floor"), actor="floor")]
        await table.live._append(forged)
        version = table.live.version
        (problem,) = checked(table).problems
        assert (problem.stream, problem.version) == ("table/t1", version)
        assert "limits that may not be posted here" in problem.what

        honest, bob = await one_seated()
        await honest.must(bob, c.PlaceWager(bob, 1, 1000))
        await play_out(honest, bob)
        store = honest.house.store
        assert isinstance(store, MemoryStore)
        stream = store.kept.pop("table/t1")
        posted = codec.new(LimitsPosted(2500, 50_000, "floor"), actor="floor")
        at = next(at for at, each in enumerate(stream) if each.kind == "round_started")
        events = [NewEvent(each.kind, each.data, each.key, each.actor) for each in stream]
        store.chained("table/t1", [*events[:at], posted, *events[at:]])  # as if it had stood there before
        problems = checked(honest).problems
        assert any("refuses this command: the table takes $25 to $500" in each.what for each in problems)

    asyncio.run(play())


def test_what_came_after_kept_heads_is_checked_by_the_limits_posted_before_them() -> None:
    async def play() -> None:
        table, ann = await one_seated()
        await table.live.post_limits(Limits(2500, 50_000), "floor")
        await table.must(ann, c.PlaceWager(ann, 1, 2500))
        await play_out(table, ann)
        heads = checked(table).heads
        await table.live.post_limits(Limits(500, 600), "floor")
        await table.must(ann, c.PlaceWager(ann, 1, 550))
        await play_out(table, ann)
        assert checked(table, heads).problems == []

    asyncio.run(play())


def test_a_side_wager_without_a_limit_of_its_own_follows() -> None:
    stated = library.submission("md-pontoon-21")
    free = stated.with_choices({"wagers": {"match-super-bonus": {"stake_min": 1}}})
    rules = resolve(library.document_of(free), free)
    own = RULES.wager("match-super-bonus")
    assert own is not None
    narrow = Limits(1000, 5000)
    followed = in_force(rules, narrow).wager("match-super-bonus")
    kept = in_force(RULES, narrow).wager("match-super-bonus")
    assert followed is not None
    assert kept == own
    assert (followed.stake.minimum, followed.stake.maximum) == (100, 5000)
    assert in_force(rules, narrow) is in_force(rules, narrow)  # one object: what is made of it is kept
    assert in_force(rules, None) is rules
    assert replace(in_force(rules, narrow), wagering=rules.wagering, wagers=rules.wagers) == rules
