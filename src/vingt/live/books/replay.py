"""A round told from its log: every card, decision and payment in order, with the clause of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.result import counts_of, total_of
from vingt.core.rounds.state import DEALER, RoundState, new_round
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.state import PlayerSeed
from vingt.core.wager_kind import MAIN
from vingt.live.books.audit import Snapshot
from vingt.live.books.recheck import BLANK
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.filing import rules_of
from vingt.live.log.kinds import ROUND_EVENTS, STREAM_EVENTS, StreamEvent
from vingt.live.log.store import PEOPLE, TABLE
from vingt.live.people.names import NameOf
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import SCHEME, Binding, commitment


class NoSuchRound(LookupError):
    """The table has not played a round of this number."""


@dataclass(frozen=True, slots=True)
class Line:
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


@dataclass(frozen=True, slots=True)
class ShoeProof:
    """What anybody needs to check the shoe; the nonce and the order are empty while it is sealed."""

    number: int
    commitment: str
    cut: int | None
    cutter: str
    nonce: str
    order: tuple[Card, ...]
    seeds: tuple[PlayerSeed, ...] = ()
    bound_to: Binding | None = None  # None: scheme 1, which binds the order alone

    @property
    def holds(self) -> bool | None:
        """Whether the revealed order is the one committed to; None while it is sealed."""
        if not self.nonce:
            return None
        return commitment(bytes.fromhex(self.nonce), self.order, self.bound_to) == self.commitment

    def as_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "commitment": self.commitment,
            "cut": self.cut,
            "cutter": self.cutter,
            "nonce": self.nonce,
            "order": [str(card) for card in self.order],
            "seeds": [{"person": seed.person, "seed": seed.text} for seed in self.seeds],
            "scheme": 1 if self.bound_to is None else SCHEME,
            "bound_to": None if self.bound_to is None else self.bound_to._asdict(),
        }


@dataclass(frozen=True, slots=True)
class Told:
    table: str
    name: str
    number: int
    rules: TableRules
    lines: tuple[Line, ...]
    shoes: tuple[ShoeProof, ...]
    net: dict[str, int]
    finished: bool
    names: dict[str, str]

    def as_json(self) -> dict[str, object]:
        return {
            "table": self.table,
            "name": self.name,
            "rulebook": self.rules.rulebook,
            "rules_identity": self.rules.identity,
            "round": self.number,
            "finished": self.finished,
            "lines": [line.as_json() for line in self.lines],
            "shoes": [shoe.as_json() for shoe in self.shoes],
            "net": [
                {"person": person, "name": self.names.get(person, person), "amount": amount}
                for person, amount in self.net.items()
            ],
        }


def tell(log: Snapshot, table: str, number: int) -> Told:
    """The round as the log has it. A card that lay face down is shown when its shoe has been revealed."""
    opened, events, shoes = collected(log, f"{TABLE}{table}", number)
    return told_from(table, opened, rules_of(opened), number, events, shoes, names_in(log))


def told_from(
    table: str,
    opened: t.TableOpened,
    rules: TableRules,
    number: int,
    events: list[StoredEvent],
    shoes: list[StoredEvent],
    names: dict[str, str],
) -> Told:
    """The same for who has found the events already: those of the round, and those of its shoes."""
    teller = Teller(rules, orders_of(table, shoes), lambda person: names.get(person, person))
    lines = tuple(line for stored in events for line in teller.follow(stored))
    dealt_from = sorted(teller.shoes)
    proofs = tuple(proof for proof in proofs_in(shoes) if proof.number in dealt_from)
    return Told(table, opened.name, number, rules, lines, proofs, teller.net, teller.state.over, names)


def orders_of(table: str, shoes: list[StoredEvent]) -> Orders:
    """What has been revealed, and nothing else."""
    orders = Orders(table)
    for stored in shoes:
        orders.follow(stored)
    return orders


def last_round(log: Snapshot, table: str) -> int:
    """The number of the last round that was dealt, or begun where none was dealt."""
    begun = dealt = 0
    for stored in log.read(f"{TABLE}{table}"):
        if stored.kind == t.RoundStarted.kind:
            begun = stored.data["round"]
        elif stored.kind == e.BettingClosed.kind:
            dealt = begun
    return dealt or begun


def collected(
    log: Snapshot, stream: str, number: int
) -> tuple[t.TableOpened, list[StoredEvent], list[StoredEvent]]:
    """How the table opened, the events of the round, and those of all shoes, the revealing ones included."""
    events: list[StoredEvent] = []
    shoes: list[StoredEvent] = []
    opened: t.TableOpened | None = None
    last = 0
    for stored in log.read(stream) if stream in log.streams else ():
        if opened is None:
            opened = event_of(stored)
        if stored.kind == t.RoundStarted.kind:
            last = stored.data["round"]
        if last == number:
            events.append(stored)
        if stored.kind in SHOE_KINDS:
            shoes.append(stored)
    if opened is None:
        raise NoSuchRound(f"there is no table {stream.removeprefix(TABLE)!r}")
    if not events:
        played = f"rounds 1 to {last}" if last else "no round yet"
        raise NoSuchRound(f"{stream.removeprefix(TABLE)} has no round {number}: it has played {played}")
    ended = next((at for at, stored in enumerate(events) if stored.kind == e.RoundEnded.kind), len(events))
    return opened, events[: ended + 1], shoes


SHOE_KINDS = frozenset(each.kind for each in (t.ShoeShuffled, t.SeedGiven, t.CutMade, t.ShoeRevealed))


def proofs_in(shoes: list[StoredEvent]) -> list[ShoeProof]:
    found: dict[int, ShoeProof] = {}
    for stored in shoes:
        match event_of(stored):
            case t.ShoeShuffled(shoe=shoe, commitment=published, scheme=scheme, rules=rules):
                bound_to = Binding(stored.stream.removeprefix(TABLE), shoe, rules) if scheme > 1 else None
                found[shoe] = ShoeProof(shoe, published, None, "", "", (), (), bound_to)
            case t.SeedGiven(shoe=shoe, person=person, seed=seed):
                found[shoe] = replace(found[shoe], seeds=(*found[shoe].seeds, PlayerSeed(person, seed)))
            case t.CutMade(shoe=shoe, person=person, place=place):
                found[shoe] = replace(found[shoe], cut=place, cutter=person or "dealer")
            case t.ShoeRevealed(shoe=shoe, nonce=nonce, order=order):
                found[shoe] = replace(found[shoe], nonce=nonce, order=order)
            case _:
                pass
    return list(found.values())


def names_in(log: Snapshot) -> dict[str, str]:
    names: dict[str, str] = {}
    for stored in log.read(PEOPLE) if PEOPLE in log.streams else ():
        if stored.kind in (t.GuestWelcomed.kind, t.AccountMade.kind):
            names[stored.data["person"]] = stored.data["name"]
    return names


class Teller:
    """Follows the events of one round and puts each into words."""

    def __init__(self, rules: TableRules, orders: Orders, name: NameOf) -> None:
        self.rules, self.orders, self.name = rules, orders, name
        self.state: RoundState = new_round()
        self.net: dict[str, int] = {}
        self.shoes: set[int] = set()

    def follow(self, stored: StoredEvent) -> Iterator[Line]:
        if stored.kind not in STREAM_EVENTS:
            return
        event = event_of(stored, self._card_at)
        if stored.kind in ROUND_EVENTS:
            self.state = evolve(self.state, event)
        self.state = with_hole(self.state, event)
        found = self._told(event)
        if found is None:
            return
        amount = getattr(event, "returns", getattr(event, "amount", None))
        person = getattr(event, "player", "") or getattr(event, "person", "")
        seen = getattr(event, "card", None)
        yield Line(
            stored.version,
            stored.at,
            stored.kind,
            found,
            person,
            amount,
            "" if seen is None or seen == BLANK else str(seen),
            getattr(event, "cite", Cite()),
        )
        if isinstance(event, e.WagerSettled):
            self.net[event.player] = self.net.get(event.player, 0) + event.net
        elif isinstance(event, e.WagerUnwound):
            self.net[event.player] = self.net.get(event.player, 0) + event.amount

    def _card_at(self, place: t.Place) -> Card:
        self.shoes.add(place.shoe)
        try:
            return self.orders.card_at(place)
        except CardHidden:
            return BLANK

    def _told(self, event: StreamEvent) -> str | None:
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
            case t.LimitsPosted(minimum, maximum, by):
                return f"{name(by)} posts limits of {dollars(minimum)} to {dollars(maximum)}"
            case t.CoverCardOut(box=box):
                return f"the cover card comes out before a card for {place_of(box)}"
            case t.ShoeEnded(shoe=shoe, why=why):
                return f"shoe {shoe} ends: {why.replace('_', ' ')}"
            case t.ShoeOpened(shoe=shoe, cards=cards):
                return f"shoe {shoe}: {cards} cards"
            case t.ShoeShuffled(commitment=commitment):
                return f"shuffled, committed to {commitment}"
            case t.SeedGiven(person=person, seed=seed):
                return f"{name(person)} adds the seed {seed!r}"
            case t.CutMade(person=person, place=place):
                return f"{name(person) if person else 'the dealer'} cuts after {place} cards"
            case (
                t.TableOpened()
                | t.TableClosed()
                | t.EjectionOrdered()
                | t.PersonEjected()
                | t.BoxShared()
                | t.PaceSet()
                | t.Commanded()  # what it caused is told
                | t.CutOffered()
                | t.CutDeclined()
                | t.CoverCardPlaced()
                | t.ShoeLoaded()
                | t.CardsBurned()
                | t.ShoeRevealed()
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
            case e.CardDealt():
                return self._dealt(event)
            case e.InsurancePlaced():
                return f"{name(event.player)} insures box {event.box} for {dollars(event.amount)}"
            case e.InsuranceDeclined():
                return f"{name(event.player)} takes no insurance on box {event.box}"
            case e.HoleChecked():
                return f"the card reader shows {'a' if event.natural else 'no'} {self.rules.natural.name}"
            case e.HoleRevealed():
                return f"the hole card is {event.card}: {counts_of(self.rules).total(self.state.dealer[:2])}"
            case e.DoubleCardTurned():
                where = self._hand(event.box, event.hand)
                return (
                    f"the card of the double on {where} is {event.card}{self._counted(event.box, event.hand)}"
                )
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
            case e.HandRescued():
                return f"{name(event.player)} rescues {self._hand(event.box, event.hand)}"
            case e.HandFinished():
                return f"{self._hand(event.box, event.hand)}: {event.status.replace('_', ' ')}"
            case e.Answered():
                answer = "yes" if event.yes else "no"
                return f"{name(event.player)}: {event.question.replace('_', ' ')}? {answer}"
            case e.DealerFinished():
                what = f"a {self.rules.natural.name}" if event.natural else str(event.points)
                return f"the dealer has {what}"
            case e.WagerSettled():
                return self._settled(event)
            case e.ShoeRefilled():
                return "the shoe ran short: the discards are shuffled and burned from"
            case e.RoundVoided():
                return f"the round is void: {event.reason}"
            case e.WagerUnwound():
                return f"{name(event.player)}: {self._wager(event.wager)} undone, {signed(event.amount)}"
            case e.RoundEnded():
                return "the round is over"
            case e.CardSetAside(card=card, fate=fate):
                found = f"{name_of(card)} is set aside ({event.why.replace('_', ' ')})"
                return f"{found}: {fate.replace('_', ' ')}"
            case e.CardHeld():
                return "a card was drawn by mistake: it is the next card"
            case e.CardCarriedOver():
                return "the card drawn by mistake was not used: it is the first card of the next round"
            case e.CardExposed(card=card):
                return f"{name_of(card)} was drawn by mistake and seen: it is offered on"
            case e.ExposedCardTaken(box=box):
                return f"the exposed card goes to {place_of(box)}"
            case e.ExposedCardRefused(player=player):
                return f"{name(player)} refuses the exposed card and gets no more cards in this round"
            case e.CardsWithdrawn(fate="reshuffle"):
                return "all cards are to be shuffled again"
            case e.CardsWithdrawn():
                return "the decks leave the game"
            case e.DealReordered(why=why):
                return f"the deal goes on in another order: {why}"
            case e.HandDelayed():
                return f"{self._hand(event.box, event.hand)} gets its missed card after the others"
            case e.ReaderIncident(what=what):
                return f"the card reader: {what.replace('_', ' ')}"
            case e.ClaimRaised(player=player, line=line):
                return (
                    f"{name(player)}, box {event.box}: {self._wager(event.wager)}, {line.replace('-', ' ')}"
                )
            case e.BettingClosed() | e.StageReached() | e.CardRequested() | e.Asked():
                return None
            case _:
                assert_never(event)

    def _dealt(self, event: e.CardDealt) -> str:
        if event.card == BLANK:
            return f"a card face down for {place_of(event.box)}"
        lies = "" if event.face_up else " face down"
        if event.box == DEALER:
            total = counts_of(self.rules).total(self.state.dealer)
            return f"the dealer gets {event.card}{lies}" + (f": {total}" if event.face_up else "")
        counted = self._counted(event.box, event.hand)
        return f"{self._hand(event.box, event.hand)} gets {event.card}{lies}{counted}"

    def _counted(self, number: int, at: int) -> str:
        box = self.state.box(number)
        assert box is not None
        hand = box.hands[at]
        return "" if hand.unseen or BLANK in hand.cards else f": {total_of(self.rules, hand)}"

    def _settled(self, event: e.WagerSettled) -> str:
        where = self._hand(event.box, event.hand) if event.wager == MAIN else f"box {event.box}"
        what = f"{self._wager(event.wager)} {dollars(event.stake)}".removesuffix(" $0")
        outcome = event.outcome.replace("-", " ")
        return f"{self.name(event.player)}, {where}: {what}, {outcome}: {signed(event.net)}"

    def _wager(self, wager: str) -> str:
        return self.rules.wager_name(wager)

    def _hand(self, number: int, at: int) -> str:
        box = self.state.box(number)
        several = box is not None and len(box.hands) > 1
        return f"box {number}, hand {at + 1}" if several else f"box {number}"


def with_hole(state: RoundState, event: object) -> RoundState:
    """A hole card that was dealt from a sealed shoe is known once it is turned."""
    if not isinstance(event, e.HoleRevealed):
        return state
    return state._replace(dealer=(state.dealer[0], event.card, *state.dealer[2:]))


def name_of(card: Card) -> str:
    return "a card" if card == BLANK else f"the {card}"


def place_of(box: int) -> str:
    return "the dealer" if box == DEALER else f"box {box}"


def signed(amount: int) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)
