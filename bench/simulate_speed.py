"""Simulation on the CPU: the kernel that walks lookups against a plain scalar numba loop with the rules of
Maryland Blackjack written into it, threads, time to compile, and what side wagers, boxes and shoes cost."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit

from vingt.analysis.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import MOST_CARDS, Chart
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.lookups.best_play import chart_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.hands import ACE, VALUES
from vingt.rulebook import library

ROUNDS = 20_000_000
STAKE = 2500


@njit(nogil=True)
def plain_loop(
    rounds: int, seed: int, cover: int, deck: Any, whole: Any, split: Any, pairs: Any, most: int
) -> Any:
    """As one writes it: six decks, dealer hits soft 17 and peeks, double any two cards, also after a split,
    resplits, aces split once with one card each, surrender; blackjack 3 to 2. Dealt on from a shoe to so many
    cards, a fresh shoe each round where that is none. Twice the net comes back."""
    x = np.uint64(seed)
    cards = deck.shape[0]
    firsts = np.zeros(16, np.int64)
    totals = np.zeros(16, np.int64)
    stakes = np.zeros(16, np.int64)
    twice, squares = 0, 0
    at = 0
    for _ in range(rounds):
        if at >= cover:
            at = 0
        drawn = np.zeros(4, np.int64)
        for k in range(4):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
            j = at + np.int64(((x >> np.uint64(32)) * np.uint64(cards - at)) >> np.uint64(32))
            deck[at], deck[j] = deck[j], deck[at]
            drawn[k] = deck[at]
            at += 1
        first, up, second, hole = drawn[0], drawn[1], drawn[2], drawn[3]
        mine = (first == 0 and second == 9) or (first == 9 and second == 0)
        his = (up == 0 and hole == 9) or (up == 9 and hole == 0)
        if mine or his:
            net = 0 if mine and his else (3 if mine else -2)
            twice += net
            squares += net * net
            continue
        hands, done, live = 1, 0, False
        net = 0
        firsts[0] = first
        following = second
        fresh = True
        gone = False
        while done < hands:
            card = firsts[done]
            if not fresh:
                x ^= x << np.uint64(13)
                x ^= x >> np.uint64(7)
                x ^= x << np.uint64(17)
                j = at + np.int64(((x >> np.uint64(32)) * np.uint64(cards - at)) >> np.uint64(32))
                deck[at], deck[j] = deck[j], deck[at]
                following = deck[at]
                at += 1
            alone = hands == 1
            fresh = False
            if card == following and pairs[card, up] and hands < most and (card != 0 or alone):
                firsts[hands] = following
                hands += 1
                continue
            total = card + following + 2
            soft = card == 0 or following == 0
            number = 2
            stake = 2
            while True:
                points = total + 10 if soft and total <= 11 else total
                if points >= 21 or (not alone and card == 0):
                    break
                is_soft = 1 if soft and total <= 11 else 0
                size = min(number, 7)
                act = whole[is_soft, points, size, up] if alone else split[is_soft, points, size, up]
                if act == 4 and number == 2 and alone:
                    net = -1
                    gone = True
                    break
                if act == 0:
                    break
                if act == 2 and number == 2:
                    stake = 4
                x ^= x << np.uint64(13)
                x ^= x >> np.uint64(7)
                x ^= x << np.uint64(17)
                j = at + np.int64(((x >> np.uint64(32)) * np.uint64(cards - at)) >> np.uint64(32))
                deck[at], deck[j] = deck[j], deck[at]
                card_drawn = deck[at]
                at += 1
                total += card_drawn + 1
                soft = soft or card_drawn == 0
                number += 1
                if stake == 4:
                    break
            points = total + 10 if soft and total <= 11 else total
            totals[done] = points
            stakes[done] = stake
            live = live or (points <= 21 and not gone)
            done += 1
        if not gone:
            dealer = up + hole + 2
            soft = up == 0 or hole == 0
            while live:
                points = dealer + 10 if soft and dealer <= 11 else dealer
                if points > 17 or (points == 17 and not (soft and dealer <= 11)):
                    break
                x ^= x << np.uint64(13)
                x ^= x >> np.uint64(7)
                x ^= x << np.uint64(17)
                j = at + np.int64(((x >> np.uint64(32)) * np.uint64(cards - at)) >> np.uint64(32))
                deck[at], deck[j] = deck[j], deck[at]
                dealer += deck[at] + 1
                soft = soft or deck[at] == 0
                at += 1
            points = dealer + 10 if soft and dealer <= 11 else dealer
            for hand in range(hands):
                if totals[hand] > 21:
                    net -= stakes[hand]
                elif points > 21 or totals[hand] > points:
                    net += stakes[hand]
                elif totals[hand] < points:
                    net -= stakes[hand]
        twice += net
        squares += net * net
    return twice, squares


def strategy_arrays(chart: Chart) -> tuple[Any, Any, Any]:
    whole = np.full((2, 22, MOST_CARDS + 1, VALUES), HIT, dtype=np.int8)
    split = whole.copy()
    pairs = np.zeros((VALUES, VALUES), dtype=np.int8)
    for soft, name in enumerate(("hard", "soft")):
        for row, cells in chart.cells[name].items():
            for up, cell in cells.items():
                for size in range(2, MOST_CARDS + 1):
                    whole[soft, row, size, up] = cell.action(size)
                    other = chart.cell(f"split {name}", row, up) or cell
                    action = other.action(size)
                    split[soft, row, size, up] = HIT if action in (SPLIT, SURRENDER) else action
    for value, cells in chart.cells["pair"].items():
        for up, cell in cells.items():
            pairs[value, up] = cell.by_cards[0] == SPLIT
            if cell.by_cards[0] != SPLIT and value != ACE:
                whole[0, 2 * (value + 1), 2, up] = cell.by_cards[0]
    assert {STAND, HIT, DOUBLE, SURRENDER} >= {int(each) for each in np.unique(split)}
    return whole, split, pairs


def rate(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return rounds / (clock() - started) / 1e6


def cold_and_warm() -> None:
    script = (
        "import time; from vingt.analysis.simulation.lookups import layout; "
        "from vingt.analysis.simulation.devices.device import stretch; import pickle, sys; "
        "flat = pickle.loads(open(sys.argv[1], 'rb').read()); "
        "t = time.perf_counter(); stretch(flat, 0, 1); print(f'{time.perf_counter() - t:.2f}')"
    )
    import pickle
    import tempfile
    from pathlib import Path

    from vingt.analysis.simulation.lookups.layout import laid_flat

    rules = library.table_rules("md-blackjack")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "flat"
        file.write_bytes(pickle.dumps(laid_flat(Plan(rules, chart_of(rules), STAKE))))
        for words in ("cold", "from cache"):
            found = subprocess.run(
                [sys.executable, "-c", script, str(file)],
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"compiling the kernel, {words}: {found.stdout.strip()} s")


def main() -> int:
    rules = library.table_rules("md-blackjack")
    chart = chart_of(rules)
    plan = Plan(rules, chart, STAKE)
    arrays = strategy_arrays(chart)
    deck = np.array(
        [value for value in range(VALUES) for _ in range(96 if value == VALUES - 1 else 24)], dtype=np.int8
    )
    most = rules.split.hands_max

    def scalar(rounds: int, cover: int = 0) -> Any:
        return plain_loop(rounds, 88172645463325252, cover, deck, *arrays, most)

    shoes = replace(plan, cut=Fraction(3, 4))
    cover, of_a_shoe = 3 * len(deck) // 4, 43
    scalar(1000)
    play(plan, "cpu", 0, 1000, 1)
    play(shoes, "cpu", 0, 10, 1)
    cpu = time.process_time
    best_plain, best_walk, plain_shoe, best_shoe = 0.0, 0.0, 0.0, 0.0
    for _ in range(3):  # in turns, since others may be at work on the machine
        best_plain = max(best_plain, rate(lambda: scalar(ROUNDS), ROUNDS, cpu))
        best_walk = max(best_walk, rate(lambda: play(plan, "cpu", 0, ROUNDS, 1), ROUNDS, cpu))
        plain_shoe = max(plain_shoe, rate(lambda: scalar(ROUNDS, cover), ROUNDS, cpu))
        started = cpu()
        dealt = play(shoes, "cpu", 0, ROUNDS // of_a_shoe, 1).rounds
        best_shoe = max(best_shoe, dealt / (cpu() - started) / 1e6)
    twice, squares = scalar(ROUNDS)
    mean, error = twice / 2 / ROUNDS, (squares / 4 / ROUNDS / ROUNDS) ** 0.5
    exact = edge(rules, chart, with_law=False).ev_without_super_bonus
    print(
        f"plain scalar loop: {best_plain:.1f} million rounds/s; ev {mean:+.5f} ± {error:.5f}, "
        f"exact {exact:+.5f}"
    )
    print(
        f"kernel, one thread: {best_walk:.1f} million rounds/s, {best_walk / best_plain:.2f} times the loop"
    )
    print(
        f"shoes cut at 3/4: plain loop {plain_shoe:.1f}, kernel {best_shoe:.1f} million rounds/s, "
        f"{best_shoe / plain_shoe:.2f} times the loop"
    )
    wall = time.perf_counter
    one = max(rate(lambda: play(plan, "cpu", 0, ROUNDS, 1), ROUNDS, wall) for _ in range(3))
    two = max(rate(lambda: play(plan, "cpu", 0, ROUNDS, 2), ROUNDS, wall) for _ in range(3))
    print(f"two threads: {two:.1f} against {one:.1f} million rounds/s, {two / one:.2f} times one")
    cold_and_warm()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play(plan, "cpu", 0, 10 * ROUNDS, 2)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"memory after ten times the rounds: {grown:+,} KiB")
    for rulebook in library.RULEBOOKS:
        table = library.table_rules(rulebook)
        main_only = Plan(table, chart_of(table), STAKE)
        wagers = tuple(each.id for each in table.wagers if each.rides_on is None and not each.needs)
        parts = []
        for words, each, units in (
            ("main wager", main_only, ROUNDS),
            (f"{len(wagers)} side wagers", replace(main_only, wagers=wagers), 2_000_000),
            ("5 boxes, shoes cut at 3/4", replace(main_only, boxes=5, cut=Fraction(3, 4)), 20_000),
        ):
            play(each, "cpu", 0, 100, 1)
            started = cpu()
            counts = play(each, "cpu", 0, units, 1)
            parts.append(f"{words} {counts.rounds / (cpu() - started) / 1e6:.1f}")
            assert Figures(each, counts).results
        print(f"{rulebook}, million rounds/s on one core: {'; '.join(parts)}")
    return int(best_walk < 1.3 * best_plain or best_shoe < plain_shoe)
