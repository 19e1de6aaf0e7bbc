"""A plot drawn by hand as SVG: two axes, and what is laid on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH = 860
LEFT, RIGHT, TOP, BOTTOM = 74, 24, 14, 44
TickFormat = Callable[[float], str]
Points = Sequence[tuple[float, float]]


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    size = 10 ** floor(log10((high - low) / about))
    step = size * min((1, 2, 5, 10), key=lambda times: abs((high - low) / (size * times) - about))
    return [at * step for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


class Scale:
    """From values to pixels; `logarithmic` for what spans many sizes."""

    def __init__(
        self, low: float, high: float, begin: float, end: float, *, logarithmic: bool = False
    ) -> None:
        if low == high:
            low, high = low - 1, high + 1
        self.low, self.high, self.begin, self.end = low, high, begin, end
        self.logarithmic = logarithmic

    def __call__(self, value: float) -> float:
        if self.logarithmic:
            share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self, about: int = 6) -> list[float]:
        if self.logarithmic:
            powers = [
                10.0**at for at in range(ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9) + 1)
            ]
            return powers[:: max(1, round(len(powers) / (about + 2)))]
        return ticks(self.low, self.high, about)


class Plot:
    def __init__(
        self,
        title: str,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        height: int = 300,
        log_x: bool = False,
        log_y: bool = False,
        left: int = LEFT,
    ) -> None:
        self.title, self.height, self.left = title, height, left
        self.x = Scale(*x, left, WIDTH - RIGHT, logarithmic=log_x)
        self.y = Scale(*y, height - BOTTOM, TOP, logarithmic=log_y)
        self.parts: list[str] = []
        self.clip = f"clip-{sum(map(ord, title))}-{height}"

    def axes(self, x_label: str, x_format: TickFormat, y_label: str, y_format: TickFormat) -> None:
        bottom, right = self.height - BOTTOM, WIDTH - RIGHT
        for tick in self.y.ticks(5):
            y = self.y(tick)
            self.parts.append(f'<line class="grid" x1="{self.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            self.text(self.left - 8, y + 4, y_format(tick), "end")
        for tick in self.x.ticks(7):
            x = self.x(tick)
            self.parts.append(
                f'<line class="tick" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 5}"/>'
            )
            self.text(x, bottom + 18, x_format(tick), "middle")
        self.parts.append(f'<line class="axis" x1="{self.left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>')
        self.text((self.left + right) / 2, self.height - 6, x_label, "middle", "label")
        middle = (TOP + bottom) / 2
        turned = f'transform="rotate(-90 14 {middle:.0f})" text-anchor="middle"'
        self.parts.append(f'<text class="label" x="14" y="{middle:.0f}" {turned}>{escape(y_label)}</text>')

    def text(self, x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> None:
        css = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{css}>{escape(words)}</text>')

    def line(self, points: Iterable[tuple[float, float]], kind: str) -> None:
        self.parts.append(f'<path class="{kind}" fill="none" d="{self.path(points)}" {self.within}/>')

    def band(self, low: Points, high: Points, kind: str) -> None:
        around = [*low, *reversed(high)]
        self.parts.append(f'<path class="{kind}" d="{self.path(around)}Z" {self.within}/>')

    def bar(self, x: tuple[float, float], y: tuple[float, float], kind: str, told: str = "") -> None:
        left, right = sorted(map(self.x, x))
        top, bottom = sorted(map(self.y, y))
        said = f"<title>{escape(told)}</title>" if told else ""
        self.parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{max(right - left, 0.5):.1f}" '
            f'height="{max(bottom - top, 0.5):.1f}" {self.within}>{said}</rect>'
        )

    def dot(self, x: float, y: float, kind: str, told: str = "", size: float = 3.5) -> None:
        said = f"<title>{escape(told)}</title>" if told else ""
        at = f'cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="{size}"'
        self.parts.append(f'<circle class="{kind}" {at} {self.within}>{said}</circle>')

    def diamond(self, x: float, y: float, told: str = "") -> None:
        at, down = self.x(x), self.y(y)
        said = f"<title>{escape(told)}</title>" if told else ""
        self.parts.append(
            f'<path class="exact" d="M{at:.1f} {down - 5:.1f}l5 5l-5 5l-5 -5Z" {self.within}>{said}</path>'
        )

    def level(self, y: float, kind: str, words: str = "") -> None:
        """A line across at one height, named at its left end."""
        self.line([(self.x.low, y), (self.x.high, y)], kind)
        if words:
            self.text(self.left + 6, self.y(y) - 6, words, "start", f"{kind} name")

    def mark(self, x: float, kind: str, words: str, row: int = 0, anchor: str = "start") -> None:
        """A line down at one place, named at its top."""
        at = self.x(x)
        bottom = self.height - BOTTOM
        self.parts.append(f'<line class="{kind}" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{bottom}"/>')
        beside = 5 if anchor == "start" else -5
        self.text(at + beside, TOP + 12 + 15 * row, words, anchor, f"{kind} name")

    @property
    def within(self) -> str:
        return f'clip-path="url(#{self.clip})"'

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)

    def svg(self) -> str:
        size = f'width="{WIDTH - self.left - RIGHT}" height="{self.height - TOP - BOTTOM}"'
        return (
            f'<svg viewBox="0 0 {WIDTH} {self.height}" role="img" aria-label="{escape(self.title)}">'
            f'<clipPath id="{self.clip}"><rect x="{self.left}" y="{TOP}" {size}/></clipPath>'
            f"{''.join(self.parts)}</svg>"
        )
