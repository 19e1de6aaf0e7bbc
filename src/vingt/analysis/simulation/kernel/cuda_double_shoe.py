"""The kernel of double shoes on a CUDA device, in the manner of `cuda_table`: plainer, for few ask for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint8, uint64

from vingt.analysis.simulation.kernel.codes import SYSTEMS_MOST, TABLE_MOST
from vingt.analysis.simulation.kernel.cuda_table import (
    DEALT_ARRAY,
    FINISHED_ARRAY,
    FOUND_ARRAY,
    SAID_ARRAY,
    SIDE_GAINS_ARRAY,
    SIDES_ARRAY,
    SUMMED_ARRAY,
    TABLE_HANDS_ARRAY,
)
from vingt.analysis.simulation.kernel.double_shoe import after_both, both_whole, is_counted, play_from_sides
from vingt.analysis.simulation.kernel.table_shoe import TableMemory
from vingt.analysis.simulation.kernel.table_walk import PlayedUnit, gathered, rounds_of

U, W = np.uint64, np.uint32
TWO, THREE, FOUR = W(2), W(3), W(4)


@cuda.jit
def play_double_shoes_on_device(t: Any, begins: Any, units: Any, last: Any, counts: Any, sums: Any) -> None:
    """Each thread plays every so-and-so-manieth unit, as `play_double_shoes` does."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    cards = cuda.shared.array(0, uint8)
    stride = (W(W(threads) * FOUR),)
    beyond = W(W(W(t.cards + THREE) >> TWO) * stride[0])  # where the cards of the other side begin
    hands, dealt_cards = cuda.local.array(TABLE_HANDS_ARRAY, int32), cuda.local.array(DEALT_ARRAY, int32)
    finished, sides = cuda.local.array(FINISHED_ARRAY, int32), cuda.local.array(SIDES_ARRAY, int32)
    bins, out = cuda.local.array(FOUND_ARRAY, int32), cuda.local.array(2, int32)
    table, side_gains = cuda.local.array(TABLE_MOST, uint8), cuda.local.array(SIDE_GAINS_ARRAY, int64)
    nobody, said = cuda.local.array(SYSTEMS_MOST, int64), cuda.local.array(SAID_ARRAY, int32)
    at_one, at_other = W(W(here) * FOUR), W(W(W(here) * FOUR) + beyond)
    one = TableMemory(
        cards, at_one, stride, None, t.codes, t.columns, t.dealer_next, hands, dealt_cards, finished, sides,
        bins, out, table, side_gains, nobody, nobody, nobody, nobody, said,
    )  # fmt: skip
    other = TableMemory(
        cards, at_other, stride, None, t.codes, t.columns, t.dealer_next, hands, dealt_cards, finished, sides,
        bins, out, table, side_gains, nobody, nobody, nobody, nobody, said,
    )  # fmt: skip
    summed = cuda.local.array(SUMMED_ARRAY, int64)
    for at in range(SUMMED_ARRAY):
        summed[at] = 0
    for at in range(SIDE_GAINS_ARRAY):
        side_gains[at] = 0
    for number in range(cuda.grid(1), units, cuda.gridsize(1)):
        unit = PlayedUnit(rounds_of(t, number, units, last), int64(0), int64(0), int64(0))
        double = both_whole(t, one, other, begins + U(number) * t.jump)
        while unit.to_play != 0:
            double, filled, total, again = play_from_sides(t, one, other, double)
            counted = is_counted(t, again)
            for at in range(gathered(t, one, filled, counted)):
                cuda.atomic.add(counts, bins[at], uint64(1))
            double, unit = after_both(t, one, other, double, unit, counted, total, summed)
    for at in range(sums.shape[0]):
        cuda.atomic.add(sums, at, summed[at])
