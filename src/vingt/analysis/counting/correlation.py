"""How well a count follows what it is kept for, and the whole tags that follow it best."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, inf

import numpy as np

from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.tabulated.hands import TENS, Floats, Ints
from vingt.core.cards import RANKS, SUITS

LEVELS = (1, 2, 3)
ALIKE = 12  # decimals in which correlations are compared


def correlation(tags: Floats, effects: Floats, shoe: Ints) -> float:
    """Over the cards of the shoe; 0 where one of the two is the same for all cards."""
    one, other = centred(tags, shoe), centred(effects, shoe)
    size = float((shoe * one**2).sum() * (shoe * other**2).sum()) ** 0.5
    return float((shoe * one * other).sum()) / size if size > 1e-15 else 0.0


def centred(of_cards: Floats, shoe: Ints) -> Floats:
    mean: Floats = of_cards - float((shoe * of_cards).sum()) / float(shoe.sum())
    return mean


def follows(system: CountSystem, removal: Removal) -> float:
    return correlation(system.array, removal.by_card, removal.shoe)


@dataclass(frozen=True)
class BestTags:
    """The whole tags up to a level with the highest correlation, and those that add up to 0."""

    level: int
    any: CountSystem
    balanced: CountSystem | None


def best_tags(removal: Removal, name: str = "best") -> list[BestTags]:
    """For each level. Ten-value cards of one effect have one tag, and suits are not told apart."""
    return [best_of_level(removal, level, name) for level in LEVELS]


def best_tags_by_card(removal: Removal, name: str = "best") -> list[CountSystem]:
    """For each level, with a tag of its own for a card that is paid for by name, the queen of hearts, say;
    nothing where suits do not matter."""
    if not removal.suits_matter:
        return []
    groups = card_groups(removal)
    searches = (TagSearch.of(removal, groups, level) for level in LEVELS)
    return [as_system(search.best, groups, f"{name}, level {search.level}, by card") for search in searches]


def best_of_level(removal: Removal, level: int, name: str) -> BestTags:
    groups = rank_groups(removal)
    search = TagSearch.of(removal, groups, level)
    if float(np.ptp(search.effects)) < 1e-12:
        nothing = CountSystem(f"{name} level {level}", (Fraction(0),) * (len(RANKS) * len(SUITS)))
        return BestTags(level, nothing, None)
    balanced = search.best_balanced
    return BestTags(
        level,
        as_system(search.best, groups, f"{name}, level {level}"),
        None if balanced is None else as_system(balanced, groups, f"{name}, level {level}, balanced"),
    )


def rank_groups(removal: Removal) -> list[list[int]]:
    """The cards of each rank; ten-value ranks of one effect together."""
    means = removal.by_card.reshape(len(RANKS), len(SUITS)).mean(axis=1)
    groups: dict[object, list[int]] = {}
    for at, rank in enumerate(RANKS):
        if rank in removal.ranks:
            alike = round(float(means[at]), ALIKE) if rank in TENS else rank
            groups.setdefault(alike, []).extend(range(4 * at, 4 * at + 4))
    return list(groups.values())


def card_groups(removal: Removal) -> list[list[int]]:
    """The cards with one effect."""
    groups: dict[float, list[int]] = {}
    for at in np.nonzero(removal.shoe)[0].tolist():
        groups.setdefault(round(float(removal.by_card[at]), ALIKE), []).append(at)
    return list(groups.values())


@dataclass(frozen=True)
class TagSearch:
    """The whole tags up to a level that follow effects best. A correlation hangs on three sums over the
    cards, of tags, of their squares and of tags times effects: so for every pair of the first two the most
    of the third is found, group after group of cards, and the best tags of all are among these."""

    level: int
    effects: Floats  # of each group of cards
    cards: tuple[int, ...]  # in proportion

    @staticmethod
    def of(removal: Removal, groups: list[list[int]], level: int) -> TagSearch:
        many = [int(removal.shoe[group].sum()) for group in groups]
        effects = np.array([removal.by_card[group].mean() for group in groups])
        return TagSearch(level, effects, tuple(each // gcd(*many) for each in many))

    @cached_property
    def _sums(self) -> tuple[Floats, list[Ints]]:
        """`[sum of tags, sum of squares]`: the most that tags times effects come to, and the tag of each
        group with which they do."""
        far = self.level * sum(self.cards)
        most = np.full((2 * far + 1, self.level * far + 1), -inf)
        most[far, 0] = 0.0
        chosen = []
        centred_effects = centred(self.effects, np.array(self.cards))
        for effect, many in zip(centred_effects, self.cards, strict=True):
            reached, tags = np.full(most.shape, -inf), np.zeros(most.shape, dtype=np.int8)
            for tag in sorted(range(-self.level, self.level + 1), key=abs):
                moved = shifted(most, many * tag, many * tag**2) + many * tag * effect
                better = moved > reached + 1e-15
                reached[better], tags[better] = moved[better], tag
            most = reached
            chosen.append(tags)
        return most, chosen

    @cached_property
    def _qualities(self) -> Floats:
        """The correlation of the best tags with these sums; none where all tags are the same."""
        most, _ = self._sums
        total = np.arange(most.shape[0])[:, None] - most.shape[0] // 2
        spread = np.arange(most.shape[1])[None, :] - total**2 / sum(self.cards)
        effects = centred(self.effects, np.array(self.cards))
        size = float((np.array(self.cards) * effects**2).sum())
        qualities: Floats = np.full(most.shape, -inf)
        varied = (spread > 1e-9) & np.isfinite(most)
        qualities[varied] = most[varied] / np.sqrt(spread[varied] * max(size, 1e-300))
        return qualities

    @property
    def best(self) -> tuple[int, ...]:
        """Of those that follow alike the ones nearest to balance, then with the smallest tags."""
        rounded = np.round(self._qualities, ALIKE)
        far = self._qualities.shape[0] // 2
        alike = np.argwhere(rounded == rounded.max()).tolist()
        return self.tags(*min(alike, key=lambda sums: (abs(sums[0] - far), sums[1])))

    @property
    def best_balanced(self) -> tuple[int, ...] | None:
        even = self._qualities.shape[0] // 2
        balanced = np.round(self._qualities[even], ALIKE)
        return None if balanced.max() <= 0 else self.tags(even, int(balanced.argmax()))

    def tags(self, total: int, squares: int) -> tuple[int, ...]:
        """The tags that come to these sums, group by group from the last."""
        tags = []
        for many, chosen in zip(reversed(self.cards), reversed(self._sums[1]), strict=True):
            tag = int(chosen[total, squares])
            tags.append(tag)
            total, squares = total - many * tag, squares - many * tag**2
        return tuple(reversed(tags))


def shifted(sums: Floats, down: int, right: int) -> Floats:
    """Moved so many rows and columns; nothing comes in from outside."""
    moved: Floats = np.full(sums.shape, -inf)
    rows, columns = sums.shape
    if abs(down) < rows and right < columns:
        to = slice(max(down, 0), rows + min(down, 0))
        of = slice(max(-down, 0), rows + min(-down, 0))
        moved[to, right:] = sums[of, : columns - right]
    return moved


def as_system(tags: tuple[int, ...], groups: list[list[int]], name: str) -> CountSystem:
    of_cards = [Fraction(0)] * (len(RANKS) * len(SUITS))
    most = gcd(*tags) or 1  # -3 and 0 are -1 and 0
    for tag, group in zip(tags, groups, strict=True):
        for card in group:
            of_cards[card] = Fraction(tag // most)
    return CountSystem(name, tuple(of_cards))
