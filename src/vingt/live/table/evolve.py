"""What a live table's stored events make of it: the same events give the same table."""

from __future__ import annotations

from typing import assert_never

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.rounds.evolve import evolve as evolve_round
from vingt.core.rounds.irregularity_words import remedy_words
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rounds.view import view as core_view
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardAt, event_of
from vingt.live.log.kinds import STREAM_EVENTS, StreamEvent
from vingt.live.log.progressive_events import BonusPaid, ProgressiveEvent, TerminalPressed, WheelStopped
from vingt.live.money.ledger import chips_moved
from vingt.live.table.coupons import coupons_after
from vingt.live.table.dealing import evolve_dealing
from vingt.live.table.entered_cards import about_event, entered_after, entry_of
from vingt.live.table.irregularities import looked_into, remedied, reported
from vingt.live.table.jackpot import (
    claim_answered,
    ended_early,
    evolve_jackpot,
    new_spins,
    stopped,
    with_stakes,
)
from vingt.live.table.limits import Limits, wagers_lie
from vingt.live.table.state import BeforeEntry, HeldBox, RoundRecord, TableState
from vingt.live.table.takings import taken

ROUNDS_KEPT = 12
HOUR = 3_600_000
MONEY = (
    t.BoughtIn,
    f.ChipsCounted,
    BonusPaid,
    e.WagerSettled,
    e.WagerUnwound,
    e.BettingClosed,
    t.WagerReopened,
)  # what the floor counts


def follow(state: TableState, stored: StoredEvent, card_at: CardAt) -> TableState:
    """The table after a stored event; face-down cards are asked of `card_at`. What does not belong into a
    table's stream changes nothing: `verify` finds it."""
    if stored.kind not in STREAM_EVENTS:
        return state
    return evolve(state, event_of(stored, card_at), stored.at)


def evolve(state: TableState, event: StreamEvent, at: int = 0) -> TableState:
    """Judges nothing: what an event says has happened, at this moment where that counts."""
    if isinstance(event, t.ScanCorrected):
        return before_entry(state, event)
    if state.shoe.real:
        about, place = about_event(event)
        before = BeforeEntry(*(getattr(state, name) for name in BeforeEntry._fields))
        state = state._replace(entered=entered_after(state.entered, event.kind, about, place, before))
    state = evolved(state, event, at)
    if state.posted == state.limits or wagers_lie(state.round):
        return state
    return state._replace(limits=state.posted)


def before_entry(state: TableState, event: t.ScanCorrected) -> TableState:
    """The cards as they lay before one was entered wrongly. Chips go back by events of their own, and what
    people did meanwhile apart from the cards stands."""
    number = entry_of(state.entered, event)
    if number is None:
        return state  # `verify` says so
    before = state.entered[number].before
    dealing = state.dealing._replace(
        unpaid=before.dealing.unpaid,
        uncollected=before.dealing.uncollected,
        done=before.dealing.done,
        announced=before.dealing.announced,
    )
    lay = before._replace(dealing=dealing)._asdict()  # who deals, and what is signed, stays as it is
    state = state._replace(**lay, entered=state.entered[:number])
    return remedied(state, event) if state.irregularities else state


def evolved(state: TableState, event: StreamEvent, at: int) -> TableState:
    if moved := chips_moved(state.round, event):
        person, amount = moved
        state = state._replace(racks={**state.racks, person: state.rack(person) + amount})
    coupons = coupons_after(state.coupons, state.round, event)
    if coupons is not state.coupons:
        state = state._replace(coupons=coupons)
    dealing = evolve_dealing(state.dealing, state.shoe, event, at)
    if dealing is not state.dealing:
        state = state._replace(dealing=dealing)
    if isinstance(event, MONEY):
        state = state._replace(takings=taken(state.takings, state.round, event))
    if isinstance(event, e.RoundEnded):
        ends = tuple(each for each in state.round_ends if each > at - HOUR)
        state = state._replace(round_ends=(*ends, at))
    if isinstance(event, e.Event):
        return round_event(state._replace(shoe=evolve_shoe(state.shoe, event)), event)
    if isinstance(event, t.ShoeEvent):
        return shoe_event(with_shoe(state, evolve_shoe(state.shoe, event)), event)
    if isinstance(event, ProgressiveEvent):
        return progressive_event(state, event)
    match event:
        case t.TableClosed():
            return state._replace(closed=True)
        case f.LimitsPosted(minimum, maximum):
            return state._replace(posted=Limits(minimum, maximum), posted_in=state.round_number)
        case f.DealingStopped(by):
            return state._replace(stopped_by=by)
        case f.DealingResumed():
            return state._replace(stopped_by="", shoe=looked_into(state.shoe))
        case f.IrregularityReported():
            return reported(state, event)
        case f.IrregularityNoted(number):
            known = (each._replace(seen=each.seen or each.number == number) for each in state.irregularities)
            return state._replace(irregularities=tuple(known))
        case t.Commanded():
            return state._replace(remedying=state.remedying - 1) if state.remedying else state
        case t.SeatTaken(person, box):
            return state._replace(held=(*state.held, HeldBox(box, person)))
        case t.SeatLeft(person, box):
            return left(state._replace(held=tuple(seat for seat in state.held if seat.box != box)), person)
        case t.CashedOut(person):
            return left(state, person)
        case t.EjectionOrdered():
            return state._replace(to_eject=(*state.to_eject, event))
        case t.BoxShared(_, box, shared):
            changed = (seat._replace(shared=shared) if seat.box == box else seat for seat in state.held)
            return state._replace(held=tuple(changed))
        case t.PaceSet(person, pace):
            return state._replace(paces={**state.paces, person: pace})
        case t.RoundStarted(number):
            return state._replace(
                round_number=number,
                round=new_round(state.carried),
                round_open=True,
                ready=frozenset(),
                payments=(),
                carried=None,
                without_reader=state.reader_down,
                jackpot=new_spins(state.jackpot),
            )
        case f.ReshuffleOrdered(by):
            return state._replace(reshuffle_by=by)
        case f.ChipsOrdered(number):
            return state._replace(chip_order=event, chip_orders=number)
        case f.ChipsCounted() | f.ChipOrderWithdrawn():
            return state._replace(chip_order=None)
        case f.PlayerReadmitted(person):
            return state._replace(in_every_round=(state.in_every_round or frozenset()) | {person})
        case t.ReadySaid(person):
            return state._replace(ready=state.ready | {person})
        case t.TableOpened() | t.DealerCame() | t.DealerLeft() | t.StepPerformed() | f.AbsentAnswered():
            return state
        case t.WagerCalled() | f.CouponIssued() | f.ClocksSet() | f.GamingDaySet() | t.DecksCounted():
            return state
        case t.PersonEjected() | t.BoughtIn() | t.CashedOut() | t.ClockRanOut() | t.WagerReopened():
            return state
        case _:
            assert_never(event)


def progressive_event(state: TableState, event: ProgressiveEvent) -> TableState:
    jackpot = evolve_jackpot(state.jackpot, event)
    if isinstance(event, BonusPaid) and not state.round_open and state.last_rounds:
        newest, *older = state.last_rounds
        newest = newest._replace(bonuses=(*newest.bonuses, event))
        state = state._replace(last_rounds=(newest, *older))
    match event:
        case WheelStopped():
            jackpot = stopped(jackpot, state.round)
        case TerminalPressed(wager, "end_round") if state.round_open:
            jackpot = ended_early(jackpot, state.round, wager)
        case _:
            pass
    return state._replace(jackpot=jackpot)


def with_shoe(state: TableState, shoe: ShoeState) -> TableState:
    """What was seen of a double shoe is kept side by side with it."""
    if state.shoe.side in (None, shoe.side):
        return state._replace(shoe=shoe)
    return state._replace(shoe=shoe, shown=state.shown_of_other, shown_of_other=state.shown)


def seen_from_other_side(state: TableState) -> TableState:
    """What lies face up in this round is of the side that it came from; a determinant card is of its own."""
    drawn, round_ = state.shoe.determinant, core_view(state.round, "player")
    lying = [*round_.dealer, *(card for _, _, hand in round_.hands() for card in hand.cards)]
    if drawn is not None and drawn.side == drawn.drawn_from:
        lying.remove(drawn.card)
    kept = state.shown_of_other
    for card in lying:
        kept = without(kept, card)
    return state._replace(shown=(*state.shown, *lying), shown_of_other=kept)


def shoe_event(state: TableState, event: t.ShoeEvent) -> TableState:
    """What an event of the shoe changes besides the shoe."""
    match event:
        case t.DeterminantDrawn(card=card, side=side):
            state = state._replace(determined_for=state.round_number)
            if side == event.drawn_from:  # it is seen once more as it is dealt
                return state
            return state._replace(shown_of_other=(*state.shown_of_other, card))
        case t.SideCorrected(cards=moved) if moved:
            return seen_from_other_side(state)
        case t.ShoeOpened(from_discards=False):
            return state._replace(in_every_round=None, shown=())
        case t.ShoeEnded():
            state = state._replace(carried=None, reshuffle_by="")  # it is shuffled with the others
            if state.betting:  # everybody left before a wager was made
                return state._replace(round_open=False)
            return state if state.round_open else state._replace(ready=frozenset())
        case t.CardsBurned(why="round"):
            return state._replace(burned_for=state.round_number)
        case (
            t.ShoeOpened()
            | t.ShoeShuffled()
            | t.SeedGiven()
            | t.CutOffered()
            | t.CutDeclined()
            | t.RecutOrdered()
            | t.CutMade()
            | t.CoverCardPlaced()
            | t.ShoeLoaded()
            | t.CardsBurned()
            | t.SideTurnedTo()
            | t.SideCorrected()
            | t.CoverCardOut()
            | t.ShoeRevealed()
            | t.RealCardsShuffled()
            | t.CardScanned()
            | t.CardSealed()
            | t.SealsOpened()
            | t.ScanRefused()
            | t.ScanCorrected()  # followed above
            | t.ShoeCounted()
        ):
            return state
        case _:
            assert_never(event)


def left(state: TableState, person: str) -> TableState:
    """Who has nothing more here has left, and is not to be ejected when they come again."""
    if state.held_by(person) or state.rack(person) or state.has_wagers(person):
        return state
    return state._replace(to_eject=tuple(order for order in state.to_eject if order.person != person))


def round_event(state: TableState, event: e.Event) -> TableState:
    before = state.round
    state = state._replace(round=evolve_round(before, event))
    if state.remedying == 1 and remedy_words(event) is not None:
        state = remedied(state, event)
    match event:
        case e.WagerPlaced(player=person) | e.WagerWithdrawn(player=person):
            return state._replace(ready=state.ready - {person}, sat_out=state.sat_out - {person})
        case e.BettingClosed():
            here = frozenset(bettor.player for box in state.round.boxes for bettor in box.main_bettors)
            before_this = here if state.in_every_round is None else state.in_every_round
            away = frozenset(seat.person for seat in state.held) - state.bettors
            return state._replace(in_every_round=here & before_this, sat_out=away)
        case (
            e.CardDealt(card=card, face_up=True)
            | e.HoleRevealed(card=card)
            | e.DoubleCardTurned(card=card)
            | e.CardExposed(card=card)
        ):
            return state._replace(shown=(*state.shown, card))
        case e.HandTurned(cards=cards):
            return state._replace(shown=(*state.shown, *cards))
        case e.ExposedCardTaken():  # it is seen once more as it is dealt
            return state._replace(shown=without(state.shown, before.exposed))
        case e.CardSetAside(card=card, why=why):
            known = why in ("unexposed", "stray") or (why == "exposed" and before.exposed is not None)
            return state if known else state._replace(shown=(*state.shown, card))
        case e.CardCarriedOver():
            # A double shoe keeps it in its side: the next round may come from the other one.
            return state._replace(carried=before.held_card if state.shoe.other is None else None)
        case e.WagerSettled():
            state = state._replace(payments=(*state.payments, event))
            if event.wager in state.jackpot.locked:  # taken and paid at the terminal
                unpaid = tuple(each for each in state.dealing.unpaid if each is not event)
                state = state._replace(dealing=state.dealing._replace(unpaid=unpaid))
            answered = len(state.round.claims) < len(before.claims)
            if not answered:
                return state
            others = any(claim.wager == event.wager for claim in state.round.claims)
            void = event.outcome == "void"
            return state._replace(jackpot=claim_answered(state.jackpot, event, others=others, void=void))
        case e.RoundEnded():
            record = RoundRecord(
                state.round_number,
                seen_dealer(state.round),
                state.payments,
                state.round.stage == "void",
                state.round.boxes,
                state.jackpot.bonuses,
            )
            return state._replace(
                round_open=False,
                jackpot=state.jackpot if record.void else with_stakes(state.jackpot, state.round),
                last_rounds=(record, *state.last_rounds)[:ROUNDS_KEPT],
                ready=frozenset(),
                stopped_by="",
                shoe=state.shoe._replace(refused=None),
            )
        case (
            e.StageReached()
            | e.CardDealt()
            | e.UnseenCardDealt()
            | e.InsurancePlaced()
            | e.InsuranceDeclined()
            | e.HoleChecked()
            | e.CardRequested()
            | e.HandDoubled()
            | e.HandSplit()
            | e.SplitCovered()
            | e.WagerStayed()
            | e.HandSurrendered()
            | e.CardsSwitched()
            | e.HandRescued()
            | e.HandFinished()
            | e.Asked()
            | e.Answered()
            | e.DealerFinished()
            | e.ClaimRaised()
            | e.CardHeld()
            | e.ExposedCardRefused()
            | e.DealReordered()
            | e.HandDelayed()
            | e.ShoeRefilled()
            | e.ReaderIncident()
            | e.WrongSideStands()
            | e.WagersStand()
            | e.RoundVoided()
            | e.CardsWithdrawn()
            | e.WagerUnwound()
        ):
            return state
        case _:
            assert_never(event)


def without(shown: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    """The last time that it was seen is taken out."""
    at = next((at for at in reversed(range(len(shown))) if shown[at] == card), None)
    return shown if at is None else (*shown[:at], *shown[at + 1 :])


def seen_dealer(state: RoundState) -> tuple[Card, ...]:
    return state.dealer[:1] if state.hole_hidden else state.dealer
