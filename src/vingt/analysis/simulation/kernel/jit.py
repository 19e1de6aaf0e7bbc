"""How kernels are compiled, and how the same text is run without compiling."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core.registry import CPUDispatcher

from vingt.analysis.simulation.kernel import codes

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Without reference counts: a function that takes arrays is else twelve times slower in a hot loop.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
# What only kernels call needs no way in from Python: to unpack a hundred tables takes a second to compile.
_INNER: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(kernel: Kernel) -> Kernel:
    """What Python calls."""
    return outdated_with_codes(njit(**_OPTIONS)(kernel))  # type: ignore[no-any-return]


def inner(kernel: Kernel) -> Kernel:
    """What only kernels call, kept apart from them."""
    return outdated_with_codes(njit(**_INNER)(kernel))  # type: ignore[no-any-return]


def inlined(kernel: Kernel) -> Kernel:
    """What only kernels call, as part of them."""
    return outdated_with_codes(njit(forceinline=True, **_INNER)(kernel))  # type: ignore[no-any-return]


def outdated_with_codes(kernel: Any) -> Any:
    """Kernels freeze the numbers of `codes` and what is inlined, but numba compiles a kept one anew only when
    its own file changes: without this, a kernel of an older version would walk tables of a newer one."""
    if isinstance(kernel, CPUDispatcher):  # not under NUMBA_DISABLE_JIT
        beside = sorted(Path(__file__).parent.glob("*.py"))
        files = (Path(kernel.py_func.__code__.co_filename), Path(codes.__file__), *beside)
        texts = b"".join(each.read_bytes() for each in files)
        kernel._cache._cache_file._source_stamp = hashlib.sha256(texts).digest()  # type: ignore[attr-defined]
    return kernel


def plain(kernel: Any) -> Any:
    """The function as written, run by Python itself, with all kernels it calls likewise."""
    if not isinstance(kernel, CPUDispatcher):
        return kernel
    source = kernel.py_func
    names = {
        name: plain(value) if isinstance(value, CPUDispatcher) else value
        for name, value in source.__globals__.items()
        if name in source.__code__.co_names or not isinstance(value, CPUDispatcher)
    }
    return types.FunctionType(source.__code__, names, source.__name__, source.__defaults__)
