"""The law of one meter from reset to hit: how many wagers it takes, and what it shows then.

Each wager adds `contribution` cents and then wins the whole meter with chance `whole`, a part of it with the
chances in `partial`, or nothing. A part is taken from what shows and leaves the rest standing (reading J-7).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, log, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CELLS_PER_GAP = 400  # of the grid on which partial awards are reckoned, for each mean gap between awards
GAPS_KEPT = 60
NEGLIGIBLE = 1e-10
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)


class PartialAward(NamedTuple):
    share: Fraction
    chance: Fraction


@dataclass(frozen=True)
class MeterLaw:
    start: Fraction
    contribution: Fraction
    whole: Fraction
    partial: tuple[PartialAward, ...] = ()
    maximum: Fraction | None = None

    @property
    def mean_wagers(self) -> Fraction:
        """Wagers from one hit to the next, the winning one counted."""
        return 1 / self.whole

    @property
    def kept(self) -> Fraction:
        """What is still there at the hit of a cent that stood in the meter, in the mean."""
        taken = sum((award.chance * award.share for award in self.partial), Fraction(0))
        return self.whole / (self.whole + taken)

    @property
    def mean_at_hit(self) -> Fraction:
        """The mean of what is paid to the winner of the whole meter.

        With f(x) the mean from a meter at x: f(x) = p(x+c) + sum of q f((1-s)(x+c)) + (1-p-q) f(x+c), whose
        solution is linear in x.
        """
        return self.kept * (self.start + self.contribution / self.whole)

    def wagers_at(self, level: float) -> int:
        """Within so many wagers it is hit with this chance."""
        return max(1, ceil(log1p(-level) / log1p(-float(self.whole)))) if self.whole < 1 else 1

    def quantile(self, level: float) -> float:
        """What the meter shows at the hit is at most this, in cents, with this chance."""
        if not self.partial:
            return float(self.start + self.contribution * self.wagers_at(level))
        values, chances = self.grid
        at = int(np.searchsorted(np.cumsum(chances), level))
        return float(values[min(at, len(values) - 1)])

    @cached_property
    def grid(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the meter shows at the hit, on a grid: from award to award the meter grows by a geometric
        number of contributions; an award is the hit, or leaves its rest to grow on."""
        any_award = self.whole + sum((award.chance for award in self.partial), Fraction(0))
        gap = float(self.contribution / any_award)
        step = gap / CELLS_PER_GAP
        longest = GAPS_KEPT * float(any_award / self.whole)
        cells = ceil(float(self.start) / step + longest * CELLS_PER_GAP)
        size = 1 << ceil(log(2 * cells, 2))
        fade = exp(-step / gap)
        growth = np.fft.rfft((1 - fade) * fade ** np.arange(cells), size)
        values: NDArray[np.float64] = np.arange(cells, dtype=np.float64) * step + step / 2
        standing = np.zeros(cells)
        standing[round(float(self.start) / step)] = 1.0
        at_hit: NDArray[np.float64] = np.zeros(cells, dtype=np.float64)
        while standing.sum() > NEGLIGIBLE:
            showing = np.fft.irfft(np.fft.rfft(standing, size) * growth, size)[:cells]
            at_hit += showing * float(self.whole / any_award)
            standing = np.zeros(cells)
            for award in self.partial:
                left = np.arange(cells) * float(1 - award.share)
                below = left.astype(np.int64)
                mass = showing * float(award.chance / any_award)
                standing += np.bincount(below, mass * (1 - (left - below)), cells)[:cells]
                standing += np.bincount(np.minimum(below + 1, cells - 1), mass * (left - below), cells)[
                    :cells
                ]
        at_hit /= at_hit.sum()
        return values, at_hit
