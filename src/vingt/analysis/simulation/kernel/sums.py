"""What is added up of units, of shoes beyond their control, and of rounds and shoes by the count."""

from __future__ import annotations

from typing import Any

import numpy as np

from vingt.analysis.jit import inlined

U = np.uint64


@inlined
def add_unit(sums: Any, rounds: Any, cards: Any, net: Any) -> None:
    """Of what hangs together, a round from a fresh shoe or a whole shoe."""
    sums[0] += rounds
    sums[1] += cards
    sums[2] += net
    sums[3] += net * net


@inlined
def add_control(sums: Any, begins: Any, net: Any, rounds: Any, short: Any) -> None:
    """The sums of a control variate. Each of a shoe's first rounds, a fixed number of them, is worth what a
    round from a fresh shoe is, so only the difference is left to chance: how far net and rounds go beyond
    these, their squares and product; and whether there were not cards enough for them."""
    sums[begins] += net
    sums[begins + 1] += rounds
    sums[begins + 2] += net * net
    sums[begins + 3] += net * rounds
    sums[begins + 4] += rounds * rounds
    if short:
        sums[begins + 5] += 1


@inlined
def add_round(sums: Any, at: Any, net: Any) -> None:
    sums[at] += 1
    sums[at + U(1)] += net
    sums[at + U(2)] += net * net


@inlined
def add_shoe(sums: Any, begins: Any, net: Any, rounds: Any) -> None:
    sums[begins] += net
    sums[begins + 1] += net * net
    sums[begins + 2] += net * rounds
    sums[begins + 3] += rounds * rounds
