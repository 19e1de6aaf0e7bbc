"""How long the exact analysis takes, warm, and how it grows with the number of decks."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from functools import partial

from vingt.analysis.exact.best_chart import best_chart
from vingt.analysis.exact.law import law_of_round
from vingt.analysis.exact.solution import Solution, expectation
from vingt.analysis.exact.solver import solve, whole_shoe
from vingt.analysis.exact.suited_splits import add_suits_to_splits
from vingt.analysis.exact.suits import suited_hands, suits_add
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


def best_of(times: int, work: Callable[[], object]) -> float:
    """The least CPU seconds of several runs, the first of which warms the caches."""
    found = []
    for _ in range(times + 1):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found[1:])


def solved(rules: TableRules) -> Solution:
    """Anew: what is asked of the full shoe as such is kept."""
    return solve(rules, whole_shoe(rules))


def main() -> int:
    for rulebook in library.RULEBOOKS:
        rules = library.table_rules(rulebook)

        def whole(rules: TableRules = rules) -> float:
            solution = solved(rules)
            add_suits_to_splits(solution)
            return expectation(solution) + suits_add(solution)

        solution = solve(rules)
        add_suits_to_splits(solution)
        suited = list(suited_hands(solution))
        analysis = best_of(3, whole)
        law = best_of(1, partial(law_of_round, solution, suited))
        chart = best_of(1, lambda: best_chart(solved(rules)))  # noqa: B023 - called at once
        print(
            f"{rulebook}: best play, all hands, splits, edge {analysis:.2f} s; "
            f"best chart {chart - analysis:.2f} s more; law of net results {law:.2f} s"
        )
    for decks in (1, 2, 4, 6, 8):
        choices = {"decks": decks, "wagers": {}, "shuffler": "manual"}
        rules = library.table_rules("md-blackjack/double-deck-progressives", choices)
        print(f"md-blackjack, {decks} decks: {best_of(2, partial(solved, rules)):.2f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"memory {memory} MB at most")
    return 0
