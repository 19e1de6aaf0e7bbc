"""What counts say of a side wager, line by line, beside its exact value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import Any

from vingt.analysis.exact.side.cases import as_offered
from vingt.analysis.exact.side.first_box import suits_of_first_card
from vingt.analysis.exact.side.value import SideWagerValue, ValuedLine, value
from vingt.analysis.progressive.value import progressive_value
from vingt.analysis.simulation.counts import Counts, SideSquares, Tally
from vingt.analysis.simulation.figures.jackpot_draws import Sitting
from vingt.analysis.simulation.figures.jackpots import JackpotFigures, is_progressive, jackpot_figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.lookups import side_lookups
from vingt.analysis.simulation.side.stakes import NOT_OFFERED, SideOutcome, carried, stake_of
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.document import Document
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.outcome import LOSE, TRIGGER


@dataclass(frozen=True)
class SideFigures:
    """Per unit staked on one box; what comes with another wager, per unit staked on that. A share of a meter,
    a prize and a wheel's spin count nothing. Boxes of one round, and rounds of one shoe, hang on the same
    cards: their error comes from the `squares` of whole rounds or shoes. How often a line comes is only
    compared as if all boxes of its `rounds` always did the same, which is never too bold."""

    offer: OfferedWager
    tally: Tally
    outcomes: tuple[SideOutcome, ...]
    unit: int
    rounds: int
    fresh: bool  # a shoe that is dealt on has another value than the exact one
    exact: SideWagerValue
    valued: bool = True  # whether the exact value is of this table
    squares: SideSquares | None = None  # of what whole rounds or shoes gained; None: all are independent
    jackpot: JackpotFigures | None = None  # of a progressive wager: what meters, wheels and draws pay besides

    @property
    def wagers(self) -> int:
        return sum(self.tally.values())

    @cached_property
    def ev(self) -> float:
        return self.moment(1)

    @cached_property
    def variance(self) -> float:
        return max(0.0, self.moment(2) - self.ev**2)

    def moment(self, power: int) -> float:
        gained = sum(
            self.tally.get(each.name, 0) * (each.returns - each.staked) ** power for each in self.outcomes
        )
        return gained / (self.wagers * self.unit**power) if self.wagers else 0.0

    @property
    def standard_error(self) -> float:
        if self.rounds <= 1:
            return inf
        if self.squares is None:
            return sqrt(self.variance / self.wagers)
        nets, mixed, many = self.squares
        ev = self.ev * self.unit
        return sqrt(max(nets - 2 * ev * mixed + ev * ev * many, 0.0)) / (self.wagers * self.unit)

    @property
    def hits(self) -> float:
        return 1 - self.times(LOSE) / self.wagers if self.wagers else 0.0

    def times(self, outcome: str) -> int:
        return sum(self.tally.get(each.name, 0) for each in self.outcomes if each.outcome == outcome)

    @property
    def spins(self) -> bool:
        """Whether a wheel decides what is won: then only how often it is spun is simulated."""
        return any(each.outcome == TRIGGER for each in self.outcomes)

    @property
    def lines(self) -> tuple[tuple[ValuedLine, int], ...]:
        """Every line of the exact value, or all of a wheel as one, and how often it came."""
        lines = self.exact.lines
        if self.spins:
            spun = ValuedLine(TRIGGER, self.exact.hit_frequency, "wheel spin", None)
            lines = (spun, *(line for line in lines if line.line == LOSE))
        return tuple((line, self.times(line.line)) for line in lines)

    @property
    def comparable(self) -> bool:
        """Whether the exact value is of the same thing. What comes free with another wager is valued at one
        stake of that; of several winning hands of a split one is valued."""
        if self.offer.rides_on is not None and self.unit != FREE_BONUS_STAKE:
            return False
        return self.valued and dict(self.offer.options).get("split_hands") != "each_hand"

    @property
    def exact_ev(self) -> float | None:
        return float(self.exact.ev) if self.comparable and self.exact.ev is not None else None

    @property
    def off(self) -> float | None:
        """The difference from the exact value in standard errors; of a wheel, of how often it is spun."""
        if not self.fresh:
            return None
        if self.spins:
            return self.line_off(*self.lines[0])
        return off(self.ev, self.exact_ev, self.standard_error)

    def line_off(self, line: ValuedLine, count: int) -> float | None:
        """The same for how often a line came, by the error that its exact probability gives."""
        chance = float(line.probability)
        if not (self.fresh and self.comparable and self.wagers):
            return None
        return off(count / self.wagers, chance, sqrt(chance * (1 - chance) / self.rounds))

    def as_json(self) -> dict[str, Any]:
        return {
            "wager": self.offer.id,
            "paytable": self.offer.paytable.id,
            "stake": self.unit,
            "wagers": self.wagers,
            "ev": None if self.spins else self.ev,
            "standard_error": None if self.spins else finite(self.standard_error),
            "variance": None if self.spins else self.variance,
            "hit_frequency": self.hits,
            "exact_ev": None if self.spins else self.exact_ev,
            "standard_errors_from_exact": self.off,
            "covers": self.exact.covers,
            "lines": [
                {
                    "line": line.line,
                    "count": count,
                    "probability": count / self.wagers if self.wagers else 0.0,
                    "exact_probability": float(line.probability) if self.comparable else None,
                    "pays": line.pays,
                }
                for line, count in self.lines
            ],
            **({"progressive": self.jackpot.as_json()} if self.jackpot else {}),
        }


def side_figures(
    plan: Plan, counts: Counts, document: Document, words: Mapping[str, Any]
) -> tuple[SideFigures, ...]:
    """Every side wager of the plan. `words` are the choices of the submission."""
    lookups = side_lookups(plan.rules, plan.wagers, plan.stake, plan.boxes)
    return tuple(
        one_side(plan, counts, name, outcomes, document, words)
        for name, outcomes in zip(lookups.names, lookups.outcomes, strict=True)
        if name in counts.sides
    )


def one_side(
    plan: Plan,
    counts: Counts,
    name: str,
    outcomes: tuple[SideOutcome, ...],
    document: Document,
    words: Mapping[str, Any],
) -> SideFigures:
    offer = plan.rules.wager(name)
    assert offer is not None
    companion = plan.rules.wager(offer.rides_on) if offer.rides_on is not None else None
    unit = stake_of(plan.rules, companion or offer, plan.stake)
    tally = {outcome: times for outcome, times in counts.sides[name].items() if outcome != NOT_OFFERED}
    case = as_offered(document, plan.rules, offer, words)
    case = replace(case if companion else replace(case, stake=unit), strategy=plan.strategy)
    leans = bool(suits_of_first_card(plan.rules))  # then the first box has another value than the others
    try:
        exact, valued = value(replace(case, first_box=leans)), not leans or plan.hands == 1
    except NotCarried:  # the play of hands has no exact value here; what lines there are is asked elsewhere
        exact, valued = value(replace(case, offered_at=None, strategy=None)), False
    hands = plan.boxes if "switch" in offer.needs else plan.hands  # one wager lies on both hands
    rounds, fresh = -(-sum(tally.values()) // hands), plan.cut is None
    jackpot = None
    if is_progressive(plan.rules, offer) and rounds:
        jackpot = jackpot_figures(
            Sitting(plan.rules, offer, unit, plan.boxes),
            plan.seed,
            rounds,
            tally,
            outcomes,
            progressive_value(case, plan.boxes) if valued else None,
            fresh=fresh,
        )
    squares = counts.side_squares.get(name)
    return SideFigures(offer, tally, outcomes, unit, rounds, fresh, exact, valued, squares, jackpot)


def every_wager(rules: TableRules, stake: int, boxes: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All side wagers of a table that can be simulated, and of the others why not."""
    names, refused = [], []
    for offer in rules.wagers:
        if offer.rides_on is not None:
            continue
        try:
            stake_of(rules, carried(rules, offer.id, boxes), stake)
            names.append(offer.id)
        except NotCarried as refusal:
            refused.append(str(refusal))
    return tuple(names), tuple(refused)


def off(value: float, exact: float | None, error: float) -> float | None:
    if exact is None or not 0 < error < inf:
        return None
    return (value - exact) / error


def finite(number: float) -> float | None:
    return number if isfinite(number) else None
