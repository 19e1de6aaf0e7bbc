"""The play that a simulation follows: an action for every hand against every up card, the same play that the
exact analysis values, so that the two can be held against each other."""

from __future__ import annotations

from itertools import product

import numpy as np

from vingt.analysis.actions import FREE, HIT, SPLIT
from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.best_chart import best_chart, split_stars
from vingt.analysis.exact.edge import chart_hits
from vingt.analysis.exact.kernel.hands import play_hands_on
from vingt.analysis.exact.prescription import prescriptions
from vingt.analysis.exact.solution import Family, Solution, UpSolution
from vingt.analysis.exact.solution import even_money as exchanged
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.exact.suited_splits import Says, add_suits_to_splits, split_hits, suited_values
from vingt.analysis.exact.suits import remaining, suited_hands
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.policy import Policy, SuitedPair, UpPolicy
from vingt.analysis.tabulated.hands import ACE, TEN, Ints
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.table_rules import TableRules


def policy_of(
    rules: TableRules,
    chart: Chart | None,
    super_bonus: float = 0.0,
    *,
    even_money: bool = True,
    wager: int | None = None,
) -> Policy:
    """Best play by composition, or what a chart says; with a `super_bonus` worth so many wagers, hands that
    may still make it are hit where that gains. A natural takes `even_money` where that is best. A chart is
    also followed at a table that the exact analysis refuses."""
    try:
        solution = solve(rules, wager=wager)
    except NotCarried:
        if chart is None:
            raise
        return policy_by_chart(rules, chart, wager)
    solution.even_money = even_money
    if chart is not None:
        follow(solution, prescriptions(solution, chart))
    says = split_stars(solution.looked_up, chart) if chart is not None else None
    add_suits_to_splits(solution, choose=chart is None, says=says)
    suited: dict[tuple[int, int], set[SuitedPair]] = {}
    for hand in suited_hands(solution, super_bonus):
        hits = hand.chosen == HIT if chart is None else chart_hits(solution, chart, hand)
        hits = hits or (super_bonus > 0 and hand.super_chance > 0 and hand.hit > hand.plain)
        if hits:
            for suit in range(4) if hand.up_suit is None else (hand.up_suit,):
                suited.setdefault((hand.up, suit), set()).add((hand.first, hand.second, hand.suit))
    ups = {}
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        plays = (at_up.taken, at_up.split_hands.taken, at_up.split_aces.taken)
        low = low_aces(at_up)
        even = exchanged(solution, at_up, solution.looked_up.hands.of(ACE, TEN)) is not None
        for suit in range(4):
            ups[up, suit] = UpPolicy(
                plays,
                low,
                frozenset(suited.get((up, suit), ())),
                frozenset(split_suited(solution, at_up, suit, says)),
                even,
                by_suits=pairs_by_suits(solution, at_up, suit),
            )
    return Policy(solution.looked_up, ups)


def chart_of(rules: TableRules) -> Chart:
    """The best chart for this table."""
    return best_chart(solve(rules)).chart


def low_aces(at_up: UpSolution) -> tuple[Ints | None, dict[int, Ints]]:
    """Keep or rescue, for doubled hands whose first aces count low (MBS-P 3.17.2)."""
    if not at_up.stakes.aces_low:
        return None, {}
    return doubled_low(at_up, at_up.whole), {pair: parts.low for pair, parts in at_up.parts.items()}


def doubled_low(at_up: UpSolution, family: Family) -> Ints:
    low = np.full((len(at_up.tree.size), TEN + 1), FREE, dtype=np.int64)
    taken = family.taken.hand.copy()
    play_hands_on(
        at_up.shoe,
        at_up.tree,
        at_up.which,
        family.terms,
        at_up.stakes,
        family.values,
        taken,
        taken.copy(),
        low,
    )
    return low


def split_suited(
    solution: Solution, at_up: UpSolution, up_suit: int, says: Says | None
) -> set[tuple[int, int, int]]:
    lookups = solution.looked_up
    if not lookups.suits_survive_split:
        return set()
    in_lines = suited_values(solution)
    left = remaining(solution, at_up.up, up_suit if at_up.up in in_lines else None)
    return {
        (pair, each.second, each.suit)
        for pair in sorted(in_lines & set(at_up.parts))
        for each in split_hits(solution, at_up, pair, left, says)
    }


def pairs_by_suits(solution: Solution, at_up: UpSolution, up_suit: int) -> frozenset[tuple[SuitedPair, int]]:
    """Pairs whose suits make them do something else than most of their value."""
    says = set()
    for pair, suits in at_up.pair_suits.items():
        usual = int(at_up.taken.hand[solution.looked_up.hands.of(pair, pair)])
        for first, second in product(range(4), repeat=2):
            action = SPLIT if suits.splits[up_suit, first, second] else suits.action
            if action != usual:
                says.add(((pair, first, second), action))
    return frozenset(says)
