"""The cards of real shoes, place by place as they came: seen by all, or sealed until the shoe is over."""

from __future__ import annotations

import json
import secrets
from typing import Any

from vingt.core.cards import Card, card
from vingt.core.shoe.event import (
    CardScanned,
    CardSealed,
    OpenedSeal,
    RealCardsShuffled,
    SealsOpened,
    SideCorrected,
)
from vingt.live.log.codec import CardHidden
from vingt.live.log.events import Place
from vingt.live.shoes.shuffle import Binding, commitment
from vingt.live.shoes.vault import Vault

NONCE_BYTES = 32


class Scans:
    """Follows one table's stream, with its `Orders`. Without a vault it knows what was shown, and no more."""

    def __init__(self, table: str, vault: Vault | None = None) -> None:
        self.table = table
        self._vault = vault
        self._shown: dict[int, dict[int, Card]] = {}
        self._sealed: dict[int, dict[int, CardSealed]] = {}
        self._opened: dict[int, dict[int, OpenedSeal]] = {}
        self._moved: dict[
            Place, Place
        ] = {}  # entered at one, and lay at the other: in a double shoe's other side

    def follow(
        self, event: RealCardsShuffled | CardScanned | CardSealed | SealsOpened | SideCorrected
    ) -> None:
        match event:
            case RealCardsShuffled(shoe=shoe):
                self._shown[shoe], self._sealed[shoe], self._opened[shoe] = {}, {}, {}
            case CardScanned(shoe=shoe, at=at):
                self._shown.setdefault(shoe, {})[at] = event.card
            case CardSealed(shoe=shoe, at=at):
                self._sealed.setdefault(shoe, {})[at] = event
            case SealsOpened(shoe=shoe):
                self._opened[shoe] = {seal.at: seal for seal in event.cards}
            case SideCorrected():
                for each in range(event.cards):
                    entered = Place(event.shoe, event.first + each)
                    self._moved[entered] = Place(event.drawn, event.at + each)

    def knows(self, shoe: int) -> bool:
        """Whether it is a shoe of real cards."""
        return shoe in self._shown

    def card_at(self, place: Place) -> Card:
        """CardHidden to who may not know it; IndexError where no card was entered."""
        if (shown := self._shown[place.shoe].get(place.at)) is not None:
            return shown
        if place.at not in self._sealed[place.shoe]:
            raise IndexError(f"card {place.at + 1} of shoe {place.shoe} was not entered")
        return self.opened(place).card

    def opened(self, place: Place) -> OpenedSeal:
        known = self._opened[place.shoe].get(place.at)
        if known is not None:
            return known
        if self._vault is None:
            raise CardHidden(place)
        sealed = self._sealed[place.shoe][place.at].sealed
        secret = json.loads(self._vault.unseal(sealed, about(self.table, place)))
        return OpenedSeal(place.at, secret["nonce"], card(secret["card"]))

    def entered(self, shoe: int) -> dict[int, Card]:
        """Every card of the shoe so far, by its place; for who holds the vault."""
        own = [Place(shoe, at) for at in (*self._shown.get(shoe, ()), *self._sealed.get(shoe, ()))]
        lay = {place: place for place in own if place not in self._moved}
        lay |= {
            lay: entered
            for entered, lay in self._moved.items()
            if lay.shoe == shoe and self._is_here(entered)
        }
        return {place.at: self.card_at(lay[place]) for place in sorted(lay)}

    def _is_here(self, place: Place) -> bool:
        return place.at in self._shown.get(place.shoe, ()) or place.at in self._sealed.get(place.shoe, ())

    def seal(self, place: Place, face_down: Card, rules: str) -> CardSealed:
        if self._vault is None:
            raise ValueError("without a vault no card can be sealed")
        nonce = secrets.token_bytes(NONCE_BYTES)
        secret = json.dumps({"nonce": nonce.hex(), "card": str(face_down)}).encode()
        bound = commitment(nonce, (face_down,), Binding(self.table, place.shoe, rules))
        sealed = self._vault.seal(secret, about(self.table, place))
        return CardSealed(place.shoe, place.at, bound, sealed)

    def open_all(self, shoe: int) -> SealsOpened:
        return SealsOpened(shoe, tuple(self.opened(Place(shoe, at)) for at in sorted(self._sealed[shoe])))

    def broken_seals(self, shoe: int, rules: str) -> list[int]:
        """The places at which what was opened is not what had been committed to, or was left out."""
        sealed, opened = self._sealed.get(shoe, {}), self._opened.get(shoe, {})
        bound_to = Binding(self.table, shoe, rules)
        return [
            at
            for at, seal in sorted(sealed.items())
            if at not in opened
            or commitment(bytes.fromhex(opened[at].nonce), (opened[at].card,), bound_to) != seal.commitment
        ]

    def forget(self, shoe: int) -> None:
        for kept in (self._shown, self._sealed, self._opened):
            kept.pop(shoe, None)
        self._moved = {each: lay for each, lay in self._moved.items() if shoe not in (each.shoe, lay.shoe)}

    def kept(self) -> tuple[object, ...]:
        return (self._shown, self._sealed, self._opened, self._moved)

    def keep(self, kept: tuple[Any, ...]) -> None:
        self._shown, self._sealed, self._opened, self._moved = kept


def about(table: str, place: Place) -> str:
    return f"table/{table} shoe {place.shoe} card {place.at}"
