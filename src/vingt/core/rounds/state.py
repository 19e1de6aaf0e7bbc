"""What is on the layout: boxes, wagers, cards. A state is a value; only `evolve` makes the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from vingt.core.cards import Card
from vingt.core.cite import Cite

Stage = Literal[
    "betting",
    "deal",
    "initial_wagers",
    "insurance",
    "check",
    "play",
    "reveal",
    "dealer",
    "settlement",
    "over",
    "void",
]
HandStatus = Literal["playing", "doubled", "stood", "busted", "natural", "twenty_one", "surrendered", "dead"]
Question = Literal["switch", "join_double", "cover_split", "rescue", "late_second_card", "late_drawn_card"]

DEALER = 0  # the "box" of the dealer in targets and in the dealing queue
COMMUNITY = -1  # that of a card which is the same card of every hand (MD-BJ 12.C(2))


class HandStake(NamedTuple):
    """One bettor's money on one hand: the base wager and each raise by doubling."""

    player: str
    base: int
    raises: tuple[int, ...] = ()
    open: bool = True
    surrendered: bool = False
    coupon: int = 0  # a match-play coupon lies with the wager it was placed with

    @property
    def total(self) -> int:
        return self.base + sum(self.raises)


class Hand(NamedTuple):
    cards: tuple[Card, ...] = ()
    stakes: tuple[HandStake, ...] = ()
    status: HandStatus = "playing"
    from_split: bool = False
    split_aces: bool = False
    switched: bool = False  # its second card came from the other hand of the position
    shared: int = 0  # how many of its first cards are community cards, which lie there once for all hands
    doubles: int = 0
    card_due: bool = False  # a card was asked for and has not come yet
    acted: bool = False
    unseen: tuple[
        Card | None, ...
    ] = ()  # of a double, face down until settlement; None: who looks may not know
    face_down: tuple[int, ...] = ()  # places among `cards` that nobody but who plays the hand may see
    late: bool = False  # its missed card comes after the other players' cards
    ended: Cite = Cite()  # the clause that ended it

    @property
    def finished(self) -> bool:
        return self.status not in ("playing", "doubled")

    @property
    def live(self) -> bool:
        """Whether money on it is still to be decided."""
        return any(stake.open for stake in self.stakes)

    @property
    def to_be_turned(self) -> tuple[Card, ...]:
        return tuple(self.cards[at] for at in self.face_down)

    @property
    def own_cards(self) -> tuple[Card, ...]:
        """Those that were dealt to it and to no other hand."""
        return self.cards[self.shared :]

    def stake_of(self, player: str) -> HandStake | None:
        return next((stake for stake in self.stakes if stake.player == player), None)


class SideStake(NamedTuple):
    wager: str
    amount: int
    open: bool = True
    coupon: int = 0


class Bettor(NamedTuple):
    """A player's wagers on one box. `main` is zero for a side wager on somebody else's box (MBS-P 3.5.2)."""

    player: str
    main: int = 0
    coupon: int = 0
    seated: bool = False
    sides: tuple[SideStake, ...] = ()
    insurance: int | None = None  # None: not answered; 0: declined
    insurance_open: bool = False

    def side(self, wager: str) -> SideStake | None:
        return next((side for side in self.sides if side.wager == wager), None)


class Box(NamedTuple):
    number: int
    bettors: tuple[Bettor, ...] = ()
    hands: tuple[Hand, ...] = ()
    first_cards: tuple[Card, ...] = ()
    riding_settled: tuple[tuple[str, str], ...] = ()  # (player, wager) of wagers that come with another

    @property
    def main_bettors(self) -> tuple[Bettor, ...]:
        return tuple(bettor for bettor in self.bettors if bettor.main)

    @property
    def in_play(self) -> bool:
        return bool(self.hands)

    @property
    def insurable(self) -> tuple[Bettor, ...]:
        """Those with a main wager on a hand that is not dead."""
        return self.main_bettors if any(hand.status != "dead" for hand in self.hands) else ()

    def bettor(self, player: str) -> Bettor | None:
        return next((bettor for bettor in self.bettors if bettor.player == player), None)


class OpenQuestion(NamedTuple):
    """A question that must be answered before the round goes on."""

    question: Question
    player: str
    box: int
    hand: int


class OpenClaim(NamedTuple):
    """Money a device must name: a share of a meter, a wheel's prize."""

    player: str
    box: int
    wager: str
    line: str
    stake: int
    returns_stake: bool
    cite: Cite


class Settled(NamedTuple):
    """What a settlement did, kept for envy pays and for unwinding a void round."""

    player: str
    box: int
    hand: int
    wager: str
    outcome: str
    stake: int
    returns: int
    doubled: bool


class RoundState(NamedTuple):
    stage: Stage = "betting"
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()  # each is also a first card of every hand
    hole_hidden: bool = False
    hole_unseen: bool = False  # it lies there and is not in `dealer`: nobody knows it before it is turned
    queue: tuple[int, ...] = ()  # whose cards of the initial deal are still to come
    reader_says_natural: bool | None = None
    reader_out: bool = False
    suspended: bool = False
    drawn: int = 0
    asked: tuple[OpenQuestion, ...] = ()
    claims: tuple[OpenClaim, ...] = ()
    settled: tuple[Settled, ...] = ()
    face_up_found: int = 0
    strays_found: int = 0
    held_card: Card | None = None  # drawn by mistake, unexposed: the next card
    exposed: Card | None = None  # drawn by mistake and seen: offered to players, then to the dealer
    set_aside: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()  # face down, seen by nobody
    betting_closed: bool = False
    dealer_done: bool = False
    switch_asked: tuple[int, ...] = ()  # the first boxes of the positions that were asked
    refusing: tuple[str, ...] = ()  # players who refused an exposed card and get no more cards
    ended: Cite = Cite()  # what ended the dealer's turn, or voided the round

    def box(self, number: int) -> Box | None:
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def hands(self) -> Iterator[tuple[Box, int, Hand]]:
        for box in self.boxes:
            for at, hand in enumerate(box.hands):
                yield box, at, hand

    @property
    def up(self) -> Card | None:
        return self.dealer[0] if self.dealer else None

    @property
    def hole(self) -> Card | None:
        return self.dealer[1] if len(self.dealer) > 1 else None

    @property
    def over(self) -> bool:
        return self.stage in ("over", "void")


def new_round(carried: Card | None = None) -> RoundState:
    """A table open for wagers; a card that the last round `carried` over is the first of this one."""
    return RoundState(held_card=carried)
