"""What is drawn at a table: wheels that turn and stop, a seat and a card, and the law that draws keep to."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.live.quiet_house import Arranged, table_of
from tests.progressive.automatic_table import events_of, finish, place
from tests.progressive.tables import BAD_BEAT, XTREME_16, table
from tests.proof import clause
from vingt.core.cards import RANKS, SUITS
from vingt.core.progressive.chance import stop_at, stops, trigger_at, trigger_points
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.live.log.progressive_events import BonusDrawn, BonusPaid


@pytest.mark.parametrize(("seat", "first", "second"), [(1, 20_000, 2_500), (3, 2_500, 2_500)])
@clause("MA-P21 16(i)(1)", "MA-P21 16(j)#1", "MA-P21 16(j)(1)", "MA-P21 16(b) Table 1", "MA-P21 16(a)#1")
@clause("MA-P21 16(a)#3", "MA-P21 16(a)#2", "MA-P21 16(d)", "MA-P21 16(g)")
def test_xtreme_16_pays_the_hot_spot_its_wheel_and_the_others_the_community_prize(
    seat: int, first: int, second: int
) -> None:
    async def play() -> None:
        at = await table_of(table("ma-pontoon-21", XTREME_16)[2], Arranged("5c 7d 6s 8h 9c Kh"))
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
            if each.wager == "bonus-spin-xtreme-16"
        }
        assert paid == {1: first, 2: second}
        assert at.verified().problems == []

    asyncio.run(play())


def test_the_wheel_turns_five_to_six_seconds_and_shows_nothing_before() -> None:
    async def play() -> None:
        at = await table_of(table("ma-pontoon-21", XTREME_16)[2], Arranged("5c 6s 9c Kh"))
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

    asyncio.run(play())


@clause("MD-BJ 1.B(11)", "MD-BJ 1.B(12)", "MD-BJ 6.G(8)", "MD-BJ 13.B(3)", "MD-BJ 13.B(4)")
@pytest.mark.parametrize(
    ("seat", "card", "paid"),
    [(1, "2c", (500, 2_000)), (1, "5c", (500, 2_000)), (2, "2c", (2_000,)), (1, "3d", (500,)), (6, "2d", ())],
)
def test_bad_beat_draws_a_seat_and_a_card(seat: int, card: str, paid: tuple[int, ...]) -> None:
    """Ann at seat 1 has 2c 5c: 5 for 1 where her seat is drawn, 20 for 1 where a card of hers is."""

    async def play() -> None:
        at = await table_of(table("md-blackjack", BAD_BEAT)[2], Arranged("2c 3d 5c 8d"))
        kinds = [f"{rank}{suit[0]}" for rank in RANKS for suit in SUITS]
        seats = at.live.rules.boxes.seats
        draws = {seats: seat - 1, len(kinds): kinds.index(card)}
        at.house.meters.draw = lambda most: draws.get(most, 0)  # rates of one: in every round
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bad-beat", 100)
        await finish(at, ann)
        await at.rest()
        drawn = events_of(at, BonusDrawn)
        assert [(each.seat, each.card and str(each.card)) for each in drawn] == [(seat, None), (0, card)]
        bonuses = [each.amount for each in events_of(at, BonusPaid)]
        assert tuple(bonuses) == paid
        assert at.verified().problems == []

    asyncio.run(play())


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
