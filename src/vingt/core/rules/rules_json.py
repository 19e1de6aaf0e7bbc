"""Resolved rules as a log keeps them: `TableRules` to plain JSON and back, cites included, nothing lost.

A log is for ever and rules grow. A field that is absent stands at its default; one that this version does not
know is refused, for what it orders could not be kept.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vingt.core.cite import Cite, is_reading
from vingt.core.money import Cents
from vingt.core.pays import Pay, pay
from vingt.core.rules import form_1
from vingt.core.rules.identity import FORM
from vingt.core.rules.kinds import same
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import INSURANCE

FRACTION = "fraction"


class NotRules(ValueError):
    """What was stored are no rules that this version of vingt can play by."""


def to_json(rules: TableRules) -> dict[str, Any]:
    """Money in cents, fractions and payments as printed, a cite as the list of its clauses and readings."""
    return {"form": FORM, **_object(rules)}


def from_json(data: object) -> TableRules:
    """The rules; those of an older form keep the identity that it gave them."""
    form = data.get("form") if isinstance(data, dict) else data
    if not isinstance(data, dict) or form not in (FORM, form_1.FORM):
        raise NotRules(f"rules in the form {form!r}: this vingt reads {FORM} and {form_1.FORM}")
    held = _completed(data)
    try:
        if form == form_1.FORM:
            return form_1.modern(_made(form_1.FormerTableRules, held, "rules"))
        rules: TableRules = _made(TableRules, held, "rules")
    except NotRules:
        raise
    except (TypeError, LookupError, ValueError) as error:
        raise NotRules(f"rules that cannot be read: {error}") from error
    return rules


# -- writing -----------------------------------------------------------------------------------------------


def _object(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: object) -> Any:
    match value:
        case Cite():
            return [*value.clauses, *value.readings]
        case Pay():
            return {"pays": value.printed, "meter": value.meter} if value.meter else value.printed
        case Fraction():
            return {FRACTION: str(value)}
        case tuple():
            return [_plain(each) for each in value]
        case None | bool() | int() | str():
            return value
        case _ if is_dataclass(value):
            return _object(value)
        case _:
            raise TypeError(f"no way to store {value!r}")


def _completed(data: dict[str, Any]) -> dict[str, Any]:
    """The fields alone. Before a wager said when it is placed, insurance was the one that is asked for."""
    held = {name: each for name, each in data.items() if name != "form"}
    if isinstance(held.get("wagers"), list):
        held["wagers"] = [
            {"placed": "when_asked", **each}
            if isinstance(each, dict) and each.get("id") == INSURANCE
            else each
            for each in held["wagers"]
        ]
    return held


# -- reading -----------------------------------------------------------------------------------------------


def _made(section: Any, data: Any, path: str) -> Any:
    if not isinstance(data, dict):
        raise NotRules(f"{path}: expected an object, not {data!r}")
    kinds = kinds_of(section)
    if strange := sorted(data.keys() - kinds.keys()):
        raise NotRules(f"{path}.{strange[0]}: unknown here; was this log written by a newer vingt?")
    for field in fields(section):
        if field.name not in data and field.default is MISSING:
            raise NotRules(f"{path}.{field.name}: missing")
    return section(**{name: _read(kinds[name], each, f"{path}.{name}") for name, each in data.items()})


@cache
def kinds_of(made: Any) -> dict[str, Any]:
    """The type of each field of a dataclass."""
    hints = get_type_hints(made)
    return {field.name: hints[field.name] for field in fields(made)}


def _read(kind: Any, value: Any, path: str) -> Any:
    origin, of = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _either(of, value, path)
    if origin is tuple:
        if not isinstance(value, list):
            raise NotRules(f"{path}: expected a list, not {value!r}")
        each_of = [of[0]] * len(value) if of[-1] is Ellipsis else of
        return tuple(_read(each, item, path) for each, item in zip(each_of, value, strict=True))
    if origin is Literal:
        if not any(same(value, each) for each in of):
            raise NotRules(f"{path}: {value!r} is unknown here; was this log written by a newer vingt?")
        return value
    if kind is Cite:
        clauses = tuple(each for each in value if not is_reading(each))
        return Cite(clauses, tuple(each for each in value if is_reading(each)))
    if kind is Pay:
        return pay(value) if isinstance(value, str) else pay(value["pays"], value["meter"])
    if kind is Fraction or (kind is object and isinstance(value, dict)):
        return Fraction(value[FRACTION])
    if is_dataclass(kind):
        return _made(kind, value, path)
    plain = int if kind is Cents else kind
    if plain is not object and type(value) is not plain:
        raise NotRules(f"{path}: {value!r} is no {getattr(plain, '__name__', plain)}")
    return value


def _either(kinds: tuple[Any, ...], value: Any, path: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    why: NotRules | None = None
    for kind in kinds:
        if kind is not type(None):
            try:
                return _read(kind, value, path)
            except NotRules as error:
                why = why or error
    raise why or NotRules(f"{path}: {value!r} cannot be read")
