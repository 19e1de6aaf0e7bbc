"""A wager on the first cards from any shoe: which handfuls of cards make which outcome, in how many orders.

The evaluator is asked about every deal, once for all that it declares it cannot tell apart. Places that never
matter are dropped and cards that always come to the same are put together, both found in its answers. What is
left is a polynomial in the numbers of cards in the shoe: exact for whole numbers, quick for very many shoes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import perm
from typing import Any

import numpy as np

from vingt.analysis.counting.composition import KINDS
from vingt.analysis.exact.side.chances import WagerTerms
from vingt.analysis.jit import compiled
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.cards import RANKS, SUITS, Card, Cards, Rank, Suit
from vingt.core.hand import RankPoints
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Evaluator, Options, Sight, sight_of
from vingt.core.wagers.registry import EVALUATORS

NOT_OFFERED = "not offered"
PLACES = 4  # a wager looks at so many first cards at most


@dataclass(frozen=True)
class Handfuls:
    """`members[at]` are the kinds of cards of a handful, rising; `ways[at, outcome]` in how many orders of
    kinds it makes an outcome. `kind_of` says of each of the 52 cards which kind it is, -1: not in the shoe.
    Handfuls that lose in every order are left out."""

    outcomes: tuple[str, ...]  # without LOSE
    kind_of: Ints
    members: Ints
    ways: Ints

    @property
    def cards(self) -> int:
        return int(self.members.shape[1])

    @property
    def kinds(self) -> int:
        return int(self.kind_of.max()) + 1

    def counts(self, shoe: Ints) -> dict[str, int]:
        """The number of ordered deals that make each outcome, LOSE included."""
        numbers = self.of_kinds(shoe[None, :])[0]
        weights = np.ones(len(self.members), dtype=np.int64)
        held = np.zeros(len(self.members), dtype=np.int64)  # cards of this kind already in the handful
        for place in range(self.cards):
            if place:
                held = np.where(self.members[:, place] == self.members[:, place - 1], held + 1, 0)
            weights *= np.maximum(numbers[self.members[:, place]] - held, 0)
        ways = (weights[:, None] * self.ways).sum(axis=0).tolist()
        named = dict(zip(self.outcomes, ways, strict=True))
        return {**named, LOSE: perm(int(numbers.sum()), self.cards) - sum(ways)}

    def of_kinds(self, shoes: Ints) -> Ints:
        numbers = np.zeros((len(shoes), self.kinds), dtype=shoes.dtype)
        for card, kind in enumerate(self.kind_of):
            if kind >= 0:
                numbers[:, kind] += shoes[:, card]
        return numbers

    def chances(self, shoes: Ints) -> Floats:
        """`[shoe, outcome]` for many shoes at once, `[shoe, card]` in whole cards or parts of them."""
        numbers = self.of_kinds(shoes).astype(np.float64)
        out = np.zeros((len(shoes), len(self.outcomes)))
        weigh_handfuls(numbers, self.members, self.ways.astype(np.float64), out)
        total = numbers.sum(axis=1)
        deals = np.prod([np.maximum(total - at, 1.0) for at in range(self.cards)], axis=0)
        chances: Floats = out / deals[:, None]
        return chances


@compiled
def weigh_handfuls(numbers: Any, members: Any, ways: Any, out: Any) -> None:
    for shoe in range(numbers.shape[0]):
        for at in range(members.shape[0]):
            weight = 1.0
            before, again = -1, 0
            for place in range(members.shape[1]):
                kind = members[at, place]
                again = again + 1 if kind == before else 0
                weight *= max(numbers[shoe, kind] - again, 0.0)
                before = kind
            if weight > 0.0:
                for outcome in range(ways.shape[1]):
                    out[shoe, outcome] += weight * ways[at, outcome]


@cache
def handfuls(name: str, terms: WagerTerms, ranks: tuple[Rank, ...], counts: RankPoints) -> Handfuls:
    """Every deal of the first cards, from a shoe with these ranks."""
    deck = tuple(at for at, card in enumerate(KINDS) if card.rank in ranks)
    outcomes, answers = FirstCardAnswers(EVALUATORS[name], dict(terms), deck, counts).answers()
    answers = without_idle_places(answers)
    kinds, answers = alike_together(answers)
    kind_of = np.full(len(KINDS), -1, dtype=np.int64)
    kind_of[list(deck)] = kinds
    return gathered(outcomes, kind_of, answers)


class FirstCardAnswers:
    """An evaluator asked about every deal: `[first, second, up]`, with the hole card where it waits for that,
    or the player's first cards alone where it looks at more than two of them."""

    def __init__(
        self, evaluator: Evaluator, options: Options, deck: Sequence[int], counts: RankPoints
    ) -> None:
        self.evaluator, self.options, self.counts = evaluator, options, counts
        self.sight = sight_of(evaluator)
        self.deck = [KINDS[at] for at in deck]
        self.codes: dict[str, int] = {LOSE: 0}

    def answers(self) -> tuple[tuple[str, ...], Ints]:
        if self.sight.player_cards > 2:
            told = self.over(self.sight.player_cards, self.of_players)
        else:
            told = self.over(3, self.of_three)
            if (told == self.code(WAIT.value)).any():
                told = self.over(4, self.of_four)
        return tuple(self.codes), told

    def over(self, places: int, ask: Callable[[Cards], int]) -> Ints:
        """Ask about one deal of each class and give its answer to all of the class. The player's first two
        cards are dealt in one order only: an evaluator cannot tell which came first."""
        many = len(self.deck)
        first, second = np.triu_indices(many)
        rest = np.indices((many,) * (places - 2)).reshape(places - 2, -1)
        pairs, others = len(first), rest.shape[1]
        grid = np.concatenate(
            [np.repeat([first, second], others, axis=1), np.tile(rest, (1, pairs))], axis=0
        ).astype(np.int8)
        _, examples, inverse = np.unique(
            class_keys(self.sight, self.deck, grid), return_index=True, return_inverse=True
        )
        told = [ask(tuple(self.deck[place] for place in grid[:, at])) for at in examples.tolist()]
        one_order = np.array(told, dtype=np.int8)[inverse].reshape((pairs, *(many,) * (places - 2)))
        number = np.zeros((many, many), dtype=np.int64)
        number[first, second] = number[second, first] = np.arange(pairs)
        answers: Ints = one_order[number]
        return answers

    def code(self, outcome: str) -> int:
        return self.codes.setdefault(outcome, len(self.codes))

    def judged(self, facts: Facts) -> int:
        if self.sight.up is not None and facts.up.rank != self.sight.up:
            return self.code(NOT_OFFERED)
        outcome = self.evaluator(facts, self.options)
        return self.code(outcome if isinstance(outcome, str) else outcome.value)

    def of_three(self, deal: Cards) -> int:
        return self.judged(Facts(deal[:2], deal[2], counts=self.counts))

    def of_four(self, deal: Cards) -> int:
        shown = self.of_three(deal[:3])
        if shown != self.code(WAIT.value):
            return shown
        return self.judged(Facts(deal[:2], deal[2], deal[3], counts=self.counts))

    def of_players(self, deal: Cards) -> int:
        first, second = (self.judged(Facts(deal, up, counts=self.counts)) for up in self.deck[:2])
        if first != second:
            raise ValueError("looks at the up card besides more than two of the player's")
        return first


def class_keys(sight: Sight, deck: Sequence[Card], grid: Ints) -> Ints:
    """A number for each deal that is the same where the evaluator cannot tell two deals apart: each rank by
    the place where it was seen before or, a new one, by its group and how many of that came before it; and so
    each suit."""
    ranks = [card.rank for card in deck]
    suits = [card.suit for card in deck]
    keys = np.zeros(grid.shape[1], dtype=np.int64)
    for group, number in (
        (groups_of(ranks, sight.ranks), np.array([RANKS.index(rank) for rank in ranks], dtype=np.int8)),
        (groups_of(suits, sight.suits), np.array([SUITS.index(suit) for suit in suits], dtype=np.int8)),
    ):
        dealt, of_group = number[grid], group[grid]
        new: list[Ints] = []
        for place in range(len(grid)):
            label = np.full(grid.shape[1], PLACES, dtype=np.int8)
            for before in range(place):
                label += new[before] & (of_group[before] == of_group[place])
            fresh = np.ones(grid.shape[1], dtype=bool)
            for before in range(place):
                seen = dealt[before] == dealt[place]
                label[seen & fresh] = before
                fresh &= ~seen
            new.append(fresh)
            keys = keys * (2 * PLACES) + label
            keys = keys * len(RANKS) + of_group[place]
    return keys


def groups_of(names: Sequence[Rank | Suit], groups: Sequence[Sequence[Rank | Suit]]) -> Ints:
    group_of_each = [next(at for at, group in enumerate(groups) if name in group) for name in names]
    return np.array(group_of_each, dtype=np.int8)


def without_idle_places(answers: Ints) -> Ints:
    """Without the places whose card never changes the answer."""
    for place in range(answers.ndim - 1, -1, -1):
        first = answers.take([0], axis=place)
        if answers.ndim > 1 and (answers == first).all():
            answers = first.squeeze(axis=place)
    return answers


def alike_together(answers: Ints) -> tuple[Ints, Ints]:
    """Cards that give the same answers in every place are of one kind; the kind of each, and the answers by
    kind."""
    slices = [
        tuple(np.ascontiguousarray(answers.take(card, axis=place)).tobytes() for place in range(answers.ndim))
        for card in range(answers.shape[0])
    ]
    kinds = {each: at for at, each in enumerate(dict.fromkeys(slices))}
    examples = [slices.index(each) for each in kinds]
    return np.array([kinds[each] for each in slices]), answers[np.ix_(*[examples] * answers.ndim)]


def gathered(outcomes: tuple[str, ...], kind_of: Ints, answers: Ints) -> Handfuls:
    """All orders of a handful put together."""
    won = np.nonzero(answers)
    places = np.sort(np.array(won), axis=0)
    kinds = answers.shape[0]
    keys = np.ravel_multi_index(tuple(places), (kinds,) * answers.ndim)
    handfuls, at = np.unique(keys, return_inverse=True)
    members = np.array(np.unravel_index(handfuls, (kinds,) * answers.ndim), dtype=np.int64).T.copy()
    codes = at.reshape(-1) * len(outcomes) + answers[won]
    ways = np.bincount(codes, minlength=len(members) * len(outcomes)).reshape(len(members), len(outcomes))
    kept = [number for number, outcome in enumerate(outcomes) if outcome not in (LOSE, WAIT.value)]
    return Handfuls(tuple(outcomes[number] for number in kept), kind_of, members, ways[:, kept])
