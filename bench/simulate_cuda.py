"""Simulation on a CUDA device, all in one run, sized for ten minutes at most: rounds a second from fresh
shoes and shoes cut anywhere, with side wagers, with boxes and by a counter, beside the goals; the exact value
of every rulebook at 10 billion rounds; the cut-card effect at three depths; the same counts as the CPU.
Without a device it says so and stops. `python -m bench.simulate_cuda md-blackjack` measures one rulebook,
with `--tables` its whole tables alone; with `--try` every part runs on a few rounds, for numba's simulator:
`NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m bench.simulate_cuda --try md-blackjack`."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from numba import config

from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counter import Counter, KeptCount
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices import device
from vingt.analysis.simulation.devices.device import play, why_no_cuda
from vingt.analysis.simulation.figures.cut_card import cut_card_effect
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.hands import ACE, VALUES, value_of
from vingt.core.cards import DECK
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

STAKE = 2500
TABLES, TRIED = "--tables", "--try"
FIRST = "md-blackjack"  # the goals are its own
DEPTHS = (Fraction(1, 2), Fraction(3, 4), Fraction(5, 6))
USUAL = Fraction(3, 4)
FRESH, CUT, SIDES = "fresh shoes", "shoes cut at 3/4", "15 side wagers"
GOALS = {FRESH: 50.0, CUT: 45.0, SIDES: 8.0}  # billion rounds/s of Maryland Blackjack on an H200


@dataclass(frozen=True)
class Sizes:
    """Units that are timed, and units that the CPU plays too."""

    warm: int
    rounds: int
    alike_rounds: int
    shoes: int
    alike_shoes: int
    side_rounds: int
    side_shoes: int
    box_rounds: int
    box_shoes: int
    alike_side_rounds: int
    alike_box_rounds: int
    alike_table_shoes: int


FULL = Sizes(
    warm=1000,
    rounds=10_000_000_000,
    alike_rounds=5_000_000,
    shoes=200_000_000,
    alike_shoes=50_000,
    side_rounds=4_000_000_000,
    side_shoes=20_000_000,
    box_rounds=2_000_000_000,
    box_shoes=50_000_000,
    alike_side_rounds=1_000_000,
    alike_box_rounds=500_000,
    alike_table_shoes=20_000,
)
A_FEW = Sizes(1, 40, 20, 2, 1, 4, 1, 4, 1, 4, 4, 1)


def timed(plan: Plan, units: int, sizes: Sizes) -> tuple[Counts, float]:
    play(plan, "cuda", 0, sizes.warm)
    started = time.perf_counter()
    counts = play(plan, "cuda", 0, units)
    return counts, time.perf_counter() - started


def prepared(rulebook: str) -> tuple[Plan, float]:
    """The best chart of a table, and its exact value."""
    rules = library.table_rules(rulebook)
    plan = Plan(rules, chart_of(rules), STAKE, seed=20261115)
    return plan, edge(rules, plan.strategy, with_law=False).ev_without_super_bonus


def apart(room: str, name: str, argument: object) -> Any:
    """What a function answers in a process that compiles, for one that does not: the simulator's."""
    script = (
        f"import pickle, sys; from {room} import {name}; "
        f"sys.stdout.buffer.write(pickle.dumps({name}(pickle.load(sys.stdin.buffer))))"
    )
    outside = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    asked = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(argument),
        env=outside,
        stdout=subprocess.PIPE,
        check=True,
    )
    return pickle.loads(asked.stdout)


LAID_APART: dict[str, Any] = {}


def laid_apart(plan: Plan) -> Any:
    if plan.fingerprint not in LAID_APART:
        LAID_APART[plan.fingerprint] = apart("vingt.analysis.simulation.lookups.layout", "laid_flat", plan)
    return LAID_APART[plan.fingerprint]


def side_wagers(rules: TableRules) -> tuple[str, ...]:
    return tuple(wager.id for wager in rules.wagers if wager.rides_on is None and not wager.needs)


def hi_lo() -> Counter:
    """Two to six add a point, tens and aces take one; one unit more for each true count, from 1 to 8."""
    high, low = (ACE, VALUES - 1), range(1, 6)
    values = [value_of(card.rank) for card in DECK]
    tags = tuple((value in low) - (value in high) for value in values)
    least, most = -8, 8
    units = tuple(min(max(count, 1), 8) for count in range(least, most + 1))
    return Counter(KeptCount("hi-lo", tags, 1, False, least, most), units)


def alike(plan: Plan, units: int) -> bool:
    return play(plan, "cpu", 5, units) == play(plan, "cuda", 5, units)


def said(words: str, rate: float, same: bool | None = None) -> None:
    beside = "" if same is None else f"; CPU and CUDA count alike: {same}"
    print(f"  {words}: {rate:.2f} billion rounds/s{beside}", flush=True)


def shoes_in_words(plan: Plan, exact: float, sizes: Sizes, rates: dict[str, float]) -> str:
    counts, seconds = timed(plan, sizes.shoes, sizes)
    rate = counts.rounds / seconds / 1e9
    if plan.cut == USUAL:
        rates[CUT] = rate
    figures = Figures(plan, counts)
    effect = cut_card_effect(figures, exact)
    words = f"shoes cut at {plan.cut}, one box: {rate:.1f} billion rounds/s"
    if effect is None or counts.control is None:
        return words
    return (
        f"{words}; ev {figures.ev_without_super_bonus:+.7f} ± {figures.standard_error:.7f}, with the control "
        f"{effect.ev:+.7f} ± {effect.standard_error:.7f} ({effect.worth_rounds:.0f} times the rounds): "
        f"cut-card effect {100 * effect.effect:+.4f}% ± {100 * effect.standard_error:.4f}%; "
        f"{counts.control.short} short"
    )


def main_wager(plan: Plan, exact: float, sizes: Sizes, rates: dict[str, float]) -> int:
    """How many of its checks failed."""
    counts, seconds = timed(plan, sizes.rounds, sizes)
    rates[FRESH] = sizes.rounds / seconds / 1e9
    figures = Figures(plan, counts)
    away = (figures.ev - exact) / figures.standard_error
    print(
        f"  main wager: {rates[FRESH]:.1f} billion rounds/s; ev {figures.ev:+.7f} ± "
        f"{figures.standard_error:.7f}, exact {exact:+.7f}, {away:+.2f} standard errors",
        flush=True,
    )
    shoes = replace(plan, cut=USUAL)
    same, same_shoes = alike(plan, sizes.alike_rounds), alike(shoes, sizes.alike_shoes)
    print(f"  CPU and CUDA count alike over {sizes.alike_rounds:,} rounds: {same}")
    print(f"  the same over {sizes.alike_shoes:,} shoes cut at {USUAL}: {same_shoes}", flush=True)
    for cut in DEPTHS:
        print(f"  {shoes_in_words(replace(plan, cut=cut), exact, sizes, rates)}", flush=True)
    counter = replace(shoes, counter=hi_lo())
    counted, seconds = timed(counter, sizes.shoes // 2, sizes)
    same_counter = alike(counter, sizes.alike_shoes)
    said("shoes cut at 3/4, Hi-Lo with 1 to 8 units", counted.rounds / seconds / 1e9, same_counter)
    return (sizes is FULL and abs(away) > 3) + (not same) + (not same_shoes) + (not same_counter)


def whole_tables(plan: Plan, _exact: float, sizes: Sizes, rates: dict[str, float]) -> int:
    wagers = side_wagers(plan.rules)
    few_shoes = sizes.alike_table_shoes
    sides = replace(plan, wagers=wagers)
    tables = [
        (f"{len(wagers)} side wagers", sides, sizes.side_rounds, sizes.alike_side_rounds),
        ("with them, cut at 3/4", replace(sides, cut=USUAL), sizes.side_shoes, few_shoes),
        ("3 boxes", replace(plan, boxes=3), sizes.box_rounds, sizes.alike_box_rounds),
        ("3 boxes, cut at 3/4", replace(plan, boxes=3, cut=USUAL), sizes.box_shoes, few_shoes),
        (
            "7 boxes, cut at 9/10",
            replace(plan, boxes=7, cut=Fraction(9, 10)),
            sizes.box_shoes // 2,
            few_shoes,
        ),
    ]
    failed = 0
    for words, table, units, few in tables:
        counts, seconds = timed(table, max(units, 1), sizes)
        same = alike(table, few)
        failed += not same
        rates[words] = counts.rounds / seconds / 1e9
        said(words, rates[words], same)
    return failed


def beside_goals(rates: dict[str, float]) -> None:
    for words, goal in GOALS.items():
        if words in rates:
            met = "met" if rates[words] >= goal else "not met"
            print(f"{FIRST}, {words}: {rates[words]:.2f} billion rounds/s, goal {goal:g}: {met}")


def main(asked: Sequence[str] = ()) -> int:
    if reason := why_no_cuda():
        print(reason)
        return 1
    sizes = A_FEW if TRIED in asked else FULL
    parts = (whole_tables,) if TABLES in asked else (main_wager, whole_tables)
    rulebooks = [each for each in asked if not each.startswith("--")]
    failed, of_the_first = 0, dict[str, float]()
    for rulebook in rulebooks or sorted(library.RULEBOOKS, key=lambda each: each != FIRST):
        print(rulebook, flush=True)
        if config.DISABLE_JIT:
            device.laid_flat = laid_apart  # type: ignore[assignment]
            plan, exact = apart("bench.simulate_cuda", "prepared", rulebook)
        else:
            plan, exact = prepared(rulebook)
        rates = of_the_first if rulebook == FIRST else {}
        failed += sum(part(plan, exact, sizes, rates) for part in parts)
    if sizes is FULL:
        beside_goals(of_the_first)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
