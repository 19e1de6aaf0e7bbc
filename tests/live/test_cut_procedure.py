"""The cut at a table that a person deals, ordered again by the floor, and the card burned after it."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.guided_table import at_the_decks
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal
from vingt.live.table.commands import Cut
from vingt.report.rules.layout import shown_at


@pytest.mark.parametrize(
    ("rulebook", "until", "late"),
    [
        *(
            pytest.param(
                rulebook,
                "place_cover_card",
                "burn",
                marks=clause(f"{book} 5.F", f"{book} 5.F(1)", f"{book} 5.F(2)"),
            )
            for rulebook, book in (
                ("md-pontoon-21", "MD-P21"),
                ("md-blackjack", "MD-BJ"),
                ("md-players-edge-21", "MD-PE21"),
            )
        ),
        pytest.param("ma-pontoon-21", "burn", "start_round", marks=clause("MA-P21 4(f)#1", "MA-P21 4(e)#3")),
    ],
)
def test_the_floor_orders_a_recut_inside_its_window_and_the_last_cutter_cuts(
    rulebook: str, until: str, late: str
) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook, shuffler="manual")
        ann = await table.come("Ann", 1)
        await table.go_on("offer_cut")
        await table.must_do(table.dee, "offer_cut")
        await table.must(ann, Cut(100))
        if rulebook == "ma-pontoon-21":
            assert table.due is not None
            assert table.due.id == "align_stack_along_the_shoe"
        await table.go_on(until)
        assert isinstance(await table.do(table.dee, "order_recut"), Refusal), "a floorperson orders it"
        await table.must_do(table.fay, "order_recut")
        await table.must_do(table.dee, "offer_cut")
        offered = table.live.state.shoe.cut_offered
        assert offered is not None
        assert offered.person == ann, "the last cutter"
        await table.must(ann, Cut(60))
        assert table.live.state.shoe.cut == 160
        await table.go_on(late)
        assert table.live.state.shoe.loaded
        assert isinstance(await table.do(table.fay, "order_recut"), Refusal), "the window is closed"
        committed = table.live._orders.mixed(1)
        assert table.live._orders.dealing_order(1) == (*committed[160:], *committed[:160])
        assert table.verified().problems == []

    asyncio.run(play())


@pytest.mark.parametrize(
    ("rulebook", "until"),
    [
        pytest.param("ma-pontoon-21", "burn", marks=clause("MA-P21 4(f)#2")),
        pytest.param("md-pontoon-21", "place_cover_card", marks=clause("MD-P21 5.F(1)")),
    ],
)
def test_or_the_floor_has_the_next_cut_who_is_entitled_to(rulebook: str, until: str) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook, shuffler="manual")
        people = {box: await table.come(name, box) for name, box in (("Ann", 1), ("Bob", 3), ("Cy", 5))}
        await table.go_on("offer_cut")
        await table.must_do(table.dee, "offer_cut")
        first = table.live.state.shoe.cut_offered
        assert first is not None
        await table.must(first.person, Cut(100))
        await table.go_on(until)
        assert isinstance(await table.do(table.dee, "order_recut_by_next"), Refusal), "the floor orders it"
        await table.must_do(table.fay, "order_recut_by_next")
        await table.must_do(table.dee, "offer_cut")
        offered = table.live.state.shoe.cut_offered
        assert offered is not None
        next_box = {1: 5, 3: 1, 5: 3}[first.box]  # counterclockwise, as when the cut is declined
        assert (offered.box, offered.person) == (next_box, people[next_box])
        await table.must(offered.person, Cut(60))
        assert table.live.state.shoe.cut == 160
        await table.must_do(table.fay, "order_recut")
        await table.must_do(table.dee, "offer_cut")
        again = table.live.state.shoe.cut_offered
        assert again is not None
        assert again.person == offered.person, "who cut last"
        await table.must(again.person, Cut(50))
        await table.go_on("start_round")
        assert table.verified().problems == []

    asyncio.run(play())


@clause("MA-P21 7(c)#1", "MA-P21 7(c)#3")
def test_the_first_card_is_burned_face_down_and_shown_to_who_asks() -> None:
    async def play() -> None:
        table = await at_the_decks("ma-pontoon-21", shuffler="manual")
        await table.come("Ann", 1)
        await table.go_on("burn")
        assert isinstance(await table.do(table.dee, "show_burned_card"), Refusal)
        await table.must_do(table.dee, "burn")
        assert table.live.state.shown == (), "nobody has seen it"
        rack = [words for where, words, _ in shown_at(table.live.rules) if where == "equipment"]
        assert "discard rack" in rack, "signed with the sheet"
        await table.must_do(table.dee, "show_burned_card")
        assert table.live.view(None).announced == "Burned: 2c"
        assert table.verified().problems == []
        other = await at_the_decks("md-pontoon-21")
        await other.come("Ann", 1)
        await other.go_on("start_round")
        assert isinstance(await other.do(other.dee, "show_burned_card"), Refusal), "Maryland shows none"

    asyncio.run(play())
