"""Money is whole cents."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import NewType

Cents = NewType("Cents", int)


class NotMoney(ValueError):
    """The text or number is not an amount of whole cents."""


def cents(amount: object) -> Cents:
    """Dollars as written by a person (5, "5.50", "$1,000") in whole cents."""
    if isinstance(amount, bool) or not isinstance(amount, int | str | Decimal):
        raise NotMoney(f"{amount!r} is not an amount of money")
    text = str(amount).strip().removeprefix("$").replace(",", "")
    if not re.fullmatch(r"-?\d{1,12}(\.\d{1,12})?", text):
        raise NotMoney(f"{amount} is not an amount of money")
    value = Decimal(text) * 100
    if value != value.to_integral_value():
        raise NotMoney(f"{amount} is not a whole number of cents")
    return Cents(int(value))


def dollars(amount: int) -> str:
    """Cents for a person to read: $5, $1.10, -$0.50."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def rounded(amount: Fraction, unit: int, *, to_player: bool) -> Cents:
    """A payment in whole units (cents or coins); rounded to the player it never falls below the odds."""
    units = amount / unit
    floor = units.numerator // units.denominator
    if units != floor and to_player:
        floor += 1
    return Cents(floor * unit)
