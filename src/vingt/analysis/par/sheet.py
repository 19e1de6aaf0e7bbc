"""All of a PAR sheet: the value of a wager with everything that is reckoned from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vingt.analysis.counting.attack import Attack, attack
from vingt.analysis.counting.protection import Samples
from vingt.analysis.exact.side.cases import NotOffered
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.par.correlation import MainCorrelation, correlation
from vingt.analysis.par.figures import ParFigures, PrizeExposure
from vingt.analysis.simulation.figures.side_wagers import every_wager
from vingt.analysis.simulation.lookups.layout import laid_flat
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import usual_wager

SHOES = 100  # dealt to see what a count takes


@dataclass(frozen=True)
class ParSheet:
    figures: ParFigures
    exposure: PrizeExposure | None
    correlation: MainCorrelation | None
    counted: Attack | None
    by_decks: tuple[tuple[int, SideWagerValue], ...]

    @property
    def value(self) -> SideWagerValue:
        return self.figures.value


def plan_for(rules: TableRules, seed: int = 1) -> Plan:
    """Best play, a super bonus aimed at, with every side wager that can be simulated, with none where they
    cannot be together with the table; NotCarried where the table itself cannot be."""
    stake = usual_wager(rules)
    names, _ = every_wager(rules, stake, 1)
    whole = Plan(rules, None, stake, seed, wagers=names, aims_at_super_bonus=rules.super_bonus is not None)
    try:
        laid_flat(whole)
    except NotCarried:
        whole = replace(whole, wagers=())
        laid_flat(whole)
    return whole


def par_sheets(
    rules: TableRules,
    values: Sequence[SideWagerValue],
    done: Callable[[], None] = lambda: None,
    shoes: int = SHOES,
) -> list[ParSheet]:
    """The sheets of wagers at a table, in their order; `done` is called after each."""
    samples = Samples(shoes)
    try:
        plan = plan_for(rules)
    except NotCarried:
        plan = None
    sheets = []
    for valued in values:
        figures = ParFigures(valued)
        sheets.append(
            ParSheet(
                figures,
                figures.exposure(rules),
                correlation(valued, plan),
                counted_by(valued, samples),
                tuple(figures.by_decks()),
            )
        )
        done()
    return sheets


def counted_by(valued: SideWagerValue, samples: Samples) -> Attack | None:
    try:
        return attack(valued.case, samples.of(valued.case))
    except (NotCarried, NotOffered):
        return None
