"""The procedure of each rulebook before a round and in it: what is said, inspected and picked up."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from tests.live.guided_table import (
    BOTH,
    DEALER,
    GuidedTable,
    at_the_decks,
    cited,
    guided_table,
    play_out,
    round_begun,
)
from tests.live.quiet_house import DAY, Arranged
from tests.proof import clause
from vingt.core.cards import card
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.filing import refuse_unplayable
from vingt.live.table.commands import CallWager, TakeTable
from vingt.live.table.mishaps import ForeignCardFound
from vingt.report.docket.paper_table import PaperTable
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library
from vingt.web.felt.chips_due import chips_due

ANNOUNCED = {  # nine and eight against a six, the dealer draws; in Massachusetts a three comes to box 1
    "md-pontoon-21": Arranged("9s 6h 8d 5c Kc"),
    "md-players-edge-21": Arranged("9s 6h 8d 5c Kc"),
    "ma-pontoon-21/no-hole-card": Arranged("9s 6h 8d 3c 5c Kc"),
}


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())
