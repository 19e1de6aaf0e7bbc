"""Every hand a player can hold, as a multiset of card values, and how one card leads from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vingt.core.cards import RANKS, Card, Rank
from vingt.core.rules.table_rules import TableRules

VALUES = 10  # card values: 0 is the ace, 1 to 8 are 2 to 9, 9 is every ten-value card
ACE, TEN = 0, 9
TENS: tuple[Rank, ...] = ("K", "Q", "J", "10")
NO_HAND = -1
Floats = NDArray[np.float64]
Ints = NDArray[Any]

# A card of each value and suit, for asking the readable rules about a hand of values.
REPRESENTATIVES: tuple[Rank, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "K")


def value_of(rank: Rank) -> int:
    if rank == "A":
        return ACE
    return TEN if rank in TENS else int(rank) - 1


def ranks_worth(rules: TableRules, value: int) -> tuple[Rank, ...]:
    """The ranks of that value in the shoe; among tens the king first."""
    ranks = RANKS if value != TEN else TENS
    return tuple(rank for rank in ranks if value_of(rank) == value and rank not in rules.cards.removed_ranks)


def ranks_of(rules: TableRules) -> tuple[Rank | None, ...]:
    """One rank of each value, or None where the shoe has none."""
    return tuple(next(iter(ranks_worth(rules, value)), None) for value in range(VALUES))


def name_of(value: int) -> str:
    return "A" if value == ACE else ("T" if value == TEN else str(value + 1))


@dataclass(frozen=True)
class Hands:
    """All multisets whose hard total is 21 or less, fewest cards first; `children[h, v]` is the hand with one
    more card of value v, or NO_HAND when that breaks it."""

    counts: Ints
    children: Ints
    size: Ints
    hard: Ints
    index: dict[tuple[int, ...], int]

    def __len__(self) -> int:
        return len(self.size)

    def of(self, *values: int) -> int:
        counts = [0] * VALUES
        for value in values:
            counts[value] += 1
        return self.index[tuple(counts)]

    @cached_property
    def cards(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of each hand's values in two suits, so that no hand of two or more is suited by accident."""
        hands = []
        for counts in self.counts.tolist():
            ranks = [REPRESENTATIVES[value] for value in range(VALUES) for _ in range(counts[value])]
            hands.append(tuple(Card(rank, "diamonds" if at else "clubs") for at, rank in enumerate(ranks)))
        return tuple(hands)


@cache
def all_hands() -> Hands:
    """The 3,083 hands of up to 21 cards (the empty one included), in order of size."""
    multisets: list[tuple[int, ...]] = []

    def grow(counts: list[int], first: int, total: int) -> None:
        multisets.append(tuple(counts))
        for value in range(first, VALUES):
            if total + value + 1 <= 21:
                counts[value] += 1
                grow(counts, value, total + value + 1)
                counts[value] -= 1

    grow([0] * VALUES, 0, 0)
    multisets.sort(key=lambda counts: (sum(counts), counts))
    index = {counts: at for at, counts in enumerate(multisets)}
    table = np.array(multisets, dtype=np.int64)
    children = np.full((len(multisets), VALUES), NO_HAND, dtype=np.int32)
    for at, counts in enumerate(multisets):
        for value in range(VALUES):
            more = list(counts)
            more[value] += 1
            children[at, value] = index.get(tuple(more), NO_HAND)
    size = table.sum(axis=1)
    hard = (table * np.arange(1, VALUES + 1)).sum(axis=1)
    return Hands(table, children, size, hard, index)


def shoe_counts(decks: int, removed: tuple[Rank, ...]) -> Ints:
    """Cards of each value and suit in a full shoe: an array of 10 by 4."""
    counts = np.zeros((VALUES, 4), dtype=np.int64)
    for rank in RANKS:
        if rank not in removed:
            counts[value_of(rank)] += decks
    return counts
