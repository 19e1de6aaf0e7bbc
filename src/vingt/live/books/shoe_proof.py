"""What anybody needs to check the shoes of a table, from its log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vingt.core.cards import Card
from vingt.core.shoe.state import PlayerSeed
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.store import TABLE
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import SCHEME, Binding, commitment


@dataclass(frozen=True, slots=True)
class ShoeProof:
    """What anybody needs to check the shoe; the nonce and the order are empty while it is sealed."""

    number: int
    commitment: str
    cut: int | None
    cutter: str
    nonce: str
    order: tuple[Card, ...]
    seeds: tuple[PlayerSeed, ...] = ()
    bound_to: Binding | None = None  # None: scheme 1, which binds the order alone

    @property
    def holds(self) -> bool | None:
        """Whether the revealed order is the one committed to; None while it is sealed."""
        if not self.nonce:
            return None
        return commitment(bytes.fromhex(self.nonce), self.order, self.bound_to) == self.commitment

    def as_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "commitment": self.commitment,
            "cut": self.cut,
            "cutter": self.cutter,
            "nonce": self.nonce,
            "order": [str(card) for card in self.order],
            "seeds": [{"person": seed.person, "seed": seed.text} for seed in self.seeds],
            "scheme": 1 if self.bound_to is None else SCHEME,
            "bound_to": None if self.bound_to is None else self.bound_to._asdict(),
        }


def orders_of(table: str, shoes: list[StoredEvent]) -> Orders:
    """What has been revealed, and nothing else."""
    orders = Orders(table)
    for stored in shoes:
        orders.follow(stored)
    return orders


SHOE_KINDS = frozenset(event.kind for event in (t.ShoeShuffled, t.SeedGiven, t.CutMade, t.ShoeRevealed))


def proofs_in(shoes: list[StoredEvent]) -> list[ShoeProof]:
    proofs: dict[int, ShoeProof] = {}
    for stored in shoes:
        match event_of(stored):
            case t.ShoeShuffled(shoe=shoe, commitment=published, scheme=scheme, rules=rules):
                bound_to = Binding(stored.stream.removeprefix(TABLE), shoe, rules) if scheme > 1 else None
                proofs[shoe] = ShoeProof(shoe, published, None, "", "", (), (), bound_to)
            case t.SeedGiven(shoe=shoe, person=person, seed=seed):
                proofs[shoe] = replace(proofs[shoe], seeds=(*proofs[shoe].seeds, PlayerSeed(person, seed)))
            case t.CutMade(shoe=shoe, person=person, place=place) if shoe in proofs:  # real cards have none
                proofs[shoe] = replace(proofs[shoe], cut=place, cutter=person or "dealer")
            case t.ShoeRevealed(shoe=shoe, nonce=nonce, order=order):
                proofs[shoe] = replace(proofs[shoe], nonce=nonce, order=order)
            case _:
                pass
    return list(proofs.values())
