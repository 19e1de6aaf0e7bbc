"""One table's log played again: the engine gets the stored commands and the cards of the revealed order, and
must give the stored events; the shoe must have been handled as its rulebook says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, assert_never

from vingt.core.cards import Card
from vingt.core.progressive.chance import commitment as draw_commitment
from vingt.core.rounds.command import Command, PlaceWager
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import CardCarriedOver, Event, RoundEnded, WrongSideStands
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe.procedure import (
    behind_cover_card,
    cover_card,
    cut_limits,
    end_after_round,
    side_ends,
    side_opened,
)
from vingt.core.shoe.state import MOVES_CARDS, ShoeState, evolve_shoe
from vingt.live.books.real_cards import RealCards
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.kinds import ROUND_EVENTS, TABLE_EVENTS
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import VaultError
from vingt.live.table.checklist import by_hand
from vingt.live.table.coupons import Coupons, coupons_after, coupons_lie
from vingt.live.table.dealing import FAILED, REPAIRED
from vingt.live.table.entered_cards import DEALS, EnteredCard, entered_after, entry_of, wagers_reopened
from vingt.live.table.limits import Limits, in_force, unfit, wagers_lie
from vingt.live.table.reader import rounds_wait, without_reader

DEALER = "dealer"  # the actor of what the automatic dealer does
SEEN = ("report_face_up_card", "report_dealer_overdraw")  # commands about the next card, which all have seen
BLANK = Card("?", "?")  # type: ignore[arg-type]  # stands for a card nobody here may know


def blank(_: t.Place) -> Card:
    return BLANK


class AsItLay(NamedTuple):
    """What an entry that was wrong is taken back to."""

    round: RoundState | None
    shoe: ShoeState
    coupons: Coupons


def places_of(command: dict[str, Any]) -> list[Any]:
    """The cards that a command brings out of the shoe: places, and those that were seen by their names."""
    match command["do"]:
        case "deal" | "report_extra_card":
            return [command["card"]]
        case "report_shoe_empty":
            return list(command["burned"])
        case do if do in SEEN:
            return [command["card"]]
        case _:
            return []


class Recheck:
    """Follows the stream of one table. `orders` has read all of it before, so revealed orders are known."""

    def __init__(self, rules: TableRules, orders: Orders) -> None:
        self.rules, self.orders = rules, orders
        self.rounds = self.sealed = self.settlements = self.shoes = self.revealed = 0
        self._shoe = ShoeState()
        self._real_cards = RealCards(rules, orders)
        self._commitments: dict[int, str] = {}
        self._sizes: dict[int, tuple[int, bool]] = {}
        self._scheme = 1  # of the newest commitment
        self._round: RoundState | None = None
        self._number = 0
        self._carried: Card | None = None  # what the round before left to this one
        self._due: list[Event] = []  # what the engine says the last command caused
        self._vouched: set[int] = set()  # shoes committed to in what is trusted, and not revealed there
        self._lost = False  # an event could not be read: how many cards are out is not known
        self._posted: Limits | None = None  # by the floor, if it posted any,
        self._limits: Limits | None = None  # and those by which wagers are laid now
        self._reshuffle = False  # a floorperson has ordered one
        self._stopped = False  # the dealing, by a dealer or floorperson
        self._reader_down = False
        self._shuffler_failed = False
        self._without_reader = False  # the round began while the card reader was out of order
        self._irregularities = 0  # how many were reported
        self._spin: t.WheelSpun | None = None  # turning now
        self._stopped_spin = 0
        self._confirmable = False  # a payment waits for a supervisor
        self._burns_due = 0  # cards that are still to be burned before this round
        self._determinant_due = False  # which side of a double shoe this round comes from is not decided
        self._wrong_side = False  # and that it came from the other is said, and not corrected yet
        self._given_up = False  # this round cannot be played on: a card is sealed, or it went wrong already
        self._coupons: Coupons = ()  # that were issued and are held
        self._entered: tuple[EnteredCard[AsItLay], ...] = ()  # since anybody last decided anything
        self._reopening: list[t.WagerReopened] = []  # wagers that were settled on what was taken back
        self._reentering = 0  # cards that were taken back, and are still to be entered again
        self._coupons_known = True  # no round with coupons had to be given up

    def follow(self, stored: StoredEvent) -> Iterator[str]:
        """What is wrong with the event, or with what came before it."""
        if stored.kind in ROUND_EVENTS:
            yield from self._round_event(stored)
            return
        if stored.kind not in TABLE_EVENTS:
            yield f"{stored.kind} does not belong into a table's stream"
            return
        if self._due:
            yield from self._wrong(f"{self._due[0].kind} is missing before it")
        if self._wrong_side and stored.kind != t.SideCorrected.kind:
            self._wrong_side = False
            yield "the round came from the wrong side, and the shoe was not corrected"
        if self._reopening and stored.kind != t.WagerReopened.kind:
            self._reopening = []
            yield "a card was corrected, and what had been settled on it was not undone"
        self._note_entry(stored)
        if stored.kind == t.Commanded.kind:
            yield from self._command(stored)
            return
        event: t.TableEvent = event_of(stored)
        match event:
            case t.ScanCorrected() | t.WagerReopened():
                yield from self._corrected(event)
            case t.RoundStarted(number):
                yield from self._start(number)
            case t.LimitsPosted():
                yield from self._post(event)
            case t.ReshuffleOrdered():
                self._reshuffle = True
            case t.DealingStopped() | t.DealingResumed() | t.IrregularityReported():
                yield from self._irregular(event)
            case t.SeedGiven():
                yield from self._seed(event)
            case t.WheelSpun() | t.WheelStopped() | t.BonusPaid() | t.PaymentHeld() | t.PaymentConfirmed():
                yield from self._progressive(event)
            case t.JackpotCancelled(number, by):
                if number and self._stopped_spin != number and not self._lost:
                    yield f"spin {number} was cancelled and had not stopped last"
                if by != stored.actor:
                    yield f"{stored.actor} cancelled a jackpot as {by}"
            case t.ShoeOpened() | t.ShoeShuffled() | t.CutMade() | t.CoverCardPlaced() | t.CardsBurned():
                yield from self._prepared(event)
            case t.ShoeEnded() | t.ShoeRevealed():
                why = event.why if isinstance(event, t.ShoeEnded) else ""
                if why == "ordered" and stored.actor == DEALER and not self._reshuffle:
                    yield "no floorperson had ordered the reshuffle"
                yield from self._over(event)
            case t.DeterminantDrawn() | t.SideTurnedTo() | t.SideCorrected():
                yield from self._of_double_shoe(event)
            case t.RealCardsShuffled() | t.CardScanned() | t.CardSealed() | t.SealsOpened():
                yield from self._real_cards.follow(self._shoe, event)
            case t.ScanRefused() | t.ShoeCounted() | t.DecksCounted():
                yield from self._real_cards.follow(self._shoe, event)
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
                | t.IrregularityNoted()
                | t.ChipsOrdered()
                | t.ChipsCounted()  # the ledger follows it
                | t.ChipOrderWithdrawn()
                | t.BonusDrawn()
                | t.PaymentVoided()
                | t.TerminalPressed()
                | t.SpinEnabled()
                | t.SpinDisabled()
                | t.ContributionsMade()
                | t.DealerCame()
                | t.DealerLeft()
                | t.AbsentAnswered()
                | t.WagerCalled()
                | t.ClocksSet()
                | t.PlayerReadmitted()
                | t.GamingDaySet()
            ):
                pass
            case t.StepPerformed(step):
                self._device(step)
            case t.CouponIssued():
                self._coupons = coupons_after(self._coupons, self._round or new_round(), event)
            case _:
                assert_never(event)
        if isinstance(event, t.ShoeEvent):
            self._shoe = evolve_shoe(self._shoe, event)

    def trust(self, stored: StoredEvent) -> Iterator[str]:
        """Follow an event that is vouched for to where it leads; nothing is asked, so nothing is wrong."""
        asked = stored.kind not in TABLE_EVENTS or stored.kind == t.Commanded.kind
        if asked and stored.kind not in MOVES_CARDS:
            return
        event = event_of(stored, blank)
        match event:
            case t.RoundStarted(number):
                self._number = number
            case t.LimitsPosted(minimum, maximum):
                self._posted = Limits(minimum, maximum)
            case t.DealingStopped() | t.DealingResumed() | t.IrregularityReported():
                yield from self._irregular(event)
            case RoundEnded():
                self._stopped = False
            case t.StepPerformed(step):
                self._device(step)
            case t.CouponIssued():
                self._coupons_known = False  # which of them were laid in what is trusted was not looked at
            case t.ReshuffleOrdered() | t.ShoeEnded():
                self._reshuffle = isinstance(event, t.ReshuffleOrdered)
            case (
                t.RealCardsShuffled()
                | t.CardScanned()
                | t.CardSealed()
                | t.SealsOpened()
                | t.SideCorrected()
                | t.ScanCorrected()
            ):
                list(self._real_cards.follow(self._shoe, event))
            case t.ShoeShuffled():
                self._vouched.add(event.shoe)
            case t.ShoeRevealed():
                self._vouched.discard(event.shoe)
            case _:
                pass
        self._keep(event)
        if isinstance(event, t.ShoeEvent | Event):
            self._shoe = evolve_shoe(self._shoe, event)
        yield from ()

    def lose_track(self) -> None:
        """An event could not be read. Its round is played no further, and what follows is not blamed for it:
        the next card that comes out says where the shoe stands."""
        self._given_up, self._due, self._lost = True, [], True
        self._round = self._round or new_round()

    @property
    def _shuffled(self) -> TableRules:
        """The rules of the shoe: cards are shuffled by hand while the shuffler is out of order."""
        return by_hand(self.rules) if self._shuffler_failed else self.rules

    def _device(self, step: str) -> None:
        if step in (FAILED, REPAIRED):
            self._shuffler_failed = step == FAILED

    # -- a card that was entered wrongly -------------------------------------------------------------------

    def _note_entry(self, stored: StoredEvent) -> None:
        if not self._shoe.real or stored.kind == t.ScanCorrected.kind:
            return
        data = stored.data
        about = data["command"]["do"] if stored.kind == t.Commanded.kind else data.get("step", "")
        scanned = stored.kind in (t.CardScanned.kind, t.CardSealed.kind)
        place = t.Place(data["shoe"], data["at"]) if scanned else None
        before = AsItLay(self._round, self._shoe, self._coupons)
        self._entered = entered_after(self._entered, stored.kind, about, place, before)

    def _corrected(self, event: t.ScanCorrected | t.WagerReopened) -> Iterator[str]:
        match event:
            case t.ScanCorrected():
                yield from self._real_cards.follow(self._shoe, event)
                number = entry_of(self._entered, event)
                if number is None:
                    yield "a card was corrected that was not entered last: something was decided since"
                    return
                before = self._entered[number].before
                if not self._given_up and self._round is not None and before.round is not None:
                    self._reopening = list(wagers_reopened(before.round, self._round))
                self._round, self._shoe, self._coupons = before
                self._entered, self._reentering = self._entered[:number], event.cards
            case t.WagerReopened():
                if self._given_up:
                    return
                if not self._reopening or self._reopening.pop(0) != event:
                    yield f"the {event.wager} wager of box {event.box} was reopened, and not settled before"
            case _:
                assert_never(event)

    def _entered_again(self, do: str) -> Iterator[str]:
        if do in DEALS:
            self._reentering -= 1
        else:
            self._reentering = 0
            yield "cards that were taken back were not entered again"

    # -- rounds --------------------------------------------------------------------------------------------

    def _start(self, number: int) -> Iterator[str]:
        if number != self._number + 1 and not self._lost:
            yield f"round {number} follows round {self._number}"
        if self._round is not None and not self._given_up and not self._round.over and self._round.boxes:
            yield f"round {self._number} was not over"
        if self._reshuffle:
            yield f"round {number} began before the reshuffle that a floorperson had ordered"
        self._without_reader = self._reader_down
        if self._reader_down and rounds_wait(self.rules):
            yield f"round {number} began while the card reader was out of order"
        ended = end_after_round(self._shuffled, self._shoe)
        if ended is not None and (ended.why != "every_round" or self._shoe.dealt) and not self._lost:
            yield f"shoe {ended.shoe} was to end before this round: {ended.why.replace('_', ' ')}"
        if self._shoe.other is not None and not self._shoe.ready and not self._lost:
            yield f"round {number} began before both sides of the shoe were loaded"
        self._burns_due = self.rules.variant.burned_before_round
        self._determinant_due = self.rules.variant.has_determinant
        self._number, self._round, self._given_up = number, new_round(self._carried), False
        self._carried = None
        self._limits = self._posted

    def _post(self, event: t.LimitsPosted) -> Iterator[str]:
        """The wagers that lie were laid by other limits: they are settled by those."""
        self._posted = Limits(event.minimum, event.maximum)
        refused = unfit(self.rules, self._posted)
        if refused is not None:
            yield f"limits that may not be posted here: {refused}"
        if self._round is None or not wagers_lie(self._round):
            self._limits = self._posted

    def _irregular(
        self, event: t.DealingStopped | t.DealingResumed | t.IrregularityReported
    ) -> Iterator[str]:
        match event:
            case t.DealingStopped():
                self._stopped = True
            case t.DealingResumed():
                self._stopped = False
            case t.IrregularityReported(number, what):
                if number != self._irregularities + 1 and not self._lost:
                    yield f"irregularity {number} follows irregularity {self._irregularities}"
                self._irregularities = number
                self._reader_down = what == "reader_failed" or (
                    self._reader_down and what != "reader_repaired"
                )
            case _:
                assert_never(event)

    def _progressive(
        self, event: t.WheelSpun | t.WheelStopped | t.BonusPaid | t.PaymentHeld | t.PaymentConfirmed
    ) -> Iterator[str]:
        """A wheel stops where its commitment bound it to; what a supervisor holds back is paid once."""
        match event:
            case t.WheelSpun():
                self._spin = event
            case t.WheelStopped(number, drawn, nonce):
                spin, self._spin, self._stopped_spin = self._spin, None, number
                if spin is None or spin.number != number:
                    yield f"spin {number} stopped and was never begun"
                    return
                about = ("spin", self.orders.table, number, spin.wager)
                if draw_commitment(about, bytes.fromhex(nonce), drawn) != spin.commitment:
                    yield f"spin {number} did not stop where it was bound to"
            case t.BonusPaid(wager=wager, amount=amount):
                if self.rules.wager(wager) is None or amount <= 0:
                    yield f"a bonus of {amount} cents for {wager}, which is not offered here"
            case t.PaymentHeld():
                self._confirmable = True
            case t.PaymentConfirmed():
                if not self._confirmable and not self._lost:
                    yield "a payment was confirmed and none waited"
                self._confirmable = False
            case _:
                assert_never(event)

    def _command(self, stored: StoredEvent) -> Iterator[str]:
        do = stored.data["command"]["do"]
        if self._reentering:
            yield from self._entered_again(do)
        elif self._stopped and not do.startswith("report_") and do != "void_round":
            yield f"{do.replace('_', ' ')} while the dealing was stopped"
        yield from self._places(stored.data["command"])
        if self._round is None:
            yield "a command outside a round"
        elif not self._given_up:
            try:
                command = event_of(stored, self._real_cards.card_at).command
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
                    if carried and self._shoe.other is None:  # a double shoe keeps it in its side
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

    def _places(self, command: dict[str, Any]) -> Iterator[str]:
        """Cards come out of the shoe one after the other: none is passed over, none comes twice."""
        named = places_of(command)
        if self._lost and named and isinstance(place := named[0], dict):
            self._lost = False
            at_hand = self._shoe.turned_to(self._shoe.numbered(place["shoe"]).side)
            self._shoe = at_hand._replace(stage="ready", number=place["shoe"], out=place["at"], held=None)
        shoe = self._shoe
        if command["do"] == "turn_hole_card" and shoe.unseen is not None:
            yield from self._seen(command["card"], shoe.unseen)
        held = shoe.held if command["do"] == "deal" else None
        seen = command["do"] in SEEN or command.get("exposed") is True
        for at, named_card in enumerate(named):
            due = held or t.Place(shoe.number, shoe.out + at)
            if seen and isinstance(named_card, str):
                yield from self._seen(named_card, due)
            elif not isinstance(named_card, dict) or t.Place(**named_card) != due:
                yield f"card {due.at + 1} of shoe {due.shoe} was due, not {named_card}"
        if named and not shoe.loaded:
            yield "a card was dealt before a shoe was loaded"
        if command["do"] == "deal" and self._burns_due:
            self._burns_due = 0
            yield "no card was burned before this round"
        if command["do"] == "deal" and self._determinant_due:
            self._determinant_due = False
            yield "no determinant card was drawn before this round"
        reached = shoe.cover_card_after is not None and shoe.out >= shoe.cover_card_after
        if named and held is None and reached and not shoe.cover_card_out:
            yield "the cover card was passed over"

    def _of_double_shoe(self, event: t.DeterminantDrawn | t.SideTurnedTo | t.SideCorrected) -> Iterator[str]:
        """Which side a round comes from, and that it came from the other (MD-BJ 7.C, 14.I)."""
        at_hand = double_shoe.drawing(self.rules, self._shoe)
        state = self._round
        open_ = state is not None and (self._given_up or state.betting_closed)
        match event:
            case t.SideCorrected():
                if not self._wrong_side:
                    yield "a side was corrected, and nobody had said that the round came from the wrong one"
                if not self._lost and double_shoe.corrected(self.rules, self._shoe) != event:
                    yield "the side of this round was not corrected as it should be"
                self._wrong_side = False
                list(self._real_cards.follow(self._shoe, event))
            case t.SideTurnedTo():
                if not self._lost and (not self._determinant_due or event.shoe != at_hand.number):
                    yield f"the {event.side} side was turned to, and no card of it was due"
            case t.DeterminantDrawn():
                if not self._determinant_due or not open_:
                    yield "a determinant card was drawn, and none was due"
                self._determinant_due = False
                place = t.Place(event.shoe, event.at)
                due = at_hand.next_place
                if not self._lost and (due != place or event.drawn_from != at_hand.side):
                    yield f"card {event.at + 1} of shoe {event.shoe} was not to be the determinant card"
                if event.side != double_shoe.side_of(self.rules, event.card):
                    yield f"{event.card} does not name the {event.side} side"
                if not self._lost and at_hand.held is None and cover_card(self.rules, at_hand, 0) is not None:
                    yield "the cover card was passed over"
                yield from self._seen(str(event.card), place)
            case _:
                assert_never(event)

    def _seen(self, named: str, due: t.Place) -> Iterator[str]:
        """A card that was seen when it was drawn is the one that lay there, or none of these decks."""
        if named[:-1] in self.rules.cards.removed_ranks:
            return
        try:
            lay = self._real_cards.card_at(due)
        except (CardHidden, IndexError, VaultError):
            return
        if str(lay) != named:
            yield f"{named} did not lie at card {due.at + 1} of shoe {due.shoe}"

    def _round_event(self, stored: StoredEvent) -> Iterator[str]:
        self.rounds += stored.kind == "betting_closed"
        if stored.kind == RoundEnded.kind:
            self._stopped = False
        if stored.kind == WrongSideStands.kind:
            self._wrong_side = True
        if stored.kind in MOVES_CARDS or stored.kind == RoundEnded.kind:
            self._shoe = evolve_shoe(self._shoe, event_of(stored, blank))
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
            event = event_of(stored, self._real_cards.card_at)
        except CardHidden:  # one that was seen when it was drawn in error, and is stored by its place
            self._leave_for_later()
            return
        if event != due:
            yield from self._wrong(f"the log says {event}, the engine {due}")
        elif stored.kind == "wager_settled":
            self.settlements += 1

    @property
    def _in_play(self) -> bool:
        state = self._round
        return state is not None and not self._given_up and state.betting_closed and not state.over

    def _wrong(self, what: str) -> Iterator[str]:
        self._given_up, self._due = True, []
        self._coupons_known = False
        yield what

    # -- shoes ---------------------------------------------------------------------------------------------

    def _prepared(
        self, event: t.ShoeOpened | t.ShoeShuffled | t.CutMade | t.CoverCardPlaced | t.CardsBurned
    ) -> Iterator[str]:
        shoe = self._shoe if isinstance(event, t.ShoeOpened) else self._shoe.numbered(event.shoe)
        match event:
            case t.ShoeOpened():
                self.shoes += 1
                self._keep(event)
                if event.shoe != shoe.newest + 1 and not self._lost:
                    yield f"shoe {event.shoe} follows shoe {shoe.newest}"
                if event.side != (due := side_opened(self.rules, shoe)) and not self._lost:
                    yield f"cards were stacked for the {event.side} side, and the {due} one was due"
                if not event.from_discards and event.cards != len(self.rules.cards.shoe):
                    yield f"{event.cards} cards are not {self.rules.cards.decks} decks"
            case t.ShoeShuffled():
                if event.scheme < self._scheme:
                    yield f"shoe {event.shoe} is bound to less than shoes before it"
                elif event.scheme > 1 and event.rules != self.orders.rules:
                    yield f"shoe {event.shoe} is bound to other rules than the table's"
                self._keep(event)
                yield from self._order(event.shoe)
            case t.CutMade():
                least, most = cut_limits(self._shuffled, shoe.cards)
                place = (event.place - shoe.cut) % shoe.cards if shoe.recut else event.place
                if not self._lost and not least <= place <= most:
                    yield f"cut at {place}, not between {least} and {most}"
            case t.CoverCardPlaced():
                after = shoe.cards - behind_cover_card(self._shuffled, shoe.cards)
                if not self._lost and event.after != after:
                    yield f"the cover card is not where the rules put it: after {event.after} cards"
            case t.CardsBurned():
                self._keep(event)
                if event.first != shoe.out and not self._lost:
                    yield f"card {shoe.out + 1} was to be burned, not {event.first + 1}"
                self._burns_due -= event.count if event.why == "round" else 0
            case _:
                assert_never(event)

    def _keep(self, event: object) -> None:
        """What the order of a shoe is held against."""
        match event:
            case t.ShoeOpened():
                self._sizes[event.shoe] = (event.cards, event.from_discards)
            case t.ShoeShuffled():
                self._commitments[event.shoe] = event.commitment
                self._scheme = max(event.scheme, self._scheme)
            case t.CardsBurned():
                self._real_cards.burned = t.Place(event.shoe, event.first)
            case _:
                pass

    def _seed(self, event: t.SeedGiven) -> Iterator[str]:
        """Given between the commitment and the first card, once by a person."""
        shoe, state = self._shoe.numbered(event.shoe), self._round
        late = state is not None and state.betting_closed and not state.over
        if event.shoe != shoe.number or shoe.stage in ("none", "opened") or shoe.dealt or late:
            yield f"a seed for shoe {event.shoe} came at the wrong time"
        if any(seed.person == event.person for seed in shoe.seeds):
            yield f"{event.person} gave two seeds to shoe {event.shoe}"

    def _order(self, shoe: int) -> Iterator[str]:
        """The order, if it can be known, is the one that was committed to, of all the cards and no others."""
        try:
            order = self.orders.committed(shoe)
        except VaultError as error:
            yield str(error)
            return
        except LookupError:
            return
        if self.orders.commitment(shoe) != self._commitments[shoe]:
            yield f"the order of shoe {shoe} is not the one that was committed to"
        if shoe not in self._sizes:
            return  # how it was opened could not be read
        size, from_discards = self._sizes[shoe]
        dealt, complete = Counter(order.cards), Counter(self.rules.cards.shoe)
        if dealt - complete or len(order.cards) != size or (not from_discards and dealt != complete):
            yield f"the order of shoe {shoe} is not of the cards that were opened"

    def _over(self, event: t.ShoeEnded | t.ShoeRevealed) -> Iterator[str]:
        match event:
            case t.ShoeEnded():
                shoe = self._shoe.numbered(event.shoe)
                if event.dealt != shoe.out and not self._lost:
                    yield f"{shoe.out} cards came out, not {event.dealt}"
                ordered = side_ends(self._shuffled, shoe) if shoe.withdrawn else None
                if ordered is not None and event.why not in (ordered.why, "history_lost"):
                    yield f"shoe {event.shoe} was to end by {ordered.why.replace('_', ' ')}, not {event.why}"
                self._carried, self._reshuffle = None, False
            case t.ShoeRevealed():
                self.revealed += 1
                if event.shoe not in self._shoe.sealed_shoes and not self._lost:
                    yield f"shoe {event.shoe} was revealed before it ended"
                if self._in_play:
                    yield f"shoe {event.shoe} was revealed in a round"
                if event.shoe in self._vouched:  # the others were held against it when they were shuffled
                    yield from self._order(event.shoe)
            case _:
                assert_never(event)
