"""Which row of a chart a hand belongs to, by what the rules make of it."""

from __future__ import annotations

import numpy as np

from vingt.analysis.tabulated.hands import Ints
from vingt.analysis.tabulated.rights import Rights

TIMES = ("once", "twice", "thrice")


def rows_of(table_rights: Rights) -> tuple[list[str], Ints]:
    """The section and row of every hand: pairs of two cards apart, then soft and hard totals."""
    hands = table_rights.hands
    pairs = (hands.size == 2) & (hands.counts.max(axis=1) == 2)
    rows = np.where(pairs, hands.counts.argmax(axis=1), table_rights.total).astype(np.int64)
    totals = np.where(table_rights.soft, "soft", "hard")
    return np.where(pairs, "pair", totals).tolist(), rows


def pairless(table_rights: Rights, hand: int) -> str:
    return "soft" if table_rights.soft[hand] else "hard"
