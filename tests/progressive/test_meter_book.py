"""Meters of a table: fed, won, hit by a secret trigger, given back, and changed by two administrators."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from tests.live.quiet_house import Arranged, Table, table_of
from tests.progressive.automatic_table import ROYAL, events_of, finish, meter, place
from tests.progressive.tables import SUPER_4, table
from tests.proof import clause
from vingt.core.progressive.meter import MeterSetup
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.administration import Administration
from vingt.live.house.house import Accepted
from vingt.live.log.progressive_events import BonusPaid


def super_4_table() -> TableRules:
    return table("md-blackjack", SUPER_4)[2]


async def one_round(at: Table) -> str:
    """Ann plays a round with the wager laid."""
    ann = await at.come("Ann", 1)
    await place(at, ann, 1, "super-4", 100)
    await finish(at, ann)
    await at.rest()
    return ann


@clause("MD-BJ 13.H(1)(a)", "MD-BJ 13.Q(4)#3", "MD-BJ 2.C(1)", "MD-BJ 2.C(2)")
def test_a_royal_flush_of_diamonds_takes_the_meter_and_a_supervisor_confirms_it() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged(ROYAL))
        at.house.meters.confirmed_above = 500_000
        ann = await one_round(at)
        held = at.live.state.jackpot.held
        assert held is not None, at.kinds()
        assert (held.amount, held.meter) == (1_000_000, "t1.super-4.main")
        assert meter(at, "t1.super-4.main").waiting == 1_000_000
        assert isinstance(await at.live.confirm_payment(ann), Refusal)
        rack = at.live.state.rack(ann)
        sue = await at.staff("Sue", "floorperson")
        assert not isinstance(await at.live.confirm_payment(sue), Refusal)
        await at.rest()
        assert at.live.state.last_rounds[0].number == 1
        assert at.live.state.rack(ann) >= rack + 1_000_000
        state = meter(at, "t1.super-4.main")
        assert (state.paid, state.waiting) == (1_000_000, 0)
        assert state.held == 1_000_000 + Fraction(100, 3)  # the reset, and this round's own part
        paid = events_of(at, e.WagerSettled)
        assert [each.returns for each in paid if each.wager == "super-4"] == [1_000_000]
        assert at.verified().problems == []

    asyncio.run(play())


@clause("MD-BJ 13.H(1)(b)")
def test_another_royal_flush_takes_ten_percent_of_what_shows() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged("Qh Ah Jh Kh"))
        await one_round(at)
        assert meter(at, "t1.super-4.main").paid == 100_000
        assert meter(at, "t1.super-4.main").showing == 900_000 + 33
        assert at.verified().problems == []

    asyncio.run(play())


@clause("MD-BJ 13.T", "MD-BJ 13.T(1)(a)")
def test_the_contribution_that_reaches_the_secret_trigger_pays_a_participant() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged("2h 3d 5c 8d"))
        at.house.meters.draw = lambda most: 4 if most > 1000 else 0  # the trigger: five cents above reset
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        sealed = at.house.meters.record("t1.must-hit.must-hit")
        assert not sealed.state.open
        await finish(at, ann)
        await at.rest()
        bonus = events_of(at, BonusPaid)
        assert [(each.player, each.wager, each.amount) for each in bonus] == [(ann, "must-hit", 25_005)]
        state = meter(at, "t1.must-hit.must-hit")
        assert (state.paid, state.showing, state.trigger_number) == (25_005, 25_000, 2)
        assert at.verified().problems == []

    asyncio.run(play())


@clause("MD-BJ 13.U(2)(a)")
def test_a_secret_trigger_lies_above_what_shows_wherever_the_meter_starts() -> None:
    async def play() -> None:
        rules = table("md-blackjack", SUPER_4.replace("initial = 250", "initial = 950"))[2]
        at = await table_of(rules, Arranged("2h 3d 5c 8d"))
        at.house.meters.draw = lambda most: 4 if most == 5_000 else 0  # the triggers from $950.01 to $1,000
        await one_round(at)
        assert meter(at, "t1.must-hit.must-hit").paid == 95_005
        assert at.verified().problems == []

    asyncio.run(play())


def test_nothing_says_where_the_trigger_or_the_wheel_stands_before_it_is_due() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged("2h 3d 5c 8d"))
        await one_round(at)
        record = at.house.meters.record("t1.must-hit.must-hit")
        trigger, nonce = at.house.meters.trigger(record.id, record.sealed, record.state.trigger_number)
        store = at.house.store
        written = " ".join(str(each.data) for stream in store.streams() for each in store.read(stream))
        assert nonce not in written
        assert "'trigger'" not in written
        assert record.state.terms.reset < trigger <= 100_000

    asyncio.run(play())


@clause("MA-P21 16(r)(2)i")
def test_a_round_that_becomes_void_gives_the_meter_back_what_was_won() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged(ROYAL))
        at.house.meters.confirmed_above = 500_000
        ann = await one_round(at)
        assert meter(at, "t1.super-4.main").waiting == 1_000_000
        rack = at.live.state.rack(ann)
        async with at.live._writing:
            await at.live._append(at.live._dealer.command(at.live.state, c.VoidRound("a misdeal")))
        await at.rest()
        state = meter(at, "t1.super-4.main")
        assert (state.waiting, state.showing, state.paid, state.seeded) == (0, 1_000_000, 0, 1_000_000)
        assert state.fed == 0
        assert at.live.state.rack(ann) == rack + 100  # the main wager was lost before
        assert at.verified().problems == []

    asyncio.run(play())


def test_two_administrators_change_a_meter_and_its_secret_is_drawn_anew() -> None:
    async def play() -> None:
        at = await table_of(super_4_table(), Arranged("2h 3d 5c 8d"))
        await one_round(at)
        office = Administration(at.house)
        people = at.house.people
        ada, bob = [people.get(await at.staff(name, "administrator")) for name in ("Ada", "Bob")]
        assert ada is not None
        assert bob is not None
        main, secret = "t1.super-4.main", "t1.must-hit.must-hit"
        assert isinstance(await office.change_meter(ada, main, 999_999, None), Refusal)  # 13.I(2)(a)
        assert isinstance(await office.change_meter(ada, main, 2_000_000, None), MeterSetup)
        assert isinstance(await office.change_meter(ada, main, 2_000_000, None), Refusal)  # the same person
        before = meter(at, main)
        assert isinstance(await office.change_meter(bob, main, 2_000_000, None), Accepted)
        after = meter(at, main)
        assert (after.terms.reset, after.showing) == (2_000_000, before.showing)
        assert after.terms.digest != before.terms.digest
        number = meter(at, secret).trigger_number
        at.house.meters.draw = lambda most: 0
        assert isinstance(await office.change_meter(ada, secret, 25_000, 200_000), MeterSetup)
        assert isinstance(await office.change_meter(bob, secret, 25_000, 200_000), Accepted)
        assert meter(at, secret).trigger_number == number + 1
        assert meter(at, secret).terms.maximum == 200_000
        record = at.house.meters.record(secret)
        assert at.house.meters.trigger(secret, record.sealed, number + 1)[0] == record.state.showing + 1
        assert at.verified().problems == []

    asyncio.run(play())
