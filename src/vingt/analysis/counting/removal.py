"""Effects of removal: what one card, taken from the full shoe before the round and seen, does to a wager."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from vingt.analysis.chart.chart import Chart
from vingt.analysis.counting.composition import (
    KINDS,
    NUMBER,
    by_rank,
    by_value_and_suit,
    full_shoe,
    less,
)
from vingt.analysis.counting.side_wager import CountedWager, MetersStand
from vingt.analysis.exact.edge import NamedStrategy, edge
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.tabulated.hands import Floats, Ints, value_of
from vingt.analysis.tabulated.rights import suit_lines
from vingt.core.cards import RANKS, SUITS, Card, Rank
from vingt.core.rules.table_rules import TableRules

RemovalPlay = Literal["best", "chart"]
MAIN = "main"
CONVENTION = (
    "per card taken from the full shoe before the round, in units of the wager: the expectation without the "
    "card less the expectation of the full shoe"
)
PLAYS = {
    "best": "best play, found again for each shoe",
    "chart": "the best chart of the full shoe, kept",
}
WhenDone = Callable[[], None]


def nothing() -> None:
    """Where nobody watches."""


@dataclass(frozen=True)
class Removal:
    """`by_card[at]` for each of the 52 cards, 0 for one that the shoe has not. `fractions` where it was
    counted and not reckoned."""

    wager: str
    ev: float
    shoe: Ints
    by_card: Floats
    measured: str = "ev"
    play: RemovalPlay | None = None
    case: Case | None = None
    fractions: tuple[Fraction, ...] | None = None

    @property
    def ranks(self) -> tuple[Rank, ...]:
        return tuple(rank for at, rank in enumerate(RANKS) if self.shoe[4 * at])

    @property
    def by_rank(self) -> dict[Rank, float]:
        means = by_rank(self.by_card)
        return {rank: float(means[RANKS.index(rank)]) for rank in self.ranks}

    @property
    def cards(self) -> dict[Card, float]:
        return {card: float(self.by_card[at]) for at, card in enumerate(KINDS) if self.shoe[at]}

    @property
    def suits_matter(self) -> bool:
        suits = self.by_card.reshape(len(RANKS), len(SUITS))
        return bool((np.ptp(suits, axis=1) > 1e-12).any())

    @property
    def sum(self) -> float:
        """Over all cards of the shoe: 0 for a wager that is always offered and whose play is kept."""
        return float((self.by_card * self.shoe).sum())

    @property
    def seen_card_is_worth(self) -> float:
        """What seeing one card before the round gains on average, were it played again for the best."""
        return self.sum / float(self.shoe.sum())


# -- side wagers -------------------------------------------------------------------------------------------


def side_removal(case: Case, done: WhenDone = nothing, meters: MetersStand = ()) -> Removal:
    """Counted exactly; for a wager on finished hands as the exact analysis reckons it."""
    wager = CountedWager(case, meters)
    shoe = wager.shoe
    base = wager.expectation(shoe)
    exact: list[Fraction] = []
    known: dict[object, Fraction] = {}
    for at, card in enumerate(KINDS):
        if not shoe[at]:
            exact.append(Fraction(0))
            continue
        alike = same_to(wager, at)
        if alike not in known:
            known[alike] = wager.expectation(less(shoe, card)) - base
            done()
        exact.append(known[alike])
    counted = None if case.plays_hand else tuple(exact)
    by_card = np.array([float(each) for each in exact])
    return Removal(case.wager.id, float(base), shoe, by_card, wager.measured, None, case, counted)


def same_to(wager: CountedWager, at: int) -> object:
    """Cards of one kind have one effect."""
    if wager.first_cards is not None:
        return int(wager.first_cards.kind_of[at])
    return value_of(KINDS[at].rank)


def side_steps(case: Case) -> int:
    """How many shoes are valued, where that takes its time."""
    return 10 if case.plays_hand else 1


# -- the main wager ----------------------------------------------------------------------------------------


def main_removal(
    rules: TableRules, play: RemovalPlay = "best", wager: int = 2500, done: WhenDone = nothing
) -> Removal:
    """By value, and by card where a bonus line asks for suits; super bonus included, nothing insured."""
    ranks = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    shoe = full_shoe(rules.cards.decks, ranks)
    strategy: NamedStrategy | Chart = "composition"
    if play == "chart":
        best = edge(rules, "chart", wager=wager, with_law=False)
        assert best.chart is not None
        strategy = best.chart

    def worth(cards: Ints) -> float:
        ev = edge(rules, strategy, wager=wager, with_law=False, shoe=by_value_and_suit(cards)).ev
        done()
        return ev

    base = worth(shoe)
    by_card = np.zeros(len(KINDS))
    for cards in alike(rules, ranks):
        by_card[[NUMBER[card] for card in cards]] = worth(less(shoe, cards[0])) - base
    return Removal(MAIN, base, shoe, by_card, play=play)


def main_steps(rules: TableRules) -> int:
    """How many shoes `main_removal` values."""
    return 1 + len(alike(rules, tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)))


def alike(rules: TableRules, ranks: tuple[Rank, ...]) -> list[list[Card]]:
    """Cards that the main wager cannot tell apart: by value, and by suit in bonus lines that ask for it."""
    suited = {value for line in suit_lines(rules) for value in line.values}
    groups: dict[tuple[int, str], list[Card]] = {}
    for card in KINDS:
        if card.rank in ranks:
            value = value_of(card.rank)
            groups.setdefault((value, card.suit if value in suited else ""), []).append(card)
    return list(groups.values())
