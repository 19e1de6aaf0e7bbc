"""The table as one person may see it. Cards come from core's own view, which leaves out what is unseen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds import event as e
from vingt.core.rounds.irregularity_words import remedy_words, seen_card
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.outcome_words import outcome_words, settled_words
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, Step, TurnDue, next_step
from vingt.core.rounds.result import counts_of, is_natural, total_of
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState
from vingt.core.rounds.view import box_seen
from vingt.core.rounds.view import view as core_view
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import DeterminantDrawn
from vingt.core.shoe.state import ShoeState
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.people.names import NameOf
from vingt.live.table.duty import waited_for
from vingt.live.table.mishap_menu import told
from vingt.live.table.pause import as_wagered
from vingt.live.table.phrases import PHRASES, Spoken
from vingt.live.table.presence import NOBODY_AWAY, Attendance
from vingt.live.table.reader import rounds_wait
from vingt.live.table.seating import barred_until_shuffle, device_missing
from vingt.live.table.seeds import seeds_open
from vingt.live.table.state import Irregularity, RoundRecord, TableState
from vingt.live.views import view as v

PHASES: dict[str, v.Phase] = {
    "betting": "betting",
    "deal": "deal",
    "initial_wagers": "deal",
    "insurance": "insurance",
    "check": "check",
    "play": "play",
    "reveal": "dealer",
    "dealer": "dealer",
    "settlement": "dealer",
}


def phase_of(state: TableState) -> v.Phase:
    if state.round_open:
        return PHASES[state.round.stage]
    if state.closed:
        return "closed"
    return "cut" if state.shoe.stage in ("opened", "shuffled", "offered", "cut") else "over"


def turn_of(due: Step | None, box: int) -> int | None:
    """The hand of this box whose turn it is. Insurance is asked of all at once."""
    if not isinstance(due, CardDue | DecisionDue) or due.box != box:
        return None
    return None if isinstance(due, DecisionDue) and due.kind == "insurance" else due.hand


@dataclass(frozen=True)
class Shower:
    """Everything about the table but the person's own prompts and money."""

    rules: TableRules
    state: TableState
    person: str | None
    name_of: NameOf
    here: Attendance = NOBODY_AWAY

    @property
    def seen(self) -> RoundState:
        return core_view(self.state.round, "player", self.person or "")

    def boxes(self) -> tuple[v.BoxSeen, ...]:
        due = next_step(self.rules, self.state.round) if self.state.round_open else None
        seen = self.seen
        return tuple(self.box(number, seen.box(number), due) for number in range(1, self.rules.box_count + 1))

    def box(self, number: int, box: Box | None, due: Step | None) -> v.BoxSeen:
        holder = self.state.holder(number)
        return v.BoxSeen(
            number,
            holder,
            self.name_of(holder) if holder else "",
            bool(holder) and holder == self.person,
            self.state.is_shared(number),
            holder in self.here.away,
            tuple(self.bettor(bettor) for bettor in box.bettors) if box else (),
            tuple(self.hand(box, at, hand, due) for at, hand in enumerate(box.hands)) if box else (),
        )

    def bettor(self, bettor: Bettor) -> v.BettorSeen:
        sides = tuple(
            v.SideSeen(side.wager, self.rules.wager_name(side.wager), side.amount, side.open)
            for side in bettor.sides
        )
        return v.BettorSeen(
            bettor.player,
            self.name_of(bettor.player),
            bettor.player == self.person,
            bettor.main,
            sides,
            bettor.insurance,
            bettor.insurance_open,
            bettor.player in self.state.ready,
        )

    def hand(self, box: Box, at: int, hand: Hand, due: Step | None) -> v.HandSeen:
        """A hand as `core.rounds.view` leaves it: of cards that lie face down only the places are known."""
        total = total_of(self.rules, hand) if hand.cards and not hand.face_down else None
        natural = total is not None and is_natural(self.rules, hand)
        return v.HandSeen(
            at,
            lying(hand),
            self.rules.natural.name if natural else str(total or ""),
            total.points if total else 0,
            hand.status,
            bool(hand.doubles),
            hand.doubles,
            hand.from_split,
            turn_of(due, box.number) == at,
            caller_of(self.rules, box, hand),
            tuple(self.stake(stake) for stake in hand.stakes),
            hand.shared,
        )

    def stake(self, stake: HandStake) -> v.StakeSeen:
        return v.StakeSeen(
            stake.player,
            self.name_of(stake.player),
            stake.player == self.person,
            stake.base,
            stake.raises,
            stake.total,
            stake.open,
            stake.surrendered,
        )

    def dealer(self) -> v.DealerSeen:
        round_ = self.state.round
        up = self.seen.dealer
        counts = counts_of(self.rules)
        whole = len(up) == len(round_.dealer) and not round_.hole_unseen
        natural = whole and counts.is_natural(up)
        return v.DealerSeen(
            (*map(str, up), *(None for _ in range(len(round_.dealer) - len(up) + round_.hole_unseen))),
            self.rules.natural.name if natural else str(counts.total(up)) if up else "",
            counts.total(up).points if up else 0,
            natural,
            round_.dealer_done or round_.over,
            round_.stage in ("reveal", "dealer"),
        )

    def community(self) -> tuple[v.FaceUp, ...]:
        return tuple(map(str, self.state.round.community))

    # -- money ---------------------------------------------------------------------------------------------

    def payments(
        self, settled: tuple[e.WagerSettled, ...], bonuses: tuple[BonusPaid, ...] = ()
    ) -> tuple[v.Payment, ...]:
        """What was settled, then what no hand won: such a bonus takes no stake."""
        besides = (
            e.WagerSettled(each.player, each.box, 0, each.wager, each.line, 0, each.amount, each.cite)
            for each in bonuses
        )
        return tuple(self.payment(at, each) for at, each in enumerate((*settled, *besides), 1))

    def payment(self, at: int, settled: e.WagerSettled) -> v.Payment:
        return v.Payment(
            at,
            settled.player,
            self.name_of(settled.player),
            settled.player == self.person,
            settled.box,
            settled.hand,
            settled.wager,
            self.rules.wager_name(settled.wager),
            settled.outcome,
            settled_words(self.rules, settled.wager, settled.outcome),
            settled.stake,
            settled.returns,
            settled.net,
            settled.cite,
        )

    def rounds(self) -> tuple[v.RoundPlayed, ...]:
        return tuple(self.round_played(record, not at) for at, record in enumerate(self.state.last_rounds))

    def round_played(self, record: RoundRecord, newest: bool) -> v.RoundPlayed:
        payments = self.payments(record.payments, record.bonuses)
        mine = [payment.net for payment in payments if payment.person == self.person]
        counts = counts_of(self.rules)
        natural = counts.is_natural(record.dealer)
        return v.RoundPlayed(
            record.number,
            record.void,
            tuple(str(card) for card in record.dealer),
            self.rules.natural.name if natural else self.points(record.dealer),
            payments,
            sum(mine) if mine else None,
            tuple(self.box(box.number, box_seen(box), None) for box in record.boxes) if newest else (),
        )

    def points(self, cards: tuple[Card, ...]) -> str:
        return str(counts_of(self.rules).total(cards)) if cards else ""

    def you(self, purse: int) -> v.You | None:
        if self.person is None:
            return None
        state, person = self.state, self.person
        barred = barred_until_shuffle(self.rules, as_wagered(self.rules, state), person)
        return v.You(
            person,
            self.name_of(person),
            purse,
            state.rack(person),
            state.in_play(person),
            state.held_by(person),
            person in state.ready,
            barred.why if barred else "",
            purse + state.rack(person),
            state.pace_of(person),
            person in waited_for(self.rules, state, self.here),
        )

    # -- the table -----------------------------------------------------------------------------------------

    def irregularities(self) -> tuple[v.IrregularitySeen, ...]:
        """Those of this round, and of the one before until the next is dealt: everybody may know what was
        ordered and by which clause."""
        first = self.state.round_number - self.state.betting
        return tuple(
            self.irregularity(each) for each in self.state.irregularities if each.round >= max(first, 1)
        )

    def irregularity(self, each: Irregularity) -> v.IrregularitySeen:
        orders = tuple(
            v.OrderSeen(remedy_said(event), getattr(event, "cite", Cite())) for event in each.remedies
        )
        if each.what == "unread_card":  # nothing is done with it before it is dealt
            cite = self.rules.cite("irregularity.unexposed_extra_card")
            orders = (v.OrderSeen("it is the next card", cite),)
        return v.IrregularitySeen(
            each.number,
            each.round,
            each.what,
            told(each.what, each.box, each.hand),
            self.name_of(each.by),
            each.role,
            orders,
        )

    def waiting_for(self) -> str:
        """Who is waited for, by name, or what."""
        state = self.state
        if state.stopped_by:
            return "the floor: the dealing is stopped"
        halted = state.reader_down and rounds_wait(self.rules)
        if halted and (state.round.suspended or not state.round_open):
            return "the card reader, which is out of order"
        people = waited_for(self.rules, state, self.here)
        if people:
            names = self.names(people)
            return f"{names} to cut the cards" if state.shoe.stage == "offered" else names
        if not state.dealing.automatic and not (state.closed and not state.round_open):
            return "the dealer" if state.dealing.dealer else "a dealer"
        if not state.round_open:
            if state.closed:
                return "the table is closed"
            return "the next round" if state.held else "players"
        match next_step(self.rules, state.round):
            case CardDue():
                return "the next card"
            case DeviceDue():
                return "the card reader"
            case TurnDue():
                return "the hole card to be turned"
            case _:
                return "the deal" if state.round.boxes else "wagers"

    def names(self, people: Sequence[str]) -> str:
        """ "Ann and Bob", "Ann, and Bob, who is away"."""
        there = [self.name_of(person) for person in people if person not in self.here.away]
        away = [self.name_of(person) for person in people if person in self.here.away]
        left = f"{listed(away)}, who {'is' if len(away) == 1 else 'are'} away" if away else ""
        return f"{listed(there)}, and {left}" if there and away else left or listed(there)

    def said(self, spoken: Sequence[Spoken]) -> tuple[v.Said, ...]:
        return tuple(
            v.Said(
                phrase.person,
                self.name_of(phrase.person),
                next(iter(self.state.held_by(phrase.person)), 0),
                phrase.phrase,
                PHRASES[phrase.phrase],
                phrase.at,
            )
            for phrase in spoken
        )

    def shoe(self) -> v.ShoeSeen | None:
        shoe = self.state.shoe
        if not shoe.newest:
            return None
        seen, other = self.side(shoe), None if shoe.other is None else self.side(shoe.other)
        drawn = shoe.determinant if self.state.determined_for == self.state.round_number else None
        determinant = determinant_seen(drawn) if drawn is not None else None
        in_play = (each.number for each in shoe.sides if each.stage != "none")
        unpublished = tuple(sorted((*shoe.sealed_shoes, *in_play))) if other is not None else ()
        return replace(seen, other=other, determinant=determinant, unpublished=unpublished)

    def side(self, shoe: ShoeState) -> v.ShoeSeen:
        cutter = "" if shoe.cutter is None else self.name_of(shoe.cutter) if shoe.cutter else "dealer"
        return v.ShoeSeen(
            shoe.number,
            self.rules.shoe.shuffler,
            shoe.cards,
            shoe.out,
            shoe.burned,
            shoe.commitment,
            None if shoe.cutter is None else shoe.cut,
            cutter,
            shoe.cover_card_after,
            shoe.cover_card_out,
            0 if shoe.from_discards else self.rules.cards.decks,
            min(first_sealed(each) for each in self.state.shoe.sides) - 1,
            tuple(v.SeedSeen(seed.person, self.name_of(seed.person), seed.text) for seed in shoe.seeds),
            seeds_open(self.state, shoe),
            shoe.side or "",
            "" if shoe.side is None else "red" if shoe.side == self.rules.variant.red_suits_side else "blue",
            shoe.segregated,
        )


def first_sealed(shoe: ShoeState) -> int:
    """The lowest number of a shoe, in play or to come, whose order is not published."""
    return min(shoe.unrevealed, default=shoe.number + (shoe.stage == "none"))


def determinant_seen(drawn: DeterminantDrawn) -> v.DeterminantSeen:
    used = drawn.side == drawn.drawn_from
    return v.DeterminantSeen(str(drawn.card), drawn.drawn_from, drawn.side, used, drawn.cite)


def lying(hand: Hand) -> tuple[v.FaceUp, ...]:
    """The cards in their order, None where one lies face down."""
    seen = iter(hand.cards)
    places = range(len(hand.cards) + len(hand.face_down))
    dealt = [None if at in hand.face_down else str(next(seen)) for at in places]
    return (*dealt, *(None for _ in hand.unseen))


def remedy_said(event: e.Event) -> str:
    """A card that nobody has seen is not named."""
    unseen = isinstance(event, e.CardSetAside) and event.why == "unexposed"
    return remedy_words(event, (lambda _: "a card") if unseen else seen_card) or ""


def listed(names: Sequence[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cal"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


@cache
def wagers_offered(rules: TableRules) -> tuple[v.WagerOffered, ...]:
    """The same for everybody and for as long as the table stands."""
    return tuple(offered(wager) for wager in rules.wagers)


def offered(wager: OfferedWager) -> v.WagerOffered:
    missing = device_missing(wager)
    lines = tuple(
        v.PayLine(line.outcome, outcome_words(line.outcome), str(line.pays), line.cite)
        for line in wager.paytable.lines
    )
    return v.WagerOffered(
        wager.id,
        wager.name,
        wager.stake.minimum or 0,
        wager.stake.maximum or 0,
        wager.stake.exact,
        lines,
        missing is None,
        missing.why if missing else "",
        wager.cite,
        wager.placed,
    )
