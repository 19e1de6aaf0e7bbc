"""The shuffle at a table that a person deals: by hand and by each device, where nobody plays, and when a
device fails."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.guided_table import MANUAL_MA, at_the_decks, at_the_shuffle, cited
from tests.proof import clause
from vingt.core.cards import cards
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.events import DealingMode
from vingt.live.table.commands import LeaveTable
from vingt.report.docket.paper_table import PaperTable
from vingt.rulebook import library


@clause("MA-P21 4(j)(1)", "MA-P21 4(j)(2)", "MA-P21 4(j)(3)", "MA-P21 4(j)(4)", "MA-P21 4(j)(5)")
def test_a_manual_shuffle_has_its_steps_in_their_order() -> None:
    async def play() -> None:
        table, _ = await at_the_shuffle("ma-pontoon-21", shuffler="manual")
        for step in ("plug", *MANUAL_MA):
            assert table.due is not None
            assert table.due.id == step
            if step != "strip":
                assert isinstance(await table.do(table.dee, "strip"), Refusal), "not before two riffles"
            await table.must_do(table.dee, step)
        assert table.due is not None
        assert table.due.id == "offer_cut", "the cut is last, before the shoe is loaded"
        assert isinstance(await table.do(table.dee, "load_shoe"), Refusal)

    asyncio.run(play())


@clause("MD-BJ 3.B(1)", "MD-BJ 3.B(2)", "MD-BJ 3.B(3)", "MD-BJ 3.B(4)", "MD-BJ 3.B(5)", "MD-BJ 4.H")
def test_two_batches_alternate_in_and_out_of_play() -> None:
    async def play() -> None:
        table = await at_the_decks("md-blackjack", shuffler="batch")
        await table.come("Ann", 1)
        done = await table.go_on("start_round")
        assert done[1] == "two_batches_of_equal_decks_and_two_colours"
        apart = [step for step in done if step.startswith(("spread_face_up", "turn_down_wash"))]
        batches = ["spread_face_up#batch 1", "turn_down_wash_and_stack#batch 1"]
        assert apart == [*batches, *(each.replace("1", "2") for each in batches)], "each by itself"
        moved = [step for step in done if "shuffler" in step or "batch" in step.partition("#")[0]][1:]
        moves = [moved]
        for _ in range(2):
            await table.must_do(table.fay, "order_reshuffle")
            await table.rest()
            moves.append([each for each in await table.go_on("start_round") if "#batch" in each])
        put, take = "put_cards_into_shuffler#batch", "take_out_the_other_batch#batch"
        assert "MD-BJ 3.B(3)" in cited(table, "put_cards_into_shuffler")
        assert {"MD-BJ 3.B(4)", "MD-BJ 3.B(5)"} <= cited(table, "take_out_the_other_batch")
        assert moves == [
            [f"{put} 1", f"{take} 1", f"{put} 2"],
            [f"{put} 1", f"{take} 2"],
            [f"{put} 2", f"{take} 1"],
        ]
        assert table.verified().problems == []

    asyncio.run(play())


@pytest.mark.parametrize(
    ("rulebook", "aside"),
    [
        pytest.param("md-pontoon-21", "cover_or_sign", marks=clause("MD-P21 13.R", "MD-P21 13.S")),
        pytest.param("ma-pontoon-21", "remove_from_table", marks=clause("MA-P21 15(j)", "MA-P21 15(k)")),
        pytest.param("md-blackjack", "cover_or_sign", marks=clause("MD-BJ 14.M", "MD-BJ 14.N")),
        pytest.param("md-players-edge-21", "cover_or_sign", marks=clause("MD-PE21 13.R", "MD-PE21 13.S")),
    ],
)
def test_a_shuffler_that_jams_shuffles_again_and_one_that_fails_is_set_aside(
    rulebook: str, aside: str
) -> None:
    async def play() -> None:
        table, _ = await at_the_shuffle(rulebook, shuffler="batch")
        begun = table.due
        assert begun is not None
        await table.must_do(table.dee, begun.id)
        await table.must_do(table.dee, "shuffler_jammed")
        assert table.due is not None
        assert table.due.id == begun.id, "the cards are shuffled again"
        await table.must_do(table.dee, "shuffler_failed")
        assert table.due.id == aside
        first = "plug" if rulebook == "ma-pontoon-21" else "random_shuffle"
        assert isinstance(await table.do(table.dee, first), Refusal), "no other way of shuffling before"
        await table.must_do(table.dee, aside)
        assert table.due.id == first, "by hand now"
        await table.go_on("offer_cut")
        shuffled = [
            stored.data["by"]
            for stored in table.house.store.read(table.live.stream)
            if stored.kind == "shoe_shuffled"
        ]
        assert shuffled == ["batch", "manual"]
        assert table.verified().problems == []

    asyncio.run(play())


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 7(j)", "MA-P21 7(j)(3)")),
        pytest.param("md-pontoon-21", marks=clause("MD-P21 7.C", "MD-P21 7.D")),
    ],
)
def test_the_round_of_the_cover_card_is_dealt_and_settled_before_the_shoe_ends(rulebook: str) -> None:
    table = PaperTable(library.table_rules(rulebook, {"mid_shoe_entry": "open"}), "scanned")
    table.open_with(["p1"])
    entries = iter(["9s", "6s", "8h", "Kc", "2d", "5d", "3c"])
    table.wager_all()
    soon = table.state.shoe.out + 2
    table.state = table.state._replace(shoe=table.state.shoe._replace(cover_card_after=soon))
    while table.state.round_open:
        if not table.answer():
            assert table.due is not None
            table.must(table.step(table.due.id, next(entries) if table.due.asks else ""))
    (record,) = table.state.last_rounds
    assert table.state.shoe.cover_card_out
    assert not record.void
    assert record.dealer == cards("6s Kc 2d")
    assert [each.outcome for each in record.payments] == ["lower-total"]
    table.go_on("end_shoe")
    assert table.due is not None
    assert table.due.id == "end_shoe", "no other round begins"


@clause("MD-BJ 14.M", "MD-BJ 14.N")
@pytest.mark.parametrize("mode", ["guided", "scanned"])
@pytest.mark.parametrize("what", ["shuffler_jammed", "shuffler_failed"])
def test_a_continuous_shuffler_that_stops_in_a_round_has_all_other_cards_shuffled_again(
    mode: DealingMode, what: str
) -> None:
    """Reading J-101."""
    table = PaperTable(library.table_rules("md-blackjack", {"shuffler": "continuous"}), mode)
    table.open_with(["p1"])
    table.wager_all()
    entries = iter(["9s", "6s", "8h", ""])

    def go(steps: int) -> None:
        for _ in range(steps):
            assert table.due is not None
            table.must(table.step(table.due.id, next(entries) if table.due.asks else ""))

    table.must(table.step("close_betting"))
    go(2)
    lying, burned = table.state.round, table.state.shoe.burned
    table.must(table.step(what))
    assert table.due is not None
    if what == "shuffler_failed":
        assert table.due.id == "cover_or_sign"
        assert table.step("random_shuffle") is not None, "no other way of shuffling before"
        while table.due.id != "deal":
            table.sign(table.due)
            table._decline_cuts()
    else:
        assert table.due.id == "shuffle_discards"
        go(2)
    assert table.state.round == lying
    assert table.state.shoe.cards == 6 * 52 - 2
    assert (table.state.shoe.out, burned) == (0, 1), "nothing is burned for it"
    by = [each.data["by"] for each in table.log if each.kind in ("shoe_shuffled", "real_cards_shuffled")]
    assert by == ["continuous", "manual" if what == "shuffler_failed" else "continuous"]
    go(2)
    assert len(table.state.round.boxes[0].hands[0].cards) == 2
    assert table.verified().problems == []


@pytest.mark.parametrize(
    ("rulebook", "shuffler", "after"),
    [
        pytest.param(
            "md-pontoon-21", "manual", ["wash_and_stack", "random_shuffle"], marks=clause("MD-P21 5.H")
        ),
        pytest.param(
            "md-blackjack", "manual", ["wash_and_stack", "random_shuffle"], marks=clause("MD-BJ 5.H")
        ),
        pytest.param(
            "md-players-edge-21", "manual", ["wash_and_stack", "random_shuffle"], marks=clause("MD-PE21 5.H")
        ),
        *(
            pytest.param(
                "ma-pontoon-21",
                shuffler,
                ["turn_down_wash_and_stack", "wash_again_if_a_card_was_seen", then],
                marks=clause("MA-P21 4(i)"),
            )
            for shuffler, then in (("manual", "riffle"), ("batch", "put_cards_into_shuffler#batch 1"))
        ),
        *(
            pytest.param(
                rulebook,
                "batch",
                ["put_cards_into_shuffler#batch 1", "take_out_the_other_batch#batch 2"],
                marks=clause(f"{book} 5.I(2)", f"{book} 5.I(2)(a)", f"{book} 5.I(2)(b)"),
            )
            for rulebook, book in (
                ("md-pontoon-21", "MD-P21"),
                ("md-blackjack", "MD-BJ"),
                ("md-players-edge-21", "MD-PE21"),
            )
        ),
    ],
)
def test_where_nobody_plays_the_cards_lie_spread_for_the_next(
    rulebook: str, shuffler: str, after: list[str]
) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook, shuffler=shuffler)
        ann = await table.come("Ann", 1)
        await table.go_on("start_round")
        await table.must(ann, LeaveTable())
        assert table.due is not None
        assert table.due.id == "spread_cards"
        down = "" if rulebook == "ma-pontoon-21" else " face down, or face up for a player who asks"
        assert table.due.words == f"Nobody plays: spread the cards{down}"
        await table.must_do(table.dee, "spread_cards")
        await table.rest()
        assert table.due is None, "they lie there until somebody comes"
        await table.come("Bob", 2)
        done = await table.go_on("offer_cut" if rulebook != "ma-pontoon-21" else "single_stack")
        assert done[: len(after) + 1] == ["first_player_looks", *after]
        if shuffler == "batch" and rulebook != "ma-pontoon-21":
            book = table.live.rules.cite("shoe.shuffler").clauses[0].partition(" ")[0]
            assert f"{book} 5.I(2)" in cited(table, "put_cards_into_shuffler")
            assert {f"{book} 5.I(2)(a)", f"{book} 5.I(2)(b)"} <= cited(table, "take_out_the_other_batch")
        assert table.verified().problems == []

    asyncio.run(play())
