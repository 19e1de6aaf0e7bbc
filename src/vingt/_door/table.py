"""A table: rules in force, and everything that can be asked of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from vingt._door.amounts import wager_of
from vingt._door.choice import ChosenTable, barred_words, chosen
from vingt._door.figures import Advice, Edge, Progress, Simulation, Strategy, WagerValue
from vingt._door.parts import part_needed
from vingt._door.play import Round, shoe_of
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

if TYPE_CHECKING:
    from vingt.analysis.chart.chart import Chart

RulesSource = str | os.PathLike[str]


def rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks."""
    return library.RULEBOOKS


def table(rules: RulesSource, choices: Mapping[str, Any] | None = None, /, **more: Any) -> Table:
    """A table by what RULES names: a rulebook id, a sample ("md-blackjack/default") or a submission's path.

    Choices change the submission: `table("md-blackjack", decks=8)`; a key with a point in it goes into the
    mapping. Raises NotAllowed with every problem, or Unreadable."""
    chosen_table = chosen(os.fspath(rules), {**(choices or {}), **more})
    return Table(resolve(chosen_table.document, chosen_table.submission), chosen_table)


def check(rules: RulesSource, choices: Mapping[str, Any] | None = None, /, **more: Any) -> Check:
    """Is this submission allowed, to the letter? Unreadable is raised where it cannot be judged."""
    chosen_table = chosen(os.fspath(rules), {**(choices or {}), **more}, to_the_letter=True)
    try:
        resolve(chosen_table.document, chosen_table.submission)
    except NotAllowed as refusal:
        return Check(chosen_table.submission.source, tuple(refusal.problems), str(refusal))
    return Check(chosen_table.submission.source)


@dataclass(frozen=True)
class Check:
    """What is wrong with a submission; true where nothing is, and printed, every problem."""

    source: str
    problems: tuple[Problem, ...] = ()
    text: str = "allowed"

    @property
    def allowed(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        return self.allowed

    def __str__(self) -> str:
        return self.text


class Table:
    """Made by `vingt.table`. Money is whole cents; chances and edges are shares, not percent."""

    def __init__(self, rules: TableRules, chosen_table: ChosenTable) -> None:
        self._rules = rules
        self._chosen = chosen_table

    def __repr__(self) -> str:
        return f"<vingt.Table {self.title!r} of {self.rulebook}>"

    @property
    def title(self) -> str:
        return self._rules.title

    @property
    def rulebook(self) -> str:
        return self._rules.rulebook

    @property
    def identity(self) -> str:
        """The same for tables that play the same, whatever they are called."""
        return self._rules.identity

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest main wager, in cents."""
        return self._rules.wagering.minimum, self._rules.wagering.maximum

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Side wagers of the shipped table that the choices made impossible, each with its clause."""
        return tuple(barred_words(wager) for wager in self._chosen.barred)

    # -- exact -------------------------------------------------------------------------------------------

    def edge(
        self,
        strategy: Strategy | RulesSource = "composition",
        *,
        wager: int | None = None,
        other_players: int = 0,
    ) -> Edge:
        """The house edge of the main wager. `strategy` is best play by the exact cards ("composition"), the
        best "chart", one from `Table.strategy`, or the path of a strategy file; `wager` decides what a super
        bonus is worth."""
        with part_needed():
            from vingt._door.analysis import edge_of

            return edge_of(self._rules, self._followed(strategy), wager_of(self._rules, wager), other_players)

    def strategy(self, *, wager: int | None = None) -> Strategy:
        """The best chart a person can follow."""
        with part_needed():
            from vingt._door.analysis import strategy_of

            return strategy_of(self._rules, wager_of(self._rules, wager))

    def wagers(self) -> list[WagerValue]:
        """Every side wager the table offers, with its exact value."""
        with part_needed():
            from vingt._door.analysis import wagers_of

            return wagers_of(self._chosen.document, self._rules, self._chosen.submission.raw)

    def advise(
        self,
        hand: str,
        up: str,
        seen: str = "",
        *,
        wager: int | None = None,
        doubled: int = 0,
        split_hands: int = 1,
    ) -> list[Advice]:
        """Every action of a hand, best first, from the shoe as it stands: a fresh one without the hand, the
        up card and the cards seen. Cards are written "7s 7h", "T6" or "10♠6♥"; with `wager` the super bonus
        counts."""
        with part_needed():
            from vingt._door.analysis import advice_of

            staked = None if wager is None else wager_of(self._rules, wager)
            return advice_of(self._rules, hand, up, seen, doubled, split_hands, staked)

    # -- played ------------------------------------------------------------------------------------------

    def simulate(
        self,
        rounds: float = 10_000_000,
        *,
        strategy: Strategy | RulesSource = "composition",
        seed: int = 1,
        boxes: int = 1,
        cut: float | str | None = None,
        wagers: str | Iterable[str] = "all",
        stake: int | None = None,
        until_se: float | None = None,
        device: str = "cpu",
        threads: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Simulation:
        """Play very many rounds: the same seed gives the same counts on every device.

        `cut` is None for a fresh shoe each round, the share dealt before the cover card, or "rulebook";
        `wagers` is "all", "none" or ids; `until_se` stops at that standard error; `progress` is called
        about twice a second and at the end, so `progress=print` shows how far it is."""
        with part_needed():
            from vingt._door.simulating import simulated
            from vingt.report.simulation.request import SimulationRequest
            from vingt.report.words.asked import as_argument

            named = wagers if isinstance(wagers, str) else tuple(wagers)
            ask = SimulationRequest(as_argument, rounds, until_se, seed, boxes, named, device, threads)
            chart = self._followed(strategy)
            tell = progress or (lambda _: None)
            return simulated(self._rules, self._chosen, ask, stake, cut, chart, tell)

    def new_round(self, *, seed: str | None = None, cards: str | None = None) -> Round:
        """A round open for wagers, from a fresh shoe: shuffled by chance, or always alike from a `seed`, or
        the `cards` you write down in the order they are dealt."""
        return Round(self._rules, shoe_of(self._rules, seed, cards))

    def _followed(self, strategy: Strategy | RulesSource) -> str | Chart:
        if strategy in ("composition", "chart"):
            return str(strategy)
        from vingt.analysis.chart.file import read_strategy, read_strategy_file

        if isinstance(strategy, Strategy):
            return read_strategy(strategy.text, self._rules, strategy.title)
        return read_strategy_file(os.fspath(strategy), self._rules)[0]
