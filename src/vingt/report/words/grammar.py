"""Numbers of things, and sentences."""

from __future__ import annotations


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
