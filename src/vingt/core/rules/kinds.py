"""Turn what a document or a submission writes into the typed value a rule field holds."""

from __future__ import annotations

import re
import types
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

from vingt.core.money import Cents, NotMoney, cents
from vingt.core.pays import NotAPay, Pay, pay


class WrongKind(ValueError):
    """What was written is not of the kind the field holds."""


def read(kind: Any, raw: object) -> Any:
    """The value of `kind` that `raw` writes, or `WrongKind` in words a person can act on."""
    if kind is Cents:
        return read_money(raw)
    if kind is Fraction:
        return read_fraction(raw)
    if kind is Pay:
        return read_pay(raw)
    if kind is bool:
        if not isinstance(raw, bool):
            raise WrongKind(f"expected true or false, not {shown(raw)}")
        return raw
    if kind is int:
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise WrongKind(f"expected a whole number, not {shown(raw)}")
        return raw
    if kind is str:
        if not isinstance(raw, str):
            raise WrongKind(f"expected text, not {shown(raw)}")
        return raw
    if kind is type(None):
        if raw != "none":
            raise WrongKind(f'expected "none", not {shown(raw)}')
        return None
    origin = get_origin(kind)
    if origin is Literal:
        if not any(same(raw, each) for each in get_args(kind)):
            raise WrongKind(f"expected {one_of(get_args(kind))}, not {shown(raw)}")
        return raw
    if origin is tuple:
        if not isinstance(raw, list):
            raise WrongKind(f"expected a list, not {shown(raw)}")
        return tuple(read(get_args(kind)[0], each) for each in raw)
    if origin in (Union, types.UnionType):
        return read_either(get_args(kind), raw)
    raise TypeError(f"no way to read {kind}")  # a schema error, not a user's


def same(raw: object, choice: object) -> bool:
    """Of one kind too: true is not 1."""
    return type(raw) is type(choice) and raw == choice


def read_either(kinds: tuple[Any, ...], raw: object) -> Any:
    reasons: list[str] = []
    for kind in kinds:
        try:
            return read(kind, raw)
        except WrongKind as error:
            reasons.append(str(error))
    raise WrongKind(reasons[0] if len(reasons) == 1 else "; or ".join(reasons))


def read_money(raw: object) -> Cents:
    try:
        return cents(raw)
    except NotMoney as error:
        raise WrongKind(f"{error}: write dollars and whole cents, like 5 or 1.10") from error


def read_fraction(raw: object) -> Fraction:
    # The pattern keeps out exponents: Fraction("1e999999999") would never end.
    written = str(raw) if isinstance(raw, int | str | Decimal) and not isinstance(raw, bool) else ""
    if not re.fullmatch(r"-?\d{1,12}(/0*[1-9]\d{0,11}|\.\d{1,12})?", written):
        raise WrongKind(f"expected a fraction like 1/4, not {shown(raw)}")
    return Fraction(written)


def read_pay(raw: object) -> Pay:
    if not isinstance(raw, str):
        raise WrongKind(f"expected odds like 3 to 2, not {shown(raw)}")
    try:
        return pay(raw)
    except (NotAPay, NotMoney) as error:
        raise WrongKind(str(error)) from error


def shown(raw: object) -> str:
    """What was given, as its author wrote it."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, str):
        return f'"{raw}"'
    if isinstance(raw, list | tuple):
        return "[" + ", ".join(shown(each) for each in raw) + "]"
    if isinstance(raw, dict):
        return "a table"
    if isinstance(raw, Fraction):
        return f'"{raw}"'
    return str(raw)


def one_of(values: object) -> str:
    """Permitted values in words: 6 or 8."""
    words = [shown(value) for value in values] if isinstance(values, list | tuple) else [shown(values)]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
