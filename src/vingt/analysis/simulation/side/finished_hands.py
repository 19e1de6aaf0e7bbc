"""The player's finished hands as a side wager sees them: each has a weight, and their sum says it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from vingt.analysis.tabulated.dealer import MOST_CARDS
from vingt.core.cards import RANKS, Card
from vingt.core.hand import RankPoints

HandKey = tuple[int, bool, int]  # points, soft, cards
FinishedCards = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class PlayedHands:
    """What each finished hand adds to the wager's index, and what a surrendered one adds instead."""

    counts: RankPoints
    weights: dict[HandKey, int]
    surrendered: int

    def weight(self, hand: tuple[Card, ...], *, surrendered: bool = False) -> int:
        return self.surrendered if surrendered else self.weights[key_of(self.counts, hand)]


def key_of(counts: RankPoints, hand: tuple[Card, ...]) -> HandKey:
    total = counts.total(hand)
    return total.points, total.soft, min(len(hand), MOST_CARDS)


def every_hand(counts: RankPoints) -> dict[HandKey, tuple[Card, ...]]:
    """One hand for each that a player can finish with."""
    examples: dict[HandKey, tuple[Card, ...]] = {}
    drawing: list[tuple[Card, ...]] = [
        (Card(first, "clubs"), Card(second, "clubs")) for first, second in product(RANKS, repeat=2)
    ]
    while drawing:
        longer: list[tuple[Card, ...]] = []
        for hand in drawing:
            key = key_of(counts, hand)
            if key not in examples:
                examples[key] = hand
                if key[0] <= 21:
                    longer.extend((*hand, Card(rank, "clubs")) for rank in RANKS)
        drawing = longer
    return examples


@dataclass(frozen=True)
class HandKinds:
    """Finished hands sorted by what the wager makes of one alone; the kind that decides nothing is 0."""

    kinds: dict[HandKey, int]
    examples: tuple[tuple[Card, ...], ...]
    most: int

    @property
    def sums(self) -> int:
        """How many sums of weights there are: for each kind but 0, and surrender, none to `most` hands."""
        return int((self.most + 1) ** len(self.examples))

    def weight(self, kind: int) -> int:
        """Kinds count in powers of one more than the hands there can be; surrender comes after the last."""
        return int((self.most + 1) ** (kind - 1)) if kind else 0

    def combinations(self) -> Iterator[tuple[int, FinishedCards, bool]]:
        """Every sum of weights that hands can make, with hands that make it and whether one surrendered."""
        for numbers in product(range(self.most + 1), repeat=len(self.examples)):
            if sum(numbers) > self.most:
                continue
            *many, surrendered = numbers
            at = sum(number * self.weight(kind) for kind, number in enumerate(numbers, start=1))
            hands = [self.examples[kind] for kind, times in enumerate(many, start=1) for _ in range(times)]
            hands += [self.examples[0]] * (surrendered or not hands)
            yield at, tuple(hands), surrendered > 0

    def played(self, counts: RankPoints, stride: int) -> PlayedHands:
        weights = {key: self.weight(kind) * stride for key, kind in self.kinds.items()}
        return PlayedHands(counts, weights, self.weight(len(self.examples)) * stride)


def hand_kinds(judged: Callable[[tuple[Card, ...]], object], counts: RankPoints, most: int) -> HandKinds:
    """Sorts hands by `judged`; kind 0 is the one of most hands, which loses whatever the dealer has."""
    hands = every_hand(counts)
    answers = {key: judged(hand) for key, hand in hands.items()}
    listed = list(answers.values())
    ordered = sorted(set(listed), key=lambda answer: (-listed.count(answer), listed.index(answer)))
    kinds = {key: ordered.index(answer) for key, answer in answers.items()}
    examples = [next(hands[key] for key in hands if kinds[key] == kind) for kind in range(len(ordered))]
    return HandKinds(kinds, tuple(examples), most)
