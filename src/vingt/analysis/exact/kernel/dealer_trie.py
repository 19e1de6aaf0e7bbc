"""Every way the dealer can finish from an up card, grouped by multiset into a trie a kernel walks once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vingt.analysis.tabulated.dealer import (
    NATURAL as DEALER_NATURAL,
)
from vingt.analysis.tabulated.dealer import (
    DealerAutomaton,
    DrawnHand,
    Ending,
    Multiset,
    Trie,
    complete_multisets,
    dealer_automaton,
    rising,
)
from vingt.analysis.tabulated.hands import ACE, TEN, Ints, ranks_of
from vingt.core.rules.table_rules import TableRules

# How a dealer's hand can end: totals 15 to 21, over 21, natural. At a table that tells 22 from other busts it
# has their place, and they have that of 15, on which no dealer stands there.
LOWEST = 15
FIRST, BUST, NATURAL = 0, 7, 8
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
    """`up` is a card value."""
    automaton = dealer_automaton(rules)
    return trie_of(automaton, complete_multisets(automaton, ranks_of(rules), up))


def trie_of(automaton: DealerAutomaton, complete: dict[Multiset, DrawnHand]) -> DealerTrie:
    trie = Trie()
    ended: dict[int, tuple[int, int]] = {}
    for multiset in sorted(complete, key=rising):
        drawn = complete[multiset]
        ended[trie.add(rising(multiset))] = (
            drawn.orders,
            outcome_of(automaton.ending(drawn.state), tells_22=automaton.tells_22),
        )
    rows = []
    depth: list[int] = []
    for at, (parent, value, used) in enumerate(trie.nodes):
        depth.append(1 if parent < 0 else depth[parent] + 1)
        rows.append((parent, value, used, depth[at], *ended.get(at, (0, 0))))
    return DealerTrie(*(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)))


def outcome_of(ending: Ending, *, tells_22: bool) -> int:
    if isinstance(ending, int):
        return BUST if ending == 22 else ending - LOWEST
    if ending == DEALER_NATURAL:
        return NATURAL
    return FIRST if tells_22 else BUST


def natural_partner(up: int) -> int | None:
    """The card value that makes a natural of this up card."""
    return {ACE: TEN, TEN: ACE}.get(up)
