"""The boxes of a `TableView` arranged for drawing: hands, areas, what lies there and what may be laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vingt.core.rounds.outcome_words import even_words
from vingt.core.wager_kind import MAIN
from vingt.live.memory import Remembered
from vingt.live.views.view import BoxSeen, Choice, HandSeen, Payment, TableView
from vingt.report.rules.felt import area_signs

Places = Mapping[tuple[int | None, str | None], Choice]
ARC = 8  # steps between the outermost box and the middle of the curve


@dataclass(frozen=True, slots=True)
class Lying:
    """Chips of one person in one area, and what was won beside them."""

    name: str
    yours: bool
    amount: int
    won: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """An area of one box: what lies there for all, what was paid there, and what this person may lay."""

    wager: str
    name: str
    sign: str
    lying: tuple[Lying, ...]
    place: Choice | None
    next_amount: int
    playable: bool
    back: Choice | None  # to take it back
    paid: tuple[Payment, ...]
    favourite: bool = True

    @property
    def amount(self) -> int:
        return sum(wager.amount for wager in self.lying)

    @property
    def mine(self) -> int:
        return sum(wager.amount for wager in self.lying if wager.yours)

    @property
    def won(self) -> int:
        return sum(wager.won for wager in self.lying)

    @property
    def shown(self) -> bool:
        """On the cloth; the others are folded up."""
        return bool(self.lying or self.paid or (self.place is not None and self.favourite))


@dataclass(frozen=True, slots=True)
class BoxModel:
    seen: BoxSeen
    hands: tuple[HandSeen, ...]  # of the round before, until the first card of the next
    before: bool  # the hands are those of the round before
    arc: int
    sit: Choice | None
    main: Spot
    sides: tuple[Spot, ...]
    net: int | None  # of all that was settled for this box in the round whose hands lie there
    moments: tuple[str, ...]  # paid better than even: worth a moment
    turn: bool
    focus: bool  # the one a small screen shows large

    @property
    def results(self) -> dict[int, int]:
        """Hand -> what its main wagers won or lost."""
        nets: dict[int, int] = {}
        for payment in self.main.paid:
            nets[payment.hand] = nets.get(payment.hand, 0) + payment.net
        return nets

    def even(self, hand: int | None = None) -> str:
        """What is said of a hand, or of the box, that neither won nor lost."""
        paid = (
            self.main.paid
            if hand is not None
            else (*self.main.paid, *(p for s in self.sides for p in s.paid))
        )
        return even_words([payment.outcome for payment in paid if hand in (None, payment.hand)])

    @property
    def is_ready(self) -> bool:
        return any(bettor.ready for bettor in self.seen.bettors if bettor.person == self.seen.holder)

    @property
    def folded(self) -> tuple[Spot, ...]:
        """The areas of who may wager here; one whose wager rides on another's is printed too."""
        wagering = any(area.place is not None for area in self.sides)
        return tuple(area for area in self.sides if wagering and not area.shown)


BOXES: Remembered[BoxModel] = Remembered(8_000)


def boxes(
    view: TableView, choices: Iterable[Choice], places: Places, favourites: frozenset[str]
) -> tuple[BoxModel, ...]:
    choices = list(choices)
    seats = {c.box: c for c in choices if c.command == "take_seat"}
    backs: Places = {(c.box, c.wager): c for c in choices if c.command == "withdraw_wager"}
    focus = focus_of(view)
    last = max(len(view.boxes) - 1, 1)
    before = {box.number: box for box in shown_before(view)}
    return tuple(
        BoxMaker(
            view,
            box,
            {spot: choice for spot, choice in places.items() if spot[0] == box.number},
            {spot: choice for spot, choice in backs.items() if spot[0] == box.number},
            favourites,
            before.get(box.number),
        ).known(at / last, seats.get(box.number), focus == box.number)
        for at, box in enumerate(view.boxes)
    )


def shown_before(view: TableView) -> tuple[BoxSeen, ...]:
    """The hands of the round before lie there, for the eye only, until the next are dealt."""
    dealt = any(hand.cards for box in view.boxes for hand in box.hands)
    if view.phase not in ("betting", "cut") or dealt or not view.last_rounds:
        return ()
    return view.last_rounds[0].boxes


def focus_of(view: TableView) -> int:
    """The box that matters most to this person now: the one asked about, one's own, the one in turn."""
    for prompt in view.prompts:
        if prompt.urgent and prompt.box is not None:
            return prompt.box
    turn = [box.number for box in view.boxes if any(hand.turn for hand in box.hands)]
    mine = [box.number for box in view.boxes if box.yours or any(bettor.yours for bettor in box.bettors)]
    return next((number for number in (*(t for t in turn if t in mine), *mine, *turn)), 0)


@dataclass(frozen=True)
class BoxMaker:
    view: TableView
    box: BoxSeen
    places: Places
    backs: Places
    favourites: frozenset[str]
    before: BoxSeen | None

    def known(self, along: float, sit: Choice | None, focus: bool) -> BoxModel:
        """As made before, where it would be made of the same."""
        view = self.view
        of = (self.box, self.before, sit, view.wagers, *self.places.values(), *self.backs.values())
        over = view.phase == "over"
        besides = (along, focus, over, self.favourites, view.main_wager, view.chips, len(self.places))
        return BOXES.get((*of, *self.paid()), besides, lambda: self.made(along, sit, focus))

    def made(self, along: float, sit: Choice | None, focus: bool) -> BoxModel:
        """`along` is where on the curve: 0 at one end, 1 at the other."""
        across = 2 * along - 1
        paid = self.paid()
        signs = area_signs(tuple(wager.name for wager in self.view.wagers))
        old = self.before is not None
        return BoxModel(
            seen=self.box,
            hands=self.before.hands if self.before is not None else self.box.hands,
            before=old,
            arc=round(ARC * (1 - across * across)),
            sit=sit,
            main=self.spot(MAIN, self.view.main_wager, "", True, paid),
            sides=tuple(
                self.spot(wager.wager, wager.name, signs[wager.name], wager.playable, paid)
                for wager in self.view.wagers
                if wager.placed == "before_deal"
            ),
            net=sum(payment.net for payment in paid) if paid and (old or self.view.phase == "over") else None,
            moments=tuple(payment.outcome_words for payment in paid if payment.net > payment.stake),
            turn=any(hand.turn for hand in self.box.hands),
            focus=focus,
        )

    def paid(self) -> tuple[Payment, ...]:
        settled = self.view.last_rounds[0].payments if self.before is not None else self.view.payments
        return tuple(payment for payment in settled if payment.box == self.box.number)

    def spot(self, wager: str, name: str, sign: str, playable: bool, paid: tuple[Payment, ...]) -> Spot:
        place = self.places.get((self.box.number, wager))
        return Spot(
            wager=wager,
            name=name,
            sign=sign,
            lying=self.lying(wager),
            place=place,
            next_amount=next_amount(self.view, place),
            playable=playable,
            back=self.backs.get((self.box.number, wager)),
            paid=tuple(payment for payment in paid if payment.wager == wager),
            favourite=wager in self.favourites,
        )

    def lying(self, wager: str) -> tuple[Lying, ...]:
        """What lies there: wagers that are open, and those that were paid or pushed with what they won."""
        people: dict[str, Lying] = {}
        for bettor in self.box.bettors:
            amount = self.open_wager(bettor.person, wager)
            if amount:
                people[bettor.person] = Lying(bettor.name, bettor.yours, amount)
        if self.before is None:
            for payment in self.view.payments:
                if payment.box == self.box.number and payment.wager == wager and payment.returns:
                    old = people.get(payment.person, Lying(payment.name, payment.yours, 0))
                    people[payment.person] = Lying(
                        payment.name,
                        payment.yours,
                        old.amount + min(payment.stake, payment.returns),
                        old.won + max(0, payment.net),
                    )
        return tuple(people.values())

    def open_wager(self, person: str, wager: str) -> int:
        bettor = next(bettor for bettor in self.box.bettors if bettor.person == person)
        if wager != MAIN:
            return sum(side.amount for side in bettor.sides if side.wager == wager and side.open)
        if self.box.hands:
            stakes = [stake for hand in self.box.hands for stake in hand.stakes if stake.person == person]
            return sum(stake.total for stake in stakes if stake.open)
        return bettor.main


def next_amount(view: TableView, place: Choice | None) -> int:
    """What one press lays without a script: the least there, or the smallest chip on top."""
    if place is None:
        return 0
    if place.exact:
        above = [amount for amount in place.exact if amount > place.now]
        return above[0] if above else place.exact[0]
    return min(place.most, max(place.least, place.now + min(view.chips, default=place.unit)))
