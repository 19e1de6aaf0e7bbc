"""What the floor grants where a person deals (clocks, a waived burn, coupons), and chips as they are due."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.live.guided_table import GuidedTable, guided_table, play_out, round_begun
from tests.live.quiet_house import Arranged
from tests.live.test_guided_log import problems
from tests.proof import clause
from vingt.core.cards import cards
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.table.commands import DeclineCut, LayCoupon, TakeTable
from vingt.live.table.coupons import worth
from vingt.report.docket.paper_table import PaperTable
from vingt.rulebook import library

HOUR = 3_600_000


def unsound(table: GuidedTable, **without: object) -> list[str]:
    """What an auditor finds in the log when events with this data are left out of it."""
    events = list(table.house.store.read(table.live.stream))
    kept = [each for each in events if not all(each.data.get(key) == what for key, what in without.items())]
    assert len(kept) < len(events)
    return [problem.what for problem in problems(kept, list(table.house.store.read("people")))]


def status(table: GuidedTable) -> str:
    return table.live.state.round.boxes[0].hands[0].status


# -- a new dealer --------------------------------------------------------------------------------------------


@clause("MD-BJ 7.B(4)")
def test_a_floorperson_may_spare_a_new_dealer_the_burned_card() -> None:
    async def play() -> None:
        table = await guided_table("md-blackjack")
        ann = await round_begun(table)
        await play_out(table, ann)
        await table.go_on("start_round")
        relief = await table.staff("rex", "dealer")
        await table.must(relief, TakeTable())
        assert table.due is not None
        assert table.due.id == "burn"
        assert isinstance(await table.do(relief, "waive_relief_burn"), Refusal), "not the dealer's to say"
        burned = table.kinds().count("cards_burned")
        await table.must_do(table.fay, "waive_relief_burn")
        table.dee = relief
        await table.go_on("start_round")
        assert table.kinds().count("cards_burned") == burned
        assert table.verified().problems == []
        assert any(
            "was not due; due was: Burn" in found for found in unsound(table, step="waive_relief_burn")
        )

    asyncio.run(play())


def test_where_the_text_knows_no_waiver_the_card_is_burned() -> None:
    async def play() -> None:
        table = await guided_table("md-pontoon-21")
        ann = await round_begun(table)
        await play_out(table, ann)
        await table.go_on("start_round")
        await table.must(await table.staff("rex", "dealer"), TakeTable())
        assert isinstance(await table.do(table.fay, "waive_relief_burn"), Refusal)

    asyncio.run(play())


# -- clocks --------------------------------------------------------------------------------------------------


def test_clocks_run_where_the_floor_has_started_them() -> None:
    async def play() -> None:
        table = await guided_table("md-pontoon-21")
        ann = await round_begun(table)
        table.live.arrive(ann)
        await table.go_on(lambda: False)
        await table.wait(HOUR)
        assert status(table) == "playing", "no clock by itself"
        await table.live.set_clocks(True, table.fay)
        await table.rest()
        assert table.live.clock is not None
        await table.wait(30_000)
        assert status(table) == "stood", "its default"
        assert "clock_ran_out" in table.kinds()
        assert isinstance(await table.live.set_clocks(True, table.fay), Refusal), "they run already"
        await table.live.set_clocks(False, table.fay)
        await play_out(table, ann)
        assert table.verified().problems == []
        assert "a clock ran out, and none was running" in unsound(table, running=True)

    asyncio.run(play())


def test_a_cut_that_nobody_answers_is_the_dealers_when_clocks_run() -> None:
    async def play() -> None:
        table = await guided_table("md-pontoon-21", shuffler="manual")
        await table.must(table.dee, TakeTable())
        ann = await table.come("Ann", 1)
        table.live.arrive(ann)
        await table.live.set_clocks(True, table.fay)
        await table.go_on("offer_cut")
        await table.must_do(table.dee, "offer_cut")
        assert table.live.state.shoe.cut_offered is not None
        await table.wait(20_000)
        assert table.live.state.shoe.stage == "cut"
        assert isinstance(await table.give(ann, DeclineCut()), Refusal)
        assert table.verified().problems == []

    asyncio.run(play())


# -- coupons -------------------------------------------------------------------------------------------------


async def coupon_round(first: str, *, amount: int = 500) -> tuple[GuidedTable, str]:
    """Massachusetts: Ann has a coupon, and a wager of ten dollars lies."""
    table = await guided_table("ma-pontoon-21/no-hole-card", Arranged(first), shuffler="manual")
    ann = await round_begun(table)
    answer = await table.live.issue_coupon(ann, amount, table.fay)
    assert not isinstance(answer, Refusal), answer
    return table, ann


@pytest.mark.parametrize(
    ("first", "paid", "held"),
    [
        pytest.param("Ks 6h Qd Kc Jd", 500, 0, id="wins"),
        pytest.param("Ks Jh 8d Kc", 0, 0, id="loses"),
        pytest.param("Ks Jh Qd Kc", 0, 500, id="pushes"),
    ],
)
@clause("MA-P21 5(c)#1")
def test_a_coupon_lies_once_and_is_paid_at_its_face_or_taken_with_its_wager(
    first: str, paid: int, held: int
) -> None:
    async def play() -> None:
        table, ann = await coupon_round(first)
        await table.must(ann, LayCoupon(1))
        assert table.live.state.coupons == ()
        assert isinstance(await table.give(ann, LayCoupon(1)), Refusal), "it lies there"
        money = table.live.state.rack(ann) + table.live.state.in_play(ann)
        await play_out(table, ann)
        payments = table.live.state.last_rounds[0].payments
        assert sum(each.returns for each in payments if each.wager == "coupon") == paid
        net = sum(each.net for each in payments)
        assert table.live.state.rack(ann) == money + net
        assert worth(table.live.state.coupons, ann) == held
        assert table.verified().problems == []
        found = unsound(table, amount=500, by=table.fay)
        assert any("held none" in each for each in found)

    asyncio.run(play())


def test_who_may_give_a_coupon_to_whom_and_where_it_lies() -> None:
    async def play() -> None:
        table, ann = await coupon_round("Ks 6h Qd Kc Jd")
        for person, amount in ((ann, 0), (ann, 33), (ann, 10**9), ("nobody", 500), (table.fay, 500)):
            assert isinstance(await table.live.issue_coupon(person, amount, table.fay), Refusal)
        await table.must(ann, LayCoupon(1))
        await table.must(ann, c.PlaceWager(ann, 1, 2_000))
        assert table.live.state.coupons == (), "a wager that is changed keeps its coupon"
        await table.must(ann, c.WithdrawWager(ann, 1))
        assert worth(table.live.state.coupons, ann) == 500, "it comes back with the wager"
        assert isinstance(await table.give(ann, LayCoupon(1)), Refusal), "with no wager"
        assert isinstance(await table.give(ann, c.PlaceWager(ann, 1, 1_000, coupon=700)), Refusal)
        other = await guided_table("md-pontoon-21")
        bob = await round_begun(other)
        assert isinstance(await other.live.issue_coupon(bob, 500, other.fay), Refusal), "Maryland takes none"
        assert table.verified().problems == []

    asyncio.run(play())


# -- chips, in the order of play -----------------------------------------------------------------------------


def test_a_bust_is_taken_before_the_next_card() -> None:
    async def play() -> None:
        table = await guided_table("md-pontoon-21", Arranged("9s 6h 8d Kc Kd 5d Jc 9c"))
        ann = await round_begun(table)
        while table.live.state.round_open:
            if (step := table.due) is not None:
                if step.id == "take_and_pay#box 1":
                    break
                await table.must_do(table.dee, step.id)
                continue
            await table.give(ann, c.Hit(ann, 1))
        assert status(table) == "busted"
        for early in ("deal", "pick_up_cards", "start_round"):
            assert isinstance(await table.do(table.dee, early), Refusal), early
        await table.must_do(table.dee, "take_and_pay#box 1")
        assert table.live.state.dealing.unpaid == ()
        await table.go_on("start_round")
        assert table.verified().problems == []
        assert any("Take and pay: box 1" in each for each in unsound(table, step="take_and_pay"))

    asyncio.run(play())


# -- the gaming day and real decks ---------------------------------------------------------------------------


def test_the_reader_is_inspected_by_the_gaming_day_of_the_house() -> None:
    async def play() -> None:
        table = await guided_table("md-pontoon-21")
        await table.house.set_gaming_day(6 * 60, "house")
        ann = await round_begun(table)
        table.live.arrive(ann)
        await play_out(table, ann)
        await table.go_on("start_round")
        into_day = (table.clock.now() - 6 * HOUR) % (24 * HOUR)
        table.clock.pass_(24 * HOUR - into_day - 1)
        assert table.due is not None
        assert table.due.id == "start_round", "midnight is no new day here"
        table.clock.pass_(1)
        assert table.due.id == "inspect_card_reader"
        assert table.verified().problems == []

    asyncio.run(play())


def test_decks_are_read_as_they_are_received() -> None:
    table = PaperTable(library.table_rules("md-blackjack", {"shuffler": "manual"}), "scanned")
    table.must(table.deal("dee", TakeTable()))
    table.go_on("receive_decks")
    shoe = [str(each) for each in table.rules.cards.shoe]
    short = [*shoe]
    short.remove("7h")
    table.must(table.step("receive_decks", " ".join((*short, "Ks"))))
    counted = table.state.dealing.decks_counted
    assert counted is not None
    assert (counted.missing, counted.extra) == (cards("7h"), cards("Ks"))
    assert not table.state.dealing.decks_received
    assert table.state.irregularities[0].what == "cards_missing", "and the floor is called"
    assert table.due is not None
    assert table.due.id == "receive_decks", "others must come"
    assert table.step("receive_decks", "11x") is not None, "no card"
    table.must(table.step("receive_decks", " ".join(shoe)))
    assert table.state.dealing.decks_counted is not None
    assert table.state.dealing.decks_counted.complete
    assert table.due is not None
    assert (table.due.id, table.due.who) == ("receive_decks", ("floorperson",))
    assert table.verified().problems == []
    at = next(at for at, each in enumerate(table.log) if each.kind == "decks_counted")
    forged = {**table.log[at].data, "missing": [], "extra": []}
    table.log[at] = replace(table.log[at], data=forged)
    assert any("the count of the decks comes to" in problem.what for problem in table.verified().problems)


# -- the floor sends a dealer away ---------------------------------------------------------------------------


def test_the_floor_sends_a_dealer_away_between_rounds() -> None:
    async def play() -> None:
        table = await guided_table("md-blackjack")
        ann = await round_begun(table)
        await table.must_do(table.dee, "close_betting")
        assert isinstance(await table.live.relieve_dealer(table.fay), Refusal), "not in a round"
        await play_out(table, ann)
        assert not isinstance(await table.live.relieve_dealer(table.fay), Refusal)
        assert table.live.state.dealing.dealer == ""
        assert isinstance(await table.do(table.dee, "take_and_pay#box 1"), Refusal)
        assert isinstance(await table.live.relieve_dealer(table.fay), Refusal), "nobody deals"
        assert table.verified().problems == []
        events = list(table.house.store.read(table.live.stream))
        forged = [replace(each, actor=ann) if each.kind == "dealer_left" else each for each in events]
        found = problems(forged, list(table.house.store.read("people")))
        assert [problem.version for problem in found] == [events[-1].version]

    asyncio.run(play())


# -- who missed a round --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["md-pontoon-21", "ma-pontoon-21/no-hole-card", "md-blackjack"])
@clause("MD-P21 6.C(1)", "MA-P21 5(j)", "MD-BJ 6.C(1)")
def test_who_missed_a_round_waits_for_the_shuffle_or_for_the_floor(rules: str) -> None:
    async def play() -> None:
        table = await guided_table(rules, mid_shoe_entry="barred_after_missed_round")
        ann, bob = await round_begun(table), await table.come("Bob", 2)
        assert isinstance(await table.live.readmit(bob, table.fay), Refusal), "he has missed nothing yet"
        await play_out(table, ann)
        await table.go_on(lambda: table.live.state.betting)
        late = c.PlaceWager(bob, 2, 1_000)
        answer = await table.give(bob, late)
        assert isinstance(answer, Refusal)
        assert answer.cite
        for person, by in ((ann, table.fay), ("nobody", table.fay), (bob, bob), (bob, table.dee)):
            assert isinstance(await table.live.readmit(person, by), Refusal)
        assert not isinstance(await table.live.readmit(bob, table.fay), Refusal)
        await table.must(bob, late)
        assert table.verified().problems == []
        found = unsound(table, person=bob, by=table.fay)
        assert any("has missed a round" in each for each in found), "a wager that nobody had let him lay"

    asyncio.run(play())
