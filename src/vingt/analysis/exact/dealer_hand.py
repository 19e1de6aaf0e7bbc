"""Every complete hand that comes of drawing to a fixed rule, with removal of what was drawn.

Only points matter, so a hand is how many cards it holds of each value 1 to 10 (an ace is 1). All orders in
which a hand can be drawn are equally likely: they are counted once, and each shoe only weighs the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from vingt.core.cards import Card, Rank
from vingt.core.hand import STANDARD, Counts
from vingt.core.rounds.procedure import must_draw
from vingt.core.rules.table_rules import TableRules

VALUES = range(1, 11)

Hand = tuple[int, ...]  # how many cards of each value, aces first
Shoe = tuple[int, ...]  # the same for what can still be drawn


@dataclass(frozen=True)
class DealerDraws:
    """Whether the dealer takes a further card, as the table's own procedure has it."""

    rules: TableRules

    def __call__(self, hand: tuple[Card, ...]) -> bool:
        return must_draw(self.rules, hand)


@dataclass(frozen=True)
class HitBelow:
    """The simplest strategy of a player: hit below a total, hard or soft."""

    total: int

    def __call__(self, hand: tuple[Card, ...]) -> bool:
        return STANDARD.total(hand).points < self.total


Draws = DealerDraws | HitBelow


@dataclass(frozen=True, slots=True)
class Ending:
    """What the complete hand is to a wager: its points and its cards."""

    points: int
    cards: int
    natural: bool


@dataclass(frozen=True, slots=True)
class Complete:
    """A complete hand: in how many orders it can be drawn, and where it stands in `Hands`."""

    hand: Hand
    orders: int
    node: int
    ending: int


@dataclass(frozen=True)
class Hands:
    """All complete hands of a rule, and a tree to weigh them: a node adds one card to the node it hangs from.

    `nodes` are (parent, value, cards of that value already held); `examples` holds one hand for each ending,
    in an order in which it can be drawn.
    """

    complete: tuple[Complete, ...]
    nodes: tuple[tuple[int, int, int], ...]
    endings: tuple[Ending, ...]
    examples: tuple[tuple[Card, ...], ...]

    def weights(self, shoe: Shoe) -> list[int]:
        """For each ending the number of ordered draws from the shoe that lead to it."""
        reached = [1]
        for parent, value, held in self.nodes:
            reached.append(reached[parent] * (shoe[value] - held))
        found = [0] * len(self.endings)
        for each in self.complete:
            found[each.ending] += each.orders * reached[each.node]
        return found

    def distribution(self, shoe: Shoe) -> dict[Ending, Fraction]:
        size = sum(shoe)
        return {
            ending: Fraction(weight, perm(size, ending.cards)) if weight else Fraction(0)
            for ending, weight in zip(self.endings, self.weights(shoe), strict=True)
        }


def shoe_of(ranks: Sequence[Rank], decks: int, counts: Counts, without: Sequence[Card] = ()) -> Shoe:
    """How many cards of each value so many decks hold, less the cards named."""
    shoe = [0] * len(VALUES)
    for rank in ranks:
        shoe[counts.points(rank) - 1] += 4 * decks
    for card in without:
        shoe[counts.points(card.rank) - 1] -= 1
    return tuple(shoe)


@cache
def complete_hands(draws: Draws, ranks: tuple[Rank, ...], counts: Counts) -> Hands:
    found: dict[Hand, tuple[int, Ending, tuple[Card, ...]]] = {}
    cards = {counts.points(rank): Card(rank, "clubs") for rank in ranks}
    drawing: dict[Hand, tuple[int, tuple[Card, ...]]] = {(0,) * len(VALUES): (1, ())}
    while drawing:
        longer: dict[Hand, tuple[int, tuple[Card, ...]]] = {}
        for hand, (orders, drawn) in drawing.items():
            for value in cards:
                more = (*hand[: value - 1], hand[value - 1] + 1, *hand[value:])
                before = longer.get(more)
                longer[more] = (orders + before[0], before[1]) if before else (orders, (*drawn, cards[value]))
        drawing = {}
        for hand, (orders, drawn) in longer.items():
            if len(drawn) < 2 or draws(drawn):
                drawing[hand] = (orders, drawn)
            else:
                points = counts.total(drawn).points
                found[hand] = (orders, Ending(points, len(drawn), counts.is_natural(drawn)), drawn)
    return as_tree(found)


def as_tree(found: dict[Hand, tuple[int, Ending, tuple[Card, ...]]]) -> Hands:
    at: dict[tuple[int, ...], int] = {(): 0}
    nodes: list[tuple[int, int, int]] = []
    endings: dict[Ending, int] = {}
    examples: list[tuple[Card, ...]] = []
    complete: list[Complete] = []
    for hand, (orders, ending, drawn) in found.items():
        path = tuple(value for value in reversed(range(len(VALUES))) for _ in range(hand[value]))
        for length, value in enumerate(path, start=1):
            if path[:length] not in at:
                at[path[:length]] = len(at)
                nodes.append((at[path[: length - 1]], value, path[: length - 1].count(value)))
        if ending not in endings:
            endings[ending] = len(endings)
            examples.append(drawn)
        complete.append(Complete(hand, orders, at[path], endings[ending]))
    return Hands(tuple(complete), tuple(nodes), tuple(endings), tuple(examples))
