"""Parts of vingt that are installed by choice, and the words for one that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
