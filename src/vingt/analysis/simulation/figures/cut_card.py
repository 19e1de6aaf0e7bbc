"""The effect of the cover card, with less chance in it than the counts alone have.

Nobody at the table counts cards, so any fixed round of a shoe is worth what a round from a fresh shoe is: the
cards that come next are as good as the first ones, however many went before. That holds for every box of
several: whether the next card goes to this box, to the dealer or to somebody else is settled before it is
seen, so what the box and the dealer get is dealt like the cards of a box alone. What a shoe brings beyond a
fixed number of rounds, or falls short of it, is all that the cover card changes. So the exact value stands
for those rounds, and only the difference is taken from the simulation."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.figures.side_wagers import finite

MOST_SHORT = 10_000
WHO_COUNTS = "it is not told any better of a player who counts"
TWO_SIDES = "the suit of a card names the side of a double shoe, so that later rounds may have another value"
FEW_CARDS = "no fixed number of rounds can be dealt from every shoe"
RUN_SHORT = "too many shoes run short within the rounds that the exact value would stand for"


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
    def is_none(self) -> bool:
        """Every shoe has the same number of rounds, whatever its cards: then nothing hangs on them."""
        return self.standard_error == 0

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
            "as_good_as_times_the_rounds": finite(self.worth_rounds),
        }


def why_plain(figures: Figures) -> str:
    """Why the exact value stands for no rounds of these shoes; nothing where it does. What shoes change that
    had not cards for the control less often than once in ten thousand is far below the error."""
    plan, counts = figures.plan, figures.counts
    if plan.counter is not None:
        return WHO_COUNTS
    if plan.rules.variant.has_determinant:
        return TWO_SIDES
    if counts.control is None:
        return FEW_CARDS
    return RUN_SHORT if counts.control.short > counts.shoes / MOST_SHORT else ""


def cut_card_effect(figures: Figures, exact: float | None) -> CutCardEffect | None:
    """None without an exact value or without shoes. Without a control, the effect is what the plain estimate
    says."""
    counts, stake = figures.counts, figures.plan.staked * figures.plan.boxes
    control, shoes = counts.control, counts.shoes
    if exact is None or shoes < 2:
        return None
    if control is None or why_plain(figures):
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
    return CutCardEffect(ev, float(exact), error, rounds, fixed, (plain / error) ** 2 if error else inf)
