"""The desk of the progressive system: every meter of a house, fed by the tables that it is linked to.

A meter has a stream of its own. What a table and its meters do together is one append: all of it is in the
log or none. Whoever's append comes first is paid first; that is the order of tables that hit at one instant.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from vingt.core.cards import RANKS, SUITS, Card
from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import LUCKY_PLAYER, RATES, commitment
from vingt.core.progressive.spin import one_spin_for_all, points
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import events as t
from vingt.live.log import progressive_events as j
from vingt.live.log.kinds import AnyEvent, StreamEvent
from vingt.live.log.store import Batches, NewEvent
from vingt.live.progressive.award import (
    Award,
    award_of,
    bonus_winners,
    held_claim,
    must_hit_line,
    must_hit_share,
    threshold_of,
    winners_left,
)
from vingt.live.progressive.meter_book import NONCE_BYTES, MeterBook, meter_id, stored
from vingt.live.table.dealer import DEALER
from vingt.live.table.duty import Deed
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import PlayedSide
from vingt.live.table.state import TableState
from vingt.live.table.terminal import commanded


class Work:
    """One append in the making: the events of a table and of meters, each seen by those after it."""

    def __init__(self, desk: MeterBook, table: str, state: TableState) -> None:
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


class MeterDesk(MeterBook):
    """What tables do together with their meters."""

    def perform(
        self,
        table: str,
        rules: TableRules,
        state: TableState,
        deed: Deed,
        pressed: Sequence[j.TerminalPressed] = (),
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
        work.tell(j.WheelSpun(number, wager.id, box, player, bound, sealed))

    def stop(self, work: Work) -> None:
        spin = work.state.jackpot.spin
        assert spin is not None
        *drawn, nonce = self._vault.unseal(spin.sealed, f"spin {work.table} {spin.number}").decode().split()
        work.tell(j.WheelStopped(spin.number, tuple(map(int, drawn)), nonce))

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
                    j.BonusPaid(side.player, side.box, side.wager, prize.symbol, prize.amount, prize.cite)
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
        work.tell(j.BonusPaid(held.player, held.box, held.wager, held.line, held.amount, held.cite))

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
        work.tell(j.PaymentVoided(held.meter, held.payment))

    # -- a round that ended --------------------------------------------------------------------------------

    def contribute(self, work: Work, rules: TableRules) -> None:
        """Each meter gains its part of what was staked; then the system looks for a must-hit winner, and
        draws the bonuses of rounds that it selects."""
        unfed = work.state.jackpot.unfed
        work.tell(j.ContributionsMade(work.state.round_number))
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
            work.tell(j.PaymentHeld(id, won.payment, *paid, False, meter.cite))
            return
        work.add(id, m.pay(work.states[id], won.payment, None))
        work.tell(j.BonusPaid(*paid, meter.cite))

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
        drawn = j.BonusDrawn(wager.id, line, seat, card)
        first = {box.number: box.first_cards for box in work.state.round.boxes}
        work.tell(drawn, *bonus_winners(wager, drawn, sides, first))
