"""A table's page: looking at it, acting at it, and its coach."""

from __future__ import annotations

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from vingt.core.money import NotMoney, cents
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import Accepted, LiveTable
from vingt.live.people.person import Person
from vingt.live.table.commands import BuyIn, PersonCommand, TakeSeat, answers_of, read_command
from vingt.web.coaching.coach import MODES, mode_of
from vingt.web.desk import FAVOURITES, MONTH, Desk, desk_of, see_other, set_cookie
from vingt.web.felt.pressing import PRESSES, Press
from vingt.web.felt.table_model import chips_to_sit, liked
from vingt.web.table.drawing import values_of

OWN_TABLE = {
    "full": "Every box of that game is taken: this is a table of your own.",
    "mid-shoe": "That table lets nobody in before the next shuffle: this is a table of your own.",
    "new": "Nobody deals that game now: this is a table of your own.",
}


async def table_page(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    visit = desk.visit(request)
    view = table.view(visit.person.id if visit.person else None)
    if visit.person is not None:
        desk.coaches.look(table, visit.person.id, view)
    values = values_of(desk, table, visit, view)
    del values["token"], values["person"]  # the desk's own, which also begins a visit
    notice = OWN_TABLE.get(request.query_params.get("own", ""), "")
    return desk.page(request, "table.html", notice=notice, **values)


async def act(request: Request) -> Response:
    """One command from a form. JSON for the script, a page for whoever has none."""
    desk, table = desk_of(request), desk_of(request).table(request)
    fields = await desk.form(request)
    person = desk.person(request)
    key = fields.pop("key", "") or secrets.token_hex(16)
    answer = await carried_out(desk, table, person, fields, key)
    return answered(request, table, answer)


def answered(request: Request, table: LiveTable, answer: Accepted | Refusal | None) -> Response:
    wants_json = "application/json" in request.headers.get("accept", "")
    if isinstance(answer, Refusal):
        if wants_json:
            return JSONResponse({"error": str(answer), **answer.cite.as_json()}, 409)
        raise HTTPException(409, str(answer))
    version = table.version if answer is None else answer.version
    return JSONResponse({"version": version}) if wants_json else see_other(f"/tables/{table.id}")


async def carried_out(
    desk: Desk, table: LiveTable, person: Person, fields: dict[str, str], key: str
) -> Accepted | Refusal:
    press = PRESSES.get(fields.get("command", ""))
    if press is not None:

        async def submit(command: PersonCommand, key: str) -> Accepted | Refusal:
            return await submitted(desk, table, person, command, key, press=True)

        return await press(Press(table, person.id, desk.laid, submit, key))
    dollars = fields.pop("dollars", None)
    if dollars is not None:
        try:
            fields["amount"] = str(int(cents(dollars)))
        except NotMoney as error:
            return Refusal(str(error)[:100])
    command = read_command(person.id, fields)
    if isinstance(command, Refusal):
        return command
    answer = await submitted(desk, table, person, command, key, answers_of(fields))
    if isinstance(command, TakeSeat) and isinstance(answer, Accepted):
        await provided(desk, table, person, key)
    return answer


async def provided(desk: Desk, table: LiveTable, person: Person, key: str) -> None:
    """Whoever sits down without chips gets some in the same click; a wager that needs more buys them."""
    amount = chips_to_sit(table.view(person.id))
    if amount:
        await submitted(desk, table, person, BuyIn(amount), f"{key[:80]}-chips", press=True)


async def submitted(
    desk: Desk,
    table: LiveTable,
    person: Person,
    command: PersonCommand,
    key: str,
    answers: str = "",
    *,
    press: bool = False,
) -> Accepted | Refusal:
    """Submit, and let those know who remember: same-again and the coach."""
    number = table.wagers_for
    situation = desk.coaches.before(table, person.id)
    answer = await table.submit(person.id, command, key, answers, press=press)
    if isinstance(answer, Accepted):
        desk.laid.note(table.id, person.id, number, command)
        if situation is not None:
            desk.coaches.judge(table.id, person.id, situation, command)
    return answer


async def say(request: Request) -> Response:
    """One of the set phrases."""
    desk, table = desk_of(request), desk_of(request).table(request)
    fields = await desk.form(request)
    return answered(request, table, table.say(desk.person(request).id, fields.get("phrase", "")))


async def close(request: Request) -> Response:
    """A private table is closed by who opened it."""
    desk, table = desk_of(request), desk_of(request).table(request)
    await desk.form(request)
    answer = await desk.house.close_table(table.id, desk.person(request).id)
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return see_other("/")


async def favourite(request: Request) -> Response:
    """A side wager kept on one's cloth, or no longer: remembered by the browser, for every table."""
    desk, table = desk_of(request), desk_of(request).table(request)
    fields = await desk.form(request)
    wager = fields.get("wager", "")
    if table.rules.wager(wager) is None:
        raise HTTPException(404, "there is no such wager at this table")
    kept = desk.visit(request).favourites
    if kept is None:
        kept = liked(table.view(None))
    chosen = sorted(kept ^ {wager})[:40]
    response = answered(request, table, None)
    set_cookie(request, response, FAVOURITES, ".".join(name for name in chosen if name), 12 * MONTH)
    return response


async def coach(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    fields = await desk.form(request)
    person, mode = desk.person(request), mode_of(fields.get("mode", ""))
    if mode is None:
        raise HTTPException(400, f"a coach is one of {', '.join(MODES)}")
    desk.coaches.choose(table, person.id, mode)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"mode": mode})
    return see_other(f"/tables/{table.id}")


routes = [
    Route("/tables/{table}", table_page),
    Route("/tables/{table}/act", act, methods=["POST"]),
    Route("/tables/{table}/say", say, methods=["POST"]),
    Route("/tables/{table}/close", close, methods=["POST"]),
    Route("/tables/{table}/favourite", favourite, methods=["POST"]),
    Route("/tables/{table}/coach", coach, methods=["POST"]),
]
