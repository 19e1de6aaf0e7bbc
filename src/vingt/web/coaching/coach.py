"""The coach of one player at one table: off, hints before a decision, or a quiz with the verdict after it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, get_args

from vingt.analysis.chart.chart import Chart
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import Card
from vingt.core.money import dollars
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.house import LiveTable
from vingt.live.table.commands import PersonCommand
from vingt.live.views.view import TableView
from vingt.web.coaching.classes import decision_of
from vingt.web.coaching.record import Record
from vingt.web.coaching.situation import (
    AnswerValue,
    JudgedDecision,
    Situation,
    answers,
    judged,
    rows_of,
    situations_of,
    still_due,
)
from vingt.web.coaching.words import CoachVerdict, departure, verdict_of
from vingt.web.computation.figures import FigureWorkers

Mode = Literal["off", "hints", "quiz"]
MODES: tuple[Mode, ...] = get_args(Mode)
KEPT = 4_000  # coaches in memory; the one looked at longest ago is forgotten
CHART_WAGER = 2500  # cents: the chart that a table's sheet shows
log = logging.getLogger("vingt.coach")


@dataclass
class Coach:
    """What the page shows. Before a decision everything but the mode is empty unless hints are wanted."""

    mode: Mode = "off"
    decisions: int = 0
    mistakes: int = 0
    streak: int = 0
    cost: float = 0.0  # cents
    verdict: CoachVerdict | None = None
    situation: Situation | None = None
    valued: tuple[AnswerValue, ...] = ()  # of the decision now due; shown as `rows`
    departed: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def hints(self) -> bool:
        return self.mode == "hints"

    @property
    def rows(self) -> tuple[AnswerValue, ...]:
        return self.valued if self.hints else ()

    @property
    def worth(self) -> Mapping[str, str]:
        """Command word -> what it is worth in wagers, for its button."""
        return {row.command: f"{row.expectation:+.3f}".replace("-", "−") for row in self.rows}

    @property
    def best(self) -> frozenset[str]:
        return frozenset(row.command for row in self.rows if row.best)

    @property
    def departs(self) -> str:
        return self.departed if self.hints else ""

    @property
    def note(self) -> str:
        if self.mode == "off":
            return "Off. Hints show what every action is worth; in the quiz you choose first."
        if self.situation is None:
            return "Waiting for your next decision."
        if self.mode == "quiz":
            return "Your choice first: the verdict follows."
        return "" if self.rows else "Counting …"

    @property
    def score(self) -> str:
        if not self.decisions:
            return ""
        right = self.decisions - self.mistakes
        said = f"{right} of {self.decisions} right, cost {dollars(round(self.cost))}"
        return f"{said}, {self.streak} in a row" if self.streak > 1 else said

    def told(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()

    def take_in(self, decision: JudgedDecision, departs: str) -> None:
        self.decisions += 1
        self.streak = self.streak + 1 if decision.right else 0
        self.mistakes += not decision.right
        self.cost += decision.cents
        self.verdict = verdict_of(decision, departs)
        self.told()


@dataclass(frozen=True)
class Before:
    """What waited for a person's answer when they sent one."""

    table: LiveTable
    situations: tuple[Situation, ...]


class Coaches:
    def __init__(self, figures: FigureWorkers, record: Record) -> None:
        self.figures = figures
        self.record = record
        self.at: OrderedDict[tuple[str, str], Coach] = OrderedDict()
        self.charts: dict[str, Chart | None] = {}  # by the identity of the rules; None where there is none
        self.charting: dict[str, asyncio.Task[None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def of(self, table: str, person: str | None) -> Coach | None:
        """This person's coach here, off until they choose otherwise; None for somebody who only watches."""
        if person is None:
            return None
        coach = self.at.get((table, person))
        if coach is None:
            chosen = self.record.modes.get(person, "off")
            coach = self.at[table, person] = Coach(mode_of(chosen) or "off")
            while len(self.at) > KEPT:
                self.at.popitem(last=False)
        self.at.move_to_end((table, person))
        return coach

    def choose(self, table: LiveTable, person: str, mode: Mode) -> None:
        """Another mode, here and at tables this person comes to later."""
        coach = self.of(table.id, person)
        assert coach is not None
        coach.mode = mode
        self.record.choose(person, mode)
        if mode != "off":
            self.begin(self.warm(table.rules))
        coach.told()

    def look(self, table: LiveTable, person: str, view: TableView) -> None:
        """Begin to value the decision this person has before them, unless that is done already."""
        coach = self.of(table.id, person)
        if coach is None or coach.mode == "off":
            return
        now = next(situations_of(table.rules, table.state, person, view.prompts), None)
        if now == coach.situation:
            return
        coach.situation, coach.valued, coach.departed = now, (), ""
        if now is not None:
            self.begin(self.value(coach, now))

    async def value(self, coach: Coach, situation: Situation) -> None:
        rows = await self.rows(situation)
        if coach.situation == situation:
            coach.valued = rows
            coach.told()
        departs = await self.departs(situation)
        if departs and coach.situation == situation:
            coach.departed = departs
            coach.told()

    def before(self, table: LiveTable, person: str) -> Before | None:
        """What is before a person who is about to decide, where a coach looks on."""
        coach = self.of(table.id, person)
        if coach is None or coach.mode == "off":
            return None
        asked = table.view(person).prompts
        return Before(table, tuple(situations_of(table.rules, table.state, person, asked)))

    def judge(self, table: str, person: str, before: Before, command: PersonCommand) -> None:
        """Count a decision that was carried out; what it was worth may still have to be found."""
        coach = self.of(table, person)
        for situation in before.situations:
            if answers(situation, command) and not still_due(before.table, person, situation):
                if coach is not None:
                    self.begin(self.count(coach, before.table, person, situation, command))
                return

    async def count(
        self, coach: Coach, table: LiveTable, person: str, situation: Situation, command: PersonCommand
    ) -> None:
        decision = judged(situation, await self.rows(situation), command)
        if decision is None:
            return
        known = one_hand(situation.rules).identity in self.charts  # a verdict does not wait for a chart
        coach.take_in(decision, await self.departs(situation) if known else "")
        self.record.add(decision_of(decision, person, coach.mode, table.id, situation.round))

    # -- numbers, by the worker ----------------------------------------------------------------------------

    async def rows(self, situation: Situation) -> tuple[AnswerValue, ...]:
        return await self.figures.run(partial(rows_of, situation))

    async def departs(self, situation: Situation) -> str:
        chart = await self.chart(one_hand(situation.rules))
        return "" if chart is None else await self.figures.run(partial(departure, chart, situation))

    async def chart(self, rules: TableRules) -> Chart | None:
        """The table's exact chart, made once for all who ask."""
        if rules.identity not in self.charts:
            task = self.charting.get(rules.identity)
            if task is None:
                task = self.charting[rules.identity] = self.begin(self.make_chart(rules))
            await asyncio.shield(task)
        return self.charts.get(rules.identity)

    async def make_chart(self, rules: TableRules) -> None:
        from vingt.analysis.exact.chart_sheet import sheet  # compiles: only when somebody is coached

        try:
            self.charts[rules.identity] = (
                await self.figures.run(partial(sheet, rules, CHART_WAGER), slow=True)
            ).chart
        except NotCarried:
            self.charts[rules.identity] = None
        finally:
            del self.charting[rules.identity]

    async def warm(self, rules: TableRules) -> None:
        """Tabulate and compile before the first decision asks for it."""
        rules = one_hand(rules)
        hand = Hand(cards=(Card("9", "clubs"), Card("7", "hearts")))
        await self.rows(Situation(rules, hand, Card("9", "spades"), (), 100, frozenset(("hit", "stand"))))
        await self.chart(rules)

    def begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning(
                "the coach stopped", extra={"fields": {"error": type(error).__name__}}, exc_info=error
            )

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.record.close()


def mode_of(text: str) -> Mode | None:
    return next((mode for mode in MODES if mode == text), None)
