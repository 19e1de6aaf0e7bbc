"""Where a wheel stopped, in what stands there."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.core.progressive.chance import stop_at
from vingt.core.progressive.spin import one_spin_for_all, position_spin
from vingt.core.rounds.outcome_words import symbol_words
from vingt.core.rules.offered_wager import OfferedWager


def stop_words(wager: OfferedWager, before: Sequence[int], drawn: Sequence[int]) -> str:
    """`before` are the points of the spins before it for the same hand: the position comes first."""
    if not one_spin_for_all(wager):
        return f"the wheel stops at {symbol_words(stop_at(wager.wheel, drawn[0]))}"
    spun = position_spin(wager, (*before, *drawn))
    if before and spun.outer is not None:
        return f"the hot spot's wheel stops at {symbol_words(spun.outer.symbol)}"
    inner = f", the inner one at {symbol_words(spun.inner.symbol)}" if spun.inner is not None else ""
    return f"the wheel stops at seat {spun.seat}{inner}"
