"""Charts of random actions that a table permits, with exceptions by cards, stars and rows for doubled hands,
as a file would hold them."""

from __future__ import annotations

import random

from vingt.analysis.chart.chart import (
    DOUBLED_SECTIONS,
    DOUBLED_WORDS,
    UPS,
    WORDS,
    Chart,
    parse_cell,
    write_chart,
)
from vingt.analysis.chart.file import read_strategy, wrong_cell, wrong_doubled
from vingt.analysis.chart.rows import rows_of
from vingt.analysis.tabulated.rights import Rights, asked_stake, rights
from vingt.core.rules.table_rules import TableRules


def random_chart(dice: random.Random, rules: TableRules) -> Chart:
    found = rights(rules, asked_stake(rules))
    chart = Chart()
    sections, rows = rows_of(found)
    wanted: set[tuple[str, int]] = set()
    for hand in range(len(found.hands)):
        if found.hands.size[hand] >= 2 and found.total[hand] < 21:
            wanted.add((sections[hand], int(rows[hand])))
            if sections[hand] == "pair":
                wanted.add(("soft" if found.soft[hand] else "hard", int(found.total[hand])))
    for section, row in sorted(wanted):
        if section == "pair" and dice.random() < 0.2:
            continue  # played by its total
        chart.cells.setdefault(section, {})[row] = {
            up: parse_cell(random_cell(dice, found, section, row, up)) for up in UPS
        }
        if section != "pair" and dice.random() < 0.5:
            own = f"split {section}"
            chart.cells.setdefault(own, {})[row] = {
                up: parse_cell(random_cell(dice, found, own, row, up)) for up in UPS
            }
    for section in DOUBLED_SECTIONS[: 2 * found.doubles_max]:
        chart.doubled[section] = {
            row: {up: random_doubled(dice, found, section, row, up) for up in UPS}
            for row in range(6, 21)
            if dice.random() < 0.8
        }
    chart.doubled = {section: doubled for section, doubled in chart.doubled.items() if doubled}
    return read_strategy(write_chart(chart, "by chance"), rules)


def random_cell(dice: random.Random, found: Rights, section: str, row: int, up: int) -> str:
    letters = [
        letter for letter in WORDS.values() if wrong_cell(found, section, row, up, parse_cell(letter)) is None
    ]
    if section != "pair" and row >= 18:
        letters += ["S"] * 6  # or most hands would end over 21
    if "P" in letters:
        letters += ["P"] * 3
    text = dice.choice(letters)
    for cards in sorted(dice.sample(range(3, 8), k=dice.choice((0, 0, 1, 2)))):
        text += f"{cards}{dice.choice(('', 'S', 'H', 'D'))}"
    return text + "*" * dice.choice((0, 0, 0, 1, 2, 3))


def random_doubled(dice: random.Random, found: Rights, section: str, row: int, up: int) -> int:
    return dice.choice(
        [choice for choice in DOUBLED_WORDS if wrong_doubled(found, section, row, up, choice) is None]
    )
