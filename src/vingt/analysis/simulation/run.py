"""A run: batches in a fixed order until the goal is met. Where it halts to look depends on the plan and the
counts alone, never on a device or on how the work was cut: every way to the goal ends at the same counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import ceil, inf
from typing import NamedTuple, Protocol

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules

MOST_ROUNDS = 10**15
FIRST_LOOK_ROUNDS, FIRST_LOOK_SHOES = 1_000, 20
LOOKS_A_DECADE = 8


class Point(NamedTuple):
    """The estimate after so many units."""

    units: int
    rounds: int
    ev: float
    standard_error: float


@dataclass
class Run:
    """Where a run stands: units 0 to `units` - 1 are counted. `track` holds the estimate at each look."""

    plan: Plan
    units: int = 0
    counts: Counts = field(default_factory=Counts)
    track: list[Point] = field(default_factory=list)

    @property
    def figures(self) -> Figures:
        return Figures(self.plan, self.counts)

    def point(self) -> Point:
        now = self.figures
        return Point(self.units, self.counts.rounds, now.ev, now.standard_error)

    def look(self) -> None:
        self.track.append(self.point())


class Goal(NamedTuple):
    """At least so many rounds, or before that the first look at which the error is small enough."""

    rounds: int
    until_se: float | None = None


class Player(Protocol):
    """Plays units `first` to `first + units - 1` and hands them over in order, batch by batch."""

    def __call__(self, first: int, units: int) -> Iterator[tuple[int, Counts]]: ...


def simulate(
    run: Run,
    goal: Goal,
    play: Player,
    *,
    seen: Callable[[Run], None] = lambda run: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Run:
    """Carry the run on to its goal, or until `stopped`; `seen` is told after every batch."""
    while not stopped() and not met(run, goal):
        end = next_end(run, goal)
        for units, counts in play(run.units, end - run.units):
            run.units += units
            run.counts += counts
            seen(run)
            if stopped():
                break
        if run.units == next_look(run, goal):
            run.look()
    return run


def met(run: Run, goal: Goal) -> bool:
    if run.counts.rounds >= goal.rounds:
        return True
    looked = bool(run.track) and run.track[-1].units == run.units
    return goal.until_se is not None and looked and run.track[-1].standard_error <= goal.until_se


def next_end(run: Run, goal: Goal) -> int:
    """The next unit to halt before: a look, or as far as the rounds cannot be passed by a whole shoe."""
    missing = goal.rounds - run.counts.rounds
    if run.plan.cut is not None:
        missing = max(1, missing // rounds_of_a_shoe_at_most(run.plan))
    return min(run.units + missing, next_look(run, goal))


def next_look(run: Run, goal: Goal) -> int:
    """The first look after the last one: at fixed numbers of units, and where the error should be reached.
    A look that a run kept for another goal has passed is made at once."""
    last = run.track[-1] if run.track else Point(0, 0, 0.0, inf)
    upcoming = next(look for look in looks(run.plan) if look > last.units)
    if goal.until_se is not None and last.standard_error < inf:
        enough = ceil(1.01 * last.units * (last.standard_error / goal.until_se) ** 2)
        upcoming = min(upcoming, max(enough, last.units + 1))
    return max(upcoming, run.units)


def looks(plan: Plan) -> Iterator[int]:
    first = FIRST_LOOK_ROUNDS if plan.cut is None else FIRST_LOOK_SHOES
    return (round(first * 10 ** (at / LOOKS_A_DECADE)) for at in count())


def rounds_of_a_shoe_at_most(plan: Plan) -> int:
    """Players take their first cards at least, the dealer one."""
    return cards_in_shoe(plan.rules) // (plan.first_cards + 1) + 1


def cards_in_shoe(rules: TableRules) -> int:
    return len(rules.cards.shoe)
