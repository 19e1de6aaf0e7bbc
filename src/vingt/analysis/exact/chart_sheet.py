"""A chart as one sheet: tables with equal rows put together, what its letters mean, and its colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from vingt.analysis.actions import KEEP, REDOUBLE, RESCUE, SURRENDER
from vingt.analysis.chart.chart import (
    ACTION_NAMES,
    ANY,
    DOUBLED_SECTIONS,
    DOUBLED_WORDS,
    NO_STAR,
    SECTIONS,
    SUITED,
    TOP,
    UPS,
    WORDS,
    Cell,
    Chart,
    row_name,
    write_chart,
)
from vingt.analysis.exact.best_chart import add_stars, best_chart
from vingt.analysis.exact.solution import expectation
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits
from vingt.analysis.exact.suits import suits_add
from vingt.analysis.exact.switch_worth import SwitchPoints, switch_worth
from vingt.analysis.tabulated.hands import name_of
from vingt.analysis.tabulated.super_bonus import super_bonus_worth
from vingt.core.money import dollars
from vingt.core.number_words import number_word
from vingt.core.rules.table_rules import TableRules

TITLES = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "split hard": "After a split: hard",
    "split soft": "After a split: soft",
}
SWITCH_TITLE = "Points for switching, in tenths of a wager"
DOUBLED_KINDS = {KEEP: "stand", RESCUE: "surrender", REDOUBLE: "double"}


@dataclass(frozen=True)
class SheetCell:
    """One cell as printed, and the kind of action that colours it."""

    text: str
    kind: str


Rows = tuple[tuple[str, tuple[SheetCell, ...]], ...]


@dataclass(frozen=True)
class ChartTable:
    """`names` are the rows before neighbours were put together, `sections` what the table stands for."""

    title: str
    rows: Rows
    sections: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def covers(self, at: int) -> tuple[str, ...]:
        """The names that one row stands for: 5–8 is 5, 6, 7 and 8."""
        first, _, last = self.rows[at][0].partition("–")
        return self.names[self.names.index(first) : self.names.index(last or first) + 1]


@dataclass(frozen=True)
class Sheet:
    """`ev` is of the chart without the super bonus, `super_bonus` what that adds on this wager with the stars
    for it; `costs` is what following the chart costs against best play, in wagers."""

    rules: TableRules
    chart: Chart
    wager: int
    ev: float
    super_bonus: float
    costs: float
    tables: tuple[ChartTable, ...]
    legend: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    switching: SwitchPoints | None = None

    def as_text(self) -> str:
        """The strategy file: its heading explains it, its tables load back."""
        lines = [self.rules.title, *self.notes, ""]
        if self.switching is not None:
            lines += [SWITCH_TITLE, *self.switching.lines(), ""]
        signs = legend(self.chart, two_cards=False)
        width = max(len(sign) for sign, _ in signs)
        lines += [f"{sign.ljust(width)}  {words}" for sign, words in signs]
        return write_chart(self.chart, "\n".join(lines))


@lru_cache(maxsize=8)
def sheet(rules: TableRules, wager: int) -> Sheet:
    """The best chart for a table; `wager` (cents) decides whether a super bonus is worth a star."""
    if rules.variant.hands_switched:
        return switched_sheet(rules, wager)
    solution = solve(rules)
    add_suits_to_splits(solution)
    worth = super_bonus_worth(rules, wager)
    best = expectation(solution) + suits_add(solution, worth)
    valued = best_chart(solve(rules))
    ev = expectation(valued.solution) + valued.suited
    whole = expectation(valued.solution) + add_stars(valued.solution, valued.chart, worth)
    two_cards = rules.double.cards_max == 2
    costs = f"best play by the exact cards saves {100 * (best - whole):.4f} points"
    notes = [f"House edge {-100 * whole:.4f}% when followed; {costs}."]
    if rules.super_bonus:
        without = f"without it {-100 * ev:.4f}%"
        notes.append(f"With the super bonus and its stars as paid on a wager of {dollars(wager)}; {without}.")
    notes.append(f"Rules identity {rules.identity}")
    return Sheet(
        rules=rules,
        chart=valued.chart,
        wager=wager,
        ev=ev,
        super_bonus=whole - ev,
        costs=best - whole,
        tables=(*cell_tables(valued.chart, two_cards), *doubled_tables(valued.chart)),
        legend=legend(valued.chart, two_cards),
        notes=tuple(notes),
    )


def switched_sheet(rules: TableRules, wager: int) -> Sheet:
    """The best chart for both hands after the switch, and points by which the switch is decided."""
    best = switch_worth(rules, wager=wager).value.ev
    followed = switch_worth(rules, "chart", wager=wager)
    chart = followed.chart
    assert chart is not None
    ev = followed.value.ev - followed.points_cost
    saved = f"best play by the exact cards saves {100 * (best - ev):.4f} points"
    notes = (
        f"House edge {-100 * ev:.4f}% when chart and points are followed; {saved}, "
        f"of which {100 * followed.points_cost:.4f} by switching exactly.",
        "Switch where the points of the two new hands together are more than those of the hands as dealt.",
        f"Rules identity {rules.identity}",
    )
    two_cards = rules.double.cards_max == 2
    return Sheet(
        rules=rules,
        chart=chart,
        wager=wager,
        ev=ev,
        super_bonus=0.0,
        costs=best - ev,
        tables=(*cell_tables(chart, two_cards), points_table(followed.points)),
        legend=legend(chart, two_cards),
        notes=notes,
        switching=followed.points,
    )


def points_table(points: SwitchPoints) -> ChartTable:
    rows = tuple(
        (name, tuple(SheetCell(f"{each:+d}" if each else "0", "hit") for each in row))
        for name, row in points.rows
    )
    return ChartTable(f"After the deal: {SWITCH_TITLE.lower()}", rows, (), tuple(name for name, _ in rows))


def cell_tables(chart: Chart, two_cards: bool) -> list[ChartTable]:
    tables = []
    for section in (each for each in SECTIONS if each in chart.cells):
        rows = []
        for row, cells in chart.cells[section].items():
            shown = tuple(shown_cell(cells[up], two_cards) for up in UPS if up in cells)
            rows.append((row_name(section, row), shown))
        names = tuple(name for name, _ in rows)
        tables.append(ChartTable(TITLES[section], merged(rows), (section,), names))
    return tables


def shown_cell(cell: Cell, two_cards: bool) -> SheetCell:
    return SheetCell(cell.for_two_card_doubles() if two_cards else str(cell), ACTION_NAMES[cell.by_cards[0]])


def doubled_tables(chart: Chart) -> list[ChartTable]:
    """What to do after the card of a double; tables that agree are put together."""
    sections_of: dict[tuple[str, Rows], list[str]] = {}
    names: dict[str, tuple[str, ...]] = {}
    for section in (each for each in DOUBLED_SECTIONS if each in chart.doubled):
        _, times, kind = section.split()
        rows = []
        for row, choices in chart.doubled[section].items():
            taken = [choices[up] for up in UPS if up in choices]
            shown = tuple(SheetCell(DOUBLED_WORDS[each], DOUBLED_KINDS[each]) for each in taken)
            rows.append((str(row), shown))
        sections_of.setdefault((kind, merged(rows)), []).append(times)
        names[kind] = tuple(name for name, _ in rows)
    return [
        ChartTable(
            f"Doubled {' or '.join(times)}: {kind}",
            rows,
            tuple(f"doubled {each} {kind}" for each in times),
            names[kind],
        )
        for (kind, rows), times in sections_of.items()
    ]


def merged(rows: list[tuple[str, tuple[SheetCell, ...]]]) -> Rows:
    """Neighbouring rows that say the same become one: 5–8."""
    rows_merged: list[tuple[str, str, tuple[SheetCell, ...]]] = []
    for name, cells in rows:
        if rows_merged and rows_merged[-1][2] == cells:
            rows_merged[-1] = (rows_merged[-1][0], name, cells)
        else:
            rows_merged.append((name, name, cells))
    return tuple((first if first == last else f"{first}–{last}", cells) for first, last, cells in rows_merged)


STARS = {
    ANY: "but hit two cards of a bonus pattern (6-7-8 or 7-7-7), whatever their suits",
    SUITED: "but hit two cards of a bonus pattern (6-7-8 or 7-7-7) that are of one suit",
    TOP: "but hit two cards of a bonus pattern (6-7-8 or 7-7-7) that are of the suit that pays best",
}


def legend(chart: Chart, two_cards: bool) -> tuple[tuple[str, str], ...]:
    """Only what this chart uses: letters first, then numbers, then stars, then doubled hands; in the signs of
    games where only two cards are doubled, if it is one."""
    cells = [cell for rows in chart.cells.values() for row in rows.values() for cell in row.values()]
    plain = {str(cell).rstrip("*"): cell for cell in cells}
    meanings: dict[str, str] = {}
    for action, verb in ACTION_NAMES.items():
        if any(cell.by_cards[0] == action for cell in cells):
            meanings[WORDS[action]] = verb
    if SURRENDER in {cell.by_cards[0] for cell in cells}:
        meanings["R"] += "; three or more cards are hit"
    if two_cards and "D" in meanings:
        meanings["D"] += "; three or more cards are hit"
    alike: dict[str, list[str]] = {}  # S4, S5 and S6 need one explanation
    for sign in sorted(plain):
        if two_cards and sign == "D3":
            continue
        if len(sign) == 2:
            alike.setdefault(sign[0], []).append(sign)
        elif len(sign) > 2:
            shown = plain[sign].for_two_card_doubles().rstrip("*") if two_cards else sign
            meanings[shown] = explained(plain[sign])
    for signs in alike.values():
        more = f"; {', '.join(signs[1:])} likewise" if signs[1:] else ""
        meanings[signs[0]] = explained(plain[signs[0]]) + more
    for star in sorted({cell.star for cell in cells} - {NO_STAR}):
        meanings["*" * star] = STARS[star]
    if chart.doubled:
        taken = {each for rows in chart.doubled.values() for row in rows.values() for each in row.values()}
        texts = {KEEP: "K keep", RESCUE: "R rescue", REDOUBLE: "D double again"}
        meanings["doubled"] = ", ".join(text for choice, text in texts.items() if choice in taken)
    return tuple(meanings.items())


def explained(cell: Cell) -> str:
    """S4: stand, but hit with four or more cards."""
    words: str = ACTION_NAMES[cell.by_cards[0]]
    for at in range(1, len(cell.by_cards)):
        if cell.by_cards[at] != cell.by_cards[at - 1]:
            words += f", but {ACTION_NAMES[cell.by_cards[at]]} with {number_word(at + 2)} or more cards"
    return words


def up_names() -> tuple[str, ...]:
    return tuple(name_of(up) for up in UPS)


def cells_of(chart_sheet: Sheet) -> dict[str, dict[str, dict[str, str]]]:
    """Section -> hand -> up card -> cell, as the text writes them."""
    cell_texts: dict[str, dict[str, dict[str, str]]] = {}
    for section, rows in chart_sheet.chart.cells.items():
        cell_texts[section] = {
            row_name(section, row): {name_of(up): str(cells[up]) for up in UPS if up in cells}
            for row, cells in rows.items()
        }
    for section, doubled in chart_sheet.chart.doubled.items():
        cell_texts[section] = {
            str(row): {name_of(up): DOUBLED_WORDS[choices[up]] for up in UPS if up in choices}
            for row, choices in doubled.items()
        }
    return cell_texts
