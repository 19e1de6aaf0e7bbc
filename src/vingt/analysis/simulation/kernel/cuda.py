"""The kernels of `walk` on a CUDA device: one lane to a thread, all that is read often in shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint16, uint32, uint64

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    HANDS_MOST,
    LIVE,
    ROOT_ROW,
    ROUND_DRAWS,
    SHOE_MOST,
    SIDE_SUMS,
    TABLE_MOST,
    WAGERS_MOST,
)
from vingt.analysis.simulation.kernel.table_walk import TableMemory, gather, play_table, square, take
from vingt.analysis.simulation.kernel.walk import Memory, Tables, forget, resolve, step

U, W = np.uint64, np.uint32
ZERO, ONE, ROOT, WAITS, ROUND = W(0), W(1), W(ROOT_ROW), W(LIVE), U(ROUND_DRAWS)
STEPS = 4  # between resolving splits: a thread that waits costs less than a warp that takes turns
HANDS_ARRAY = 2 * HANDS_MOST
TABLE_HANDS_ARRAY = 4 * HANDS_MOST
WORDS_MOST = SHOE_MOST // 32
DEALT_ARRAY = 3 * BOXES_MOST
FINISHED_ARRAY = BOXES_MOST * (HANDS_MOST + 1)
SIDES_ARRAY = BOXES_MOST * WAGERS_MOST
MADE_ARRAY, SIDE_SUMS_ARRAY = 2 * WAGERS_MOST, 3 * WAGERS_MOST
FOUND_ARRAY = BOXES_MOST * (HANDS_MOST + 1 + WAGERS_MOST)


@cuda.jit
def play_on_device(t: Any, begins: Any, rounds: Any, words: Any, near_bins: Any, counts: Any) -> None:
    """Each thread plays every so-and-so-manieth round; a block counts the bins below `near_bins` in shared
    memory and adds up at the end. Shared memory: the places seen, word by word for all threads; counts;
    columns; codes."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    shared = cuda.shared.array(0, uint32)
    counted = shared[words * threads :]
    columns = counted[near_bins:]
    codes = cuda.shared.array(0, uint16)[2 * (words * threads + near_bins + t.column_row.size) :]
    for at in range(here, near_bins, threads):
        counted[at] = 0
    for at in range(here, t.column_row.size, threads):
        columns[at] = t.column_row[at]
    for at in range(here, t.codes.size, threads):
        codes[at] = t.codes[at]
    cuda.syncthreads()
    near = Tables(
        t.gamma,
        t.jump,
        t.cards,
        t.width,
        t.natural,
        t.split_bin,
        codes,
        columns,
        t.one,
        t.pair_first,
        t.pair_second,
        t.hands_max,
        t.worth,
        t.joint_net,
        t.checked,
    )
    mine = Memory(shared, W(here), W(threads), cuda.local.array(HANDS_ARRAY, uint16))
    lane, lanes = U(cuda.grid(1)), U(cuda.gridsize(1))
    base = begins + lane * ROUND * t.gamma
    forget(near, mine)
    left = W((rounds + lanes - U(1) - lane) // lanes) if lane < rounds else ZERO
    x, number, a, b, out, many = base, ONE, ROOT, ZERO, ZERO, ZERO
    while left != ZERO:
        for _ in range(STEPS):
            if a < WAITS and left != ZERO:
                x, base, number, a, b, out, many, over, at = step(
                    near, mine, x, base, number, a, b, out, many
                )
                left = W(left - over)
                if at != ZERO:
                    cuda.atomic.add(counted, at, 1)
        while a >= WAITS:
            x, base, number, a, b, out, many, over, at = resolve(near, mine, x, base, number, a, b, out, many)
            left = W(left - over)
            if at >= near_bins:
                cuda.atomic.add(counts, at, uint64(1))
            elif at != ZERO:
                cuda.atomic.add(counted, at, 1)
    cuda.syncthreads()
    for at in range(here, near_bins, threads):
        if counted[at]:
            cuda.atomic.add(counts, at, uint64(counted[at]))


@cuda.jit
def play_tables_on_device(
    t: Any, begins: Any, jump: Any, first: Any, units: Any, near_bins: Any, counts: Any, sums: Any
) -> None:
    """Each thread plays every so-and-so-manieth unit; a block counts the bins below `near_bins` in shared
    memory."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    counted = cuda.shared.array(0, uint32)
    for at in range(here, near_bins, threads):
        counted[at] = 0
    cuda.syncthreads()
    m = TableMemory(
        cuda.local.array(WORDS_MOST, uint64),
        cuda.local.array(TABLE_HANDS_ARRAY, int32),
        cuda.local.array(DEALT_ARRAY, int32),
        cuda.local.array(FINISHED_ARRAY, int32),
        cuda.local.array(SIDES_ARRAY, int32),
        cuda.local.array(FOUND_ARRAY, int32),
        cuda.local.array(2, int32),
        cuda.local.array(TABLE_MOST, int32),
        cuda.local.array(MADE_ARRAY, int64),
    )
    of_sides = cuda.local.array(SIDE_SUMS_ARRAY, int64)
    for at in range(SIDE_SUMS_ARRAY):
        of_sides[at] = 0
    for at in range(MADE_ARRAY):
        m.made[at] = 0
    for at in range(WORDS_MOST):
        m.seen[at] = ((first + U(lane) + U(1)) & U(0xFFFFFFFF)) << U(32)
    rounds, all_cards, all_nets, squares = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for unit in range(lane, units, lanes):
        x = begins + U(unit) * jump
        number = (first + U(unit)) & U(0xFFFFFFFF)
        net, dealt = np.int64(0), np.int64(t.burned)
        m.out[0] = 0
        for _ in range(t.burned):
            x, _place = take(t, m, x, number)
        going = True
        while going:
            x, found, total, cards = play_table(t, m, x, number)
            for at in range(found):
                if m.found[at] >= near_bins:
                    cuda.atomic.add(counts, m.found[at], int64(1))
                else:
                    cuda.atomic.add(counted, m.found[at], 1)
            if t.shared:
                gather(t, m, found)
            net += total
            dealt += cards
            rounds += 1
            going = dealt <= t.cover
        all_cards += dealt
        all_nets += net
        squares += net * net
        if t.shared:
            square(t, m, of_sides, 0)
    cuda.atomic.add(sums, 0, rounds)
    cuda.atomic.add(sums, 1, all_cards)
    cuda.atomic.add(sums, 2, all_nets)
    cuda.atomic.add(sums, 3, squares)
    if t.shared:
        for at in range(3 * t.side_base.shape[0]):
            cuda.atomic.add(sums, SIDE_SUMS + at, of_sides[at])
    cuda.syncthreads()
    for at in range(here, near_bins, threads):
        if counted[at]:
            cuda.atomic.add(counts, at, int64(counted[at]))
