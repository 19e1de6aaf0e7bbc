"""What was made of values that have not changed since, so that it need not be made again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """By the identity of frozen values, which costs nothing however large they are; what was not asked for
    among the last `most` makings or more is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: dict[Hashable, tuple[tuple[object, ...], T]] = {}
        self._old: dict[Hashable, tuple[tuple[object, ...], T]] = {}

    def forget(self) -> None:
        self._new, self._old = {}, {}

    def get(self, of: tuple[object, ...], besides: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives for these objects, and for what is told apart by value `besides`."""
        key = (tuple(map(id, of)), besides)
        entry = self._new.get(key)
        if entry is None:
            # The objects are kept with it, so that no other can come to have their identity.
            entry = self._new[key] = self._old.get(key) or (of, make())
            if len(self._new) >= self._most:
                self._old, self._new = self._new, {}
        return entry[1]


def steady(new: tuple[T, ...], old: tuple[T, ...]) -> tuple[T, ...]:
    """Equal to `new`, and made of the values of `old` wherever they are the same."""
    if new == old:
        return old
    return (*(b if a == b else a for a, b in zip(new, old, strict=False)), *new[len(old) :])
