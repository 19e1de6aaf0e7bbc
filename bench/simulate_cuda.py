"""Simulation on a CUDA device: rounds a second, the exact value of every rulebook at 10 billion rounds, the
same counts as the CPU, and what side wagers, boxes and shoes cost. Without a device it says so and stops."""

from __future__ import annotations

import time
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


def main() -> int:
    if reason := why_no_cuda():
        print(reason)
        return 1
    failed = 0
    for rulebook in library.RULEBOOKS:
        rules = library.table_rules(rulebook)
        chart = chart_of(rules)
        exact = edge(rules, chart, with_law=False).ev_without_super_bonus
        plan = Plan(rules, chart, STAKE, seed=20261115)
        counts, seconds = timed(plan, ROUNDS)
        figures = Figures(plan, counts)
        away = (figures.ev - exact) / figures.standard_error
        failed += abs(away) > 3
        print(
            f"{rulebook}: {ROUNDS / seconds / 1e9:.1f} billion rounds/s; ev {figures.ev:+.7f} ± "
            f"{figures.standard_error:.7f}, exact {exact:+.7f}, {away:+.2f} standard errors",
            flush=True,
        )
        alone = ROUNDS / seconds
        wagers = side_wagers(rules)
        failed += not shoes_alike(plan)
        for cut in DEPTHS:
            print(f"  {shoes_in_words(replace(plan, cut=cut), exact)}", flush=True)
        whole = [
            ("side wagers", replace(plan, wagers=wagers), 200_000_000, 200_000),
            ("3 boxes, cut at 3/4", replace(plan, boxes=3, cut=Fraction(3, 4)), 2_000_000, 2_000),
        ]
        same = play(plan, "cpu", 5, 5_000_000) == play(plan, "cuda", 5, 5_000_000)
        print(f"  main wager alone: CPU and CUDA count alike over 5,000,000 rounds: {same}", flush=True)
        failed += not same
        for words, table, units, few in whole:
            counts, seconds = timed(table, units)
            same = play(table, "cpu", 5, few) == play(table, "cuda", 5, few)
            failed += not same
            print(
                f"  {words} ({len(table.wagers)}): {counts.rounds / seconds / 1e9:.2f} billion rounds/s, "
                f"{alone * seconds / counts.rounds:.0f} times the time; CPU and CUDA count alike: {same}",
                flush=True,
            )
    return int(failed > 0)
