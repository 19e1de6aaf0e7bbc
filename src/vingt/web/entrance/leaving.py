"""Going, and coming back: a word before something is lost, and a guest's way to return."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vingt.live.people.people import TooManyTries, WrongName
from vingt.live.people.person import Blocked, Person, WrongCode
from vingt.web.desk import SESSION, Desk, address_of, desk_of, see_other, signed_in
from vingt.web.entrance.invitation import code_of


def in_play(desk: Desk, person: Person) -> list[tuple[str, str, int]]:
    """Tables where wagers of this person lie: id, name, cents."""
    return [
        (table.id, table.name, lying)
        for table in desk.house.tables()
        if (lying := table.state.in_play(person.id))
    ]


async def sign_out(request: Request) -> Response:
    """At once for an account with nothing in play; otherwise after a page that says what would be lost."""
    desk = desk_of(request)
    fields = await desk.form(request)
    person = desk.visit(request).person
    if person is not None and fields.get("sure") != "yes":
        lying = in_play(desk, person)
        if lying or person.guest:
            money = desk.house.people.purse(person.id)
            return desk.page(request, "sign_out.html", lying=lying, money=money)
    await desk.house.people.sign_out(request.cookies.get(SESSION, ""))
    response = see_other("/")
    response.delete_cookie(SESSION, path="/", httponly=True, samesite="lax")
    return response


async def keep(request: Request) -> Response:
    """A guest's return link, made anew: whoever has it has the purse."""
    desk = desk_of(request)
    await desk.form(request)
    person = desk.person(request)
    try:
        code = await desk.house.people.make_return_code(person.id)
    except WrongName as error:
        raise HTTPException(409, str(error)) from None
    address = str(request.url.replace(path=f"/return/{code}", query="", fragment=""))
    return desk.page(request, "keep.html", address=address, code=code_of(address))


async def return_page(request: Request) -> Response:
    """Looking at the link does nothing yet: a browser may fetch it ahead."""
    return desk_of(request).page(request, "return.html", code=request.path_params["code"][:100], error="")


async def come_back(request: Request) -> Response:
    desk = desk_of(request)
    fields = await desk.form(request)
    code = fields.get("code", "")
    try:
        _, token = await desk.house.people.return_with(code, address_of(request))
    except TooManyTries as error:
        page = desk.page(request, "return.html", 429, code=code[:100], error=str(error))
        page.headers["retry-after"] = str(error.seconds)
        return page
    except (WrongCode, Blocked) as error:
        status = 403 if isinstance(error, Blocked) else 401
        return desk.page(request, "return.html", status, code=code[:100], error=str(error))
    return signed_in(request, token, "/")


routes = [
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/keep", keep, methods=["POST"]),
    Route("/return/{code}", return_page),
    Route("/return", come_back, methods=["POST"]),
]
