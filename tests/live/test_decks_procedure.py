"""New decks at a table that a person deals: received, inspected, opened and retired, in the order of each
rulebook, by whom it names, and not otherwise."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.guided_table import BOTH, FLOOR, MANUAL_MA, at_the_decks, at_the_shuffle
from tests.live.quiet_house import DAY
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal

OPENED = {
    "md-pontoon-21": "inspect_decks remove_and_tear_10s spread_face_up fan_by_deck_suit_and_rank "
    "first_player_looks turn_down_wash_and_stack random_shuffle single_stack",
    "ma-pontoon-21": "inspect_decks remove_10s_and_verify spread_face_up fan_by_deck_suit_and_rank "
    "first_player_looks turn_down_wash_and_stack wash_again_if_a_card_was_seen " + " ".join(MANUAL_MA),
    "md-blackjack": "inspect_decks spread_face_up fan_by_deck_suit_and_rank first_player_looks "
    "turn_down_wash_and_stack random_shuffle single_stack",
    "md-players-edge-21": "inspect_decks remove_and_tear_10s spread_face_up fan_by_deck_suit_and_rank "
    "first_player_looks turn_down_wash_and_stack random_shuffle single_stack",
}
WITNESSED = ("inspect_decks", "remove_and_tear_10s", "remove_10s_and_verify", "receive_decks")


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(
            "md-pontoon-21", marks=clause(*(f"MD-P21 4.{each}" for each in "ABCDEF"), "MD-P21 5.A(1)")
        ),
        pytest.param(
            "ma-pontoon-21",
            marks=clause(
                *("MA-P21 3(a)", "MA-P21 3(b)#1", "MA-P21 3(b)#2", "MA-P21 3(b)#3", "MA-P21 3(c)#1"),
                *("MA-P21 3(c)#2", "MA-P21 3(c)#3", "MA-P21 4(a)#2"),
            ),
        ),
        pytest.param("md-blackjack", marks=clause(*(f"MD-BJ 4.{each}" for each in "ABCDE"), "MD-BJ 5.A(1)")),
        pytest.param(
            "md-players-edge-21", marks=clause(*(f"MD-PE21 4.{each}" for each in "ABCDEF"), "MD-PE21 5.A(1)")
        ),
    ],
)
def test_new_decks_are_opened_in_the_order_of_the_rulebook(rulebook: str) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook, shuffler="manual")
        order = ["receive_decks", *OPENED[rulebook].split()]
        ann = ""
        for at, step in enumerate(order):
            if step == "first_player_looks":
                assert table.due is None, "the cards lie spread until somebody comes"
                ann = await table.come("Ann", 1)
                bob = await table.come("Bob", 2)
                assert isinstance(await table.do(bob, step), Refusal), "the first player looks"
            due = table.due
            assert due is not None
            assert due.id == step
            for later in order[at + 1 :]:
                assert isinstance(await table.do(table.dee, later), Refusal), f"{later} before {step}"
            if step in WITNESSED:
                assert due.who == BOTH
                await table.must_do(table.dee, step)
                assert table.due is not None
                assert (table.due.id, table.due.who) == (step, FLOOR), "the floorperson verifies"
                assert isinstance(await table.do(table.dee, step), Refusal), "nobody signs twice"
                await table.must_do(table.fay, step)
            else:
                assert table.live.state.shoe.stage == "none"
                await table.must_do(ann if step == "first_player_looks" else table.dee, step)
        assert table.live.state.shoe.stage == "shuffled", "all decks in one stack"
        assert table.verified().problems == []

    asyncio.run(play())


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 4.G")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 4.I")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 4.G")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 3(a)")),
    ],
)
def test_decks_that_come_shuffled_skip_the_opening(rulebook: str) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook, shuffler="manual")
        await table.come("Ann", 1)
        await table.must_do(table.dee, "receive_preshuffled_decks")
        await table.must_do(table.fay, "receive_preshuffled_decks")
        assert not table.live.state.shoe.number, "the dealer does it, not the floorperson"
        await table.must_do(table.dee, "shuffle")
        assert table.live.state.shoe.stage == "shuffled"
        assert table.verified().problems == []

    asyncio.run(play())


@clause("MD-BJ 3.D")
def test_decks_leave_the_game_when_their_time_is_over() -> None:
    async def play() -> None:
        table, ann = await at_the_shuffle("md-blackjack")
        table.live.arrive(ann)  # and stays
        await table.go_on("start_round")
        received = table.live.state.dealing.decks_received
        table.clock.pass_(received + DAY - 1 - table.clock.now())
        assert table.due is not None
        await table.go_on("start_round")  # a new gaming day: the reader is inspected
        assert table.due.id == "start_round", "a millisecond is left"
        table.clock.pass_(1)
        assert table.due.id == "retire_decks"
        assert "MD-BJ 3.D" in table.due.cite.clauses
        assert isinstance(await table.do(table.dee, "start_round"), Refusal)
        await table.must_do(table.dee, "retire_decks")
        await table.rest()
        assert table.due.id == "receive_decks", "no shoe of these decks any more"
        assert isinstance(await table.do(table.dee, "random_shuffle"), Refusal)
        assert table.verified().problems == []

    asyncio.run(play())
