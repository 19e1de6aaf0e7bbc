"""The tables of witnesses.toml: which words of a statement bear out which value of a document."""

import tomllib
from pathlib import Path
from typing import Any

Patterns = tuple[str, ...]
Table = dict[str, dict[str, Patterns]]

SILENT = "configured procedures"
TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def patterns(entry: str | list[str]) -> Patterns:
    """One pattern, or several that must all be found."""
    several = [entry] if isinstance(entry, str) else entry
    return tuple(each.replace("{silent}", SILENT) for each in several)


def by_value(table: dict[str, dict[str, str | list[str]]]) -> Table:
    return {path: {value: patterns(entry) for value, entry in known.items()} for path, known in table.items()}


WITNESSES = by_value(TABLES["value"])
DEFAULTS = by_value(TABLES["default"])
OWN = by_value(TABLES["own"])
SHAPES: dict[str, str] = TABLES["shape"]
LINES: dict[str, str] = TABLES["line"]
OUTCOMES: dict[str, str] = TABLES["outcome"]
NAMES: dict[str, str] = TABLES["name"]
