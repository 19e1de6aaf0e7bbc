"""What a progressive wager returns with its meters where they stand, and what the meters do.

The convention: a fresh shoe; the stake is gone (readings J-4, I-119); one wager of the stake that the table
takes; a meter pays what it shows. Nobody else plays unless `players` says so: then other players' spins pay
community prizes, and a meter that one hand of the dealer's wins for all is paid to the first in settlement
order, its reset to the others (reading J-7), so that a seat has its part of it; where the table accepts equal
shares, all have a part of what shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.side.value import (
    TWO_AMOUNTS,
    MeterValue,
    SideWagerValue,
    one_spin_for_all,
    symbols,
    value,
)
from vingt.analysis.progressive.meter_law import MeterLaw, PartialAward
from vingt.core.wagers.outcome import TRIGGER, sight_of
from vingt.core.wagers.registry import EVALUATORS


class PlayPace(NamedTuple):
    """How fast wagers come: `players` with this wager at each of `tables`, each playing `rounds` an hour."""

    rounds: int = 60
    players: int = 1
    tables: int = 1

    @property
    def wagers(self) -> int:
        return self.rounds * self.players * self.tables


class AddedReturn(NamedTuple):
    """What comes on top of the paytable's own lines, per unit staked."""

    name: str
    adds: Fraction
    because: str


@dataclass(frozen=True)
class ProgressiveValue:
    side: SideWagerValue
    players: int
    added: tuple[AddedReturn, ...]

    @property
    def case(self) -> Case:
        return self.side.case

    @cached_property
    def fixed(self) -> Fraction | None:
        """The expected net result per unit staked of all that no meter pays."""
        if self.side.ev is None:
            return None
        return self.side.ev + sum((part.adds for part in self.added), Fraction(0))

    @property
    def main(self) -> MeterValue | None:
        """The meter that the rulebook prints first."""
        return self.side.meters[0] if self.side.meters else None

    @property
    def won_together(self) -> bool:
        """One hand of the dealer's decides it for everybody at once."""
        return sight_of(EVALUATORS[self.case.wager.evaluator]).player_cards == 0

    @property
    def shared_equally(self) -> bool:
        """Whether the table accepts that several winners share what shows, where J-7 pays them in turn."""
        rules = self.case.offered_at
        return rules is not None and rules.settlement.meter_winners == "equal_share"

    def adds(self, meter: MeterValue, amount: Fraction) -> Fraction:
        """The return per unit staked of a meter at so many cents, to a seat that is first as often as any."""
        if self.won_together and self.players > 1:
            others = 0 if self.shared_equally else (self.players - 1) * meter.reset
            amount = (amount + others) / self.players
        return meter.share * amount / meter.stake

    def ev_at(self, amounts: Mapping[str, Fraction]) -> Fraction | None:
        """The expected net result per unit staked; a meter that is not named stands at its reset."""
        if self.fixed is None:
            return None
        return self.fixed + sum(
            (self.adds(each, amounts.get(each.name, Fraction(each.reset))) for each in self.side.meters),
            Fraction(0),
        )

    def break_even(self, name: str) -> Fraction | None:
        """The cents at which a meter makes the wager fair, all others at reset; None where it cannot, or
        where the wager is more than fair without it."""
        meter = next(each for each in self.side.meters if each.name == name)
        nothing = self.ev_at({name: Fraction(0)})
        slope = self.adds(meter, Fraction(1)) - self.adds(meter, Fraction(0))
        if nothing is None or not slope or nothing > 0:
            return None
        return -nothing / slope

    @property
    def never_fair(self) -> str:
        """Why no amount of the main meter makes it just fair; "" where one does."""
        main = self.main
        if self.fixed is None:
            return "the submission states no weights for the wheel, so what a spin is worth is open"
        if main is None:
            return f"nothing in paytable {self.case.paytable.id} wins a meter"
        if not main.share:
            return f"the meter {main.name} cannot be won from this shoe"
        if self.break_even(main.name) is None:
            nothing = self.ev_at({main.name: Fraction(0)}) or Fraction(0)
            return f"it returns {float(1 + nothing):.2%} with nothing in the meter {main.name}"
        return ""

    def law(self, meter: MeterValue, rate: Fraction | None = None) -> MeterLaw | None:
        """From reset to hit, wager by wager (round by round where all win together); None without a rate."""
        rate = meter.rate if rate is None else rate
        if rate is None or not meter.whole:
            return None
        together = self.players if self.won_together else 1
        partial = tuple(
            PartialAward(share, chance)
            for share, chance in self.awards(meter.name)
            if 0 < share < 1 and chance
        )
        return MeterLaw(Fraction(meter.reset), rate * meter.stake * together, meter.whole, partial)

    def awards(self, name: str) -> list[tuple[Fraction, Fraction]]:
        return [
            (paid.pays.share, line.probability)
            for line in self.side.lines
            for paid in line.paid
            if paid.pays.kind == "meter" and paid.pays.meter == name
        ]

    def wagers_an_hour(self, pace: PlayPace) -> int:
        """Chances an hour that a meter is hit: wagers, or rounds where one hand decides for all."""
        return pace.rounds * pace.tables if self.won_together else pace.wagers

    def seed_contribution(self, meter: MeterValue) -> Fraction:
        """The part of every stake that pays for the resets: each hit costs one."""
        return meter.whole * meter.reset / meter.stake


def progressive_value(case: Case, players: int = 1) -> ProgressiveValue:
    side = value(replace(case, players=players))
    return ProgressiveValue(side, players, (*drawn(side), *community(case, players)))


def drawn(side: SideWagerValue) -> list[AddedReturn]:
    """Bad Beat's bonuses in the rounds that the system draws, at the submission's rates (reading J-43)."""
    return [
        AddedReturn(bonus.line, bonus.adds, f"drawn in {float(bonus.rate):.4%} of the rounds")
        for bonus in side.draws()
    ]


def community(case: Case, players: int) -> list[AddedReturn]:
    """What other players' spins pay this one: the second amount of a two-amount symbol (I-97, J-50)."""
    if players < 2 or case.community is None or not case.wheel or one_spin_for_all(case):
        return []
    trigger = value(replace(case, wheel=())).lines[0]
    assert trigger.line == TRIGGER
    second = {line.outcome: line.pays.amount for line in case.community.lines}
    worth = sum(
        (
            line.probability * second[line.line]
            for line in symbols(case, case.wheel, trigger.probability)
            if TWO_AMOUNTS.match(line.line) and line.line in second
        ),
        Fraction(0),
    )
    because = f"{players - 1} other player{'s' if players > 2 else ''} with this wager at the table"
    return [AddedReturn("community pay", (players - 1) * worth / case.stake, because)] if worth else []
