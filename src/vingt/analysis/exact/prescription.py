"""A chart turned into the play of every hand."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vingt.analysis.actions import HIT, KEEP, SPLIT, SURRENDER
from vingt.analysis.chart.chart import ANY, Chart, NotAStrategy
from vingt.analysis.chart.rows import TIMES, pairless, rows_of
from vingt.analysis.exact.best_chart import patterned
from vingt.analysis.exact.kernel.hands import Play
from vingt.analysis.exact.solution import Prescription, Solution
from vingt.analysis.tabulated.hands import Ints, name_of
from vingt.analysis.tabulated.rights import Rights


def prescriptions(solution: Solution, chart: Chart) -> dict[int, Prescription]:
    """What the chart says for every hand against every up card; a row it lacks is an error that names it."""
    ups = [up for up, at_up in enumerate(solution.ups) if at_up is not None]
    return prescribed_by(solution.looked_up, chart, ups)


def prescribed_by(table_rights: Rights, chart: Chart, ups: Iterable[int]) -> dict[int, Prescription]:
    by_up = {}
    for up in ups:
        whole = whole_play(table_rights, chart, up)
        split = split_play(table_rights, chart, up, whole)
        by_up[up] = Prescription(whole, split, split)
    return by_up


def whole_play(table_rights: Rights, chart: Chart, up: int) -> Play:
    sections, rows = rows_of(table_rights)
    special = patterned(table_rights)
    play = np.zeros(len(table_rights.hands), dtype=np.int64)
    for hand in range(len(table_rights.hands)):
        size = int(table_rights.hands.size[hand])
        if size < 2 or table_rights.total[hand] >= 21:
            continue
        section, row = sections[hand], int(rows[hand])
        cell = chart.cell(section, row, up)
        if cell is None and section == "pair":
            cell = chart.cell(pairless(table_rights, hand), int(table_rights.total[hand]), up)
        if cell is None:
            raise NotAStrategy(f"the strategy says nothing for {section} {row} against {name_of(up)}")
        play[hand] = HIT if size == 2 and cell.star == ANY and hand in special else cell.action(size)
        if play[hand] == SURRENDER and not table_rights.may_surrender[up]:
            play[hand] = HIT
    return Play(play, doubled_play(table_rights, chart, up))


def split_play(table_rights: Rights, chart: Chart, up: int, whole: Play) -> Play:
    """Split hands follow their own rows, or where there are none those of whole hands."""
    special = patterned(table_rights) if table_rights.suits_survive_split else {}
    play = whole.hand.copy()
    for hand in range(len(table_rights.hands)):
        size = int(table_rights.hands.size[hand])
        if size < 2 or table_rights.total[hand] >= 21:
            continue
        section = pairless(table_rights, hand)
        total = int(table_rights.total[hand])
        cell = chart.cell(f"split {section}", total, up) or chart.cell(section, total, up)
        if cell is None:
            raise NotAStrategy(f"the strategy says nothing for split {section} {total} against {name_of(up)}")
        action = HIT if size == 2 and cell.star == ANY and hand in special else cell.action(size)
        play[hand] = HIT if action in (SPLIT, SURRENDER) else action
    return Play(play, whole.doubled)


def doubled_play(table_rights: Rights, chart: Chart, up: int) -> Ints:
    table = np.full((4, len(table_rights.hands)), KEEP, dtype=np.int64)
    for times in range(1, 4):
        for hand in range(len(table_rights.hands)):
            section = f"doubled {TIMES[times - 1]} {pairless(table_rights, hand)}"
            table[times, hand] = (
                chart.doubled.get(section, {}).get(int(table_rights.total[hand]), {}).get(up, KEEP)
            )
    return table
