"""What the house expects to win in a day: the exact mean of everything staked, and a band around it.

Simulated days are its picture; they are drawn from what was counted, and so err with it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95, Figures
from vingt.analysis.simulation.figures.side_wagers import SideFigures


@dataclass(frozen=True)
class HoldPart:
    """One wager's part of a day, in cents; `exact` where its mean was computed and not counted."""

    name: str
    staked: float
    mean: float
    variance: float
    exact: bool


@dataclass(frozen=True)
class ExpectedHold:
    """The parts are taken as uncorrelated; each widened by what the boxes of a round share."""

    parts: tuple[HoldPart, ...]

    @property
    def mean(self) -> float:
        return sum(part.mean for part in self.parts)

    @property
    def staked(self) -> float:
        return sum(part.staked for part in self.parts)

    @property
    def deviation(self) -> float:
        return sqrt(sum(part.variance for part in self.parts))

    @property
    def band(self) -> tuple[float, float]:
        """Between these lie 95 of 100 days."""
        half = TWO_SIDED_95 * self.deviation
        return self.mean - half, self.mean + half

    @property
    def counted(self) -> tuple[str, ...]:
        """Wagers whose mean is not exact: those that exact values say nothing of."""
        return tuple(part.name for part in self.parts if not part.exact)

    def as_json(self) -> dict[str, Any]:
        return {
            "mean_cents": self.mean,
            "deviation_cents": self.deviation,
            "band_95_cents": list(self.band),
            "staked_cents": self.staked,
            "share_of_wagers": self.mean / self.staked if self.staked else None,
            "parts": [
                {
                    "wager": part.name,
                    "staked_cents": part.staked,
                    "mean_cents": part.mean,
                    "exact": part.exact,
                }
                for part in self.parts
            ],
        }


def expected_hold(
    figures: Figures, exact_ev: float | None, sides: tuple[SideFigures, ...], rounds: int
) -> ExpectedHold:
    """`exact_ev` is of the main wager with the super bonus. What a meter, a prize or a wheel pays is not in
    it, so wagers that a wheel decides are left out."""
    stake, boxes = figures.plan.staked, figures.plan.boxes
    wagers = rounds * boxes
    fresh = figures.plan.cut is None  # a shoe that is dealt on has another value than the exact one
    ev = exact_ev if exact_ev is not None and fresh else figures.ev
    spread = wagers * figures.variance * figures.dependence * stake**2
    exact = exact_ev is not None and fresh
    parts = [HoldPart("main wager", wagers * stake, -ev * wagers * stake, spread, exact)]
    for side in sides:
        if side.spins or not figures.results:
            continue
        often = wagers * side.wagers / figures.results  # insurance is not offered in every round
        worth = side.exact_ev if side.exact_ev is not None and fresh else side.ev
        unit = side.unit
        parts.append(
            HoldPart(
                side.offer.id,
                often * unit if side.offer.rides_on is None else 0.0,
                -worth * often * unit,
                often * boxes * side.variance * unit**2,
                side.exact_ev is not None and fresh,
            )
        )
    return ExpectedHold(tuple(parts))
