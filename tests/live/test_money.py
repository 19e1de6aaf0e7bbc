"""One money: the purse buys the chips a wager lacks. And everybody's chips go back when a table is closed."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, Table, clocks, table_of
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.house import Accepted, House
from vingt.live.money.ledger import Ledger
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import BuyIn, Ready, SetPace, TakeSeat
from vingt.live.views.view import Choice
from vingt.rulebook import library

ELEVEN = "5s 6d 6h 9c 9d Ks"  # box 1: eleven against a six
PAIR = "8s 6d 8h 9c 2c 3h"
ACE_UP = "8s Ad 9h 9c"


def choice_of(table: Table, person: str, command: str, wager: str | None = None) -> Choice:
    prompts = table.live.view(person).prompts
    return next(
        each
        for prompt in prompts
        for each in prompt.choices
        if each.command == command and (wager is None or each.wager == wager)
    )


async def at_play(first: str, purse: int, chips: int = 0) -> tuple[Table, str]:
    """Ann with $20 on box 1 and no more chips than that, and so much in the purse."""
    table = await table_of(library.table_rules("ma-pontoon-21"), Arranged(first))
    ann = await table.come("ann", 1, chips=2000 + chips)
    await table.keep_in_purse(ann, purse)
    await table.run_out()
    await table.must(ann, c.PlaceWager(ann, 1, 2000))
    await table.must(ann, Ready())
    return table, ann


def books(table: Table) -> Ledger:
    ledger = Ledger()
    for stream in table.house.store.streams():
        for stored in table.house.store.read(stream):
            ledger.follow(stored)
    assert (ledger.total, ledger.faults, list(ledger.open_moves())) == (0, [], [])
    return ledger


def test_the_first_wager_buys_its_chips() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("ma-pontoon-21"), Arranged(ELEVEN))
        ann = await table.come("ann", 1, chips=0)
        await table.run_out()
        least = table.live.rules.wagering.minimum
        wager = choice_of(table, ann, "place_wager", "main")
        assert (wager.allowed, wager.least, wager.buys) == (True, least, least)
        assert wager.most == table.live.rules.wagering.maximum
        before = table.live.version
        await table.must(ann, c.PlaceWager(ann, 1, 2000))
        assert table.kinds(before) == ["bought_in", "commanded", "wager_placed"]
        you = table.live.view(ann).you
        assert you is not None
        assert (you.rack, you.in_play, you.purse, you.money) == (0, 2000, 998_000, 998_000)
        await table.must(ann, c.PlaceWager(ann, 1, 3000))
        assert table.house.people.purse(ann) == 997_000, "raising it takes the rest"
        books(table)
        await table.live.stop()

    asyncio.run(play())


def test_a_double_says_what_it_costs_and_buys_what_it_lacks() -> None:
    async def play() -> None:
        table, ann = await at_play(ELEVEN, purse=10_000, chips=500)
        double = choice_of(table, ann, "double")
        assert (double.allowed, double.most, double.cost, double.buys) == (True, 2000, 2000, 1500)
        before = table.live.version
        await table.must(ann, c.Double(ann, 1, 0))
        assert table.kinds(before)[:3] == ["bought_in", "commanded", "hand_doubled"]
        assert table.house.people.purse(ann) == 8_500
        books(table)
        await table.live.stop()

    asyncio.run(play())


def test_a_split_and_an_insurance_buy_what_they_lack() -> None:
    async def play() -> None:
        table, ann = await at_play(PAIR, purse=10_000)
        split = choice_of(table, ann, "split")
        assert (split.allowed, split.cost, split.buys) == (True, 2000, 2000)
        await table.must(ann, c.Split(ann, 1, 0))
        assert table.house.people.purse(ann) == 8_000
        books(table)
        await table.live.stop()

        table, ann = await at_play(ACE_UP, purse=10_000)
        insure = choice_of(table, ann, "insure")
        assert (insure.allowed, insure.most, insure.cost, insure.buys) == (True, 1000, 1000, 1000)
        await table.must(ann, c.Insure(ann, 1, 1000))
        assert table.house.people.purse(ann) <= 9_000
        books(table)
        await table.live.stop()

    asyncio.run(play())


def test_what_chips_and_purse_together_lack_is_said() -> None:
    async def play() -> None:
        table, ann = await at_play(PAIR, purse=700, chips=500)
        split = choice_of(table, ann, "split")
        assert not split.allowed
        assert split.why_not == (
            "that takes $20: you have $5 in chips and $7 in your purse, $8 too little"
        ), split.why_not
        answer = await table.give(ann, c.Split(ann, 1, 0))
        assert isinstance(answer, Refusal)
        assert answer.why == split.why_not
        assert table.house.people.purse(ann) == 700
        await table.live.stop()

    asyncio.run(play())


def test_a_purse_emptied_at_another_table_meanwhile_refuses_the_wager(tmp_path: Path) -> None:
    """Both tables saw the money when they decided; it is spent once."""

    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(ELEVEN), clocks=clocks(clock))
        tables = [
            Table(house, await house.open_table(library.submission("ma-pontoon-21"), "house"), clock)
            for _ in range(2)
        ]
        ann = await tables[0].come("ann", 1, chips=0)
        await tables[1].must(ann, TakeSeat(1))
        await tables[0].keep_in_purse(ann, 3000)
        await tables[0].run_out()  # the same time passes at both
        await tables[1].rest()
        answers = await asyncio.gather(
            *(table.live.submit(ann, c.PlaceWager(ann, 1, 2000), "k") for table in tables)
        )
        assert [type(each) for each in answers].count(Accepted) == 1
        assert house.people.purse(ann) == 1000
        books(tables[0])
        await house.close()

    asyncio.run(play())


# -- closing -----------------------------------------------------------------------------------------------


def test_who_opened_a_private_table_closes_it_and_all_get_their_chips_back(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(ELEVEN), clocks=clocks(clock))
        owner, _ = await house.people.welcome("owner")
        live = await house.open_table(library.submission("ma-pontoon-21"), owner.id, private=True)
        table = Table(house, live, clock)
        await table.must(owner.id, BuyIn(50_000))
        await table.must(owner.id, TakeSeat(1))
        bob = await table.come("bob", 2)
        await table.run_out()
        for person, box in ((owner.id, 1), (bob, 2)):
            await table.must(person, c.PlaceWager(person, box, 2000))
            await table.must(person, Ready())
        assert isinstance(await house.close_table(live.id, bob), Refusal), "bob did not open it"
        assert not live.closed
        assert isinstance(await house.close_table(live.id, owner.id), Accepted)
        assert isinstance(await house.close_table(live.id, owner.id), Refusal)
        assert live.closed
        assert live.view(bob).closed
        assert live.state.round_open, "a round that has begun is finished"
        while live.state.round_open:
            await table.run_out()
        await table.rest()
        assert not live.state.held
        assert not any(live.state.racks.values())
        ledger = books(table)
        assert ledger.balances[f"purse/{bob}"] == house.people.purse(bob)
        assert (
            house.people.purse(owner.id) + house.people.purse(bob)
            == 2_000_000 - ledger.balances[f"inventory/{live.id}"]
        )
        closed = table.kinds()
        at = closed.index("seat_left")
        assert closed[at : at + 4] == ["seat_left", "seat_left", "cashed_out", "cashed_out"]
        assert closed.count("shoe_revealed") == closed.count("shoe_ended") == 1
        assert house.table(live.id) is live, "it can still be audited"
        assert isinstance(await table.give(bob, TakeSeat(3)), Refusal)
        report = verify(Snapshot(house.store, house.store.streams()))
        assert (report.sound, report.problems) == (True, [])
        await house.close()

    asyncio.run(play())


def test_an_administrator_closes_any_table_and_an_open_betting_round_ends(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(ELEVEN), clocks=clocks(clock))
        admin = await house.people.make_account("admin", "a long password", role="administrator")
        live = await house.open_table(library.submission("ma-pontoon-21"), "house")
        table = Table(house, live, clock)
        ann = await table.come("ann", 1)
        await table.run_out()
        assert live.state.betting
        assert isinstance(await house.close_table(live.id, admin.id), Accepted)
        await table.rest()
        assert (live.state.held, live.state.rack(ann), house.people.purse(ann)) == ((), 0, 1_000_000)
        assert live.view(ann).phase == "closed"
        await house.close()

        house = await House.open(tmp_path, shoes=Arranged(ELEVEN), clocks=clocks(clock))
        assert house.table(live.id).closed
        assert house.people.purse(ann) == 1_000_000
        await house.close()

    asyncio.run(play())


@pytest.mark.parametrize("rulebook", ["md-blackjack", "mbs-pontoon"])
def test_the_log_of_all_of_it_is_sound(rulebook: str, tmp_path: Path) -> None:
    """Chips bought by need, wagers in the pause, people who leave, another pace, a house opened again in
    the middle, a table closed at the end."""

    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(seed=8), clocks=Clocks(card=0, time=clock))
        owner, _ = await house.people.welcome("owner")
        live = await house.open_table(library.submission(rulebook), owner.id, private=True)
        table = Table(house, live, clock)
        people = [await table.come(name, box, chips=0) for name, box in (("ann", 1), ("bob", 2), ("cal", 4))]
        for person in people[:2]:
            live.arrive(person)
        await table.must(people[0], SetPace("turbo"))
        await Bots(table, people, seed=5).play(6)
        live.depart(people[1])
        await Bots(table, people, seed=6).play(9)
        state = live.state
        await house.close()

        house = await House.open(tmp_path, shoes=Arranged(seed=9), clocks=Clocks(card=0, time=clock))
        live = house.table(live.id)
        assert live.state == state
        table = Table(house, live, clock)
        await Bots(table, people, seed=7).play(12)
        kinds = table.kinds()
        begun = [after for before, after in pairwise(kinds) if before == "round_started"]
        assert {"bought_in", "commanded"} <= set(begun), "some rounds begin with a wager"
        assert kinds.count("bought_in") > 3
        assert isinstance(await house.close_table(live.id, owner.id), Accepted)
        for _ in range(50):
            if live.due_at is not None:
                await table.wait(live.due_at - clock.now())
        assert not live.state.held
        books(table)
        report = verify(Snapshot(house.store, house.store.streams()))
        assert (report.sound, report.problems, report.rounds_sealed) == (True, [], 0)
        assert report.rounds >= 12
        await house.close()

    asyncio.run(play())
