"""A round told event by event, as its log has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.irregularity_words import remedy_words
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.reconciliation import listed
from vingt.live.books.recheck import BLANK
from vingt.live.books.win import clock_time
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log import progressive_events as j
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.kinds import ROUND_EVENTS, STREAM_EVENTS, StreamEvent
from vingt.live.people.names import NameOf
from vingt.live.shoes.orders import Orders
from vingt.live.table.checklist import step_words
from vingt.live.table.entered_cards import EnteredCard, about_event, entered_after, entry_of
from vingt.live.table.mishap_menu import told as told_mishap
from vingt.report.words.events import EventWords, card_name
from vingt.report.words.figures import signed
from vingt.report.words.wheel import stop_words


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One thing that happened. `amount`, in cents, is what a settlement returned, else what was put up."""

    version: int
    at: int
    kind: str
    text: str
    person: str = ""
    amount: int | None = None
    card: str = ""
    cite: Cite = Cite()

    def as_json(self) -> dict[str, object]:
        return {
            "version": self.version,
            "at": self.at,
            "kind": self.kind,
            "text": self.text,
            "person": self.person,
            "amount": self.amount,
            "card": self.card,
            **self.cite.as_json(),
        }


class Teller:
    """Follows the events of one round and puts each into words."""

    def __init__(self, rules: TableRules, orders: Orders, name: NameOf) -> None:
        self.rules, self.orders, self.name = rules, orders, name
        self.words = EventWords(rules)
        self.state: RoundState = new_round()
        self.net: dict[str, int] = {}
        self.shoes: set[int] = set()
        self._entered: tuple[EnteredCard[RoundState], ...] = ()
        self._spin: j.WheelSpun | None = None
        self._drawn: tuple[int, ...] = ()  # by the spins before for the same wager

    def follow(self, stored: StoredEvent) -> Iterator[RoundLine]:
        if stored.kind not in STREAM_EVENTS:
            return
        event = event_of(stored, self._card_at)
        about, place = about_event(event)
        if isinstance(event, t.ScanCorrected):
            self._take_back(event)
        else:
            self._entered = entered_after(self._entered, stored.kind, about, place, self.state)
        if stored.kind in ROUND_EVENTS:
            self.state = evolve(self.state, event)
        self.state = with_hole(self.state, event)
        text = self.told(event)
        if text is None:
            return
        amount = getattr(event, "returns", getattr(event, "amount", None))
        person = getattr(event, "player", "") or getattr(event, "person", "")
        seen = getattr(event, "card", None)
        yield RoundLine(
            stored.version,
            stored.at,
            stored.kind,
            text,
            person,
            amount,
            "" if seen is None or seen == BLANK else str(seen),
            getattr(event, "cite", Cite()),
        )
        if isinstance(event, e.WagerSettled):
            self.net[event.player] = self.net.get(event.player, 0) + event.net
        elif isinstance(event, t.WagerReopened):
            self.net[event.player] -= event.returns - event.stake
        elif isinstance(event, e.WagerUnwound | j.BonusPaid):
            self.net[event.player] = self.net.get(event.player, 0) + event.amount

    def _take_back(self, event: t.ScanCorrected) -> None:
        number = entry_of(self._entered, event)
        if number is not None:
            self.state, self._entered = self._entered[number].before, self._entered[:number]

    def _stopped(self, drawn: tuple[int, ...]) -> str:
        """Where a wheel stopped; its points are those that were committed to."""
        wager = self.rules.wager(self._spin.wager) if self._spin is not None else None
        before, self._drawn = self._drawn, (*self._drawn, *drawn)
        words = "the wheel stops" if wager is None else stop_words(wager, before, drawn)
        return f"{words} (point {', '.join(str(point) for point in drawn)})"

    def _card_at(self, place: t.Place) -> Card:
        self.shoes.add(place.shoe)
        try:
            return self.orders.card_at(place)
        except CardHidden:
            return BLANK

    def told(self, event: StreamEvent) -> str | None:
        name = self.name
        if isinstance(event, e.Event):
            return self._round_told(event)
        match event:
            case t.RoundStarted(number):
                return f"round {number}"
            case t.Commanded(command=c.CloseBetting()):
                return "no more wagers"
            case t.Commanded(command=c.Hit(player, box, hand)):
                return f"{name(player)} hits {self._hand(box, hand)}"
            case t.Commanded(command=c.Stand(player, box, hand)):
                return f"{name(player)} stands on {self._hand(box, hand)}"
            case t.ClockRanOut(clock, person, box):
                who = f"{name(person)}: " if person else ""
                return f"{who}the {clock} clock ran out" + (f", box {box}" if box else "")
            case t.ReadySaid(person):
                return f"{name(person)} is ready"
            case t.SeatTaken(person, box):
                return f"{name(person)} takes box {box}"
            case t.SeatLeft(person, box):
                return f"{name(person)} leaves box {box}"
            case t.BoughtIn(person, amount):
                return f"{name(person)} buys chips for {dollars(amount)}"
            case t.CashedOut(person, amount):
                return f"{name(person)} cashes out {dollars(amount)}"
            case f.LimitsPosted(minimum, maximum, by):
                return f"{name(by)} posts limits of {dollars(minimum)} to {dollars(maximum)}"
            case f.DealingStopped(by):
                return f"{name(by)} stops the dealing"
            case f.DealingResumed(by):
                return f"{name(by)} lets the dealing go on"
            case f.IrregularityReported(what=what, by=by, role=role):
                return f"{name(by)}, {role}, reports: {told_mishap(what, event.box, event.hand)}"
            case t.RecutOrdered(by=by, to_next=to_next):
                return f"{name(by)} orders the cards cut again" + (" by the next who may" if to_next else "")
            case t.DealerCame(person, role):
                return f"{name(person)}, {role}, deals"
            case f.CouponIssued(person, amount, by):
                return f"{name(by)} gives {name(person)} a match-play coupon of {dollars(amount)}"
            case f.PlayerReadmitted(person, by):
                return f"{name(by)} lets {name(person)} wager again before the shuffle"
            case f.ClocksSet(running, by):
                return f"{name(by)} {'starts' if running else 'stops'} the players' clocks"
            case f.GamingDaySet(begins, by):
                return f"the gaming day begins at {clock_time(begins)} UTC: {name(by)}"
            case f.ReshuffleOrdered(by):
                return f"{name(by)} orders a reshuffle"
            case f.ChipsOrdered(_, amount, by):
                return f"{name(by)} orders a {'fill' if amount > 0 else 'credit'} of {dollars(abs(amount))}"
            case f.ChipsCounted(_, amount, by):
                moved = "into" if amount > 0 else "out of"
                return f"{name(by)} counts {dollars(abs(amount))} {moved} the table's inventory"
            case f.ChipOrderWithdrawn(by=by):
                return f"{name(by)} withdraws the order of chips"
            case t.DealerLeft(person):
                return f"{name(person)} leaves the dealing"
            case t.StepPerformed(step, by, role, _, what):
                return f"{name(by)}, {role}: {step_words(step, what)}"
            case t.WagerCalled(person=person, box=box, amount=amount):
                return f"{name(person)} calls a wager of {dollars(amount)} for box {box}, in cash"
            case f.AbsentAnswered(person, by):
                return f"{name(by)} has the default given for {name(person)}, who is away"
            case t.CoverCardOut(box=box):
                return f"the cover card comes out before a card for {place_of(box)}"
            case t.ShoeEnded(shoe=shoe, why=why):
                return f"shoe {shoe} ends: {why.replace('_', ' ')}"
            case t.ShoeOpened(shoe=shoe, cards=cards, side=side):
                return f"shoe {shoe}: {cards} cards" + (f", {side} side" if side else "")
            case t.ShoeShuffled(commitment=commitment):
                return f"shuffled, committed to {commitment}"
            case t.RealCardsShuffled():
                return "real cards, shuffled: nobody knows their order"
            case t.ScanCorrected(places=places, by=by, why=why):
                return f"{name(by)} takes back what was entered as card {places[0] + 1} of the shoe: {why}"
            case t.WagerReopened(player=player, box=box, wager=wager):
                return f"{name(player)}, box {box}: {self._wager(wager)} lies as it lay before that card"
            case t.ScanRefused(card=card, why=why):
                return f"{card} was entered and refused: {why.replace('_', ' ')}"
            case t.ShoeCounted() | t.DecksCounted():
                return counted_words(event)
            case t.SeedGiven(person=person, seed=seed):
                return f"{name(person)} adds the seed {seed!r}"
            case t.CutMade(person=person, place=place):
                return f"{name(person) if person else 'the dealer'} cuts after {place} cards"
            case j.TerminalPressed(command=command, why=why):
                because = f": {why.replace('_', ' ')}" if why else ""
                return f"at the terminal: {command.replace('_', ' ')}{because}"
            case j.WheelSpun(commitment=commitment):
                goes_on = self._spin is not None and self._spin.wager == event.wager and not event.box
                self._spin, self._drawn = event, self._drawn if goes_on else ()
                return f"the wheel is spun, committed to {commitment}"
            case j.WheelStopped(drawn=drawn):
                return self._stopped(drawn)
            case j.SpinEnabled():
                return "the hot spot may spin"
            case j.SpinDisabled():
                return "the hot spot may not spin any more"
            case j.JackpotCancelled(by=by):
                self._spin, self._drawn = None, ()
                return f"{name(by)} cancels what the wheel stopped at after a malfunction"
            case j.PaymentHeld(player=player, amount=amount):
                return f"{dollars(amount)} to {name(player)} wait for a supervisor"
            case j.PaymentConfirmed(by):
                return f"{name(by)} confirms the payment"
            case j.PaymentVoided():
                return "the round is void: what was won goes back into the meter"
            case j.BonusDrawn(line=line, seat=seat, card=card):
                return f"drawn for the {line.replace('-', ' ')}: {f'seat {seat}' if seat else card}"
            case j.BonusPaid(player=player, line=line, amount=amount):
                return f"{name(player)} is paid {dollars(amount)}: {line.replace('-', ' ')}"
            case t.DeterminantDrawn(shoe=shoe, card=card, drawn_from=drawn_from, side=side):
                self.shoes.add(shoe)
                goes = "the first player's" if side == drawn_from else "set aside in its segregated area"
                words = f"the determinant card, from the {drawn_from} side, is {card_name(card)}"
                return f"{words}: it is {goes}, and the round is dealt from the {side} side"
            case t.SideTurnedTo(side=side):
                return f"before the determinant card was drawn from the {side} side"
            case t.SideCorrected(side=side):
                return f"the round comes from the {side} side"
            case (
                t.TableOpened()
                | j.ContributionsMade()
                | t.TableClosed()
                | t.EjectionOrdered()
                | t.PersonEjected()
                | f.IrregularityNoted()
                | t.BoxShared()
                | t.PaceSet()
                | t.Commanded()  # what it caused is told
                | t.CutOffered()
                | t.CutDeclined()
                | t.CoverCardPlaced()
                | t.ShoeLoaded()
                | t.CardsBurned()
                | t.ShoeRevealed()
                | t.CardScanned()  # what becomes of it is told
                | t.CardSealed()
                | t.SealsOpened()
            ):
                return None
            case _:
                assert_never(event)

    def _round_told(self, event: e.Event) -> str | None:
        name = self.name
        match event:
            case e.WagerPlaced():
                where = f"{dollars(event.amount)} on {self._wager(event.wager)}, box {event.box}"
                return f"{name(event.player)} wagers {where}"
            case e.WagerWithdrawn():
                return f"{name(event.player)} takes back {self._wager(event.wager)}, box {event.box}"
            case e.InsurancePlaced():
                return f"{name(event.player)} insures box {event.box} for {dollars(event.amount)}"
            case e.InsuranceDeclined():
                return f"{name(event.player)} takes no insurance on box {event.box}"
            case e.HandDoubled():
                raised = dollars(event.amount)
                return f"{name(event.player)} doubles {self._hand(event.box, event.hand)} with {raised}"
            case e.HandSplit():
                return f"{name(event.player)} splits box {event.box} with {dollars(event.amount)}"
            case e.SplitCovered():
                return f"{name(event.player)} covers the split with {dollars(event.amount)}"
            case e.WagerStayed():
                return f"{name(event.player)} stays on {self._hand(event.box, event.hand)}"
            case e.HandSurrendered():
                return f"{name(event.player)} surrenders {self._hand(event.box, event.hand)}"
            case e.CardsSwitched():
                boxes = f"boxes {event.box} and {event.other}"
                return f"{name(event.player)} switches the second cards of {boxes}"
            case e.HandRescued():
                return f"{name(event.player)} rescues {self._hand(event.box, event.hand)}"
            case e.Answered():
                answer = "yes" if event.yes else "no"
                return f"{name(event.player)}: {event.question.replace('_', ' ')}? {answer}"
            case e.WagerSettled():
                return self._settled(event)
            case e.WagerUnwound():
                return f"{name(event.player)}: {self.words.unwound(event)}"
            case e.RoundEnded():
                return "the round is over"
            case (
                e.CardSetAside()
                | e.CardHeld()
                | e.CardExposed()
                | e.CardsWithdrawn()
                | e.DealReordered()
                | e.HandDelayed()
                | e.ReaderIncident()
                | e.WrongSideStands()
                | e.WagersStand()
            ):
                return remedy_words(event, card_name, self._hand)
            case e.CardCarriedOver():
                return "the card drawn by mistake was not used: it is the first card of the next round"
            case e.ExposedCardTaken(box=box):
                return f"the exposed card goes to {place_of(box)}"
            case e.ExposedCardRefused(player=player):
                return f"{name(player)} refuses the exposed card and gets no more cards in this round"
            case e.ClaimRaised(player=player, line=line):
                return f"{name(player)}, box {event.box}: {self._wager(event.wager)}, {outcome_words(line)}"
            case (
                e.CardDealt()
                | e.UnseenCardDealt()
                | e.HoleChecked()
                | e.HoleRevealed()
                | e.DoubleCardTurned()
                | e.HandTurned()
                | e.HandFinished()
                | e.DealerFinished()
                | e.ShoeRefilled()
                | e.RoundVoided()
            ):
                return self.words.of(self.state, event)
            case e.BettingClosed() | e.StageReached() | e.CardRequested() | e.Asked():
                return None
            case _:
                assert_never(event)

    def _settled(self, event: e.WagerSettled) -> str:
        where, what, how = self.words.settled(self.state, event)
        return f"{self.name(event.player)}, {where}: {what}, {how}: {signed(event.net)}"

    def _wager(self, wager: str) -> str:
        return self.rules.wager_name(wager)

    def _hand(self, number: int, at: int) -> str:
        return self.words.hand(self.state, number, at)


def counted_words(event: t.ShoeCounted | t.DecksCounted) -> str:
    what = "the decks are" if isinstance(event, t.DecksCounted) else f"shoe {event.shoe} is"
    if event.complete:
        return f"{what} counted: complete"
    missing = f" missing {listed(event.missing)}" if event.missing and not event.unscanned else ""
    extra = f" too many {listed(event.extra)}" if event.extra else ""
    return f"{what} counted and not complete:{missing}{extra}"


def with_hole(state: RoundState, event: object) -> RoundState:
    """A hole card that was dealt from a sealed shoe is known once it is turned."""
    if not isinstance(event, e.HoleRevealed):
        return state
    return state._replace(dealer=(state.dealer[0], event.card, *state.dealer[2:]))
