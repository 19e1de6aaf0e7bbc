"""The CUDA kernels as machine code, without a GPU: compiled for sm_90, taken apart, and carried out for one
warp (`_warp`). Says registers, memory and threads that fit, and how many instructions 32 rounds take by pipe;
the counts must be those of the CPU. Counted, not timed. `python -m bench.cuda_machine_code shoes` counts one
kernel."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from bench._warp import LANES, LOCAL_BYTES, PARAMETERS, SHARED_SIZE, STACK, Counted, Warp, read
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.kernel.codes import GROUP, TABLE_GROUP
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.analysis.simulation.plan import Plan
from vingt.rulebook import library

RULEBOOK, STAKE, SEED = "md-blackjack", 2500, 20261115
ARCHITECTURE, CAPABILITY = "sm_90", (9, 0)
SHARED_MOST = 232_448  # bytes that a block of an H200 may have
# What the machine code of these commits took, and the billion rounds a second measured with it on an H200.
MEASURED = {
    "fresh": ("32b3984", 657, 41.9),
    "shoes": ("32b3984", 831, 31.5),
    "sides": ("751b996", 1632, 8.08),
}
HOW = (
    "In an environment apart: pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm nvidia-cuda-nvrtc "
    "nvidia-nvvm; then put its nvidia/cu13/bin on PATH and its nvidia/cu13/lib on LD_LIBRARY_PATH."
)


class Held(np.ndarray[Any, Any]):
    """What stands for an array on the device."""

    def copy_to_host(self) -> Any:
        return np.asarray(self)


@dataclass
class Build:
    """A kernel as machine code, and what a launch of it asked for."""

    registers: int
    stack: int
    spilled: int
    threads: int
    shared: int
    counted: Counted


def missing() -> str:
    """What is not there, or nothing."""
    try:
        import numba.cuda  # noqa: F401
    except ImportError:
        return "numba-cuda is not installed: pip install 'vingt[cuda]'"
    lacking = [each for each in ("ptxas", "nvdisasm") if shutil.which(each) is None]
    if lacking:
        return f"not on PATH: {', '.join(lacking)}. {HOW}"
    from cuda.pathfinder import DynamicLibNotFoundError, load_nvidia_dynamic_lib

    for library_name in ("nvvm", "nvrtc"):
        try:
            load_nvidia_dynamic_lib(library_name)
        except (DynamicLibNotFoundError, RuntimeError):
            return f"the library {library_name} is not to be found. {HOW}"
    return ""


def plans() -> dict[str, tuple[Plan, int]]:
    """What is counted, and the units by which each of 32 threads has one group of rounds or one shoe."""
    rules = library.table_rules(RULEBOOK)
    plan = Plan(rules, chart_of(rules), STAKE, seed=SEED)
    wagers = tuple(wager.id for wager in rules.wagers if wager.rides_on is None and not wager.needs)
    cut = Fraction(3, 4)
    return {
        "fresh": (plan, LANES * GROUP),
        "shoes": (replace(plan, cut=cut), LANES),
        "sides": (replace(plan, wagers=wagers), LANES * TABLE_GROUP),
        "sides, shoes": (replace(plan, wagers=wagers, cut=cut), LANES),
        "three boxes, shoes": (replace(plan, boxes=3, cut=cut), LANES),
    }


def assembled(kernel: Any, arguments: tuple[Any, ...]) -> tuple[str, str, str]:
    """PTX, machine code in words, and what the assembler said."""
    from numba import cuda, typeof, types
    from numba.cuda import dispatcher

    signature = types.void(*(typeof(each) for each in arguments))
    with patch.object(
        dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=CAPABILITY)
    ):
        ptx, _ = cuda.compile(
            kernel.py_func, signature, cc=CAPABILITY, output="ptx", device=False, abi="numba"
        )
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
        source.write_text(ptx)
        command = ["ptxas", f"-arch={ARCHITECTURE}", "-v", "-o", str(binary), str(source)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        if said.returncode:
            raise SystemExit(f"{said.stderr.strip()[-500:]}\nptxas must be as new as NVVM. {HOW}")
        listing = subprocess.run(
            ["nvdisasm", "-c", str(binary)], capture_output=True, text=True, check=True
        ).stdout
    return ptx, listing, said.stdout + said.stderr


def laid_out(arguments: tuple[Any, ...], heap: bytearray, at: dict[int, int]) -> list[int]:
    """Arguments as numba hands them over, one number after the other; arrays go to the heap."""
    numbers: list[int] = []
    for each in arguments:
        if isinstance(each, tuple):
            numbers += laid_out(each, heap, at)
        elif isinstance(each, np.ndarray):
            heap.extend(bytes(-len(heap) % 16))
            at[id(each)] = len(heap)
            numbers += [0, 0, each.size, each.itemsize, len(heap), *each.shape, *each.strides]
            heap.extend(each.tobytes())
        else:
            numbers.append(int(each))
    return numbers


def carried_out(ptx: str, listing: str, arguments: tuple[Any, ...], shared: int) -> Counted:
    """One block of one warp; arrays among the arguments then hold what it wrote there."""
    kinds = re.findall(r"\.param \.[a-z](\d+) \S+_param_\d+", ptx.split(".entry")[1].split("{")[0])
    heap, at = bytearray(64), dict[int, int]()
    numbers = laid_out(arguments, heap, at)
    heap.extend(bytes(-len(heap) % 16))
    constants = bytearray(PARAMETERS)
    struct.pack_into("<6I", constants, 0, LANES, 1, 1, 1, 1, 1)
    struct.pack_into("<I", constants, STACK, LOCAL_BYTES)
    struct.pack_into("<I", constants, SHARED_SIZE, shared)
    for kind, number in zip(kinds, numbers, strict=True):
        size = int(kind) // 8
        constants.extend(bytes(-len(constants) % size))
        constants.extend((number % (1 << 8 * size)).to_bytes(size, "little"))
    constants.extend(bytes(64 + -len(constants) % 4))
    memory = np.frombuffer(heap, dtype=np.uint8)
    with np.errstate(over="ignore"):
        counted = Warp(read(listing), bytes(constants), memory, shared).run()
    for each in arguments:
        if isinstance(each, np.ndarray):
            begins = at[id(each)]
            each[...] = memory[begins : begins + each.nbytes].view(each.dtype).reshape(each.shape)
    return counted


def as_arrays(arguments: Any) -> Any:
    """Plain arrays that share their memory with those that stand for the device's."""
    if isinstance(arguments, tuple):
        parts = [as_arrays(each) for each in arguments]
        return type(arguments)(*parts) if hasattr(arguments, "_fields") else tuple(parts)
    return np.asarray(arguments) if isinstance(arguments, np.ndarray) else arguments


def built(plan: Plan, units: int) -> tuple[Build, bool, int]:
    """The kernel of a plan, whether it counted as the CPU does, and the rounds."""
    from vingt.analysis.simulation.devices import cuda as device

    asked: list[tuple[int, int]] = []
    builds: list[Build] = []
    fitting = device.launch_fitting

    def launch_fitting(kernel: Any, arguments: Any, many: int, words: int, fixed: int) -> None:
        asked.append((words, fixed))
        fitting(kernel, arguments, many, words, fixed)

    def launch(kernel: Any, blocks: int, threads: int, shared: int, given: tuple[Any, ...]) -> None:
        assert (blocks, threads) == (1, LANES)
        arguments = as_arrays(given)
        ptx, listing, said = assembled(kernel, arguments)
        nothing = tuple(each.copy() if isinstance(each, np.ndarray) else each for each in arguments)
        before = carried_out(ptx, listing, (*nothing[:2], 0, *nothing[3:]), shared)
        counted = carried_out(ptx, listing, arguments, shared).less(before)
        registers = int(re.findall(r"Used (\d+) registers", said)[-1])
        stack = int(re.findall(r"(\d+) bytes stack frame", said)[-1])
        words, fixed = asked[-1]
        room = (SHARED_MOST - fixed) // (4 * words) // LANES * LANES
        most = min(device.threads_by_registers(registers), room)
        spilled = sum(map(int, re.findall(r"(\d+) bytes spill", said)))
        builds.append(Build(registers, stack, spilled, most, fixed + 4 * words * most, counted))

    with (
        patch.object(device, "launch_fitting", launch_fitting),
        patch.object(device, "launch", launch),
        patch.object(device, "multiprocessors", lambda: 1),
        patch.object(device, "shared_most", lambda: SHARED_MOST),
        patch.object(device, "threads_most", lambda *_: LANES),
        patch.object(device.cuda, "to_device", lambda array: array.view(Held)),
    ):
        counts = play(plan, "cuda", 0, units)
    return builds[-1], counts == play(plan, "cpu", 0, units), counts.rounds


def say(name: str, build: Build, alike: bool, rounds: int) -> None:
    counted, of_32 = build.counted, rounds / LANES
    pipes = counted.by_pipe()
    by_pipe = ", ".join(f"{pipe} {times / of_32:.0f}" for pipe, times in pipes.most_common())
    print(
        f"{name}: {build.registers} registers, {build.stack} bytes of local memory, {build.spilled} spilled; "
        f"{build.threads} threads a multiprocessor with {build.shared:,} bytes of shared memory"
    )
    print(
        f"  32 rounds take {counted.instructions / of_32:.0f} instructions ({by_pipe}), "
        f"{counted.threads / counted.instructions:.1f} of {LANES} threads take part; shared memory is asked "
        f"{counted.waves / of_32:.0f} times; {counted.apart} votes came one after the other"
    )
    if name in MEASURED:
        commit, instructions, billions = MEASURED[name]
        now = counted.instructions / of_32
        print(
            f"  {commit} took {instructions} and played {billions} billion rounds/s; as many instructions a "
            f"second would now be {billions * instructions / now:.1f} (reckoned, not measured)"
        )
    print(f"  over {rounds:,} rounds it counts as the CPU does: {alike}", flush=True)


def main(asked: Sequence[str] = ()) -> int:
    if lacking := missing():
        print(lacking)
        return 1
    every = plans()
    if unknown := [each for each in asked if each not in every]:
        print(f"no kernel named {', '.join(unknown)}; there are: {'; '.join(every)}")
        return 2
    failed = 0
    for name in asked or MEASURED:
        build, alike, rounds = built(*every[name])
        say(name, build, alike, rounds)
        failed += not alike
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
