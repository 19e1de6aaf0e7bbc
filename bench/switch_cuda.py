"""Blackjack Switch on a CUDA device: 10 billion rounds for 6 and 8 decks, H17 and S17, by the best chart and
by best play, each beside the exact value; CPU and CUDA must count alike. Without a device it says so.
`python -m bench.switch_cuda 1e9` plays so many rounds of each."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from vingt.analysis.exact.edge import NamedStrategy, edge
from vingt.analysis.simulation.devices.device import play, why_no_cuda
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

STAKE = 2500
ROUNDS = 10_000_000_000
FEW_ROUNDS, FEW_SHOES = 500_000, 5_000  # that the CPU plays too
AS_SOLD = {"switch_natural_pays": "1:1", "switch_natural_vs_22": "win", "accept_readings": ["J-56"]}


def tables() -> Iterator[tuple[str, TableRules, NamedStrategy]]:
    """As printed, and as the game is sold."""
    for decks, soft17 in product((6, 8), ("H17", "S17")):
        chosen = {"variant": "switch", "decks": decks, "soft17": soft17}
        yield f"{decks} decks, {soft17}, chart", library.table_rules("md-blackjack", chosen), "chart"
        sold = library.table_rules("md-blackjack", {**chosen, **AS_SOLD})
        yield f"{decks} decks, {soft17}, as sold, composition", sold, "composition"


def against_exact(words: str, rules: TableRules, strategy: NamedStrategy, rounds: int) -> int:
    """How many of its checks failed."""
    exact = edge(rules, strategy, wager=STAKE)
    plan = Plan(rules, exact.chart, STAKE, seed=20261116)
    play(plan, "cuda", 0, 1000)
    started = time.perf_counter()
    counts = play(plan, "cuda", 0, rounds)
    seconds = time.perf_counter() - started
    figures = Figures(plan, counts)
    away = (figures.ev - exact.ev) / figures.standard_error
    print(
        f"{words}: {rounds / seconds / 1e9:.2f} billion rounds/s; ev {figures.ev:+.7f} ± "
        f"{figures.standard_error:.7f}, exact {exact.ev:+.7f}, {away:+.2f} standard errors; "
        f"variance {figures.variance:.5f}, switched {figures.frequencies['switch']:.5f}",
        flush=True,
    )
    same = play(plan, "cpu", 5, FEW_ROUNDS) == play(plan, "cuda", 5, FEW_ROUNDS)
    shoes = replace(plan, cut=Fraction(3, 4), boxes=2)
    same_shoes = play(shoes, "cpu", 5, FEW_SHOES) == play(shoes, "cuda", 5, FEW_SHOES)
    print(f"  CPU and CUDA count alike: rounds {same}, shoes {same_shoes}", flush=True)
    return (abs(away) > 3) + (not same) + (not same_shoes)


def main(asked: Sequence[str] = ()) -> int:
    if reason := why_no_cuda():
        print(reason)
        return 1
    rounds = int(float(asked[0])) if asked else ROUNDS
    return int(sum(against_exact(*table, rounds) for table in tables()) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
