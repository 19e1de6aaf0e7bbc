"""The shoe that a count tells of: what is left, on average, when the true count stands so.

Of all shoes with so many cards left those with one count are taken; the mean number of each card in them is a
straight line in the count (least squares, exact for the mean of a sample without replacement)."""

from __future__ import annotations

import numpy as np

from vingt.analysis.counting.systems import DECK, CountSystem, NotASystem
from vingt.analysis.tabulated.hands import Floats, Ints


def mean_tag(system: CountSystem, shoe: Ints) -> float:
    return float(system.total(shoe)) / float(shoe.sum())


def tag_variance(system: CountSystem, shoe: Ints) -> float:
    shares = shoe / shoe.sum()
    return float((shares * (system.array - mean_tag(system, shoe)) ** 2).sum())


def told_apart(system: CountSystem, shoe: Ints) -> float:
    """The variance of tags; a system that tells no two cards of a shoe apart is none."""
    variance = tag_variance(system, shoe)
    if variance == 0.0:
        raise NotASystem(f"{system.name} counts nothing in this shoe: every card of it has the same tag")
    return variance


def shoe_at(system: CountSystem, shoe: Ints, true_count: float, left: float) -> Floats:
    """Cards left, in parts of cards. The count of an unbalanced system is taken less what its cards add to
    it on average: 0 is then the shoe in proportion."""
    variance = told_apart(system, shoe)
    off = system.array - mean_tag(system, shoe)
    cards: Floats = left * shoe / shoe.sum() * (1 - off * true_count / (DECK * variance))
    return np.maximum(cards, 0.0)


def running_count(system: CountSystem, shoe: Ints, true_count: float, left: float) -> float:
    """What the player has counted by then, begun at 0."""
    gone = float(shoe.sum()) - left
    return mean_tag(system, shoe) * gone + true_count * left / DECK
