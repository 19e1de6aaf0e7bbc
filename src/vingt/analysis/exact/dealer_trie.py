"""Every way the dealer can finish from an up card, grouped by multiset into a trie a kernel walks once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vingt.analysis.exact.hands import ACE, REPRESENTATIVES, TEN, VALUES, Ints
from vingt.core.cards import Card
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules

# How a dealer's hand can end: totals 15 to 21, over 21, natural.
LOWEST = 15
BUST, NATURAL = 7, 8
OUTCOMES = 9


@dataclass(frozen=True)
class DealerTrie:
    """Nodes in depth-first order. A node draws one more card of `value`; `used` cards of it were drawn
    before on its path. `orders` counts the orders in which its multiset ends the hand (0: it does not
    end)."""

    parent: Ints
    value: Ints
    used: Ints
    depth: Ints
    orders: Ints
    outcome: Ints


@lru_cache(maxsize=256)
def dealer_trie(rules: TableRules, up: int) -> DealerTrie:
    """Asks the rules themselves when the dealer draws; `up` is a card value."""
    counts = counts_of(rules)
    first = Card(REPRESENTATIVES[up], "clubs")
    orders: dict[tuple[int, ...], int] = {(0,) * VALUES: 1}  # orders that reach a multiset and still draw
    endings: dict[tuple[int, ...], tuple[int, int]] = {}
    frontier = [(0,) * VALUES]
    while frontier:
        reached: dict[tuple[int, ...], int] = {}
        for multiset in frontier:
            for value in range(VALUES):
                more = list(multiset)
                more[value] += 1
                key = tuple(more)
                reached[key] = reached.get(key, 0) + orders[multiset]
        frontier = []
        for multiset, ways in reached.items():
            cards = (
                first,
                *(Card(REPRESENTATIVES[v], "clubs") for v in range(VALUES) for _ in range(multiset[v])),
            )
            if must_draw(rules, cards):
                orders[multiset] = ways
                frontier.append(multiset)
            else:
                total = counts.total(cards).points
                natural = counts.is_natural(cards)
                outcome = NATURAL if natural else (BUST if total > 21 else total - LOWEST)
                endings[multiset] = (ways, outcome)
    return as_trie(endings)


def as_trie(endings: dict[tuple[int, ...], tuple[int, int]]) -> DealerTrie:
    nodes: dict[tuple[int, ...], int] = {}
    rows: list[tuple[int, int, int, int, int, int]] = []

    def add(path: tuple[int, ...]) -> int:
        """Nodes are paths of card values in rising order."""
        if not path:
            return -1
        if path in nodes:
            return nodes[path]
        parent = add(path[:-1])
        nodes[path] = len(rows)
        rows.append((parent, path[-1], path[:-1].count(path[-1]), len(path), 0, 0))
        return nodes[path]

    for multiset in sorted(endings, key=lambda each: [v for v in range(VALUES) for _ in range(each[v])]):
        ways, outcome = endings[multiset]
        path = tuple(v for v in range(VALUES) for _ in range(multiset[v]))
        at = add(path)
        parent, value, used, depth, _, _ = rows[at]
        rows[at] = (parent, value, used, depth, ways, outcome)
    columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
    return DealerTrie(*columns)


def natural_partner(up: int) -> int | None:
    """The card value that makes a natural of this up card."""
    return {ACE: TEN, TEN: ACE}.get(up)
