"""The layout of a table drawn to scale: boxes, areas of the side wagers, inscriptions, and what stands on it.

No rulebook gives measures. Those used here are of a usual half-round table, stated on the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import cos, hypot, pi, sin
from typing import Any

from vingt.core.rules.table_rules import TableRules
from vingt.report.drawing.shapes import INK, Drawing, Label, Outline, Rectangle
from vingt.report.rules.felt import felt_of

SCALE = 12  # units of the drawing for an inch
WIDE, DEEP = 74, 42  # inches
RAIL = 3.5
BOX, AREA = 4.5, 1.9  # diameters
CARD = 2.5, 3.5  # wide and high
INSET = 7.5  # from the edge of the table to the middle of a box
MARGIN, TOP, UNDER = 70, 70, 60  # of the drawing, in its own units
TICK = 4
COLUMNS = 4  # side areas beside each other
CM = 2.54
FELT, LINE, METAL, WOOD, SOFT = "#1f6a4c", "#f4f1e6", "#d9d2c0", "#6b4a30", "#555555"


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
        inscriptions=(
            *(line.text for line in felt.arcs if line.text != felt.insurance),
            *(["operator's name or logo"] if felt.house.cite else []),
        ),
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
    """Seen from above, the dealer at the straight side: at the dealer's left, which is to the right here, is
    the first box."""
    wide, deep = WIDE * SCALE, DEEP * SCALE
    drawing = Drawing(f"Layout: {plan.title}", wide + 2 * MARGIN, deep + TOP + UNDER + 18 * legend_rows(plan))
    middle = MARGIN + wide / 2
    edge = [ellipse(middle, wide / 2, deep, pi * step / 120) for step in range(121)]
    cloth = [
        ellipse(middle, wide / 2 - RAIL * SCALE, deep - RAIL * SCALE, pi * step / 120) for step in range(121)
    ]
    drawing.shapes += [Outline(tuple(edge), WOOD), Outline(tuple(cloth), FELT)]
    draw_dealers_side(drawing, plan, middle)
    draw_inscriptions(drawing, plan, middle)
    angles = [
        pi * (0.885 - 0.77 * (seat / (plan.seats - 1) if plan.seats > 1 else 0.5))
        for seat in range(plan.seats)
    ]
    for seat, angle in enumerate(angles):
        draw_position(drawing, plan, seat + 1, middle, angle)
    draw_measures(drawing, plan, middle, angles)
    draw_legend(drawing, plan, TOP + deep + UNDER)
    return drawing


def ellipse(x: float, across: float, down: float, angle: float) -> tuple[float, float]:
    return round(x - across * cos(angle), 1), round(TOP + down * sin(angle), 1)


def position(middle: float, angle: float) -> tuple[float, float]:
    """The middle of a betting position."""
    return ellipse(middle, WIDE * SCALE / 2 - INSET * SCALE, (DEEP - INSET) * SCALE, angle)


def circle(x: float, y: float, diameter: float, fill: str) -> Outline:
    radius = diameter * SCALE / 2
    points = (pi * step / 24 for step in range(48))
    return Outline(
        tuple((round(x + radius * cos(a), 1), round(y + radius * sin(a), 1)) for a in points), fill, LINE
    )


def draw_dealers_side(drawing: Drawing, plan: LayoutPlan, middle: float) -> None:
    """Chips before the dealer, the shoe at the dealer's left, the discard rack at the right."""
    things = [
        ("chip rack", -13, 26, 5),
        ("shoe", 19, 6, 6),
        ("discard rack", -25, 6, 5),
        *([("reader", 14, 4, 3)] if plan.card_reader else []),
    ]
    for name, left, wide, deep in things:
        x = round(middle + left * SCALE)
        drawing.shapes.append(Rectangle(x, TOP + 4, wide * SCALE, deep * SCALE, METAL))
        under = TOP + 4 + deep * SCALE // 2
        at = x + wide * SCALE // 2
        drawing.shapes.append(Label(at, under, name, 10, anchor="middle"))
        drawing.shapes.append(Label(at, under + 12, f"{wide} × {deep} in", 9, SOFT, anchor="middle"))
    for name, left in (("drop box", -31), ("tip box", 27)):
        x = round(middle + left * SCALE)
        drawing.shapes.append(Rectangle(x, TOP - 34, 4 * SCALE, 30, METAL))
        drawing.shapes.append(Label(x + 2 * SCALE, TOP - 40, name, 10, anchor="middle"))
    drawing.shapes.append(Label(round(middle), TOP - 12, "dealer", 12, anchor="middle", bold=True))


def draw_inscriptions(drawing: Drawing, plan: LayoutPlan, middle: float) -> None:
    at, below = round(middle), TOP + 8 * SCALE
    for place, words in enumerate(plan.inscriptions):
        size = 15 if place == 0 else 12
        drawing.shapes.append(Label(at, below + 20 * place, words, size, LINE, "middle", bold=place == 0))
    below += 20 * len(plan.inscriptions) - 8
    if plan.insurance:
        y = below
        wide = max(24, 2 * -(-len(plan.insurance) * 7 // (2 * SCALE)))  # inches that its words take
        size = 12 if wide <= 36 else 10
        wide = min(wide, 36)
        drawing.shapes.append(Rectangle(at - wide * SCALE // 2, y, wide * SCALE, 2 * SCALE, FELT, LINE))
        drawing.shapes.append(Label(at, y + 16, plan.insurance, size, LINE, anchor="middle"))
        drawing.shapes.append(Label(at + wide * SCALE // 2 + 6, y + 15, f"{wide} × 2 in", 9, LINE))
        below += 2 * SCALE
    draw_community(drawing, plan, at, below + 10)


def draw_community(drawing: Drawing, plan: LayoutPlan, middle: int, top: int) -> None:
    """The places of cards that are in every hand."""
    wide, high = (round(measure * SCALE) for measure in CARD)
    first = middle - plan.community_cards * (wide + 4) // 2
    for at in range(plan.community_cards):
        drawing.shapes.append(Rectangle(first + at * (wide + 4), top, wide, high, FELT, LINE))
    if plan.community_cards:
        words = "community card" if plan.community_cards == 1 else "community cards"
        drawing.shapes.append(Label(middle, top + high + 14, words, 10, LINE, anchor="middle"))


def draw_position(drawing: Drawing, plan: LayoutPlan, number: int, middle: float, angle: float) -> None:
    """Boxes of one position side by side along the curve, the first where the deal comes first; its side
    wagers in rows towards the middle of the cloth."""
    x, y = position(middle, angle)
    away = hypot(x - middle, y - TOP - DEEP * SCALE / 6)
    to_x, to_y = (middle - x) / away, (TOP + DEEP * SCALE / 6 - y) / away
    for box in range(plan.boxes_each):
        beside = ((plan.boxes_each - 1) / 2 - box) * BOX * SCALE
        at_x, at_y = x - to_y * beside, y + to_x * beside
        drawing.shapes.append(circle(at_x, at_y, BOX, FELT))
        label = str((number - 1) * plan.boxes_each + box + 1)
        drawing.shapes.append(Label(round(at_x), round(at_y) + 5, label, 14, LINE, anchor="middle"))
    step = AREA * SCALE + 3
    columns = min(COLUMNS, len(plan.areas)) or 1
    for at, (sign, _) in enumerate(plan.areas):
        row, column = divmod(at, columns)
        here = min(columns, len(plan.areas) - row * columns)
        inwards = BOX * SCALE / 2 + step * (row + 0.6)
        beside = (column - (here - 1) / 2) * step
        ax, ay = x + to_x * inwards - to_y * beside, y + to_y * inwards + to_x * beside
        drawing.shapes.append(circle(ax, ay, AREA, FELT))
        drawing.shapes.append(Label(round(ax), round(ay) + 3, sign, 8, LINE, anchor="middle"))


# -- measures ----------------------------------------------------------------------------------------------


def draw_measures(drawing: Drawing, plan: LayoutPlan, middle: float, angles: Sequence[float]) -> None:
    """Of the table, of the rail, from the rail to a box, and from box to box."""
    wide, deep = WIDE * SCALE, DEEP * SCALE
    left, under = middle - wide / 2, TOP + deep + 20
    measure(drawing, (left, under), (left + wide, under), inches(WIDE), (0, 16))
    measure(drawing, (left - 26, TOP), (left - 26, TOP + deep), "", (0, 0))
    drawing.shapes.append(Label(6, TOP - 10, inches(DEEP), 12))
    right = left + wide
    measure(drawing, (right - RAIL * SCALE, TOP - 8), (right, TOP - 8), inches(RAIL), (18, -8))
    if len(angles) > 1:
        lowest = sorted(angles, key=lambda angle: -sin(angle))[:2]
        (x1, y1), (x2, y2) = sorted(position(middle, angle) for angle in lowest)
        apart = hypot(x2 - x1, y2 - y1) / SCALE
        down = BOX * SCALE / 2 + (7 if plan.boxes_each == 1 else 21)  # clear of the second box, too
        measure(drawing, (x1, y1 + down), (x2, y2 + down), "", (0, 0), LINE)
        on_rail = (WIDE / 2 - RAIL / 2) * SCALE, (DEEP - RAIL / 2) * SCALE
        x, y = ellipse(middle, *on_rail, sum(lowest) / 2)
        drawing.shapes.append(Label(round(x), round(y) + 4, inches(apart), 11, LINE, anchor="middle"))


def measure(
    drawing: Drawing,
    begin: tuple[float, float],
    end: tuple[float, float],
    words: str,
    off: tuple[int, int],
    colour: str = INK,
) -> None:
    """A line with a tick at either end, and its measure beside its middle."""
    (x1, y1), (x2, y2) = begin, end
    length = hypot(x2 - x1, y2 - y1)
    across, down = -(y2 - y1) / length * TICK, (x2 - x1) / length * TICK
    for first, last in (
        (begin, end),
        ((x1 - across, y1 - down), (x1 + across, y1 + down)),
        ((x2 - across, y2 - down), (x2 + across, y2 + down)),
    ):
        points = tuple((round(x, 1), round(y, 1)) for x, y in (first, last))
        drawing.shapes.append(Outline(points, colour, colour))
    if words:
        x, y = round((x1 + x2) / 2) + off[0], round((y1 + y2) / 2) + off[1]
        drawing.shapes.append(Label(x, y, words, 11, colour, anchor="middle"))


def legend_rows(plan: LayoutPlan) -> int:
    return 2 + (len(plan.areas) + 2) // 3


def draw_legend(drawing: Drawing, plan: LayoutPlan, top: int) -> None:
    from_rail = INSET - RAIL - BOX / 2
    measures = [
        f"{plan.main_wager}: circles of {inches(BOX)}, {inches(from_rail)} from the rail",
        *([f"side wagers: circles of {inches(AREA)}"] if plan.areas else []),
    ]
    drawing.shapes.append(Label(MARGIN, top, "; ".join(measures), 12))
    for at, (sign, name) in enumerate(plan.areas):
        row, column = divmod(at, 3)
        drawing.shapes.append(Label(MARGIN + column * 290, top + 20 + 18 * row, f"{sign}  {name}", 12))


def inches(measure: float) -> str:
    return f"{measure:.3g} in ({measure * CM:.0f} cm)"
