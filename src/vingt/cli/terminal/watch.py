"""A run watched: a bar with rate, time left and the estimate; Ctrl-C that ends it without losing anything."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

from vingt.analysis.simulation.run import Goal, Run
from vingt.report.words.figures import rounded

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Watch:
    """The first Ctrl-C asks the run to stop after its batch, the second stops it at once."""

    def __init__(self, goal: Goal, run: Run) -> None:
        self.goal = goal
        self.began = time.monotonic()
        self.before = run.counts.rounds
        self.rounds = 0
        self.reason = ""
        self.handlers: dict[int, Any] = {}
        self.bar, self.task = made_bar()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def stopped(self) -> bool:
        return bool(self.reason)

    def seen(self, run: Run) -> None:
        self.rounds = run.counts.rounds - self.before
        if not self.bar.disable:
            now = run.figures
            self.bar.update(
                self.task,
                completed=run.counts.rounds,
                total=expected_rounds(run, self.goal),
                rate=f"{rounded(self.rounds / self.seconds)} rounds/s" if self.seconds else "",
                estimate=f"edge {-100 * now.ev:.4f}% ± {100 * now.standard_error:.4f}",
            )

    def __enter__(self) -> Watch:
        if threading.current_thread() is threading.main_thread():
            self.handlers = {number: signal.signal(number, self.asked_to_stop) for number in SIGNALS}
        self.bar.start()
        self.began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
        for number, handler in self.handlers.items():
            signal.signal(number, handler)

    def asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self.reason:
            raise KeyboardInterrupt
        self.reason = "interrupted"
        if not self.bar.disable:
            self.bar.update(self.task, description="stopping after this batch (Ctrl-C again: at once)")


def expected_rounds(run: Run, goal: Goal) -> float:
    """How many rounds the goal should take, by the error so far."""
    error, asked = run.figures.standard_error, goal.until_se
    if asked is None or not error < float("inf"):
        return goal.rounds
    return min(goal.rounds, max(run.counts.rounds, run.counts.rounds * (error / asked) ** 2))


def made_bar() -> tuple[Any, Any]:
    """On stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[estimate]}"),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    return bar, bar.add_task("simulating", total=None, rate="", estimate="")
