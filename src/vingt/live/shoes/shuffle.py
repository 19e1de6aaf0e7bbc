"""Where the orders of shoes come from, and how an order is bound before the first card comes out."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import NamedTuple, Protocol

from vingt.core.cards import Card
from vingt.core.shoe.state import PlayerSeed
from vingt.live.log.chain import canonical

NONCE_BYTES = 32
SCHEME = 2  # of commitments made now


class Binding(NamedTuple):
    """What a commitment is about."""

    table: str
    shoe: int
    rules: str  # their hash


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

    def raw(self, count: int) -> bytes:
        """What all of the below is drawn from."""
        return secrets.token_bytes(count)

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


def commitment(nonce: bytes, order: Iterable[Card], bound_to: Binding | None = None) -> str:
    """SHA-256 of the nonce followed by the written order (scheme 1), or of six lines that also name table,
    shoe and rules (scheme 2), so that it can stand for no other shoe."""
    if bound_to is None:
        return hashlib.sha256(nonce + written(order).encode("ascii")).hexdigest()
    lines = (f"vingt shoe {SCHEME}", *map(str, bound_to), nonce.hex(), written(order), "")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def mixed(order: Sequence[Card], nonce: bytes, seeds: Sequence[PlayerSeed]) -> tuple[Card, ...]:
    """The committed order shuffled once more by what players gave after the commitment. The house fixed order
    and nonce before it knew the seeds; players gave seeds without knowing either: neither decides alone."""
    if not seeds:
        return tuple(order)
    said = canonical([list(seed) for seed in seeds]).encode("ascii")
    blocks = (hmac.digest(nonce, at.to_bytes(4, "big") + said, "sha256") for at in count())
    return shuffled(order, lambda most: int.from_bytes(next(blocks), "big") % most)


def cut_at(order: Sequence[Card], place: int) -> tuple[Card, ...]:
    """The cards above the cover card go to the bottom (MD-P21 5.E(1), MA-P21 4(e)#2)."""
    return (*order[place:], *order[:place])
