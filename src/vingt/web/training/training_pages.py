"""Training: one's own figures, drills, and the review of a session. Nobody sees anybody else's."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import dollars
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot
from vingt.live.house.house import LiveTable
from vingt.web.coaching.classes import decision_of
from vingt.web.coaching.drill import close_one, like
from vingt.web.coaching.graph import graph
from vingt.web.coaching.look_back import MOST, LookBackProgress, LookBacks, judge, made_in, missing
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.session import SessionRound, review, rounds_of, sessions_of
from vingt.web.coaching.situation import JudgedDecision, Situation, answered, name_of, rows_of
from vingt.web.coaching.standing import DRILL, Leak, leaks, standing, streaks, tally
from vingt.web.coaching.words import verdict_of
from vingt.web.desk import Desk, desk_of, kept_by_name, see_other
from vingt.web.entrance.games import default_games, games
from vingt.web.felt.table_model import KEYS

ASKED_MAX = 2_000  # questions remembered until they are answered
CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    person: str
    situation: Situation
    valued: frozenset[str]  # the answers whose worth is known
    leak: str  # its id, or nothing: the drill to go on with

    @property
    def goes_on(self) -> str:
        return f"leak={self.leak}" if self.leak else f"game={self.situation.rules.identity}"

    @property
    def total(self) -> str:
        rules, hand = self.situation.rules, self.situation.hand
        return rules.natural.name if is_natural(rules, hand) else str(total_of(rules, hand))

    @property
    def state(self) -> str:
        hand = self.situation.hand
        if self.situation.insurance:
            return "Insurance is offered"
        if hand.doubles:
            return "You doubled" if hand.doubles == 1 else f"You doubled {hand.doubles} times"
        return "One of two split hands" if hand.from_split else ""

    @property
    def choices(self) -> Iterator[tuple[str, str, str]]:
        """Command, name and key of every allowed answer that is valued, always in the same order."""
        for command, key in KEYS.items():  # the table's own keys
            if command in self.valued:
                yield command, name_of(self.situation.hand, command), key


class Questions:
    """What was asked and not answered yet; an answer is counted once."""

    def __init__(self) -> None:
        self.asked: OrderedDict[str, DrillQuestion] = OrderedDict()

    def put(self, question: DrillQuestion) -> str:
        name = secrets.token_hex(8)
        self.asked[name] = question
        while len(self.asked) > ASKED_MAX:
            self.asked.popitem(last=False)
        return name

    def take(self, name: str, person: str) -> DrillQuestion | None:
        question = self.asked.get(name)
        if question is None or question.person != person:
            return None
        return self.asked.pop(name)


def questions_of(request: Request) -> Questions:
    return kept_by_name(request, "questions", Questions)


def look_backs_of(request: Request) -> LookBacks:
    return kept_by_name(request, "look_backs", LookBacks)


# -- one's own figures -------------------------------------------------------------------------------------


async def training(request: Request) -> Response:
    desk = desk_of(request)
    person = desk.person(request)
    decisions = await desk.coaches.record.of(person.id)
    stands = await asyncio.to_thread(standing, decisions)
    return desk.page(
        request,
        "training.html",
        standing=stands,
        drillable={leak.id for leak in stands.leaks if rules_named(desk, leak.rules) is not None},
        games=default_games(),
        tables=tables_of(desk, [decision.table for decision in decisions]),
    )


def tables_of(desk: Desk, played_at: list[str]) -> list[tuple[str, str]]:
    """The tables of these decisions that still stand, the one played at last first."""
    names = {table.id: table.name for table in desk.house.tables()}
    return [(place, names[place]) for place in dict.fromkeys(reversed(played_at)) if place in names]


async def forget(request: Request) -> Response:
    desk = desk_of(request)
    await desk.form(request)
    await desk.coaches.record.forget(desk.person(request).id)
    return see_other("/training")


def rules_named(desk: Desk, name: str) -> TableRules | None:
    """The rules of this identity, if a table or a game of the house has them."""
    for table in desk.house.tables():
        if table.rules.identity == name:
            return table.rules
    return next((game.rules for game in games() if game.rules.identity == name), None)


# -- drills ------------------------------------------------------------------------------------------------


async def drill(request: Request) -> Response:
    """A new hand of a leak, or of a game."""
    desk = desk_of(request)
    person = desk.person(request)
    name = request.query_params.get("leak", "")
    if name:
        leak = await leak_of(desk, person.id, name)
        rules = rules_named(desk, leak.rules)
        if rules is None:
            raise HTTPException(404, "the house deals this game no longer")
        drilled = await desk.figures.run(partial(drill_like, rules, leak.examples))
    else:
        chosen = rules_named(desk, request.query_params.get("game", "")) or default_games()[0].rules
        drilled = await desk.figures.run(partial(drill_close, chosen))
    question = DrillQuestion(person.id, *drilled, name)
    return await drill_page(request, question, questions_of(request).put(question))


Drilled = tuple[Situation, frozenset[str]]  # a hand, and the answers to it whose worth is known


def drill_like(rules: TableRules, examples: tuple[RecordedDecision, ...]) -> Drilled:
    return valued(like(rules, examples, CHANCE))


def drill_close(rules: TableRules) -> Drilled:
    return valued(close_one(rules, CHANCE))


def valued(situation: Situation) -> Drilled:
    return situation, frozenset(row.command for row in rows_of(situation))


async def leak_of(desk: Desk, person: str, name: str) -> Leak:
    decisions = await desk.coaches.record.of(person)
    for leak in leaks([decision for decision in decisions if decision.mode != DRILL], ()):
        if leak.id == name:
            return leak
    raise HTTPException(404, "you have no such leak")


async def answer(request: Request) -> Response:
    """The verdict on an answer; a question that is gone gives way to a new one."""
    desk = desk_of(request)
    fields = await desk.form(request)
    person = desk.person(request)
    question = questions_of(request).take(fields.get("question", ""), person.id)
    if question is None:
        return see_other("/training/drill")
    rows = await desk.figures.run(partial(rows_of, question.situation))
    decision = answered(question.situation, rows, fields.get("action", ""))
    if decision is None:
        raise HTTPException(400, "that is no answer to this hand")
    desk.coaches.record.add(decision_of(decision, person.id, DRILL))
    return await drill_page(request, question, "", decision)


async def drill_page(
    request: Request, question: DrillQuestion, name: str, decision: JudgedDecision | None = None
) -> Response:
    """A question by its name, or a verdict once it is answered."""
    desk = desk_of(request)
    drilled = await desk.coaches.record.of(question.person, DRILL)
    now, best = streaks(drilled)
    return desk.page(
        request,
        "drill.html",
        question=question,
        name=name,
        found=decision,
        verdict=verdict_of(decision) if decision is not None else None,
        drilled=tally("Drills", drilled),
        streak=now,
        best_streak=best,
        stake=dollars(question.situation.wager),
        games=default_games(),
    )


# -- a session ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Looked:
    """The session that a request asks for."""

    table: LiveTable
    person: str
    at: int  # 1 is the first
    sessions: int
    rounds: list[SessionRound]
    decisions: list[RecordedDecision]

    @property
    def key(self) -> tuple[str, str, int]:
        return (self.person, self.table.id, self.rounds[0].number if self.rounds else 0)

    @property
    def path(self) -> str:
        return f"/training/session/{self.table.id}?session={self.at}"


async def looked_at(request: Request) -> Looked:
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request).id
    decisions = [decision for decision in await desk.coaches.record.of(person) if decision.table == table.id]
    taken = Snapshot(desk.house.store, {table.stream: table.version})
    sides = {wager.id for wager in table.rules.side_wagers}
    rounds = await asyncio.to_thread(lambda: rounds_of(taken.read(table.stream), person, sides))
    sessions = sessions_of(rounds)
    wanted = request.query_params.get("session", "")
    if wanted and not (wanted.isascii() and wanted.isdecimal() and 0 < int(wanted[:6]) <= len(sessions)):
        raise HTTPException(404, "there is no such session")
    at = int(wanted) if wanted else len(sessions)
    return Looked(table, person, at, len(sessions), sessions[at - 1] if sessions else [], decisions)


async def session(request: Request) -> Response:
    desk, looked = desk_of(request), await looked_at(request)
    reviewed = None
    if looked.rounds:
        reviewed = review(looked.rounds, looked.decisions, desk.figures.edge(looked.table.rules))
    progress = look_backs_of(request).begun.get(looked.key)
    response = desk.page(
        request,
        "session.html",
        table=looked.table,
        looked=looked,
        review=reviewed,
        graph=graph([reviewed.won, reviewed.by_own_play, reviewed.by_best_play]) if reviewed else None,
        progress=progress,
    )
    if progress is not None and not progress.over:
        response.headers["refresh"] = "1"  # seconds: the page shows how far it has come
    return response


async def look_back(request: Request) -> Response:
    """Judge the decisions of a session that the coach did not see."""
    desk = desk_of(request)
    await desk.form(request)
    looked = await looked_at(request)
    progress = look_backs_of(request).begin(looked.key) if looked.rounds else None
    if progress is not None:
        desk.coaches.begin(judge_all(desk, looked, progress))
    return see_other(looked.path if looked.rounds else f"/training/session/{looked.table.id}")


async def judge_all(desk: Desk, looked: Looked, progress: LookBackProgress) -> None:
    """One decision after the other, so that nobody at a table waits long for theirs."""
    table, person, numbers = looked.table, looked.person, {played.number for played in looked.rounds}
    try:
        taken = Snapshot(desk.house.store, {table.stream: table.version})
        decisions = await asyncio.to_thread(
            lambda: made_in(table.rules, taken.read(table.stream), person, numbers)
        )
        decisions = decisions[-MOST:]
        progress.of = len(decisions)
        judged = []
        for decision in decisions:
            judged.append(await desk.figures.run(partial(judge, decision, person, table.id)))
            progress.done += 1
        carried = [judgement for judgement in judged if judgement is not None]
        for recorded in missing(carried, looked.decisions):
            desk.coaches.record.add(recorded)
    finally:
        progress.of = progress.done


routes: list[BaseRoute] = [
    Route("/training", training),
    Route("/training/forget", forget, methods=["POST"]),
    Route("/training/drill", drill),
    Route("/training/drill", answer, methods=["POST"]),
    Route("/training/session/{table}", session),
    Route("/training/session/{table}", look_back, methods=["POST"]),
]
