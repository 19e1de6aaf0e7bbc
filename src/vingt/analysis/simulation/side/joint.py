"""Side wagers together. All wagers that the first cards decide come to one class of deals, and few classes
tell apart all that they come to: a kernel looks up and counts one number for all of them.

Wagers decided by the player's first two cards and the up card have classes of their own (`shown`); those that
look at the dealer's second card too have others (`hidden`), found by the player's pair of cards and the
dealer's. Wagers on finished hands (`late`) are looked up one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vingt.analysis.simulation.side.four_cards import looks_at_four_cards
from vingt.analysis.simulation.side.judgement import NEEDS_SECOND_CARD
from vingt.analysis.simulation.side.lookups import SideLookups, side_lookups
from vingt.analysis.simulation.side.shape import PATTERNS, POSITIONS, seen_pairs
from vingt.core.cards import DECK, RANKS
from vingt.core.rules.table_rules import TableRules

Numbers = NDArray[np.int64]
ClassNumbers = NDArray[np.uint32] | NDArray[np.uint16]
CARDS = len(DECK)
PAIRS = CARDS * CARDS
MOST = 1 << 62


@dataclass(frozen=True)
class JointSides:
    """`shown[(c1, c2), u]` is twice the class of what the player's cards and the up card decide, and one more
    where a wager wants the dealer's second card; `hidden[pair_row[c1, c2] + dealer_column[u, h]]` the class
    of what the dealer's second card decides. Bins are those of `shown`, of `hidden`, and of the outcomes of
    each late wager: `says[bin]` has the wagers that it decides, each with the number of its outcome. `usual`
    is what most deals make of a wager, None for a late one and for one on the four first cards of two hands,
    whose class is `four[r]` by which of these are alike in rank."""

    shown: ClassNumbers
    pair_row: NDArray[np.uint32]
    dealer_column: NDArray[np.uint16]
    hidden: ClassNumbers
    late: tuple[int, ...]
    hidden_bin: int
    late_bin: tuple[int, ...]
    four: NDArray[np.uint8]
    four_bin: int
    says: tuple[tuple[tuple[int, int], ...], ...]
    usual: tuple[int | None, ...]

    def decides(self, at: int) -> bool:
        """Whether a bin decides any wager."""
        return at < len(self.says) and bool(self.says[at])


@lru_cache(maxsize=16)
def joint_sides(rules: TableRules, names: tuple[str, ...], main: int, boxes: int = 1) -> JointSides:
    """Of `side_lookups` for the same."""
    sides = side_lookups(rules, names, main, boxes)
    wagers = range(len(sides.names))
    four = [wager for wager in wagers if of_four_cards(rules, sides.names[wager])]
    late = [wager for wager in wagers if wager not in four and is_late(sides, wager)]
    hidden = [wager for wager in wagers if wager not in (*four, *late) and looks_at_hole(sides, wager)]
    shown = [wager for wager in wagers if wager not in (*four, *late, *hidden)]
    classes, shown_says, most_shown = classes_of([decided(sides, each) for each in shown], (PAIRS, CARDS))
    wanted = np.zeros((PAIRS, CARDS), dtype=np.int64)
    for wager in (*shown, *hidden):
        wanted |= sides.needs[indices(sides, wager, hole=False)] & NEEDS_SECOND_CARD
    rows, columns, table, hidden_says, most_hidden = joint_hidden([met(sides, each) for each in hidden])
    says = [tuple(zip(shown, each, strict=True)) for each in shown_says]
    hidden_bin = len(says)
    says += [tuple(zip(hidden, each, strict=True)) for each in hidden_says]
    late_bin = []
    for wager in late:
        late_bin.append(len(says))
        says += [((wager, outcome),) for outcome in range(len(sides.outcomes[wager]))]
    matches, four_says, _ = classes_of([matched(sides, each) for each in four], (PATTERNS,))
    four_bin = len(says)
    says += [tuple(zip(four, each, strict=True)) for each in four_says] if four else []
    usual = {**dict(zip(shown, most_shown, strict=True)), **dict(zip(hidden, most_hidden, strict=True))}
    return JointSides(
        shown=smallest_type(2 * classes + wanted).ravel(),
        pair_row=(rows * table.shape[1]).astype(np.uint32),
        dealer_column=columns.astype(np.uint16),
        hidden=smallest_type(table).ravel(),
        late=tuple(late),
        hidden_bin=hidden_bin,
        late_bin=tuple(late_bin),
        four=matches.astype(np.uint8),
        four_bin=four_bin,
        says=tuple(says),
        usual=tuple(usual.get(wager) for wager in wagers),
    )


def smallest_type(numbers: Numbers) -> ClassNumbers:
    return (
        numbers.astype(np.uint16) if numbers.max() <= np.iinfo(np.uint16).max else numbers.astype(np.uint32)
    )


def of_four_cards(rules: TableRules, name: str) -> bool:
    wager = rules.wager(name)
    return wager is not None and looks_at_four_cards(wager)


def matched(sides: SideLookups, wager: int) -> tuple[Numbers, int]:
    """The outcome of every pattern of four cards, and how many outcomes there are."""
    outcomes = sides.table[sides.base[wager] + sides.same_ranks[wager]]
    return outcomes.astype(np.int64), len(sides.outcomes[wager])


def is_late(sides: SideLookups, wager: int) -> bool:
    """Whether it looks at a finished hand; such a wager looks at no card of the dealer's besides."""
    late = bool(sides.dealer[wager].any()) or sides.played[wager] is not None
    others = (sides.up, sides.hole, sides.same_ranks, sides.same_suits)
    assert not late or not any(each[wager].any() for each in others)
    return late


def looks_at_hole(sides: SideLookups, wager: int) -> bool:
    before = np.arange(PATTERNS) & seen_pairs(POSITIONS - 1)
    alike = (sides.same_ranks[wager], sides.same_suits[wager])
    return bool(sides.hole[wager].any()) or any((each != each[before]).any() for each in alike)


@cache
def alike_in(suits: bool, hole: bool) -> NDArray[np.uint8]:
    """Which of the cards of every deal are alike, by (c1, c2) and u or (u, h); without h as if it were the
    first of the pack."""
    cards = np.arange(CARDS)
    kind = cards // len(RANKS) if suits else cards % len(RANKS)
    last = kind if hole else kind[:1]
    axes = (kind, kind, kind, last)
    places = [
        each.reshape([-1 if at == axis else 1 for axis in range(POSITIONS)]) for at, each in enumerate(axes)
    ]
    pattern = np.zeros((CARDS, CARDS, CARDS, len(last)), dtype=np.uint8)
    for bit, (one, other) in enumerate(combinations(range(POSITIONS), 2)):
        pattern |= (places[one] == places[other]).astype(np.uint8) << bit
    return pattern.reshape(PAIRS, -1)


def indices(sides: SideLookups, wager: int, *, hole: bool) -> NDArray[np.int32]:
    """The index of every deal in the table of outcomes, by (c1, c2) and u or (u, h)."""
    pair = sides.first[wager][:, None] + sides.second[wager][None, :]
    last = sides.hole[wager] if hole else sides.hole[wager][:1]
    dealer = sides.up[wager][:, None] + last[None, :]
    index: NDArray[np.int32] = sides.base[wager] + pair.reshape(PAIRS, 1) + dealer.reshape(1, -1)
    for suits, offsets in enumerate((sides.same_ranks[wager], sides.same_suits[wager])):
        if offsets.any():
            index = index + offsets[alike_in(bool(suits), hole)]
    return index


def decided(sides: SideLookups, wager: int) -> tuple[Numbers, int]:
    """The outcome of every deal of three cards, and how many outcomes there are."""
    return sides.table[indices(sides, wager, hole=False)].astype(np.int64), len(sides.outcomes[wager])


def classes_of(
    outcomes: Sequence[tuple[Numbers, int]], shape: tuple[int, ...]
) -> tuple[Numbers, list[tuple[int, ...]], tuple[int, ...]]:
    """Deals for which all outcomes are alike are one class: the class of each, what each class says, and what
    most deals say of each wager."""
    joint, so_far = np.zeros(shape, dtype=np.int64), 1
    for numbers, many in outcomes:
        if so_far * many > MOST:
            _, inverse = np.unique(joint, return_inverse=True)
            joint = inverse.reshape(shape)
            so_far = int(joint.max()) + 1
        joint, so_far = joint * many + numbers, so_far * many
    _, first, inverse = np.unique(joint, return_index=True, return_inverse=True)
    says = [tuple(int(numbers.flat[at]) for numbers, _ in outcomes) for at in first]
    most = tuple(int(np.bincount(numbers.ravel()).argmax()) for numbers, _ in outcomes)
    return inverse.reshape(shape), says, most


Met = tuple[Numbers, Numbers, Numbers, int]


def met(sides: SideLookups, wager: int) -> Met:
    """What every pair of the player's comes to against every pair of the dealer's: a row for each (c1, c2), a
    column for each (u, h), and the outcomes by these few; how many outcomes there are."""
    whole = sides.table[indices(sides, wager, hole=True)]
    rows, few = without_doubles(whole)
    columns, fewer = without_doubles(np.ascontiguousarray(few.T))
    return rows, columns, fewer.T.astype(np.int64), len(sides.outcomes[wager])


def without_doubles(table: NDArray[np.uint8]) -> tuple[Numbers, NDArray[np.uint8]]:
    """Rows that are alike become one: the number of each, and those that are left."""
    known: dict[bytes, int] = {}
    numbers = np.array([known.setdefault(row.tobytes(), len(known)) for row in table], dtype=np.int64)
    _, first = np.unique(numbers, return_index=True)
    return numbers, table[first]


def joint_hidden(
    wagers: Sequence[Met],
) -> tuple[Numbers, Numbers, Numbers, list[tuple[int, ...]], tuple[int, ...]]:
    """The same for all wagers at once."""
    rows, row_labels = joint_labels([each[0] for each in wagers])
    columns, column_labels = joint_labels([each[1] for each in wagers])
    outcomes = [
        (few[np.ix_(row_labels[at], column_labels[at])], many) for at, (_, _, few, many) in enumerate(wagers)
    ]
    shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    table, says, _ = classes_of(outcomes, shape)
    often = np.outer(np.bincount(rows), np.bincount(columns)).ravel()
    most = tuple(int(np.bincount(numbers.ravel(), often).argmax()) for numbers, _ in outcomes)
    return rows, columns, table, says, most


def joint_labels(labels: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """A number for each way in which the labels of all wagers come together, and what these are."""
    if not labels:
        return np.zeros(PAIRS, dtype=np.int64), np.zeros((0, 1), dtype=np.int64)
    together, inverse = np.unique(np.stack(labels), axis=1, return_inverse=True)
    return inverse.reshape(PAIRS), together
