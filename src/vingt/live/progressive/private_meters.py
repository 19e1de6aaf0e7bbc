"""Meters, wheels and draws at a table for one: the desk of a live house, in memory."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.chain import StoredEvent
from vingt.live.log.progressive_events import PaymentConfirmed
from vingt.live.progressive.desk import MeterDesk, Work
from vingt.live.progressive.sign import table_sign
from vingt.live.shoes.private_shoe import Below
from vingt.live.table.clocks import Clocks
from vingt.live.table.duty import Deed, claim_duty
from vingt.live.table.jackpot import has_progressives, new_spins, with_stakes
from vingt.live.table.state import TableState

TABLE = "play"
PLAIN = ("main", "must hit")  # names that say no more than the wager does
CLOCKS = Clocks()


class NothingStored:
    """No meter was ever played for before."""

    def streams(self) -> dict[str, int]:
        return {}

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return iter(())


class InMind:
    """Nothing is written down, so nothing is sealed."""

    def seal(self, secret: bytes, about: str) -> str:
        return secret.decode()

    def unseal(self, sealed: str, about: str) -> bytes:
        return sealed.encode()


class Jackpots:
    """What a table's progressive wagers are paid, and what their rounds contribute. Nobody supervises here:
    what a floorperson would have to confirm is said, and paid."""

    def __init__(self, rules: TableRules, draw: Below) -> None:
        self.rules = rules
        self.desk = MeterDesk(NothingStored(), InMind(), draw)  # type: ignore[arg-type]
        self.state = TableState()

    def begin(self, number: int) -> None:
        self.state = self.state._replace(
            round_number=number, round_open=True, jackpot=new_spins(self.state.jackpot)
        )

    def meters(self) -> str:
        """Where the meters stand, in one line; "" at a table that has none."""
        sign = table_sign(self.desk, TABLE, self.rules, self.state)
        return ", ".join(
            f"{meter.wager}{'' if meter.name in PLAIN else f' {meter.name}'} {dollars(meter.showing)}"
            for meter in sign.meters
        )

    def answer(self, round_: RoundState) -> Work:
        """What a wheel or a meter does next for the claim that the round waits for."""
        self.state = self.state._replace(round=round_)
        due = claim_duty(self.rules, self.state, CLOCKS)
        if due is None:  # a supervisor would look at it
            work = Work(self.desk, TABLE, self.state)
            work.tell(PaymentConfirmed("floor"))
            return self.done(work)
        return self.perform(due.what)

    def end(self, round_: RoundState) -> Work | None:
        """The round is over: it feeds the meters, a trigger may be reached, bonuses are drawn."""
        void, ended = round_.stage == "void", not self.state.round_open  # with the last claim, or by itself
        jackpot = self.state.jackpot if void or ended else with_stakes(self.state.jackpot, round_)
        self.state = self.state._replace(round=round_, round_open=False, jackpot=jackpot)
        if void or not jackpot.unfed or not has_progressives(self.rules):
            return None
        work = self.perform("contribute")
        while self.state.jackpot.held is not None:
            self.state = self.state._replace(jackpot=self.state.jackpot._replace(confirmed_by="floor"))
            paid = self.perform("pay_held")
            work.events += paid.events
        return work

    def perform(self, deed: Deed) -> Work:
        return self.done(self.desk.perform(TABLE, self.rules, self.state, deed))

    def done(self, work: Work) -> Work:
        """As if it had been stored: the table and the meters stand where it left them."""
        self.state = work.state
        for id, state in work.states.items():
            record = self.desk.record(id)
            record.state = state
            for event in work.meters[id]:
                record.sealed = getattr(event, "sealed", record.sealed)
        return work


def settled_in(work: Work) -> tuple[e.Event, ...]:
    return tuple(event for event in work.events if isinstance(event, e.Event))
