"""Which fields of the rules are read while something runs, and by whom."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

WRITERS = ("vingt.core.rules.", "dataclasses")  # identity, storing and comparing read every field


@contextmanager
def watched(sections: Iterable[type[Any]], readers: tuple[str, ...] = ("vingt.",)) -> Iterator[set[str]]:
    """Names every field ("DoubleRules.cards_min") that a module of `readers` reads meanwhile."""
    seen: set[str] = set()
    among = tuple(sections)
    for section in among:
        names = {each.name for each in dataclasses.fields(section)}

        def read(self: Any, name: str, section: Any = section, names: set[str] = names) -> Any:
            if name in names:
                frame = sys._getframe(1)
                reader, own = frame.f_globals["__name__"], frame.f_code.co_name in vars(section)
                if own or (reader.startswith(readers) and not reader.startswith(WRITERS)):
                    seen.add(f"{section.__name__}.{name}")
                    names.discard(name)  # once is enough, and to look each time takes long
            return object.__getattribute__(self, name)

        section.__getattribute__ = read  # type: ignore[assignment]
    try:
        yield seen
    finally:
        for section in among:
            del section.__getattribute__
