"""What was found about one table, in dollars an hour, and in one sentence for its director."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vingt.analysis.counting.attack import Attack, Taken
from vingt.analysis.counting.main_risk import MainRisk
from vingt.analysis.counting.protection import SHUFFLE_SECONDS, SideRisk, own_cut, rounds_a_shoe, time_lost
from vingt.analysis.counting.seen_card import SeenCards
from vingt.core.money import Cents, dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS
from vingt.report.words.figures import percent

NAMED = 6  # side wagers that the sentence names


@dataclass(frozen=True)
class RuleChange:
    """A choice the rulebook leaves: what it does to the house edge, and what the count then takes."""

    choice: str
    house_edge_by: float
    counted: Taken


@dataclass(frozen=True)
class TableExposure:
    """All that was found about one table. `stakes` are the highest that it takes on each side wager."""

    rules: TableRules
    main: MainRisk | None
    changes: Sequence[RuleChange]
    sides: Sequence[SideRisk]
    seen: SeenCards | None
    per_hour: float
    unit: Cents
    spread: int
    stakes: Mapping[str, Cents]

    @property
    def cut(self) -> float:
        return own_cut(self.rules)

    @property
    def reshuffled(self) -> bool:
        """Whether cards go back after every round, so that nothing is left to count."""
        return self.rules.shoe.shuffler == "continuous"

    @property
    def shuffle_seconds(self) -> int:
        return SHUFFLE_SECONDS[self.rules.shoe.shuffler]

    def rounds(self, cut: float) -> float | None:
        """Rounds of a shoe, where one was dealt."""
        return None if self.main is None else rounds_a_shoe(self.main.values.sample, cut)

    def idle(self, cut: float) -> float:
        """The share of an hour in which a table with this cut is shuffled."""
        rounds = self.rounds(cut) or cut * self.rules.cards.decks * 10
        return time_lost(rounds, self.per_hour, self.shuffle_seconds)

    def an_hour(self, per_100: float, stake: int) -> Cents:
        return Cents(round(per_100 / 100 * self.per_hour * stake))

    def main_an_hour(self, taken: Taken) -> Cents:
        return self.an_hour(taken.per_100, self.unit)

    def stake(self, case_id: str) -> Cents:
        return self.stakes.get(case_id, self.unit)

    def side_an_hour(self, each: Attack, taken: Taken) -> Cents:
        return self.an_hour(max(taken.per_100, 0.0), self.stake(each.case.wager.id))

    @property
    def honest_an_hour(self) -> float | None:
        """Cents that one player of best play leaves in an hour, one unit a round."""
        return None if self.main is None else -self.main.flat * self.unit * self.per_hour

    @property
    def opened(self) -> list[SideRisk]:
        """Side wagers that a count beats, the dearest first; insurance is in the main wager's figures."""
        open_sides = [each for each in self.sides if each.is_open and not with_main(each)]
        return sorted(open_sides, key=lambda each: -self.risk_an_hour(each))

    def risk_an_hour(self, risk: SideRisk) -> Cents:
        assert risk.offered is not None
        assert risk.counted is not None
        return self.side_an_hour(risk.offered, risk.counted)

    @property
    def headline(self) -> str:
        """Which wagers a count beats and for how much an hour, at the table as it is submitted."""
        if self.reshuffled:
            return (
                "Nothing can be counted at this table: its shuffler takes the cards back after every round. "
                "What follows is what it would lose if it were dealt from a shoe instead."
            )
        where = f"With {percent(self.cut, 0)} of the shoe dealt, as this table is cut, a counter beats "
        parts = []
        if self.main is not None:
            taken = min(self.main.counted, key=lambda each: abs(each.cut - self.cut))
            if taken.per_100 > 0:
                high = dollars(Cents(self.unit * self.spread))
                parts.append(
                    f"the main wager for {dollars(self.main_an_hour(taken))} an hour (wagers from "
                    f"{dollars(self.unit)} to {high})"
                )
        opened = self.opened
        if opened:
            total = dollars(Cents(sum(map(self.risk_an_hour, opened))))
            named = [f"{each.case.wager.name} {dollars(self.risk_an_hour(each))}" for each in opened]
            if len(named) > NAMED:
                named = [*named[:NAMED], f"and {len(named) - NAMED} more"]
            of = len([each for each in self.sides if not with_main(each)])
            parts.append(
                f"{len(opened)} of {of} side wagers, all of them at their highest stake for {total} an hour: "
                + ", ".join(named)
            )
        if not parts:
            told = "neither the main wager nor any side wager" if self.main is not None else "no side wager"
            return f"With {percent(self.cut, 0)} of the shoe dealt, a counter beats {told} of this table."
        return f"{where}{' and '.join(parts)}."


def with_main(risk: SideRisk) -> bool:
    """A wager that one up card offers during the round, as insurance is."""
    return sight_of(EVALUATORS[risk.case.wager.evaluator]).up is not None
