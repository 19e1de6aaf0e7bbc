"""What the rest of vingt raises, as the errors that `vingt.__all__` names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vingt._door.parts import part_needed
from vingt.core.rules.submission import Unreadable


@contextmanager
def public_errors() -> Iterator[None]:
    """Around whatever may refuse what it was given; the words stay."""
    try:
        with part_needed():
            yield
    except ValueError as error:
        if not type(error).__module__.startswith("vingt."):
            raise
        raise Unreadable(str(error)) from None
