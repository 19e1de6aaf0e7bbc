"""Every deal of the first cards, sorted by what an evaluator makes of it.

The evaluator itself is asked, once for each class of deals that it cannot tell apart (see `Sight`). How
deals fall into classes does not depend on the number of decks; only how many deals there are in a class does.
So the count below is made once and weighed for each shoe: a deal that holds a card twice can be made in
n(n - 1) ways from n decks where two different cards can be made in n² ways.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import NamedTuple

from vingt.core.cards import Card, Rank, Suit
from vingt.core.hand import RankPoints
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import WAIT, Evaluator, Options, RankOrSuit, Sight, sight_of

Pattern = tuple[int, ...]  # how often each card of a deal occurs in it, most often first


@dataclass(frozen=True)
class Sorted:
    """For each outcome the number of ordered deals by their pattern, and one deal as an example."""

    ways: Mapping[str, Counter[Pattern]]
    examples: Mapping[str, Facts]
    kinds: int

    def distribution(self, decks: int) -> dict[str, Fraction]:
        """The probability of each outcome from a fresh shoe, given that the wager was offered at all."""
        size = self.kinds * decks
        chances = {
            outcome: sum(
                (
                    Fraction(ways * weight(pattern, decks), perm(size, sum(pattern)))
                    for pattern, ways in counts.items()
                ),
                Fraction(0),
            )
            for outcome, counts in self.ways.items()
        }
        offered = sum(chances.values())
        return {outcome: chance / offered for outcome, chance in chances.items()}

    def decks_needed(self, outcome: str) -> int | None:
        """The fewest decks that can deal an outcome; None when no deal makes it."""
        return min((pattern[0] for pattern in self.ways.get(outcome, ())), default=None)


def weight(pattern: Pattern, decks: int) -> int:
    """In how many ways the cards of a deal can be taken from so many decks."""
    return prod(perm(decks, times) for times in pattern)


def sort_deals(evaluator: Evaluator, options: Options, ranks: tuple[Rank, ...], counts: RankPoints) -> Sorted:
    """All deals of the first cards by their outcome and pattern, whatever the number of decks."""
    ways: defaultdict[str, Counter[Pattern]] = defaultdict(Counter)
    examples: dict[str, Facts] = {}
    for deal in first_deals(sight_of(evaluator), evaluator, options, ranks, counts):
        ways[deal.outcome][pattern_of(deal.dealt)] += deal.times
        examples.setdefault(deal.outcome, deal.facts)
    return Sorted(ways, examples, len(ranks) * 4)


class FirstDeal(NamedTuple):
    """One deal that stands for `times` of them, with what the evaluator makes of it."""

    outcome: str
    dealt: tuple[Card, ...]
    times: int
    facts: Facts


def first_deals(
    sight: Sight, evaluator: Evaluator, options: Options, ranks: tuple[Rank, ...], counts: RankPoints
) -> Iterator[FirstDeal]:
    """Deal the player's cards and the up card, and the hole card only where the evaluator waits for it."""
    for player, times in players(sight, ranks):
        for up, ups in next_cards(sight, ranks, player):
            if sight.up is not None and up.rank != sight.up:
                continue
            shown = (*player, up)
            facts = Facts(player, up, counts=counts)
            outcome = evaluator(facts, options)
            if outcome is not WAIT:
                yield FirstDeal(outcome, shown, times * ups, facts)
                continue
            for hole, holes in next_cards(sight, ranks, shown):
                facts = Facts(player, up, hole, counts=counts)
                outcome = evaluator(facts, options)
                if outcome is WAIT:
                    raise ValueError("still waiting when all first cards are known")
                yield FirstDeal(outcome, (*shown, hole), times * ups * holes, facts)


def players(sight: Sight, ranks: tuple[Rank, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """The player's first cards, one deal for each class; two cards in one order only, counted twice."""
    for dealt, times in dealings(sight, ranks, sight.player_cards):
        if len(dealt) != 2:
            yield dealt, times
            continue
        other = standard(sight, ranks, (dealt[1], dealt[0]))
        if other >= dealt:
            yield dealt, times if other == dealt else 2 * times


def dealings(sight: Sight, ranks: tuple[Rank, ...], cards: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One ordered deal of so many cards for each class, with the number of deals in the class."""
    if cards == 0:
        yield (), 1
        return
    for dealt, times in dealings(sight, ranks, cards - 1):
        for card, more in next_cards(sight, ranks, dealt):
            yield (*dealt, card), times * more


def next_cards(
    sight: Sight, ranks: tuple[Rank, ...], dealt: tuple[Card, ...]
) -> tuple[tuple[Card, int], ...]:
    """The next card to deal: of the ranks, or suits, of a group that were not seen yet one stands for all."""
    return _next_cards(
        sight, ranks, frozenset(card.rank for card in dealt), frozenset(card.suit for card in dealt)
    )


@cache
def _next_cards(
    sight: Sight, ranks: tuple[Rank, ...], seen_ranks: frozenset[Rank], seen_suits: frozenset[Suit]
) -> tuple[tuple[Card, int], ...]:
    return tuple(
        (Card(rank, suit), for_ranks * for_suits)
        for rank, for_ranks in one_for_all(in_play(sight.ranks, ranks), seen_ranks)
        for suit, for_suits in one_for_all(sight.suits, seen_suits)
    )


def one_for_all(
    groups: tuple[tuple[RankOrSuit, ...], ...], seen: frozenset[RankOrSuit]
) -> Iterator[tuple[RankOrSuit, int]]:
    for group in groups:
        unseen = [each for each in group if each not in seen]
        for each in group:
            if each in seen:
                yield each, 1
        if unseen:
            yield unseen[0], len(unseen)


def in_play(groups: tuple[tuple[Rank, ...], ...], ranks: tuple[Rank, ...]) -> tuple[tuple[Rank, ...], ...]:
    return tuple(tuple(rank for rank in group if rank in ranks) for group in groups)


def standard(sight: Sight, ranks: tuple[Rank, ...], dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    """The deal that stands for the class of this one."""
    for_rank = stand_ins(in_play(sight.ranks, ranks), [card.rank for card in dealt])
    for_suit = stand_ins(sight.suits, [card.suit for card in dealt])
    return tuple(Card(for_rank[card.rank], for_suit[card.suit]) for card in dealt)


def stand_ins(
    groups: tuple[tuple[RankOrSuit, ...], ...], dealt: list[RankOrSuit]
) -> dict[RankOrSuit, RankOrSuit]:
    stands_for: dict[RankOrSuit, RankOrSuit] = {}
    for each in dealt:
        if each not in stands_for:
            group = next(group for group in groups if each in group)
            stands_for[each] = group[sum(other in stands_for for other in group)]
    return stands_for


def pattern_of(dealt: tuple[Card, ...]) -> Pattern:
    if len(set(dealt)) == len(dealt):
        return (1,) * len(dealt)
    return tuple(sorted(Counter(dealt).values(), reverse=True))
