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
    ScanCorrected,
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
        self._opened: dict[int, dict[int, list[OpenedSeal]]] = {}
        self._taken_back: dict[Place, list[Card | CardSealed]] = {}  # what was entered wrongly, oldest first
        self._moved: dict[
            Place, Place
        ] = {}  # entered at one, and lay at the other: in a double shoe's other side

    def follow(
        self,
        event: RealCardsShuffled | CardScanned | CardSealed | SealsOpened | SideCorrected | ScanCorrected,
    ) -> None:
        match event:
            case RealCardsShuffled(shoe=shoe):
                self._shown[shoe], self._sealed[shoe], self._opened[shoe] = {}, {}, {}
            case CardScanned(shoe=shoe, at=at):
                self._shown.setdefault(shoe, {})[at] = event.card
            case CardSealed(shoe=shoe, at=at):
                self._sealed.setdefault(shoe, {})[at] = event
            case SealsOpened(shoe=shoe):
                self._opened[shoe] = {}
                for seal in event.cards:
                    self._opened[shoe].setdefault(seal.at, []).append(seal)
            case ScanCorrected(shoe=shoe, places=places):
                for here in (self._shown.get(shoe, {}), self._sealed.get(shoe, {})):
                    for wrong in [each for each in places if each in here]:
                        self._taken_back.setdefault(Place(shoe, wrong), []).append(here.pop(wrong))
            case SideCorrected():
                for each in range(event.cards):
                    entered = Place(event.shoe, event.first + each)
                    self._moved[entered] = Place(event.drawn, event.at + each)

    def knows(self, shoe: int) -> bool:
        """Whether it is a shoe of real cards."""
        return shoe in self._shown

    def card_at(self, place: Place) -> Card:
        """CardHidden to who may not know it; IndexError where no card was entered."""
        here = self._shown[place.shoe].get(place.at) or self._sealed[place.shoe].get(place.at)
        if here is None:
            raise IndexError(f"card {place.at + 1} of shoe {place.shoe} was not entered")
        return here if isinstance(here, Card) else self._opened_seal(place, len(self._before(place))).card

    def card_entered(self, place: Place, times: int) -> Card:
        """The same as it was after so many entries: an older one may have been taken back since."""
        before = self._before(place)
        if not 0 < times <= len(before):
            return self.card_at(place)
        here = before[times - 1]
        return here if isinstance(here, Card) else self._opened_seal(place, times - 1).card

    def _before(self, place: Place) -> list[Card | CardSealed]:
        return self._taken_back.get(place, [])

    def _seals(self, place: Place) -> list[CardSealed]:
        """Every seal of the place, oldest first; the last is of the card that lay there."""
        newest = self._sealed.get(place.shoe, {}).get(place.at)
        old = [each for each in self._before(place) if isinstance(each, CardSealed)]
        return [*old, newest] if newest is not None else old

    def _opened_seal(self, place: Place, number: int) -> OpenedSeal:
        known = self._opened[place.shoe].get(place.at, [])
        if number < len(known):
            return known[number]
        if self._vault is None:
            raise CardHidden(place)
        sealed = self._seals(place)[number].sealed
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

    def _sealed_places(self, shoe: int) -> list[Place]:
        old = {place for place in self._taken_back if place.shoe == shoe and self._seals(place)}
        return sorted(old | {Place(shoe, at) for at in self._sealed.get(shoe, {})})

    def open_all(self, shoe: int) -> SealsOpened:
        """Those too that were taken back."""
        places = self._sealed_places(shoe)
        seals = (self._opened_seal(each, n) for each in places for n in range(len(self._seals(each))))
        return SealsOpened(shoe, tuple(seals))

    def broken_seals(self, shoe: int, rules: str) -> list[int]:
        """The places at which what was opened is not what had been committed to, or was left out."""
        bound_to = Binding(self.table, shoe, rules)
        broken = []
        for place in self._sealed_places(shoe):
            opened = [
                commitment(bytes.fromhex(seal.nonce), (seal.card,), bound_to)
                for seal in self._opened.get(shoe, {}).get(place.at, [])
            ]
            if opened != [seal.commitment for seal in self._seals(place)]:
                broken.append(place.at)
        return broken

    def forget(self, shoe: int) -> None:
        for kept in (self._shown, self._sealed, self._opened):
            kept.pop(shoe, None)
        self._moved = {
            entered: lay for entered, lay in self._moved.items() if shoe not in (entered.shoe, lay.shoe)
        }
        self._taken_back = {place: cards for place, cards in self._taken_back.items() if place.shoe != shoe}

    def kept(self) -> tuple[object, ...]:
        return (self._shown, self._sealed, self._opened, self._moved, self._taken_back)

    def keep(self, kept: tuple[Any, ...]) -> None:
        self._shown, self._sealed, self._opened, self._moved, self._taken_back = kept


def about(table: str, place: Place) -> str:
    return f"table/{table} shoe {place.shoe} card {place.at}"
