"""Objects that a function of the door makes."""

from __future__ import annotations

from typing import ClassVar


class Made:
    """Its constructor says which function makes it, since it would take internals."""

    _made_by: ClassVar[str]

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError(f"a {type(self).__name__} is made by {self._made_by}")
