"""Side wagers tabulated: what each makes of the cards, asked once of `core`, then looked up by a kernel.

A wager's outcome is `table[index]`, and the index is a sum with one part for everything a wager may look at:

    base[w] + first[w, c1] + second[w, c2] + up[w, u] + hole[w, h]
            + same_ranks[w, r] + same_suits[w, s] + dealer[w, d] + played

c1 and c2 are the player's first two cards, u the up card, h the dealer's second card, each a place in
`DECK`; r and s have a bit for each pair of them alike in rank or suit (`alike`); d is the state of the
dealer's finished hand in `dealer_automaton`, played the sum of `PlayedHands.weight` over the box's finished
hands. A hand that a dealer natural found by the reader kept from play counts as finished with its two cards.
Where the dealer takes no second card or no further ones, any card and any state stand for h and d. Of a wager
on the four first cards of two hands, r has a bit for each pair of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

import numpy as np
import numpy.typing as npt

from vingt.analysis.simulation.side.dealer_hand import judged_by_dealer_hand
from vingt.analysis.simulation.side.finished_hands import PlayedHands
from vingt.analysis.simulation.side.first_cards import judged_by_first_cards
from vingt.analysis.simulation.side.four_cards import judged_by_four_cards, looks_at_four_cards
from vingt.analysis.simulation.side.judgement import AXES, NEEDS_DEALER_HAND, NEEDS_SECOND_CARD, Judged
from vingt.analysis.simulation.side.shape import PATTERNS, pattern
from vingt.analysis.simulation.side.stakes import SideOutcome, outcome_of, stake_of, wagers_in
from vingt.core.cards import DECK
from vingt.core.rules.table_rules import TableRules

__all__ = ["NEEDS_DEALER_HAND", "NEEDS_SECOND_CARD", "SideLookups", "alike", "side_lookups", "side_units"]

Offsets = npt.NDArray[np.int32]
Money = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SideLookups:
    """`outcomes[w][table[index]]` names an outcome, `staked` and `returns` are its cents.

    `needs` has the same index without d: a wager with the bit `NEEDS_SECOND_CARD` (any card may stand for h)
    is open when the players are done, so a dealer without hole card takes one for it; one with
    `NEEDS_DEALER_HAND` is open when the second card lies there and is no natural, so the dealer draws on for
    it. `played[w]` is None where the wager does not look at finished hands.
    """

    names: tuple[str, ...]
    base: Offsets
    first: Offsets
    second: Offsets
    up: Offsets
    hole: Offsets
    same_ranks: Offsets
    same_suits: Offsets
    dealer: Offsets
    played: tuple[PlayedHands | None, ...]
    table: npt.NDArray[np.uint8]
    needs: npt.NDArray[np.uint8]
    outcomes: tuple[tuple[SideOutcome, ...], ...]
    staked: Money
    returns: Money

    def index(self, wager: int, cards: Sequence[int], dealer: int | None, played: int = 0) -> int:
        """As a kernel adds it up: `cards` are c1, c2, u, h; `dealer` None leaves the dealer's hand out."""
        first, second, up, hole = cards
        return int(
            self.base[wager]
            + self.first[wager, first]
            + self.second[wager, second]
            + self.up[wager, up]
            + self.hole[wager, hole]
            + self.same_ranks[wager, alike([card % 13 for card in cards])]
            + self.same_suits[wager, alike([card // 13 for card in cards])]
            + (0 if dealer is None else self.dealer[wager, dealer])
            + played
        )

    def outcome(self, wager: int, index: int) -> SideOutcome:
        return self.outcomes[wager][int(self.table[index])]


def alike(values: Sequence[int]) -> int:
    """Bit by bit, lowest first: c1 = c2, c1 = u, c1 = h, c2 = u, c2 = h, u = h."""
    return pattern(values)


@lru_cache(maxsize=64)
def side_lookups(rules: TableRules, wagers: tuple[str, ...], main: int, boxes: int = 1) -> SideLookups:
    """Lookups for these wagers, each at its smallest stake beside a main wager of so many cents, insurance at
    its limit; a wager that comes with one of them is added."""
    offered = wagers_in(rules, wagers, main, boxes)
    judged: list[Judged] = []
    outcomes: list[tuple[SideOutcome, ...]] = []
    for wager in offered:
        companion = rules.wager(wager.rides_on) if wager.rides_on is not None else None
        staked = stake_of(rules, wager, main)
        if wager.settles == "dealer_hand":
            beside = stake_of(rules, companion, main) if companion is not None else 0
            judgement = judged_by_dealer_hand(rules, wager, beside)
        elif looks_at_four_cards(wager):
            judgement = judged_by_four_cards(rules, wager)
        else:
            judgement = judged_by_first_cards(rules, wager)
        judged.append(judgement)
        outcomes.append(tuple(outcome_of(rules, wager, each, staked) for each in judgement.verdicts))
    sizes = [each.outcomes.size for each in judged]
    most = max((len(each) for each in outcomes), default=0)
    base = np.cumsum([0, *sizes[:-1]])[: len(sizes)]
    parts = dict(zip(AXES[:-1], range(len(AXES) - 1), strict=True))

    def offsets(axis: str, length: int) -> Offsets:
        rows = [each.offsets[parts[axis]] for each in judged]
        return np.array(rows, dtype=np.int32).reshape(len(rows), length)

    def cents(field: str) -> Money:
        rows = [[getattr(each, field) for each in row] + [0] * (most - len(row)) for row in outcomes]
        return np.array(rows, dtype=np.int64).reshape(len(rows), most)

    states = len(judged[0].offsets[parts["dealer"]]) if judged else 0
    return SideLookups(
        names=tuple(wager.id for wager in offered),
        base=base.astype(np.int32),
        first=offsets("first", len(DECK)),
        second=offsets("second", len(DECK)),
        up=offsets("up", len(DECK)),
        hole=offsets("hole", len(DECK)),
        same_ranks=offsets("same_ranks", PATTERNS),
        same_suits=offsets("same_suits", PATTERNS),
        dealer=offsets("dealer", states),
        played=tuple(each.played for each in judged),
        table=np.concatenate([np.zeros(0, np.uint8), *(each.outcomes for each in judged)]),
        needs=np.concatenate([np.zeros(0, np.uint8), *(each.needs for each in judged)]),
        outcomes=tuple(outcomes),
        staked=cents("staked"),
        returns=cents("returns"),
    )


def side_units(sides: SideLookups) -> list[int]:
    """The cents in which each side wager's nets are whole."""
    return [gcd(*(each.returns - each.staked for each in row)) or 1 for row in sides.outcomes]
