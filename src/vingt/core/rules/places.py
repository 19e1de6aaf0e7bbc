"""Where in a TOML text each key stands: the standard parser gives values but no line numbers."""

from __future__ import annotations

import re
from collections import Counter

KeyPath = tuple[str, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]\]?")
_ASSIGNMENT = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_PART = re.compile(_KEY)


def places(text: str) -> dict[KeyPath, int]:
    """Line number (from 1) of every header and assignment of a well-formed TOML text; in a list of tables the
    first of each, and every one by its place: ("settles", "3", "pays")."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    numbered: KeyPath = ()
    tables: Counter[KeyPath] = Counter()
    inside = OpenValue()
    for number, line in enumerate(text.splitlines(), start=1):
        if inside.is_open:
            inside.read(line)
            continue
        if header := _HEADER.match(line):
            table = numbered = parts(header[2])
            if header[1] == "[[":
                numbered = (*table, str(tables[table]))
                tables[table] += 1
            for path in (table, numbered):
                lines.setdefault(path, number)
        elif assignment := _ASSIGNMENT.match(line):
            for path in (table, numbered):
                lines.setdefault((*path, *parts(assignment[1])), number)
            inside.read(line[assignment.end() :])
    return lines


def parts(dotted: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int | None:
    """The line of the key, or of the nearest table around it (inline tables stand on their parent's line)."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


class OpenValue:
    """Tells whether a value goes on over the next line: open brackets or a multi-line string."""

    def __init__(self) -> None:
        self.depth = 0
        self.quote = ""

    @property
    def is_open(self) -> bool:
        return self.depth > 0 or self.quote in ('"""', "'''")

    def read(self, line: str) -> None:
        at = 0
        while at < len(line):
            if self.quote:
                at = self.leave_string(line, at)
                continue
            for quote in ('"""', "'''", '"', "'"):
                if line.startswith(quote, at):
                    self.quote = quote
                    at += len(quote)
                    break
            else:
                if line[at] == "#":
                    return
                self.depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(line[at], 0)
                at += 1
        if self.quote in ('"', "'"):
            self.quote = ""

    def leave_string(self, line: str, at: int) -> int:
        if self.quote.startswith('"') and line[at] == "\\":
            return at + 2
        if line.startswith(self.quote, at):
            at += len(self.quote)
            self.quote = ""
            return at
        return at + 1
