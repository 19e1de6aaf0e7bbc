"""A name that nobody has: what there is instead, and what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MANY = 60  # more known names than this are not listed in a message


class Unknown(ValueError):
    """An option names something that does not exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        words = list(known)
        near = get_close_matches(name, words, n=1) or get_close_matches(name.upper(), words, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        listed = f": there are {', '.join(words)}" if len(words) <= MANY else ""
        super().__init__(f"no {what} {name!r}{listed}{hint}")
