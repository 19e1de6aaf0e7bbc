"""How two hands are played whose second cards may be exchanged: the play that `analysis.exact.two_hands`
values, deal by deal and, where it is best play, beside every pair that the other hand can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.two_hands import (
    DEALS,
    EXCHANGES,
    KEEPS,
    PAIR_OF,
    PAIRS,
    SWITCHES,
    TwoHands,
    choices,
    exchanges,
    two_hands,
)
from vingt.analysis.simulation.lookups.automaton import Column, Context
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.policy import Policy, UpPolicy
from vingt.analysis.tabulated.hands import VALUES, Ints
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.rules.table_rules import TableRules

DONE = (KEEPS, SWITCHES, EXCHANGES)


@dataclass(frozen=True)
class SwitchPlay:
    """`done[up, first, other first, second, other second]` is what is done with a deal of four card values;
    `beside[pair][up]` how a hand is played beside that pair (by a chart alike beside all); `exchanged` the
    pairs beside which a blackjack takes even money where the deal does."""

    policy: Policy  # of a hand that is alone
    done: Ints
    beside: tuple[dict[int, UpPolicy], ...]
    exchanged: frozenset[tuple[int, int]]  # up card, pair

    def plays(self, done: int, up: int, pair: int) -> UpPolicy:
        even = done == EXCHANGES and (up, pair) in self.exchanged
        return replace(self.beside[pair][up], even_money=even)

    def contexts(self, columns: Sequence[Column]) -> tuple[list[Context], Ints]:
        """Every context a hand can find itself in, those alike as one, by up card; and the number of each by
        what is done, the two columns of the other hand and that of the up card."""
        known: dict[object, int] = {}
        contexts: list[Context] = []
        many = len(columns)
        numbers = np.zeros((len(DONE), many, many, many), dtype=np.int64)
        for at, up in enumerate(columns):
            for done in DONE:
                for one, other in np.ndindex(many, many):
                    pair = int(PAIR_OF[columns[one].value, columns[other].value])
                    plays = self.plays(done, up.value, pair)
                    key = at, id(plays.plays), plays.even_money, done == SWITCHES
                    if key not in known:
                        known[key] = len(contexts)
                        contexts.append(Context(at, plays, done == SWITCHES))
                    numbers[done, one, other, at] = known[key]
        return contexts, numbers

    def deals(self, columns: Sequence[Column]) -> Ints:
        """What is done by columns: the up card's, then first and second card of either hand."""
        values = [column.value for column in columns]
        by_hand = self.done.transpose(0, 1, 3, 2, 4)
        return by_hand[np.ix_(values, values, values, values, values)]


def switch_play(
    rules: TableRules, chart: Chart | None, *, wager: int | None = None, even_money: bool = True
) -> SwitchPlay:
    """Best play by composition, or what a chart says, with the best switch for it. A blackjack takes
    `even_money` where that is best."""
    alone = policy_of(one_hand(rules), chart, wager=wager, even_money=False)
    hands = two_hands(rules, chart, wager=wager)
    beside = tuple(
        {up: replace(alone.ups[up, 0], plays=plays) for up, plays in by_up.items()} for by_up in hands.plays
    )
    if not even_money:
        hands = hands.without_even_money()
    done = np.stack([choices(hands, up, DEALS).reshape((VALUES,) * 4) for up in range(VALUES)])
    return SwitchPlay(alone, done, beside, takes_even_money(hands))


def takes_even_money(hands: TwoHands) -> frozenset[tuple[int, int]]:
    return frozenset(
        (up, pair) for up in range(VALUES) for pair in range(len(PAIRS)) if exchanges(hands, up, pair)
    )
