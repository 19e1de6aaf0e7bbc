"""A must-hit meter: a secret value between reset and maximum, and the contribution that reaches it hits.

The trigger is drawn by its published law: evenly over the cents above reset up to the maximum, or by weights
of bands (reading J-46). While it has not been reached it lies above what shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil


@dataclass(frozen=True)
class TriggerBand:
    """Triggers above `low` up to `high` cents, evenly, with this whole weight."""

    low: int
    high: int
    weight: int

    def weight_above(self, amount: Fraction) -> Fraction:
        """The weight of its triggers that lie above an amount."""
        if amount >= self.high:
            return Fraction(0)
        return self.weight * Fraction(self.high - max(amount, Fraction(self.low))) / (self.high - self.low)


@dataclass(frozen=True)
class MustHit:
    bands: tuple[TriggerBand, ...]
    contribution: Fraction  # cents that one wager adds
    stake: int  # cents of the wager that it rides on

    @property
    def reset(self) -> int:
        return min(band.low for band in self.bands)

    @property
    def maximum(self) -> int:
        return max(band.high for band in self.bands)

    def chance(self, amount: Fraction) -> Fraction:
        """That one contribution to a meter standing here reaches the trigger, which it has not yet."""
        above = self.above(amount)
        return (above - self.above(amount + self.contribution)) / above if above else Fraction(1)

    def above(self, amount: Fraction) -> Fraction:
        return sum((band.weight_above(amount) for band in self.bands), Fraction(0))

    def adds(self, amount: Fraction) -> Fraction:
        """What it returns per unit staked on the wager it rides on. However many take part: the chance is in
        proportion to what they contribute together, and one of them is drawn evenly."""
        paid = min(amount + self.contribution, Fraction(self.maximum))
        return self.chance(amount) * paid / self.stake

    @property
    def mean_trigger(self) -> Fraction:
        total = sum(band.weight for band in self.bands)
        return sum(
            (Fraction(band.weight * (band.low + band.high), 2 * total) for band in self.bands), Fraction(0)
        )

    @property
    def mean_wagers(self) -> Fraction:
        """From the reset to the hit: after each step the chance that the trigger still lies above, which is
        a line within a band, so that its steps are summed by the first and the last of them."""
        steps, at = Fraction(0), Fraction(self.reset)
        for high in sorted(band.high for band in self.bands):
            inside = ceil((high - at) / self.contribution)
            if inside > 0:
                last = at + (inside - 1) * self.contribution
                steps += inside * (self.above(at) + self.above(last)) / 2
                at += inside * self.contribution
        return steps / self.above(Fraction(self.reset))

    @property
    def mean_at_hit(self) -> Fraction:
        """Of what is paid: the step that reaches the trigger goes a little over it, not over the maximum."""
        steps = ceil((self.maximum - self.reset) / self.contribution)
        last = self.reset + (steps - 1) * self.contribution
        over = last + self.contribution - self.maximum
        sure = self.above(last) / self.above(Fraction(self.reset))
        return self.reset + self.contribution * self.mean_wagers - sure * over

    def fair_at(self, needed: Fraction) -> Fraction | None:
        """The least amount at which it adds this much per unit staked; None where it never does."""
        low, high = Fraction(self.reset), Fraction(self.maximum) - self.contribution
        if self.adds(high) < needed:
            return None
        for start in sorted({Fraction(band.low) for band in self.bands}):
            end = min(next((Fraction(b.high) for b in self.bands if b.low == start), high), high)
            if self.adds(end) >= needed:
                return self.solve(needed, max(low, start), end)
        return None

    def solve(self, needed: Fraction, low: Fraction, high: Fraction) -> Fraction:
        """Within one band, where it grows; to a hundredth of a cent."""
        if self.adds(low) >= needed:
            return low
        while high - low > Fraction(1, 100):
            middle = Fraction(round((low + high) * 500), 1000)
            low, high = (middle, high) if self.adds(middle) < needed else (low, middle)
        return high


def uniform(reset: int, maximum: int) -> tuple[TriggerBand, ...]:
    return (TriggerBand(reset, maximum, 1),)


def bands_of(law: Sequence[tuple[int, int, int]], reset: int, maximum: int) -> tuple[TriggerBand, ...]:
    """The law a submission states, or the even one."""
    return tuple(TriggerBand(*band) for band in law) or uniform(reset, maximum)
