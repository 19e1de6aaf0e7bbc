"""The effect of the cover card, with less chance in it than the counts alone have.

Nobody at the table counts cards, so any fixed round of a shoe is worth what a round from a fresh shoe is: the
cards that come next are as good as the first ones, however many went before. What a shoe brings beyond a
fixed number of rounds, or falls short of it, is all that the cover card changes. So the exact value stands
for those rounds, and only the difference is taken from the simulation."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.analysis.simulation.figures.main_wager import Figures

MOST_SHORT = 10_000


@dataclass(frozen=True)
class CutCardEffect:
    """`ev` per round of a shoe dealt to its cover card, `exact` from a fresh one; without the super bonus."""

    ev: float
    exact: float
    standard_error: float
    rounds_of_a_shoe: float
    controlled_rounds: float
    worth_rounds: float  # how many times the rounds the plain estimate would need for this error

    @property
    def effect(self) -> float:
        return self.ev - self.exact

    def as_json(self) -> dict[str, Any]:
        return {
            "ev_without_super_bonus": self.ev,
            "fresh_shoe": self.exact,
            "effect": self.effect,
            "standard_error": self.standard_error,
            "rounds_of_a_shoe": self.rounds_of_a_shoe,
            "controlled_rounds_of_a_shoe": self.controlled_rounds,
            "as_good_as_times_the_rounds": self.worth_rounds,
        }


def cut_card_effect(figures: Figures, exact: float | None) -> CutCardEffect | None:
    """None without an exact value or without shoes. A control is there for one box at a single shoe; it is
    not used where shoes had not cards for it more often than once in ten thousand: less often, what is missed
    is far below the error. Without it, the effect is what the plain estimate says."""
    counts, stake = figures.counts, figures.plan.staked
    control, shoes = counts.control, counts.shoes
    if exact is None or shoes < 2:
        return None
    if control is None or control.short > shoes / MOST_SHORT:
        ev, error = figures.ev_without_super_bonus, figures.standard_error
        return CutCardEffect(ev, float(exact), error, counts.rounds / shoes, 0.0, 1.0)
    fixed = control.rounds / shoes
    rounds = fixed + control.further / shoes
    ev = (fixed * float(exact) * stake + control.net / shoes) / (rounds * stake)
    slope = ev * stake
    total = control.net - slope * control.further
    squares = control.net_squares - 2 * slope * control.products + slope**2 * control.further_squares
    variance = max(squares - total * total / shoes, 0.0) / (shoes - 1)
    error = sqrt(variance / shoes) / (rounds * stake)
    plain = figures.standard_error
    return CutCardEffect(ev, float(exact), error, rounds, fixed, (plain / error) ** 2 if error else 1.0)
