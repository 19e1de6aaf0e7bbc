"""The orders of a table's shoes, for who may know them: the table with its vault, and after the last card
everybody. A card is looked up by its place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple, assert_never, get_args

from vingt.core.cards import Card, cards
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import (
    CardsBurned,
    CardScanned,
    CardSealed,
    CoverCardOut,
    CoverCardPlaced,
    CutDeclined,
    CutMade,
    CutOffered,
    DeterminantDrawn,
    RealCardsShuffled,
    RecutOrdered,
    ScanCorrected,
    ScanRefused,
    SealsOpened,
    SeedGiven,
    ShoeCounted,
    ShoeEnded,
    ShoeEvent,
    ShoeLoaded,
    ShoeOpened,
    ShoeRevealed,
    ShoeShuffled,
    SideCorrected,
    SideTurnedTo,
)
from vingt.core.shoe.procedure import WrongCards, open_shoe, shuffle_cite, shuffle_steps
from vingt.core.shoe.state import PlayerSeed, ShoeState
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.events import Place, TableOpened
from vingt.live.log.filing import identity_in
from vingt.live.shoes.scans import Scans
from vingt.live.shoes.shuffle import SCHEME, Binding, ShoeSource, commitment, cut_at, mixed, written
from vingt.live.shoes.vault import Vault

SHOE_KINDS = frozenset(kind.kind for kind in get_args(ShoeEvent))


class Order(NamedTuple):
    """As committed: before the cut, the top card first."""

    nonce: bytes
    cards: tuple[Card, ...]


class Orders:
    """Follows one table's stream. Without a vault it knows what was revealed, and nothing else."""

    def __init__(self, table: str, vault: Vault | None = None) -> None:
        self.table = table
        self._vault = vault
        self._sealed: dict[int, str] = {}
        self._cuts: dict[int, int] = {}
        self._orders: dict[int, Order] = {}
        self._seeds: dict[int, list[PlayerSeed]] = {}
        self._bound: dict[int, Binding] = {}
        self._mixed: dict[int, tuple[Card, ...]] = {}
        self.scans = Scans(table, vault)
        self.rules = ""  # the identity of the rules under which the table was opened

    def __repr__(self) -> str:
        return f"Orders({self.table!r})"

    def follow(self, stored: StoredEvent) -> None:
        if stored.kind == TableOpened.kind:
            self.rules = identity_in(stored.data)
        elif stored.kind in SHOE_KINDS:
            self.take_in(event_of(stored))

    def take_in(self, event: ShoeEvent) -> None:
        match event:
            case ShoeShuffled(shoe=shoe):
                self._sealed[shoe] = event.sealed
                if event.scheme > 1:
                    self._bound[shoe] = Binding(self.table, shoe, event.rules)
            case SeedGiven(shoe=shoe):
                self._seeds.setdefault(shoe, []).append(PlayerSeed(event.person, event.seed))
                self._mixed.pop(shoe, None)
            case CutMade(shoe=shoe, place=place):
                self._cuts[shoe] = place
            case ShoeRevealed(shoe=shoe):
                self._orders[shoe] = Order(bytes.fromhex(event.nonce), event.order)
            case ShoeOpened() | CutOffered() | CutDeclined() | CoverCardPlaced() | ShoeLoaded():
                pass  # nothing about the order
            case CardsBurned() | CoverCardOut() | ShoeEnded() | RecutOrdered():
                pass
            case DeterminantDrawn() | SideTurnedTo():
                pass
            case ScanRefused() | ShoeCounted():
                pass
            case RealCardsShuffled() | CardScanned() | CardSealed() | SealsOpened() | SideCorrected():
                self.scans.follow(event)
            case ScanCorrected():
                self.scans.follow(event)
            case _:
                assert_never(event)

    def card_at(self, place: Place) -> Card:
        """The card at a place of the cut shoe; `CardHidden` to who may not know it."""
        if self.scans.knows(place.shoe):
            return self.scans.card_at(place)
        try:
            order = self.mixed(place.shoe)
        except LookupError as error:
            raise CardHidden(place) from error
        if not 0 <= place.at < len(order):
            raise IndexError(f"shoe {place.shoe} has {len(order)} cards, not {place.at + 1}")
        return order[(place.at + self._cuts.get(place.shoe, 0)) % len(order)]

    def dealing_order(self, shoe: int) -> tuple[Card, ...]:
        return cut_at(self.mixed(shoe), self._cuts.get(shoe, 0))

    def mixed(self, shoe: int) -> tuple[Card, ...]:
        """The committed order with the players' seeds: what is cut and dealt."""
        if shoe not in self._mixed:
            order = self.committed(shoe)
            self._mixed[shoe] = mixed(order.cards, order.nonce, self._seeds.get(shoe, ()))
        return self._mixed[shoe]

    def commitment(self, shoe: int) -> str:
        """What must have been published for the order as it is known here."""
        order = self.committed(shoe)
        return commitment(order.nonce, order.cards, self._bound.get(shoe))

    def committed(self, shoe: int) -> Order:
        """The order a commitment was made to; LookupError where it is sealed and there is no vault."""
        if shoe not in self._orders:
            if self._vault is None or shoe not in self._sealed:
                raise LookupError(f"the order of shoe {shoe} is sealed")
            secret = json.loads(self._vault.unseal(self._sealed[shoe], about(self.table, shoe)))
            self._orders[shoe] = Order(bytes.fromhex(secret["nonce"]), cards(secret["order"]))
        return self._orders[shoe]

    def forget(self, shoe: int) -> None:
        """A shoe that is over and revealed need not be kept in memory."""
        for kept in (self._sealed, self._cuts, self._orders, self._seeds, self._bound, self._mixed):
            kept.pop(shoe, None)
        self.scans.forget(shoe)

    def kept(self) -> tuple[object, ...]:
        """What `keep` takes, for a cache; no order that is sealed in the log is in it."""
        return (self.rules, self._sealed, self._cuts, self._seeds, self._bound, self.scans.kept())

    def keep(self, kept: tuple[Any, ...]) -> None:
        self.rules, self._sealed, self._cuts, self._seeds, self._bound, scans = kept
        self.scans.keep(scans)

    def copy(self) -> Orders:
        """Of its own: what it follows is followed by no other."""
        copied = Orders(self.table, self._vault)
        copied.keep(deepcopy(self.kept()))
        return copied

    # -- making them -----------------------------------------------------------------------------------------

    def shuffle(
        self, rules: TableRules, state: ShoeState, source: ShoeSource, discards: Sequence[Card] | None = None
    ) -> tuple[ShoeOpened, ShoeShuffled]:
        """A new shoe, or the discards shuffled again when one ran short: verified, shuffled, committed to."""
        if self._vault is None:
            raise ValueError("without a vault no shoe can be sealed")
        cards = rules.cards.shoe if discards is None else tuple(discards)
        opened = open_shoe(rules, state, cards, discards is not None)
        order = Order(source.nonce(), tuple(source.order(cards)))
        if sorted(order.cards) != sorted(cards):
            raise WrongCards("a shuffle neither adds nor loses a card")
        secret = json.dumps({"nonce": order.nonce.hex(), "order": written(order.cards)}).encode()
        sealed = self._vault.seal(secret, about(self.table, opened.shoe))
        return opened, ShoeShuffled(
            opened.shoe,
            rules.shoe.shuffler,
            commitment(order.nonce, order.cards, Binding(self.table, opened.shoe, self.rules)),
            sealed,
            shuffle_steps(rules),
            shuffle_cite(rules),
            SCHEME,
            self.rules,
        )

    def reveal(self, shoe: int) -> ShoeRevealed | SealsOpened:
        if self.scans.knows(shoe):
            return self.scans.open_all(shoe)
        order = self.committed(shoe)
        return ShoeRevealed(shoe, order.nonce.hex(), order.cards)


def about(table: str, shoe: int) -> str:
    return f"table/{table} shoe {shoe}"
