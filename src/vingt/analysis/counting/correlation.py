"""How well a count follows what it is kept for, and the whole tags that follow it best."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd

import numpy as np

from vingt.analysis.counting.removal import Removal
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.tabulated.hands import Floats, Ints
from vingt.core.cards import RANKS, SUITS

LEVELS = (1, 2, 3)
STEPS = 240  # of the search, in scale and in offset


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
    """For each level. Ranks of one effect have one tag: suits are not told apart."""
    return [best_of_level(removal, level, name) for level in LEVELS]


def best_tags_by_card(removal: Removal, name: str = "best") -> list[CountSystem]:
    """For each level, with a tag of its own for a card that is paid for by name, the queen of hearts, say;
    nothing where suits do not matter."""
    if not removal.suits_matter:
        return []
    groups, effects, cards = grouped(removal, card_groups(removal))
    systems = []
    for level in LEVELS:
        best = max(candidates(effects, cards, level), key=lambda tags: quality(tags, effects, cards))
        systems.append(as_system(best, groups, f"{name}, level {level}, by card"))
    return systems


def best_of_level(removal: Removal, level: int, name: str) -> BestTags:
    groups, effects, cards = grouped(removal, rank_groups(removal))
    if float(np.ptp(effects)) < 1e-12:
        nothing = CountSystem(f"{name} level {level}", (Fraction(0),) * (len(RANKS) * len(SUITS)))
        return BestTags(level, nothing, None)
    whole_tags = candidates(effects, cards, level)
    free = max(whole_tags, key=lambda tags: quality(tags, effects, cards))
    balanced = balanced_from(whole_tags, effects, cards, level)
    return BestTags(
        level,
        as_system(free, groups, f"{name}, level {level}"),
        None if balanced is None else as_system(balanced, groups, f"{name}, level {level}, balanced"),
    )


def rank_groups(removal: Removal) -> list[list[int]]:
    """The cards of ranks with one effect."""
    means = removal.by_card.reshape(len(RANKS), len(SUITS)).mean(axis=1)
    groups: dict[float, list[int]] = {}
    for at, rank in enumerate(RANKS):
        if rank in removal.ranks:
            groups.setdefault(round(float(means[at]), 12), []).extend(range(4 * at, 4 * at + 4))
    return list(groups.values())


def card_groups(removal: Removal) -> list[list[int]]:
    """The cards with one effect."""
    groups: dict[float, list[int]] = {}
    for at in np.nonzero(removal.shoe)[0].tolist():
        groups.setdefault(round(float(removal.by_card[at]), 12), []).append(at)
    return list(groups.values())


def grouped(removal: Removal, groups: list[list[int]]) -> tuple[list[list[int]], Floats, Ints]:
    """Groups of cards, their mean effect, and how many are in the shoe."""
    effects = np.array([removal.by_card[group].mean() for group in groups])
    cards = np.array([removal.shoe[group].sum() for group in groups])
    return groups, effects, cards


def candidates(effects: Floats, cards: Ints, level: int) -> set[tuple[int, ...]]:
    """The best tags are those of the straight line that fits them best, each rounded: so every scale and
    offset of a line is tried."""
    middle = float((cards * effects).sum() / cards.sum())
    far = (effects - middle) / float(np.abs(effects - middle).max())
    scale = np.linspace(0.3, level + 1.0, STEPS)[:, None, None]
    offset = np.linspace(-1.0, 1.0, STEPS // 4)[None, :, None]
    tags = np.clip(np.rint(far * scale + offset), -level, level).astype(np.int64).reshape(-1, len(far))
    some = np.unique(tags[np.ptp(tags, axis=1) > 0], axis=0)
    return {tuple(each) for each in some.tolist()}


def quality(tags: tuple[int, ...], effects: Floats, cards: Ints) -> float:
    return correlation(np.array(tags, dtype=np.float64), effects, cards)


def balanced_from(
    found: set[tuple[int, ...]], effects: Floats, cards: Ints, level: int
) -> tuple[int, ...] | None:
    """From each good system the balanced ones next to it, then by exchanges of two tags to the best."""
    near = sorted(found, key=lambda tags: -quality(tags, effects, cards))[:12]
    starts = {tags for tags in near if balance(tags, cards) == 0}
    for tags in near:
        for first, second in product(range(len(tags)), repeat=2):
            for up, down in product((-1, 0, 1), repeat=2):
                moved = list(tags)
                moved[first] += up
                moved[second] += down
                if max(map(abs, moved)) <= level and balance(tuple(moved), cards) == 0 and any(moved):
                    starts.add(tuple(moved))
    if not starts:
        return None
    best = max(starts, key=lambda tags: quality(tags, effects, cards))
    while (better := next_better(best, effects, cards, level)) is not None:
        best = better
    return best


def balance(tags: tuple[int, ...], cards: Ints) -> int:
    return int(sum(tag * int(many) for tag, many in zip(tags, cards, strict=True)))


def next_better(tags: tuple[int, ...], effects: Floats, cards: Ints, level: int) -> tuple[int, ...] | None:
    steps = [step for step in product((-2, -1, 0, 1, 2), repeat=2) if any(step)]
    best, found = quality(tags, effects, cards) + 1e-12, None
    for first in range(len(tags)):
        for second in range(first + 1, len(tags)):
            for up, down in steps:
                moved = list(tags)
                moved[first] += up
                moved[second] += down
                if max(map(abs, moved)) > level or balance(tuple(moved), cards):
                    continue
                if any(moved) and (worth := quality(tuple(moved), effects, cards)) > best:
                    best, found = worth, tuple(moved)
    return found


def as_system(tags: tuple[int, ...], groups: list[list[int]], name: str) -> CountSystem:
    of_cards = [Fraction(0)] * (len(RANKS) * len(SUITS))
    most = gcd(*tags) or 1  # -3 and 0 are -1 and 0
    for tag, group in zip(tags, groups, strict=True):
        for card in group:
            of_cards[card] = Fraction(tag // most)
    return CountSystem(name, tuple(of_cards))
