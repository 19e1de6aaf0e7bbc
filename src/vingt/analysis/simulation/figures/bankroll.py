"""What a player's bankroll and a day's hold look like, drawn from the counted law of net results.

Rounds are drawn independently with numpy's Philox, keyed by the plan's seed; where boxes or rounds share a
shoe, deviations are widened by the dependence that the counts show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from vingt.analysis.simulation.figures.main_wager import Figures

CentsArray = npt.NDArray[np.float64]
STEPS = 80  # points of a path that are kept
SHOWN = 12  # paths that are drawn
AT_ONCE = 4_000_000  # draws held in memory
MOST_DRAWS = 400_000_000
LEVELS = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
BINS = 45


class TooManyDraws(ValueError):
    """The paths asked for would take too long."""


@dataclass(frozen=True)
class Session:
    """So many paths of so many rounds; all in cents, over all boxes. `steps` are rounds played, `fans[level]`
    the quantile of the bankroll there. `drawdown` is the deepest fall from a height, `lowest` the deepest
    point, `final` the result: each as sorted values of all paths."""

    rounds: int
    paths: int
    wagered: int
    steps: list[int]
    fans: dict[float, list[float]]
    shown: list[list[float]]
    drawdown: CentsArray
    lowest: CentsArray
    final: CentsArray

    def quantiles(self, values: CentsArray) -> dict[float, float]:
        return {level: float(np.quantile(values, level)) for level in LEVELS}

    @property
    def house_loses(self) -> float:
        """The share of paths in which the house ends behind."""
        return float(np.mean(self.final > 0))

    def hold(self) -> CentsArray:
        """What the house wins, sorted."""
        return -self.final[::-1]

    def histogram(self, values: CentsArray) -> list[tuple[float, float, float]]:
        """Bins from, to, share; what lies far out is in the outermost bins."""
        low, high = np.quantile(values, (0.001, 0.999))
        if low == high:
            return [(float(low) - 1, float(high) + 1, 1.0)]
        edges = np.linspace(low, high, BINS + 1)
        tallies, _ = np.histogram(np.clip(values, low, high), edges)
        return [
            (float(edges[at]), float(edges[at + 1]), float(tallies[at] / len(values))) for at in range(BINS)
        ]


def check_draws(rounds: int, paths: int, boxes: int) -> None:
    if rounds * paths * boxes > MOST_DRAWS:
        most = MOST_DRAWS // (rounds * boxes)
        raise TooManyDraws(
            f"{paths:,} paths of {rounds:,} rounds are too many draws: at that length "
            + (f"ask for at most {most:,} paths" if most else "ask for fewer rounds")
        )


def sessions(figures: Figures, rounds: int, paths: int) -> Session:
    """Play so many paths of so many rounds from the law of net results."""
    boxes = figures.plan.boxes
    check_draws(rounds, paths, boxes)
    steps = sorted({round(at) for at in np.linspace(0, rounds, min(rounds, STEPS) + 1)})
    kept = np.empty((paths, len(steps)))
    drawdown, lowest = np.empty(paths), np.empty(paths)
    done = 0
    for path in blocks(figures, rounds, paths):
        end = done + len(path)
        kept[done:end] = path[:, steps]
        drawdown[done:end] = (np.maximum.accumulate(path, axis=1) - path).max(axis=1)
        lowest[done:end] = path.min(axis=1)
        done = end
    return Session(
        rounds=rounds,
        paths=paths,
        wagered=rounds * boxes * figures.plan.staked,
        steps=steps,
        fans={level: np.quantile(kept, level, axis=0).tolist() for level in LEVELS},
        shown=kept[:SHOWN].tolist(),
        drawdown=np.sort(drawdown),
        lowest=np.sort(lowest),
        final=np.sort(kept[:, -1]),
    )


def blocks(figures: Figures, rounds: int, paths: int) -> Iterator[CentsArray]:
    """Some paths at a time, each beginning at 0 and with its value after every round."""
    nets = np.array(list(figures.law), dtype=np.float64)
    counts = np.array([figures.counts.nets[net] for net in figures.law], dtype=np.float64)
    below = np.cumsum(counts) / counts.sum()
    mean = figures.ev * figures.plan.staked
    widened = mean + (nets - mean) * sqrt(figures.dependence)
    draw = np.random.Generator(np.random.Philox(key=figures.plan.seed))
    boxes = figures.plan.boxes
    paths_at_once = max(1, AT_ONCE // (rounds * boxes))
    for begin in range(0, paths, paths_at_once):
        some = min(paths_at_once, paths - begin)
        path = np.zeros((some, rounds + 1))
        for _ in range(boxes):
            drawn = np.searchsorted(below, draw.random((some, rounds)), side="right")
            path[:, 1:] += widened[np.minimum(drawn, len(nets) - 1)]
        yield np.cumsum(path, axis=1, out=path)
