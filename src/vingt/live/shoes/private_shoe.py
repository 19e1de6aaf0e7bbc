"""A shoe for who plays alone, as in `vingt play`: shuffled by chance, or reproducibly from a seed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

from vingt.core.cards import Card
from vingt.core.rounds.event import BettingClosed, Event
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe, procedure
from vingt.core.shoe.double_shoe import ShoeSide
from vingt.core.shoe.event import DeterminantDrawn, ShoeEnded, ShoeEvent, ShoeShuffled
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.shoes.shuffle import shuffled

Below = Callable[[int], int]  # a number from 0 up to, not including, the given one


class Seeded:
    """Numbers from a seed and a counter: the same on every machine and in every version of Python."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counter = 0

    def __call__(self, limit: int) -> int:
        fair = 2**64 - 2**64 % limit  # numbers from here on would favour the small remainders
        while True:
            text = f"vingt play\n{self.counter}\n{self.seed}"
            self.counter += 1
            digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % limit


def below(seed: str | None) -> Below:
    """Chance, or reproducibly from a seed."""
    return secrets.randbelow if seed is None else Seeded(seed)


class PrivateShoe:
    """The cards of the table, and how many are out. What is done with them is core's procedure; nobody cuts,
    which changes no chance, so that a seed deals the same cards for good."""

    def __init__(self, rules: TableRules, seed: str | None) -> None:
        self.rules = rules
        self.below: Below = below(seed)
        self.all = rules.cards.shoe
        self.state = ShoeState()
        self.order: tuple[Card, ...] = ()  # the first to come out first
        self.side: ShoeSide = "left"  # of a double shoe, the one that is dealt from
        self.resting: tuple[ShoeState, tuple[Card, ...]] = (ShoeState(), ())  # its other side
        self.determinant: DeterminantDrawn | None = None  # the last one
        self.load()
        if rules.variant.has_determinant:
            self.turn_to("right")
            self.load()

    def turn_to(self, side: ShoeSide) -> None:
        if side != self.side:
            (self.state, self.order), self.resting = self.resting, (self.state, self.order)
            self.side = side

    def determine(self) -> None:
        """The determinant card says from which side the round is dealt (MD-BJ 7.C)."""
        last = self.determinant.drawn_from if self.determinant is not None else None
        side = double_shoe.drawn_from(self.rules, last)
        self.turn_to(side)
        card = self.take()
        assert card is not None, "a side ends with its cover card"
        self.determinant = double_shoe.determinant(self.rules, self.state, side, card)
        self.follow(self.determinant)
        self.turn_to(self.determinant.side)

    def follow(self, *events: ShoeEvent | Event) -> None:
        for event in events:
            self.state = evolve_shoe(self.state, event)
            if isinstance(event, BettingClosed) and self.rules.variant.has_determinant:
                self.determine()
            elif isinstance(event, BettingClosed):
                burned = procedure.burn_before_round(self.rules, self.state)
                self.follow(*([burned] if burned is not None else []))

    def load(self) -> None:
        """All cards shuffled into the shoe, and burned from; of a double shoe only the side that ended."""
        ended = procedure.end_after_round(self.rules, self.state)
        if ended is None and procedure.end_after_round(self.rules, self.resting[0]) is not None:
            self.turn_to(double_shoe.other(self.side))
            ended = procedure.end_after_round(self.rules, self.state)
        if self.state.loaded:
            self.follow(ended or procedure.end(self.rules, self.state, "ordered"))
        self.stack(self.all)

    def stack(self, cards: Sequence[Card], *, discards: bool = False) -> None:
        rules = self.rules
        self.follow(procedure.open_shoe(rules, self.state, cards, discards))
        self.order = self.shuffle(cards)
        steps, cite = procedure.shuffle_steps(rules), procedure.shuffle_cite(rules)
        self.follow(ShoeShuffled(self.state.number, rules.shoe.shuffler, "", "", steps, cite))
        self.follow(*procedure.loaded(rules, self.state))

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(reversed(shuffled(cards, self.below)))

    @property
    def left(self) -> tuple[Card, ...]:
        return self.order[self.state.out :]

    @property
    def ends(self) -> ShoeEnded | None:
        """Why all cards are shuffled before the next round, where they are."""
        now, other = self.state, self.resting[0]
        return procedure.end_after_round(self.rules, now) or procedure.end_after_round(self.rules, other)

    def take(self, box: int = 0) -> Card | None:
        """The next card, to be dealt to this box or the dealer; it is out once `follow` hears of it. None
        where the shoe is empty."""
        if (cover := procedure.cover_card(self.rules, self.state, box)) is not None:
            self.follow(cover)
        place = self.state.next_place
        return None if place is None else self.order[place.at]

    def refill(self, layout: RoundState) -> tuple[Card, ...] | None:
        """The discards shuffled again, and what is burned of them; None where they give no card to deal."""
        rack = procedure.discard_rack(self.all, layout)
        burns = self.rules.irregularity.shoe_runs_short_burns
        if len(rack) <= burns:
            return None
        self.follow(procedure.end(self.rules, self.state, "ran_short"))
        self.stack(rack, discards=True)
        return self.order[:burns]
