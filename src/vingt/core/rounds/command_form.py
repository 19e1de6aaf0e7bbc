"""Whether a thing is a command at all: of a known kind, its fields of theirs, money in whole cents."""

from __future__ import annotations

from dataclasses import fields
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from vingt.core.cards import RANKS, SUITS, Card
from vingt.core.rounds.command import Command
from vingt.core.rounds.refusal import Refusal


def fields_of(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


FIELDS: dict[type[Any], tuple[tuple[str, Any], ...]] = {kind: fields_of(kind) for kind in get_args(Command)}


def malformed(command: object) -> Refusal | None:
    """Why it is no command; None for one that may be judged by the rules."""
    kind = type(command)
    if kind not in FIELDS:
        return Refusal(f"{kind.__name__} is not a command")
    for name, wanted in FIELDS[kind]:
        value = getattr(command, name)
        if not fits(value, wanted):
            return Refusal(f"{kind.__name__}.{name} cannot be {value!r}")
    return None


def fits(value: object, wanted: Any) -> bool:
    if wanted is Card:
        return type(value) is Card and value.rank in RANKS and value.suit in SUITS
    if get_origin(wanted) is tuple:
        return type(value) is tuple and all(fits(item, get_args(wanted)[0]) for item in value)
    if isinstance(wanted, UnionType):
        return any(fits(value, kind) for kind in get_args(wanted))
    return type(value) is wanted  # exactly: True is no number, and 5.0 no amount of cents
