"""One table's log played again: the engine gets the stored commands and the cards of the revealed order, and
must give the stored events. `shoe_check` sees to the shoe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from vingt.core.cards import Card
from vingt.core.progressive.chance import commitment as draw_commitment
from vingt.core.rounds.command import Command, PlaceWager
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import CardCarriedOver, Event, RoundEnded, WrongSideStands
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.state import MOVES_CARDS
from vingt.live.books.correction_check import AsItLay, CorrectionCheck
from vingt.live.books.entry_check import EntryCheck
from vingt.live.books.shoe_check import ShoeCheck
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log import progressive_events as j
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.kinds import ROUND_EVENTS, TABLE_EVENTS
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import VaultError
from vingt.live.table.coupons import Coupons, coupons_after, coupons_lie
from vingt.live.table.dealer import DEALER
from vingt.live.table.limits import Limits, in_force, unfit, wagers_lie
from vingt.live.table.reader import rounds_wait, without_reader

BLANK = Card("?", "?")  # type: ignore[arg-type]  # stands for a card nobody here may know


def blank(_: t.Place) -> Card:
    return BLANK


class Recheck:
    """Follows the stream of one table. `orders` has read all of it before, so revealed orders are known."""

    def __init__(self, rules: TableRules, orders: Orders) -> None:
        self.rules, self.orders = rules, orders
        self.shoe = ShoeCheck(rules, orders)
        self.rounds = self.sealed = self.settlements = 0
        self._round: RoundState | None = None
        self._number = 0
        self._carried: Card | None = None  # what the round before left to this one
        self._due: list[Event] = []  # what the engine says the last command caused
        self._posted: Limits | None = None  # by the floor, if it posted any,
        self._limits: Limits | None = None  # and those by which wagers are laid now
        self._stopped = False  # the dealing, by a dealer or floorperson
        self._reader_down = False
        self._without_reader = False  # the round began while the card reader was out of order
        self._irregularities = 0  # how many were reported
        self._spin: j.WheelSpun | None = None  # turning now
        self._stopped_spin = 0
        self._confirmable = False  # a payment waits for a supervisor
        self._given_up = False  # this round cannot be played on: a card is sealed, or it went wrong already
        self._coupons: Coupons = ()  # that were issued and are held
        self._corrections = CorrectionCheck()
        self._entry = EntryCheck(rules)
        self._coupons_known = True  # no round with coupons had to be given up

    def follow(self, stored: StoredEvent) -> Iterator[str]:
        """What is wrong with the event, or with what came before it."""
        yield from self._entry.follow(stored)
        if stored.kind in ROUND_EVENTS:
            yield from self._round_event(stored)
            return
        if stored.kind not in TABLE_EVENTS:
            yield f"{stored.kind} does not belong into a table's stream"
            return
        if self._due:
            yield from self._wrong(f"{self._due[0].kind} is missing before it")
        if self.shoe.wrong_side and stored.kind != t.SideCorrected.kind:
            self.shoe.wrong_side = False
            yield "the round came from the wrong side, and the shoe was not corrected"
        yield from self._corrections.follow(stored, AsItLay(self._round, self.shoe.state, self._coupons))
        if stored.kind == t.Commanded.kind:
            yield from self._command(stored)
            return
        event: t.TableEvent = event_of(stored)
        match event:
            case t.ScanCorrected():
                yield from self._corrected(event)
            case t.WagerReopened():
                yield from () if self._given_up else self._corrections.reopened(event)
            case t.RoundStarted(number):
                yield from self._start(number)
            case f.LimitsPosted():
                yield from self._post(event)
            case f.ReshuffleOrdered():
                self.shoe.reshuffle = True
            case f.DealingStopped() | f.DealingResumed() | f.IrregularityReported():
                yield from self._irregular(event)
            case t.SeedGiven():
                yield from self.shoe.seed(event, in_round=self._in_round)
            case j.WheelSpun() | j.WheelStopped() | j.BonusPaid() | j.PaymentHeld() | j.PaymentConfirmed():
                yield from self._progressive(event)
            case j.JackpotCancelled(number, by):
                if number and self._stopped_spin != number and not self.shoe.lost:
                    yield f"spin {number} was cancelled and had not stopped last"
                if by != stored.actor:
                    yield f"{stored.actor} cancelled a jackpot as {by}"
            case t.ShoeOpened() | t.ShoeShuffled() | t.CutMade() | t.CoverCardPlaced() | t.CardsBurned():
                yield from self.shoe.prepared(event)
            case t.ShoeEnded() | t.ShoeRevealed():
                why = event.why if isinstance(event, t.ShoeEnded) else ""
                if why == "ordered" and stored.actor == DEALER and not self.shoe.reshuffle:
                    yield "no floorperson had ordered the reshuffle"
                yield from self.shoe.over(event, in_play=self._in_round and not self._given_up)
                if isinstance(event, t.ShoeEnded):
                    self._carried = None
            case t.DeterminantDrawn() | t.SideTurnedTo() | t.SideCorrected():
                state = self._round
                closed = state is not None and (self._given_up or state.betting_closed)
                yield from self.shoe.of_double_shoe(event, betting_closed=closed)
            case t.RealCardsShuffled() | t.CardScanned() | t.CardSealed() | t.SealsOpened():
                yield from self.shoe.entered(event)
            case t.ScanRefused() | t.ShoeCounted() | t.DecksCounted():
                yield from self.shoe.entered(event)
            case (
                t.TableOpened()
                | t.TableClosed()
                | t.SeatTaken()
                | t.SeatLeft()
                | t.EjectionOrdered()
                | t.PersonEjected()
                | t.BoxShared()
                | t.BoughtIn()
                | t.CashedOut()
                | t.PaceSet()
                | t.CutOffered()
                | t.CutDeclined()
                | t.RecutOrdered()
                | t.ShoeLoaded()
                | t.CoverCardOut()
                | t.Commanded()  # followed above
                | t.ReadySaid()
                | t.ClockRanOut()
                | f.IrregularityNoted()
                | f.ChipsOrdered()
                | f.ChipsCounted()  # the ledger follows it
                | f.ChipOrderWithdrawn()
                | j.BonusDrawn()
                | j.PaymentVoided()
                | j.TerminalPressed()
                | j.SpinEnabled()
                | j.SpinDisabled()
                | j.ContributionsMade()
                | t.DealerCame()
                | t.DealerLeft()
                | f.AbsentAnswered()
                | t.WagerCalled()
                | f.ClocksSet()
                | f.PlayerReadmitted()
                | f.GamingDaySet()
            ):
                pass
            case t.StepPerformed(step):
                self.shoe.device(step)
            case f.CouponIssued():
                self._coupons = coupons_after(self._coupons, self._round or new_round(), event)
            case _:
                assert_never(event)
        if isinstance(event, t.ShoeEvent):
            self.shoe.follow(event)

    def trust(self, stored: StoredEvent) -> Iterator[str]:
        """Follow an event that is vouched for to where it leads; nothing is asked, so nothing is wrong."""
        list(self._entry.follow(stored))
        asked = stored.kind not in TABLE_EVENTS or stored.kind == t.Commanded.kind
        if asked and stored.kind not in MOVES_CARDS:
            return
        event = event_of(stored, blank)
        match event:
            case t.RoundStarted(number):
                self._number = number
            case f.LimitsPosted(minimum, maximum):
                self._posted = Limits(minimum, maximum)
            case f.DealingStopped() | f.DealingResumed() | f.IrregularityReported():
                yield from self._irregular(event)
            case RoundEnded():
                self._stopped = False
            case f.CouponIssued():
                self._coupons_known = False  # which of them were laid in what is trusted was not looked at
            case _:
                pass
        self.shoe.trust(event)
        yield from ()

    def lose_track(self) -> None:
        """An event could not be read. Its round is played no further, and what follows is not blamed for it:
        the next card that comes out says where the shoe stands."""
        self._given_up, self._due, self.shoe.lost = True, [], True
        self._round = self._round or new_round()

    def _corrected(self, event: t.ScanCorrected) -> Iterator[str]:
        yield from self.shoe.entered(event)
        before = self._corrections.take_back(event, None if self._given_up else self._round)
        if before is None:
            yield "a card was corrected that was not entered last: something was decided since"
        else:
            self._round, self.shoe.state, self._coupons = before

    # -- rounds --------------------------------------------------------------------------------------------

    def _start(self, number: int) -> Iterator[str]:
        if number != self._number + 1 and not self.shoe.lost:
            yield f"round {number} follows round {self._number}"
        if self._round is not None and not self._given_up and not self._round.over and self._round.boxes:
            yield f"round {self._number} was not over"
        if self.shoe.reshuffle:
            yield f"round {number} began before the reshuffle that a floorperson had ordered"
        self._without_reader = self._reader_down
        if self._reader_down and rounds_wait(self.rules):
            yield f"round {number} began while the card reader was out of order"
        yield from self.shoe.start_round(number)
        self._number, self._round, self._given_up = number, new_round(self._carried), False
        self._carried = None
        self._limits = self._posted

    def _post(self, event: f.LimitsPosted) -> Iterator[str]:
        """The wagers that lie were laid by other limits: they are settled by those."""
        self._posted = Limits(event.minimum, event.maximum)
        refused = unfit(self.rules, self._posted)
        if refused is not None:
            yield f"limits that may not be posted here: {refused}"
        if self._round is None or not wagers_lie(self._round):
            self._limits = self._posted

    def _irregular(
        self, event: f.DealingStopped | f.DealingResumed | f.IrregularityReported
    ) -> Iterator[str]:
        match event:
            case f.DealingStopped():
                self._stopped = True
            case f.DealingResumed():
                self._stopped = False
            case f.IrregularityReported(number, what):
                if number != self._irregularities + 1 and not self.shoe.lost:
                    yield f"irregularity {number} follows irregularity {self._irregularities}"
                self._irregularities = number
                self._reader_down = what == "reader_failed" or (
                    self._reader_down and what != "reader_repaired"
                )
            case _:
                assert_never(event)

    def _progressive(
        self, event: j.WheelSpun | j.WheelStopped | j.BonusPaid | j.PaymentHeld | j.PaymentConfirmed
    ) -> Iterator[str]:
        """A wheel stops where its commitment bound it to; what a supervisor holds back is paid once."""
        match event:
            case j.WheelSpun():
                self._spin = event
            case j.WheelStopped(number, drawn, nonce):
                spin, self._spin, self._stopped_spin = self._spin, None, number
                if spin is None or spin.number != number:
                    yield f"spin {number} stopped and was never begun"
                    return
                about = ("spin", self.orders.table, number, spin.wager)
                if draw_commitment(about, bytes.fromhex(nonce), drawn) != spin.commitment:
                    yield f"spin {number} did not stop where it was bound to"
            case j.BonusPaid(wager=wager, amount=amount):
                if self.rules.wager(wager) is None or amount <= 0:
                    yield f"a bonus of {amount} cents for {wager}, which is not offered here"
            case j.PaymentHeld():
                self._confirmable = True
            case j.PaymentConfirmed():
                if not self._confirmable and not self.shoe.lost:
                    yield "a payment was confirmed and none waited"
                self._confirmable = False
            case _:
                assert_never(event)

    def _command(self, stored: StoredEvent) -> Iterator[str]:
        do = stored.data["command"]["do"]
        if self._corrections.reentering:
            yield from self._corrections.entered_again(do)
        elif self._stopped and not do.startswith("report_") and do != "void_round":
            yield f"{do.replace('_', ' ')} while the dealing was stopped"
        yield from self.shoe.places(stored.data["command"])
        if self._round is None:
            yield "a command outside a round"
        elif not self._given_up:
            try:
                command = event_of(stored, self.shoe.card_at).command
            except CardHidden:
                self._leave_for_later()
            except (IndexError, VaultError) as error:
                yield from self._wrong(str(error))
            else:
                yield from self._laid_coupon(command)
                limited = in_force(self.rules, self._limits)
                played = without_reader(limited) if self._without_reader else limited
                advanced = advance(played, self._round, command)
                if isinstance(advanced, Refusal):
                    yield from self._wrong(f"the engine refuses this command: {advanced}")
                else:
                    carried = any(isinstance(event, CardCarriedOver) for event in advanced[1])
                    if carried and self.shoe.state.other is None:  # a double shoe keeps it in its side
                        self._carried = self._round.held_card
                    self._follow_coupons(self._round, advanced[1])
                    self._round, self._due = advanced[0], list(advanced[1])
                    if not wagers_lie(self._round):  # the last was taken back
                        self._limits = self._posted

    def _leave_for_later(self) -> None:
        """A card of this round is sealed, and there is no key."""
        self._given_up, self._coupons_known, self._due = True, False, []
        self.sealed += 1

    def _laid_coupon(self, command: Command) -> Iterator[str]:
        if not isinstance(command, PlaceWager) or not command.coupon or not self._coupons_known:
            return
        if (command.player, command.coupon) not in self._coupons:
            yield f"a coupon of {command.coupon} cents was laid, and {command.player} held none"

    def _follow_coupons(self, before: RoundState, events: tuple[Event, ...]) -> None:
        if not self._coupons and not coupons_lie(before):
            return
        for event in events:
            self._coupons = coupons_after(self._coupons, before, event)
            before = evolve(before, event)

    def _round_event(self, stored: StoredEvent) -> Iterator[str]:
        self.rounds += stored.kind == "betting_closed"
        if stored.kind == RoundEnded.kind:
            self._stopped = False
        if stored.kind == WrongSideStands.kind:
            self.shoe.wrong_side = True
        if stored.kind in MOVES_CARDS or stored.kind == RoundEnded.kind:
            self.shoe.follow(event_of(stored, blank))
        if self._given_up or self._round is None:
            event_of(stored, blank)  # what cannot be read is found here too
            if stored.kind == CardCarriedOver.kind:
                self._carried = BLANK
            if self._round is None:
                yield f"{stored.kind} outside a round"
            return
        if not self._due:
            yield from self._wrong(f"the engine does not give this {stored.kind}")
            return
        due = self._due.pop(0)
        try:
            event = event_of(stored, self.shoe.card_at)
        except CardHidden:  # one that was seen when it was drawn in error, and is stored by its place
            self._leave_for_later()
            return
        if event != due:
            yield from self._wrong(f"the log says {event}, the engine {due}")
        elif stored.kind == "wager_settled":
            self.settlements += 1

    @property
    def _in_round(self) -> bool:
        """Wagers lie that can be taken back no more."""
        return self._round is not None and self._round.betting_closed and not self._round.over

    def _wrong(self, what: str) -> Iterator[str]:
        self._given_up, self._due = True, []
        self._coupons_known = False
        yield what
