"""Coming in: the lobby, guests, accounts, and tables opened by players."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vingt.live.house import NotPlayable
from vingt.live.passwords import BadPassword
from vingt.live.people import NameTaken, TooManyTries, WrongName, WrongPassword
from vingt.rulebook import library
from vingt.web.desk import SESSION, desk_of, see_other, signed_in
from vingt.web.games import Game, default_games, games


async def lobby(request: Request) -> Response:
    desk = desk_of(request)
    person = desk.visit(request).person
    tables = [
        table
        for table in desk.house.tables()
        if not table.private or (person is not None and table.opened.by == person.id)
    ]
    open_of = {table.rules.hash: table for table in tables if not table.private}
    standing = {table.id for table in open_of.values()}
    edges = {each.name: desk.figures.edge(each.rules) for each in games()}
    return desk.page(
        request,
        "lobby.html",
        games=default_games(),
        others=[each for each in games() if each not in default_games()],
        edges=edges,
        open_of=open_of,
        tables=[table for table in tables if table.id not in standing],
    )


async def guest(request: Request) -> Response:
    desk = desk_of(request)
    fields = await desk.form(request)
    goto = fields.get("next", "/")
    if desk.visit(request).person is not None:
        return see_other(goto)
    try:
        _, token = await desk.house.people.welcome(fields.get("name", ""))
    except WrongName as error:
        raise HTTPException(400, str(error)) from None
    return signed_in(request, token, goto)


async def sign_in_page(request: Request) -> Response:
    return desk_of(request).page(request, "sign_in.html", error="", login="")


async def sign_in(request: Request) -> Response:
    desk = desk_of(request)
    fields = await desk.form(request)
    login, password = fields.get("login", ""), fields.get("password", "")
    address = request.client.host if request.client else ""
    try:
        _, token = await desk.house.people.sign_in(login, password, address)
    except (WrongPassword, TooManyTries) as error:
        status = 429 if isinstance(error, TooManyTries) else 401
        return desk.page(request, "sign_in.html", status, error=str(error), login=login[:40])
    return signed_in(request, token, "/")


async def register(request: Request) -> Response:
    """A new account; a guest who makes one keeps purse and seat."""
    desk = desk_of(request)
    fields = await desk.form(request)
    login, password = fields.get("login", ""), fields.get("password", "")
    known = desk.visit(request).person
    guest_id = known.id if known is not None and known.guest else ""
    try:
        await desk.house.people.make_account(login, password, fields.get("name", ""), person=guest_id)
        _, token = await desk.house.people.sign_in(login, password)
    except (WrongName, NameTaken, BadPassword) as error:
        return desk.page(request, "sign_in.html", 400, error=str(error), login=login[:40])
    except TooManyTries as error:
        return desk.page(request, "sign_in.html", 429, error=str(error), login=login[:40])
    return signed_in(request, token, "/")


async def sign_out(request: Request) -> Response:
    desk = desk_of(request)
    await desk.form(request)
    await desk.house.people.sign_out(request.cookies.get(SESSION, ""))
    response = see_other("/")
    response.delete_cookie(SESSION, path="/", httponly=True, samesite="lax")
    return response


async def open_table(request: Request) -> Response:
    """A private table for a sample: whoever has its address may sit down."""
    desk = desk_of(request)
    fields = await desk.form(request)
    person = desk.person(request)
    chosen = known_game(fields.get("game", ""))
    mine = [table for table in desk.house.tables() if table.private and table.opened.by == person.id]
    if len(mine) >= 10:
        raise HTTPException(409, "you have ten private tables already; play at one of them")
    try:
        table = await desk.house.open_table(
            library.submission(chosen.name), person.id, name=f"{chosen.title}, private", private=True
        )
    except NotPlayable as error:
        raise HTTPException(409, str(error)) from None
    return see_other(f"/tables/{table.id}")


def known_game(name: str) -> Game:
    for each in games():
        if each.name == name:
            return each
    raise HTTPException(400, "no such game: choose one of the lobby")


routes = [
    Route("/", lobby),
    Route("/guest", guest, methods=["POST"]),
    Route("/sign-in", sign_in_page),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/register", register, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/tables", open_table, methods=["POST"]),
]
