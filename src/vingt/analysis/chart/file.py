"""A strategy file read for one table: what it lacks and what this table bars is told by its line."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from vingt.analysis.actions import DOUBLE, REDOUBLE, RESCUE, SPLIT, SURRENDER
from vingt.analysis.chart.chart import (
    DOUBLED_SECTIONS,
    SECTIONS,
    UPS,
    Cell,
    Chart,
    NotAStrategy,
    parse_chart,
    parse_row,
    row_name,
)
from vingt.analysis.chart.rows import pairless, rows_of
from vingt.analysis.tabulated.hands import name_of
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.rights import Rights, asked_stake, rights
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.inputs import read_input

NAMED = ("composition", "chart")  # the strategies that need no file
LineNumbers = dict[tuple[str, int | None], int]  # (section, row) -> line; row None is the section's own line


def read_strategy(text: str, rules: TableRules, source: str = "strategy") -> Chart:
    """The chart of a text, complete for this table and with nothing in it that the table forbids."""
    chart = parse_chart(text, source)
    table_rights = rights(one_hand(rules), asked_stake(rules))
    lines = lines_of(text)
    refuse_missing(chart, table_rights, lines, source)
    for section, rows in chart.cells.items():
        for row, cells in rows.items():
            for up, cell in cells.items():
                if wrong := wrong_cell(table_rights, section, row, up, cell):
                    raise NotAStrategy(f"{source}, line {lines[section, row]}: {wrong}")
    for section, doubled in chart.doubled.items():
        for row, choices in doubled.items():
            for up, choice in choices.items():
                if wrong := wrong_doubled(table_rights, section, row, up, choice):
                    raise NotAStrategy(f"{source}, line {lines[section, row]}: {wrong}")
    return chart


def read_strategy_file(named: str, rules: TableRules) -> tuple[Chart, str]:
    """The chart in a file, and of one that says it was made for other rules, for which."""
    path = Path(named)
    try:
        text = read_input(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{named}: not UTF-8 text, so no strategy") from error
    except OSError as error:
        why = "is a folder" if path.is_dir() else (error.strerror or "cannot be read").lower()
        near = get_close_matches(named, NAMED, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        known = f"a strategy is {', '.join(NAMED)} or a strategy file"
        raise Unreadable(f"{named or repr(named)}: {why}; {known}{hint}") from error
    return read_strategy(text, rules, named), made_for_others(text, rules, named)


def made_for_others(text: str, rules: TableRules, named: str) -> str:
    """What to say of a strategy that says it was made for other rules; "" of any other."""
    made_for = re.search(r"^#.*\bRules identity ([0-9a-f]{64})", text, re.MULTILINE)
    if made_for is None or made_for[1] == rules.identity:
        return ""
    title = text.lstrip("# ").splitlines()[0]
    return (
        f"{named} was made for other rules ({title}, identity {made_for[1][:12]}); here followed "
        f"at {rules.title}, identity {rules.identity[:12]}"
    )


def lines_of(text: str) -> LineNumbers:
    numbers: LineNumbers = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#")[0].strip()
        if line.startswith("["):
            section = " ".join(line.partition("]")[0][1:].split())
            numbers.setdefault((section, None), number)
        elif line:
            numbers[section, parse_row(section, line.split()[0], "")] = number
    return numbers


def refuse_missing(chart: Chart, table_rights: Rights, lines: LineNumbers, source: str) -> None:
    """Every hand must have a cell; pairs without a row of their own are played by their total."""
    sections, rows = rows_of(table_rights)
    wanted: dict[tuple[str, int], int] = {}
    for hand in range(len(table_rights.hands)):
        if table_rights.hands.size[hand] >= 2 and table_rights.total[hand] < 21:
            section, row = sections[hand], int(rows[hand])
            if section == "pair" and chart.cells.get("pair", {}).get(row) is None:
                section, row = pairless(table_rights, hand), int(table_rights.total[hand])
            wanted[section, row] = hand
    for section, row in sorted(wanted, key=lambda each: (SECTIONS.index(each[0]), each[1])):
        cells = chart.cells.get(section, {}).get(row, {})
        lacking = [name_of(up) for up in UPS if up not in cells]
        if len(lacking) == len(UPS):
            line = lines[section, None]
            raise NotAStrategy(
                f"{source}, line {line}: the section [{section}] that begins here has no row "
                f"{row_name(section, row)}"
            )
        if lacking:
            line = lines[section, row]
            raise NotAStrategy(
                f"{source}, line {line}: the row {row_name(section, row)} says nothing against "
                f"{', '.join(lacking)}"
            )


def wrong_cell(table_rights: Rights, section: str, row: int, up: int, cell: Cell) -> str | None:
    """What this table forbids in a cell. A hand of more cards than may be doubled is simply hit."""
    where = f"{cell} for {section} {row_name(section, row)} against {name_of(up)}"
    first = cell.by_cards[0]
    if first == SPLIT and section != "pair":
        return f"{where}: only a row of [pair] can be split (P)"
    if first == SPLIT and table_rights.splits_max[row] < 2:
        return f"{where}: this table does not split that pair"
    if first == SURRENDER and section.startswith("split "):
        return f"{where}: a split hand is not surrendered (R)"
    if first == SURRENDER and not table_rights.may_surrender[up]:
        return f"{where}: this table has no surrender (R) against that up card"
    if first == DOUBLE and not may_double(table_rights, section, row):
        return f"{where}: this table does not double (D) such a hand"
    return None


def may_double(table_rights: Rights, section: str, row: int) -> bool:
    split = section.startswith("split ")
    may = (table_rights.split if split else table_rights.whole).double[0]
    sections, rows = rows_of(table_rights)
    for hand in range(len(table_rights.hands)):
        if table_rights.hands.size[hand] != 2 or not may[hand]:
            continue
        if (sections[hand], rows[hand]) == (section, row):
            return True
        if (pairless(table_rights, hand), table_rights.total[hand]) == (section.removeprefix("split "), row):
            return True
    return False


def wrong_doubled(table_rights: Rights, section: str, row: int, up: int, choice: int) -> str | None:
    times = DOUBLED_SECTIONS.index(section) // 2 + 1
    where = f"[{section}] {row} against {name_of(up)}"
    if choice == REDOUBLE and times >= table_rights.doubles_max:
        many = "once" if table_rights.doubles_max == 1 else f"{table_rights.doubles_max} times"
        return f"{where}: at this table a hand is doubled at most {many} (D)"
    if choice == RESCUE and not table_rights.rescues(times, row):
        return f"{where}: this table does not rescue (R) such a hand"
    return None
