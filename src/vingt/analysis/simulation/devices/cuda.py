"""A plan played on a CUDA device. Imported only when asked for: it needs `vingt[cuda]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import cuda

from vingt.analysis.simulation.devices.batches import cut
from vingt.analysis.simulation.devices.rounds import by_groups, rounds_in
from vingt.analysis.simulation.kernel.codes import GROUP, SPLIT_NETS_BIN, TABLE_GROUP, UNIT_DRAWS
from vingt.analysis.simulation.kernel.cuda import (
    play_counted_on_device,
    play_rounds_on_device,
    play_shoes_on_device,
)
from vingt.analysis.simulation.kernel.cuda_double_shoe import play_double_shoes_on_device
from vingt.analysis.simulation.kernel.cuda_table import play_tables_on_device
from vingt.analysis.simulation.kernel.table_round import TableTables
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.count_layout import sums_of, walk_count_of
from vingt.analysis.simulation.lookups.flat import Flat, begin
from vingt.analysis.simulation.lookups.table_layout import table_tables_of

U, W = np.uint64, np.uint32
Launched = Callable[[int, int, int], tuple[Array, Array]]  # first unit, units, rounds of the last
THREADS_WANTED = 512  # with fewer in a block, much waits for memory
THREADS = 1024  # to a block
QUARTERS, REGISTERS, WARP = 4, 16_384, 32  # of a multiprocessor, of a quarter; threads
WITHOUT_ASKING = 48 * 1024  # bytes of shared memory that every kernel may have
GROUPS_A_LAUNCH = 1 << 28  # so that no block counts past 32 bits
UNITS_A_LAUNCH = 1 << 28


def on_cuda(flat: Flat, first: int, units: int) -> tuple[Array, Array]:
    """Bins and sums of a stretch of units."""
    if flat.plan.cut is not None:
        of_shoes = tables_on_cuda if flat.whole_table else shoes_on_cuda
        return by_launches(UNITS_A_LAUNCH, 1, lambda *part: of_shoes(flat, *part), first, units, 1)
    size = TABLE_GROUP if flat.whole_table else GROUP
    groups_of = tables_on_cuda if flat.whole_table else groups_on_cuda
    return by_groups(
        first, units, size, partial(by_launches, GROUPS_A_LAUNCH, size, lambda *part: groups_of(flat, *part))
    )


def by_launches(
    most: int, size: int, launched: Launched, first: int, units: int, last: int
) -> tuple[Array, Array]:
    """Bins and sums of units of this size, the last of which has so many rounds."""
    parts = [
        launched(begins, some, last if begins + some == first + units else size)
        for begins, some in cut(first, units, most)
    ]
    return sum((bins for bins, _ in parts[1:]), parts[0][0]), sum(
        (sums for _, sums in parts[1:]), parts[0][1]
    )


def groups_on_cuda(flat: Flat, group: int, groups: int, last: int) -> tuple[Array, Array]:
    counts = cuda.to_device(np.zeros(flat.walk.bins, dtype=np.uint64))
    key = U(begin(flat.plan, group, UNIT_DRAWS))
    walk_on_cuda(flat, play_rounds_on_device, groups, (key, groups, W(last)), (counts,))
    rounds = np.array([rounds_in(groups, last, GROUP), 0, 0, 0])
    return flat.walk.spread(counts.copy_to_host(), flat.bins), rounds


def shoes_on_cuda(flat: Flat, first: int, shoes: int, _last: int) -> tuple[Array, Array]:
    counts = cuda.to_device(np.zeros(flat.walk.bins, dtype=np.uint64))
    sums = cuda.to_device(np.zeros(sums_of(flat), dtype=np.int64))
    key = U(begin(flat.plan, first, UNIT_DRAWS))
    kernel = play_shoes_on_device if flat.plan.counter is None else play_counted_on_device
    walk_on_cuda(flat, kernel, shoes, (key, shoes), (counts, sums))
    totals = sums.copy_to_host()
    totals[1] += flat.walk.burned * shoes
    return flat.walk.spread(counts.copy_to_host(), flat.bins), totals


def walk_on_cuda(
    flat: Flat, kernel: Any, units: int, asked: tuple[Any, ...], counted: tuple[Any, ...]
) -> None:
    """A thread has its shoe for itself; a block has counts, codes, what bins gain, and sums by the count."""
    most, walk = shared_most(), flat.walk
    tables = walk.keyed(flat.plan.seed)
    words = len(tables.fresh) // 4
    near, fixed = walk.bins, 2 * tables.codes.size + 4 * int(tables.split_hands) + 16
    if flat.plan.counter is not None:
        tables = tables._replace(count=walk_count_of(flat))
        fixed += 8 * (sums_of(flat) + 1)
    if fixed + 4 * (near + words * THREADS_WANTED) > most:
        near = walk.near_bins  # how splits end as a whole is counted seldom: from afar, then
    fixed += 4 * near
    tables = on_device(tables._replace(fresh=tables.fresh.view(np.uint32)))
    launch_fitting(kernel, (tables, *asked, W(near), *counted), units, words, fixed)


def launch_fitting(kernel: Any, arguments: tuple[Any, ...], units: int, words: int, fixed: int) -> None:
    """One block on each multiprocessor, with as many threads as find room. `words` is what a thread has of
    shared memory, `fixed` the bytes that a block has besides."""
    many, most = multiprocessors(), shared_most()
    fitting = (most - fixed) // (4 * words) // WARP * WARP
    wanted = -(-units // (many * WARP)) * WARP
    threads = min(threads_most(kernel, arguments), fitting, wanted)
    if threads < 1:
        raise MemoryError(f"lookups of {fixed:,} bytes do not fit into {most:,} of shared memory")
    blocks = min(many, -(-units // threads))
    shared = (fixed + 4 * words * threads + 15) // 16 * 16
    launch(kernel, blocks, threads, shared, arguments)


def threads_most(kernel: Any, arguments: tuple[Any, ...]) -> int:
    """How many threads find registers."""
    compiled = kernel.specialize(*arguments).overloads.values() if hasattr(kernel, "specialize") else ()
    return threads_by_registers(max((each.regs_per_thread for each in compiled), default=1))


def threads_by_registers(registers: int) -> int:
    """Each quarter of a multiprocessor has registers of its own, for whole warps."""
    return min(THREADS, QUARTERS * (REGISTERS // (-(-registers // 8) * 8 * WARP)) * WARP)


def tables_on_cuda(flat: Flat, first: int, units: int, last: int) -> tuple[Array, Array]:
    """Shoes, or groups of rounds with so many in the last one."""
    if flat.plan.rules.variant.has_determinant:
        return double_shoes_on_cuda(flat, first, units, last)
    tables = table_tables_of(flat)
    words = -(-len(tables.fresh) // 4)
    fixed = 2 * tables.codes.size + tables.columns.size + tables.dealer_next.size + 16
    fixed += 8 * (sums_of(flat) - flat.sums + 1)  # sums by the count are kept in the block, too
    near = flat.bins  # every round counts classes of side wagers: from afar they would wait for each other
    if fixed + 4 * (near + words * WARP) > shared_most():
        near = SPLIT_NETS_BIN
    counts = cuda.to_device(np.zeros(flat.bins, dtype=np.uint64))
    sums = cuda.to_device(np.zeros(sums_of(flat), dtype=np.int64))
    key = U(begin(flat.plan, first, UNIT_DRAWS))
    arguments = (on_device(leaving_out(tables)), key, units, last, W(near), counts, sums)
    launch_fitting(play_tables_on_device, arguments, units, words, fixed + 4 * near)
    return counts.copy_to_host().astype(np.int64), sums.copy_to_host()


def double_shoes_on_cuda(flat: Flat, first: int, units: int, last: int) -> tuple[Array, Array]:
    """The same with two sides to a shoe: only these lie in shared memory."""
    tables = table_tables_of(flat)
    words = 2 * -(-len(tables.fresh) // 4)
    counts = cuda.to_device(np.zeros(flat.bins, dtype=np.uint64))
    sums = cuda.to_device(np.zeros(sums_of(flat), dtype=np.int64))
    key = U(begin(flat.plan, first, UNIT_DRAWS))
    arguments = (on_device(leaving_out(tables)), key, units, last, counts, sums)
    launch_fitting(play_double_shoes_on_device, arguments, units, words, 16)
    return counts.copy_to_host().astype(np.int64), sums.copy_to_host()


def leaving_out(tables: TableTables) -> TableTables:
    """The length of a tuple is known when a kernel is compiled: what a table lacks takes no register."""
    parts = ("switching", "sharing", "burning", "envying", "counting", "controlling")
    return tables._replace(**{each: (0,) * len(getattr(tables, each)) for each in parts})


def on_device(tables: Any) -> Any:
    if hasattr(tables, "_fields"):
        return type(tables)(*(on_device(each) for each in tables))
    return cuda.to_device(tables) if isinstance(tables, np.ndarray) else tables


def multiprocessors() -> int:
    return int(getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 2))


def shared_most() -> int:
    """What a block may have of it; numba's simulator does not mind."""
    device = cuda.get_current_device()
    return int(getattr(device, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", 4 * WITHOUT_ASKING))


def launch(kernel: Any, blocks: int, threads: int, shared: int, arguments: tuple[Any, ...]) -> None:
    if shared > WITHOUT_ASKING and hasattr(kernel, "specialize"):
        kernel = kernel.specialize(*arguments)
        for made in kernel.overloads.values():
            allow_shared(made, shared)
    with np.errstate(over="ignore"):  # for the simulator, which is plain Python
        kernel[blocks, threads, 0, shared](*arguments)
    cuda.synchronize()


def allow_shared(made: Any, size: int) -> None:
    """numba-cuda has no word for more than 48 KiB of dynamic shared memory, so the driver is asked."""
    from cuda.bindings.driver import CUfunction_attribute
    from numba.cuda.cudadrv.driver import driver

    wanted = CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    function = made._codelibrary.get_cufunc()
    driver.cuKernelSetAttribute(wanted, size, function.handle, cuda.get_current_device().id)
