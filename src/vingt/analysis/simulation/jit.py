"""How kernels are compiled, and how the same text is run without compiling."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit
from numba.core.registry import CPUDispatcher

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Without reference counts: a function that takes arrays is else twelve times slower in a hot loop.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(kernel: Kernel) -> Kernel:
    return njit(**_OPTIONS)(kernel)  # type: ignore[no-any-return]


def inlined(kernel: Kernel) -> Kernel:
    return njit(forceinline=True, **_OPTIONS)(kernel)  # type: ignore[no-any-return]


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
