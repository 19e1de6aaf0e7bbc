"""One's own account: another password, and an end to sessions left open elsewhere."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import TooManyTries
from vingt.live.people.person import Person, WrongPassword
from vingt.web.desk import address_of, desk_of, read_json, see_other, signed_in
from vingt.web.network.limits import TooMany


def own(request: Request) -> Person:
    """Also who must choose another password first."""
    person = desk_of(request).visit(request).person
    if person is None:
        raise HTTPException(401, "sign in first")
    return person


def shown(request: Request, status: int = 200, error: str = "") -> Response:
    desk, person = desk_of(request), own(request)
    return desk.page(
        request, "account.html", status, sessions=desk.house.people.sessions(person.id), error=error
    )


async def account(request: Request) -> Response:
    if desk_of(request).visit(request).person is None:
        return see_other("/sign-in")
    return shown(request)


async def changed(request: Request, person: Person, old: str, new: str) -> str:
    """The token of a new session: all others are over. HTTPException says why not."""
    people, address = desk_of(request).house.people, address_of(request)
    if person.guest:
        raise HTTPException(409, "a guest has no password: make an account first")
    try:
        await people.change_password(person.id, old, new, address)
        return (await people.sign_in(person.login, new, address))[1]
    except WrongPassword as error:
        raise HTTPException(403, str(error)) from None
    except BadPassword as error:
        raise HTTPException(400, str(error)) from None
    except TooManyTries as error:
        raise TooMany(str(error), error.seconds) from None


async def change_password(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    person = own(request)
    if fields.get("new") != fields.get("again"):
        return shown(request, 400, "the new password was typed in two ways")
    try:
        token = await changed(request, person, fields.get("old", ""), fields.get("new", ""))
    except HTTPException as error:
        answer = shown(request, error.status_code, error.detail)
        answer.headers.update(error.headers or {})
        return answer
    return signed_in(request, token, "/account")


async def end_others(request: Request) -> Response:
    desk = desk_of(request)
    await desk.form(request)
    person = own(request)
    await desk.house.people.end_sessions(person.id, person.id, but=desk.visit(request).secret)
    return see_other("/account")


# -- for programs ------------------------------------------------------------------------------------------


async def api_password(request: Request) -> Response:
    fields = await read_json(request)
    desk_of(request).acts_itself(request)
    person = own(request)
    old, new = fields.get("old", ""), fields.get("new", "")
    if not isinstance(old, str) or not isinstance(new, str):
        raise HTTPException(400, "old and new must be texts")
    return JSONResponse({"token": await changed(request, person, old, new)})


async def api_end_others(request: Request) -> Response:
    desk, person = desk_of(request), own(request)
    desk.acts_itself(request)
    await desk.house.people.end_sessions(person.id, person.id, but=desk.visit(request).secret)
    return JSONResponse({"done": "other sessions ended"})


routes: list[BaseRoute] = [
    Route("/account", account),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/sessions", end_others, methods=["POST"]),
]
api_routes: list[BaseRoute] = [
    Route("/account/password", api_password, methods=["POST"]),
    Route("/account/end-other-sessions", api_end_others, methods=["POST"]),
]
