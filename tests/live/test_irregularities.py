"""Irregularities reported at a live table by a dealer or floorperson: only what is lawful now is offered, the
remedy is carried out, and the log proves it."""

from __future__ import annotations

import pytest

from tests.live.quiet_house import MemoryStore
from tests.live.slow_deal import SlowDeal, offered, played
from tests.proof import clause
from vingt.core.cards import card
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot
from vingt.live.house.table_writer import Accepted
from vingt.live.log.store import NewEvent
from vingt.live.table.mishap_menu import WHAT_HAPPENED
from vingt.live.table.mishaps import (
    CardDrawn,
    ForeignCardFound,
    ReaderMisused,
    WagerTouched,
)
from vingt.report.rounds.replay import tell


@pytest.mark.parametrize(
    ("rules", "late", "withdrawn"),
    [
        pytest.param("mbs-pontoon", "MBS-P 5.3", "MBS-P 5.4", marks=clause("MBS-P 5.3", "MBS-P 5.4")),
        pytest.param("md-pontoon-21", "MD-P21 6.D", "MD-P21 6.E", marks=clause("MD-P21 6.D", "MD-P21 6.E")),
    ],
)
def test_a_wager_touched_after_the_close_of_betting_changes_nothing(
    rules: str, late: str, withdrawn: str
) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(2)
        told = {each.what: each for each in at.table.live.mishaps("dee", "dealer")}
        assert told["late_wager"].boxes == tuple(range(1, at.table.live.rules.box_count + 1))
        assert told["withdrawn_wager"].boxes == (1, 2), "where a wager lay"
        before = at.state
        await at.report(WagerTouched(5, late=True))
        assert at.clauses() == {late}
        await at.report(WagerTouched(2, late=False))
        assert at.clauses() == {withdrawn}
        assert (at.state.round, at.state.racks) == (before.round, before.racks)
        assert isinstance(await at.table.live.report(WagerTouched(5, late=False), "floor"), Refusal)

    played(rules, "9s 9h Kh 6s 6c 7d 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.A", "MD-P21 13.C")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.A", "MD-PE21 13.C")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(a)#1", "MA-P21 15(b)#1")),
    ],
)
def test_a_card_face_up_and_a_ten_are_set_aside_and_a_ten_needs_a_floorperson(rules: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        strays = next(each for each in at.table.live.mishaps("floor", "floorperson") if each.cards)
        assert {each.rank for each in strays.cards} == {"10"}
        assert "foreign_card" not in offered(at, "dealer")
        assert isinstance(await at.table.live.report(ForeignCardFound(card("9h")), "floor"), Refusal)
        await at.report(CardDrawn("face_up"))
        assert at.orders()[0].startswith("the 6d, face up in the shoe: it goes into")
        await at.report(ForeignCardFound(card("10h")))
        assert at.orders()[0].startswith("the 10h, none of these decks: it leaves")
        assert not at.state.last_rounds

    played(rules, "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


def test_the_menu_names_no_card_that_nobody_has_drawn() -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        for choice in at.table.live.mishaps("floor", "floorperson"):
            assert choice.orders, choice
            assert choice.cite, choice
            assert "6d" not in " ".join(choice.orders)
        await at.report(CardDrawn("unexposed"))
        assert "6d" not in " ".join(at.orders())

    played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


def test_who_wagers_in_the_round_does_not_judge_it_and_no_report_comes_twice() -> None:
    async def act(at: SlowDeal) -> None:
        live = at.table.live
        await at.cards(6)
        assert live.mishaps(at.ann, "floorperson") == ()
        assert isinstance(await live.report(CardDrawn("face_up"), at.ann), Refusal)
        assert isinstance(await live.report(CardDrawn("face_up"), "floor", number=1), Accepted)
        twice = await live.report(CardDrawn("face_up"), "floor", number=1)
        assert str(twice) == "something was reported meanwhile: look again"
        assert at.state.round_open, "two face up would have made it void"

    played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


def test_nothing_happens_while_the_dealing_is_stopped() -> None:
    async def act(at: SlowDeal) -> None:
        live = at.table.live
        await at.cards(6)
        waited = at.ann if at.table.live.view(at.ann).you.waited_for else at.bob  # type: ignore[union-attr]
        assert isinstance(await live.stop_dealing("floor"), Accepted)
        assert isinstance(await live.stop_dealing("floor"), Refusal)
        view, version = live.view(waited), live.version
        assert (view.stopped, view.clock, [each for each in view.prompts if each.urgent]) == (True, None, [])
        assert view.waiting_for == "the floor: the dealing is stopped"
        await at.table.wait(600_000)
        box = view.you.boxes[0]  # type: ignore[union-attr]
        assert isinstance(await at.table.say(waited, "stand", box=box), Refusal)
        assert live.version == version
        assert isinstance(await live.resume_dealing("floor"), Accepted)
        assert isinstance(await live.resume_dealing("floor"), Refusal)
        assert live.clock is not None, "the player has all the time again"
        assert isinstance(await at.table.say(waited, "stand", box=box), Accepted)
        await at.play_out()
        assert isinstance(await live.stop_dealing("floor"), Refusal), "no round is in play"

    table = played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)
    told = tell(Snapshot(table.house.store, table.house.store.streams()), "t1", 1)
    assert {"floor stops the dealing", "floor lets the dealing go on"} <= {each.text for each in told.lines}


def test_the_round_tells_what_was_reported_by_whom_and_what_was_ordered() -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        await at.report(ReaderMisused(seen=True))

    table = played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)
    told = tell(Snapshot(table.house.store, table.house.store.streams()), "t1", 1)
    lines = [each.text for each in told.lines]
    said = f"floor, floorperson, reports: {WHAT_HAPPENED['reader_misused_seen']}"
    assert said in lines
    assert lines.index("the round is void: the hole card could be seen") > lines.index(said)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("irregularity_reported", {"number": 3}, "irregularity 3 follows irregularity 0"),
        ("dealing_resumed", None, "while the dealing was stopped"),
    ],
)
def test_a_log_where_the_order_was_broken_is_unsound_there(
    kind: str, data: dict[str, object] | None, words: str
) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        await at.table.live.stop_dealing("floor")
        await at.report(CardDrawn("face_up"))
        await at.table.live.resume_dealing("floor")
        await at.play_out()

    table = played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)
    store = table.house.store
    assert isinstance(store, MemoryStore)
    stream = store.kept.pop("table/t1")
    forged = [
        NewEvent(
            each.kind, {**each.data, **(data or {})} if each.kind == kind else each.data, each.key, each.actor
        )
        for each in stream
        if each.kind != kind or data is not None
    ]
    store.chained("table/t1", forged)
    found = table.verified().problems
    assert any(words in each.what for each in found), found
