"""Every complete hand that comes of drawing to a fixed rule, with removal of what was drawn.

Only points matter, so a hand is how many cards it holds of each value 1 to 10 (an ace is 1). All orders in
which a hand can be drawn are equally likely: they are counted once, and each shoe only weighs the hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from vingt.analysis.tabulated.dealer import DealerDraws, Trie, automaton_of, complete_multisets, rising
from vingt.core.cards import Card, Rank
from vingt.core.hand import RankPoints

VALUES = range(1, 11)

HandCounts = tuple[int, ...]  # how many cards of each value, aces first
ShoeCounts = tuple[int, ...]  # the same for what can still be drawn


@dataclass(frozen=True, slots=True)
class HandEnding:
    """What the complete hand is to a wager: its points and its cards."""

    points: int
    cards: int
    natural: bool


@dataclass(frozen=True, slots=True)
class Complete:
    """A complete hand: in how many orders it can be drawn, and where it stands in `DealerHandTree`."""

    hand: HandCounts
    orders: int
    node: int
    ending: int


@dataclass(frozen=True)
class DealerHandTree:
    """All complete hands of a rule, and a tree to weigh them: a node adds one card to the node it hangs from.

    `nodes` are (parent, value, cards of that value already held); `examples` holds one hand for each ending,
    in an order in which it can be drawn.
    """

    complete: tuple[Complete, ...]
    nodes: tuple[tuple[int, int, int], ...]
    endings: tuple[HandEnding, ...]
    examples: tuple[tuple[Card, ...], ...]

    def weights(self, shoe: ShoeCounts) -> list[int]:
        """For each ending the number of ordered draws from the shoe that lead to it."""
        reached = [1]
        for parent, value, held in self.nodes:
            reached.append(reached[parent] * (shoe[value] - held))
        weights = [0] * len(self.endings)
        for each in self.complete:
            weights[each.ending] += each.orders * reached[each.node]
        return weights

    def distribution(self, shoe: ShoeCounts) -> dict[HandEnding, Fraction]:
        size = sum(shoe)
        return {
            ending: Fraction(weight, perm(size, ending.cards)) if weight else Fraction(0)
            for ending, weight in zip(self.endings, self.weights(shoe), strict=True)
        }


@cache
def complete_hands(draws: DealerDraws, ranks: tuple[Rank, ...], counts: RankPoints) -> DealerHandTree:
    """Every complete hand that begins with no card at all."""
    ranked = {counts.points(rank): rank for rank in ranks}
    drawn_by_value = [ranked.get(value) for value in VALUES]
    automaton = automaton_of(draws, counts)
    trie = Trie()
    endings: dict[HandEnding, int] = {}
    examples: list[tuple[Card, ...]] = []
    complete: list[Complete] = []
    for hand, drawn in complete_multisets(automaton, drawn_by_value).items():
        points, natural = int(automaton.points[drawn.state]), bool(automaton.natural[drawn.state])
        ending = HandEnding(points, sum(hand), natural)
        if ending not in endings:
            endings[ending] = len(endings)
            examples.append(tuple(Card(ranked[value + 1], "clubs") for value in drawn.values))
        # Tens first: few of them make a long hand, so paths share more of their beginnings.
        node = trie.add(rising(hand)[::-1]) + 1
        complete.append(Complete(hand, drawn.orders, node, endings[ending]))
    nodes = tuple((parent + 1, value, held) for parent, value, held in trie.nodes)
    return DealerHandTree(tuple(complete), nodes, tuple(endings), tuple(examples))
