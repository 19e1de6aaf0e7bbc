"""How kernels are compiled, and how the same text is run without compiling."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core.registry import CPUDispatcher

from vingt.analysis import actions

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Without reference counts: a function that takes arrays is else twelve times slower in a hot loop.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
# What only kernels call needs no way in from Python: to unpack a hundred tables takes a second to compile.
_INNER: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(kernel: Kernel) -> Kernel:
    """What Python calls."""
    return outdated_with_its_room(njit(**_OPTIONS)(kernel))  # type: ignore[no-any-return]


def inner(kernel: Kernel) -> Kernel:
    """What only kernels call, kept apart from them."""
    return outdated_with_its_room(njit(**_INNER)(kernel))  # type: ignore[no-any-return]


def inlined(kernel: Kernel) -> Kernel:
    """What only kernels call, as part of them."""
    return outdated_with_its_room(njit(forceinline=True, **_INNER)(kernel))  # type: ignore[no-any-return]


def allocating(**options: Any) -> Callable[[Kernel], Kernel]:
    """What makes arrays of its own, and so has to count references; called by Python or by its like."""

    def decorate(kernel: Kernel) -> Kernel:
        return outdated_with_its_room(njit(cache=True, nogil=True, **options)(kernel))  # type: ignore[no-any-return]

    return decorate


def outdated_with_its_room(kernel: Any) -> Any:
    """Kernels freeze numbers of other modules and what is inlined, but numba compiles a kept one anew only
    when its own file changes: without this, a kernel of an older version would walk tables of a newer one."""
    if isinstance(kernel, CPUDispatcher):  # not under NUMBA_DISABLE_JIT
        kept: Any = kernel._cache._cache_file  # type: ignore[attr-defined]
        kept._source_stamp = stamp_of(Path(kernel.py_func.__code__.co_filename).parent)
        # What is kept names the classes of its arguments, which may have moved: the version is read before.
        kept._version = f"{kept._version} {kept._source_stamp.hex()}"
    return kernel


@cache
def stamp_of(room: Path) -> bytes:
    """Every module of the room, and what kernels of all rooms are made with."""
    files = (Path(__file__), Path(actions.__file__), *sorted(room.glob("*.py")))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


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
