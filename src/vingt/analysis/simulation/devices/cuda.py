"""A plan played on a CUDA device. Imported only when asked for: it needs `vingt[cuda]`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from vingt.analysis.simulation.kernel.codes import ROUND_DRAWS, SPLIT_NETS_BIN, UNIT_DRAWS
from vingt.analysis.simulation.kernel.cuda import play_on_device, play_tables_on_device
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.layout import (
    Flat,
    begin,
    table_tables_of,
    tables_of,
    words_of,
)

U, W = np.uint64, np.uint32
THREADS_WANTED = 512  # with fewer in a block, much waits for memory
THREADS, TABLE_THREADS, TABLE_BLOCKS = 1024, 512, 2  # to a block; blocks to a multiprocessor
WITHOUT_ASKING = 48 * 1024  # bytes of shared memory that every kernel may have
ROUNDS_A_LAUNCH = 1 << 36  # so that no block counts past 32 bits
UNITS_A_LAUNCH = 1 << 28


def on_cuda(flat: Flat, first: int, units: int) -> tuple[Array, Array]:
    """Bins and sums of a stretch of units."""
    bins, sums = np.zeros(flat.bins, dtype=np.int64), np.zeros(flat.sums, dtype=np.int64)
    if flat.whole_table:
        for begins in range(first, first + units, UNITS_A_LAUNCH):
            more = tables_on_cuda(flat, begins, min(UNITS_A_LAUNCH, first + units - begins))
            bins, sums = bins + more[0], sums + more[1]
        return bins, sums
    for begins in range(first, first + units, ROUNDS_A_LAUNCH):
        bins += rounds_on_cuda(flat, begins, min(ROUNDS_A_LAUNCH, first + units - begins))
    return bins, np.array([units, 0, 0, 0], dtype=np.int64)


def rounds_on_cuda(flat: Flat, first: int, rounds: int) -> Array:
    many, most = multiprocessors(), shared_most()
    words, found = words_of(flat), flat.lookups
    near, fixed = flat.bins, 4 * len(found.card_of) + 2 * found.table.size + 16
    if fixed + 4 * (near + words * THREADS_WANTED) > most:
        near = SPLIT_NETS_BIN  # how splits end as a whole is counted seldom: from afar, then
    fixed += 4 * near
    threads = min(THREADS, (most - fixed) // (4 * words) // 32 * 32, -(-rounds // many))
    if threads < 1:
        raise MemoryError(f"lookups of {fixed:,} bytes do not fit into {most:,} of shared memory")
    blocks = min(many, -(-rounds // threads))
    stride = blocks * threads
    tables = on_device(tables_of(flat, stride))
    counts = cuda.to_device(np.zeros(flat.bins, dtype=np.uint64))
    begins = U(begin(flat.plan, first, ROUND_DRAWS))
    shared = (fixed + 4 * words * threads + 15) // 16 * 16
    arguments = (tables, begins, U(rounds), words, W(near), counts)
    launch(play_on_device, blocks, threads, shared, arguments)
    bins: Array = counts.copy_to_host().astype(np.int64)
    return bins


def tables_on_cuda(flat: Flat, first: int, units: int) -> tuple[Array, Array]:
    threads = min(TABLE_THREADS, units)
    blocks = min(multiprocessors() * TABLE_BLOCKS, -(-units // threads))
    near = flat.bins if 4 * flat.bins <= shared_most() else SPLIT_NETS_BIN
    _, gamma = key_and_gamma(flat.plan.seed)
    counts = cuda.to_device(np.zeros(flat.bins, dtype=np.int64))
    sums = cuda.to_device(np.zeros(flat.sums, dtype=np.int64))
    arguments = (
        on_device(table_tables_of(flat)),
        U(begin(flat.plan, first, UNIT_DRAWS)),
        U(gamma * UNIT_DRAWS & MASK),
        U(first),
        units,
        near,
        counts,
        sums,
    )
    launch(play_tables_on_device, blocks, threads, 4 * near, arguments)
    return counts.copy_to_host(), sums.copy_to_host()


def on_device(tables: Any) -> Any:
    return type(tables)(*(cuda.to_device(each) if isinstance(each, np.ndarray) else each for each in tables))


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
