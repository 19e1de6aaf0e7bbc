"""Bars drawn by hand as SVG, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, ROW = 400, 34  # words above their bar: so they can be read on a phone too


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
        span = (most - least) or 1.0
        zero = WIDTH * -least / span
        height = ROW * len(self.values)
        title = escape(self.title)
        shapes = [
            f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" aria-label="{title}">',
            f"<title>{title}</title>",
        ]
        for at, (label, value) in enumerate(self.values):
            length, y = WIDTH * abs(value) / span, ROW * at
            x = zero if value >= 0 else zero - length
            kind = "up" if value >= 0 else "down"
            size = f'width="{max(length, 0.5):.1f}" height="{ROW - 22}"'
            figure = escape(self.figure(value))
            shapes.append(f'<text x="0" y="{y + 13}">{escape(label)}</text>')
            shapes.append(f'<text x="{WIDTH}" y="{y + 13}" text-anchor="end">{figure}</text>')
            shapes.append(f'<rect class="{kind}" x="{x:.1f}" y="{y + 18}" {size}/>')
        axis = f'<line class="axis" x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{height}" stroke="#5a6675"/>'
        return f"{''.join(shapes)}{axis}</svg>"
