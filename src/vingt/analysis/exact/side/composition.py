"""A shoe that is not so many whole decks: cards are missing from it, or are in it once too often.

An evaluator's `Sight` says which ranks and suits it cannot tell apart. In such a shoe the ranks and suits of
the odd cards are told apart from all others too; whatever is then still alike occurs alike, so that one deal
stands for very many as before, each weighed by the cards that the shoe holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from math import perm, prod

import numpy as np

from vingt.analysis.tabulated.hands import VALUES, Ints, value_of
from vingt.core.cards import DECK, RANKS, SUITS, Card, Cards, Rank
from vingt.core.hand import RankPoints
from vingt.core.wagers.outcome import RankOrSuit, Sight

Composition = tuple[tuple[Card, int], ...]  # every card that the shoe holds and how often, in deck order


class NotAShoe(ValueError):
    """So many cards cannot be missing from these decks."""


@cache
def composition(ranks: tuple[Rank, ...], decks: int, missing: Cards = (), extra: Cards = ()) -> Composition:
    """So many decks of these ranks without the `missing` cards and with the `extra` ones."""
    whole = Counter({card: decks for card in DECK if card.rank in ranks})
    gone = Counter(missing)
    if never := gone - whole:
        named = ", ".join(f"{card} {gone[card]} times" for card in never)
        raise NotAShoe(f"{named} cannot be missing: there are {decks} decks")
    shoe = whole - gone + Counter(extra)
    return tuple((card, shoe[card]) for card in DECK)


def told_apart(sight: Sight, shoe: Composition, decks: int) -> Sight:
    """The sight for this shoe: the ranks and suits of its odd cards stand alone."""
    ranks = ranks_in(shoe)
    odd = [card for card, count in shoe if count != decks and card.rank in ranks]
    return replace(
        sight,
        ranks=alone(sight.ranks, {card.rank for card in odd}),
        suits=alone(sight.suits, {card.suit for card in odd}),
    )


def alone(
    groups: tuple[tuple[RankOrSuit, ...], ...], odd: set[RankOrSuit]
) -> tuple[tuple[RankOrSuit, ...], ...]:
    parts: list[tuple[RankOrSuit, ...]] = []
    for group in groups:
        parts += [(each,) for each in group if each in odd]
        parts.append(tuple(each for each in group if each not in odd))
    return tuple(part for part in parts if part)


def ranks_in(shoe: Composition) -> tuple[Rank, ...]:
    held = {card.rank for card, count in shoe if count}
    return tuple(rank for rank in RANKS if rank in held)


def size_of(shoe: Composition) -> int:
    return sum(count for _, count in shoe)


@cache
def counts_in(shoe: Composition) -> Mapping[Card, int]:
    return dict(shoe)


def ways_in(shoe: Composition, dealt: tuple[Card, ...]) -> int:
    """In how many ways the cards of a deal can be taken from the shoe."""
    held = counts_in(shoe)
    return prod(perm(held[card], times) for card, times in Counter(dealt).items())


def values_in(shoe: Composition) -> Ints:
    """Cards of each value and suit, as the solver of the main wager takes a shoe."""
    values = np.zeros((VALUES, len(SUITS)), dtype=np.int64)
    for card, count in shoe:
        values[value_of(card.rank), SUITS.index(card.suit)] += count
    return values


def points_in(shoe: Composition, counts: RankPoints, without: Iterable[Card] = ()) -> tuple[int, ...]:
    """How many cards of each value 1 to 10 the shoe holds, less the cards named."""
    values = [0] * 10
    for card, count in shoe:
        values[counts.points(card.rank) - 1] += count
    for card in without:
        values[counts.points(card.rank) - 1] -= 1
    return tuple(values)
