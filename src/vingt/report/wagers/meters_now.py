"""Where meters stand, as somebody types it."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.core.money import NotMoney, cents
from vingt.core.rules.submission import Unreadable
from vingt.report.words.unknown import Unknown


def amounts_of(named: list[str] | None, meters: Sequence[str]) -> dict[str, int]:
    """The amounts of --meter in cents, by meter; a bare amount is the first meter's."""
    amounts: dict[str, int] = {}
    for text in named or ():
        name, _, amount = text.rpartition("=")
        if name and meters and name not in meters:
            raise Unknown("meter", name, meters)
        if meters:
            amounts[name or meters[0]] = meter_cents(amount)
    return amounts


def meter_cents(text: str) -> int:
    try:
        amount = cents(text)
    except NotMoney:
        raise Unreadable(f"{text!r} is no amount: write 50000 or 1234.56") from None
    if amount < 0:
        raise Unreadable(f"{text!r} is no amount that a meter can show")
    return amount
