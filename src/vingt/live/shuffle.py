"""Where the orders of shoes come from, and how an order is bound before the first card comes out."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from vingt.core.cards import Card

NONCE_BYTES = 32


class ShoeSource(Protocol):
    """All the chance there is at a live table."""

    def order(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards, all of them, in the order in which they lie after the shuffle."""
        ...

    def nonce(self) -> bytes:
        """What keeps a commitment from being guessed."""
        ...

    def cut(self, least: int, most: int) -> int:
        """Where the dealer cuts: so many cards from the top, within the limits."""
        ...


class CryptographicShoes:
    """The operating system's cryptographic generator."""

    def order(self, cards: Sequence[Card]) -> Sequence[Card]:
        return shuffled(cards)

    def nonce(self) -> bytes:
        return secrets.token_bytes(NONCE_BYTES)

    def cut(self, least: int, most: int) -> int:
        return least + secrets.randbelow(most - least + 1)


def shuffled(cards: Iterable[Card], below: Callable[[int], int] = secrets.randbelow) -> tuple[Card, ...]:
    """Fisher and Yates: each order is equally likely when `below(n)` is uniform from 0 to n - 1."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def written(order: Iterable[Card]) -> str:
    """An order as it is committed to: "7s 10h Kc …", the top card first."""
    return " ".join(map(str, order))


def commitment(nonce: bytes, order: Iterable[Card]) -> str:
    """SHA-256 of the nonce followed by the written order."""
    return hashlib.sha256(nonce + written(order).encode("ascii")).hexdigest()


def cut_at(order: Sequence[Card], place: int) -> tuple[Card, ...]:
    """The cards above the cover card go to the bottom (MD-P21 5.E(1), MA-P21 4(e)#2)."""
    return (*order[place:], *order[:place])
