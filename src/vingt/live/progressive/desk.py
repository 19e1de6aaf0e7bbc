"""The desk of the progressive system: every meter of a house, fed by the tables that it is linked to.

A meter has a stream of its own. What a table and its meters do together is one append: all of it is in the
log or none. Whoever's append comes first is paid first; that is the order of tables that hit at one instant.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from vingt.core.cards import RANKS, SUITS, Card
from vingt.core.money import dollars
from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import LUCKY_PLAYER, RATES, commitment, trigger_at, trigger_points
from vingt.core.progressive.spin import one_spin_for_all, points
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.kinds import AnyEvent, StreamEvent
from vingt.live.log.progressive_events import (
    BonusDrawn,
    BonusPaid,
    ContributionsMade,
    PaymentHeld,
    PaymentVoided,
    TerminalPressed,
    WheelSpun,
    WheelStopped,
)
from vingt.live.log.store import METER, Batches, EventStore, NewEvent
from vingt.live.progressive.award import (
    CONFIRMED_ABOVE,
    Award,
    award_of,
    bonus_winners,
    held_claim,
    must_hit_line,
    must_hit_share,
    threshold_of,
    winners_left,
)
from vingt.live.table.dealer import DEALER
from vingt.live.table.duty import Deed
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import PlayedSide
from vingt.live.table.state import TableState
from vingt.live.table.terminal import commanded

NONCE_BYTES = 32


def meter_id(table: str, wager: str, meter: Meter) -> str:
    """A linked meter has its own name; any other belongs to one table."""
    return meter.linked or f"{table}.{wager}.{meter.name.replace(' ', '-')}"


@dataclass
class MeterRecord:
    """One meter as its stream tells it."""

    id: str
    state: m.MeterState = field(default_factory=m.MeterState)
    version: int = 0
    sealed: str = ""  # of the trigger that is in force
    tables: set[str] = field(default_factory=set)
    proposed: tuple[m.MeterSetup, str] | None = None  # another configuration, and who asked for it

    @property
    def stream(self) -> str:
        return f"{METER}{self.id}"


class Work:
    """One append in the making: the events of a table and of meters, each seen by those after it."""

    def __init__(self, desk: MeterDesk, table: str, state: TableState) -> None:
        self.desk, self.table, self.state = desk, table, state
        self.events: list[AnyEvent] = []
        self.meters: dict[str, list[AnyEvent]] = {}
        self.states: dict[str, m.MeterState] = {}

    def meter(self, id: str, setup: m.MeterSetup) -> m.MeterState:
        """The meter as it stands now, opened if it never was."""
        if id not in self.states:
            self.states[id] = self.desk.record(id).state
            self.meters[id] = []
            if not self.states[id].open:
                for event in self.desk.opened(id, setup):
                    self.add(id, event)
        return self.states[id]

    def add(self, id: str, event: m.MeterEvent | Refusal) -> None:
        assert not isinstance(event, Refusal), event
        self.meters[id].append(event)
        self.states[id] = m.evolve(self.states[id], event)

    def tell(self, *events: StreamEvent) -> None:
        """What happens at the table; the state is that after it."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def answer(self, rules: TableRules, command: c.Command) -> None:
        advanced = advance(rules, self.state.round, command)
        assert not isinstance(advanced, Refusal), advanced
        self.tell(t.Commanded(command), *advanced[1])

    def batches(self, stream: str, version: int, by: str = DEALER, key: str = "") -> Batches:
        first, *rest = stored(self.events, by)
        appended: dict[str, tuple[int, Sequence[NewEvent]]] = {
            stream: (version, [replace(first, key=key), *rest])
        }
        for id, events in self.meters.items():
            if events:
                record = self.desk.record(id)
                appended[record.stream] = (record.version, stored(events, by))
        return appended


class Seals(Protocol):
    """The vault of a house, or what stands for it where nothing is written down."""

    def seal(self, secret: bytes, about: str) -> str: ...

    def unseal(self, sealed: str, about: str) -> bytes: ...


class MeterDesk:
    def __init__(
        self, store: EventStore, vault: Seals, draw: Callable[[int], int] = secrets.randbelow
    ) -> None:
        self.lock = asyncio.Lock()
        self.draw = draw
        self.confirmed_above = CONFIRMED_ABOVE
        self._vault = vault
        self._records: dict[str, MeterRecord] = {}
        for stream in sorted(store.streams()):
            if stream.startswith(METER):
                for event in store.read(stream):
                    self.follow_one(event)

    # -- what is known -------------------------------------------------------------------------------------

    def record(self, id: str) -> MeterRecord:
        return self._records.setdefault(id, MeterRecord(id))

    def records(self) -> list[MeterRecord]:
        """Every meter that a table has, or had."""
        return sorted((each for each in self._records.values() if each.state.open), key=lambda each: each.id)

    def follow(self, appended: Mapping[str, Sequence[StoredEvent]]) -> None:
        for stream, events in appended.items():
            if stream.startswith(METER):
                for event in events:
                    self.follow_one(event)

    def follow_one(self, stored_event: StoredEvent) -> None:
        record = self.record(stored_event.stream.removeprefix(METER))
        event: m.MeterEvent = codec.event_of(stored_event)
        record.state = m.evolve(record.state, event)
        record.version = stored_event.version
        if isinstance(event, m.TriggerSealed):
            record.sealed = event.sealed
        if isinstance(event, m.MeterFed):
            record.tables.add(event.table)

    def shown(self, table: str, rules: TableRules) -> Iterator[tuple[OfferedWager, Meter, int]]:
        """The meters of a table and what each shows; one that was never fed shows where it starts."""
        for wager in rules.wagers:
            for meter in wager.meters:
                state = self.record(meter_id(table, wager.id, meter)).state
                yield wager, meter, state.showing if state.open else meter.initial

    def unlinkable(self, rules: TableRules, others: Iterable[TableRules], *, private: bool = False) -> str:
        """Why a table may not feed a meter that others feed; "" where it may. All of them have filed how it
        starts again: no table's reset may fall below its printed minimum by another's submission."""
        filed = {
            meter.linked: m.terms_of(meter, wager.trigger_law)
            for other in others
            for wager in other.wagers
            for meter in wager.meters
        }
        for wager in rules.wagers:
            for meter in wager.meters:
                if not meter.linked:
                    continue
                if private:
                    return f"{wager.id}: a private table has meters of its own, not the linked {meter.linked}"
                setup, state = m.terms_of(meter, wager.trigger_law), self.record(meter.linked).state
                known = state.terms if state.open else filed.get(meter.linked, setup)
                if (known.reset, known.maximum, known.law) != (setup.reset, setup.maximum, setup.law):
                    most = "" if known.maximum is None else f", must hit by {dollars(known.maximum)}"
                    return (
                        f"{wager.id}: the meter {meter.linked} starts again at {dollars(known.reset)}{most}: "
                        "tables that share a meter file it alike"
                    )
        return ""

    def opening(self, table: str, rules: TableRules, by: str) -> Batches:
        """The meters of a new table that stand nowhere yet: what they start with, and the secret of one that
        must hit, are bound before anybody plays for them."""
        records = (
            (self.record(meter_id(table, wager.id, meter)), m.terms_of(meter, wager.trigger_law))
            for wager in rules.wagers
            for meter in wager.meters
        )
        return {
            record.stream: (record.version, stored(self.opened(record.id, setup), by))
            for record, setup in records
            if not record.state.open
        }

    def opened(self, id: str, setup: m.MeterSetup) -> list[m.MeterEvent]:
        event = m.open_meter(setup)
        sealed = [self.seal_trigger(id, m.evolve(m.MeterState(), event))] if setup.must_hit else []
        return [event, *sealed]

    # -- another configuration -----------------------------------------------------------------------------

    def changed(
        self, id: str, setup: m.MeterSetup, by: str
    ) -> Sequence[m.MeterEvent] | m.MeterSetup | Refusal:
        """What the first of two people asks for is kept; another who asks for the same has it done. The
        secret trigger of a must-hit meter is laid open and drawn anew."""
        record = self.record(id)
        proposed = record.proposed
        if proposed is None or proposed[0] != setup:
            refused = m.change(record.state, setup, by, f"another than {by}")
            if isinstance(refused, Refusal):
                return refused
            record.proposed = (setup, by)
            return setup
        change = m.change(record.state, setup, proposed[1], by)
        if isinstance(change, Refusal):
            return change
        record.proposed = None
        if not setup.must_hit:
            return [change]
        return [
            self.reveal_trigger(id, record.state, record.sealed),
            change,
            self.seal_trigger(id, m.evolve(record.state, change)),
        ]

    # -- chance --------------------------------------------------------------------------------------------

    def seal_trigger(self, id: str, state: m.MeterState) -> m.TriggerSealed:
        """A new secret above what shows and at most the maximum, bound and sealed before anybody plays for
        it; the maximum itself where contributions of one round went as far as that."""
        number, law, shows = state.trigger_number + 1, state.terms.law, state.showing
        points, nonce = trigger_points(law, shows), secrets.token_bytes(NONCE_BYTES)
        trigger = trigger_at(law, self.draw(points), shows) if points else max(high for _, high, _ in law)
        bound = commitment(("trigger", id, number, state.terms.digest), nonce, (trigger,))
        secret = f"{trigger} {nonce.hex()}".encode()
        return m.TriggerSealed(number, bound, self._vault.seal(secret, f"trigger {id} {number}"))

    def trigger(self, id: str, sealed: str, number: int) -> tuple[int, str]:
        trigger, nonce = self._vault.unseal(sealed, f"trigger {id} {number}").decode().split()
        return int(trigger), nonce

    def reveal_trigger(self, id: str, state: m.MeterState, sealed: str) -> m.TriggerRevealed:
        """The secret that was in force, laid open."""
        return m.TriggerRevealed(state.trigger_number, *self.trigger(id, sealed, state.trigger_number))

    # -- what tables do together with their meters ---------------------------------------------------------

    def perform(
        self,
        table: str,
        rules: TableRules,
        state: TableState,
        deed: Deed,
        pressed: Sequence[TerminalPressed] = (),
    ) -> Work:
        work = Work(self, table, state)
        work.tell(*pressed)
        match deed:
            case "spin_wheel":
                self.spin(work, rules)
            case "stop_wheel":
                self.stop(work)
            case "pay_claim":
                self.pay_claim(work, rules)
                while pressed and self.is_next(work, pressed[0].wager):
                    self.pay_claim(work, rules)
            case "show_prizes":
                self.show_prizes(work, rules)
            case "pay_held":
                self.pay_held(work)
            case "restore_meter":
                self.restore(work)
            case "contribute":
                self.contribute(work, rules)
            case _:
                raise ValueError(f"{deed} is the dealer's")
        return work

    def spin(self, work: Work, rules: TableRules) -> None:
        claim = work.state.round.claims[0]
        wager = rules.wager(claim.wager)
        assert wager is not None
        goes_on = work.state.jackpot.spin is not None and work.state.jackpot.spin.wager == wager.id
        before = work.state.jackpot.drawn if goes_on else ()
        drawn = tuple(self.draw(most) for most in points(wager, rules.boxes.seats, before))
        nonce, number = secrets.token_bytes(NONCE_BYTES), work.state.jackpot.spins + 1
        bound = commitment(("spin", work.table, number, wager.id), nonce, drawn)
        secret = f"{' '.join(map(str, drawn))} {nonce.hex()}".encode()
        sealed = self._vault.seal(secret, f"spin {work.table} {number}")
        box, player = (0, "") if one_spin_for_all(wager) else (claim.box, claim.player)
        work.tell(WheelSpun(number, wager.id, box, player, bound, sealed))

    def stop(self, work: Work) -> None:
        spin = work.state.jackpot.spin
        assert spin is not None
        *drawn, nonce = self._vault.unseal(spin.sealed, f"spin {work.table} {spin.number}").decode().split()
        work.tell(WheelStopped(spin.number, tuple(map(int, drawn)), nonce))

    def pay_claim(self, work: Work, rules: TableRules) -> None:
        """What a confirmed payment waits for, or a new one: held where it is above the threshold."""
        held, award = work.state.jackpot.held, award_of(rules, work.state)
        claim = award.claim
        if held is not None and (held.player, held.box) != (claim.player, claim.box):
            held = None  # another's waits, and is paid in its turn
        if held is not None:
            id, payment, amount = held.meter, held.payment, held.amount
        else:
            amount, id = self.taken(work, rules, award), self.meter_of(work, award)
            payment = work.states[id].payments if id else 0
        by = work.state.jackpot.confirmed_by
        if held is None and not by and amount > threshold_of(award.wager, self.confirmed_above):
            work.tell(held_claim(award, amount, id, payment))
            return
        if id:
            self.settle(work, id, payment, by)
        for side, prize in award.others:
            if prize.amount:
                work.tell(
                    BonusPaid(side.player, side.box, side.wager, prize.symbol, prize.amount, prize.cite)
                )
        symbol = award.prize.symbol if award.prize.symbol in award.wager.symbols else ""
        work.answer(rules, c.AnswerClaim(claim.player, claim.box, claim.wager, amount, symbol))

    def is_next(self, work: Work, wager: str) -> bool:
        """Whether the claim that is answered next is of this wager."""
        claims = work.state.round.claims
        return bool(claims) and claims[0].wager == wager

    def show_prizes(self, work: Work, rules: TableRules) -> None:
        """What is to be paid is on the terminal; a prize above the threshold waits for a supervisor, who
        confirms hand and spin (MA-P21 16(o)#2, 16(p)(1)#2)."""
        if work.state.jackpot.held is not None:
            return
        for claim in work.state.round.claims:
            award = award_of(rules, work.state, claim)
            if award.prize.amount > threshold_of(award.wager, self.confirmed_above):
                work.tell(held_claim(award, award.prize.amount))
                return

    def meter_of(self, work: Work, award: Award) -> str:
        named = next((each for each in award.wager.meters if each.name == award.prize.meter), None)
        return "" if named is None else meter_id(work.table, award.wager.id, named)

    def taken(self, work: Work, rules: TableRules, award: Award) -> int:
        """The prize in cents; a share of a meter is taken from it now, at what it shows."""
        if not award.prize.meter:
            return award.prize.amount
        named = next(each for each in award.wager.meters if each.name == award.prize.meter)
        id, claim = meter_id(work.table, award.wager.id, named), award.claim
        state = work.meter(id, m.terms_of(named, award.wager.trigger_law))
        who = m.Claimant(work.table, work.state.round_number, claim.box, claim.player)
        won = m.hit(state, who, award.prize.share, winners_left(rules, work.state, award))
        assert not isinstance(won, Refusal), won
        work.add(id, won)
        return won.amount

    def settle(self, work: Work, id: str, payment: int, by: str) -> None:
        if id not in work.states:
            work.states[id], work.meters[id] = self.record(id).state, []
        work.add(id, m.pay(work.states[id], payment, None, by))

    def pay_held(self, work: Work) -> None:
        held = work.state.jackpot.held
        assert held is not None
        if held.meter:
            self.settle(work, held.meter, held.payment, work.state.jackpot.confirmed_by)
        work.tell(BonusPaid(held.player, held.box, held.wager, held.line, held.amount, held.cite))

    def restore(self, work: Work) -> None:
        """The round became void while its win waited: the meter has it back, and gives back its reset. A
        secret trigger that may lie below what shows then is laid open and drawn anew."""
        held = work.state.jackpot.voided
        assert held is not None
        id, record = held.meter, self.record(held.meter)
        work.states[id], work.meters[id] = record.state, []
        work.add(id, m.restore(work.states[id], held.payment, DEALER))
        if record.state.terms.must_hit:
            work.add(id, self.reveal_trigger(id, record.state, record.sealed))
            work.add(id, self.seal_trigger(id, work.states[id]))
        work.tell(PaymentVoided(held.meter, held.payment))

    # -- a round that ended --------------------------------------------------------------------------------

    def contribute(self, work: Work, rules: TableRules) -> None:
        """Each meter gains its part of what was staked; then the system looks for a must-hit winner, and
        draws the bonuses of rounds that it selects."""
        unfed = work.state.jackpot.unfed
        work.tell(ContributionsMade(work.state.round_number))
        for wager in rules.wagers:
            staked = wager.rides_on or wager.id
            sides = [side for side in unfed if side.wager == staked]
            if not sides:
                continue
            for meter in wager.meters:
                self.feed(work, rules, wager, meter, sides)
            for line, option in RATES.items():
                rate = dict(wager.options).get(option)
                if isinstance(rate, Fraction) and self.draw(rate.denominator) < rate.numerator:
                    self.draw_bonus(work, rules, wager, line, sides)

    def feed(
        self, work: Work, rules: TableRules, wager: OfferedWager, meter: Meter, sides: Sequence[PlayedSide]
    ) -> None:
        id = meter_id(work.table, wager.id, meter)
        state = work.meter(id, m.terms_of(meter, wager.trigger_law))
        staked = sum(side.amount for side in sides)
        work.add(id, m.feed(state, work.table, work.state.round_number, staked, meter.rate, meter.reserve))
        state = work.states[id]
        if not state.terms.must_hit:
            return
        sealed = next(
            (each.sealed for each in work.meters[id] if isinstance(each, m.TriggerSealed)),
            self.record(id).sealed,
        )
        trigger, nonce = self.trigger(id, sealed, state.trigger_number)
        if state.held < trigger:
            return
        winner = sides[self.draw(len(sides))]
        who = m.Claimant(work.table, work.state.round_number, winner.box, winner.player)
        won = m.hit(state, who, must_hit_share(wager))
        assert not isinstance(won, Refusal), won
        work.add(id, won)
        work.add(id, m.TriggerRevealed(state.trigger_number, trigger, nonce))
        work.add(id, self.seal_trigger(id, work.states[id]))
        paid = (winner.player, winner.box, wager.id, must_hit_line(wager), won.amount)
        above = won.amount > threshold_of(wager, self.confirmed_above)
        at_terminal = commanded(rules, work.state) == wager  # processed there like any other (MA-P21 16(s)#3)
        if (above or at_terminal) and work.state.jackpot.held is None:
            work.tell(PaymentHeld(id, won.payment, *paid, False, meter.cite))
            return
        work.add(id, m.pay(work.states[id], won.payment, None))
        work.tell(BonusPaid(*paid, meter.cite))

    def draw_bonus(
        self, work: Work, rules: TableRules, wager: OfferedWager, line: str, sides: Sequence[PlayedSide]
    ) -> None:
        """A seat, or a card by rank and suit, drawn evenly; it pays each wager that it meets."""
        seat, card = 0, None
        if line == LUCKY_PLAYER:
            seat = 1 + self.draw(rules.boxes.seats)
        else:
            ranks = [rank for rank in RANKS if rank not in rules.cards.removed_ranks]
            kinds = [Card(rank, suit) for rank in ranks for suit in SUITS]
            card = kinds[self.draw(len(kinds))]
        drawn = BonusDrawn(wager.id, line, seat, card)
        first = {box.number: box.first_cards for box in work.state.round.boxes}
        work.tell(drawn, *bonus_winners(wager, drawn, sides, first))


def stored(events: Sequence[AnyEvent], by: str) -> list[NewEvent]:
    return [codec.new(event, actor=by) for event in events]
