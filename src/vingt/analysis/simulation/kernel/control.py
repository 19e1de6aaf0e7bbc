"""How a shoe differs from its first rounds, a fixed number of them: each is worth what a round from a fresh
shoe is, so only the difference is left to chance. The sums of a control variate."""

from __future__ import annotations

from typing import Any

import numpy as np

from vingt.analysis.simulation.kernel.jit import inlined

N = np.int64
NEITHER, MORE, MISSING = N(0), N(1), N(-1)


@inlined
def beyond_control(t: Any, rounds: Any, counted: Any) -> Any:
    """Of the last of so many rounds: whether the shoe had it beyond those that its control counts, or had it
    not and was dealt on for the control alone."""
    if rounds > t.even:
        return MORE
    return NEITHER if counted else MISSING


@inlined
def add_control(sums: Any, begins: Any, net: Any, rounds: Any, short: Any) -> None:
    """Of a shoe: how far net and rounds go beyond its control, their squares and product; and whether there
    were not cards enough for the control."""
    sums[begins] += net
    sums[begins + 1] += rounds
    sums[begins + 2] += net * net
    sums[begins + 3] += net * rounds
    sums[begins + 4] += rounds * rounds
    if short:
        sums[begins + 5] += 1
