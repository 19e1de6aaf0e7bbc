"""A simulation asked for the door; imported only with `vingt[analysis]`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from vingt._door.amounts import wager_of
from vingt._door.choice import ChosenTable
from vingt._door.figures import Progress, SimulatedWager, Simulation
from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.figures.side_wagers import every_wager, side_figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import Day, Manner, exact_of, report
from vingt.analysis.simulation.run import MOST_ROUNDS, Goal, Run, met, simulate
from vingt.core.rules.table_rules import TableRules

DAY = Day(rounds_per_hour=70, hours=8, paths=10_000)
MOST_SEED = 2**63 - 1
TOLD_EVERY = 0.5  # seconds


@dataclass(frozen=True)
class SimulationRequest:
    """What `Table.simulate` was given; the methods say what it means at a table, or ValueError why not."""

    rounds: float
    seed: int
    boxes: int
    cut: float | str | None
    wagers: str | Iterable[str]
    stake: int | None
    until_se: float | None
    device: str
    threads: int | None

    def goal(self) -> Goal:
        if not 1 <= self.rounds <= MOST_ROUNDS or self.rounds != int(self.rounds):
            raise ValueError(f"rounds={self.rounds:g}: a whole number from 1 to {MOST_ROUNDS:.0e}")
        if self.until_se is not None and not 0 < self.until_se < 1:
            raise ValueError(f"until_se={self.until_se:g}: a standard error between 0 and 1, like 1e-6")
        return Goal(int(self.rounds), self.until_se)

    def plan(self, rules: TableRules, followed: str | Chart) -> Plan:
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"seed={self.seed}: a whole number from 0 to {MOST_SEED}")
        if not 1 <= self.boxes <= rules.boxes.seats:
            cite = rules.cite("boxes.seats")
            raise ValueError(f"boxes={self.boxes}: this table has 1 to {rules.boxes.seats} ({cite})")
        self.check_device()
        stake, cut = wager_of(rules, self.stake), self.cut_at(rules)
        wagers = self.wagers_at(rules, stake)
        chart = followed if isinstance(followed, Chart) else None
        if followed == "chart":
            chart = edge(rules, "chart", with_law=False).chart
        return Plan(rules, chart, stake, self.seed, self.boxes, cut, wagers)

    def check_device(self) -> None:
        known = devices.devices()
        if self.device not in known:
            raise ValueError(f"device={self.device!r}: there are {', '.join(known)}")
        if known[self.device]:
            raise ValueError(f"device={self.device!r} cannot be used here: {known[self.device]}")
        if self.threads is not None and self.threads < 1:
            raise ValueError(f"threads={self.threads}: at least 1")

    def cut_at(self, rules: TableRules) -> Fraction | None:
        if self.cut is None:
            return None
        from_back = rules.shoe.cover_card_from_back
        if self.cut == "rulebook" and from_back is not None:
            return 1 - from_back
        if isinstance(self.cut, str) or not 0 < self.cut < 1:
            raise ValueError(
                f"cut={self.cut!r}: the share of the shoe dealt before the cover card, like 0.75"
            )
        return Fraction(str(self.cut))

    def wagers_at(self, rules: TableRules, stake: int) -> tuple[str, ...]:
        offered = [offer.id for offer in rules.wagers]
        if self.wagers == "none":
            return ()
        if self.wagers == "all":
            return every_wager(rules, stake, self.boxes)[0]
        named = {self.wagers} if isinstance(self.wagers, str) else set(self.wagers)
        for name in sorted(named - set(offered)):
            raise ValueError(
                f"no side wager {name!r} at this table: there are {', '.join(offered) or 'none'}"
            )
        return tuple(name for name in offered if name in named)


def simulated(
    rules: TableRules,
    chosen: ChosenTable,
    ask: SimulationRequest,
    followed: str | Chart,
    tell: Callable[[Progress], object],
) -> Simulation:
    goal, plan = ask.goal(), ask.plan(rules, followed)
    devices.play(plan, ask.device, 0, 1, ask.threads)  # compiles, so that the time is that of playing
    run, began, told = Run(plan), time.monotonic(), 0.0

    def seen(run: Run) -> None:
        nonlocal told
        now, passed = run.figures, time.monotonic() - began
        if passed - told >= TOLD_EVERY or run.counts.rounds >= goal.rounds:
            told = passed
            tell(Progress(run.counts.rounds, goal.rounds, -now.ev, now.standard_error, passed))

    batch = devices.units_per_call(plan, ask.device)
    simulate(run, goal, LocalPlayer(devices.play, plan, ask.device, batch, ask.threads), seen=seen)
    seconds = time.monotonic() - began
    named = followed if isinstance(followed, str) else "file"
    manner = Manner(ask.device, named, seconds, run.counts.rounds, ask.threads)
    left_out = every_wager(rules, plan.stake, plan.boxes)[1] if ask.wagers == "all" else ()
    sides = side_figures(plan, run.counts, chosen.document, chosen.submission.raw)
    run_report = report(run, goal, met(run, goal), manner, sides, exact_of(plan), DAY, left_out)
    return Simulation(
        title=rules.title,
        rounds=run.counts.rounds,
        seed=ask.seed,
        house_edge=-run_report.figures.ev,
        standard_error=run_report.figures.standard_error,
        exact_house_edge=None if run_report.exact_ev is None else -run_report.exact_ev,
        off=run_report.off,
        wagers=tuple(
            SimulatedWager(
                side.offer.id,
                -side.ev,
                side.standard_error,
                None if side.exact_ev is None else -side.exact_ev,
            )
            for side in run_report.sides
        ),
        seconds=seconds,
        json=run_report.as_json(),
    )
