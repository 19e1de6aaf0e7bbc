"""Progressive wagers at automatic tables: meters fed and paid, wheels spun, draws, supervisors, crashes."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, live_table, quiet_house
from tests.progressive.tables import XTREME_16, submission, table
from tests.proof import clause
from vingt.core.cards import RANKS, SUITS
from vingt.core.progressive.chance import stop_at, stops, trigger_at, trigger_points
from vingt.core.progressive.meter import MeterSetup, MeterState
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.administration import Administration
from vingt.live.house.house import Accepted
from vingt.live.log import codec
from vingt.live.log.people_events import RoleName
from vingt.live.log.playability import NotPlayable
from vingt.live.log.progressive_events import BonusDrawn, BonusPaid
from vingt.live.progressive.sign import table_sign
from vingt.live.progressive.terminal import terminal_views
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.shoes.vault import Vault

SUPER_4 = """
[wagers.super-4]
paytable = "A"
stake = 1
[wagers.super-4.meters.main]
initial = 10000
reset = 10000
rate = "1/3"
[wagers.must-hit.meters."must hit"]
initial = 250
reset = 250
maximum = 1000
rate = 0.05
"""


async def seated(rules: TableRules, shoes: ShoeSource, store: MemoryStore | None = None) -> Table:
    clock = HandClock()
    house = quiet_house(clock, shoes, store)
    live = await live_table(house, rules)
    live.start()
    return Table(house, live, clock)


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(play())  # type: ignore[arg-type]


def events_of(at: Table, kind: type) -> list[object]:
    store = at.house.store
    return [codec.event_of(each) for each in store.read(at.live.stream) if each.kind == kind.kind]  # type: ignore[attr-defined]


def meter(at: Table, id: str) -> MeterState:
    return at.house.meters.record(id).state


def sound(at: Table) -> None:
    store = at.house.store
    report = verify(Snapshot(store, store.streams()), Vault(bytes(32)))
    assert report.problems == []


async def staff(at: Table, name: str, role: RoleName) -> str:
    person, _ = await at.house.people.welcome(name)
    await at.house.people.give_role(person.id, role, "house")
    return person.id


async def place(at: Table, person: str, box: int, wager: str, amount: int, main: int = 2_500) -> None:
    if not at.live.state.shoe.loaded:
        await at.run_out()  # nobody cuts
    await at.must(person, c.PlaceWager(person, box, main))
    await at.must(person, c.PlaceWager(person, box, amount, wager))


async def finish(at: Table, person: str) -> None:
    """Everybody is ready, hands stand, wheels turn, until the round is over."""
    await at.say(person, "ready")
    for _ in range(40):
        if not at.live.state.round_open:
            return
        prompts = [each for each in at.live.view(person).prompts if each.urgent]
        if prompts and prompts[0].kind == "decision":
            round_ = at.live.state.round
            box = next(box for box in round_.boxes if any(not hand.finished for hand in box.hands))
            await at.give(person, c.Stand(person, box.number, 0))
        elif at.live.due_at is not None:
            await at.wait(max(1, at.live.due_at - at.clock.now()))
        else:
            return


def super_4_table() -> TableRules:
    return table("md-blackjack", SUPER_4)[2]


ROYAL = "Qd Ad Jd Kd"  # box 1 and dealer, twice


@clause("MD-BJ 13.H(1)(a)", "MD-BJ 13.Q(4)#3", "MD-BJ 2.C(1)", "MD-BJ 2.C(2)")
def test_a_royal_flush_of_diamonds_takes_the_meter_and_a_supervisor_confirms_it() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged(ROYAL))
        at.house.meters.confirmed_above = 500_000
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        held = at.live.state.jackpot.held
        assert held is not None, at.kinds()
        assert (held.amount, held.meter) == (1_000_000, "t1.super-4.main")
        assert meter(at, "t1.super-4.main").waiting == 1_000_000
        assert isinstance(await at.live.confirm_payment(ann), Refusal)
        rack = at.live.state.rack(ann)
        sue = await staff(at, "Sue", "floorperson")
        assert not isinstance(await at.live.confirm_payment(sue), Refusal)
        await at.rest()
        assert at.live.state.last_rounds[0].number == 1
        assert at.live.state.rack(ann) >= rack + 1_000_000
        state = meter(at, "t1.super-4.main")
        assert (state.paid, state.waiting) == (1_000_000, 0)
        assert state.held == 1_000_000 + Fraction(100, 3)  # the reset, and this round's own part
        paid = [each for each in events_of(at, e.WagerSettled) if isinstance(each, e.WagerSettled)]
        assert [each.returns for each in paid if each.wager == "super-4"] == [1_000_000]
        sound(at)

    run(play)


@clause("MD-BJ 13.H(1)(b)")
def test_another_royal_flush_takes_ten_percent_of_what_shows() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged("Qh Ah Jh Kh"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        assert meter(at, "t1.super-4.main").paid == 100_000
        assert meter(at, "t1.super-4.main").showing == 900_000 + 33
        sound(at)

    run(play)


@clause("MD-BJ 13.T", "MD-BJ 13.T(1)(a)")
def test_the_contribution_that_reaches_the_secret_trigger_pays_a_participant() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged("2h 3d 5c 8d"))
        at.house.meters.draw = lambda most: 4 if most > 1000 else 0  # the trigger: five cents above reset
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        sealed = at.house.meters.record("t1.must-hit.must-hit")
        assert not sealed.state.open
        await finish(at, ann)
        await at.rest()
        bonus = [each for each in events_of(at, BonusPaid) if isinstance(each, BonusPaid)]
        assert [(each.player, each.wager, each.amount) for each in bonus] == [(ann, "must-hit", 25_005)]
        state = meter(at, "t1.must-hit.must-hit")
        assert (state.paid, state.showing, state.trigger_number) == (25_005, 25_000, 2)
        sound(at)

    run(play)


@clause("MD-BJ 13.U(2)(a)")
def test_a_secret_trigger_lies_above_what_shows_wherever_the_meter_starts() -> None:
    async def play() -> None:
        rules = table("md-blackjack", SUPER_4.replace("initial = 250", "initial = 950"))[2]
        at = await seated(rules, Arranged("2h 3d 5c 8d"))
        at.house.meters.draw = lambda most: 4 if most == 5_000 else 0  # the triggers from $950.01 to $1,000
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        await at.rest()
        assert meter(at, "t1.must-hit.must-hit").paid == 95_005
        sound(at)

    run(play)


def test_nothing_says_where_the_trigger_or_the_wheel_stands_before_it_is_due() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged("2h 3d 5c 8d"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        await at.rest()
        record = at.house.meters.record("t1.must-hit.must-hit")
        trigger, nonce = at.house.meters.trigger(record.id, record.sealed, record.state.trigger_number)
        store = at.house.store
        written = " ".join(str(each.data) for stream in store.streams() for each in store.read(stream))
        assert nonce not in written
        assert "'trigger'" not in written
        assert record.state.terms.reset < trigger <= 100_000

    run(play)


def xtreme_table() -> TableRules:
    return table("ma-pontoon-21", XTREME_16)[2]


@pytest.mark.parametrize(("seat", "first", "second"), [(1, 20_000, 2_500), (3, 2_500, 2_500)])
@clause("MA-P21 16(i)(1)", "MA-P21 16(j)#1", "MA-P21 16(j)(1)", "MA-P21 16(b) Table 1", "MA-P21 16(a)#1")
@clause("MA-P21 16(a)#3", "MA-P21 16(a)#2", "MA-P21 16(d)", "MA-P21 16(g)")
def test_xtreme_16_pays_the_hot_spot_its_wheel_and_the_others_the_community_prize(
    seat: int, first: int, second: int
) -> None:
    async def play() -> None:
        at = await seated(xtreme_table(), Arranged("5c 7d 6s 8h 9c Kh"))
        # the seat and the inner wheel ($25 three of four), then the outer one ($1000 once, $200 nine times)
        draws = iter([seat - 1, 2, 5])
        at.house.meters.draw = lambda most: next(draws, most // 2)
        ann, ben = await at.come("Ann", 1), await at.come("Ben", 2)
        await place(at, ann, 1, "bonus-spin-xtreme-16", 500)
        await place(at, ben, 2, "bonus-spin-xtreme-16", 500)
        await at.say(ann, "ready")
        await at.say(ben, "ready")
        for person in (ann, ben):
            await finish(at, person)
        await finish(at, ann)
        spun = [kind for kind in at.kinds() if kind.startswith("wheel")]
        assert spun == ["wheel_spun", "wheel_stopped"] * (2 if seat == 1 else 1), at.kinds()
        paid = {
            each.box: each.returns
            for each in events_of(at, e.WagerSettled)
            if isinstance(each, e.WagerSettled) and each.wager == "bonus-spin-xtreme-16"
        }
        assert paid == {1: first, 2: second}
        sound(at)

    run(play)


def test_the_wheel_turns_five_to_six_seconds_and_shows_nothing_before() -> None:
    async def play() -> None:
        at = await seated(xtreme_table(), Arranged("5c 6s 9c Kh"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bonus-spin-xtreme-16", 500)
        await at.say(ann, "ready")
        for _ in range(6):
            if at.live.state.jackpot.spin is not None:
                break
            await at.give(ann, c.Stand(ann, 1, 0))
            await at.wait(1)
        assert at.live.state.jackpot.spin is not None, at.kinds()
        assert at.live.state.jackpot.drawn == ()
        assert at.live.due_at is not None
        assert 5_000 <= at.live.due_at - at.clock.now() <= 6_000
        await at.wait(5_000)
        assert at.live.state.jackpot.drawn == ()
        await at.wait(1_000)
        assert "wheel_stopped" in at.kinds()

    run(play)


BAD_BEAT = """
bad_beat_magic_card_rate = 1
bad_beat_lucky_player_rate = 1
[wagers.bad-beat.meters.main]
initial = 5000
reset = 5000
rate = 0.1
"""


@clause("MD-BJ 1.B(11)", "MD-BJ 1.B(12)", "MD-BJ 6.G(8)", "MD-BJ 13.B(3)", "MD-BJ 13.B(4)")
@pytest.mark.parametrize(
    ("seat", "card", "paid"),
    [(1, "2c", (500, 2_000)), (1, "5c", (500, 2_000)), (2, "2c", (2_000,)), (1, "3d", (500,)), (6, "2d", ())],
)
def test_bad_beat_draws_a_seat_and_a_card(seat: int, card: str, paid: tuple[int, ...]) -> None:
    """Ann at seat 1 has 2c 5c: 5 for 1 where her seat is drawn, 20 for 1 where a card of hers is."""

    async def play() -> None:
        at = await seated(table("md-blackjack", BAD_BEAT)[2], Arranged("2c 3d 5c 8d"))
        kinds = [f"{rank}{suit[0]}" for rank in RANKS for suit in SUITS]
        seats = at.live.rules.boxes.seats
        draws = {seats: seat - 1, len(kinds): kinds.index(card)}
        at.house.meters.draw = lambda most: draws.get(most, 0)  # rates of one: in every round
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bad-beat", 100)
        await finish(at, ann)
        await at.rest()
        drawn = [each for each in events_of(at, BonusDrawn) if isinstance(each, BonusDrawn)]
        assert [(each.seat, each.card and str(each.card)) for each in drawn] == [(seat, None), (0, card)]
        bonuses = [each.amount for each in events_of(at, BonusPaid) if isinstance(each, BonusPaid)]
        assert tuple(bonuses) == paid
        sound(at)

    run(play)


LINKED = """
[wagers.hit-and-run]
stake = 1
[wagers.hit-and-run.meters.main]
initial = 1500
reset = 1500
rate = "1/7"
reserve = "1/11"
linked = "pool"
[wagers.super-4]
paytable = "A"
stake = 1
[wagers.super-4.meters.main]
initial = 10000
reset = 10000
rate = "1/3"
[wagers.must-hit.meters."must hit"]
initial = 250
reset = 250
maximum = 1000
rate = 0.05
"""
MONSTER = """
[wagers.monster-match]
paytable = "C"
stake = 1
[wagers.monster-match.meters.main]
initial = 1500
reset = 1500
rate = "1/7"
linked = "pool"
"""


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

    run(play)


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
                live = await live_table(house, rules, id)
                live.start()
                at = Table(house, live, clock)
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
        sound(tables[0][0])

    run(play)


@clause("MA-P21 16(a)#4", "MA-P21 16(c)")
def test_the_wager_is_never_laid_alone_nor_beside_less_than_the_minimum() -> None:
    async def play() -> None:
        at = await seated(xtreme_table(), Arranged("5c 6s 9c Kh"))
        ann = await at.come("Ann", 1)
        await at.run_out()
        least = at.live.rules.wagering.minimum
        spin = c.PlaceWager(ann, 1, 500, "bonus-spin-xtreme-16")
        assert isinstance(await at.give(ann, spin), Refusal)
        assert isinstance(await at.give(ann, c.PlaceWager(ann, 1, least - 100)), Refusal)
        assert isinstance(await at.give(ann, spin), Refusal)
        await at.must(ann, c.PlaceWager(ann, 1, least))
        assert isinstance(await at.give(ann, c.PlaceWager(ann, 1, 1_000, "bonus-spin-xtreme-16")), Refusal)
        await at.must(ann, spin)

    run(play)


@clause("MD-PE21 2.C(1)", "MD-PE21 2.C(2)", "MD-PE21 2.C(3)", "MD-PE21 2.C(4)", "MD-PE21 7.O(1)(b)")
def test_every_position_has_its_light_and_the_deal_locks_them() -> None:
    async def play() -> None:
        rules = table("md-players-edge-21", MONSTER)[2]
        at = await seated(rules, Arranged("9s 8h 9c 7d"))
        ann = await at.come("Ann", 2)

        def lights() -> list[int]:
            (view,) = terminal_views(rules, at.live.state)
            assert len(view.lights) == rules.boxes.seats
            return [seat for seat, lit in view.lights if lit]

        assert lights() == []
        await place(at, ann, 2, "monster-match", 100)
        assert lights() == [2]
        await at.say(ann, "ready")
        late = await at.give(ann, c.PlaceWager(ann, 2, 100, "monster-match"))
        assert isinstance(late, Refusal)
        assert lights() == [2]

    run(play)


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
            live = await live_table(house, rules, id)
            live.start()
            at = Table(house, live, clock)
            person = await at.come(id, 1)
            await place(at, person, 1, "super-4", 100)
            tables.append((at, person))
        await asyncio.gather(*(finish(at, person) for at, person in tables))
        (first,) = [at for at, _ in tables if at.live.state.jackpot.held is not None]
        assert not isinstance(
            await first.live.confirm_payment(await staff(first, "Sue", "floorperson")), Refusal
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
        sound(tables[0][0])

    run(play)


def chi_square(counts: Mapping[Any, int], weights: Mapping[Any, int]) -> float:
    drawn, total = sum(counts.values()), sum(weights.values())
    return sum(
        (counts.get(key, 0) - drawn * w / total) ** 2 / (drawn * w / total) for key, w in weights.items()
    )


def test_wheels_and_triggers_keep_to_their_law() -> None:
    """Chi-square with seeded draws; for 9 and 3 degrees of freedom 50 is passed once in ten million times."""
    draw = random.Random(20).randrange
    wheel = tuple((f"${at}", at) for at in range(1, 11))
    counts = Counter(stop_at(wheel, draw(stops(wheel))) for _ in range(20_000))
    assert chi_square(dict(counts), dict(wheel)) < 50
    law = ((25_000, 40_000, 1), (40_000, 60_000, 5), (60_000, 90_000, 2), (90_000, 100_000, 4))
    triggers = [trigger_at(law, draw(trigger_points(law))) for _ in range(20_000)]
    bands = Counter(next(low for low, high, _ in law if low < each <= high) for each in triggers)
    assert chi_square(dict(bands), {low: weight for low, _, weight in law}) < 50
    assert all(25_000 < each <= 100_000 for each in triggers)


@clause("MA-P21 16(r)(2)i")
def test_a_round_that_becomes_void_gives_the_meter_back_what_was_won() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged(ROYAL))
        at.house.meters.confirmed_above = 500_000
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        assert meter(at, "t1.super-4.main").waiting == 1_000_000
        rack = at.live.state.rack(ann)
        async with at.live._writing:
            await at.live._append(at.live._dealer.command(at.live.state, c.VoidRound("a misdeal")))
        await at.rest()
        state = meter(at, "t1.super-4.main")
        assert (state.waiting, state.showing, state.paid, state.seeded) == (0, 1_000_000, 0, 1_000_000)
        assert state.fed == 0
        assert at.live.state.rack(ann) == rack + 100  # the main wager was lost before
        sound(at)

    run(play)


def test_two_administrators_change_a_meter_and_its_secret_is_drawn_anew() -> None:
    async def play() -> None:
        at = await seated(super_4_table(), Arranged("2h 3d 5c 8d"))
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "super-4", 100)
        await finish(at, ann)
        await at.rest()
        office = Administration(at.house)
        people = at.house.people
        ada, bob = [people.get(await staff(at, name, "administrator")) for name in ("Ada", "Bob")]
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
        sound(at)

    run(play)
