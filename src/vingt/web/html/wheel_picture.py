"""A wheel as a drawing: wedges around a hub, an inner ring where there is one, and how far each is turned so
that what it stopped at lies under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import cos, radians, sin
from typing import NamedTuple

from vingt.core.rounds.outcome_words import outcome_words, symbol_words
from vingt.live.progressive.sign import WheelSign

LEAST = 8  # wedges of a ring: few symbols come several times around
OUTER, BORDER, INNER, HUB = 100.0, 60.0, 57.0, 27.0


class Wedge(NamedTuple):
    """A piece of a ring: its outline, where its middle points to in degrees, and what stands on it."""

    path: str
    middle: float
    lines: tuple[str, ...]
    shade: str
    size: float  # of its letters
    reach: float  # of its letters from the hub


class Ring(NamedTuple):
    wedges: tuple[Wedge, ...]
    stop: int | None

    @property
    def turned(self) -> float:
        return 0.0 if self.stop is None else -self.wedges[self.stop].middle


class WheelPicture(NamedTuple):
    outer: Ring
    inner: Ring | None
    turning: bool
    inner_turning: bool


def bonus_words(line: str) -> str:
    """What a prize is called: a symbol of a wheel, or a line of a paytable."""
    return symbol_words(line) if line.startswith(("usd-", "$")) else outcome_words(line)


def chance_words(symbols: Sequence[str], weights: Sequence[int]) -> str:
    """Wedges of a picture are alike; how often each comes is by its weight."""
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    return " · ".join(
        f"{symbol_words(symbol)} {chance.numerator:,} in {chance.denominator:,}"
        for symbol, chance in zip(symbols, chances, strict=True)
    )


def picture_of(wheel: WheelSign) -> WheelPicture:
    """While a position is drawn the seats stand on the wheel, those that take part lit (MA-P21 16(i)#2)."""
    has_inner = bool(wheel.inner)
    bottom = BORDER if has_inner else HUB
    if wheel.positions:
        lit = {str(seat) for seat, plays in wheel.seats if plays}
        seats = [str(seat) for seat, _ in wheel.seats]
        stop = str(wheel.hot_spot) if wheel.hot_spot else ""
        outer = ring(seats, OUTER, bottom, stop, lit)
    else:
        stopped = "" if wheel.turning else wheel.stopped
        outer = ring(list(wheel.symbols), OUTER, bottom, stopped)
    inner = ring(list(wheel.inner), INNER, HUB, wheel.community, small=True) if has_inner else None
    return WheelPicture(outer, inner, wheel.turning, wheel.turning and wheel.positions)


def ring(
    symbols: Sequence[str],
    outside: float,
    inside: float,
    stopped: str,
    lit: set[str] | None = None,
    *,
    small: bool = False,
) -> Ring:
    around = -(-LEAST // len(symbols))
    placed = list(symbols) * around
    step = 360 / len(placed)
    widest = max(len(line) for symbol in placed for line in lines_of(symbol))
    room = 2 * 3.14 * (outside + inside) / 2 / len(placed)
    size = min(7.0 if small else 12.0, 1.5 * room / max(widest, 3))
    wedges = tuple(
        Wedge(
            outline(outside, inside, at * step - step / 2, at * step + step / 2),
            at * step,
            lines_of(symbol),
            shade(at, len(placed), symbol, lit),
            round(size, 2),
            round((outside + inside) / 2, 2),
        )
        for at, symbol in enumerate(placed)
    )
    return Ring(wedges, placed.index(stopped) if stopped in placed else None)


def lines_of(symbol: str) -> tuple[str, ...]:
    """A seat's number, a prize, or the spinner's above everybody else's."""
    if symbol.isdigit():
        return (symbol,)
    return tuple(symbol_words(symbol).split(" and "))


def shade(at: int, of: int, symbol: str, lit: set[str] | None) -> str:
    """Neighbours differ, the first and the last too; a seat is lit or dark."""
    if lit is not None:
        return "lit" if symbol in lit else "dark"
    return "c" if of % 2 and at == of - 1 else "ab"[at % 2]


def outline(outside: float, inside: float, start: float, end: float) -> str:
    def point(radius: float, degrees: float) -> str:
        angle = radians(degrees - 90)
        return f"{radius * cos(angle):.2f} {radius * sin(angle):.2f}"

    large = 1 if end - start > 180 else 0
    return (
        f"M{point(outside, start)} A{outside} {outside} 0 {large} 1 {point(outside, end)} "
        f"L{point(inside, end)} A{inside} {inside} 0 {large} 0 {point(inside, start)} Z"
    )
