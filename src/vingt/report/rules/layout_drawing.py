"""The layout of a table drawn to scale: boxes, areas of the side wagers, inscriptions, and what stands on it.

No rulebook gives measures. Those used here are of a usual half-round table, stated on the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import cos, hypot, pi, sin
from typing import Any

from vingt.core.rules.table_rules import TableRules
from vingt.report.drawing.shapes import Drawing, Label, Outline, Rectangle
from vingt.report.rules.felt import felt_of

SCALE = 12  # units of the drawing for an inch
WIDE, DEEP = 74, 42  # inches
BOX, AREA = 4.5, 1.9  # diameters, in inches
MARGIN = 70
CARD = 2.5, 3.5  # of a card: wide and high, in inches
COLUMNS = 4  # side areas beside each other
CM = 2.54
FELT, LINE, PAPER, WOOD = "#2f6b4f", "#f4f1e6", "#ffffff", "#8a6a45"


@dataclass(frozen=True)
class LayoutPlan:
    """What is drawn; `areas` are the signs of the side wagers with their names."""

    title: str
    main_wager: str
    seats: int
    boxes_each: int
    areas: tuple[tuple[str, str], ...]
    inscriptions: tuple[str, ...]
    insurance: str
    card_reader: bool
    community_cards: int = 0  # how many lie in the middle for all hands

    def as_json(self) -> dict[str, Any]:
        """A table without community cards is filed as it was before there were any."""
        return {name: value for name, value in asdict(self).items() if name != "community_cards" or value}


def plan_of(rules: TableRules) -> LayoutPlan:
    felt = felt_of(rules)
    signs = {block.title: block.sign for block in felt.pays}
    return LayoutPlan(
        title=rules.title,
        main_wager=rules.main_wager,
        seats=rules.boxes.seats,
        boxes_each=rules.variant.boxes_each,
        areas=tuple(
            (signs.get(wager.name, ""), wager.name) for wager in rules.side_wagers if not wager.rides_on
        ),
        inscriptions=tuple(line.text for line in felt.arcs if line.text != felt.insurance),
        insurance=felt.insurance,
        card_reader=rules.dealer.second_card == "hole_reader",
        community_cards=rules.variant.community_cards,
    )


def plan_of_json(kept: Mapping[str, Any]) -> LayoutPlan:
    return LayoutPlan(
        kept["title"],
        kept["main_wager"],
        int(kept["seats"]),
        int(kept["boxes_each"]),
        tuple((sign, name) for sign, name in kept["areas"]),
        tuple(kept["inscriptions"]),
        kept["insurance"],
        bool(kept["card_reader"]),
        int(kept.get("community_cards", 0)),
    )


def layout_drawing(plan: LayoutPlan) -> Drawing:
    """Seen from above, the dealer at the straight side."""
    wide, deep = WIDE * SCALE, DEEP * SCALE
    drawing = Drawing(f"Layout: {plan.title}", wide + 2 * MARGIN, deep + 2 * MARGIN + 18 * legend_rows(plan))
    middle, top = MARGIN + wide // 2, MARGIN
    edge = [ellipse(middle, top, wide / 2, deep, pi * step / 72) for step in range(73)]
    cloth = [ellipse(middle, top, wide / 2 - 40, deep - 40, pi * step / 72) for step in range(73)]
    drawing.shapes += [Outline(tuple(edge), WOOD), Outline(tuple(cloth), FELT)]
    draw_dealers_side(drawing, plan, middle, top)
    draw_inscriptions(drawing, plan, middle, top)
    for seat in range(plan.seats):
        angle = pi * (0.115 + 0.77 * (seat / (plan.seats - 1) if plan.seats > 1 else 0.5))
        draw_position(drawing, plan, seat + 1, middle, top, angle)
    draw_measures(drawing, middle, top)
    draw_legend(drawing, plan, top + deep + MARGIN)
    return drawing


def ellipse(x: float, y: float, across: float, down: float, angle: float) -> tuple[int, int]:
    return round(x - across * cos(angle)), round(y + down * sin(angle))


def circle(x: float, y: float, diameter: float, fill: str) -> Outline:
    radius = diameter * SCALE / 2
    points = (pi * step / 16 for step in range(32))
    return Outline(
        tuple((round(x + radius * cos(a)), round(y + radius * sin(a))) for a in points), fill, LINE
    )


def draw_dealers_side(drawing: Drawing, plan: LayoutPlan, middle: int, top: int) -> None:
    """Chips before the dealer, the shoe at the dealer's left, the discard rack at the right."""
    things = [
        ("chip rack", middle - 13 * SCALE, 26, 5),
        ("shoe", middle + 19 * SCALE, 6, 6),
        ("discard rack", middle - 25 * SCALE, 6, 5),
        *([("reader", middle + 14 * SCALE, 4, 3)] if plan.card_reader else []),
    ]
    for name, left, wide, deep in things:
        drawing.shapes.append(Rectangle(left, top + 4, wide * SCALE, deep * SCALE, "#d9d2c0"))
        drawing.shapes.append(
            Label(left + wide * SCALE // 2, top + 4 + deep * SCALE // 2 + 4, name, 10, anchor="middle")
        )
    for name, x in (("drop box", middle - 31 * SCALE), ("tip box", middle + 28 * SCALE)):
        drawing.shapes.append(Rectangle(x, top - 34, 4 * SCALE, 30, "#b9b2a2"))
        drawing.shapes.append(Label(x + 2 * SCALE, top - 40, name, 10, anchor="middle"))
    drawing.shapes.append(Label(middle, top - 12, "dealer", 12, anchor="middle", bold=True))


def draw_inscriptions(drawing: Drawing, plan: LayoutPlan, middle: int, top: int) -> None:
    below = top + 8 * SCALE
    for at, words in enumerate(plan.inscriptions):
        size = 15 if at == 0 else 12
        drawing.shapes.append(
            Label(middle, below + 20 * at, words, size, LINE, anchor="middle", bold=at == 0)
        )
    if plan.insurance:
        at = below + 20 * len(plan.inscriptions) - 8
        wide = max(24 * SCALE, 6 * len(plan.insurance) + 20)
        drawing.shapes.append(Rectangle(middle - wide // 2, at, wide, 2 * SCALE, FELT, LINE))
        drawing.shapes.append(Label(middle, at + 16, plan.insurance, 12, LINE, anchor="middle"))
        below = at + 2 * SCALE
    draw_community(drawing, plan, middle, below + 10)


def draw_community(drawing: Drawing, plan: LayoutPlan, middle: int, top: int) -> None:
    """The places of cards that are in every hand."""
    wide, high = (round(measure * SCALE) for measure in CARD)
    first = middle - plan.community_cards * (wide + 4) // 2
    for at in range(plan.community_cards):
        drawing.shapes.append(Rectangle(first + at * (wide + 4), top, wide, high, FELT, LINE))
    if plan.community_cards:
        words = "community card" if plan.community_cards == 1 else "community cards"
        drawing.shapes.append(Label(middle, top + high + 14, words, 10, LINE, anchor="middle"))


def draw_position(
    drawing: Drawing, plan: LayoutPlan, number: int, middle: int, top: int, angle: float
) -> None:
    across, down = WIDE * SCALE / 2 - 80, DEEP * SCALE - 78
    x, y = ellipse(middle, top, across, down, angle)
    for box in range(plan.boxes_each):
        beside = (box - (plan.boxes_each - 1) / 2) * BOX * SCALE
        drawing.shapes.append(circle(x + beside, y, BOX, FELT))
        label = str((number - 1) * plan.boxes_each + box + 1)
        drawing.shapes.append(Label(round(x + beside), y + 5, label, 14, LINE, anchor="middle"))
    step = AREA * SCALE + 3
    away = hypot(x - middle, y - top - DEEP * SCALE / 6)
    to_x, to_y = (middle - x) / away, (top + DEEP * SCALE / 6 - y) / away  # towards the middle of the cloth
    columns = min(COLUMNS, len(plan.areas)) or 1
    for at, (sign, _) in enumerate(plan.areas):
        row, column = divmod(at, columns)
        inwards = BOX * SCALE / 2 + step * (row + 0.6)
        beside = (column - (columns - 1) / 2) * step
        ax, ay = round(x + to_x * inwards - to_y * beside), round(y + to_y * inwards + to_x * beside)
        drawing.shapes.append(circle(ax, ay, AREA, FELT))
        drawing.shapes.append(Label(ax, ay + 3, sign, 8, LINE, anchor="middle"))


def draw_measures(drawing: Drawing, middle: int, top: int) -> None:
    wide, deep = WIDE * SCALE, DEEP * SCALE
    under, beside = top + deep + 18, MARGIN - 22
    drawing.shapes += [
        Rectangle(middle - wide // 2, under, wide, 1, "#111111", "#111111"),
        Label(middle, under + 15, inches(WIDE), 12, anchor="middle"),
        Rectangle(beside, top, 1, deep, "#111111", "#111111"),
        Label(8, top - 10, inches(DEEP), 12),
    ]


def legend_rows(plan: LayoutPlan) -> int:
    return 2 + (len(plan.areas) + 2) // 3


def draw_legend(drawing: Drawing, plan: LayoutPlan, top: int) -> None:
    drawing.shapes.append(
        Label(
            MARGIN,
            top,
            f"{plan.main_wager}: circles of {inches(BOX)}; side wagers: circles of {inches(AREA)}",
        )
    )
    for at, (sign, name) in enumerate(plan.areas):
        row, column = divmod(at, 3)
        drawing.shapes.append(Label(MARGIN + column * 290, top + 20 + 18 * row, f"{sign}  {name}", 12))


def inches(measure: float) -> str:
    return f"{measure:g} in ({measure * CM:.0f} cm)"
