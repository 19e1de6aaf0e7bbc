"""A table: rules in force, and everything that can be asked of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vingt._door.arguments import (
    CARDS,
    RULES,
    path,
    plain,
    share,
    stake_at,
    submitted_choices,
    text,
    wager_ids,
    whole,
    wrong,
)
from vingt._door.choice import ChosenTable, barred_words, chosen
from vingt._door.errors import public_errors
from vingt._door.figures import Advice, Edge, Progress, Simulation, Strategy, WagerValue
from vingt._door.made import Made
from vingt._door.play import Round, round_at, shoe_of
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

RulesSource = str | os.PathLike[str]


def rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks."""
    return library.RULEBOOKS


def table(rules: RulesSource, choices: Mapping[str, Any] | None = None, /, **more: Any) -> Table:
    """A table by what RULES names: a rulebook id, a sample ("md-blackjack/default") or a submission's path.

    Choices change the submission: `table("md-blackjack", decks=8)`; a key with a point in it goes into the
    mapping. Raises NotAllowed with every problem, those of the choices first, or Unreadable."""
    changed = submitted_choices(choices, more)
    with public_errors():
        chosen_table = chosen(path("rules", rules, RULES), changed)
    try:
        return table_of(chosen_table)
    except NotAllowed as refusal:
        raise changed_first(refusal, changed) from None


def check(rules: RulesSource, choices: Mapping[str, Any] | None = None, /, **more: Any) -> Check:
    """Is this submission allowed, to the letter? Unreadable is raised where it cannot be judged."""
    changed = submitted_choices(choices, more)
    with public_errors():
        chosen_table = chosen(path("rules", rules, RULES), changed, to_the_letter=True)
    source = chosen_table.submission.source
    try:
        resolve(chosen_table.document, chosen_table.submission)
    except NotAllowed as refusal:
        refusal = changed_first(refusal, changed)
        return Check(source, tuple(refusal.problems), str(refusal))
    return Check(source)


def changed_first(refusal: NotAllowed, changed: Mapping[str, Any]) -> NotAllowed:
    """What the caller wrote has no line, yet it is what the caller looks for."""
    keys = tuple(changed)
    first = sorted(
        refusal.problems,
        key=lambda problem: not any(f"{problem.key}.".startswith(f"{key}.") for key in keys),
    )
    return NotAllowed(first, *refusal.args[1:])


@dataclass(frozen=True)
class Check:
    """What is wrong with a submission; true where nothing is, and printed, every problem."""

    __module__ = "vingt"

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


class Table(Made):
    """Made by `vingt.table`. Money is whole cents; chances and edges are shares, not percent.

    Tables are equal when they play the same, whatever they are called: by their `identity`."""

    __module__ = "vingt"

    _made_by = 'vingt.table, as in vingt.table("md-blackjack")'
    _rules: TableRules
    _chosen: ChosenTable

    def __repr__(self) -> str:
        return f"<vingt.Table {self.title!r} of {self.rulebook}>"

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity)

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[Submission, tuple[Problem, ...]]]:
        """Copied and sent to another process as what was submitted."""
        return submitted, (self._chosen.submission, self._chosen.barred)

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
        stake: int | None = None,
        other_players: int = 0,
    ) -> Edge:
        """The house edge of the main wager. `strategy` is best play by the exact cards ("composition"), the
        best "chart", one from `Table.strategy`, or the path of a strategy file; `stake` decides what a super
        bonus is worth."""
        with public_errors():
            from vingt._door.analysis import edge_of
            from vingt._door.followed import followed_at

            staked, followed = stake_at(self._rules, stake), followed_at(self._rules, strategy)
            return edge_of(self._rules, followed, staked, whole("other_players", other_players))

    def strategy(self, *, stake: int | None = None) -> Strategy:
        """The best chart a person can follow."""
        with public_errors():
            from vingt._door.analysis import strategy_of

            return strategy_of(self._rules, stake_at(self._rules, stake))

    def wagers(self) -> list[WagerValue]:
        """Every side wager the table offers, with its exact value."""
        with public_errors():
            from vingt._door.analysis import wagers_of

            return wagers_of(self._chosen.document, self._rules, self._chosen.submission.raw)

    def advise(
        self,
        hand: str,
        up: str,
        seen: str = "",
        *,
        stake: int | None = None,
        doubled: int = 0,
        split_hands: int = 1,
    ) -> list[Advice]:
        """Every action of a hand, best first, from the shoe as it stands: a fresh one without the hand, the
        up card and the cards seen. Cards are written "7s 7h", "T6" or "10♠6♥"; with `stake` the super bonus
        counts."""
        with public_errors():
            from vingt._door.analysis import advice_of

            typed = text("hand", hand, CARDS), text("up", up, CARDS), text("seen", seen, CARDS)
            staked = None if stake is None else stake_at(self._rules, stake)
            doubles, hands = whole("doubled", doubled), whole("split_hands", split_hands, 1)
            return advice_of(self._rules, *typed, doubles, hands, staked)

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
        if progress is not None and not callable(progress):
            raise wrong("progress", progress, "write a function that takes a Progress, like print")
        with public_errors():
            from vingt._door.followed import followed_at
            from vingt._door.simulating import simulated
            from vingt.report.simulation.request import SimulationRequest
            from vingt.report.words.asked import as_argument

            ask = SimulationRequest(
                as_argument,
                plain(rounds),
                None if until_se is None else share("until_se", until_se, "1e-6"),
                whole("seed", seed),
                whole("boxes", boxes),
                wager_ids(wagers),
                text("device", device, 'write the name of a device, like "cpu"'),
                None if threads is None else whole("threads", threads),
            )
            staked, followed = stake_at(self._rules, stake), followed_at(self._rules, strategy)
            tell = progress or (lambda _: None)
            return simulated(self._rules, self._chosen, ask, staked, cut, followed, tell)

    def new_round(self, *, seed: str | int | None = None, cards: str | None = None) -> Round:
        """A round open for wagers, from a fresh shoe: shuffled by chance, or always alike from a `seed`, or
        the `cards` you write down in the order they are dealt."""
        with public_errors():
            return round_at(self._rules, shoe_of(self._rules, seed, cards))


def table_of(chosen: ChosenTable) -> Table:
    opened = Table.__new__(Table)
    opened._rules, opened._chosen = resolve(chosen.document, chosen.submission), chosen
    return opened


def submitted(submission: Submission, barred: Sequence[Problem]) -> Table:
    return table_of(ChosenTable(submission, library.document_of(submission), tuple(barred)))
