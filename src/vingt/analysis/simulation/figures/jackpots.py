"""A progressive wager in a run: wheels, community pays, drawn bonuses, meters, beside their exact values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from vingt.analysis.exact.side.drawn_bonus import BONUSES
from vingt.analysis.exact.side.value import ValuedLine
from vingt.analysis.progressive.value import ProgressiveValue
from vingt.analysis.simulation.counts import Tally
from vingt.analysis.simulation.figures.jackpot_draws import (
    DrawnPay,
    Sitting,
    drawn_bonuses,
    numbers_for,
    spins,
)
from vingt.analysis.simulation.figures.meter_walk import MeterHits, WalkedMeter, walk, walk_to_triggers
from vingt.analysis.simulation.side.stakes import SideOutcome
from vingt.core.progressive.chance import RATES
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import TRIGGER


@dataclass(frozen=True)
class CountedPay:
    """One line or one stop of a wheel: how often it paid, and with what chance for one wager it does."""

    name: str
    times: int
    chance: Fraction | None


@dataclass(frozen=True)
class JackpotFigures:
    """Per unit staked on one box, with every meter at its reset. `pays` is all that was paid, of the table's
    own lines too; `rounds` is of one box. Boxes of a round count as if they always did the same, so no error
    is too small."""

    wagers: int
    rounds: int
    stake: int
    pays: tuple[DrawnPay, ...]
    lines: tuple[CountedPay, ...]
    meters: tuple[WalkedMeter, ...]
    must_hits: tuple[WalkedMeter, ...]
    worth: Mapping[str, Fraction]  # of a meter at its reset to one who wins it, in cents
    exact: ProgressiveValue | None
    fresh: bool

    def cents(self, pay: DrawnPay) -> Fraction:
        return pay.amount + pay.share * self.worth.get(pay.meter, Fraction(0))

    @cached_property
    def ev(self) -> float:
        won = sum(pay.times * self.cents(pay) for pay in self.pays)
        return float(won / (self.wagers * self.stake)) - 1 if self.wagers else 0.0

    @cached_property
    def standard_error(self) -> float:
        if self.rounds < 2:
            return float("inf")
        squares = sum(pay.times * self.cents(pay) ** 2 for pay in self.pays)
        mean = (self.ev + 1) * self.stake
        counted = max(float(squares) / self.wagers - mean * mean, 0.0) / self.stake**2
        return sqrt(max(counted, self.exact_variance) / self.rounds)

    @cached_property
    def exact_variance(self) -> float:
        """Of one wager, per unit staked, by the chances of its lines with the meters at their reset; 0 where
        they are not known. A run in which the jackpot never fell has seen too little of it."""
        if self.exact is None or not self.fresh or self.exact.side.ev is None:
            return 0.0
        gains = [
            (float(line.probability), float((line.net or 0) + self.of_meters(line)))
            for line in self.exact.side.lines
        ]
        mean = sum(chance * gain for chance, gain in gains)
        return sum(chance * gain * gain for chance, gain in gains) - mean * mean

    def of_meters(self, line: ValuedLine) -> Fraction:
        paid = (each.pays for each in line.paid if each.pays.kind == "meter")
        won = sum((pay.share * self.worth.get(pay.meter, Fraction(0)) for pay in paid), Fraction(0))
        return won / self.stake

    @property
    def exact_ev(self) -> float | None:
        ev = self.exact.ev_at({}) if self.exact is not None else None
        return None if ev is None else float(ev)

    @property
    def off(self) -> float | None:
        """The difference from the exact return in standard errors; a shoe that is dealt on has another."""
        if self.exact_ev is None or not self.fresh or not 0 < self.standard_error < float("inf"):
            return None
        return (self.ev - self.exact_ev) / self.standard_error

    def line_off(self, line: CountedPay) -> float | None:
        if line.chance is None or not self.fresh or not 0 < line.chance < 1 or not self.rounds:
            return None
        chance = float(line.chance)
        return (line.times / self.wagers - chance) / sqrt(chance * (1 - chance) / self.rounds)

    def as_json(self) -> dict[str, Any]:
        return {
            "return_at_reset": 1 + self.ev,
            "ev_at_reset": self.ev,
            "standard_error": self.standard_error if self.standard_error < float("inf") else None,
            "exact_ev_at_reset": self.exact_ev,
            "standard_errors_from_exact": self.off,
            "paid": [
                {
                    "line": line.name,
                    "count": line.times,
                    "probability": line.times / self.wagers if self.wagers else 0.0,
                    "exact_probability": None if line.chance is None else float(line.chance),
                    "standard_errors_from_exact": self.line_off(line),
                }
                for line in self.lines
            ],
            "meters": [meter.as_json() for meter in self.meters],
            "must_hit": [meter.as_json() for meter in self.must_hits],
        }


def is_progressive(rules: TableRules, wager: OfferedWager) -> bool:
    rates = any(option in dict(wager.options) for option in RATES.values())
    return bool(wager.meters or wager.wheel or rates or list(must_hit_meters(rules, wager)))


def must_hit_meters(rules: TableRules, wager: OfferedWager) -> Iterator[tuple[OfferedWager, Meter]]:
    """Meters with a secret trigger that this wager feeds: its own, and those of what comes with it."""
    for each in rules.wagers:
        if each.id == wager.id or each.rides_on == wager.id:
            for meter in each.meters:
                if meter.maximum is not None:
                    yield each, meter


def jackpot_figures(
    at: Sitting,
    seed: int,
    rounds: int,
    tally: Tally,
    outcomes: tuple[SideOutcome, ...],
    exact: ProgressiveValue | None,
    *,
    fresh: bool,
) -> JackpotFigures:
    """Of a wager that was made in `rounds` rounds of every box."""
    wager, wagers = at.wager, sum(tally.values())
    triggered = sum(tally.get(each.name, 0) for each in outcomes if each.outcome == TRIGGER)
    spun = spins(at, triggered, numbers_for(seed, wager.id, "wheel"))
    bonuses = drawn_bonuses(at, rounds, numbers_for(seed, wager.id, "bonus"))
    by_lines = [pay for each in outcomes for pay in paid_by(at, each, tally.get(each.name, 0))]
    pays = (*by_lines, *spun, *bonuses)
    together = exact is not None and exact.won_together and at.boxes > 1
    equal = at.rules.settlement.meter_winners == "equal_share"
    divided = at.boxes if together and equal else 1
    meters = []
    for meter in wager.meters:
        if meter.maximum is None:
            awards = awards_of(meter, pays, at.boxes if together else 1)
            hits = (
                MeterHits(rounds, at.stake * at.boxes, awards, at.boxes, equal)
                if together
                else MeterHits(wagers, at.stake, awards)
            )
            draw = numbers_for(seed, wager.id, "meter", meter.name)
            meters.append(walk(meter, hits, draw, mean_at_hit(exact, meter)))
    return JackpotFigures(
        wagers,
        rounds,
        at.stake,
        pays,
        tuple(counted(pays, exact)),
        tuple(meters),
        tuple(
            walk_to_triggers(
                each, meter, rounds, at.stake * at.boxes, numbers_for(seed, each.id, "trigger", meter.name)
            )
            for each, meter in must_hit_meters(at.rules, wager)
        ),
        {meter.name: Fraction(meter.reset, divided) for meter in wager.meters},
        exact,
        fresh,
    )


def paid_by(at: Sitting, outcome: SideOutcome, times: int) -> Iterator[DrawnPay]:
    """What the table's settlement returns on an outcome, and what its lines take from meters."""
    if outcome.outcome == TRIGGER or not times:
        return
    if outcome.returns:
        yield DrawnPay("", times, outcome.returns)
    for line in at.wager.paytable.lines:
        many = outcome.lines.count(line.outcome)
        if line.pays.kind == "meter" and many:
            yield DrawnPay(line.outcome, times * many, 0, line.pays.meter, line.pays.share)


def awards_of(meter: Meter, pays: tuple[DrawnPay, ...], winners: int) -> tuple[tuple[Fraction, int], ...]:
    """How often each share of a meter was won; where all boxes win at once, that counts once."""
    shares = {pay.share for pay in pays if pay.meter == meter.name}
    return tuple(
        (share, sum(pay.times for pay in pays if (pay.meter, pay.share) == (meter.name, share)) // winners)
        for share in sorted(shares)
    )


def mean_at_hit(exact: ProgressiveValue | None, meter: Meter) -> float | None:
    if exact is None:
        return None
    valued = next((each for each in exact.side.meters if each.name == meter.name), None)
    law = exact.law(valued, meter.rate) if valued is not None else None
    return None if law is None else float(law.mean_at_hit)


def counted(pays: tuple[DrawnPay, ...], exact: ProgressiveValue | None) -> Iterator[CountedPay]:
    """Lines that meters pay, stops of wheels and drawn bonuses, in the order of the exact value."""
    chances: dict[str, Fraction] = {}
    if exact is not None:
        chances = {line.line: line.probability for line in exact.side.lines}
        for line, (option, chance_of) in BONUSES.items():
            rate = exact.case.options.get(option)
            if isinstance(rate, Fraction):
                chances[line] = rate * chance_of(exact.case)
    names = [name for name in dict.fromkeys(pay.name for pay in pays) if name]
    for name in sorted(
        names, key=lambda name: list(chances).index(name) if name in chances else len(chances)
    ):
        yield CountedPay(name, sum(pay.times for pay in pays if pay.name == name), chances.get(name))
