"""Parts of vingt that are installed by choice, and the words for one that is not there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

# Which extra brings a package that we import ourselves (held to pyproject.toml by tests/door/test_parts.py).
EXTRA_OF = {
    "jinja2": "analysis",
    "numba": "analysis",
    "numpy": "analysis",
    "argon2": "serve",
    "cryptography": "serve",
    "h11": "serve",
    "prometheus_client": "serve",
    "segno": "serve",
    "starlette": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
    "numba_cuda": "cuda",
    "distributed": "cluster",
}


class MissingPart(ImportError):
    """This needs a part of vingt that is not installed; the message says how to install it."""

    __module__ = "vingt"


def missing_part(error: ImportError) -> MissingPart | None:
    """What to say of an import that failed; None where no part of vingt would have brought it."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(package)
    if extra is None:
        return None
    needs = f"this needs vingt[{extra}]: pip install 'vingt[{extra}]'"
    return MissingPart(f"{needs} ({package} is not installed)", name=error.name)


@contextmanager
def part_needed() -> Iterator[None]:
    """Around an import of a part that may not be installed."""
    try:
        yield
    except ImportError as error:
        if (missing := missing_part(error)) is None:
            raise
        raise missing from None


class StandIns(MetaPathFinder, Loader):
    """Finds every package that an extra brings, as one in which every name is there and does nothing."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        named = fullname.partition(".")[0]
        return ModuleSpec(fullname, self, is_package=True) if named in EXTRA_OF else None

    def exec_module(self, module: Any) -> None:
        from unittest.mock import MagicMock

        class Anything(MagicMock):
            def __class_getitem__(cls, _: object) -> Any:
                return cls

        # What is written like a class is asked for as one: isinstance, a base.
        module.__getattr__ = lambda name: Anything if name[0].isupper() else MagicMock()


@contextmanager
def parts_stood_in() -> Iterator[None]:
    """To import what must be read without its part, as a command's help; nothing of it can then be run."""
    sys.meta_path.insert(0, stand_ins := StandIns())
    try:
        yield
    finally:
        sys.meta_path.remove(stand_ins)
