"""Where somebody stands: accuracy and cost by class of hand and by game, streaks, leaks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vingt.core.cards import card
from vingt.web.coaching.classes import TITLES, up_name
from vingt.web.coaching.record import RecordedDecision

K = TypeVar("K", bound=Hashable)
LEAKS = 8  # shown at most, the dearest
DRILL = "drill"


@dataclass(frozen=True, slots=True)
class DecisionTally:
    """Some decisions together; `wagers` and `cents` are what their mistakes cost."""

    name: str
    decisions: int
    right: int
    wagers: float
    cents: int

    @property
    def accuracy(self) -> float:
        return self.right / self.decisions if self.decisions else 0.0

    @property
    def per_hundred(self) -> float:
        """What a hundred such decisions cost, in wagers."""
        return 100 * self.wagers / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Leak:
    """A mistake made in one situation, once or again and again, and how its drills went."""

    id: str
    rules: str
    title: str
    kind: str
    row: str
    up: str
    taken: str
    best: str
    times: int
    wagers: float
    cents: int
    examples: tuple[RecordedDecision, ...]
    drilled: int = 0
    drilled_right: int = 0

    @property
    def situation(self) -> str:
        """hard 16 against 10; a split soft 17 against 6."""
        first = self.examples[0]
        row = self.row if self.row[0].isalpha() or "-" in self.row else f"hard {self.row}"
        before = "doubled " if first.doubles else "split " if first.split else ""
        return f"{before}{row} against {self.up}"

    @property
    def mistake(self) -> str:
        return f"{self.examples[0].taken_name} instead of {self.examples[0].best_name}"


@dataclass(frozen=True, slots=True)
class Standing:
    all: DecisionTally
    classes: tuple[DecisionTally, ...]
    games: tuple[DecisionTally, ...]
    drills: DecisionTally
    streak: int
    best_streak: int
    leaks: tuple[Leak, ...]


def standing(decisions: Sequence[RecordedDecision]) -> Standing:
    """All of one person's decisions, oldest first."""
    played = [decision for decision in decisions if decision.mode != DRILL]
    drilled = [decision for decision in decisions if decision.mode == DRILL]
    now, best = streaks(played)
    classes = grouped(played, lambda decision: decision.kind)
    games = grouped(played, lambda decision: decision.title)
    return Standing(
        tally("All decisions", played),
        tuple(tally(TITLES[kind], classes[kind]) for kind in TITLES if kind in classes),
        tuple(tally(title, group) for title, group in sorted(games.items(), key=lambda game: -len(game[1]))),
        tally("Drills", drilled),
        now,
        best,
        tuple(leaks(played, drilled)[:LEAKS]),
    )


def tally(name: str, decisions: Sequence[RecordedDecision]) -> DecisionTally:
    return DecisionTally(
        name,
        len(decisions),
        sum(decision.right for decision in decisions),
        sum(decision.loss for decision in decisions),
        round(sum(decision.cents for decision in decisions)),
    )


def grouped(
    decisions: Iterable[RecordedDecision], key: Callable[[RecordedDecision], K]
) -> dict[K, list[RecordedDecision]]:
    groups: dict[K, list[RecordedDecision]] = {}
    for decision in decisions:
        groups.setdefault(key(decision), []).append(decision)
    return groups


def streaks(decisions: Iterable[RecordedDecision]) -> tuple[int, int]:
    """How many in a row were right up to now, and at best."""
    now = best = 0
    for decision in decisions:
        now = now + 1 if decision.right else 0
        best = max(best, now)
    return now, best


def spot(decision: RecordedDecision) -> tuple[str, ...]:
    """The situation that a leak and its drills share: the chart's cell, and what came before."""
    up = up_name(card(decision.up).rank)
    before = f"{decision.doubles}{decision.split}"
    asked = decision.kind if decision.kind in ("insurance", "switch") else before
    return (decision.rules, asked, decision.row, up)


def leaks(played: Iterable[RecordedDecision], drilled: Iterable[RecordedDecision]) -> list[Leak]:
    """The mistakes by situation, the dearest first; wagers count, so that stakes do not distort."""
    mistakes = grouped(
        (decision for decision in played if not decision.right),
        lambda decision: (*spot(decision), decision.taken, decision.best),
    )
    tried = grouped(drilled, spot)
    all_leaks = []
    for key, alike in mistakes.items():
        first, practised = alike[0], tried.get(key[:-2], [])
        since = [decision for decision in practised if decision.at > first.at]
        all_leaks.append(
            Leak(
                hashlib.sha256("|".join(key).encode()).hexdigest()[:16],
                first.rules,
                first.title,
                first.kind,
                first.row,
                key[3],
                first.taken,
                first.best,
                len(alike),
                sum(decision.loss for decision in alike),
                round(sum(decision.cents for decision in alike)),
                tuple(alike),
                len(since),
                sum(decision.right for decision in since),
            )
        )
    return sorted(all_leaks, key=lambda leak: -leak.wagers)
