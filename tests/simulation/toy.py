"""A game that is no game: net results drawn from a hash of the unit's number, the same everywhere."""

import hashlib
import time
from dataclasses import replace
from fractions import Fraction

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.resolve import resolve
from vingt.rulebook import library

NETS = (-5000, -2500, -2500, -2500, -1250, 0, 2500, 2500, 2500, 3750, 5000)
LEAST, MOST = 40, 50  # rounds of a shoe


def plan(rulebook: str = "md-blackjack", **changes: object) -> Plan:
    rules = resolve(library.load(rulebook), library.submission(rulebook))
    made = Plan(rules, None, stake=2500, seed=7, wagers=("lucky-ladies",))
    return replace(made, **changes)  # type: ignore[arg-type]


def cut_plan() -> Plan:
    return plan(cut=Fraction(3, 4))


def play(plan: Plan, device: str, first: int, units: int, threads: int | None = None) -> Counts:
    """As `devices.play`: counts depend on the plan and the units alone."""
    found = Counts()
    for unit in range(first, first + units):
        drawn = hashlib.sha256(f"{plan.fingerprint} {unit}".encode()).digest()
        rounds = 1 if plan.cut is None else LEAST + drawn[0] % (MOST - LEAST + 1)
        found.rounds += rounds
        found.shoes += plan.cut is not None
        total = 0
        for at in range(rounds * plan.boxes):
            net = NETS[drawn[at // 4 % 31 + 1] % len(NETS)]  # four in a row are alike
            total += net
            found.nets[net] = found.nets.get(net, 0) + 1
            event = "natural" if net == 3750 else "double" if abs(net) == 5000 else "surrender"
            if net != 0 and abs(net) != 2500:
                found.events[event] = found.events.get(event, 0) + 1
            if plan.wagers:
                outcome = "lose" if drawn[31] > 27 else "any-20"
                tally = found.sides.setdefault(plan.wagers[0], {})
                tally[outcome] = tally.get(outcome, 0) + 1
        found.shoe_net_sum += total
        found.shoe_net_squares += total * total
    return found


def slow_play(plan: Plan, device: str, first: int, units: int, threads: int | None = None) -> Counts:
    """Slow enough for a test to kill whoever plays it."""
    time.sleep(0.05)
    return play(plan, device, first, units, threads)
