"""A thing and what was given for it, as whoever asks writes it: `--boxes 9`, `boxes=9`."""

from __future__ import annotations


def as_option(name: str, given: object) -> str:
    return f"--{name.replace('_', '-')} {f'{given:g}' if isinstance(given, float) else given}"


def as_argument(name: str, given: object) -> str:
    return f"{name}={given!r}"
