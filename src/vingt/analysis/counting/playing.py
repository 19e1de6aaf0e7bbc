"""Playing efficiency: how much of what perfect play would gain over the full shoe's play a count gains.

Every decision moves with the cards as its effects of removal say, so from a shoe of which some is left its
gain is normal: Griffin's method, for the hands of this table as often as they are met. Perfect play is the
ceiling; a count sees of each decision the part that its tags correlate with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import erfc, exp, pi, sqrt

import numpy as np

from vingt.analysis.counting.actions import ACTIONS, NEVER, action_effects, met, solved
from vingt.analysis.counting.composition import VALUE_OF_KIND, by_value, full_shoe
from vingt.analysis.counting.correlation import centred
from vingt.analysis.counting.indices import value_tags
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.cards import RANKS
from vingt.core.rules.table_rules import TableRules

DEPTHS = (0.25, 0.5, 0.75)  # of the shoe gone, over which gains are averaged
SELDOM = 1e-7  # hands met more seldom add nothing that can be seen


@dataclass(frozen=True)
class Decision:
    """One other action for one hand: what it gains in the full shoe (below 0), how often the hand is met, and
    what the removal of a card of each value does to the gain."""

    often: float
    gain: float
    effects: Floats


@dataclass(frozen=True)
class PlayingValue:
    """What perfect play gains over the full shoe's, in wagers a round, and the decisions it is made of."""

    decisions: tuple[Decision, ...]
    cards: Floats  # of each value in the full shoe
    size: int

    @cached_property
    def arrays(self) -> tuple[Floats, Floats, Floats]:
        """How often each decision comes, its gain, and its effects less their mean: `[decision, value]`."""
        effects = np.array([each.effects for each in self.decisions])
        mean = (effects * self.cards).sum(axis=1) / self.cards.sum()
        often = np.array([each.often for each in self.decisions])
        return often, np.array([each.gain for each in self.decisions]), effects - mean[:, None]

    def gained(self, tags: Floats | None, depths: tuple[float, ...] = DEPTHS) -> float:
        """By perfect play, or by a count with these tags of values."""
        often, gain, effects = self.arrays
        spread = np.sqrt((self.cards * effects**2).sum(axis=1) / self.cards.sum())
        if tags is not None:
            off = centred(tags, self.cards)
            size = sqrt(float((self.cards * off**2).sum()) / float(self.cards.sum()))
            spread = np.abs((self.cards * effects * off).sum(axis=1)) / self.cards.sum() / max(size, 1e-300)
        total = 0.0
        for depth in depths:
            left = self.size * (1 - depth)
            scale = (self.size - 1) * sqrt((self.size - left) / (left * (self.size - 1)))
            gains = map(normal_gain, gain.tolist(), (spread * scale).tolist())
            total += float((often * np.array(list(gains))).sum())
        return total / len(depths)

    def efficiency(self, system: CountSystem, shoe: Ints) -> float:
        ceiling = self.gained(None)
        return self.gained(value_tags(system, shoe)) / ceiling if ceiling > 0 else 0.0


def playing_value(
    rules: TableRules, wager: int = 2500, done: Callable[[], None] = lambda: None
) -> tuple[PlayingValue, Ints]:
    ranks = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    shoe = full_shoe(rules.cards.decks, ranks)
    cards = by_value(shoe)
    full, effects = action_effects(rules, shoe, wager, done)
    often = met(solved(rules, shoe, wager))
    decided = tuple(decisions(full, effects, often))
    return PlayingValue(decided, cards, int(shoe.sum())), shoe


def playing_steps(rules: TableRules) -> int:
    return 1 + len(
        {VALUE_OF_KIND[4 * at] for at, r in enumerate(RANKS) if r not in rules.cards.removed_ranks}
    )


def decisions(full: Floats, effects: Floats, often: Floats) -> Iterable[Decision]:
    """For each hand the one other action that is nearest to the best."""
    for up, hand in zip(*np.nonzero(often > SELDOM), strict=True):
        worth = full[up, :, hand]
        order = sorted((at for at in range(len(ACTIONS)) if worth[at] > NEVER), key=lambda at: -worth[at])
        if len(order) > 1:
            best, other = order[0], order[1]
            moved = effects[:, up, other, hand] - effects[:, up, best, hand]
            if np.abs(moved).max() < 1e3:  # an action that one card less forbids has no effect to speak of
                yield Decision(float(often[up, hand]), float(worth[other] - worth[best]), moved)


def normal_gain(mean: float, spread: float) -> float:
    """The mean of what a normal variable has above 0."""
    if spread <= 0:
        return max(mean, 0.0)
    z = mean / spread
    return spread * exp(-z * z / 2) / sqrt(2 * pi) + mean * erfc(-z / sqrt(2)) / 2
