"""Amounts as somebody types them."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import refused_wager, usual_wager


def cents(text: str) -> Cents:
    """An amount in dollars as typed: 25, 7.50, $100."""
    try:
        amount = Decimal(text.removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        raise Unreadable(f"{text!r} is no amount: write 25 or 7.50") from None
    if not amount.is_finite() or amount <= 0 or amount != amount.to_integral_value() or amount > 10**12:
        raise Unreadable(f"{text!r} is no wager: write an amount above 0 in whole cents, like 25 or 7.50")
    return Cents(int(amount))


def wager_at(rules: TableRules, text: str | None, option: str = "--wager-amount") -> Cents:
    """The wager typed, refused where the table does not take it; untyped, the one nearest to $25."""
    if text is None:
        return usual_wager(rules)
    wager = cents(text)
    if why := refused_wager(rules, wager):
        raise Unreadable(f"{option} {text}: {why}")
    return wager
