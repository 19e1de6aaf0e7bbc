"""A bar for what takes its time."""

from __future__ import annotations

import sys


class ProgressBar:
    """A bar on stderr where that is a terminal."""

    def __init__(self, steps: int, what: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        shown = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self.bar = Bar(
            *shown, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()
        )
        self.task = self.bar.add_task(what, total=steps)

    def __enter__(self) -> ProgressBar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def step(self) -> None:
        self.bar.advance(self.task)
