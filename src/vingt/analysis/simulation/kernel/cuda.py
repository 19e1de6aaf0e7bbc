"""The kernels of `walk` on a CUDA device: one lane to a thread, all that is read often in shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, cuda, int32, int64, uint8, uint16, uint32, uint64

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    GROUP,
    HANDS_MOST,
    SAID_MOST,
    SIDE_SUMS,
    SYSTEMS_MOST,
    TABLE_MOST,
    WAGERS_MOST,
    WALK_DRAWS,
    WALK_ROOT,
    WALK_STOP,
    WALK_SUMS,
    WALK_WAIT,
)
from vingt.analysis.simulation.kernel.count import (
    SHOE_SUMS,
    begin_round,
    begin_shoe,
    bin_of_round,
    end_round,
    round_net,
    sum_shoe,
)
from vingt.analysis.simulation.kernel.jit import inlined
from vingt.analysis.simulation.kernel.random_numbers import chosen, words
from vingt.analysis.simulation.kernel.table_shoe import TableMemory, abreast, opened, shuffled
from vingt.analysis.simulation.kernel.table_walk import gather, play_table, square
from vingt.analysis.simulation.kernel.walk import (
    Tables,
    bin_of_split,
    next_hand,
    resolve,
    step,
    sum_up,
    unseen,
)

U, W = np.uint64, np.uint32
ZERO, ONE, TWO, THREE, FOUR, EIGHT, FIFTEEN = W(0), W(1), W(2), W(3), W(4), W(8), W(15)
NIBBLE, NO = W(0xF), U(0)
ROOT, WAIT, STOP, GROUP_ROUNDS = W(WALK_ROOT), W(WALK_WAIT), W(WALK_STOP), W(GROUP)
# The simulator has no registers to save.
FEW_REGISTERS = {} if config.ENABLE_CUDASIM else {"max_registers": 96}
DRAWS, FEWEST, ALL, NONE = WALK_DRAWS, W(WALK_DRAWS), W(0xFFFFFFFF), W(0)
TABLE_HANDS_ARRAY = 4 * HANDS_MOST
DEALT_ARRAY = 2 + 2 * BOXES_MOST
FINISHED_ARRAY = BOXES_MOST * (HANDS_MOST + 1)
SIDES_ARRAY = BOXES_MOST * WAGERS_MOST
MADE_ARRAY, SIDE_SUMS_ARRAY = 2 * WAGERS_MOST, 3 * WAGERS_MOST
SAID_ARRAY = SAID_MOST + 1
FOUND_ARRAY = BOXES_MOST * (HANDS_MOST + 2 + WAGERS_MOST)


if config.ENABLE_CUDASIM:

    def anybody(wants: Any) -> Any:
        """Whether this thread goes on: the simulator has no warps."""
        return wants

else:

    @cuda.jit(device=True)
    def anybody(wants: Any) -> Any:
        """Whether any thread of the warp goes on. Asking brings them abreast again: else threads that once
        parted for an event stay apart to the end of the loop."""
        return cuda.any_sync(0xFFFFFFFF, wants)


@inlined
def with_codes(t: Any, codes: Any, nets: Any) -> Any:
    return Tables(
        t.gamma,
        t.jump,
        t.cards,
        t.columns,
        t.first,
        t.dead,
        t.rest,
        t.split_hands,
        t.split_bin,
        t.stop,
        t.least,
        t.even,
        t.fresh,
        codes,
        t.one,
        t.pair_first,
        t.pair_second,
        t.hands_max,
        t.dead_hand,
        t.worth,
        t.joint_net,
        t.wants,
        nets,
    )


@inlined
def place_at(place: Any, begin: Any, stride: Any) -> Any:
    """Where a card lies in the block's memory: four cards of a thread to a word, so that no two threads of a
    warp want the same bank."""
    return W(W(place >> TWO) * stride + W(place & THREE) + begin)


@cuda.jit
def play_rounds_on_device(t: Any, begins: Any, groups: Any, last: Any, near_bins: Any, counts: Any) -> None:
    """Each thread plays every so-and-so-manieth group of rounds from fresh shoes; a block counts the bins
    below `near_bins` in shared memory and adds up at the end. Shared memory: the places seen, word by word
    for all threads; counts; codes; columns. Splits wait for the end of a block of draws, one event a block:
    a thread that waits costs less than a warp that takes turns."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    shared = cuda.shared.array(0, uint32)
    seen_words = (t.cards + FIFTEEN) >> FOUR
    counted = shared[seen_words * threads :]
    codes = shared[seen_words * threads + near_bins :]
    columns = cuda.shared.array(0, uint8)[4 * (seen_words * threads + near_bins + t.codes.size) :]
    for at in range(here, near_bins, threads):
        counted[at] = 0
    for at in range(here, t.codes.size, threads):
        codes[at] = t.codes[at]
    for at in range(here, t.cards, threads):
        columns[at] = uint8(t.fresh[at >> 2] >> uint32(8 * (at & 3)))
    for at in range(seen_words):
        shared[at * threads + here] = 0
    cuda.syncthreads()
    near = with_codes(t, codes, t.nets)
    number = ONE
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((groups + lanes - 1) // lanes):
        group = turn * lanes + lane
        x, a, b, d, bin_, adds, many = begins + U(group) * t.jump, ROOT, ZERO, ZERO, ZERO, ZERO, ZERO
        held, more, waiting = NO, NO, NO
        left = last if group == groups - 1 else GROUP_ROUNDS
        a = a if group < groups else STOP
        while anybody(a != STOP):
            low, high = words(x)
            x = x + t.gamma if a < WAIT else x
            for _ in range(DRAWS):
                if a < WAIT:
                    place, low, high = chosen(low, high, t.cards)
                    if unseen(shared, W(here), W(threads), number, place):
                        a, b, d, bin_, adds, over, at = step(near, a, b, d, bin_, many, W(columns[place]))
                        if at != ZERO:
                            cuda.atomic.add(counted, at, 1)
                        number = W(number + over)
                        left = W(left - over)
                        a = a if left != ZERO else STOP
            if a >= WAIT and a != STOP:
                a, many, held, more, waiting, settles = resolve(
                    near, a, b, d, adds, many, held, more, waiting
                )
                if settles != ZERO:
                    worth = ZERO
                    for _ in range(W(many >> EIGHT) & NIBBLE):
                        hand, held, more = next_hand(many, held, more)
                        cuda.atomic.add(counted, W(t.split_hands + hand), 1)
                        worth = W(worth + t.worth[hand])
                    tally(counted, counts, near_bins, bin_of_split(t, many, worth))
                    many, number, left = ZERO, W(number + ONE), W(left - ONE)
                    a = a if left != ZERO else STOP
    cuda.syncthreads()
    for at in range(here, near_bins, threads):
        if counted[at]:
            cuda.atomic.add(counts, at, uint64(counted[at]))


@cuda.jit(**FEW_REGISTERS)
def play_shoes_on_device(t: Any, begins: Any, shoes: Any, near_bins: Any, counts: Any, sums: Any) -> None:
    """Each thread plays every so-and-so-manieth shoe; memory as for rounds, and after the codes what each bin
    gains. A gain is added a step after it was looked up, so that nothing waits for it."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    shared = cuda.shared.array(0, uint32)
    shoe_words = t.fresh.shape[0]
    counted = shared[shoe_words * threads :]
    codes = shared[shoe_words * threads + near_bins :]
    nets = cuda.shared.array(0, int32)[shoe_words * threads + near_bins + t.codes.size :]
    deck = cuda.shared.array(0, uint8)
    for at in range(here, near_bins, threads):
        counted[at] = 0
    for at in range(here, t.codes.size, threads):
        codes[at] = t.codes[at]
    for at in range(here, t.split_hands, threads):
        nets[at] = t.nets[at]
    cuda.syncthreads()
    near = with_codes(t, codes, nets)
    stride, begin = W(W(threads) * FOUR), W(W(here) * FOUR)
    summed = cuda.local.array(WALK_SUMS, int64)
    for at in range(WALK_SUMS):
        summed[at] = 0
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((shoes + lanes - 1) // lanes):
        for at in range(shoe_words):
            shared[at * threads + here] = t.fresh[at]
        shoe = turn * lanes + lane
        x, a, b, d, bin_, adds, many = begins + U(shoe) * t.jump, ROOT, ZERO, ZERO, ZERO, ZERO, ZERO
        held, more, waiting = NO, NO, NO
        cards, rounds, net, even, counting = t.cards, ZERO, int32(0), int32(0), ALL
        dealt, cards_left, net_dealt, gain = ZERO, ZERO, int32(0), int32(0)
        a = a if shoe < shoes else STOP
        while anybody(a != STOP):
            a = a if cards >= FEWEST else STOP
            low, high = words(x)
            x = x + t.gamma if a < WAIT else x
            for _ in range(DRAWS):
                if a < WAIT:
                    place, low, high = chosen(low, high, cards)
                    cards = W(cards - ONE)
                    cell, tail = place_at(place, begin, stride), place_at(cards, begin, stride)
                    column = deck[cell]
                    deck[cell] = deck[tail]
                    net = int32(net + gain)
                    even = net if rounds == t.even else even
                    a, b, d, bin_, adds, over, at = step(near, a, b, d, bin_, many, W(column))
                    seen = W(at & counting)
                    if seen != ZERO:
                        cuda.atomic.add(counted, seen, 1)
                    rounds = W(rounds + over)
                    gain = nets[at]
                    a = STOP if over != ZERO and cards < t.stop else a
            if a >= WAIT:
                net = int32(net + gain)
                gain = int32(0)
                even = net if rounds == t.even else even
                if a != STOP:
                    a, many, held, more, waiting, settles = resolve(
                        near, a, b, d, adds, many, held, more, waiting
                    )
                    if settles != ZERO:
                        worth = ZERO
                        for _ in range(W(many >> EIGHT) & NIBBLE):
                            hand, held, more = next_hand(many, held, more)
                            cuda.atomic.add(counted, W(W(t.split_hands + hand) & counting), 1)
                            worth = W(worth + t.worth[hand])
                        at = bin_of_split(t, many, worth)
                        tally(counted, counts, near_bins, W(at & counting))
                        many, rounds, net = ZERO, W(rounds + ONE), int32(net + t.nets[at])
                        even = net if rounds == t.even else even
                        a = STOP if cards < t.stop else a
                if a == STOP:
                    if counting != NONE:
                        dealt, cards_left, net_dealt, counting = rounds, cards, net, NONE
                    a = ROOT if rounds < t.even and cards >= t.least else STOP
        even = net if rounds < t.even else even
        if shoe < shoes:
            sum_up(t, summed, dealt, cards_left, int64(net_dealt), rounds, int64(even))
    for at in range(WALK_SUMS):
        cuda.atomic.add(sums, at, summed[at])
    cuda.syncthreads()
    for at in range(here, near_bins, threads):
        if counted[at] and at != 0:
            cuda.atomic.add(counts, at, uint64(counted[at]))


@cuda.jit(device=True)
def tally(counted: Any, counts: Any, near_bins: Any, at: Any) -> None:
    if at >= near_bins:
        cuda.atomic.add(counts, at, uint64(1))
    else:
        cuda.atomic.add(counted, at, 1)


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
    counted = shared[begins_at:]
    codes = cuda.shared.array(0, uint16)[2 * (begins_at + near_bins) :]
    in_bytes = 4 * (begins_at + near_bins) + 2 * t.codes.size
    columns = cuda.shared.array(0, uint8)[in_bytes:]
    dealer_next = cuda.shared.array(0, uint8)[in_bytes + t.columns.size :]
    for at in range(here, near_bins, threads):
        counted[at] = 0
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
        W(W(threads) * FOUR),
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
        cuda.local.array(MADE_ARRAY, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(SYSTEMS_MOST, int64),
        cuda.local.array(3, int64),
        cuda.local.array(SAID_ARRAY, int32),
    )
    of_shoes = cuda.local.array(SHOE_SUMS, int64)
    for at in range(SHOE_SUMS):
        of_shoes[at] = 0
    of_sides = cuda.local.array(SIDE_SUMS_ARRAY, int64)
    for at in range(SIDE_SUMS_ARRAY):
        of_sides[at] = 0
    for at in range(MADE_ARRAY):
        m.made[at] = 0
    all_rounds, all_cards, all_nets, squares = int64(0), int64(0), int64(0), int64(0)
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((units + lanes - 1) // lanes):
        unit = turn * lanes + lane
        shoe = opened(t, m, begins + U(unit) * t.jump)
        to_play = int64(0)
        if unit < units:
            to_play = int64(last) if unit == units - 1 else int64(t.rounds)
        net, dealt, rounds = int64(0), int64(t.burned), int64(0)
        begin_shoe(t, m)
        while anybody(to_play != 0):
            if to_play != 0:
                begin_round(t, m, shoe)
                shoe, filled, total, cards = play_table(t, m, shoe)
                for at in range(filled):
                    tally(counted, counts, near_bins, m.bins[at])
                if t.shared != 0:
                    gather(t, m, filled)
                for system in range(t.count.systems if len(t.counting) != 0 else 0):
                    at = bin_of_round(t, m, system) - first_sum
                    gained = round_net(t, m, system, total)
                    cuda.atomic.add(by_count, at, int64(1))
                    cuda.atomic.add(by_count, at + 1, gained)
                    cuda.atomic.add(by_count, at + 2, gained * gained)
                end_round(t, m, total)
                net += total
                dealt += cards
                rounds += 1
                over = True
                if t.cover == 0:
                    to_play -= 1
                    shoe = shuffled(t, shoe)
                else:
                    over = dealt > t.cover or rounds >= t.rounds_most
                    to_play = int64(not over)
                    shoe = abreast(shoe)
                if over:
                    all_rounds += rounds
                    all_cards += dealt
                    all_nets += net
                    squares += net * net
                    if t.shared != 0:
                        square(t, m, of_sides, 0, rounds)
                    sum_shoe(t, m, of_shoes, 0, rounds)
                    net, dealt, rounds = int64(0), int64(0), int64(0)
    cuda.atomic.add(sums, 0, all_rounds)
    cuda.atomic.add(sums, 1, all_cards)
    cuda.atomic.add(sums, 2, all_nets)
    cuda.atomic.add(sums, 3, squares)
    if t.shared != 0:
        for at in range(3 * t.usual_net.shape[0]):
            cuda.atomic.add(sums, SIDE_SUMS + at, of_sides[at])
    if len(t.counting) != 0:
        for at in range(SHOE_SUMS):
            cuda.atomic.add(sums, first_sum - SHOE_SUMS + at, of_shoes[at])
    cuda.syncthreads()
    for at in range(here, sums_by_count, threads):
        cuda.atomic.add(sums, first_sum + at, by_count[at])
    for at in range(here, near_bins, threads):
        if counted[at]:
            cuda.atomic.add(counts, at, uint64(counted[at]))
