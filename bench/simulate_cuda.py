"""Simulation on a CUDA device: rounds a second, the exact value of every rulebook at 10 billion rounds, the
same counts as the CPU, and what side wagers, boxes and shoes cost. Without a device it says so and stops.
`python -m bench.simulate_cuda md-blackjack` measures one rulebook, with `--tables` its whole tables alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.device import play, why_no_cuda
from vingt.analysis.simulation.figures.cut_card import cut_card_effect
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

STAKE = 2500
ROUNDS = 10_000_000_000
SHOES = 200_000_000
TABLES = "--tables"
DEPTHS = (Fraction(1, 2), Fraction(3, 4), Fraction(5, 6))


def timed(plan: Plan, units: int) -> tuple[Counts, float]:
    play(plan, "cuda", 0, 1000)
    started = time.perf_counter()
    counts = play(plan, "cuda", 0, units)
    return counts, time.perf_counter() - started


def side_wagers(rules: TableRules) -> tuple[str, ...]:
    return tuple(wager.id for wager in rules.wagers if wager.rides_on is None and not wager.needs)


def shoes_alike(plan: Plan) -> bool:
    shoes = replace(plan, cut=Fraction(3, 4))
    same = play(shoes, "cpu", 5, 50_000) == play(shoes, "cuda", 5, 50_000)
    print(f"  shoes cut at 3/4: CPU and CUDA count alike over 50,000 shoes: {same}", flush=True)
    return same


def shoes_in_words(plan: Plan, exact: float) -> str:
    counts, seconds = timed(plan, SHOES)
    figures = Figures(plan, counts)
    effect = cut_card_effect(figures, exact)
    words = f"shoes cut at {plan.cut}, one box: {counts.rounds / seconds / 1e9:.1f} billion rounds/s"
    if effect is None or counts.control is None:
        return words
    return (
        f"{words}; ev {figures.ev_without_super_bonus:+.7f} ± {figures.standard_error:.7f}, with the control "
        f"{effect.ev:+.7f} ± {effect.standard_error:.7f} ({effect.worth_rounds:.0f} times the rounds): "
        f"cut-card effect {100 * effect.effect:+.4f}% ± {100 * effect.standard_error:.4f}%; "
        f"{counts.control.short} short"
    )


def main_wager(plan: Plan) -> int:
    """How many of its checks failed."""
    exact = edge(plan.rules, plan.strategy, with_law=False).ev_without_super_bonus
    counts, seconds = timed(plan, ROUNDS)
    figures = Figures(plan, counts)
    away = (figures.ev - exact) / figures.standard_error
    print(
        f"  main wager: {ROUNDS / seconds / 1e9:.1f} billion rounds/s; ev {figures.ev:+.7f} ± "
        f"{figures.standard_error:.7f}, exact {exact:+.7f}, {away:+.2f} standard errors",
        flush=True,
    )
    same = play(plan, "cpu", 5, 5_000_000) == play(plan, "cuda", 5, 5_000_000)
    print(f"  CPU and CUDA count alike over 5,000,000 rounds: {same}", flush=True)
    failed = (abs(away) > 3) + (not same) + (not shoes_alike(plan))
    for cut in DEPTHS:
        print(f"  {shoes_in_words(replace(plan, cut=cut), exact)}", flush=True)
    return failed


def whole_tables(plan: Plan) -> int:
    cut, wagers = Fraction(3, 4), side_wagers(plan.rules)
    tables = [
        (f"{len(wagers)} side wagers", replace(plan, wagers=wagers), 4_000_000_000, 1_000_000),
        ("with them, cut at 3/4", replace(plan, wagers=wagers, cut=cut), 20_000_000, 20_000),
        ("3 boxes", replace(plan, boxes=3), 2_000_000_000, 500_000),
        ("3 boxes, cut at 3/4", replace(plan, boxes=3, cut=cut), 50_000_000, 20_000),
    ]
    failed = 0
    for words, table, units, few in tables:
        counts, seconds = timed(table, units)
        same = play(table, "cpu", 5, few) == play(table, "cuda", 5, few)
        failed += not same
        rate = counts.rounds / seconds / 1e9
        print(f"  {words}: {rate:.2f} billion rounds/s; CPU and CUDA count alike: {same}", flush=True)
    return failed


def main(asked: Sequence[str] = ()) -> int:
    if reason := why_no_cuda():
        print(reason)
        return 1
    failed = 0
    parts = (whole_tables,) if TABLES in asked else (main_wager, whole_tables)
    for rulebook in [each for each in asked if each != TABLES] or library.RULEBOOKS:
        print(rulebook, flush=True)
        rules = library.table_rules(rulebook)
        plan = Plan(rules, chart_of(rules), STAKE, seed=20261115)
        failed += sum(part(plan) for part in parts)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
