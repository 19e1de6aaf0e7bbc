"""The dealing school: exercises from the rules of any table or game of the house, one question a page, and
the report of a lesson. No table, purse or log has to do with it."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.playability import not_dealt
from vingt.live.people.person import Person
from vingt.live.school.lessons import (
    EXERCISES,
    NoExercise,
    SchoolAnswer,
    answer_of,
    lesson,
    report_of,
    tallied,
)
from vingt.live.school.question import SchoolQuestion, Unanswered, graded
from vingt.web.desk import Desk, desk_of, see_other
from vingt.web.entrance.games import default_games, games
from vingt.web.training.school_record import SchoolRecord
from vingt.web.training.training_pages import rules_named

SHOWN_MAX = 5_000  # questions of which is remembered when they were shown first


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an address names."""

    person: Person
    rules: TableRules
    exercise: str
    seed: str
    questions: tuple[SchoolQuestion, ...]

    def address(self, at: int | None = None, page: str = "") -> str:
        named = {"game": self.rules.identity, "seed": self.seed} | ({} if at is None else {"at": str(at)})
        return f"/school/{self.exercise}{page}?{urlencode(named)}"

    def of(self, answers: Sequence[SchoolAnswer]) -> list[SchoolAnswer]:
        mine = (self.exercise, self.rules.identity, self.seed)
        return [each for each in answers if (each.exercise, each.rules, each.seed) == mine]


class SchoolDesk:
    """The record, and since when each question has been looked at."""

    def __init__(self, record: SchoolRecord) -> None:
        self.record = record
        self.shown: OrderedDict[tuple[str, str], int] = OrderedDict()

    def show(self, person: str, address: str, now: int) -> None:
        self.shown.setdefault((person, address), now)
        while len(self.shown) > SHOWN_MAX:
            self.shown.popitem(last=False)

    def took(self, person: str, address: str, now: int) -> int:
        since = self.shown.pop((person, address), None)
        return 0 if since is None else max(1, now - since)


def school_of(request: Request) -> SchoolDesk:
    school: SchoolDesk = request.app.state.school
    return school


def new_seed() -> str:
    return str(1 + secrets.randbelow(999_999))


async def lesson_of(request: Request) -> Lesson:
    desk = desk_of(request)
    person, asked = desk.person(request), request.query_params
    rules = rules_named(desk, asked.get("game", ""))
    if rules is None or not_dealt(rules):
        raise HTTPException(404, "the house deals no such game")
    exercise, seed = request.path_params["exercise"], asked.get("seed", "")
    try:
        lesson_now = await asyncio.to_thread(lesson, rules, exercise, seed)
    except NoExercise as error:
        raise HTTPException(404, str(error)) from None
    return Lesson(person, rules, exercise, seed, lesson_now)


def number_of(request: Request, most: int) -> int:
    text = request.query_params.get("at", "1")
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= most):
        raise HTTPException(404, "there is no such question")
    return int(text)


# -- pages -------------------------------------------------------------------------------------------------


async def school(request: Request) -> Response:
    desk = desk_of(request)
    answers = await school_of(request).record.of(desk.person(request).id)
    tallies = [
        tallied(words, [each for each in answers if each.exercise == exercise])
        for exercise, words in EXERCISES.items()
    ]
    return desk.page(
        request,
        "school.html",
        exercises=EXERCISES,
        games=offered(desk),
        tallies=[each for each in tallies if each.answers],
        seed=new_seed(),
    )


def offered(desk: Desk) -> list[tuple[str, str]]:
    """Identity and name of all that is practised: the games of the house, and tables of other rules."""
    named = {game.rules.identity: game.rules.title for game in (*default_games(), *games())}
    for table in desk.house.tables():
        if not table.closed and not not_dealt(table.rules):
            named.setdefault(table.rules.identity, table.rules.title)
    return list(named.items())


async def begin(request: Request) -> Response:
    """From the form of the first page to the address of a lesson."""
    asked = request.query_params
    exercise = asked.get("exercise", "")
    seed = asked.get("seed", "").strip() or new_seed()
    return see_other(f"/school/{exercise}?{urlencode({'game': asked.get('game', ''), 'seed': seed})}")


async def question(request: Request) -> Response:
    return await shown(request, await lesson_of(request), number_of(request, 10**5))


async def shown(request: Request, lesson: Lesson, number: int, wrong: str = "") -> Response:
    if number > len(lesson.questions):
        return see_other(lesson.address(page="/report"))
    here, desk = school_of(request), desk_of(request)
    given = lesson.of(await here.record.of(lesson.person.id))
    before = next((answer for answer in given if answer.number == number - 1), None)
    here.show(lesson.person.id, lesson.address(number), desk.house.now())
    return desk.page(
        request,
        "school_question.html",
        400 if wrong else 200,
        lesson=lesson,
        number=number,
        question=lesson.questions[number - 1],
        before=before,
        before_cite=lesson.questions[number - 2].cite if number > 1 else Cite(),
        before_because=lesson.questions[number - 2].because if number > 1 else "",
        so_far=tallied("", given),
        title=EXERCISES[lesson.exercise],
        wrong=wrong,
    )


async def answer(request: Request) -> Response:
    """Graded, recorded, and on to the next question, which shows the verdict on this one."""
    desk, here = desk_of(request), school_of(request)
    fields = await desk.form(request)
    lesson_now = await lesson_of(request)
    number = number_of(request, len(lesson_now.questions))
    asked = lesson_now.questions[number - 1]
    try:
        grade = graded(asked, fields.get("answer") or fields.get("amount", ""))
    except Unanswered as error:
        return await shown(request, lesson_now, number, str(error))
    now = desk.house.now()
    took = here.took(lesson_now.person.id, lesson_now.address(number), now)
    here.record.add(
        answer_of(
            grade,
            number,
            took,
            rules=lesson_now.rules,
            exercise=lesson_now.exercise,
            seed=lesson_now.seed,
            person=lesson_now.person.id,
            at=now,
        )
    )
    return see_other(lesson_now.address(number + 1))


async def report(request: Request) -> Response:
    lesson_now = await lesson_of(request)
    given = lesson_now.of(await school_of(request).record.of(lesson_now.person.id))
    told = report_of(given, len(lesson_now.questions))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(told.as_json())
    return desk_of(request).page(
        request,
        "school_report.html",
        lesson=lesson_now,
        report=told,
        title=EXERCISES[lesson_now.exercise],
        cites={each.number: lesson_now.questions[each.number - 1].cite for each in told.mistakes},
        again=new_seed(),
    )


async def forget(request: Request) -> Response:
    desk = desk_of(request)
    await desk.form(request)
    await school_of(request).record.forget(desk.person(request).id)
    return see_other("/school")


routes: list[BaseRoute] = [
    Route("/school", school),
    Route("/school/begin", begin),
    Route("/school/forget", forget, methods=["POST"]),
    Route("/school/{exercise}", question),
    Route("/school/{exercise}", answer, methods=["POST"]),
    Route("/school/{exercise}/report", report),
]
