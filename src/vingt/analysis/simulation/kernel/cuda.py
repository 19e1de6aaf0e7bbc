"""The kernels of `one_box` on a CUDA device: a lane is a thread; what is read often lies in shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, cuda, int32, int64, uint8, uint16, uint32, uint64

from vingt.analysis.simulation.kernel.codes import GROUP, HANDS_MOST, ROUND_AHEAD, SIDE_SUMS, WALK_SUMS
from vingt.analysis.simulation.kernel.count import (
    MAIN,
    SHOE_SUMS,
    bin_now,
    insured_net,
    sums_at,
    wagers_now,
)
from vingt.analysis.simulation.kernel.one_box import deal_two_fours, sum_up
from vingt.analysis.simulation.kernel.shoe import Shoe, deal_ahead
from vingt.analysis.simulation.kernel.sums import add_shoe, add_unit
from vingt.analysis.simulation.kernel.walk import Memory, bin_of_split, first_four, hand_of_split, play_round

U, W = np.uint64, np.uint32
ZERO, ONE, FOUR, AHEAD, GROUP_ROUNDS = W(0), W(1), W(4), W(ROUND_AHEAD), W(GROUP)
HANDS_ARRAY = 2 * HANDS_MOST
COUNTED_SUMS = SIDE_SUMS + SHOE_SUMS


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


@cuda.jit(device=True)
def tally(counted: Any, counts: Any, near_bins: Any, at: Any) -> None:
    if at >= near_bins:
        cuda.atomic.add(counts, at, uint64(1))
    else:
        cuda.atomic.add(counted, at, 1)


@cuda.jit(device=True)
def block_memory(t: Any, near_bins: Any) -> Any:
    """Shared memory behind the shoes, which lie in it word by word for all threads: counts of bins, what each
    bin gains, codes."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    counted = cuda.shared.array(0, uint32)[t.fresh.shape[0] * threads :]
    nets = cuda.shared.array(0, int32)[t.fresh.shape[0] * threads + near_bins :]
    codes = cuda.shared.array(0, uint16)[2 * (t.fresh.shape[0] * threads + near_bins + t.split_hands) :]
    for at in range(here, near_bins, threads):
        counted[at] = 0
    for at in range(here, t.split_hands, threads):
        nets[at] = t.nets[at]
    for at in range(here, t.codes.size, threads):
        codes[at] = t.codes[at]
    return counted, nets, codes


@cuda.jit(device=True)
def memory_of_thread(hands: Any, codes: Any) -> Any:
    """Its shoe lies in shared memory, word by word."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    return Memory(cuda.shared.array(0, uint8), W(W(here) * FOUR), (W(W(threads) * FOUR),), None, hands, codes)


@cuda.jit(device=True)
def add_up_counts(counted: Any, counts: Any, near_bins: Any) -> None:
    for at in range(cuda.threadIdx.x, near_bins, cuda.blockDim.x):
        if counted[at]:
            cuda.atomic.add(counts, at, uint64(counted[at]))


@cuda.jit(device=True)
def tally_round(t: Any, m: Any, played: Any, counted: Any, counts: Any, near_bins: Any, counting: Any) -> Any:
    """`one_box.counted_bin` for threads that count in the same bins."""
    bin_ = played.bin_
    if played.hands != ZERO:
        worth, at = ZERO, ZERO
        while at < played.hands:
            hand = hand_of_split(m, played, at)
            if counting:
                cuda.atomic.add(counted, W(t.split_hands + hand), 1)
            worth = W(worth + t.worth[hand])
            at = W(at + ONE)
        bin_ = bin_of_split(t, played, worth)
    if counting:
        tally(counted, counts, near_bins, bin_)
    return bin_


@cuda.jit(device=True)
def lay_words(t: Any) -> None:
    """A new pack, four cards to a word."""
    shoes = cuda.shared.array(0, uint32)
    at, place = ZERO, W(cuda.threadIdx.x)
    while at < W(t.fresh.shape[0]):
        shoes[place] = t.fresh[at]
        at, place = W(at + ONE), W(place + W(cuda.blockDim.x))


@cuda.jit(device=True)
def open_words(t: Any, m: Any, x: Any) -> Any:
    """`one_box.open_shoe`, with the places chosen as they are dealt."""
    lay_words(t)
    deal_ahead(t, m, x, U(0))
    return Shoe(x + t.further, t.cards, W(t.cards - t.ahead), int64(0))


@cuda.jit
def play_rounds_on_device(t: Any, begins: Any, groups: Any, last: Any, near_bins: Any, counts: Any) -> None:
    """Each thread plays every so-and-so-manieth group of rounds from fresh shoes; a block counts the bins
    below `near_bins` in shared memory and adds up at the end."""
    counted, _, codes = block_memory(t, near_bins)
    cuda.syncthreads()
    m = memory_of_thread(cuda.local.array(HANDS_ARRAY, uint16), codes)
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((groups + lanes - 1) // lanes):
        group = turn * lanes + lane
        lay_words(t)
        x = begins + U(group) * t.jump
        further = x + t.further
        to_play = last if group == groups - 1 else GROUP_ROUNDS
        to_play = to_play if group < groups else ZERO
        while anybody(to_play != ZERO):
            if to_play != ZERO:
                deal = deal_two_fours(t, m, x, U(0))
                x = x + t.gamma + t.gamma
                shoe = Shoe(further, t.cards, W(t.cards - AHEAD), int64(0))
                shoe, played = play_round(t, m, shoe, deal)
                further = shoe.x
                tally_round(t, m, played, counted, counts, near_bins, True)
                to_play = W(to_play - ONE)
    cuda.syncthreads()
    add_up_counts(counted, counts, near_bins)


@cuda.jit
def play_shoes_on_device(t: Any, begins: Any, shoes: Any, near_bins: Any, counts: Any, sums: Any) -> None:
    """Each thread plays every so-and-so-manieth shoe."""
    counted, nets, codes = block_memory(t, near_bins)
    cuda.syncthreads()
    m = memory_of_thread(cuda.local.array(HANDS_ARRAY, uint16), codes)
    summed = cuda.local.array(WALK_SUMS, int64)
    for at in range(WALK_SUMS):
        summed[at] = 0
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((shoes + lanes - 1) // lanes):
        number = turn * lanes + lane
        shoe = open_words(t, m, begins + U(number) * t.jump)
        rounds, net, even, counting = ZERO, int32(0), int32(0), True
        dealt, cards_left, net_dealt = ZERO, ZERO, int32(0)
        going = number < shoes
        while anybody(going):
            if going:
                shoe, deal = first_four(t, m, shoe)
                shoe, played = play_round(t, m, shoe, deal)
                bin_ = tally_round(t, m, played, counted, counts, near_bins, counting)
                rounds = W(rounds + ONE)
                net = int32(net + (nets[bin_] if bin_ < t.split_hands else t.nets[bin_]))
                even = net if rounds == t.even else even
                if shoe.left < t.stop:
                    if counting:
                        dealt, cards_left, net_dealt, counting = rounds, shoe.left, net, False
                    going = rounds < t.even and shoe.left >= t.least
        even = net if rounds < t.even else even
        if number < shoes:
            sum_up(t, summed, dealt, cards_left, int64(net_dealt), rounds, int64(even))
    for at in range(WALK_SUMS):
        cuda.atomic.add(sums, at, summed[at])
    cuda.syncthreads()
    add_up_counts(counted, counts, near_bins)


@cuda.jit
def play_counted_on_device(t: Any, begins: Any, shoes: Any, near_bins: Any, counts: Any, sums: Any) -> None:
    """The same by a player who counts; the block keeps sums by the count, too."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    counted, nets, codes = block_memory(t, near_bins)
    in_bytes = 4 * (t.fresh.shape[0] * threads + near_bins + t.split_hands) + 2 * t.codes.size
    by_count = cuda.shared.array(0, int64)[(in_bytes + 7) // 8 :]
    first_sum = t.count.begins[0]
    many_sums = t.count.begins[1] - first_sum
    for at in range(here, many_sums, threads):
        by_count[at] = 0
    cuda.syncthreads()
    m = memory_of_thread(cuda.local.array(HANDS_ARRAY, uint16), codes)
    summed = cuda.local.array(COUNTED_SUMS, int64)
    for at in range(COUNTED_SUMS):
        summed[at] = 0
    lane, lanes = cuda.grid(1), cuda.gridsize(1)
    for turn in range((shoes + lanes - 1) // lanes):
        number = turn * lanes + lane
        shoe = open_words(t, m, begins + U(number) * t.jump)
        rounds, net, won, wagers = int64(0), int64(0), int64(0), False
        going = number < shoes
        while anybody(going):
            if going:
                stood = bin_now(t.count, MAIN, shoe.running, shoe.left)
                wagers = wagers_now(t.count, wagers, stood)
                shoe, deal = first_four(t, m, shoe)
                shoe, played = play_round(t, m, shoe, deal)
                bin_ = tally_round(t, m, played, counted, counts, near_bins, True)
                gain = int64(nets[bin_] if bin_ < t.split_hands else t.nets[bin_])
                rounds += 1
                net += gain
                gain = gain * t.count.main_scale + insured_net(t, played)
                at = int64(sums_at(t.count, stood, wagers)) - first_sum
                cuda.atomic.add(by_count, at, int64(1))
                cuda.atomic.add(by_count, at + 1, gain)
                cuda.atomic.add(by_count, at + 2, gain * gain)
                if wagers:
                    won += t.count.units[U(stood)] * gain
                going = shoe.left >= t.stop
        if number < shoes:
            add_unit(summed, rounds, int64(t.cards - shoe.left), net)
            add_shoe(summed, SIDE_SUMS, won, rounds)
    for at in range(COUNTED_SUMS):
        cuda.atomic.add(sums, at, summed[at])
    cuda.syncthreads()
    for at in range(here, many_sums, threads):
        cuda.atomic.add(sums, first_sum + at, by_count[at])
    add_up_counts(counted, counts, near_bins)
