"""What is left in a shoe, card by card: the one form in which every figure about counting takes a shoe."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vingt.analysis.tabulated.hands import VALUES, Floats, Ints, value_of
from vingt.core.cards import RANKS, SUITS, Card, Rank

KINDS: tuple[Card, ...] = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
NUMBER: dict[Card, int] = {card: at for at, card in enumerate(KINDS)}
SUITS_OF_A_RANK = len(SUITS)
VALUE_OF_KIND: Ints = np.array([value_of(card.rank) for card in KINDS])
SUIT_OF_KIND: Ints = np.array([SUITS.index(card.suit) for card in KINDS])


def full_shoe(decks: int, ranks: Iterable[Rank]) -> Ints:
    """How many there are of each of the 52 cards."""
    kept = set(ranks)
    return np.array([decks if card.rank in kept else 0 for card in KINDS], dtype=np.int64)


def less(shoe: Ints, card: Card) -> Ints:
    rest = shoe.copy()
    rest[NUMBER[card]] -= 1
    return rest


def by_value_and_suit(shoe: Ints) -> Ints:
    """The same as the exact analysis takes it: `[value, suit]`."""
    counts = np.zeros((VALUES, len(SUITS)), dtype=shoe.dtype)
    np.add.at(counts, (VALUE_OF_KIND, SUIT_OF_KIND), shoe)
    return counts


def by_value(shoe: Floats) -> Floats:
    """How many cards of each value."""
    cards = np.zeros(VALUES)
    np.add.at(cards, VALUE_OF_KIND, shoe)
    return cards


def by_rank(of_cards: Floats) -> Floats:
    """The mean over the suits of each rank, of something that is known by card."""
    mean: Floats = np.asarray(of_cards, dtype=np.float64).reshape(len(RANKS), SUITS_OF_A_RANK).mean(axis=1)
    return mean


def spread(of_ranks: Floats) -> Floats:
    """Something that is known by rank, by card."""
    return np.repeat(np.asarray(of_ranks, dtype=np.float64), SUITS_OF_A_RANK)
