"""Lines over rounds as numbers for an SVG: where axes, ticks and points lie. The template draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vingt.core.money import dollars
from vingt.report.drawing.plot import ticks

WIDTH, HEIGHT = 400, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 10, 12, 34


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Graph:
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    zero: float
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[str, ...]  # points of each line, for a polyline


def graph(series: Sequence[Sequence[float]]) -> Graph:
    """Lines of equal length over 0, 1, 2 …, in cents."""
    last = max(len(series[0]) - 1, 1)
    low = min(0.0, *(min(line) for line in series))
    high = max(0.0, *(max(line) for line in series))
    if high - low < 100:
        low, high = low - 50, high + 50
    room = 0.04 * (high - low)
    low, high = low - room, high + room
    bottom = HEIGHT - BOTTOM

    def x(value: float) -> float:
        return round(LEFT + value / last * (WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - TOP), 1)

    return Graph(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        TOP,
        bottom,
        y(0),
        tuple(Tick(x(at), str(round(at))) for at in ticks(0, last, 5) if at == int(at)),
        tuple(Tick(y(at), dollars(round(at)).replace("-", "−")) for at in ticks(low, high, 5)),
        tuple(" ".join(f"{x(at)},{y(value)}" for at, value in enumerate(line)) for line in series),
    )
