"""Bars drawn by hand as SVG, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, LABELS, ROW = 900, 330, 22


@dataclass(frozen=True)
class Bars:
    title: str
    values: Sequence[tuple[str, float]]
    figure: Callable[[float], str] = "{:+.4f}".format

    @property
    def svg(self) -> str:
        """A bar for each value, left of the axis where it is negative; nothing where there is none."""
        if not self.values:
            return ""
        least = min(0.0, *(value for _, value in self.values))
        most = max(0.0, *(value for _, value in self.values))
        before = 80 if least < 0 else 8  # room for the figures of negative bars
        room, span = WIDTH - LABELS - before - 80, (most - least) or 1.0
        zero = LABELS + before + room * -least / span
        height = ROW * len(self.values) + 4
        title = escape(self.title)
        shapes = [
            f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" aria-label="{title}">',
            f"<title>{title}</title>",
        ]
        for at, (label, value) in enumerate(self.values):
            length, y = room * abs(value) / span, ROW * at
            x = zero if value >= 0 else zero - length
            kind = "up" if value >= 0 else "down"
            beyond = f'x="{x + length + 5:.1f}"' if value >= 0 else f'x="{x - 5:.1f}" text-anchor="end"'
            size = f'width="{max(length, 0.5):.1f}" height="{ROW - 6}"'
            shapes.append(f'<text x="{LABELS}" y="{y + 15}" text-anchor="end">{escape(label)}</text>')
            shapes.append(f'<rect class="{kind}" x="{x:.1f}" y="{y + 3}" {size}/>')
            shapes.append(f'<text {beyond} y="{y + 15}">{escape(self.figure(value))}</text>')
        axis = f'<line class="axis" x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{height}" stroke="#5a6675"/>'
        return f"{''.join(shapes)}{axis}</svg>"
