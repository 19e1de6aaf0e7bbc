"""Rounds from fresh shoes come in groups that share the numbers of a unit."""

from __future__ import annotations

from collections.abc import Callable

from vingt.analysis.simulation.lookups.compile import Array


def by_groups(
    first: int, rounds: int, size: int, groups_of: Callable[[int, int, int], tuple[Array, Array]]
) -> tuple[Array, Array]:
    """Bins and sums of a stretch of rounds. `groups_of(group, groups, last)` plays whole groups of this size,
    and `last` rounds of the last; what lies before `first` in its group is played too and taken off."""
    begin, skipped = divmod(first, size)
    end = -(-(first + rounds) // size)
    bins, sums = groups_of(begin, end - begin, first + rounds - size * (end - 1))
    if skipped:
        more_bins, more_sums = groups_of(begin, 1, skipped)
        bins, sums = bins - more_bins, sums - more_sums
    return bins, sums


def rounds_in(groups: int, last: int, size: int) -> int:
    return (groups - 1) * size + last
