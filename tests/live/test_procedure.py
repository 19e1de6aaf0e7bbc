"""The procedure of each rulebook with its cards: decks, shuffle, cut and burned card, in their order, by whom
it names, and not otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.live.guided_table import GuidedTable, guided_table
from tests.proof import clause
from vingt.core.cards import cards
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.events import DealingMode
from vingt.live.table.commands import Cut, LeaveTable, TakeTable
from vingt.report.docket.paper_table import PaperTable
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library

DAY = 24 * 3_600_000
BOTH, DEALER, FLOOR = ("dealer", "floorperson"), ("dealer",), ("floorperson",)
MANUAL_MA = ("riffle", "riffle#2", "strip", "riffle#3", "turn_and_riffle", "single_stack")
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


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def playing() -> None:
        await play()

    asyncio.run(playing())


async def at_the_decks(rules: str, **choices: object) -> GuidedTable:
    """Dee deals, everything is signed; the decks are due."""
    table = await guided_table(library.table_rules(rules, choices))
    await table.must(table.dee, TakeTable())
    await table.go_on("receive_decks")
    return table


async def at_the_shuffle(rules: str, **choices: object) -> tuple[GuidedTable, str]:
    """A shoe is loaded and no card dealt; the floor has the cards shuffled again."""
    table = await at_the_decks(rules, **choices)
    ann = await table.come("Ann", 1)
    await table.go_on("start_round")
    await table.must_do(table.fay, "order_reshuffle")
    return table, ann


def cited(table: GuidedTable, step: str) -> set[str]:
    """The clauses by which a step of the log was done."""
    done = [each for each in table.house.store.read(table.live.stream) if each.data.get("step") == step]
    return {clause for each in done for clause in each.data["cite"]["clauses"]}


# -- new decks -----------------------------------------------------------------------------------------------


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

    run(play)


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

    run(play)


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

    run(play)


# -- the shuffle ---------------------------------------------------------------------------------------------


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

    run(play)


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

    run(play)


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

    run(play)


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

    run(play)


# -- the cut -------------------------------------------------------------------------------------------------


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

    run(play)


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

    run(play)


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

    run(play)
