"""Where a plan is played: plain Python, the CPU compiled, a CUDA device. Counts depend on the plan and on the
units played, never on the device or on how they are shared out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import numpy as np

from vingt.analysis.jit import plain
from vingt.analysis.simulation.counts import Counts, ShoeControl
from vingt.analysis.simulation.devices.bins import read
from vingt.analysis.simulation.devices.rounds import by_groups, rounds_in
from vingt.analysis.simulation.kernel.codes import CONTROL_SUMS, GROUP, SIDE_SUMS, TABLE_GROUP, UNIT_DRAWS
from vingt.analysis.simulation.kernel.double_shoe import play_double_shoes
from vingt.analysis.simulation.kernel.one_box import play_counted, play_rounds, play_shoes
from vingt.analysis.simulation.kernel.table_walk import play_units
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.count_layout import counted_of, sums_of, walk_count_of
from vingt.analysis.simulation.lookups.flat import Flat, begin
from vingt.analysis.simulation.lookups.layout import laid_flat
from vingt.analysis.simulation.lookups.table_layout import table_memories_of, table_tables_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.lookups import side_units
from vingt.analysis.tabulated.refusal import NotCarried

__all__ = ["NotCarried", "batches", "devices", "play", "units_per_call"]

U = np.uint64
Stretch = Callable[[Flat, int, int], tuple[Array, Array]]  # bins, and (rounds, cards, net, squares, sides')
UNITS = {"python": 5_000, "cpu": 10_000_000, "cuda": 10_000_000_000}
TABLES_ARE_SLOWER = {"python": 20, "cpu": 4, "cuda": 10}
ROUNDS_OF_A_SHOE = 40


def devices() -> dict[str, str]:
    """Each device, and why it cannot be used here; nothing where it can."""
    return {"python": "", "cpu": "", "cuda": why_no_cuda()}


def why_no_cuda() -> str:
    try:
        from numba import cuda
    except ImportError:
        return "numba-cuda is not installed: pip install vingt[cuda]"
    if cuda.is_available():  # type: ignore[no-untyped-call]
        return ""
    return "no CUDA device was found (vingt[cuda] and an NVIDIA driver are needed)"


def units_per_call(plan: Plan, device: str) -> int:
    """How many units make a batch of about half a second."""
    units = UNITS[device]
    if plan.hands > 1 or plan.wagers or plan.counter is not None:
        units //= TABLES_ARE_SLOWER[device] * plan.hands
    return max(units // (ROUNDS_OF_A_SHOE if plan.cut is not None else 1), 1)


def play(plan: Plan, device: str, first: int, units: int, threads: int | None = None) -> Counts:
    """Play units first, first + 1, …: rounds from a fresh shoe, or whole shoes."""
    flat = laid_flat(plan)
    if device == "cuda":
        from vingt.analysis.simulation.devices.cuda import on_cuda

        bins, sums = on_cuda(flat, first, units)
    elif device == "cpu":
        bins, sums = on_threads(flat, first, units, threads or os.cpu_count() or 1)
    else:
        with np.errstate(over="ignore"):
            bins, sums = stretch(flat, first, units, compiled=False)
    counts = read(flat, bins)
    counts.rounds, counts.cards = int(sums[0]), int(sums[1])
    counts.shoes = units if plan.cut is not None else 0
    unit = flat.lookups.unit
    counts.shoe_net_sum, counts.shoe_net_squares = int(sums[2]) * unit, int(sums[3]) * unit**2
    if flat.controlled:
        net, further, net_squares, products, squares, short = map(
            int, sums[flat.control_sums :][:CONTROL_SUMS]
        )
        even = flat.controlled * units
        counts.control = ShoeControl(
            even, net * unit, further, net_squares * unit**2, products * unit, squares, short
        )
    if flat.sides is not None and (plan.hands > 1 or plan.cut is not None):
        for at, (name, cents) in enumerate(zip(flat.sides.names, side_units(flat.sides), strict=True)):
            nets, mixed, many = (int(each) for each in sums[SIDE_SUMS + 3 * at :][:3])
            counts.side_squares[name] = (nets * cents**2, mixed * cents, many)
    if plan.counter is not None:
        counts.counted = counted_of(flat, sums)
    return counts


def batches(plan: Plan, groups: int) -> Iterator[Array]:
    """The bins of one stretch of rounds from fresh shoes after the other, each of so many groups; what the
    kernel reads is laid out once. For a plan with side wagers."""
    flat = laid_flat(plan)
    tables = table_tables_of(flat)
    memory, sums = table_memories_of(flat, tables), np.zeros(sums_of(flat), dtype=np.int64)
    for batch in count():
        bins = np.zeros(flat.bins, dtype=np.int64)
        begins = U(begin(plan, batch * groups, UNIT_DRAWS))
        kernel_of_tables(flat)(tables, *memory, begins, groups, TABLE_GROUP, bins, sums)
        yield bins


def on_threads(flat: Flat, first: int, units: int, threads: int) -> tuple[Array, Array]:
    """The stretch in equal parts, one to a thread; whole numbers, so their sum is the same for any number."""
    threads = min(threads, units)
    edges = [first + units * at // threads for at in range(threads + 1)]
    if threads == 1:
        return stretch(flat, first, units)
    with ThreadPoolExecutor(threads) as pool:
        parts = list(
            pool.map(
                lambda at: stretch(flat, edges[at], edges[at + 1] - edges[at]),
                range(threads),
            )
        )
    return sum((bins for bins, _ in parts[1:]), parts[0][0]), sum(
        (sums for _, sums in parts[1:]), parts[0][1]
    )


def stretch(flat: Flat, first: int, units: int, *, compiled: bool = True) -> tuple[Array, Array]:
    if flat.plan.cut is not None:
        of_shoes = stretch_of_tables if flat.whole_table else stretch_of_shoes
        return of_shoes(flat, first, units, compiled=compiled)
    if flat.whole_table:
        return by_groups(
            first, units, TABLE_GROUP, lambda *part: stretch_of_tables(flat, *part, compiled=compiled)
        )
    return by_groups(first, units, GROUP, lambda *part: groups_here(flat, *part, compiled=compiled))


def groups_here(flat: Flat, group: int, groups: int, last: int, *, compiled: bool) -> tuple[Array, Array]:
    kernel = play_rounds if compiled else plain(play_rounds)
    bins = np.zeros(flat.walk.bins, dtype=np.uint64)
    begins = U(begin(flat.plan, group, UNIT_DRAWS))
    kernel(flat.walk.keyed(flat.plan.seed), *flat.walk.memory(), begins, groups, last, bins)
    return flat.walk.spread(bins, flat.bins), np.array([rounds_in(groups, last, GROUP), 0, 0, 0])


def stretch_of_shoes(flat: Flat, first: int, shoes: int, *, compiled: bool) -> tuple[Array, Array]:
    counts = flat.plan.counter is not None
    kernel: Any = play_counted if counts else play_shoes
    tables = flat.walk.keyed(flat.plan.seed)
    tables = tables._replace(count=walk_count_of(flat)) if counts else tables
    bins, sums = np.zeros(flat.walk.bins, dtype=np.uint64), np.zeros(sums_of(flat), dtype=np.int64)
    begins = U(begin(flat.plan, first, UNIT_DRAWS))
    (kernel if compiled else plain(kernel))(tables, *flat.walk.memory(), begins, shoes, bins, sums)
    sums[1] += flat.walk.burned * shoes
    return flat.walk.spread(bins, flat.bins), sums


def stretch_of_tables(
    flat: Flat, first: int, units: int, last: int = 1, *, compiled: bool
) -> tuple[Array, Array]:
    """Shoes, or groups of rounds with so many in the last one."""
    kernel = kernel_of_tables(flat)
    walk = kernel if compiled else plain(kernel)
    bins, sums = np.zeros(flat.bins, dtype=np.int64), np.zeros(sums_of(flat), dtype=np.int64)
    tables = table_tables_of(flat)
    begins = U(begin(flat.plan, first, UNIT_DRAWS))
    walk(tables, *table_memories_of(flat, tables), begins, units, last, bins, sums)
    return bins, sums


def kernel_of_tables(flat: Flat) -> Any:
    return play_double_shoes if flat.plan.rules.variant.has_determinant else play_units
