"""The layout of a table, drawn: what must stand on it, and where wagers are put."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

from vingt.core.rules.table_rules import TableRules
from vingt.report.rules.felt import Felt, felt_of
from vingt.report.rules.layout import LayoutDuty, shown_at

WIDTH, HEIGHT = 900, 490
MIDDLE, TOP = WIDTH / 2, 30
FIRST, STEP = 150, 34  # radius of the innermost inscription, and from one to the next
BOX, AREA = 27, 13
OUTER, EDGE = 395, 438  # of the boxes and of the table
SPREAD = 0.42 * pi  # on either side of straight down


@dataclass(frozen=True, slots=True)
class ClothShown:
    svg: str
    duties: tuple[LayoutDuty, ...]


def cloth_shown(rules: TableRules) -> ClothShown:
    felt = felt_of(rules)
    return ClothShown("".join(drawing(rules, felt)), tuple(shown_at(rules)))


def drawing(rules: TableRules, felt: Felt) -> Iterator[str]:
    words = "; ".join([felt.house.text, *(line.text for line in felt.arcs)])
    seen = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    yield f'<svg class="cloth" {seen} role="img" aria-label="The layout: {escape(words)}">'
    left, right = MIDDLE - EDGE, MIDDLE + EDGE
    yield f'<path class="felt" d="M{left} {TOP - 20}H{right}V{TOP}A{EDGE} {EDGE} 0 0 1 {left} {TOP}Z"/>'
    yield text("house", MIDDLE, TOP + 70, felt.house.text)
    for at, line in enumerate(felt.arcs):
        radius = FIRST + STEP * at
        size = min(24.0, 1.75 * 2 * SPREAD * radius / max(len(line.text), 1))
        yield f'<path id="arc-{at}" fill="none" d="{arc(radius)}"/>'
        yield (
            f'<text class="arc" font-size="{size:.1f}" text-anchor="middle"><textPath href="#arc-{at}" '
            f'startOffset="50%">{escape(line.text)}</textPath></text>'
        )
    yield from boxes(rules, felt, FIRST + STEP * len(felt.arcs))
    yield "</svg>"


def boxes(rules: TableRules, felt: Felt, inner: float) -> Iterator[str]:
    """Each box with the areas of its side wagers on a row towards the dealer."""
    count = rules.box_count
    signs = [block.sign for block in felt.pays if block.sign][: len(felt.areas)]
    for box in range(count):
        angle = SPREAD - 2 * SPREAD * (box + 0.5) / count
        x, y = place(angle, OUTER - 8)
        yield f'<circle class="box" cx="{x:.1f}" cy="{y:.1f}" r="{BOX}"/>'
        yield text("number", x, y + 5, str(box + 1))
        across = max(1, min(4, int(2 * SPREAD * (OUTER - 75) / count // (2 * AREA + 2))))
        for at, sign in enumerate(signs):
            row, column = divmod(at, across)
            here = min(across, len(signs) - row * across)
            turn = (
                angle
                + (here - 1) / 2 * 2 * (AREA + 1) / (OUTER - 60)
                - column * 2 * (AREA + 1) / (OUTER - 60)
            )
            radius = OUTER - 8 - BOX - AREA - 4 - row * 2 * (AREA + 1)
            if radius < inner:
                break
            x, y = place(turn, radius)
            yield f'<circle class="area" cx="{x:.1f}" cy="{y:.1f}" r="{AREA}"/>'
            yield text("sign", x, y + 3.5, sign)


def text(kind: str, x: float, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(words)}</text>'


def place(angle: float, radius: float) -> tuple[float, float]:
    """From straight down, to the dealer's left where it is above 0."""
    return MIDDLE + radius * sin(angle), TOP + radius * cos(angle)


def arc(radius: float) -> str:
    left, right = place(-SPREAD, radius), place(SPREAD, radius)
    return f"M{left[0]:.1f} {left[1]:.1f}A{radius} {radius} 0 0 0 {right[0]:.1f} {right[1]:.1f}"
