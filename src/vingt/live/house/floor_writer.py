"""What the floor has done at a table: mishaps reported, the dealing stopped, limits, chips and payments."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_writer import Accepted, TableWriter
from vingt.live.log import codec
from vingt.live.log.events import ScanRefused, TableEvent
from vingt.live.log.floor_events import (
    DealingResumed,
    DealingStopped,
    GamingDaySet,
    IrregularityNoted,
    LimitsPosted,
)
from vingt.live.log.people_events import RoleName
from vingt.live.log.progressive_events import PaymentConfirmed
from vingt.live.log.store import NewEvent
from vingt.live.table import floor_orders
from vingt.live.table.commands import PerformStep
from vingt.live.table.corrections import corrected
from vingt.live.table.dealing import RECUT, RECUT_BY_NEXT
from vingt.live.table.limits import Limits, filed, unfit
from vingt.live.table.mishap_menu import MishapChoice, menu
from vingt.live.table.mishaps import CardDrawn, CardMisread, Mishap, report
from vingt.live.table.scanning import Scanner


class FloorWriter(TableWriter):
    """Carries out what dealers and floorpersons say of the table as a whole."""

    async def report(
        self, mishap: Mishap, by: str, role: RoleName = "floorperson", number: int | None = None
    ) -> Accepted | Refusal:
        """Something went wrong: the remedy that the rulebook orders is carried out. `number` is that of the
        report as its menu was drawn: one that comes twice, or after another, is refused."""
        async with self._writing:
            if number is not None and number != self.state.irregularities_told + 1:
                return Refusal("something was reported meanwhile: look again")
            role = self._reports_as(by, role)
            if self.state.shoe.real and isinstance(mishap, CardMisread):
                now = self._around.clocks.time.wall()
                return await self._accepted(
                    corrected(self.in_force, self.state, mishap, by, role, now, self._dealer)
                )
            if self.state.shoe.real and isinstance(mishap, CardDrawn):
                return await self._accepted(self._reported_real(mishap, by, role))
            return await self._accepted(
                report(self.in_force, self.state, mishap, self._orders.card_at, by, role)
            )

    def _reported_real(self, mishap: CardDrawn, by: str, role: RoleName) -> Sequence[NewEvent] | Refusal:
        """A real card that was drawn by mistake is entered with the report."""
        entered = Scanner(self.in_force, self._orders).drawn(self.state, mishap, by)
        if isinstance(entered, Refusal) or entered[0].kind == ScanRefused.kind:
            return entered
        card = mishap.card
        assert card is not None
        remedy = report(self.in_force, self.state, mishap, lambda _: card, by, role)
        return remedy if isinstance(remedy, Refusal) else [*entered, *remedy]

    def mishaps(self, by: str, role: RoleName) -> tuple[MishapChoice, ...]:
        """What this person may report now, with the remedy of each."""
        return menu(self.in_force, self.state, self._orders.card_at, by, self._reports_as(by, role))

    def _reports_as(self, by: str, role: RoleName) -> RoleName:
        """Who deals here is the dealer, whatever else that person may be: a floorperson is another."""
        return "dealer" if by == self.state.dealing.dealer else role

    async def stop_dealing(self, by: str) -> Accepted | Refusal:
        """Nothing is dealt, asked or timed in this round, until it goes on."""
        async with self._writing:
            if refused := floor_orders.barred(self.state, by, may_deal=True):
                return refused
            if not self.state.in_play_now:
                return Refusal("no round is in play")
            if self.state.stopped_by:
                return Refusal("the dealing is stopped already")
            return await self._accepted([codec.new(DealingStopped(by), actor=by)])

    async def resume_dealing(self, by: str) -> Accepted | Refusal:
        async with self._writing:
            if not self.state.stopped_by:
                return Refusal("the dealing is not stopped")
            if refused := floor_orders.barred(self.state, by, may_deal=self.state.shoe.refused is None):
                return refused
            known = self._around.people.get(by)
            if self.state.shoe.refused is not None and not (known and known.may("floorperson")):
                return Refusal("what was entered cannot be: a floorperson looks first")
            return await self._accepted([codec.new(DealingResumed(by), actor=by)])

    async def note_irregularity(self, number: int, by: str) -> Accepted | Refusal:
        """A floorperson takes notice of what a dealer reported."""
        async with self._writing:
            if refused := floor_orders.barred(self.state, by):
                return refused
            known = next((each for each in self.state.irregularities if each.number == number), None)
            if known is None or known.seen:
                return Refusal("nothing of this number waits for a floorperson")
            return await self._accepted([codec.new(IrregularityNoted(number, by), actor=by)])

    async def post_limits(self, limits: Limits, by: str) -> Accepted | Refusal:
        """What a main wager may be from now on, or, while wagers lie, from the next round on."""
        async with self._writing:
            if self.state.closed:
                return Refusal("the table is closed")
            if refused := floor_orders.barred(self.state, by) or unfit(self.rules, limits):
                return refused
            if limits == (self.state.posted or filed(self.rules)):
                return Refusal(f"the limits are {limits} already")
            return await self._accepted([codec.new(LimitsPosted(*limits, by), actor=by)])

    async def order_reshuffle(self, by: str) -> Accepted | Refusal:
        """After the round, or now if none is in play; where a person deals it is a step of the floor."""
        async with self._writing:
            if not self.state.dealing.automatic:
                return await self._deal_by_hand(by, PerformStep("order_reshuffle"), "")
            return await self._by_floor(floor_orders.reshuffle(self.rules, self.state, by), by)

    async def order_recut(self, by: str, *, to_next: bool = False) -> Accepted | Refusal:
        async with self._writing:
            return await self._deal_by_hand(by, PerformStep(RECUT_BY_NEXT if to_next else RECUT), "")

    async def relieve_dealer(self, by: str) -> Accepted | Refusal:
        async with self._writing:
            return await self._by_floor(floor_orders.relieve(self.state, by), by)

    async def order_chips(self, amount: int, by: str) -> Accepted | Refusal:
        """A fill, or below zero a credit; a second person counts it."""
        async with self._writing:
            return await self._by_floor(floor_orders.order_chips(self.rules, self.state, amount, by), by)

    async def count_chips(self, number: int, by: str) -> Accepted | Refusal:
        async with self._writing:
            counted = floor_orders.count_chips(self.state, number, by)
            return await self._by_floor(counted, by, may_deal=True)

    async def withdraw_chips(self, number: int, by: str) -> Accepted | Refusal:
        async with self._writing:
            return await self._by_floor(floor_orders.withdraw_chips(self.state, number, by), by)

    async def set_clocks(self, running: bool, by: str) -> Accepted | Refusal:
        async with self._writing:
            return await self._by_floor(floor_orders.set_clocks(self.state, running, by), by)

    async def issue_coupon(self, person: str, amount: int, by: str) -> Accepted | Refusal:
        async with self._writing:
            order = floor_orders.issue_coupon(self.in_force, self.state, person, amount, by)
            return await self._by_floor(order, by)

    async def readmit(self, person: str, by: str) -> Accepted | Refusal:
        async with self._writing:
            return await self._by_floor(floor_orders.readmit(self.in_force, self.state, person, by), by)

    async def set_gaming_day(self, begins: int, by: str) -> None:
        """Where a person deals, what is done every gaming day goes by it."""
        async with self._writing:
            dealing = self.state.dealing
            if not dealing.automatic and not self.state.closed and dealing.day_begins != begins:
                await self._append([codec.new(GamingDaySet(begins, by), actor=by)])

    async def confirm_payment(self, by: str) -> Accepted | Refusal:
        """A supervisor has looked at hand and win, signed in under their own name (MA-P21 16(p)(1)#2)."""
        async with self._writing:
            if self.state.jackpot.held is None:
                return Refusal("no payment waits at this table")
            if self.state.jackpot.confirmed_by:
                return Refusal("it is confirmed already")
            if self.state.jackpot.held.player == by:
                return Refusal("nobody confirms a payment to themselves")
            if refused := floor_orders.barred(self.state, by):
                return refused
            return await self._accepted([codec.new(PaymentConfirmed(by), actor=by)])

    async def _by_floor(
        self, event: TableEvent | Refusal, by: str, *, may_deal: bool = False
    ) -> Accepted | Refusal:
        order = floor_orders.barred(self.state, by, may_deal=may_deal) or event
        return order if isinstance(order, Refusal) else await self._accepted([codec.new(order, actor=by)])
