"""A house killed in a jackpot's round, after any append: each win is paid once, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, live_table, quiet_house, table_at
from tests.progressive.automatic_table import ROYAL, events_of, finish, place
from tests.progressive.tables import SUPER_4, XTREME_16, meters_of, table
from vingt.core.rounds import event as e
from vingt.core.rounds.refusal import Refusal
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.log.store import Appended, Batches


class KeptAppends(MemoryStore):
    """Remembers what each append added, so that a house can be opened on the first of them."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__(clock)
        self.appended: list[tuple[int, Appended]] = []

    async def append(self, batches: Batches) -> Appended:
        added = await super().append(batches)
        self.appended.append((self.clock.now(), added))
        return added

    def after(self, appends: int) -> tuple[HandClock, MemoryStore]:
        """What was on disk after so many appends, at the moment of the last of them."""
        clock = HandClock()
        clock.moment = self.appended[appends - 1][0]
        store = MemoryStore(clock)
        for _, added in self.appended[:appends]:
            for stream, events in added.items():
                store.kept.setdefault(stream, []).extend(events)
                store.all += events
        return clock, store


def won(at: Table) -> list[tuple[str, int]]:
    """What was paid of meters and wheels in the first round: won by a hand, or drawn."""
    hands = [
        (each.wager, each.returns)
        for each in events_of(at, e.WagerSettled)
        if each.wager not in ("", "main") and each.returns
    ]
    drawn = [(each.wager, each.amount) for each in events_of(at, BonusPaid)]
    return hands + drawn


async def to_the_end(at: Table, ann: str, sue: str) -> None:
    """The round is played on; what waits for a supervisor is confirmed."""
    for _ in range(4):
        await finish(at, ann)
        if at.live.state.jackpot.held is not None and not at.live.state.jackpot.confirmed_by:
            assert not isinstance(await at.live.confirm_payment(sue), Refusal)
            await at.rest()
    await at.rest()


XTREME, MUST_HIT = "bonus-spin-xtreme-16", "must-hit"
CONFIRMED = XTREME_16.replace("threshold = 500", "threshold = 100")  # the hot spot's $200, and what must hit
MONSTER = meters_of("monster-match", "A", 5000)


@pytest.mark.parametrize(
    ("rulebook", "text", "cards", "wager", "stake", "paid"),
    [
        ("md-blackjack", SUPER_4, ROYAL, "super-4", 100, [("super-4", 1_000_000), (MUST_HIT, 25_005)]),
        ("md-players-edge-21", MONSTER, "9s 9s 9s 9s", "monster-match", 100, [("monster-match", 500_000)]),
        ("ma-pontoon-21", CONFIRMED, "5c 6s 9c Kh", XTREME, 500, [(XTREME, 20_000), (XTREME, 10_025)]),
    ],
    ids=["meter, then must-hit", "validated", "wheel, then must-hit, both confirmed"],
)
def test_killed_after_any_append_a_jackpot_is_paid_once(
    rulebook: str, text: str, cards: str, wager: str, stake: int, paid: list[tuple[str, int]]
) -> None:
    def drawing(at: Table) -> None:
        at.house.meters.confirmed_above = 500_000
        # Five cents above the reset; seat 1; the outer wheel's second prize.
        at.house.meters.draw = lambda most: {7: 0, 10: 5}.get(most, 4 if most > 1000 else 0)

    rules = table(rulebook, text)[2]

    async def play() -> None:
        clock = HandClock()
        whole = KeptAppends(clock)
        at = await table_at(quiet_house(clock, Arranged(cards), whole), clock, rules)
        drawing(at)
        ann, sue = await at.come("Ann", 1), await at.staff("Sue", "floorperson")
        await place(at, ann, 1, wager, stake)
        begun = len(whole.appended)
        await to_the_end(at, ann, sue)
        assert won(at) == paid, at.kinds()
        ended = len(whole.appended)
        await at.live.stop()
        for appends in range(begun, ended + 1):
            late, store = whole.after(appends)
            again = quiet_house(late, Arranged(), store)
            live = await live_table(again, rules)
            at = Table(again, live, late)
            drawing(at)
            live.start()
            await to_the_end(at, ann, sue)
            assert won(at) == paid, (appends, at.kinds())
            assert all(each.state.unaccounted == 0 for each in again.meters.records())
            assert all(each.state.waiting == 0 for each in again.meters.records())
            assert at.verified().problems == []
            await live.stop()

    asyncio.run(play())
