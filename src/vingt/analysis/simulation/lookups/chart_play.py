"""A chart followed by its words alone, for tables that the exact analysis refuses: nothing is valued, so even
money is not taken, and what the chart leaves open is kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from vingt.analysis.actions import DOUBLE, HIT, KEEP, REDOUBLE, RESCUE, STAND
from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.rows import TIMES, pairless
from vingt.analysis.exact.kernel.hands import Play
from vingt.analysis.exact.prescription import split_play, whole_play
from vingt.analysis.simulation.lookups.policy import Policy, SuitedPair, UpPolicy
from vingt.analysis.tabulated.hands import VALUES, Ints, ranks_worth
from vingt.analysis.tabulated.rights import FamilyRights, Rights, asked_stake, rights
from vingt.core.cards import SUITS
from vingt.core.rules.table_rules import TableRules


def policy_by_chart(rules: TableRules, chart: Chart, wager: int | None = None) -> Policy:
    """What a chart says, as far as a main `wager` in cents lets it: one may be too small to double."""
    hand_rights = rights(rules, asked_stake(rules, wager))
    ups = {}
    for up in range(VALUES):
        if not ranks_worth(rules, up):
            continue
        whole = whole_play(hand_rights, chart, up)
        split = split_play(hand_rights, chart, up, whole)
        plays = (
            permitted(whole, hand_rights.whole),
            permitted(split, hand_rights.split),
            permitted(split, hand_rights.aces),
        )
        low = low_play(hand_rights, chart, up) if hand_rights.aces_low else None
        up_policy = UpPolicy(
            plays,
            (low, dict.fromkeys(range(VALUES), low) if low is not None else {}),
            frozenset(starred(hand_rights, chart, up)),
            frozenset(split_starred(hand_rights, chart, up)),
            unpaired=permitted(
                Play(by_total(hand_rights, chart, up, whole), whole.doubled), hand_rights.whole
            ).hand,
        )
        ups.update({(up, suit): up_policy for suit in range(len(SUITS))})
    return Policy(hand_rights, ups)


def permitted(play: Play, may: FamilyRights) -> Play:
    """What may not be doubled is hit, and what may not be hit stands."""
    hand, doubled = play.hand.copy(), play.doubled.copy()
    hand[(hand == DOUBLE) & (may.double[0] == 0)] = HIT
    hand[(hand == HIT) & (may.hit == 0)] = STAND
    doubled[(doubled == RESCUE) & (may.rescue == 0)] = KEEP
    doubled[(doubled == REDOUBLE) & (may.double == 0)] = KEEP
    return Play(hand, doubled)


def by_total(hand_rights: Rights, chart: Chart, up: int, whole: Play) -> Ints:
    """Two cards of one value by the row of their total."""
    play: Ints = whole.hand.copy()
    for value in range(VALUES):
        hand = hand_rights.hands.of(value, value)
        cell = chart.cell(pairless(hand_rights, hand), int(hand_rights.total[hand]), up)
        if cell is not None:
            play[hand] = cell.action(2)
    return play


def low_play(hand_rights: Rights, chart: Chart, up: int) -> Ints:
    """Doubled hands whose first aces count low, by the total that leaves (MBS-P 3.17.2)."""
    rows = chart.doubled.get(f"doubled {TIMES[0]} hard", {})
    table = np.full((len(hand_rights.hands), VALUES), KEEP, dtype=np.int64)
    for hand, value in np.argwhere(hand_rights.low_rescue):
        said = rows.get(int(hand_rights.doubled_total[hand, value]), {}).get(up, KEEP)
        table[hand, value] = RESCUE if said == RESCUE else KEEP
    return table


def starred(hand_rights: Rights, chart: Chart, up: int) -> set[SuitedPair]:
    """Pairs of one suit that a star of the chart says to hit."""
    hits = set()
    for first, second, suit, top in patterns(hand_rights):
        hand = hand_rights.hands.of(first, second)
        cell = chart.cell("pair", first, up) if first == second else None
        cell = cell or chart.cell(pairless(hand_rights, hand), int(hand_rights.total[hand]), up)
        if cell is not None and cell.hits_suited(top=top):
            hits.add((min(first, second), max(first, second), suit))
    return hits


def split_starred(hand_rights: Rights, chart: Chart, up: int) -> set[tuple[int, int, int]]:
    """The same of split hands: the pair's value, the second card's and their suit."""
    hits = set()
    for first, second, suit, top in patterns(hand_rights) if hand_rights.suits_survive_split else ():
        hand = hand_rights.hands.of(first, second)
        kind, total = pairless(hand_rights, hand), int(hand_rights.total[hand])
        cell = chart.cell(f"split {kind}", total, up) or chart.cell(kind, total, up)
        if cell is not None and cell.hits_suited(top=top):
            hits.add((first, second, suit))
    return hits


def patterns(hand_rights: Rights) -> Iterator[tuple[int, int, int, bool]]:
    """Two cards of a bonus line in one suit, and whether it is a suit that pays best."""
    for line in hand_rights.suit_lines:
        for first, second in product(line.values, repeat=2):
            if line.third(first, second) is not None:
                for suit in range(4):
                    yield first, second, suit, suit in line.tops
