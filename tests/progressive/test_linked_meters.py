"""One meter at several tables: opened and filed alike, fed by each, paid in the order of the log."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, quiet_house, table_at
from tests.progressive.automatic_table import ROYAL, finish, meter, place
from tests.progressive.tables import LINKED, MONSTER, SUPER_4, submission, table
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal
from vingt.live.log import codec
from vingt.live.log.playability import NotPlayable
from vingt.live.progressive.sign import table_sign


@clause("MD-PE21 12.D(6)(b)(iii)", "MD-BJ 13.G(2)")
def test_tables_that_share_a_meter_file_it_alike_and_a_private_one_shares_none() -> None:
    """Else one table's reset would be what another's submission says, below its printed minimum."""

    async def play() -> None:
        clock = HandClock()
        house = quiet_house(clock, Arranged(), MemoryStore(clock))
        await house.open_table(submission("md-players-edge-21", MONSTER), "house")
        lower = submission("md-blackjack", LINKED.replace("1500", "1000"))
        with pytest.raises(NotPlayable, match=r"hit-and-run: the meter pool starts again at \$1,500"):
            await house.open_table(lower, "house")
        alike = submission("md-blackjack", LINKED)
        with pytest.raises(NotPlayable, match="a private table has meters of its own"):
            await house.open_table(alike, "house", private=True)
        before = dict(house.store.streams())
        table = await house.open_table(alike, "house")
        assert len(house.tables()) == 2
        opened = set(house.store.streams()) - set(before) - {table.stream}
        own = f"meter/{table.id}"
        assert opened == {f"{own}.super-4.main", f"{own}.must-hit.must-hit"}, "the pool stands already"
        kinds = [each.kind for each in house.store.read(f"{own}.must-hit.must-hit")]
        assert kinds == ["meter_opened", "trigger_sealed"], "bound before anybody plays for it"
        assert {
            each.configuration for each in table_sign(house.meters, table.id, table.rules, table.state).meters
        } == {each.state.terms.digest for each in house.meters.records()}
        for each in house.tables():
            await each.stop()

    asyncio.run(play())


@pytest.mark.parametrize("seed", [1, 2])
def test_linked_tables_of_different_games_with_crashes_lose_no_fraction(seed: int) -> None:
    """Two games feed one meter; the house is killed and rebuilt from its log again and again."""
    one, two = table("md-blackjack", LINKED)[2], table("md-players-edge-21", MONSTER)[2]

    async def play() -> None:
        clock = HandClock()
        store = MemoryStore(clock)
        chance = random.Random(seed)
        people: dict[str, list[str]] = {}
        house = quiet_house(clock, Arranged(), store)
        tables: list[tuple[Table, list[str]]] = []
        for spell in range(3):
            house = quiet_house(clock, Arranged(seed=seed * 10 + spell), store)
            house.meters.draw = chance.randrange
            tables = []
            for id, rules in (("bj", one), ("pe", two)):
                at = await table_at(house, clock, rules, id)
                if id not in people:
                    people[id] = [await at.come("Ann", 1), await at.come("Ben", 2)]
                tables.append((at, people[id]))
            for at, who in tables:
                await Bots(at, who, seed + spell).play(at.live.state.round_number + 4)
            for at, _ in tables:
                await at.live.stop()  # the dealers are gone in the middle of it
        fed = meter(tables[0][0], "pool")
        assert fed.open
        assert house.meters.record("pool").tables <= {"bj", "pe"}
        for record in house.meters.records():
            assert record.state.unaccounted == 0
            assert record.state.terms.maximum is None or record.state.showing <= record.state.terms.maximum
        assert fed.fed.denominator in (1, 7)
        assert fed.reserved == fed.reserve > 0  # nobody has won the whole of it
        assert fed.reserved.denominator in (1, 11)
        again = quiet_house(clock, Arranged(seed=seed), store)
        assert {each.id: each.state for each in again.meters.records()} == {
            each.id: each.state for each in house.meters.records()
        }
        assert tables[0][0].verified().problems == []

    asyncio.run(play())


def test_two_tables_that_hit_at_one_instant_are_paid_in_the_order_of_the_log() -> None:
    """Whoever's append comes first is paid what shows, the other the reset; the meter's log has the order."""
    text = SUPER_4.replace('rate = "1/3"', 'rate = "1/3"\nlinked = "royal"').replace(
        "initial = 10000\n", "initial = 12345\n"
    )
    rules = table("md-blackjack", text)[2]

    async def play() -> None:
        clock = HandClock()
        house = quiet_house(clock, Arranged(ROYAL), MemoryStore(clock))
        tables = []
        for id in ("one", "two"):
            at = await table_at(house, clock, rules, id)
            person = await at.come(id, 1)
            await place(at, person, 1, "super-4", 100)
            tables.append((at, person))
        await asyncio.gather(*(finish(at, person) for at, person in tables))
        (first,) = [at for at, _ in tables if at.live.state.jackpot.held is not None]
        assert not isinstance(
            await first.live.confirm_payment(await first.staff("Sue", "floorperson")), Refusal
        )
        await first.rest()
        paid = {
            at.live.id: each.returns
            for at, _ in tables
            for each in at.live.state.last_rounds[0].payments
            if each.wager == "super-4"
        }
        hits = [codec.event_of(each) for each in house.store.read("meter/royal") if each.kind == "meter_hit"]
        assert [hit.amount for hit in hits] == [1_234_500, 1_000_000]
        assert paid == {hit.table: hit.amount for hit in hits}
        assert house.meters.record("royal").state.unaccounted == 0
        assert tables[0][0].verified().problems == []

    asyncio.run(play())
