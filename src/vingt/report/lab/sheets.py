"""A table of the lab as printed sheets: the same figures as on its page, for a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vingt.analysis.exact.chart_sheet import ChartTable, SheetCell
from vingt.report.drawing.printed_sheet import PrintedSheet, SheetPart, facts, table, text
from vingt.report.drawing.shapes import Drawing, Label, Rectangle
from vingt.report.lab.comparison import ComparisonShown
from vingt.report.lab.day import DayRow, DayShown
from vingt.report.lab.glance import GlanceTile
from vingt.report.lab.main_wager import EdgeShown, LawShown, WorthBar, WorthShown
from vingt.report.lab.side_wagers import SideWagerShown, WagersShown
from vingt.report.lab.titles import TITLES
from vingt.report.strategy.drawing import draw_tables
from vingt.report.words.grammar import sentence

HOUSE, PLAYER = "#22825d", "#c9981b"
WIDE, NAMES, ROW = 900, 420, 22  # of a drawing of bars


def glance_sheet(title: str, told: Sequence[tuple[str, str]], tiles: Sequence[GlanceTile]) -> PrintedSheet:
    said = [
        (tile.title, " ".join([f"{tile.figure} {tile.unit}".strip() + ".", *tile.words]))
        for tile in tiles
        if tile.figure
    ]
    return PrintedSheet("glance", title, [facts(told), facts(said, "At a glance")])


def worth_sheet(shown: WorthShown) -> PrintedSheet:
    rows = [
        (sentence(each.name), each.instead, each.effect, each.a_day, each.edge, each.cite)
        for each in shown.moved
    ]
    heads = ("one choice made otherwise", "instead of", "points", "a day", "house edge then", "clause")
    return PrintedSheet(
        "worth",
        TITLES["worth"],
        [
            text(f"The house edge is {shown.base} as the table stands."),
            *([table(heads, rows)] if rows else []),
            *([text(f"{shown.waits} more were not computed when this was made.")] if shown.waits else []),
            *([text(f"No effect: {'; '.join(shown.still)}.")] if shown.still else []),
            *(
                [text(f"Not carried by the exact analysis: {'; '.join(shown.refused)}.")]
                if shown.refused
                else []
            ),
            *([text(f"Not with the other choices: {'; '.join(shown.barred)}.")] if shown.barred else []),
        ],
    )


def worth_drawing(shown: WorthShown) -> Drawing | None:
    """Bars to the right where the house gains."""
    rows = shown.first
    if not rows:
        return None
    drawing = Drawing(TITLES["worth"], WIDE, ROW * (len(rows) + 1) + 8)
    middle, reach = NAMES + (WIDE - NAMES) // 2, (WIDE - NAMES) // 2 - 60
    drawing.shapes += [
        Label(middle - 8, 14, "to the player", 12, "#555555", "end"),
        Label(middle + 8, 14, "to the house", 12, "#555555"),
    ]
    for at, each in enumerate(rows, start=1):
        drawing.shapes += worth_bar(each, ROW * at, middle, reach)
    drawing.shapes.append(Rectangle(middle, ROW, 0, ROW * len(rows), "#555555", "#555555"))
    return drawing


def worth_bar(each: WorthBar, y: int, middle: int, reach: int) -> Iterator[Label | Rectangle]:
    length = max(round(each.bar.length / 50 * reach), 1)
    begin = middle if each.bar.gains else middle - length
    colour = HOUSE if each.bar.gains else PLAYER
    beyond = middle + length + 6 if each.bar.gains else middle - length - 6
    yield Label(NAMES - 40, y + 15, sentence(each.name), 12, anchor="end")
    yield Rectangle(begin, y + 4, length, ROW - 8, colour, colour)
    yield Label(beyond, y + 15, each.effect, 12, anchor="start" if each.bar.gains else "end")


def wagers_sheet(shown: WagersShown) -> PrintedSheet:
    heads = ("wager", "paytable", "house edge", "hits", "deviation", "covers")
    parts = [
        table(heads, wager_rows(wagers), title)
        for title, wagers in (("Offered here", shown.offered), ("Not offered here", shown.others))
        if wagers
    ]
    beside = [paytables(each) for each in shown.offered if len(each.paytables) > 1]
    together = [text(shown.together)] if shown.together else []
    return PrintedSheet("wagers", TITLES["wagers"], [*parts[:1], *together, *parts[1:], *beside])


def wager_rows(wagers: Sequence[SideWagerShown]) -> Iterator[tuple[str, ...]]:
    for each in wagers:
        for table_ in each.paytables if not each.offered else [each.here] if each.here else []:
            yield each.name, table_.id, table_.edge, table_.hits, table_.deviation, table_.covers
        if not each.paytables:
            yield each.name, "–", "–", "–", "–", f"not computed: {each.why}"


def paytables(each: SideWagerShown) -> SheetPart:
    """Side by side, the one that is offered marked."""
    heads = ("", *(f"{one.id}, offered" if one.offered else one.id for one in each.paytables))
    rows = [
        (name, *(getattr(one, field) for one in each.paytables))
        for name, field in (("house edge", "edge"), ("hits", "hits"), ("deviation", "deviation"))
    ]
    rows += [(words, *(one.pays.get(line, "–") for one in each.paytables)) for line, words in each.lines]
    return table(heads, rows, each.name)


def day_sheet(shown: DayShown, words: str) -> PrintedSheet:
    together = [shown.all, *([shown.sides] if shown.sides is not None else [])]
    heads = ("wager", "wagered", "wins on average", "hold", "on 95 of 100 days")
    return PrintedSheet(
        "day",
        TITLES["day"],
        [text(words), table(heads, map(day_cells, (*together, *shown.rows))), *map(text, shown.notes)],
    )


def day_cells(row: DayRow) -> tuple[str, ...]:
    return row.name, row.wagered, row.won, row.hold, row.band


def edge_sheet(shown: EdgeShown) -> PrintedSheet:
    told = [
        ("House edge", shown.edge),
        ("Expectation", shown.expectation),
        ("Super bonus", shown.super_bonus),
    ]
    parts = ((each.name, each.figure) for each in shown.parts)
    heads = ("the hand begins with", "the player's expectation")
    return PrintedSheet(
        "edge",
        TITLES["edge"],
        [
            facts(told),
            text(f"{shown.cost} One box at {shown.wager}, best play, a fresh shoe, nothing insured."),
            table(heads, parts),
            text(f"Method: {shown.method}"),
        ],
    )


def law_sheet(shown: LawShown) -> PrintedSheet:
    told = [
        *shown.sums,
        ("Variance", shown.variance),
        ("Deviation", f"{shown.deviation} wagers a round"),
        ("Element of risk", f"{shown.risk} of {shown.wagered} wagers on the layout in the end"),
    ]
    rows = ((each.net, each.chance) for each in shown.results)
    return PrintedSheet("law", TITLES["law"], [facts(told), table(("net, in wagers", "chance"), rows)])


def strategy_sheet(chart: Mapping[str, Any]) -> PrintedSheet:
    legend = facts([(sign, words) for sign, words in chart["legend"]], "What the letters mean")
    told = "Columns: the dealer's up card. Rows: the hand."
    edge = f"House edge {100 * chart['edge']:.3f}% for who follows it. {told}"
    return PrintedSheet("strategy", TITLES["strategy"], [text(edge), legend])


def strategy_drawing(chart: Mapping[str, Any]) -> Drawing:
    """Of a chart as the house keeps it."""
    tables = [
        ChartTable(
            each["title"],
            tuple(
                (row["name"], tuple(SheetCell(said, kind) for said, kind in row["cells"]))
                for row in each["rows"]
            ),
        )
        for each in chart["tables"]
    ]
    return draw_tables(TITLES["strategy"], tables)


def comparison_sheet(shown: ComparisonShown) -> PrintedSheet:
    rows = [("House edge", *shown.edges)]
    rows += [(sentence(rule.name), *(said for said, _ in rule.sides)) for rule in shown.rules]
    return PrintedSheet("compare", TITLES["compare"], [table(("", *shown.titles), rows)])
