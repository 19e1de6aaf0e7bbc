"""Dealt from the hand: nobody is sent another's face-down card, a card is burned before every round, and the
cards held are shuffled as the submission says. The audit plays it all again."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.live.bots import Bots
from tests.live.guided_table import guided_table
from tests.live.quiet_house import Arranged, Table, table_of
from tests.proof import checked, clause
from vingt.core.cards import card
from vingt.core.rounds import command as c
from vingt.core.rounds.state import RoundState
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.recheck import Recheck
from vingt.live.shoes.orders import Orders
from vingt.live.table.checklist import conduct, dealers_conduct
from vingt.live.table.commands import Ready, TakeTable
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.decision import Patron
from vingt.live.table.decks import deck_life, deck_life_cite
from vingt.live.table.state import TableState
from vingt.live.views.common_view import Shower
from vingt.live.views.prompts import prompts
from vingt.live.views.view import as_json
from vingt.report.rounds import replay
from vingt.rulebook import library

RULES = library.table_rules("md-blackjack/hand-dealt")
# Box 1, box 2, dealer, twice; ann doubles 11 and draws the 9, the dealer stands.
CARDS = "5s 10h 9c 6h 8d 10c 9d"


def taken(table: Table) -> Snapshot:
    return Snapshot(table.house.store, dict(table.house.store.streams()))


async def wager(table: Table, people: dict[str, int]) -> None:
    for person, box in people.items():
        await table.must(person, c.PlaceWager(person, box, 1000))
    for person in people:
        await table.must(person, Ready())
    await table.rest()


def with_other_cards_down(round_: RoundState, viewer: str) -> RoundState:
    """The round as it would be were all face-down cards of others different ones."""
    boxes = []
    for box in round_.boxes:
        hands = list(box.hands)
        for at, hand in enumerate(hands):
            if hand.face_down and hand.stake_of(viewer) is None:
                dealt = [
                    card("2c") if place in hand.face_down else each for place, each in enumerate(hand.cards)
                ]
                hands[at] = hand._replace(cards=tuple(dealt))
        changed = hands != list(box.hands)
        boxes.append(box._replace(hands=tuple(hands), first_cards=() if changed else box.first_cards))
    return round_._replace(boxes=tuple(boxes))


def all_that_is_sent(table: Table, state: TableState, viewer: str | None) -> str:
    """Boxes, dealer, payments, results and questions, as they go to this person's page and program."""
    rules, name = table.live.rules, table.house.people.name
    shower = Shower(rules, state, viewer, name, table.live._attendance())
    asked = prompts(rules, state, Patron(viewer, 10_000)) if viewer is not None else ()
    parts = (shower.boxes(), shower.dealer(), shower.rounds(), shower.payments(state.payments), asked)
    return json.dumps(
        [[as_json(each) for each in part] if isinstance(part, tuple) else as_json(part) for part in parts]
    )


@pytest.mark.parametrize("seed", [1])
@clause("MD-BJ 12.B(7)(a)", "MD-BJ 12.B(7)(c)")
def test_what_a_person_is_sent_does_not_depend_on_others_face_down_cards(seed: int) -> None:
    compared = 0

    async def play() -> None:
        nonlocal compared
        table = await table_of(RULES, Arranged(seed=seed))
        people = [await table.come(name, box) for box, name in enumerate(("ann", "bob", "cal"), 1)]

        class Looking(Bots):
            async def step(self) -> bool:
                nonlocal compared
                state = table.live.state
                for viewer in (*people, None):
                    other = state._replace(round=with_other_cards_down(state.round, viewer or ""))
                    if other.round == state.round:
                        continue
                    compared += 1
                    assert all_that_is_sent(table, state, viewer) == all_that_is_sent(table, other, viewer)
                    assert (
                        table.live.view(viewer).boxes
                        == Shower(
                            table.live.rules, state, viewer, table.house.people.name, table.live._attendance()
                        ).boxes()
                    )
                return await super().step()

        await Looking(table, people, seed).play(3)
        down = [
            each.data["card"]
            for each in table.house.store.read(table.live.stream)
            if each.kind == "card_dealt" and each.data["box"] and not each.data["face_up"]
        ]
        assert down
        assert all(each.keys() == {"shoe", "at"} for each in down), "the log holds places, no faces"
        report = verify(taken(table))
        assert report.sound, report
        await table.live.stop()

    asyncio.run(play())
    assert compared > 20


@clause("MD-BJ 12.B(7)", "MD-BJ 12.B(10)(a)", "MD-BJ 12.B(14)")
def test_a_round_from_the_hand_burned_before_turned_and_told() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(CARDS))
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        await table.run_out()
        await wager(table, {ann: 1, bob: 2})
        kinds = [each.kind for each in table.house.store.read(table.live.stream)]
        burned = [each for each in table.house.store.read(table.live.stream) if each.kind == "cards_burned"]
        assert [(each.data["why"], each.data["first"], each.data["count"]) for each in burned] == [
            ("round", 0, 1)
        ]
        assert kinds.index("betting_closed") < kinds.index("cards_burned") < kinds.index("card_dealt")

        def seen(viewer: str | None, box: int) -> tuple[str | None, ...]:
            return table.live.view(viewer).boxes[box - 1].hands[0].cards

        assert seen(ann, 1) == ("5s", "6h")
        assert table.live.view(ann).boxes[0].hands[0].total == "11"
        for viewer in (bob, None):
            assert seen(viewer, 1) == (None, None)
            assert table.live.view(viewer).boxes[0].hands[0].total == ""
        assert seen(bob, 2) == ("10h", "8d")
        halfway = replay.tell(taken(table), "t1", 1)
        assert not any(face in line.text for line in halfway.lines for face in ("5s", "6h", "10h", "8d"))

        await table.must(ann, c.Double(ann, 1, 0))
        await table.rest()
        assert seen(bob, 1) == seen(None, 1) == ("5s", "6h", "9d")
        assert seen(ann, 2) == (None, None)
        await table.must(bob, c.Stand(bob, 2, 0))
        await table.rest()
        last = table.live.view(ann).last_rounds[0]
        assert [box.hands[0].cards for box in last.boxes] == [("5s", "6h", "9d"), ("10h", "8d")]
        assert {each.person: each.net for each in last.payments} == {ann: 2000, bob: -1000}
        told = replay.tell(taken(table), "t1", 1)
        assert "box 1 is turned: 5s 6h: 11" in [line.text for line in told.lines]
        assert verify(taken(table)).sound
        await wager(table, {ann: 1, bob: 2})
        assert [
            each.data["why"]
            for each in table.house.store.read(table.live.stream)
            if each.kind == "cards_burned"
        ] == [
            "round",
            "round",
        ]
        await table.live.stop()

    asyncio.run(play())


@clause("MD-BJ 12.B(7)")
def test_the_audit_misses_a_card_that_was_not_burned() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(CARDS))
        ann = await table.come("ann", 1)
        await table.run_out()
        await wager(table, {ann: 1})
        stored = list(table.house.store.read(table.live.stream))
        for left_out in ("", "cards_burned"):
            recheck = Recheck(RULES, Orders("t1"))
            wrong = [what for each in stored if each.kind != left_out for what in recheck.follow(each)]
            assert ("no card was burned before this round" in wrong) is bool(left_out)
        await table.live.stop()

    asyncio.run(play())


@pytest.mark.parametrize(("word", "shoes"), [("1", 3), ("2", 1)])
def test_the_cards_are_shuffled_after_the_rounds_that_the_submission_names(word: str, shoes: int) -> None:
    async def play() -> None:
        rules = library.table_rules("md-blackjack/hand-dealt", {"hand_dealt_rounds_per_shuffle": word})
        table = await table_of(rules, Arranged(seed=4))
        await Bots(table, [await table.come("ann", 1)], 2).play(3)
        ended = [each.data for each in table.house.store.read(table.live.stream) if each.kind == "shoe_ended"]
        assert [each["why"] for each in ended] == ["rounds_dealt"] * shoes
        assert verify(taken(table)).sound
        await table.live.stop()

    asyncio.run(play())


@checked(
    "MD-BJ 12.B(3)", "MD-BJ 12.B(4)", "MD-BJ 12.B(5)", "MD-BJ 12.B(6)", "MD-BJ 12.B(8)", "MD-BJ 12.B(13)"
)
def test_how_cards_are_held_looked_at_and_announced_is_signed_and_said() -> None:
    said = conduct(RULES)
    listed = {each.cite.clauses: each.what for each in (*said.handling, *said.players, *said.announcements)}
    assert listed == {
        ("MD-BJ 12.B(3)",): "hold_cards_on_a_cover_card_in_one_hand",
        ("MD-BJ 12.B(4)",): "keep_the_holding_hand_for_the_round",
        ("MD-BJ 12.B(5)",): "hold_cards_over_the_table_inventory",
        ("MD-BJ 12.B(6)",): "draw_with_the_free_hand_face_down",
        ("MD-BJ 12.B(8)",): "one_hand_in_view_of_the_dealer",
        ("MD-BJ 12.B(13)",): "dealer_total",
    }
    signed = dealers_conduct(RULES)
    assert signed is not None
    assert {f"MD-BJ 12.B({n})" for n in (3, 4, 5, 6, 8)} == set(signed.cite.clauses)


HELD = {f"MD-BJ 12.B({n})" for n in (3, 4, 5, 6, 8)}


@clause("MD-BJ 12.B", "MD-BJ 12.B(1)", "MD-BJ 12.B(2)", "MD-BJ 12.B(7)", "MD-BJ 12.B(12)", "MD-BJ 12.B(13)")
@clause("MD-BJ 12.B(3)", "MD-BJ 12.B(4)", "MD-BJ 12.B(5)", "MD-BJ 12.B(6)", "MD-BJ 12.B(8)")
def test_a_person_deals_from_the_hand_as_ordered_and_announces_each_card_of_the_dealer() -> None:
    """Two batches through a shuffler, how cards are held signed before the first of them is dealt, a card
    burned, and the dealer's total said after the hole card's 14 became 16 and 19."""

    async def play() -> None:
        table = await guided_table(RULES, Arranged("5s 10h 9c 6h 8d 5d 2d 3s"))
        await table.must(table.dee, TakeTable())
        ann, bob = await table.come("Ann", 1), await table.come("Bob", 2)
        prepared: list[DealerStep] = []

        async def until(step: str) -> None:
            while (due := table.due) is None or due.id != step:
                if due is not None:
                    prepared.append(due)
                    for role in due.who[:1] if due.who[0] == "player" else due.who:
                        await table.must_do(table.who_is(role), due.id)
                elif not await table.cut_declined():
                    return

        await until("close_betting")
        assert table.live.state.shoe.cards == 104, "two decks are held, whatever lies in the shuffler"
        assert any(set(step.cite.clauses) >= HELD for step in prepared)
        assert any("shuffler" in step.words for step in prepared)
        for box, person in enumerate((ann, bob), 1):
            await table.must(person, c.PlaceWager(person, box, 1000))
        await until("nothing: somebody is asked")
        burned = [step.cite.clauses for step in prepared if step.words.startswith("Burn")]
        assert len(burned) == 1
        assert "MD-BJ 12.B(7)" in burned[0]
        for box, person in enumerate((ann, bob), 1):
            await table.must(person, c.Stand(person, box, 0))
        await until("start_round")
        log = table.house.store.read(table.live.stream)
        said = [each.data["what"] for each in log if "MD-BJ 12.B(13)" in str(each.data.get("cite"))]
        assert said == ["Dealer: 16", "Dealer: 19"]
        assert table.verified().problems == []

    asyncio.run(play())


@clause("MD-BJ 3.D")
def test_decks_dealt_from_the_hand_are_changed_every_four_hours() -> None:
    assert deck_life(RULES) == 4
    assert deck_life_cite(RULES).clauses == ("MD-BJ 3.D",)
    assert deck_life(library.table_rules("md-blackjack")) == 24
