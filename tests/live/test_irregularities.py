"""Irregularities reported at a live table by a dealer or floorperson: only what is lawful now is offered, the
remedy is carried out, players are asked where the rule asks them, and the log proves it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, live_table, quiet_house
from tests.proof import clause
from vingt.core.cards import card
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.table_writer import Accepted
from vingt.live.log.store import NewEvent
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import Ready
from vingt.live.table.mishap_menu import WHAT_HAPPENED
from vingt.live.table.mishaps import (
    BoxMissed,
    CardDrawn,
    CardMissed,
    DealerCardMissed,
    ForeignCardFound,
    Mishap,
    ReaderFailed,
    ReaderMisused,
    ReaderRepaired,
    WagerTouched,
)
from vingt.report.rounds.replay import tell
from vingt.rulebook import library

PAUSE = 1_000  # before each card, so that the deal can be stopped in its midst


class Scene:
    """Ann at box 1 and Bob at box 2, ten dollars each; the first card is due."""

    def __init__(self, table: Table, ann: str, bob: str) -> None:
        self.table, self.ann, self.bob = table, ann, bob

    @property
    def state(self) -> Any:
        return self.table.live.state

    async def cards(self, count: int) -> None:
        for _ in range(count):
            await self.table.wait(PAUSE)

    async def report(self, mishap: Mishap) -> None:
        what = {each.what for each in self.table.live.mishaps("floor", "floorperson")}
        answer = await self.table.live.report(mishap, "floor")
        assert isinstance(answer, Accepted), answer
        newest = self.state.irregularities[0]
        assert newest.what in what, "what is carried out was offered"
        await self.table.rest()

    def orders(self) -> list[str]:
        """What everybody sees that was ordered last."""
        return [each.words for each in self.table.live.view(self.bob).irregularities[0].orders]

    def clauses(self) -> set[str]:
        seen = self.table.live.view(None).irregularities[0]
        return {each for order in seen.orders for each in order.cite.clauses}

    async def wager(self) -> None:
        while not self.state.betting:
            await self.table.wait(20_000)
        for person, box in ((self.ann, 1), (self.bob, 2)):
            await self.table.must(person, c.PlaceWager(person, box, 1000))
        for person in (self.ann, self.bob):
            await self.table.must(person, Ready())

    async def play_out(self) -> None:
        """Nobody says anything more."""
        number = self.state.round_number
        while self.state.round_number == number and self.state.round_open:
            await self.table.wait(PAUSE if self.table.live.clock is None else 60_000)


def offered(scene: Scene, role: str = "floorperson") -> set[str]:
    return {each.what for each in scene.table.live.mishaps("floor", role)}  # type: ignore[arg-type]


def played(rules: str, first: str, act: Callable[[Scene], Awaitable[None]], **choices: object) -> Table:
    """The scene; then the log is sound, and a house that reads it comes to the same table."""

    async def play() -> Table:
        clock = HandClock()
        house = quiet_house(clock, Arranged(first), MemoryStore(clock))
        house._around = replace(house._around, clocks=Clocks(card=PAUSE, pause=PAUSE, time=clock))
        resolved = library.table_rules(rules, choices)
        live = await live_table(house, resolved)
        live.start()
        table = Table(house, live, clock)
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        scene = Scene(table, ann, bob)
        await scene.wager()
        await act(scene)
        store = house.store
        report = verify(Snapshot(store, store.streams()), house._vault)
        assert report.problems == []
        again = await live_table(house, resolved)
        assert again.state == live.state
        await live.stop()
        return table

    return asyncio.run(play())


# -- boxes and cards that were missed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.M")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.M")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.G")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(h)#1")),
    ],
)
def test_a_box_without_cards_is_dead_and_its_wager_goes_back(rules: str) -> None:
    async def act(at: Scene) -> None:
        assert isinstance(await at.table.live.stop_dealing("floor"), Accepted)
        assert isinstance(await at.table.live.report(BoxMissed(2), "floor", "floorperson"), Refusal), (
            "not yet"
        )
        assert isinstance(await at.table.live.resume_dealing("floor"), Accepted)
        await at.cards(1)
        assert isinstance(await at.table.live.stop_dealing("floor"), Accepted)
        await at.report(BoxMissed(2))
        assert "box 2: dead, and its wager goes back" in at.orders()
        assert at.state.rack(at.bob) == 100_000
        assert isinstance(await at.table.live.resume_dealing("floor"), Accepted)
        await at.cards(3)
        assert [len(box.hands[0].cards) for box in at.state.round.boxes] == [2, 0]
        await at.play_out()
        (paid,) = [each for each in at.state.last_rounds[0].payments if each.player == at.bob]
        assert (paid.outcome, paid.net) == ("dead-hand", 0)

    played(rules, "Ks 9h 9s 8c 6d 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.N")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.N")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.H")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(h)#2")),
    ],
)
@pytest.mark.parametrize("answer", ["take_late_card", "give_up_hand", "the clock"])
def test_who_got_one_card_chooses_the_second_after_all_others(rules: str, answer: str) -> None:
    async def act(at: Scene) -> None:
        await at.cards(3)  # ann, bob, dealer
        await at.report(BoxMissed(1))
        prompt = next(each for each in at.table.live.view(at.ann).prompts if each.kind == "late_card")
        assert [each.allowed for each in prompt.choices] == [True, True]
        assert not [each for each in at.table.live.view(at.bob).prompts if each.urgent]
        if answer == "the clock":
            await at.table.run_out()
        else:
            assert isinstance(await at.table.say(at.ann, answer, box=1), Accepted)
        await at.cards(3)
        ann, bob = (box.hands[0] for box in at.state.round.boxes)
        if answer == "give_up_hand":
            assert (len(ann.cards), at.state.rack(at.ann)) == (1, 100_000)
        else:
            assert bob.cards == (card("8h"), card("9s")), "the others' second cards come first"
            assert ann.cards == (card("Ks"), card("8c"))

    played(rules, "Ks 8h 9h 9s 8c 6d 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.O(1)", "MD-P21 13.O(2)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.O(1)", "MD-PE21 13.O(2)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.J(1)", "MD-BJ 14.J(2)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(i)#1", "MA-P21 15(i)#2")),
    ],
)
@pytest.mark.parametrize("takes", [True, False])
def test_a_missed_card_comes_after_the_others_or_the_hand_is_dead(rules: str, takes: bool) -> None:
    async def act(at: Scene) -> None:
        await at.cards(6)
        first, second = (at.ann, 1), (at.bob, 2)
        if at.table.live.view(at.bob).you.waited_for:  # type: ignore[union-attr]
            first, second = second, first
        await at.table.say(first[0], "hit", box=first[1])
        await at.report(CardMissed(first[1]))
        await at.table.say(first[0], "take_late_card" if takes else "give_up_hand", box=first[1])
        await at.table.say(second[0], "stand", box=second[1])
        if takes:
            await at.cards(1)
            assert len(at.state.round.box(first[1]).hands[0].cards) == 3
            assert at.state.round.hole_hidden, "before the hole card is shown"
        else:
            assert at.state.rack(first[0]) == 100_000
        await at.play_out()

    played(rules, "5s 5h 6h 6s 6c Kd 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.J")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.J")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.E")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(f)")),
    ],
)
def test_a_card_the_dealer_passed_over_comes_after_the_players_two(rules: str) -> None:
    async def act(at: Scene) -> None:
        await at.cards(2)
        await at.report(DealerCardMissed())
        await at.cards(2)
        assert [len(box.hands[0].cards) for box in at.state.round.boxes] == [2, 2]
        assert at.state.round.dealer == ()
        await at.cards(2)
        assert len(at.state.round.dealer) == 2

    played(rules, "9s 9h Kh Ks 8c 7d 2h 3d 4c 5s", act)


@clause("MBS-P 5.2")
def test_at_marina_bay_a_misdeal_voids_the_round_and_a_missed_card_is_the_floors_to_decide() -> None:
    async def misdealt(at: Scene) -> None:
        await at.cards(1)
        assert "missed_box" not in offered(at, "dealer"), "the floor says whether it can be reconstructed"
        await at.report(BoxMissed(2))
        assert [each.player for each in at.state.payments] == [at.ann, at.bob]
        assert at.state.last_rounds[0].void
        assert at.clauses() == {"MBS-P 5.2"}

    async def missed(at: Scene) -> None:
        await at.cards(5)
        mine = at.ann if at.table.live.view(at.ann).you.waited_for else at.bob  # type: ignore[union-attr]
        box = 1 if mine == at.ann else 2
        await at.table.say(mine, "hit", box=box)
        assert "missed_card" not in offered(at, "dealer")
        assert str(await at.table.live.report(CardMissed(box), "dee", "dealer")) == "this needs a floorperson"
        await at.report(CardMissed(box))
        assert at.state.last_rounds[0].void

    played("mbs-pontoon", "9s 9h Kh 6s 6c 7d 2h 3d 4c 5s", misdealt)
    played("mbs-pontoon", "5s 5h Kh 6s 6c 7d 2h 3d 4c 5s", missed)


# -- wagers that were touched --------------------------------------------------------------------------------


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
    async def act(at: Scene) -> None:
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


# -- the card reader ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "id"),
    [
        pytest.param("md-pontoon-21", "MD-P21 13.P(1)", marks=clause("MD-P21 13.P(1)")),
        pytest.param("md-players-edge-21", "MD-PE21 13.P(1)", marks=clause("MD-PE21 13.P(1)")),
        pytest.param("md-blackjack", "MD-BJ 14.K(1)", marks=clause("MD-BJ 14.K(1)")),
        pytest.param("ma-pontoon-21", "MA-P21 15(l)(1)", marks=clause("MA-P21 15(l)(1)")),
    ],
)
def test_a_hole_card_that_could_be_seen_ends_the_round(rules: str, id: str) -> None:
    async def act(at: Scene) -> None:
        await at.cards(6)
        await at.report(ReaderMisused(seen=True))
        assert id in at.clauses()
        assert (at.state.rack(at.ann), at.state.rack(at.bob)) == (100_000, 100_000)
        assert at.state.last_rounds[0].void

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act)


@pytest.mark.parametrize(
    ("rules", "id"),
    [
        pytest.param("md-pontoon-21", "MD-P21 13.P(2)", marks=clause("MD-P21 13.P(2)")),
        pytest.param("md-players-edge-21", "MD-PE21 13.P(2)", marks=clause("MD-PE21 13.P(2)")),
        pytest.param("md-blackjack", "MD-BJ 14.K(2)", marks=clause("MD-BJ 14.K(2)")),
        pytest.param("ma-pontoon-21", "MA-P21 15(l)(2)", marks=clause("MA-P21 15(l)(2)")),
    ],
)
def test_a_reader_that_showed_nothing_changes_nothing_and_the_floor_is_told(rules: str, id: str) -> None:
    async def act(at: Scene) -> None:
        await at.cards(6)
        before = at.state.round
        assert isinstance(await at.table.live.report(ReaderMisused(seen=False), "dee", "dealer"), Accepted)
        assert at.clauses() == {id}
        assert at.state.round == before
        assert not at.state.irregularities[0].seen
        assert isinstance(await at.table.live.note_irregularity(1, "floor"), Accepted)
        assert at.state.irregularities[0].seen
        assert isinstance(await at.table.live.note_irregularity(1, "floor"), Refusal)

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.Q")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.Q")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.L")),
    ],
)
@pytest.mark.parametrize("midround", ["hold", "void"])
def test_a_reader_that_fails_stops_dealing_until_it_works(rules: str, midround: str) -> None:
    async def act(at: Scene) -> None:
        await at.cards(6)
        await at.report(ReaderFailed())
        assert "reader_failed" not in offered(at)
        number, out = at.state.round_number, at.state.shoe.out
        for _ in range(5):
            await at.table.wait(60_000)
        assert (at.state.round_number, at.state.shoe.out) == (number, out), "nothing is dealt"
        assert at.state.round_open is (midround == "hold")
        again = await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000))
        assert isinstance(again, Refusal)
        assert "reader_repaired" not in offered(at, "dealer")
        await at.report(ReaderRepaired())
        await at.play_out()
        await at.table.wait(60_000)
        assert at.state.round_number == number + 1

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act, reader_failure_midround=midround)


def test_a_reader_may_fail_and_be_repaired_between_rounds() -> None:
    async def act(at: Scene) -> None:
        await at.cards(6)
        await at.play_out()
        assert not at.state.round_open
        await at.report(ReaderFailed())
        assert at.table.live.view(None).waiting_for == "the card reader, which is out of order"
        assert isinstance(await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000)), Refusal)
        await at.table.wait(60_000)
        assert at.state.round_number == 1
        await at.report(ReaderRepaired())
        await at.table.wait(60_000)
        assert at.state.round_number == 2
        await at.report(ReaderFailed())  # before a wager lies
        assert isinstance(await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000)), Refusal)
        await at.report(ReaderRepaired())
        await at.table.must(at.ann, c.PlaceWager(at.ann, 1, 1000))

    played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


@clause("MA-P21 15(m)")
def test_in_massachusetts_the_round_goes_on_without_the_reader() -> None:
    async def act(at: Scene) -> None:
        await at.cards(2)
        await at.report(ReaderFailed())
        await at.cards(4)
        assert at.state.round.stage == "play", "no check under the king"
        await at.play_out()
        assert not at.state.last_rounds[0].void
        await at.wager()
        await at.cards(5)
        assert at.state.round.stage == "play"
        assert len(at.state.round.dealer) == 1, "dealt as where no reader is used"
        await at.play_out()
        await at.report(ReaderRepaired())
        await at.wager()
        await at.cards(6)
        assert len(at.state.round.dealer) == 2, "with a hole card again"

    played("ma-pontoon-21", "9s 9h Kh Ks 8c 7d 5h 5d 6c 6s 6h Kd 3s 4s 5s 2d 9c 9d", act)


# -- cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.A", "MD-P21 13.C")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.A", "MD-PE21 13.C")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(a)#1", "MA-P21 15(b)#1")),
    ],
)
def test_a_card_face_up_and_a_ten_are_set_aside_and_a_ten_needs_a_floorperson(rules: str) -> None:
    async def act(at: Scene) -> None:
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
    async def act(at: Scene) -> None:
        await at.cards(6)
        for choice in at.table.live.mishaps("floor", "floorperson"):
            assert choice.orders, choice
            assert choice.cite, choice
            assert "6d" not in " ".join(choice.orders)
        await at.report(CardDrawn("unexposed"))
        assert "6d" not in " ".join(at.orders())

    played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


# -- who may, and what is stopped ----------------------------------------------------------------------------


def test_who_wagers_in_the_round_does_not_judge_it_and_no_report_comes_twice() -> None:
    async def act(at: Scene) -> None:
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
    async def act(at: Scene) -> None:
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
    async def act(at: Scene) -> None:
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
    async def act(at: Scene) -> None:
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
    found = verify(Snapshot(store, store.streams()), table.house._vault).problems
    assert any(words in each.what for each in found), found
