"""The dealer's hands, enumerated once: as states that a card leads from one to the next, and from these as
endings and as multisets of card values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from vingt.core.cards import RANKS, Card, Rank
from vingt.core.hand import RankPoints
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules

# No wager tells a hand of more cards from one of this many; tests hold every wager to it.
MOST_CARDS = 8
NATURAL = "natural"
OVER = "over"
Ending = int | str  # the dealer's total (22 where the table tells it from other busts), OVER or NATURAL

DealerKey = tuple[int, bool, int, bool]  # points, soft while drawing, cards, natural


@dataclass(frozen=True)
class DealerDraws:
    """Whether the dealer takes a further card, as the table's own procedure has it."""

    rules: TableRules

    def __call__(self, hand: tuple[Card, ...]) -> bool:
        return must_draw(self.rules, hand)


@dataclass(frozen=True, eq=False)
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
    tells_22: bool  # the table settles a dealer's 22 in its own way

    @property
    def states(self) -> int:
        return len(self.examples)

    def state_of(self, hand: tuple[Card, ...]) -> int:
        """The state of a hand as it was drawn, up card first."""
        state = self.start(hand[0].rank)
        for card in hand[1:]:
            state = self.after(state, card.rank)
        return state

    def start(self, up: Rank) -> int:
        return int(self.first[RANKS.index(up)])

    def after(self, state: int, rank: Rank) -> int:
        return int(self.next[state, RANKS.index(rank)])

    def draws(self, state: int) -> bool:
        return state < self.first_final

    def ending(self, state: int) -> Ending:
        if self.natural[state]:
            return NATURAL
        points = int(self.points[state])
        return OVER if points > 21 and not (self.tells_22 and points == 22) else points


def dealer_automaton(rules: TableRules) -> DealerAutomaton:
    """Draws as the table's own procedure does, from every up card."""
    return automaton_of(DealerDraws(rules), counts_of(rules), tells_22=rules.settles.tells_22)


@lru_cache(maxsize=256)
def automaton_of(draws: DealerDraws, counts: RankPoints, *, tells_22: bool = False) -> DealerAutomaton:
    def drawing(hand: tuple[Card, ...]) -> bool:
        return len(hand) < 2 or draws(hand)

    def key_of(hand: tuple[Card, ...]) -> DealerKey:
        total = counts.total(hand)
        soft = total.soft and drawing(hand)
        return total.points, soft, min(len(hand), MOST_CARDS), counts.is_natural(hand)

    examples: dict[DealerKey, tuple[Card, ...]] = {}
    frontier: list[tuple[Card, ...]] = [(Card(rank, "clubs"),) for rank in RANKS]
    while frontier:
        longer: list[tuple[Card, ...]] = []
        for hand in frontier:
            key = key_of(hand)
            if key not in examples:
                examples[key] = hand
                if drawing(hand):
                    longer.extend((*hand, Card(rank, "clubs")) for rank in RANKS)
        frontier = longer
    ordered = sorted(examples, key=lambda key: (not drawing(examples[key]), *key))
    number = {key: at for at, key in enumerate(ordered)}
    steps = [
        [
            number[key_of((*examples[key], Card(rank, "clubs")))] if drawing(examples[key]) else number[key]
            for rank in RANKS
        ]
        for key in ordered
    ]
    still = [drawing(examples[key]) for key in ordered]
    return DealerAutomaton(
        first=np.array([number[key_of((Card(rank, "clubs"),))] for rank in RANKS], dtype=np.int16),
        next=np.array(steps, dtype=np.int16),
        final=~np.array(still),
        points=np.array([key[0] for key in ordered], dtype=np.int16),
        soft=np.array([key[1] for key in ordered]),
        cards=np.array([key[2] for key in ordered], dtype=np.int16),
        natural=np.array([key[3] for key in ordered]),
        first_final=sum(still),
        examples=tuple(examples[key] for key in ordered),
        tells_22=tells_22,
    )


@lru_cache(maxsize=4096)
def dealer_endings(rules: TableRules, up: Card) -> dict[Ending, tuple[Card, ...]]:
    """For every way the dealer's hand can end, cards of this shoe that lead there from the up card: as many
    as can be with the same second card, since rounds that begin alike are played once."""
    automaton = dealer_automaton(rules)
    ways = ways_on(automaton, tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks))
    hand_of_ending: dict[Ending, tuple[Card, ...]] = {}
    for on in sorted(ways(automaton.start(up.rank)), key=lambda on: -len(on)):
        for ending, drawn in on.items():
            hand_of_ending.setdefault(ending, (up, *(Card(rank, "diamonds") for rank in drawn)))
    return hand_of_ending


EndingWays = dict[Ending, tuple[Rank, ...]]  # ranks to draw until the hand ends so


@lru_cache(maxsize=16)
def ways_on(automaton: DealerAutomaton, ranks: tuple[Rank, ...]) -> Callable[[int], list[EndingWays]]:
    """For a state that draws: by each next rank, the fewest cards to each ending."""

    @cache
    def ways(state: int) -> list[EndingWays]:
        return [by_rank(automaton.after(state, rank), rank) for rank in ranks]

    def by_rank(after: int, rank: Rank) -> EndingWays:
        if not automaton.draws(after):
            return {automaton.ending(after): (rank,)}
        shortest: EndingWays = {}
        for way in ways(after):
            for ending, drawn in way.items():
                if ending not in shortest or len(drawn) < len(shortest[ending]) - 1:
                    shortest[ending] = (rank, *drawn)
        return shortest

    return ways


Multiset = tuple[int, ...]  # how many cards of each value


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A complete hand: in how many orders it can be drawn, its state, and its values in one such order."""

    orders: int
    state: int
    values: tuple[int, ...]


def complete_multisets(
    automaton: DealerAutomaton,
    ranks: Sequence[Rank | None],
    up: int | None = None,
    state: int | None = None,
) -> dict[Multiset, DrawnHand]:
    """Every complete hand as the cards of each value drawn beside the up card, if there is one, or from a
    `state` that draws; `ranks[value]` is a rank of that value, or None where the shoe has none. All orders of
    a hand end in the same state."""
    none = (0,) * len(ranks)
    start: dict[Multiset, DrawnHand] = {none: DrawnHand(1, -1, ())}
    if up is not None:
        first = ranks[up]
        assert first is not None
        start = {none: DrawnHand(1, automaton.start(first), ())}
    if state is not None:
        start = {none: DrawnHand(1, state, ())}
    complete: dict[Multiset, DrawnHand] = {}
    while start:
        longer: dict[Multiset, DrawnHand] = {}
        for hand, drawn in start.items():
            for value, rank in enumerate(ranks):
                if rank is None:
                    continue
                more = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
                before = longer.get(more)
                if before is not None:
                    longer[more] = DrawnHand(drawn.orders + before.orders, before.state, before.values)
                    continue
                state = automaton.start(rank) if drawn.state < 0 else automaton.after(drawn.state, rank)
                longer[more] = DrawnHand(drawn.orders, state, (*drawn.values, value))
        start = {hand: drawn for hand, drawn in longer.items() if automaton.draws(drawn.state)}
        complete |= {hand: drawn for hand, drawn in longer.items() if not automaton.draws(drawn.state)}
    return complete


class Trie:
    """Multisets as paths that share their beginnings: a node adds one card to the node it hangs from. `nodes`
    are (parent, value, cards of that value already held)."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int]] = []
        self.number: dict[tuple[int, ...], int] = {(): -1}

    def add(self, path: tuple[int, ...]) -> int:
        for length, value in enumerate(path, start=1):
            if path[:length] not in self.number:
                self.number[path[:length]] = len(self.nodes)
                parent = path[: length - 1]
                self.nodes.append((self.number[parent], value, parent.count(value)))
        return self.number[path]


def rising(hand: Multiset) -> tuple[int, ...]:
    return tuple(value for value, held in enumerate(hand) for _ in range(held))
