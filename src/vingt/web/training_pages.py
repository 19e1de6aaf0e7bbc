"""Training: one's own figures, drills, and the review of a session. Nobody sees anybody else's."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import dollars
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rules.table_rules import TableRules
from vingt.live.audit import Snapshot
from vingt.web.coach import decision_of
from vingt.web.coaching.drill import close_one, like
from vingt.web.coaching.graph import graph
from vingt.web.coaching.session import review, rounds_of, sessions_of
from vingt.web.coaching.situation import Judged, Situation, answered, name_of, rows_of
from vingt.web.coaching.standing import DRILL, Leak, leaks, standing, streaks, tally
from vingt.web.coaching.words import verdict_of
from vingt.web.desk import Desk, desk_of, see_other
from vingt.web.games import default_games, games

ASKED_MAX = 2_000  # questions remembered until they are answered
KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "u",
    "rescue": "r",
    "insure": "i",
    "take_even_money": "e",
    "decline_insurance": "n",
}
CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Question:
    person: str
    situation: Situation
    leak: str  # its id, or nothing: the drill to go on with

    @property
    def goes_on(self) -> str:
        return f"leak={self.leak}" if self.leak else f"game={self.situation.rules.hash}"

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
        valued = {row.command for row in rows_of(self.situation)}
        for command, key in KEYS.items():
            if command in valued:
                yield command, name_of(self.situation.hand, command), key


class Questions:
    """What was asked and not answered yet; an answer is counted once."""

    def __init__(self) -> None:
        self.asked: OrderedDict[str, Question] = OrderedDict()

    def put(self, question: Question) -> str:
        name = secrets.token_hex(8)
        self.asked[name] = question
        while len(self.asked) > ASKED_MAX:
            self.asked.popitem(last=False)
        return name

    def take(self, name: str, person: str) -> Question | None:
        found = self.asked.get(name)
        if found is None or found.person != person:
            return None
        return self.asked.pop(name)


def questions_of(request: Request) -> Questions:
    state = request.app.state
    if not hasattr(state, "questions"):
        state.questions = Questions()
    found: Questions = state.questions
    return found


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
        drillable={each.id for each in stands.leaks if rules_named(desk, each.rules) is not None},
        games=default_games(),
        tables=tables_of(desk, [each.table for each in decisions]),
    )


def tables_of(desk: Desk, played_at: list[str]) -> list[tuple[str, str]]:
    """The tables of these decisions that still stand, the one played at last first."""
    names = {table.id: table.name for table in desk.house.tables()}
    return [(each, names[each]) for each in dict.fromkeys(reversed(played_at)) if each in names]


async def forget(request: Request) -> Response:
    desk = desk_of(request)
    await desk.form(request)
    await desk.coaches.record.forget(desk.person(request).id)
    return see_other("/training")


def rules_named(desk: Desk, name: str) -> TableRules | None:
    """The rules of this hash, if a table or a game of the house has them."""
    for table in desk.house.tables():
        if table.rules.hash == name:
            return table.rules
    return next((game.rules for game in games() if game.rules.hash == name), None)


# -- drills ------------------------------------------------------------------------------------------------


async def drill(request: Request) -> Response:
    """A new hand of a leak, or of a game."""
    desk = desk_of(request)
    person = desk.person(request)
    leak = request.query_params.get("leak", "")
    if leak:
        found = await leak_of(desk, person.id, leak)
        rules = rules_named(desk, found.rules)
        if rules is None:
            raise HTTPException(404, "the house deals this game no longer")
        situation = await desk.figures.run(lambda: valued(like(rules, found.examples, CHANCE)))
    else:
        chosen = rules_named(desk, request.query_params.get("game", "")) or default_games()[0].rules
        situation = await desk.figures.run(lambda: valued(close_one(chosen, CHANCE)))
    question = Question(person.id, situation, leak)
    return await drill_page(request, question, questions_of(request).put(question))


def valued(situation: Situation) -> Situation:
    """The same, its worth reckoned already where the loop would have to wait for it."""
    rows_of(situation)
    return situation


async def leak_of(desk: Desk, person: str, name: str) -> Leak:
    decisions = await desk.coaches.record.of(person)
    for each in leaks([each for each in decisions if each.mode != DRILL], ()):
        if each.id == name:
            return each
    raise HTTPException(404, "you have no such leak")


async def answer(request: Request) -> Response:
    """The verdict on an answer; a question that is gone gives way to a new one."""
    desk = desk_of(request)
    fields = await desk.form(request)
    person = desk.person(request)
    question = questions_of(request).take(fields.get("question", ""), person.id)
    if question is None:
        return see_other("/training/drill")
    rows = await desk.figures.run(lambda: rows_of(question.situation))
    found = answered(question.situation, rows, fields.get("action", ""))
    if found is None:
        raise HTTPException(400, "that is no answer to this hand")
    desk.coaches.record.add(decision_of(found, person.id, DRILL))
    return await drill_page(request, question, "", found)


async def drill_page(
    request: Request, question: Question, name: str, found: Judged | None = None
) -> Response:
    """A question by its name, or a verdict once it is answered."""
    desk = desk_of(request)
    decisions = await desk.coaches.record.of(question.person)
    drilled = [each for each in decisions if each.mode == DRILL]
    now, best = streaks(drilled)
    return desk.page(
        request,
        "drill.html",
        question=question,
        name=name,
        found=found,
        verdict=verdict_of(found) if found is not None else None,
        drilled=tally("Drills", drilled),
        streak=now,
        best_streak=best,
        stake=dollars(question.situation.wager),
        games=default_games(),
    )


# -- a session ---------------------------------------------------------------------------------------------


async def session(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    decisions = [each for each in await desk.coaches.record.of(person.id) if each.table == table.id]
    taken = Snapshot(desk.house.store, {table.stream: table.version})
    sides = {each.id for each in table.rules.wagers} - {"insurance"}
    rounds = await asyncio.to_thread(lambda: rounds_of(taken.read(table.stream), person.id, sides))
    found = sessions_of(rounds)
    wanted = request.query_params.get("session", "")
    if wanted and not (wanted.isascii() and wanted.isdecimal() and 0 < int(wanted[:6]) <= len(found)):
        raise HTTPException(404, "there is no such session")
    at = int(wanted) if wanted else len(found)
    looked = review(found[at - 1], decisions, desk.figures.edge(table.rules)) if found else None
    drawn = graph([looked.won, looked.by_own_play, looked.by_best_play]) if looked else None
    return desk.page(
        request, "session.html", table=table, review=looked, graph=drawn, at=at, sessions=len(found)
    )


routes: list[BaseRoute] = [
    Route("/training", training),
    Route("/training/forget", forget, methods=["POST"]),
    Route("/training/drill", drill),
    Route("/training/drill", answer, methods=["POST"]),
    Route("/training/session/{table}", session),
]
