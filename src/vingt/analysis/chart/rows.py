"""Which row of a chart a hand belongs to, by what the rules make of it."""

from __future__ import annotations

import numpy as np

from vingt.analysis.tabulated.hands import Ints
from vingt.analysis.tabulated.rights import Rights

TIMES = ("once", "twice", "thrice")


def rows_of(found: Rights) -> tuple[list[str], Ints]:
    """The section and row of every hand: pairs of two cards apart, then soft and hard totals."""
    sections, rows = [], np.zeros(len(found.hands), dtype=np.int64)
    for hand in range(len(found.hands)):
        counts = found.hands.counts[hand]
        if found.hands.size[hand] == 2 and counts.max() == 2:
            sections.append("pair")
            rows[hand] = int(counts.argmax())
        else:
            sections.append("soft" if found.soft[hand] else "hard")
            rows[hand] = found.total[hand]
    return sections, rows


def pairless(found: Rights, hand: int) -> str:
    return "soft" if found.soft[hand] else "hard"
