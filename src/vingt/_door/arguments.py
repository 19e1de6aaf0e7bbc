"""What somebody gave for an argument, or Unreadable: the argument, what was given, what would be right."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from numbers import Integral, Real
from operator import index
from typing import Any

from vingt.core.money import Cents, dollars
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import refused_wager, usual_wager
from vingt.report.words.asked import as_argument

RULES = "write a rulebook's id, one of its samples or the path of a submission"
CARDS = 'write cards as text, like "7s 7h" or "T6"'


def wrong(name: str, given: object, right: str) -> Unreadable:
    return Unreadable(f"{as_argument(name, given)}: {right}")


def text(name: str, given: object, right: str) -> str:
    if isinstance(given, str):
        return given
    raise wrong(name, given, right)


def path(name: str, given: object, right: str) -> str:
    named = os.fspath(given) if isinstance(given, os.PathLike) else given
    if isinstance(named, str) and named:
        return named
    raise wrong(name, given, right)


def plain(given: object) -> Any:
    """A number as Python's own, a whole one as int, so that numpy's are as good; anything else as it is."""
    if isinstance(given, bool) or not isinstance(given, Real):
        return given
    if isinstance(given, Integral):
        return int(given)
    number = float(given)
    return int(number) if number.is_integer() else number


def whole(name: str, given: object, least: int | None = None) -> int:
    number = plain(given)
    if isinstance(number, int) and not isinstance(number, bool) and (least is None or number >= least):
        return number
    raise wrong(name, given, "write a whole number" + ("" if least is None else f", at least {least}"))


def share(name: str, given: object, like: str) -> float:
    number = plain(given)
    if isinstance(number, int | float) and not isinstance(number, bool):
        return float(number)
    raise wrong(name, given, f"write a number, like {like}")


def cents(name: str, given: object) -> Cents:
    """No float: 25.0 is rather meant as dollars."""
    try:
        if isinstance(given, bool):
            raise TypeError
        return Cents(index(given))  # type: ignore[arg-type]
    except TypeError:
        raise wrong(name, given, "money is whole cents, so $25 is 2500") from None


def stake_at(rules: TableRules, given: object) -> Cents:
    """The stake in cents, or the usual one."""
    if given is None:
        return usual_wager(rules)
    stake = cents("stake", given)
    if why := refused_wager(rules, stake):
        raise wrong("stake", given, f"that is {dollars(stake)}, and {why}")
    return stake


def wager_ids(given: object) -> str | tuple[str, ...]:
    ids = given if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else None
    if ids is None or not all(isinstance(each, str) for each in ids):
        raise wrong("wagers", given, 'write "all", "none" or ids of side wagers')
    return ids


def submitted_choices(choices: object, more: Mapping[str, object]) -> dict[str, Any]:
    """Values as a submission has them: a float is a decimal number, a tuple a list."""
    mapping = {} if choices is None else choices
    if not isinstance(mapping, Mapping) or not all(isinstance(key, str) for key in mapping):
        raise wrong("choices", choices, 'write a mapping of keys to values, like {"decks": 8}')
    return {key: as_submitted(value) for key, value in {**mapping, **more}.items()}


def as_submitted(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): as_submitted(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_submitted(each) for each in value]
    number = plain(value)
    return Decimal(str(number)) if isinstance(number, float) else number
