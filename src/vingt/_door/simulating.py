"""A simulation asked for the door; imported only with `vingt[analysis]`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from vingt._door.choice import ChosenTable
from vingt._door.figures import Progress, SimulatedWager, Simulation
from vingt._door.followed import FollowedStrategy
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.figures.side_wagers import side_figures
from vingt.analysis.simulation.report import Day, Manner, exact_of, report
from vingt.analysis.simulation.run import Run, met, simulate
from vingt.core.rules.table_rules import TableRules
from vingt.report.simulation.request import SimulationRequest, cut_at, followed_chart
from vingt.report.words.asked import as_argument

DAY = Day(rounds_per_hour=70, hours=8, paths=10_000)
TOLD_EVERY = 0.5  # seconds


def refuse_missing_part(device: str) -> None:
    """Numba brings a CUDA of its own, which is older: only where that does not do, ours is missing."""
    if device == "cuda" and devices.devices()[device]:
        import_module("numba_cuda")


def simulated(
    rules: TableRules,
    chosen: ChosenTable,
    ask: SimulationRequest,
    stake: int,
    cut: float | str | None,
    strategy: FollowedStrategy,
    tell: Callable[[Progress], object],
) -> Simulation:
    goal, dealt = ask.goal, None
    if cut is not None:
        dealt = cut_at(rules, as_argument("cut", cut), None if cut == "rulebook" else str(cut), "0.75")
    refuse_missing_part(ask.device)
    plan = ask.plan_at(rules, stake, dealt)
    plan = replace(plan, strategy=followed_chart(rules, strategy.chart or strategy.named))
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
    manner = Manner(ask.device, strategy.named, seconds, run.counts.rounds, ask.threads)
    sides = side_figures(plan, run.counts, chosen.document, chosen.submission.raw)
    run_report = report(run, goal, met(run, goal), manner, sides, exact_of(plan), DAY, ask.left_out(plan))
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
