"""Which row of a chart a hand belongs to, by what the rules make of it."""

from __future__ import annotations

import numpy as np

from vingt.analysis.tabulated.hands import Ints
from vingt.analysis.tabulated.rights import Rights

TIMES = ("once", "twice", "thrice")


def rows_of(table_rights: Rights) -> tuple[list[str], Ints]:
    """The section and row of every hand: pairs of two cards apart, then soft and hard totals."""
    sections, rows = [], np.zeros(len(table_rights.hands), dtype=np.int64)
    for hand in range(len(table_rights.hands)):
        counts = table_rights.hands.counts[hand]
        if table_rights.hands.size[hand] == 2 and counts.max() == 2:
            sections.append("pair")
            rows[hand] = int(counts.argmax())
        else:
            sections.append("soft" if table_rights.soft[hand] else "hard")
            rows[hand] = table_rights.total[hand]
    return sections, rows


def pairless(table_rights: Rights, hand: int) -> str:
    return "soft" if table_rights.soft[hand] else "hard"
