"""The simulation's kernels against the round engine, round by round over many random plans (see
tests/simulation/replay.py). `VINGT_SEED` repeats a run, `VINGT_ROUNDS` asks for another number of rounds."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from tests.simulation.daily import daily_seed
from tests.simulation.kernel_rounds import Differs
from tests.simulation.random_plans import RULEBOOKS, STRATEGIES, random_flats, random_setting, units_for
from tests.simulation.replay import replay
from vingt.analysis.simulation.devices.device import stretch

ROUNDS = int(os.environ.get("VINGT_ROUNDS", "200000"))  # of each rulebook
TABLES = 9  # random tables of each rulebook, each with a strategy in turn
PLANS = 5  # boxes, shoes and side wagers at each table
ALL_WAGERS = 99


class Share(NamedTuple):
    rulebook: str
    rounds: int
    boxes: int
    plans: int
    differences: tuple[str, ...]
    refused: tuple[str, ...]


def share(seed: int, rulebook: str, table: int) -> Share:
    dice = random.Random(f"{seed} {rulebook} {table}")
    refused: list[str] = []
    differences: list[str] = []
    setting = random_setting(dice, rulebook, STRATEGIES[table % len(STRATEGIES)], refused)
    flats = random_flats(dice, setting, refused, ALL_WAGERS if table % 4 == 3 else 4)
    wanted = -(-ROUNDS // TABLES)
    played = boxes = 0
    for left in range(PLANS, 0, -1):
        flat = next(flats)
        rest = max(wanted - played, 1)
        units = units_for(flat, rest // 2 if left == PLANS else -(-rest // left))
        first = dice.randrange(2**40)
        told = f"{setting.words}, {flat.plan.boxes} boxes, cut {flat.plan.cut}, {flat.plan.wagers}"
        try:
            many, bins, sums = replay(flat, setting.policy, first, units)
        except Differs as error:
            differences.append(f"{told}: {error}")
            continue
        played += many
        boxes += many * flat.plan.boxes
        if not all(map(np.array_equal, (bins, sums), stretch(flat, first, units))):
            differences.append(f"{told}: counts of the compiled kernel")
    return Share(rulebook, played, boxes, PLANS, tuple(differences), tuple(refused))


def main() -> int:
    seed = daily_seed()
    started = time.perf_counter()
    jobs = [(seed, rulebook, table) for table in range(TABLES) for rulebook in RULEBOOKS]
    with ProcessPoolExecutor() as pool:
        shares = list(pool.map(share, *zip(*jobs, strict=True)))
    for rulebook in RULEBOOKS:
        mine = [each for each in shares if each.rulebook == rulebook]
        rounds, boxes = sum(each.rounds for each in mine), sum(each.boxes for each in mine)
        differences = [words for each in mine for words in each.differences]
        refused = Counter(words for each in mine for words in each.refused)
        plans = sum(each.plans for each in mine)
        print(f"{rulebook}: {rounds:,} rounds, {boxes:,} boxes, {plans} plans, {len(differences)} differ")
        for words, times in refused.items():
            print(f"  refused {times}: {words}")
        for words in differences:
            print(f"  {words}")
    print(f"{time.perf_counter() - started:.0f} s")
    return int(any(each.differences for each in shares))
