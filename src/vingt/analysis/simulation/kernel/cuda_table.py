"""The kernel of whole tables on a CUDA device, in the manner of `cuda`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint8, uint16, uint32

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    CONTROL_SUMS,
    HANDS_MOST,
    SAID_MOST,
    SHOE_NOTES,
    SIDE_SUMS,
    SYSTEMS_MOST,
    TABLE_MOST,
    WAGERS_MOST,
)
from vingt.analysis.simulation.kernel.count import begin_round, bin_of_round, round_net
from vingt.analysis.simulation.kernel.cuda import add_up_counts, anybody, tally
from vingt.analysis.simulation.kernel.table_round import play_table
from vingt.analysis.simulation.kernel.table_shoe import TableMemory, opened, shuffled
from vingt.analysis.simulation.kernel.table_walk import after_round, begun, end_unit, gathered, rounds_of

U, W = np.uint64, np.uint32
TWO, THREE, FOUR = W(2), W(3), W(4)
TABLE_HANDS_ARRAY = 4 * HANDS_MOST
DEALT_ARRAY = 2 + 2 * BOXES_MOST
FINISHED_ARRAY = BOXES_MOST * (HANDS_MOST + 1)
SIDES_ARRAY = BOXES_MOST * WAGERS_MOST
SIDE_GAINS_ARRAY = 2 * WAGERS_MOST
SUMMED_ARRAY = SIDE_SUMS + 3 * WAGERS_MOST + CONTROL_SUMS  # counters have no control, and fewer sums of shoes
SAID_ARRAY = SAID_MOST + 1
FOUND_ARRAY = BOXES_MOST * (HANDS_MOST + 2 + WAGERS_MOST)


@cuda.jit
def play_tables_on_device(
    t: Any, begins: Any, units: Any, last: Any, near_bins: Any, counts: Any, sums: Any
) -> None:
    """Each thread plays every so-and-so-manieth unit; a block counts the bins below `near_bins` in shared
    memory. There lie also the shoes, as for `play_shoes_on_device`, what is read for every card, and
    sums by the count."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    shared = cuda.shared.array(0, uint32)
    shoe_words = (t.cards + THREE) >> TWO
    begins_at = shoe_words * threads
    near = shared[begins_at:]
    codes = cuda.shared.array(0, uint16)[2 * (begins_at + near_bins) :]
    in_bytes = 4 * (begins_at + near_bins) + 2 * t.codes.size
    columns = cuda.shared.array(0, uint8)[in_bytes:]
    dealer_next = cuda.shared.array(0, uint8)[in_bytes + t.columns.size :]
    for at in range(here, near_bins, threads):
        near[at] = 0
    for at in range(here, t.codes.size, threads):
        codes[at] = t.codes[at]
    for at in range(here, t.columns.size, threads):
        columns[at] = t.columns[at]
    for at in range(here, t.dealer_next.size, threads):
        dealer_next[at] = t.dealer_next[at]
    by_count = cuda.shared.array(0, int64)[(in_bytes + t.columns.size + t.dealer_next.size + 7) // 8 :]
    sums_by_count, first_sum = 0, 0
    if len(t.counting) != 0:
        first_sum = t.count.begins[0]
        sums_by_count = t.count.begins[t.count.systems] - first_sum
    for at in range(here, sums_by_count, threads):
        by_count[at] = 0
    cuda.syncthreads()
    m = TableMemory(
        cuda.shared.array(0, uint8),
        W(W(here) * FOUR),
        (W(W(threads) * FOUR),),
        None,
        codes,
        columns,
        dealer_next,
        cuda.local.array(TABLE_HANDS_ARRAY, int32),
        cuda.local.array(DEALT_ARRAY, int32),
        cuda.local.array(FINISHED_ARRAY, int32),
        cuda.local.array(SIDES_ARRAY, int32),
        cuda.local.array(FOUND_ARRAY, int32),
        cuda.local.array(2, int32),
        cuda.local.array(TABLE_MOST, uint8),
        cuda.local.array(SIDE_GAINS_ARRAY, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(SHOE_NOTES, int64),
        cuda.local.array(SAID_ARRAY, int32),
    )
    summed = cuda.local.array(SUMMED_ARRAY, int64)
    for at in range(SUMMED_ARRAY):
        summed[at] = 0
    for at in range(SIDE_GAINS_ARRAY):
        m.side_gains[at] = 0
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((units + lanes - 1) // lanes):
        number = turn * lanes + lane
        x = begins + U(number) * t.jump
        shoe = opened(t, m, x)
        unit, beyond = begun(t, m, rounds_of(t, number, units, last) if number < units else int64(0))
        while anybody(unit.to_play != 0):
            if unit.to_play != 0:
                if t.cover == 0:
                    shoe = shuffled(t, m, shoe, x, U(0))
                    x = x + U(t.ahead >> TWO) * t.gamma
                begin_round(t, m, shoe)
                shoe, filled, total, cards = play_table(t, m, shoe)
                for at in range(gathered(t, m, filled, beyond.counted)):
                    tally(near, counts, near_bins, m.bins[at])
                for system in range(t.count.systems if len(t.counting) != 0 else 0):
                    at = int64(bin_of_round(t, m, system)) - first_sum
                    gained = round_net(t, m, system, total)
                    cuda.atomic.add(by_count, at, int64(1))
                    cuda.atomic.add(by_count, at + 1, gained)
                    cuda.atomic.add(by_count, at + 2, gained * gained)
                unit, beyond = after_round(t, m, unit, beyond, total, cards, summed)
        if number < units:
            end_unit(t, beyond, summed)
    for at in range(sums.shape[0] - sums_by_count):
        cuda.atomic.add(sums, at, summed[at])
    cuda.syncthreads()
    for at in range(here, sums_by_count, threads):
        cuda.atomic.add(sums, first_sum + at, by_count[at])
    add_up_counts(near, counts, near_bins)
