"""How the result of a side wager goes with that of the main wager in the same round.

Exactly where the player's first cards and the up card decide the side wager: each such deal is worth to the
main wager what best play makes of its card values (the suits of bonus hands apart). Else by simulation, from
batches of rounds: the correlation of their sums is that of one round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import perm, sqrt

import numpy as np

from vingt.analysis.exact.edge import Edge, edge
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.side.deals import first_deals, pattern_of, weight
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.exact.solution import expectation, first_two_cards, found_by_looking, natural_value
from vingt.analysis.exact.solver import solve
from vingt.analysis.par.figures import is_on_first_cards
from vingt.analysis.simulation.devices.bins import nets_of_bins
from vingt.analysis.simulation.devices.device import batches
from vingt.analysis.simulation.kernel.codes import TABLE_GROUP
from vingt.analysis.simulation.lookups.layout import laid_flat
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.hands import ACE, TEN, Floats, value_of
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS

BATCHES, GROUPS = 20_000, 2  # and of so many groups of rounds each
EXACT = "exact, by the first cards"
SIMULATED = f"simulated, {BATCHES:,} batches of {GROUPS * TABLE_GROUP} rounds"


@dataclass(frozen=True)
class MainCorrelation:
    """`error` is the standard error of a simulated one; None where it is exact."""

    value: float
    error: float | None = None

    @property
    def method(self) -> str:
        return EXACT if self.error is None else SIMULATED


@dataclass(frozen=True)
class MainWorth:
    """What a round is worth by the values of its first cards and of the up card, and how it spreads."""

    by_cards: Mapping[tuple[int, int, int], float]
    mean: float
    deviation: float


@lru_cache(maxsize=4)
def main_edge(rules: TableRules, wager: int) -> Edge:
    """The main wager by best play, kept while the sheets of its table are made."""
    return edge(rules, wager=wager)


@lru_cache(maxsize=4)
def main_worth(rules: TableRules, wager: int) -> MainWorth:
    """Of best play; NotCarried where there is no exact analysis of the table."""
    law = main_edge(rules, wager).law
    if law is None:
        raise NotCarried("no law of the main wager")
    solution = solve(rules, None, replace=False, early_surrender=False, wager=wager)
    worth: dict[tuple[int, int, int], float] = {}
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        for first, second, hand, _ in first_two_cards(solution, at_up):
            if {first, second} == {ACE, TEN}:
                value = natural_value(solution, at_up, hand)
            else:
                lost = found_by_looking(solution, at_up, hand)
                value = float(at_up.values.best[hand] + (1 - at_up.clear[hand]) * lost)
            worth[first, second, up] = worth[second, first, up] = value
    return MainWorth(worth, expectation(solution), sqrt(law.variance))


def exact_correlation(valued: SideWagerValue, rules: TableRules, wager: int) -> MainCorrelation | None:
    """None where more than the first cards decide, or no value stands."""
    case = valued.case
    sight = sight_of(EVALUATORS[case.wager.evaluator])
    if not is_on_first_cards(case) or sight.up is not None or case.odd_shoe is not None:
        return None
    if valued.ev is None or not valued.variance or rules.variant.hands_switched or sight.player_cards > 2:
        return None
    main = main_worth(rules, wager)
    nets = {line.line: float(line.net) for line in valued.lines if line.net is not None}
    together = 0.0
    size = len(case.ranks) * 4 * case.decks
    every_rank = replace(sight, ranks=tuple((rank,) for rank in case.ranks), player_cards=2)
    for deal in first_deals(
        every_rank, EVALUATORS[case.wager.evaluator], case.terms, case.ranks, case.counts
    ):
        if len(deal.dealt) > 3 or deal.outcome not in nets:
            return None  # the second card of the dealer, or a wheel, decides too
        first, second, up = (value_of(card.rank) for card in deal.dealt)
        ways = deal.times * weight(pattern_of(deal.dealt), case.decks)
        together += ways / perm(size, 3) * nets[deal.outcome] * main.by_cards.get((first, second, up), 0.0)
    covariance = together - float(valued.ev) * main.mean
    return MainCorrelation(covariance / (sqrt(valued.variance) * main.deviation))


# -- simulated ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def simulated_correlations(plan: Plan) -> Mapping[str, MainCorrelation]:
    """Each side wager of the plan with the main wager, from the same rounds."""
    if not plan.wagers:
        return {}
    main, sides = nets_of_bins(laid_flat(plan))
    nets = np.array([main, *sides.values()])
    sums: Floats = np.array([nets @ bins for bins in islice(batches(plan, GROUPS), BATCHES)], dtype=float)
    correlations = {}
    for at, name in enumerate(sides, start=1):
        if sums[:, at].std() > 0 and sums[:, 0].std() > 0:
            value = float(np.corrcoef(sums[:, 0], sums[:, at])[0, 1])
            correlations[name] = MainCorrelation(value, (1 - value**2) / sqrt(BATCHES - 2))
    return correlations


def correlation(valued: SideWagerValue, plan: Plan | None) -> MainCorrelation | None:
    """With the main wager of the plan's table; None where neither road leads there."""
    case: Case = valued.case
    if plan is None or plan.rules.wager(case.wager.id) is None:
        return None
    try:
        exact = exact_correlation(valued, plan.rules, plan.stake)
        return exact or simulated_correlations(plan).get(case.wager.id)
    except NotCarried:
        return None
