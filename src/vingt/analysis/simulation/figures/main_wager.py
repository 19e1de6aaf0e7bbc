"""What counts say: mean, error, variance and law of the main wager, how often things happened.

Sums are whole numbers until the last division, so equal counts give equal figures on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.plan import Plan

SUPER_BONUS, SWITCH, ENVY = "super bonus", "switch", "envy"
TWO_SIDED_95 = 1.959964


@dataclass(frozen=True)
class Figures:
    """The main wager, per unit staked on one box in one round, or on both hands of a betting position."""

    plan: Plan
    counts: Counts

    @cached_property
    def results(self) -> int:
        """How many net results were counted: one for each box, or betting position, and round."""
        return sum(self.counts.nets.values())

    @cached_property
    def ev(self) -> float:
        """With the super bonus of the player's own hands as it is paid at this stake; envy apart."""
        won = sum(net * count for net, count in self.counts.nets.items())
        return won / (self.results * self.plan.staked) if self.results else 0.0

    @property
    def ev_without_super_bonus(self) -> float:
        return self.ev - self.super_bonus

    @cached_property
    def super_bonus(self) -> float:
        """What the super bonus of the player's own hands added, without envy."""
        if not self.results:
            return 0.0
        return self.super_bonuses * super_bonus_pays(self.plan) / (self.results * self.plan.staked)

    @property
    def super_bonuses(self) -> int:
        return self.counts.events.get(SUPER_BONUS, 0)

    @property
    def envies(self) -> dict[str, tuple[int, int]]:
        """How often boxes were paid for others' super bonuses, line by line, and with how many cents."""
        bonus = self.plan.rules.super_bonus
        if bonus is None or self.plan.boxes < 2:
            return {}
        return {
            line.outcome: (self.counts.events.get(f"{ENVY} {line.outcome}", 0), line.pays.amount)
            for line in bonus.envy
        }

    @property
    def envy(self) -> float:
        """What these added to `ev`, each box being another player."""
        won = sum(times * cents for times, cents in self.envies.values())
        return won / (self.results * self.plan.stake) if self.results else 0.0

    @property
    def envy_error(self) -> float:
        """One hand pays all other boxes of its round."""
        others = self.plan.boxes - 1
        squares = sum(times * cents * cents for times, cents in self.envies.values()) * others
        return sqrt(squares) / (self.results * self.plan.stake) if self.results else inf

    @cached_property
    def variance(self) -> float:
        """Of one box in one round."""
        return spread(
            self.results,
            sum(net * count for net, count in self.counts.nets.items()),
            sum(net * net * count for net, count in self.counts.nets.items()),
        ) / (self.plan.staked**2)

    @cached_property
    def standard_error(self) -> float:
        """From the sums of whole shoes where rounds share one, of whole rounds where boxes share one, else
        from single results. Those sums are without the super bonus, too rare to depend on anything: its own
        variance is added."""
        counts, staked = self.counts, self.plan.staked
        units = counts.shoes if self.plan.cut is not None else counts.rounds
        if units < 2:
            return inf
        if self.plan.cut is None and self.plan.boxes == 1:
            return sqrt(self.variance / units)
        one = spread(units, counts.shoe_net_sum, counts.shoe_net_squares)
        bonus = self.super_bonuses * super_bonus_pays(self.plan) ** 2
        return sqrt(one * units + bonus) / (self.results * staked)

    @property
    def dependence(self) -> float:
        """By how much the variance of a sum of results exceeds that of as many independent ones."""
        if not self.variance or self.standard_error == inf:
            return 1.0
        return self.standard_error**2 * self.results / self.variance

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `ev`."""
        half = TWO_SIDED_95 * self.standard_error
        return self.ev - half, self.ev + half

    @cached_property
    def law(self) -> dict[int, float]:
        """Net cents of one box -> share of the results."""
        return {net: count / self.results for net, count in sorted(self.counts.nets.items()) if count}

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """How often each event happened, per main wager settled; a switch, per position of two."""
        if not self.results:
            return {}
        wagers = self.results * self.plan.rules.variant.boxes_each
        return {
            name: count / (self.results if name == SWITCH else wagers)
            for name, count in sorted(self.counts.events.items())
        }


def spread(number: int, total: int, squares: int) -> float:
    """The variance that a sum and a sum of squares of whole numbers show."""
    if number < 2:
        return 0.0
    return (number * squares - total * total) / (number * (number - 1))


def super_bonus_pays(plan: Plan) -> int:
    """The super bonus in cents at the plan's stake."""
    for tier in plan.rules.super_bonus.tiers if plan.rules.super_bonus else ():
        if tier.wager_min <= plan.stake and (tier.wager_below is None or plan.stake < tier.wager_below):
            return tier.pays.amount
    return 0
