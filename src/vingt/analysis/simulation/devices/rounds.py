"""Rounds from fresh shoes come in groups that share the numbers of a unit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vingt.analysis.simulation.kernel.codes import GROUP
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.layout import Flat


def by_groups(
    flat: Flat, first: int, rounds: int, groups_of: Callable[[int, int, int], Array]
) -> tuple[Array, Array]:
    """Rounds from fresh shoes come in groups. `groups_of(group, groups, last)` plays whole ones, and `last`
    rounds of the last; what lies before `first` in its group is played too and taken off."""
    begin, skipped = divmod(first, GROUP)
    end = -(-(first + rounds) // GROUP)
    bins = groups_of(begin, end - begin, first + rounds - GROUP * (end - 1))
    if skipped:
        bins = bins - groups_of(begin, 1, skipped)
    return flat.walk.spread(bins, flat.bins), np.array([rounds, 0, 0, 0], dtype=np.int64)
