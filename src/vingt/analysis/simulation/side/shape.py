"""Sorts deals by what a side wager makes of them into few classes.

By an evaluator's `Sight`, a deal is to it no more than the group of each card and which cards are alike in
rank or in suit. These are the axes of an array of outcomes; values of an axis that never make a difference
become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vingt.analysis.exact.side.deals import dealings, in_play, next_cards
from vingt.core.cards import DECK, Card, Rank
from vingt.core.wagers.outcome import Sight

Outcomes = npt.NDArray[np.int16]  # a number for each deal; -1 where no deal comes
Labels = npt.NDArray[np.int64]
NONE = -1

# The cards of a deal: the player's first two, the dealer's up card, the dealer's second card.
POSITIONS = 4
PAIRS = tuple(combinations(range(POSITIONS), 2))
PATTERNS = 2 ** len(PAIRS)  # which pairs of the four are alike, a bit for each


@dataclass(frozen=True)
class Shape:
    """`labels` gives each value of an axis of the array that was reduced its place in `outcomes`."""

    labels: tuple[Labels, ...]
    outcomes: Outcomes


def pattern(alike: Sequence[object]) -> int:
    """A bit for each pair of positions that hold the same."""
    return sum(1 << at for at, (p, q) in enumerate(PAIRS) if q < len(alike) and alike[p] == alike[q])


@cache
def patterns(cards: int) -> tuple[int, ...]:
    """Every way in which so many cards can be alike."""

    def kinds(length: int) -> Iterator[tuple[int, ...]]:
        if length == 0:
            yield ()
            return
        for before in kinds(length - 1):
            for kind in range(max(before, default=-1) + 2):
                yield (*before, kind)

    return tuple(sorted(pattern(kind) for kind in kinds(cards)))


@cache
def seen_pairs(cards: int) -> int:
    """The bits of the pairs that lie among the first cards."""
    return sum(1 << at for at, (_, q) in enumerate(PAIRS) if q < cards)


class Deals:
    """All deals of the first cards as an evaluator sees them."""

    def __init__(self, sight: Sight, ranks: tuple[Rank, ...]) -> None:
        self.sight = sight
        self.ranks = ranks
        self.groups = len(sight.ranks) * len(sight.suits)
        self.rank_group = {rank: at for at, group in enumerate(sight.ranks) for rank in group}
        self.suit_group = {suit: at for at, group in enumerate(sight.suits) for suit in group}

    def group(self, card: Card) -> int:
        return self.rank_group[card.rank] * len(self.sight.suits) + self.suit_group[card.suit]

    def place(self, dealt: tuple[Card, ...]) -> tuple[int, ...]:
        """Where a deal stands among the axes: the group of each card, like ranks, like suits."""
        known = patterns(len(dealt))
        ranks = known.index(pattern([card.rank for card in dealt]))
        suits = known.index(pattern([card.suit for card in dealt]))
        return (*(self.group(card) for card in dealt), ranks, suits)

    def of(self, cards: int) -> Iterator[tuple[Card, ...]]:
        for dealt, _ in dealings(self.sight, self.ranks, cards):
            yield dealt

    def sorted(self, judged: Callable[[tuple[Card, ...]], int | None], cards: int) -> Outcomes:
        """The number of the outcome of each deal of so many cards, by asking about one deal of each kind.
        Where one card more is needed to tell (None), the answer is for that many."""
        answers = {dealt: judged(dealt) for dealt in self.of(cards)}
        if None not in answers.values():
            whole = self.empty(cards)
            for dealt, outcome in answers.items():
                assert outcome is not None
                whole[self.place(dealt)] = outcome
            return whole
        whole = self.empty(cards + 1)
        longer = patterns(cards + 1)
        among = seen_pairs(cards)
        follow = [
            [at for at, bits in enumerate(longer) if bits & among == short] for short in patterns(cards)
        ]
        for dealt, outcome in answers.items():
            *groups, ranks, suits = self.place(dealt)
            if outcome is not None:
                row = whole[tuple(groups)]
                row[np.ix_(range(self.groups), follow[ranks], follow[suits])] = outcome
                continue
            for card, _ in next_cards(self.sight, self.ranks, dealt):
                last = judged((*dealt, card))
                assert last is not None
                whole[self.place((*dealt, card))] = last
        whole[~self.possible(cards + 1)] = NONE
        return whole

    def empty(self, cards: int) -> Outcomes:
        many = len(patterns(cards))
        return np.full((self.groups,) * cards + (many, many), NONE, dtype=np.int16)

    def possible(self, cards: int) -> npt.NDArray[np.bool_]:
        """Which places of an array of deals can come at all: cards alike are of one group, and cards of a
        group of one are alike."""
        suits = len(self.sight.suits)
        alone = {
            "rank": np.array([len(group) == 1 for group in in_play(self.sight.ranks, self.ranks)]),
            "suit": np.array([len(group) == 1 for group in self.sight.suits]),
        }
        number = {"rank": np.arange(self.groups) // suits, "suit": np.arange(self.groups) % suits}
        known = np.array(patterns(cards))
        shape = self.empty(cards).shape
        can = np.ones(shape, dtype=np.bool_)
        for at, (p, q) in enumerate(PAIRS):
            if q >= cards:
                continue
            for kind, axis in (("rank", cards), ("suit", cards + 1)):
                groups = number[kind]
                same = groups[:, None] == groups[None, :]
                only = same & alone[kind][groups][:, None]
                alike = (known >> at & 1).astype(np.bool_)
                fits = np.where(alike, same[..., None], ~only[..., None])
                sizes = [1] * len(shape)
                sizes[p], sizes[q], sizes[axis] = fits.shape
                can &= fits.reshape(sizes)
        return can

    def card_labels(self) -> Labels:
        return np.array([self.group(card) for card in DECK])


def merged(outcomes: Outcomes, axis: int) -> tuple[Labels, Outcomes]:
    """Values of an axis that never differ become one: a new number for each, and the smaller array."""
    rows = np.moveaxis(outcomes, axis, 0)
    kept: list[Outcomes] = []
    labels = np.zeros(len(rows), dtype=np.int64)
    for at, row in enumerate(rows):
        for number, other in enumerate(kept):
            if ((row == other) | (row == NONE) | (other == NONE)).all():
                kept[number] = np.where(other == NONE, row, other)
                labels[at] = number
                break
        else:
            labels[at] = len(kept)
            kept.append(row)
    return labels, np.moveaxis(np.stack(kept), 0, axis)


def smallest(outcomes: Outcomes, axes: Sequence[int]) -> Shape:
    """Merges axis after axis, in the order given and in its reverse; the smaller result stands."""
    tried = [reduced(outcomes, order) for order in (tuple(axes), tuple(reversed(axes)))]
    return min(tried, key=lambda shape: shape.outcomes.size)


def reduced(outcomes: Outcomes, axes: Sequence[int]) -> Shape:
    labels = [np.arange(size) for size in outcomes.shape]
    for axis in axes:
        labels[axis], outcomes = merged(outcomes, axis)
    return Shape(tuple(labels), np.maximum(outcomes, 0))
