"""An automatic table where cards come one by one, so that something can go wrong in the midst of a deal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, live_table, quiet_house, table_at
from vingt.core.rounds import command as c
from vingt.live.house.table_writer import Accepted
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import Ready
from vingt.live.table.mishaps import Mishap
from vingt.rulebook import library

PAUSE = 1_000  # before each card


class SlowDeal:
    """Ann at box 1 and Bob at box 2, ten dollars each; the first card is due."""

    def __init__(self, table: Table, ann: str, bob: str) -> None:
        self.table, self.ann, self.bob = table, ann, bob

    @property
    def state(self) -> Any:
        return self.table.live.state

    async def cards(self, count: int) -> None:
        for _ in range(count):
            await self.table.wait(PAUSE)

    async def report(self, mishap: Mishap) -> None:
        what = {each.what for each in self.table.live.mishaps("floor", "floorperson")}
        answer = await self.table.live.report(mishap, "floor")
        assert isinstance(answer, Accepted), answer
        newest = self.state.irregularities[0]
        assert newest.what in what, "what is carried out was offered"
        await self.table.rest()

    def orders(self) -> list[str]:
        """What everybody sees that was ordered last."""
        return [each.words for each in self.table.live.view(self.bob).irregularities[0].orders]

    def clauses(self) -> set[str]:
        seen = self.table.live.view(None).irregularities[0]
        return {each for order in seen.orders for each in order.cite.clauses}

    async def wager(self) -> None:
        while not self.state.betting:
            await self.table.wait(20_000)
        for person, box in ((self.ann, 1), (self.bob, 2)):
            await self.table.must(person, c.PlaceWager(person, box, 1000))
        for person in (self.ann, self.bob):
            await self.table.must(person, Ready())

    async def play_out(self) -> None:
        """Nobody says anything more."""
        number = self.state.round_number
        while self.state.round_number == number and self.state.round_open:
            await self.table.wait(PAUSE if self.table.live.clock is None else 60_000)


def offered(at: SlowDeal, role: str = "floorperson") -> set[str]:
    return {each.what for each in at.table.live.mishaps("floor", role)}  # type: ignore[arg-type]


def played(rules: str, first: str, act: Callable[[SlowDeal], Awaitable[None]], **choices: object) -> Table:
    """The acts of that deal; then the log is sound, and a house that reads it comes to the same table."""

    async def play() -> Table:
        clock = HandClock()
        house = quiet_house(clock, Arranged(first), MemoryStore(clock))
        house._around = replace(house._around, clocks=Clocks(card=PAUSE, pause=PAUSE, time=clock))
        resolved = library.table_rules(rules, choices)
        table = await table_at(house, clock, resolved)
        deal = SlowDeal(table, await table.come("ann", 1), await table.come("bob", 2))
        await deal.wager()
        await act(deal)
        assert table.verified().problems == []
        again = await live_table(house, resolved)
        assert again.state == table.live.state
        await table.live.stop()
        return table

    return asyncio.run(play())
