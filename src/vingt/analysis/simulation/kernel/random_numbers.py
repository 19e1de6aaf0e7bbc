"""The random numbers of a simulation: SplitMix64, whose n-th number is a mix of key + n gamma. A number
belongs to a place in the run, so any part of it can be played anywhere, in any order."""

from __future__ import annotations

from typing import Any

import numpy as np

from vingt.analysis.jit import inlined

U, W = np.uint64, np.uint32
MASK = 2**64 - 1
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
GOLDEN = 0x9E3779B97F4A7C15
_MIX_1, _MIX_2, _SHIFT_1, _SHIFT_2, _SHIFT_3, _HIGH = U(MIX_1), U(MIX_2), U(30), U(27), U(31), U(32)
_LOW = U(0xFFFFFFFF)


@inlined
def words(x: Any) -> Any:
    """The mix as two words of 32 bits, the lower first: a fraction of 64 bits to choose by."""
    z = (x ^ (x >> _SHIFT_1)) * _MIX_1
    z = (z ^ (z >> _SHIFT_2)) * _MIX_2
    z = z ^ (z >> _SHIFT_3)
    return W(z & _LOW), W(z >> _HIGH)


@inlined
def chosen(low: Any, high: Any, places: Any) -> Any:
    """One of so many places, and the fraction that is left to choose the next one by. Four places of a shoe
    of eight decks favour no four cards by more than one in six hundred million."""
    lower = U(low) * U(places)
    upper = U(high) * U(places) + (lower >> _HIGH)
    return W(upper >> _HIGH), W(lower & _LOW), W(upper & _LOW)


def mixed(number: int) -> int:
    z = (number + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def key_and_gamma(seed: int) -> tuple[int, int]:
    """Where the numbers of a seed begin and how far apart they lie."""
    key = mixed(seed & MASK) ^ mixed(seed >> 64)
    gamma = mixed(key) | 1
    if (gamma ^ (gamma >> 1)).bit_count() < 24:  # too regular a step, as in Java's SplittableRandom
        gamma ^= 0xAAAAAAAAAAAAAAAA
    return key, gamma
