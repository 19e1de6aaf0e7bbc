"""A table in time: its one writer, and its dealer at work."""

from __future__ import annotations

import asyncio

from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.floor_writer import FloorWriter
from vingt.live.house.table_record import Surroundings
from vingt.live.house.table_writer import why_halted
from vingt.live.log.events import EjectionOrdered, TableOpened
from vingt.live.program_log import log
from vingt.live.shoes.orders import Orders
from vingt.live.table.duty import OF_THE_DESK, Duty
from vingt.live.table.performing import totals_after
from vingt.live.tasks import first, kept

RETRY = 1_000  # milliseconds before the dealer tries again what could not be stored


class LiveTable(FloorWriter):
    def __init__(
        self, id: str, opened: TableOpened, rules: TableRules, orders: Orders, around: Surroundings
    ) -> None:
        super().__init__(id, opened, rules, orders, around)
        self._task: asyncio.Task[None] | None = None
        self._performing: asyncio.Future[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._deal(), name=f"dealer of {self.stream}")

    async def stop(self) -> None:
        """The dealer leaves; what is being written is written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        if self._performing is not None:
            await asyncio.wait([self._performing])
        async with self._writing:
            pass

    async def _deal(self) -> None:
        time = self._around.clocks.time
        while True:
            news, due, due_at, fades_at = self._news, self._duty, self.due_at, self._fades_at()
            if due is not None and due_at is not None and time.now() >= due_at:
                await self._try(due)
                continue
            moments = [moment for moment in (due_at, fades_at) if moment is not None]
            await first(news.wait(), *(time.until(min(moments)) for _ in moments[:1]))
            if fades_at is not None and time.now() >= fades_at:
                self._stir()

    async def _try(self, due: Duty) -> None:
        """A fault stops neither the dealer nor the house; what could not be done is tried again."""
        self._performing = kept(self._perform(due))
        try:
            await asyncio.shield(self._performing)
        except Exception as error:
            # An error's words may name a card that nobody has seen: only its kind is logged.
            log("dealer stopped", table=self.id, duty=due.what, error=type(error).__name__)
            self._halt(why_halted(error))
            self._around.metrics.faults.inc()
            time = self._around.clocks.time
            await time.until(time.now() + RETRY)

    async def _perform(self, due: Duty) -> None:
        async with self._writing:
            if due != self._duty:
                return  # somebody answered meanwhile
            if due.what == "eject":
                (order,) = due.about
                assert isinstance(order, EjectionOrdered)
                answer = await self._eject(order.person, order.by)
                assert not isinstance(answer, Refusal), answer  # nothing of theirs lies on the layout
                return
            if due.what in OF_THE_DESK:
                await self._with_meters(due.what)
                return
            events = self._dealer.perform(self.state, due)
            events += totals_after(self.state, events, self._dealer)
            if due.what == "empty_table" and any(self.state.racks.values()):
                await self._append_returning(events)
            else:
                await self._append(events)
            if due.clock is not None:
                log("clock ran out", table=self.id, clock=due.clock, version=self.version)
