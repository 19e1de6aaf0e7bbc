"""The kernel of double shoes on a CUDA device, in the manner of `cuda_table`: plainer, for few ask for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint8, uint64

from vingt.analysis.simulation.kernel.codes import SIDE_SUMS, SYSTEMS_MOST, TABLE_MOST
from vingt.analysis.simulation.kernel.cuda_table import (
    DEALT_ARRAY,
    FINISHED_ARRAY,
    FOUND_ARRAY,
    MADE_ARRAY,
    SAID_ARRAY,
    SIDE_SUMS_ARRAY,
    SIDES_ARRAY,
    TABLE_HANDS_ARRAY,
)
from vingt.analysis.simulation.kernel.double_shoe import (
    both_whole,
    is_last,
    out_at_the_end,
    play_from_sides,
    reshuffled,
)
from vingt.analysis.simulation.kernel.table_shoe import TableMemory
from vingt.analysis.simulation.kernel.table_walk import gather, square

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
    table, made = cuda.local.array(TABLE_MOST, uint8), cuda.local.array(MADE_ARRAY, int64)
    nobody, said = cuda.local.array(SYSTEMS_MOST, int64), cuda.local.array(SAID_ARRAY, int32)
    at_one, at_other = W(W(here) * FOUR), W(W(W(here) * FOUR) + beyond)
    one = TableMemory(
        cards, at_one, stride, None, t.codes, t.columns, t.dealer_next, hands, dealt_cards, finished, sides,
        bins, out, table, made, nobody, nobody, nobody, nobody, said,
    )  # fmt: skip
    other = TableMemory(
        cards, at_other, stride, None, t.codes, t.columns, t.dealer_next, hands, dealt_cards, finished, sides,
        bins, out, table, made, nobody, nobody, nobody, nobody, said,
    )  # fmt: skip
    of_sides = cuda.local.array(SIDE_SUMS_ARRAY, int64)
    for at in range(SIDE_SUMS_ARRAY):
        of_sides[at] = 0
    for at in range(MADE_ARRAY):
        made[at] = 0
    all_rounds, all_cards, all_nets, squares = int64(0), int64(0), int64(0), int64(0)
    for unit in range(cuda.grid(1), units, cuda.gridsize(1)):
        to_play = int64(last) if unit == units - 1 else int64(t.rounds)
        double = both_whole(t, one, other, begins + U(unit) * t.jump)
        net, dealt, rounds = int64(0), int64(0), int64(0)
        while to_play != 0:
            double, filled, total, again = play_from_sides(t, one, other, double)
            if t.cover == 0 or again == 0:
                for at in range(filled):
                    cuda.atomic.add(counts, bins[at], uint64(1))
                if t.shared != 0:
                    gather(t, one, filled)
                net += total
                rounds += 1
            dealt += out_at_the_end(t, double.one) + out_at_the_end(t, double.other)
            double = reshuffled(t, one, other, double)
            over = is_last(t, double)
            to_play = to_play - 1 if t.cover == 0 else int64(not over)
            if over:
                all_rounds += rounds
                all_cards += dealt
                all_nets += net
                squares += net * net
                if t.shared != 0:
                    square(t, one, of_sides, 0, rounds)
                net, dealt, rounds = int64(0), int64(0), int64(0)
    cuda.atomic.add(sums, 0, all_rounds)
    cuda.atomic.add(sums, 1, all_cards)
    cuda.atomic.add(sums, 2, all_nets)
    cuda.atomic.add(sums, 3, squares)
    if t.shared != 0:
        for at in range(3 * t.usual_net.shape[0]):
            cuda.atomic.add(sums, SIDE_SUMS + at, of_sides[at])
