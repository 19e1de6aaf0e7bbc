"""A drawing of rectangles, outlines and texts, for SVG, PNG and PDF alike."""

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


@dataclass(frozen=True)
class Outline:
    """A closed line through these points; a circle has many."""

    points: tuple[tuple[float, float], ...]
    fill: str
    edge: str = "#8a8a8a"


DrawnShape = Rectangle | Outline | Label


@dataclass
class Drawing:
    title: str
    width: int
    height: int = 0
    shapes: list[DrawnShape] = field(default_factory=list)

    def svg(self) -> str:
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="DejaVu Sans, Arial, sans-serif">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>',
        ]
        for shape in self.shapes:
            if isinstance(shape, Rectangle):
                lines.append(
                    f'<rect x="{shape.x}" y="{shape.y}" width="{shape.width}" height="{shape.height}" '
                    f'fill="{shape.fill}" stroke="{shape.edge}"/>'
                )
            elif isinstance(shape, Outline):
                points = " ".join(f"{x},{y}" for x, y in shape.points)
                lines.append(f'<polygon points="{points}" fill="{shape.fill}" stroke="{shape.edge}"/>')
            else:
                bold = ' font-weight="bold"' if shape.bold else ""
                lines.append(
                    f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" fill="{shape.colour}" '
                    f'text-anchor="{shape.anchor}"{bold}>{escape(shape.text)}</text>'
                )
        return "\n".join([*lines, "</svg>"]) + "\n"
