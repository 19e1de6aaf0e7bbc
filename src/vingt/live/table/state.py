"""A live table as a value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, get_args

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.rounds.state import Box, RoundState, new_round
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.state import ShoeState
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.people_events import RoleName
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.table.coupons import Coupons
from vingt.live.table.dealing import DealingState
from vingt.live.table.entered_cards import EnteredCard
from vingt.live.table.jackpot import JackpotState
from vingt.live.table.limits import Limits
from vingt.live.table.takings import Takings

SLOWEST_FIRST: tuple[t.Pace, ...] = get_args(t.Pace)


class HeldBox(NamedTuple):
    box: int
    person: str
    shared: bool = False


class RoundRecord(NamedTuple):
    """What stays in view of a finished round."""

    number: int
    dealer: tuple[Card, ...]
    payments: tuple[e.WagerSettled, ...]
    void: bool
    boxes: tuple[Box, ...] = ()
    bonuses: tuple[BonusPaid, ...] = ()  # what no hand of it won: drawn, or by another's spin


class Irregularity(NamedTuple):
    """What was reported at the table, and the events that the rulebook orders for it."""

    number: int
    round: int
    what: f.MishapName
    by: str
    role: RoleName
    box: int = 0
    hand: int = 0
    remedies: tuple[e.Event | t.ScanCorrected, ...] = ()
    seen: bool = False  # a floorperson knows of it


class BeforeEntry(NamedTuple):
    """What a real card changes at a table by the rules alone, as it was before the card was entered."""

    shoe: ShoeState
    round: RoundState
    round_open: bool
    payments: tuple[e.WagerSettled, ...]
    last_rounds: tuple[RoundRecord, ...]
    round_ends: tuple[int, ...]
    shown: tuple[Card, ...]
    shown_of_other: tuple[Card, ...]
    carried: Card | None
    coupons: Coupons
    jackpot: JackpotState
    dealing: DealingState


class TableState(NamedTuple):
    closed: bool = False
    held: tuple[HeldBox, ...] = ()  # in the order in which the boxes were taken
    racks: Mapping[str, int] = MappingProxyType({})
    shoe: ShoeState = ShoeState()
    round_number: int = 0
    round: RoundState = new_round()
    round_open: bool = False  # begun and not over
    ready: frozenset[str] = frozenset()
    sat_out: frozenset[str] = frozenset()  # held a box and made no wager in the round before
    payments: tuple[e.WagerSettled, ...] = ()
    last_rounds: tuple[RoundRecord, ...] = ()  # newest first
    in_every_round: frozenset[str] | None = None  # who wagered in each round since the shuffle
    shown: tuple[Card, ...] = ()  # every card seen since the shuffle
    shown_of_other: tuple[Card, ...] = ()  # the same of a double shoe's other side
    burned_for: int = 0  # the last round before which a card was burned
    determined_for: int = 0  # the last round whose side of a double shoe a card has decided
    carried: Card | None = None  # drawn by mistake in the round before, not seen: the first of the next
    paces: Mapping[str, t.Pace] = MappingProxyType({})  # what people chose, who did
    to_eject: tuple[t.EjectionOrdered, ...] = ()  # as soon as nothing of theirs is in play
    limits: Limits | None = None  # by which wagers are laid now; None: as filed
    posted: Limits | None = None  # by the floor, to be in force when no wager lies
    posted_in: int = 0  # the number of the round then
    stopped_by: str = ""  # who has stopped the dealing, until it goes on or the round is over
    reader_down: bool = False  # the card reader failed, and does not work yet
    without_reader: bool = False  # it did not when this round began
    irregularities: tuple[Irregularity, ...] = ()  # newest first, and all that no floorperson has seen
    irregularities_told: int = 0
    coupons: Coupons = ()
    takings: Takings = Takings()
    round_ends: tuple[int, ...] = ()  # of the hour before the last of them, milliseconds since 1970
    reshuffle_by: str = ""  # a floorperson who has ordered one, until it comes
    chip_order: f.ChipsOrdered | None = None  # to be counted by another person
    chip_orders: int = 0
    jackpot: JackpotState = JackpotState()
    dealing: DealingState = DealingState()
    entered: tuple[EnteredCard[BeforeEntry], ...] = ()  # real cards, since anybody last decided anything
    remedying: int = 0  # of the newest one. 2: its command comes next; 1: what happens now is its remedy

    def holder(self, box: int) -> str:
        return next((seat.person for seat in self.held if seat.box == box), "")

    def held_by(self, person: str) -> tuple[int, ...]:
        return tuple(sorted(seat.box for seat in self.held if seat.person == person))

    def is_shared(self, box: int) -> bool:
        return any(seat.shared for seat in self.held if seat.box == box)

    def rack(self, person: str) -> int:
        return self.racks.get(person, 0)

    def pace_of(self, person: str) -> t.Pace:
        return self.paces.get(person, "normal")

    @property
    def pace(self) -> t.Pace:
        """The slowest that anybody who sits here has chosen."""
        chosen = {self.pace_of(seat.person) for seat in self.held} or {"normal"}
        return next(pace for pace in SLOWEST_FIRST if pace in chosen)

    @property
    def company(self) -> Company:
        seats = tuple((seat.box, seat.person) for seat in self.held)
        return Company(seats, tuple(dict.fromkeys(seat.person for seat in self.held)))

    @property
    def limits_are_new(self) -> bool:
        """Posted in this round or the one before, or since: whoever sits here is told."""
        return self.posted is not None and self.round_number <= self.posted_in + 1

    @property
    def in_play_now(self) -> bool:
        """Whether a round is under way that wagers can be taken back from no more."""
        return self.round_open and self.round.betting_closed

    @property
    def betting(self) -> bool:
        return self.round_open and not self.round.betting_closed

    def in_round(self, person: str) -> bool:
        """Whether the person's wagers lie on the layout and can be taken back no more."""
        return self.in_play_now and self.wagered(person)

    def wagered(self, person: str) -> bool:
        return any(box.bettor(person) is not None for box in self.round.boxes)

    def has_wagers(self, person: str) -> bool:
        """Whether anything of the person's lies on the layout, taken back or not."""
        return self.round_open and self.wagered(person)

    def is_to_leave(self, person: str) -> bool:
        return any(order.person == person for order in self.to_eject)

    @property
    def bettors(self) -> frozenset[str]:
        return frozenset(bettor.player for box in self.round.boxes for bettor in box.bettors)

    @property
    def people(self) -> tuple[str, ...]:
        """Who holds a box or has a wager on the layout, in the order of their arrival."""
        bettors = sorted(self.bettors) if self.round_open else ()
        return tuple(dict.fromkeys((*(seat.person for seat in self.held), *bettors)))

    @property
    def at_table(self) -> tuple[str, ...]:
        """Whoever holds a box, has a wager on the layout or chips here."""
        with_chips = (person for person, chips in self.racks.items() if chips)
        return tuple(dict.fromkeys((*self.people, *with_chips)))

    @property
    def expected(self) -> frozenset[str]:
        """For whom betting stays open: who wagered, and who holds a box and sat not out the last round."""
        return self.bettors | (frozenset(seat.person for seat in self.held) - self.sat_out)

    def in_play(self, person: str) -> int:
        """What the person has on the layout now."""
        lying = 0
        for box in self.round.boxes if self.round_open else ():
            bettor = box.bettor(person)
            if bettor is not None:
                lying += sum(side.amount for side in bettor.sides if side.open)
                lying += (bettor.insurance or 0) if bettor.insurance_open else 0
                lying += bettor.main if not box.hands else 0
            for hand in box.hands:
                stake = hand.stake_of(person)
                lying += stake.total if stake is not None and stake.open else 0
        lying += sum(claim.stake for claim in self.round.claims if claim.player == person)
        return lying
