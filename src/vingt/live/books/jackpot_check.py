"""What a table's log says of its progressive wagers, held against its rules: every prize is what its wheel
stopped at, every bonus was drawn or won, and what the table's meters must have gained and paid is reckoned.

`live.books.meters` holds those dues against the streams of the meters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from vingt.core.cards import Card
from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import LUCKY_PLAYER, RATES
from vingt.core.progressive.spin import one_spin_for_all, points
from vingt.core.progressive.terminal import TerminalCommand
from vingt.core.rounds.command import AnswerClaim
from vingt.core.rounds.state import OpenClaim
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import events as t
from vingt.live.log import progressive_events as j
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.kinds import STREAM_EVENTS
from vingt.live.log.people_events import RoleName
from vingt.live.progressive.award import (
    Award,
    award_of,
    bonus_winners,
    must_hit_line,
    must_hit_share,
    threshold_of,
    winners_left,
)
from vingt.live.progressive.meter_book import meter_id
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import VaultError
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import PlayedSide, has_progressives, sides_played
from vingt.live.table.state import TableState
from vingt.live.table.terminal import commanded

HeldRole = Callable[[str, RoleName, int], bool]  # whether a person had a role at a moment
SPINS = ("confirm", "spin_for_player")
UNSEEN = Card("?", "?")  # type: ignore[arg-type]  # lies face down: no payment asks which it is


class DueFeed(NamedTuple):
    version: int
    round: int
    staked: int
    added: Fraction
    reserved: Fraction


class DueHit(NamedTuple):
    """`payment` is 0 where the table's log does not name it; `secret`: a trigger was reached."""

    version: int
    who: m.Claimant
    amount: int
    share: Fraction
    winners_left: int
    payment: int = 0
    secret: bool = False


class DuePayment(NamedTuple):
    version: int
    amount: int
    by: str


@dataclass
class MeterDues:
    """What one table says that one meter gained, lost, paid and got back, in the order of its log."""

    setup: m.MeterSetup
    fed: deque[DueFeed] = field(default_factory=deque)
    hits: deque[DueHit] = field(default_factory=deque)
    paid: deque[DuePayment] = field(default_factory=deque)
    restored: deque[tuple[int, int]] = field(default_factory=deque)  # version, payment

    @property
    def left(self) -> list[int]:
        """The versions of the table's events that no event of the meter answers."""
        feeds, hits = [each.version for each in self.fed], [each.version for each in self.hits]
        paid, restored = [each.version for each in self.paid], [version for version, _ in self.restored]
        return sorted((*feeds, *hits, *paid, *restored))


class JackpotCheck:
    """Follows the stream of one table."""

    def __init__(self, table: str, rules: TableRules, orders: Orders, held: HeldRole) -> None:
        self.table, self.rules, self._orders, self._held = table, rules, orders, held
        self.dues: dict[str, MeterDues] = {}
        for wager in rules.wagers:
            for meter in wager.meters:
                setup = m.terms_of(meter, wager.trigger_law)
                self.dues[meter_id(table, wager.id, meter)] = MeterDues(setup)
        self._state = TableState()
        self._pressed: TerminalCommand | None = None  # at the terminal, by the event before
        self._bonuses: list[j.BonusPaid] = []  # paid beside the claim that is answered next
        self._ended: tuple[PlayedSide, ...] = ()  # the wagers of the round whose contributions were made
        self._drawn: deque[j.BonusPaid] = deque()  # what a drawn bonus has yet to pay

    def follow(self, stored: StoredEvent) -> Iterator[str]:
        if stored.kind not in STREAM_EVENTS:
            return
        event = self._event(stored)
        yield from self._wrong(stored, event)
        self._pressed = event.command if isinstance(event, j.TerminalPressed) else None
        self._state = evolve(self._state, event, stored.at)

    def _event(self, stored: StoredEvent) -> t.TableEvent:
        def card_at(place: t.Place) -> Card:
            try:
                return self._orders.card_at(place)
            except (CardHidden, IndexError, VaultError):
                return UNSEEN

        event: t.TableEvent = event_of(stored, card_at)
        return event

    def _wrong(self, stored: StoredEvent, event: t.TableEvent) -> Iterator[str]:
        state = self._state
        if not isinstance(event, j.BonusPaid | j.PaymentHeld | j.BonusDrawn):
            yield from self._nothing_owed(event)
        match event:
            case t.RoundStarted() if state.jackpot.unfed and has_progressives(self.rules):
                yield f"the wagers of round {state.round_number} never fed their meters"
            case j.WheelSpun():
                yield from self._spun(event)
                yield from self._spun_by(stored.actor, event)
            case j.WheelStopped(number, drawn):
                yield from self._stopped(number, drawn)
            case t.Commanded(AnswerClaim() as answer):
                yield from self._answered(stored.version, answer)
            case j.PaymentHeld():
                yield from self._payment_held(stored.version, event)
            case j.PaymentConfirmed(by):
                yield from self._confirmed(by, stored)
            case j.PaymentVoided(id, payment):
                voided = state.jackpot.voided
                if voided is None or (voided.meter, voided.payment) != (id, payment):
                    yield f"payment {payment} of {id} was given back, and its round was not void"
                if id in self.dues:
                    self.dues[id].restored.append((stored.version, payment))
            case j.BonusDrawn():
                yield from self._bonus_drawn(event)
            case j.BonusPaid():
                yield from self._bonus_paid(stored.version, event)
            case j.ContributionsMade(round):
                yield from self._contributed(stored.version, round)
            case _:
                return

    def _nothing_owed(self, event: t.TableEvent) -> Iterator[str]:
        """What is paid at the end of a round comes together: the first other event ends it."""
        for owed in self._drawn:
            yield f"the drawn bonus of {owed.amount} cents to box {owed.box} was not paid"
        self._drawn.clear()
        self._ended = ()
        beside = isinstance(event, t.Commanded) and isinstance(event.command, AnswerClaim)
        if not beside:
            for paid in self._bonuses:
                yield f"{paid.amount} cents were paid to box {paid.box} that nothing had won"
            self._bonuses = []

    # -- wheels --------------------------------------------------------------------------------------------

    def _spun(self, event: j.WheelSpun) -> Iterator[str]:
        state, wager = self._state, self.rules.wager(event.wager)
        claim = next(iter(state.round.claims), None)
        if claim is None or wager is None or claim.wager != event.wager or "wheel" not in wager.needs:
            yield f"a wheel was spun for {event.wager}, and nothing had triggered it"
            return
        whose = (0, "") if one_spin_for_all(wager) else (claim.box, claim.player)
        if (event.box, event.player) != whose:
            yield f"spin {event.number} was spun for box {event.box}, not for box {whose[0]}"
        if event.number != state.jackpot.spins + 1:
            yield f"spin {event.number} follows spin {state.jackpot.spins}"

    def _spun_by(self, actor: str, event: j.WheelSpun) -> Iterator[str]:
        """Where a person deals, by that person, or by the hot spot's player once the spin is enabled."""
        state, wager = self._state, self.rules.wager(event.wager)
        if state.dealing.automatic or wager is None:
            return
        hot_spot = state.jackpot.drawn[0] + 1 if state.jackpot.drawn else 0
        players = {side.player for side in sides_played(state.round) if side.box == hot_spot}
        if actor not in (state.dealing.dealer, *(players if state.jackpot.enabled else ())):
            yield f"{actor} spun the wheel, and may not"
        by_player = actor in players and state.jackpot.enabled
        if commanded(self.rules, state) == wager and not by_player and self._pressed not in SPINS:
            yield "the wheel was spun, and the terminal was not told so"

    def _stopped(self, number: int, drawn: Sequence[int]) -> Iterator[str]:
        jackpot = self._state.jackpot
        wager = self.rules.wager(jackpot.spin.wager) if jackpot.spin is not None else None
        if wager is None:
            return  # that no such spin was begun is said where its commitment is looked at
        most = points(wager, self.rules.boxes.seats, jackpot.drawn)
        if len(drawn) != len(most) or not all(0 <= at < of for at, of in zip(drawn, most, strict=False)):
            yield f"spin {number} stopped where its wheel has no stop"

    # -- claims --------------------------------------------------------------------------------------------

    def _award(self, claim: OpenClaim | None = None) -> Award | None:
        """What the claim that is answered next, or this one, is worth; None while that cannot be known."""
        state = self._state
        claim = claim or next(iter(state.round.claims), None)
        wager = self.rules.wager(claim.wager) if claim is not None else None
        if claim is None or wager is None:
            return None
        if "wheel" in wager.needs:
            spin = state.jackpot.spin
            if spin is None or spin.wager != wager.id or state.jackpot.turning or not state.jackpot.drawn:
                return None
        try:
            return award_of(self.rules, state, claim)
        except (AssertionError, ValueError, IndexError):
            return None  # the hot spot has not spun

    def _answered(self, version: int, answer: AnswerClaim) -> Iterator[str]:
        award, held = self._award(), self._state.jackpot.held
        paid, self._bonuses = self._bonuses, []
        if award is None:
            yield f"box {answer.box} was paid {answer.amount} cents before its wheel or meter had decided"
            return
        if answer.symbol not in ("", award.prize.symbol):
            yield f"{answer.symbol} was paid, and the wheel stopped at {award.prize.symbol}"
        due = [
            j.BonusPaid(side.player, side.box, side.wager, prize.symbol, prize.amount, prize.cite)
            for side, prize in award.others
            if prize.amount
        ]
        if paid != due:
            sums = [sum(each.amount for each in bonuses) for bonuses in (paid, due)]
            yield f"the other players were paid {sums[0]} cents beside this win, and {sums[1]} were due"
        if held is not None and (held.player, held.box) == (answer.player, answer.box):
            yield from self._answered_held(version, answer, held)
            return
        if answer.amount > threshold_of(award.wager) and not self._state.jackpot.confirmed_by:
            yield f"{answer.amount} cents were paid, and no supervisor had confirmed them"
        if award.prize.meter:
            self._hit(version, award, answer.amount)
            self._pay(version, self._meter(award.wager, award.prize.meter), answer.amount, "")
        elif answer.amount != award.prize.amount:
            yield f"{answer.amount} cents were paid where {award.prize.amount} had been won"

    def _answered_held(self, version: int, answer: AnswerClaim, held: j.PaymentHeld) -> Iterator[str]:
        if answer.amount != held.amount:
            yield f"{answer.amount} cents were paid where {held.amount} waited"
        if not self._state.jackpot.confirmed_by:
            yield f"{answer.amount} cents were paid, and no supervisor had confirmed them"
        if held.meter:
            self._pay(version, held.meter, answer.amount, self._state.jackpot.confirmed_by)

    def _payment_held(self, version: int, event: j.PaymentHeld) -> Iterator[str]:
        if not event.claim:
            yield from self._reached(version, event, event.payment)
            return
        claims = self._state.round.claims
        whose = (event.player, event.box, event.wager)
        named = next((each for each in claims if (each.player, each.box, each.wager) == whose), None)
        award = self._award(named)
        if award is None:
            yield f"{event.amount} cents were held back before a wheel or meter had decided"
            return
        claim = award.claim
        if (event.player, event.box, event.wager) != (claim.player, claim.box, claim.wager):
            yield f"a win of box {event.box} was held back, and box {claim.box} had won"
        if award.prize.meter:
            if event.meter != self._meter(award.wager, award.prize.meter):
                yield f"a win of another meter than {event.meter} was held back"
            self._hit(version, award, event.amount, event.payment)
        elif event.amount != award.prize.amount:
            yield f"{event.amount} cents were held back where {award.prize.amount} had been won"

    def _confirmed(self, by: str, stored: StoredEvent) -> Iterator[str]:
        held = self._state.jackpot.held
        if held is not None and held.player == by:
            yield f"{by} confirmed a payment to themselves"
        if stored.actor != by:
            yield f"{stored.actor} confirmed a payment as {by}"
        if not self._held(by, "floorperson", stored.at):
            yield f"{by} confirmed a payment, and is no floorperson"

    def _meter(self, wager: OfferedWager, name: str) -> str:
        named = next(each for each in wager.meters if each.name == name)
        return meter_id(self.table, wager.id, named)

    def _hit(self, version: int, award: Award, amount: int, payment: int = 0) -> None:
        claim = award.claim
        who = m.Claimant(self.table, self._state.round_number, claim.box, claim.player)
        left = winners_left(self.rules, self._state, award)
        id = self._meter(award.wager, award.prize.meter)
        self.dues[id].hits.append(DueHit(version, who, amount, award.prize.share, left, payment))

    def _pay(self, version: int, id: str, amount: int, by: str) -> None:
        if id in self.dues:
            self.dues[id].paid.append(DuePayment(version, amount, by))

    # -- when a round is over ------------------------------------------------------------------------------

    def _contributed(self, version: int, round: int) -> Iterator[str]:
        sides = self._state.jackpot.unfed
        self._ended = sides
        if round != self._state.round_number or not sides:
            yield f"contributions of round {round}, which had none to make"
        for wager, meter, own in self._feeding(sides):
            staked = sum(side.amount for side in own)
            feed = DueFeed(version, round, staked, meter.rate * staked, meter.reserve * staked)
            self.dues[meter_id(self.table, wager.id, meter)].fed.append(feed)

    def _feeding(self, sides: Sequence[PlayedSide]) -> Iterator[tuple[OfferedWager, Meter, list[PlayedSide]]]:
        for wager in self.rules.wagers:
            own = [side for side in sides if side.wager == (wager.rides_on or wager.id)]
            for meter in wager.meters if own else ():
                yield wager, meter, own

    def _bonus_drawn(self, event: j.BonusDrawn) -> Iterator[str]:
        wager = self.rules.wager(event.wager)
        sides = [side for side in self._ended if side.wager == event.wager]
        option = RATES.get(event.line, "")
        if wager is None or not sides or not isinstance(dict(wager.options).get(option), Fraction):
            yield f"{event.line} was drawn, and nobody could win it"
            return
        seats = self.rules.boxes.seats
        if event.line == LUCKY_PLAYER and not 1 <= event.seat <= seats:
            yield f"seat {event.seat} was drawn of {seats}"
        first = {box.number: box.first_cards for box in self._state.round.boxes}
        self._drawn.extend(bonus_winners(wager, event, sides, first))

    def _bonus_paid(self, version: int, event: j.BonusPaid) -> Iterator[str]:
        held = self._state.jackpot.held
        if self._drawn:
            due = self._drawn.popleft()
            if event != due:
                yield f"box {event.box} got {event.amount} cents, and box {due.box} had drawn {due.amount}"
        elif self._ended:
            yield from self._reached(version, event)
        elif held is not None and not held.claim:
            wager = self.rules.wager(held.wager)
            above = wager is None or held.amount > threshold_of(wager)
            if above and not self._state.jackpot.confirmed_by:
                yield f"{event.amount} cents were paid, and no supervisor had confirmed them"
            if (event.player, event.box, event.amount) != (held.player, held.box, held.amount):
                yield f"{event.amount} cents were paid to box {event.box}, not the {held.amount} that waited"
            self._pay(version, held.meter, event.amount, self._state.jackpot.confirmed_by)
        else:
            self._bonuses.append(event)  # beside a claim, or nothing at all

    def _reached(self, version: int, event: j.BonusPaid | j.PaymentHeld, payment: int = 0) -> Iterator[str]:
        """A must-hit jackpot: one of those who took part has it, and its meter must say so."""
        wager = self.rules.wager(event.wager)
        meter = next((each for each in wager.meters if each.maximum is not None), None) if wager else None
        if wager is None or meter is None or event.line != must_hit_line(wager):
            yield f"{event.amount} cents were paid to box {event.box} that nothing had won"
            return
        sides = [each for each in self._ended if each.wager == (wager.rides_on or wager.id)]
        if not any((each.player, each.box) == (event.player, event.box) for each in sides):
            yield f"box {event.box} was paid a jackpot and had not taken part"
        id = meter_id(self.table, wager.id, meter)
        who = m.Claimant(self.table, self._state.round_number, event.box, event.player)
        share = must_hit_share(wager)
        self.dues[id].hits.append(DueHit(version, who, event.amount, share, 1, payment, secret=True))
        if isinstance(event, j.BonusPaid):
            if event.amount > threshold_of(wager):
                yield f"{event.amount} cents were paid, and no supervisor had confirmed them"
            self._pay(version, id, event.amount, "")
