"""A table that has nothing but a shoe, and cards in the order in which they were given."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.core.cards import Card
from vingt.core.rounds.event import CardDealt
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.event import (
    CutDeclined,
    CutMade,
    Place,
)
from vingt.core.shoe.procedure import (
    cover_card,
    decline_cut,
    end_after_round,
    make_cut,
    next_events,
)
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.log import codec
from vingt.live.log.chain import START, StoredEvent
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault
from vingt.rulebook import library

THREE = Company(((1, "ann"), (3, "bob"), (5, "cy")), ("bob", "ann", "cy"))


class Arranged:
    """The cards in the order in which they were given, cut in the middle of what is allowed."""

    nonces = 0

    def order(self, cards: Sequence[Card]) -> Sequence[Card]:
        return cards

    def nonce(self) -> bytes:
        self.nonces += 1
        return bytes([self.nonces])

    def cut(self, least: int, most: int) -> int:
        return (least + most) // 2


class Table:
    """A table that has nothing but a shoe."""

    def __init__(self, rules: TableRules | str, company: Company = THREE, **choices: object) -> None:
        self.rules = library.table_rules(rules, choices) if isinstance(rules, str) else rules
        self.company = company
        self.shoe = ShoeState()
        self.orders = Orders("t", Vault(bytes(32)))
        self.orders.rules = self.rules.identity
        self.public = Orders("t")
        self.source = Arranged()
        self.log: list[object] = []

    def happen(self, *events: object) -> None:
        for event in events:
            drawn = [self.shoe.next_place or Place(0, 0)]
            new = codec.new(event, drawn)  # type: ignore[arg-type]
            stored = StoredEvent("table/t", 1, new.kind, 1, 0, "", "", new.data, START, "")
            for orders in (self.orders, self.public):
                orders.follow(stored)
            self.shoe = evolve_shoe(self.shoe, codec.event_of(stored, self.orders.card_at))
            self.log.append(event)

    def open(self, discards: Sequence[Card] | None = None) -> None:
        self.happen(*self.orders.shuffle(self.rules, self.shoe, self.source, discards))
        self.go_on()

    def go_on(self) -> None:
        while events := next_events(self.rules, self.shoe, self.company, self.source.cut):
            self.happen(*events)

    def answer(self, answer: CutMade | CutDeclined | Refusal) -> None:
        assert not isinstance(answer, Refusal), answer
        self.happen(answer)
        self.go_on()

    def decline(self, person: str) -> None:
        self.answer(decline_cut(self.rules, self.shoe, person))

    def cut(self, person: str, place: int) -> None:
        self.answer(make_cut(self.rules, self.shoe, person, place))

    @property
    def asked(self) -> str | None:
        offered = self.shoe.cut_offered
        return offered.person if offered and self.shoe.stage == "offered" else None

    def deal(self, box: int = 1) -> Card:
        if out := cover_card(self.rules, self.shoe, box):
            self.happen(out)
        place = self.shoe.next_place
        assert place is not None
        card = self.orders.card_at(place)
        self.happen(CardDealt(1, 0, card, face_up=False))
        return card

    def play_to_cover_card(self, box: int) -> None:
        """The cover card comes out in front of this box."""
        while not self.shoe.cover_card_out:
            self.deal(box)
        ended = end_after_round(self.rules, self.shoe)
        assert ended is not None
        self.happen(ended)

    def last(self, kind: type) -> object:
        return next(event for event in reversed(self.log) if isinstance(event, kind))


def seal_of(table: Table) -> str:
    return next(str(getattr(event, "sealed", "")) for event in table.log if hasattr(event, "sealed"))
