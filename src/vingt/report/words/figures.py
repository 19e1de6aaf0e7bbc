"""Figures as they are printed: shares, differences, large numbers, moments, money won or lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

from vingt.core.money import dollars

SELDOM = 0.0005  # net results rarer than this are put together
BAR = 40
Net = TypeVar("Net", int, float)


def percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f}%"


def points(value: float, digits: int = 4) -> str:
    """A difference of edges, in percentage points."""
    return f"{100 * value:+.{digits}f}"


def rounded(number: float) -> str:
    """Three digits and a unit: 33.9 M."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= 0.9995 * size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.0f}"


def moment(milliseconds: int) -> str:
    """In universal time, to the second."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def signed(amount: int) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def typed(amount: int) -> str:
    """Money as a person types it: 5, 0.50."""
    return dollars(amount).removeprefix("$").replace(",", "")


def often_and_rare(shares: Mapping[Net, float]) -> tuple[dict[Net, float], dict[Net, float]]:
    """Net results that are shown one by one, and those that are put together."""
    often = {net: share for net, share in shares.items() if share >= SELDOM}
    return often, {net: share for net, share in shares.items() if net not in often}


def bar(share: float, most: float) -> str:
    return "▇" * round(BAR * share / most)
