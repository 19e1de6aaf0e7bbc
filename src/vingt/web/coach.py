"""The coach: what each action of this hand is worth from what the player may know, and what mistakes cost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import lru_cache

from vingt.analysis.advise import NotAHand, advise
from vingt.analysis.advise_played import advise_played
from vingt.analysis.exact.lookups import NotCarried
from vingt.core.cards import Card
from vingt.core.money import dollars
from vingt.core.rounds.command import Insure
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import Hand, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.live.commands import PersonCommand
from vingt.live.house import LiveTable
from vingt.live.kinds import word_of
from vingt.live.view import TableView
from vingt.web.figures import Figures

NEGLIGIBLE = 1e-6  # wagers: less is rounding, not a mistake


@dataclass(frozen=True, slots=True)
class Row:
    action: str
    expectation: float
    best: bool


@dataclass(frozen=True, slots=True)
class Situation:
    """All that advice depends on. Nothing in it is hidden from the player."""

    rules: TableRules
    hand: Hand
    up: Card
    seen: tuple[Card, ...]
    wager: int
    box: int
    number: int
    insurance: bool


@dataclass
class Coach:
    """One player's coach at one table."""

    rows: tuple[Row, ...] = ()
    note: str = "Waiting for your next decision."
    decisions: int = 0
    mistakes: int = 0
    cost: float = 0.0  # cents
    last: str = ""
    situation: Situation | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def cost_words(self) -> str:
        return dollars(round(self.cost))

    def told(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()


class Coaches:
    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.on: dict[tuple[str, str], Coach] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def of(self, table: str, person: str | None) -> Coach | None:
        return self.on.get((table, person)) if person is not None else None

    def turn(self, table: str, person: str, on: bool) -> None:
        if on:
            self.on.setdefault((table, person), Coach())
        else:
            self.on.pop((table, person), None)

    def look(self, table: LiveTable, person: str, view: TableView) -> None:
        """Begin to value the decision this person has before them, unless that is done already."""
        coach = self.of(table.id, person)
        if coach is None:
            return
        now = situation_of(table, view)
        if now == coach.situation:
            return
        coach.situation, coach.rows = now, ()
        coach.note = "Counting …" if now is not None else "Waiting for your next decision."
        if now is not None:
            self.begin(self.value(coach, now))

    async def value(self, coach: Coach, situation: Situation) -> None:
        rows = await self.rows(situation)
        if coach.situation == situation:
            coach.rows, coach.note = rows, "" if rows else "This hand is not valued."
            coach.told()

    def before(self, table: LiveTable, person: str) -> Situation | None:
        """What is before a person who is about to decide, where a coach looks on."""
        if self.of(table.id, person) is None:
            return None
        return situation_of(table, table.view(person))

    def judge(self, table: str, person: str, situation: Situation, command: PersonCommand) -> None:
        """Count a decision that was carried out; what it was worth may still have to be found."""
        coach = self.of(table, person)
        if coach is not None and situation.box == getattr(command, "box", None):
            self.begin(self.count(coach, situation, command))

    async def count(self, coach: Coach, situation: Situation, command: PersonCommand) -> None:
        rows = await self.rows(situation)
        taken = next((row for row in rows if row.action == WORDS.get(word_of(type(command)))), None)
        if taken is None:
            return
        coach.decisions += 1
        lost = rows[0].expectation - taken.expectation
        stake = command.amount if isinstance(command, Insure) else situation.wager
        where = f"Box {situation.box}"
        if lost > NEGLIGIBLE:
            coach.mistakes += 1
            coach.cost += lost * stake
            coach.last = (
                f"{where}: {taken.action} instead of {rows[0].action} cost {lost:.4f} of {dollars(stake)}, "
                f"which is {dollars(round(lost * stake))}."
            )
        else:
            coach.last = f"{where}: {taken.action} was best."
        coach.told()

    async def rows(self, situation: Situation) -> tuple[Row, ...]:
        try:
            return await self.figures.run(lambda: rows_of(situation))
        except (NotCarried, NotAHand):
            return ()

    def begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


WORDS = {
    "hit": "hit",
    "stand": "stand",
    "double": "double",
    "split": "split",
    "surrender": "surrender",
    "rescue": "rescue",
    "insure": "insurance",
    "take_even_money": "even money",
    "decline_insurance": "nothing",
}


def situation_of(table: LiveTable, view: TableView) -> Situation | None:
    for prompt in view.prompts:
        if (
            prompt.kind in ("decision", "insurance", "even_money")
            and prompt.urgent
            and prompt.box is not None
        ):
            return at_box(table, table.round_seen(), prompt.box, prompt.hand or 0, prompt.kind != "decision")
    return None


def at_box(table: LiveTable, state: RoundState, number: int, at: int, insurance: bool) -> Situation | None:
    box, up = state.box(number), state.up
    if box is None or up is None or at >= len(box.hands):
        return None
    hand = box.hands[at]
    gone = Counter(table.cards_seen()) - Counter((*hand.cards, up))
    wager = hand.stakes[0].base if hand.stakes else table.rules.wagering.minimum
    return Situation(table.rules, hand, up, tuple(gone.elements()), wager, number, at, insurance)


@lru_cache(maxsize=256)
def rows_of(situation: Situation) -> tuple[Row, ...]:
    hand, rules = situation.hand, situation.rules
    worth: dict[str, float] = {}
    if hand.doubles or hand.from_split:
        for action, value in advise_played(rules, hand, situation.up, situation.seen).items():
            worth[action] = value
    else:
        for each in advise(rules, hand.cards, situation.up, situation.seen, situation.wager):
            if each.expectation is not None:
                worth[each.action] = each.expectation
        if situation.insurance:
            worth = insurance_rows(worth)
        else:
            worth.pop("insurance", None)
    if not worth or total_of(rules, hand).points > 21:
        return ()
    best = max(worth.values())
    ranked = sorted(worth.items(), key=lambda each: -each[1])
    return tuple(Row(action, value, value == best) for action, value in ranked)


def insurance_rows(worth: dict[str, float]) -> dict[str, float]:
    """Before the hand is played: even money against going on, or insurance for each unit against none."""
    if "even money" in worth:
        return {"even money": worth["even money"], "nothing": worth["stand"]}
    return {"insurance": worth["insurance"], "nothing": 0.0} if "insurance" in worth else {}
