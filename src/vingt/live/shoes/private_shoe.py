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
from vingt.core.shoe.event import DeterminantDrawn, Place, ShoeEnded, ShoeEvent, ShoeShuffled
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
        self.orders: dict[int, tuple[Card, ...]] = {}  # of the shoes in play, the first to come out first
        self.load()

    @property
    def order(self) -> tuple[Card, ...]:
        """Of the cards at hand: a double shoe has those of another side besides."""
        return self.orders[self.state.number]

    @property
    def determinant(self) -> DeterminantDrawn | None:
        """The last card that said from which side of a double shoe a round is dealt."""
        return self.state.determinant

    def follow(self, *events: ShoeEvent | Event) -> None:
        for event in events:
            self.state = evolve_shoe(self.state, event)
            if isinstance(event, BettingClosed):
                self.before_first_card(next(iter(event.order), 0))

    def before_first_card(self, box: int) -> None:
        """A card is burned, or says from which side the round is dealt (MD-BJ 12.B(7), 7.C)."""
        if self.rules.variant.has_determinant:
            self.follow(*double_shoe.determinant(self.rules, self.state, self.card_at, box))
        elif (burned := procedure.burn_before_round(self.rules, self.state)) is not None:
            self.follow(burned)

    def load(self) -> None:
        """All cards shuffled into the shoe, and burned from; of a double shoe only the sides that ended."""
        rules, ended = self.rules, procedure.end_after_round(self.rules, self.state)
        if ended is None:
            self.follow(*procedure.all_end(rules, self.state, "ordered"))
        while ended is not None:
            self.follow(ended)
            ended = procedure.end_after_round(rules, self.state)
        while not self.state.ready:
            self.stack(self.all)

    def stack(self, cards: Sequence[Card], *, discards: bool = False) -> None:
        rules = self.rules
        opened = procedure.open_shoe(rules, self.state, cards, discards)
        self.follow(opened)
        self.orders = {each: self.orders[each] for each in self.orders if self.state.numbered(each).loaded}
        self.orders[opened.shoe] = self.shuffle(cards)
        steps, cite = procedure.shuffle_steps(rules), procedure.shuffle_cite(rules)
        self.follow(ShoeShuffled(opened.shoe, rules.shoe.shuffler, "", "", steps, cite))
        self.follow(*procedure.loaded(rules, self.state))

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(reversed(shuffled(cards, self.below)))

    @property
    def left(self) -> tuple[Card, ...]:
        return self.order[self.state.out :]

    @property
    def ends(self) -> ShoeEnded | None:
        """Why cards are shuffled before the next round, where they are."""
        return procedure.end_after_round(self.rules, self.state)

    def card_at(self, place: Place) -> Card:
        return self.orders[place.shoe][place.at]

    def take(self, box: int = 0) -> Card | None:
        """The next card, to be dealt to this box or the dealer; it is out once `follow` hears of it. None
        where the shoe is empty."""
        held = self.state.held is not None  # it is out of the shoe already
        cover = None if held else procedure.cover_card(self.rules, self.state, box)
        if cover is not None:
            self.follow(cover)
        place = self.state.next_place
        return None if place is None else self.card_at(place)

    def refill(self, layout: RoundState) -> tuple[Card, ...] | None:
        """The discards shuffled again, and what is burned of them; None where they give no card to deal."""
        rack = procedure.discard_rack(self.all, layout, self.state)
        burns = self.rules.irregularity.shoe_runs_short_burns
        if len(rack) <= burns:
            return None
        self.follow(procedure.end(self.rules, self.state, "ran_short"))
        self.stack(rack, discards=True)
        return self.order[:burns]
