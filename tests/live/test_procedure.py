"""The procedure of each rulebook performed at a table: in its order, by whom it names, and not otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from tests.live.guided_table import GuidedTable, guided_table
from tests.live.quiet_house import Arranged
from tests.live.test_guided import play_out, round_begun
from tests.proof import checked, clause
from vingt.core.cards import card, cards
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.events import DealingMode
from vingt.live.log.filing import refuse_unplayable
from vingt.live.table.commands import CallWager, Cut, HandOverTable, LeaveTable, PerformStep, TakeTable
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.mishaps import ForeignCardFound
from vingt.report.docket.paper_table import PaperTable
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library
from vingt.web.felt.chips_due import chips_due
from vingt.web.floor.deal_pages import sheet_of

DAY = 24 * 3_600_000
ANNOUNCED = {  # nine and eight against a six, the dealer draws; in Massachusetts a three comes to box 1
    "md-pontoon-21": Arranged("9s 6h 8d 5c Kc"),
    "md-players-edge-21": Arranged("9s 6h 8d 5c Kc"),
    "ma-pontoon-21/no-hole-card": Arranged("9s 6h 8d 3c 5c Kc"),
}
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


# -- before a round, and in it -------------------------------------------------------------------------------


@clause("MD-P21 2.F", "MD-BJ 2.G", "MD-PE21 2.G")
@pytest.mark.parametrize("rulebook", ["md-pontoon-21", "md-blackjack", "md-players-edge-21"])
def test_the_floorperson_inspects_the_card_reader_every_gaming_day(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        await table.go_on("inspect_card_reader")
        assert isinstance(await table.do(table.dee, "inspect_card_reader"), Refusal)
        await table.must_do(table.fay, "inspect_card_reader")
        await table.come("Ann", 1)
        await table.go_on("start_round")
        midnight = (table.clock.now() // DAY + 1) * DAY
        table.clock.pass_(midnight - 1 - table.clock.now())
        assert table.due is not None
        assert table.due.id == "start_round"
        table.clock.pass_(1)
        assert table.due.id == "inspect_card_reader"
        assert isinstance(await table.do(table.dee, "start_round"), Refusal)

    run(play)


APPROVED, BOXES, READER, RACK = (
    *("the layout is approved by the regulator", "drop box and tip box", "card reader", "discard rack"),
)
NEARER, NEAREST = "draw with the hand nearer the shoe", "two nearest positions with the drawing hand"
SIDEWAYS = "paid natural stays sideways for side wagers"
# What stands on the sheet that two people sign, and on the one that each dealer reads: clause -> words.
SHEETS = {
    "md-pontoon-21": {
        "MD-P21 2.B": APPROVED,
        "MD-P21 2.C": BOXES,
        "MD-P21 2.D": BOXES,
        "MD-P21 2.E": READER,
        "MD-P21 2.G(1)": RACK,
        "MD-P21 2.G(2)": RACK,
    },
    "ma-pontoon-21": {
        "MA-P21 2(a)#3": "cutting card",
        "MA-P21 7(a)": "shoe at dealers left",
        "MA-P21 7(i)#3": "card reader if elected",
    },
    "md-blackjack": {
        "MD-BJ 2.B": APPROVED,
        "MD-BJ 2.D": BOXES,
        "MD-BJ 2.E": BOXES,
        "MD-BJ 2.F": READER,
        "MD-BJ 2.H": RACK,
        "MD-BJ 2.H(1)": RACK,
        "MD-BJ 2.H(2)": RACK,
        "MD-BJ 2.I": RACK,
    },
    "md-blackjack/switch": {
        "MD-BJ 2.B(5)": "Blackjack Switch: a dealer 22 returns your wagers",
        "MD-BJ 2.B(5)(a)": "Blackjack Wager, two for each of 7 players",
        "MD-BJ 2.B(5)(b)": "Super Match",
    },
    "md-players-edge-21": {
        "MD-PE21 2.B": APPROVED,
        "MD-PE21 2.D": BOXES,
        "MD-PE21 2.E": BOXES,
        "MD-PE21 2.F": READER,
        "MD-PE21 2.H": RACK,
        "MD-PE21 2.H(1)": RACK,
        "MD-PE21 2.H(2)": RACK,
    },
}
CONDUCT = {
    "md-pontoon-21": {
        "MD-P21 7.B(1)": NEARER,
        "MD-P21 7.B(2)": NEAREST,
        "MD-P21 9.C(2)": "surrendered wager on top of the cards",
        "MD-P21 7.U": "touch no cards",
    },
    "ma-pontoon-21": {
        "MA-P21 7(b)#1": "draw left handed place right handed",
        "MA-P21 13(c)": "deciding wager nearest the dealer",
        "MA-P21 7(k)": "touch no cards",
        "MA-P21 7(l)": "count your own points",
    },
    "md-blackjack": {"MD-BJ 7.B(1)": NEARER, "MD-BJ 7.B(2)": NEAREST},
    "md-players-edge-21": {
        "MD-PE21 7.B(1)": NEARER,
        "MD-PE21 7.B(2)": NEAREST,
        "MD-PE21 7.H(1)(a)(i)": SIDEWAYS,
        "MD-PE21 7.H(1)(b)(ii)": SIDEWAYS,
        "MD-PE21 10.D": "double card sideways",
        "MD-PE21 7.U#2": "touch no cards",
    },
}


def says(table: GuidedTable, step: DealerStep, wanted: dict[str, str]) -> None:
    """The step cites these clauses, and what is signed with it has the words of each."""
    assert set(wanted) <= set(step.cite.clauses)
    lines = [(words, cite) for _, words, cite in sheet_of(table.live, step)]
    for by, words in wanted.items():
        assert words in [said for said, cite in lines if by in cite.clauses], (by, words)


@pytest.mark.parametrize(
    "rulebook", [pytest.param(each, marks=checked(*listed)) for each, listed in SHEETS.items()]
)
def test_a_table_opens_after_two_people_signed_what_it_must_show_and_have(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        await table.go_on("setup_sheet")
        sheet = table.due
        assert sheet is not None
        says(table, sheet, SHEETS[rulebook])
        for signer in (table.dee, table.fay):
            assert isinstance(await table.do(table.dee, "receive_decks"), Refusal), "nothing before it"
            assert table.due is not None
            assert table.due.id == "setup_sheet"
            await table.must_do(signer, "setup_sheet")
        signed = [each for each in table.live.state.dealing.standing if each.step == "setup_sheet"]
        assert [(each.by, each.role) for each in signed] == [
            (table.dee, "dealer"),
            (table.fay, "floorperson"),
        ]

    run(play)


@pytest.mark.parametrize(
    "rulebook", [pytest.param(each, marks=checked(*listed)) for each, listed in CONDUCT.items()]
)
def test_each_dealer_acknowledges_how_cards_are_handled(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        for dealer in (table.dee, table.fay):
            await table.must(dealer, TakeTable())
            due = table.due
            assert due is not None
            assert due.id == "dealers_conduct"
            says(table, due, CONDUCT[rulebook])
            assert isinstance(await table.do(dealer, "setup_sheet"), Refusal)
            await table.must_do(dealer, "dealers_conduct")

    run(play)


@clause("MD-P21 7.A", "MD-PE21 7.A")
@pytest.mark.parametrize("rulebook", ["md-pontoon-21", "md-players-edge-21"])
def test_no_card_comes_from_anywhere_but_a_loaded_shoe(rulebook: str) -> None:
    async def play() -> None:
        table = await at_the_decks(rulebook)
        refuse_unplayable(table.live.rules)  # of two shoes it would
        await table.come("Ann", 1)
        while table.due is None or table.due.id != "start_round":
            assert isinstance(await table.do(table.dee, "deal"), Refusal)
            assert isinstance(await table.do(table.dee, "start_round"), Refusal)
            if (due := table.due) is not None:
                for role in due.who[:1] if due.who[0] == "player" else due.who:
                    await table.must_do(table.who_is(role), due.id)
            else:
                await table.cut_declined()
        assert table.live.state.shoe.loaded

    run(play)


@clause("MA-P21 5(h)", "MA-P21 5(i)", "MA-P21 7(k)", "MD-P21 7.U", "MD-PE21 7.U#2")
@pytest.mark.parametrize("rulebook", ["ma-pontoon-21", "md-pontoon-21", "md-players-edge-21"])
def test_players_touch_neither_cards_nor_wagers_in_play(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        assert table.due is not None
        told = [words for who, words, _ in sheet_of(table.live, table.due) if who == "players"]
        assert "touch no cards" in told, "each dealer has read it"
        assert ("touch no wagers" in told) is rulebook.startswith("ma")
        await table.must(table.dee, HandOverTable())
        ann = await round_begun(table)
        await table.must_do(table.dee, "close_betting")
        await table.must_do(table.dee, "deal")
        wagers = table.live.state.round.boxes[0].bettors
        for touched in (c.WithdrawWager(ann, 1), c.PlaceWager(ann, 1, 2_000)):
            assert isinstance(await table.give(ann, touched), Refusal)
        version = table.live.version
        for step in ("deal", "burn", "end_shoe", "take_and_pay#box 1", "pick_up_cards"):
            assert isinstance(await table.give(ann, PerformStep(step)), Refusal)
        assert table.live.version == version
        assert table.live.state.round.boxes[0].bettors == wagers

    run(play)


def cited(table: GuidedTable, step: str) -> set[str]:
    """The clauses by which a step of the log was done."""
    done = [each for each in table.house.store.read(table.live.stream) if each.data.get("step") == step]
    return {clause for each in done for clause in each.data["cite"]["clauses"]}


def said(table: GuidedTable) -> list[tuple[str, str]]:
    """What was announced, and the kind of event that came right after."""
    events = list(table.house.store.read(table.live.stream))
    return [
        (stored.data["what"], after.kind)
        for stored, after in pairwise(events)
        if stored.data.get("step") == "announce"
    ]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(
            "mbs-pontoon",
            [("Place your bets, please", "round_started"), ("No more bets", "commanded")],
            marks=clause("MBS-P 3.1", "MBS-P 3.2"),
        ),
        pytest.param(
            "ma-pontoon-21/no-hole-card",
            [
                *(("Box 1: 17", "commanded"), ("Box 1: 20", "commanded")),
                *(("Dealer's Card", "commanded"), ("Dealer: 11", "commanded")),
                ("Dealer: 21", "step_performed"),
            ],
            marks=clause("MA-P21 7(e)#1", "MA-P21 7(f)#2", "MA-P21 7(g)#2", "MA-P21 7(g)#3"),
        ),
        pytest.param("md-pontoon-21", [("Dealer: 21", "step_performed")], marks=clause("MD-P21 7.L(3)")),
        pytest.param(
            "md-players-edge-21", [("Dealer: 21", "step_performed")], marks=clause("MD-PE21 7.L(3)")
        ),
    ],
)
def test_the_dealer_says_what_the_rulebook_has_announced(rules: str, expected: list[tuple[str, str]]) -> None:
    async def play() -> None:
        table = await guided_table(rules, ANNOUNCED.get(rules), shuffler="manual")
        ann = await round_begun(table)
        await play_out(table, ann, hits=1 if rules.startswith("ma") else 0)
        await table.go_on("start_round")
        heard = said(table)
        for each in expected:
            assert each in heard, heard
        assert table.verified().problems == []

    run(play)


@clause("MA-P21 7(h)#2", "MA-P21 7(h)#3", "MA-P21 7(j)(1)")
def test_cards_are_picked_up_from_the_far_right_and_the_dealers_last() -> None:
    async def play() -> None:
        table = await guided_table("ma-pontoon-21", shuffler="manual")
        await table.must(table.dee, TakeTable())
        ann, bob = await table.come("Ann", 1), await table.come("Bob", 4)
        await table.go_on(lambda: table.live.state.betting)
        for person, box in ((ann, 1), (bob, 4)):
            await table.must(person, c.PlaceWager(person, box, 1_000))
        while table.live.state.round_open:
            if (step := table.due) is not None:
                await table.must_do(table.dee, step.id)
                continue
            for person, box in ((ann, 1), (bob, 4)):
                for answer in (c.DeclineInsurance(person, box), c.Stand(person, box)):
                    await table.give(person, answer)
        totals = next(each for each, _ in said(table))
        assert totals == "Box 1: 19. Box 4: 11", "all of them, from the left"
        done = await table.go_on("start_round")
        assert {"MA-P21 7(h)#3", "MA-P21 7(j)(1)"} <= cited(table, "pick_up_cards")
        assert sorted(done[:2]) == ["take_and_pay#box 1", "take_and_pay#box 4"]
        assert done[2:] == ["pick_up_box#box 4", "pick_up_box#box 1", "pick_up_cards"]

    run(play)


@clause("MBS-P 3.16")
def test_a_hand_over_21_is_taken_and_its_cards_go_into_the_rack_before_anything_else() -> None:
    async def play() -> None:
        cards = Arranged("9s 2h 6h 8d 3c Kc")  # boxes 1 and 4, the dealer, their second cards, a king
        table = await guided_table("mbs-pontoon", cards, shuffler="manual")
        rack = [words for where, words, _ in shown_at(table.live.rules) if where == "equipment"]
        assert rack == ["discard rack"]
        ann = await round_begun(table)
        bob = await table.come("Bob", 4)
        await table.must(bob, c.PlaceWager(bob, 4, 1_000))
        await table.go_on(lambda: table.live.state.round.stage == "play")
        await table.must(ann, c.Hit(ann, 1))
        await table.must_do(table.dee, "deal")
        due = table.due
        assert due is not None
        assert due.id == "take_and_pay#box 1"
        assert chips_due(table.live.rules, table.live.state, due, str) == (
            "Pontoon main wager, over 21: take $10",
            "put the cards of the hand into the discard rack",
        )
        assert isinstance(await table.do(table.dee, "deal"), Refusal)
        await table.must_do(table.dee, due.id)
        assert table.live.state.round_open, "Bob plays on"
        assert table.due is None
        await play_out(table, bob, 4)
        await table.go_on("start_round")
        assert table.verified().problems == []

    run(play)


@pytest.mark.parametrize(
    ("settled", "chips"),
    [
        ("stand", ["Pontoon main wager, void: give $10 back"]),
        (
            "unwind",
            [
                "Pontoon main wager, void: give $10 back",
                "Pontoon main wager, the round is void: give $10 back",
            ],
        ),
    ],
)
def test_hands_give_back_what_the_log_gives_back_of_a_void_round(settled: str, chips: list[str]) -> None:
    table = PaperTable(library.table_rules("mbs-pontoon", {"void_round_settled_wagers": settled}), "scanned")
    table.open_with(["p1", "p2"])
    table.wager_all()
    for entered in ("", "9s", "6h", "2h", "8d", "3c"):
        assert table.due is not None
        table.must(table.step(table.due.id, entered))
    table.must(table.say("p1", c.Hit("p1", 1)))
    table.must(table.step("deal", "Kc"))
    table.must(table.step("take_and_pay#box 1"))
    racks = {player: table.state.rack(player) for player in ("p1", "p2")}
    table.must(table.report(ForeignCardFound(card("10h"))))
    told = []
    while table.due is not None and table.due.id.startswith("take_and_pay"):
        told += [each for each in chips_due(table.rules, table.state, table.due, str) if "$" in each]
        table.sign(table.due)
    assert told == chips
    back = {player: table.state.rack(player) - racks[player] for player in ("p1", "p2")}
    assert back == {"p1": 1_000 * (settled == "unwind"), "p2": 1_000}
    assert table.verified().problems == []


@clause("MBS-P 5.1.2")
def test_a_foreign_card_leaves_the_rounds_before_as_they_were() -> None:
    async def play() -> None:
        table = await guided_table("mbs-pontoon")
        ann = await round_begun(table)
        await play_out(table, ann)
        settled = table.live.state.rack(ann)
        paid = table.live.state.last_rounds[0].payments
        await table.go_on(lambda: table.live.state.betting)
        await table.must(ann, c.PlaceWager(ann, 1, 1_000))
        await table.must_do(table.dee, "close_betting")
        await table.must_do(table.dee, "deal")
        answer = await table.live.report(ForeignCardFound(card("10h")), table.fay)
        assert not isinstance(answer, Refusal), answer
        await table.rest()
        assert table.live.state.last_rounds[-1].payments == paid
        assert table.live.state.rack(ann) + table.live.state.in_play(ann) == settled
        assert table.verified().problems == []

    run(play)


@pytest.mark.parametrize("rulebook", ["md-pontoon-21", "ma-pontoon-21"])
def test_a_floorperson_answers_for_who_is_away_by_name(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        ann = await round_begun(table)
        await table.go_on(lambda: False)
        assert table.due is None
        assert isinstance(await table.do(table.dee, "answer_absent"), Refusal), "the dealer does not"
        while not table.live.state.round.over and table.due is None:
            await table.must_do(table.fay, "answer_absent")
        answered = [
            stored for stored in table.house.store.read(table.live.stream) if stored.kind == "absent_answered"
        ]
        assert {(each.data["person"], each.data["by"], each.actor) for each in answered} == {
            (ann, table.fay, table.fay)
        }
        assert table.verified().problems == []

    run(play)


@pytest.mark.parametrize(
    ("rulebook", "confirmed_by"),
    [
        pytest.param("md-pontoon-21", DEALER, marks=clause("MD-P21 6.B")),
        pytest.param("md-blackjack", DEALER, marks=clause("MD-BJ 6.B")),
        pytest.param("md-players-edge-21", DEALER, marks=clause("MD-PE21 6.B")),
        pytest.param("ma-pontoon-21", BOTH, marks=clause("MA-P21 5(c)#2", "MA-P21 6(c)#2")),
    ],
)
def test_a_spoken_wager_lies_when_it_is_confirmed_and_its_cash_changed(
    rulebook: str, confirmed_by: tuple[str, ...]
) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        ann = await table.come("Ann", 1, chips=0)
        assert isinstance(await table.give(ann, CallWager(1, 1_000)), Refusal), "before the betting"
        await table.go_on(lambda: table.live.state.betting)
        purse = table.house.people.purse(ann)
        await table.must(ann, CallWager(1, 1_000))
        confirm = "confirm_wager#box 1 $10"
        assert table.due is None, "nothing lies yet"
        for role in confirmed_by:
            assert table.live.state.in_play(ann) == 0
            assert isinstance(await table.do(ann, confirm), Refusal)
            await table.must_do(table.who_is(role), confirm)  # type: ignore[arg-type]
        assert (table.live.state.in_play(ann), table.live.state.rack(ann)) == (1_000, 0)
        assert table.house.people.purse(ann) == purse - 1_000, "changed into chips, all of it"
        kinds = [stored.kind for stored in table.house.store.read(table.live.stream)]
        assert kinds[-4:] == ["step_performed", "bought_in", "commanded", "wager_placed"]
        if rulebook == "ma-pontoon-21":
            await table.must(ann, CallWager(1, 500, "match-super-bonus"))
            for role in confirmed_by:
                await table.must_do(table.who_is(role), "confirm_wager#box 1 match-super-bonus $5")  # type: ignore[arg-type]
            assert table.live.state.in_play(ann) == 1_500
        await table.must_do(table.dee, "close_betting")
        assert isinstance(await table.give(ann, CallWager(1, 1_000)), Refusal), "no more bets"
        assert table.verified().problems == []

    run(play)
