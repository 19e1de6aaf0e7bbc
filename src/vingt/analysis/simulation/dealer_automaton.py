"""The dealer's hand as states: what it takes to draw on, and to settle what hangs on the finished hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vingt.core.cards import RANKS, Card
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules

# No wager tells a hand of more cards from one of this many; tests hold every wager to it.
MOST_CARDS = 8

Key = tuple[int, bool, int, bool]  # points, soft while drawing, cards, natural


@dataclass(frozen=True)
class DealerAutomaton:
    """States are numbered drawing ones first: those from `first_final` on are finished.

    `first` is the state of each rank as up card, `next` the state after one more card of a rank; a finished
    hand stays as it is, and is not called soft. Ranks are in the order of `core.cards.RANKS`, so a card of
    `DECK` has rank number `id % 13`. `examples` holds one hand for each state, in an order in which it
    can be drawn.
    """

    first: npt.NDArray[np.int16]
    next: npt.NDArray[np.int16]
    final: npt.NDArray[np.bool_]
    points: npt.NDArray[np.int16]
    soft: npt.NDArray[np.bool_]
    cards: npt.NDArray[np.int16]
    natural: npt.NDArray[np.bool_]
    first_final: int
    examples: tuple[tuple[Card, ...], ...]

    @property
    def states(self) -> int:
        return len(self.examples)

    def state_of(self, hand: tuple[Card, ...]) -> int:
        """The state of a hand as it was drawn, up card first."""
        state = int(self.first[RANKS.index(hand[0].rank)])
        for card in hand[1:]:
            state = int(self.next[state, RANKS.index(card.rank)])
        return state


@lru_cache(maxsize=256)
def dealer_automaton(rules: TableRules) -> DealerAutomaton:
    """Draws as the table's own procedure does, from every up card."""
    examples: dict[Key, tuple[Card, ...]] = {}
    frontier: list[tuple[Card, ...]] = [(Card(rank, "clubs"),) for rank in RANKS]
    while frontier:
        longer: list[tuple[Card, ...]] = []
        for hand in frontier:
            key = key_of(rules, hand)
            if key not in examples:
                examples[key] = hand
                if draws(rules, hand):
                    longer.extend((*hand, Card(rank, "clubs")) for rank in RANKS)
        frontier = longer
    ordered = sorted(examples, key=lambda key: (not draws(rules, examples[key]), *key))
    number = {key: at for at, key in enumerate(ordered)}
    steps = [
        [
            number[key_of(rules, (*examples[key], Card(rank, "clubs")))]
            if draws(rules, examples[key])
            else number[key]
            for rank in RANKS
        ]
        for key in ordered
    ]
    drawing = [draws(rules, examples[key]) for key in ordered]
    return DealerAutomaton(
        first=np.array([number[key_of(rules, (Card(rank, "clubs"),))] for rank in RANKS], dtype=np.int16),
        next=np.array(steps, dtype=np.int16),
        final=~np.array(drawing),
        points=np.array([key[0] for key in ordered], dtype=np.int16),
        soft=np.array([key[1] for key in ordered]),
        cards=np.array([key[2] for key in ordered], dtype=np.int16),
        natural=np.array([key[3] for key in ordered]),
        first_final=sum(drawing),
        examples=tuple(examples[key] for key in ordered),
    )


def draws(rules: TableRules, hand: tuple[Card, ...]) -> bool:
    return len(hand) < 2 or must_draw(rules, hand)


def key_of(rules: TableRules, hand: tuple[Card, ...]) -> Key:
    counts = counts_of(rules)
    total = counts.total(hand)
    soft = total.soft and draws(rules, hand)
    return total.points, soft, min(len(hand), MOST_CARDS), counts.is_natural(hand)
