"""What an operator chose: a TOML text with its line numbers, before anything is judged."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from vingt.core.cite import Cite
from vingt.core.rules.places import KeyPath, line_of, places
from vingt.core.rules.problem_words import problem_text


class Unreadable(ValueError):
    """What was given makes no sense: a text that is no TOML, a name of nothing, an amount that is none."""

    __module__ = "vingt"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not allowed: where, what was given, what would be right, and the clause."""

    __module__ = "vingt"

    key: str
    message: str
    line: int | None = None
    given: str = ""
    permitted: str = ""
    cite: Cite = Cite()
    hint: str = ""

    def __str__(self) -> str:
        return problem_text(self)

    def as_json(self) -> dict[str, object]:
        return {
            "key": self.key,
            "line": self.line,
            "message": self.message,
            "given": self.given,
            "permitted": self.permitted,
            **self.cite.as_json(),
            "hint": self.hint,
        }


@dataclass(frozen=True)
class Submission:
    source: str
    rulebook: str
    raw: Mapping[str, Any]
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def line(self, *path: str) -> int | None:
        return line_of(self.lines, path)

    @property
    def title(self) -> str:
        title = self.raw.get("title")
        return title if isinstance(title, str) else self.source

    def with_choices(self, choices: Mapping[str, Any]) -> Submission:
        """The same submission with some choices overridden; overridden ones have no line."""
        raw = copied(self.raw)
        lines = dict(self.lines)
        for dotted, value in choices.items():
            path = tuple(dotted.split("."))
            put(raw, path, copied(value) if isinstance(value, dict) else value)
            lines = {key: line for key, line in lines.items() if key[: len(path)] != path}
        return Submission(self.source, self.rulebook, raw, lines)


def parse_submission(data: bytes, source: str) -> Submission:
    """Read the bytes of a submission or say, with the place, why they cannot be read."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"{source}, line {line}: not UTF-8 text (byte 0x{data[error.start]:02x})") from error
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"{source}: {plainly(str(error))}") from error
    rulebook = raw.get("rulebook")
    if rulebook is not None and not isinstance(rulebook, str):
        raise Unreadable(f'{source}: rulebook is text: rulebook = "md-pontoon-21", not {rulebook!r}')
    if rulebook is None:
        raise Unreadable(f'{source}: says no rulebook: begin with, for example, rulebook = "md-pontoon-21"')
    submission = Submission(source, rulebook, raw, places(text))
    refuse_absurd(submission, raw)
    return submission


DIGITS = 30  # more than any amount, count or fraction of a rulebook has
DEEPEST = 40


def refuse_absurd(submission: Submission, value: object, path: KeyPath = ()) -> None:
    """No table has a number of thousands of digits, and merely to print one is refused by Python."""
    if len(path) > DEEPEST:
        wrong = "nested too deeply to be read"
    elif isinstance(value, dict):
        for key, each in value.items():
            refuse_absurd(submission, each, (*path, key))
        return
    elif isinstance(value, list):
        for each in value:
            refuse_absurd(submission, each, (*path, ""))
        return
    elif is_absurd(value):
        wrong = "a number beyond all measure"
    else:
        return
    key = ".".join(each for each in path[:3] if each)
    line = submission.line(*path)
    raise Unreadable(f"{submission.source}{f', line {line}' if line else ''}: {key}: {wrong}")


def is_absurd(value: object) -> bool:
    if isinstance(value, int):
        return value.bit_length() > DIGITS * 4
    return isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > DIGITS


def plainly(error: str) -> str:
    """The parser's sentence with the place first: line 5, column 3: …"""
    if "recursion" in error:
        return "tables within tables, too deep to read"
    if "digits" in error:
        return "a number with too many digits"
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", error, re.DOTALL)
    if match is None:
        return error
    what = {"Cannot overwrite a value": "a key that was already given"}.get(match[1], match[1])
    return f"line {match[2]}, column {match[3]}: {what}"


def parse_choice(text: str) -> tuple[str, Any]:
    """`key=value` of the command line; the value is TOML, or plain text where it is none."""
    key, sign, value = text.partition("=")
    key = key.strip()
    if not sign or not key:
        raise Unreadable(f"{text!r}: write a choice as key=value, for example decks=8")
    try:
        return key, tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]
    except (tomllib.TOMLDecodeError, ValueError):
        return key, value.strip()


def copied(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: copied(value) if isinstance(value, dict) else value for key, value in raw.items()}


def put(raw: dict[str, Any], path: KeyPath, value: Any) -> None:
    for part in path[:-1]:
        inner = raw.get(part)
        raw[part] = inner if isinstance(inner, dict) else {}
        raw = raw[part]
    raw[path[-1]] = value
