"""A drawing of rectangles and texts, for SVG, PNG and PDF alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Literal

INK = "#111111"
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Rectangle:
    x: int
    y: int
    width: int
    height: int
    fill: str
    edge: str = "#8a8a8a"


@dataclass(frozen=True)
class Label:
    """A text whose baseline is at `y`."""

    x: int
    y: int
    text: str
    size: int = 13
    colour: str = INK
    anchor: Anchor = "start"
    bold: bool = False


@dataclass
class Drawing:
    title: str
    width: int
    height: int = 0
    shapes: list[Rectangle | Label] = field(default_factory=list)

    def svg(self) -> str:
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="DejaVu Sans, Arial, sans-serif">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>',
        ]
        for each in self.shapes:
            if isinstance(each, Rectangle):
                lines.append(
                    f'<rect x="{each.x}" y="{each.y}" width="{each.width}" height="{each.height}" '
                    f'fill="{each.fill}" stroke="{each.edge}"/>'
                )
            else:
                bold = ' font-weight="bold"' if each.bold else ""
                lines.append(
                    f'<text x="{each.x}" y="{each.y}" font-size="{each.size}" fill="{each.colour}" '
                    f'text-anchor="{each.anchor}"{bold}>{escape(each.text)}</text>'
                )
        return "\n".join([*lines, "</svg>"]) + "\n"
