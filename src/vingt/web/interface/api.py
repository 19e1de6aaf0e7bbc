"""The JSON interface. A program has a bearer token; a browser's cookie needs the form token besides."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import LiveTable
from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import TooManyTries, WrongName
from vingt.live.people.person import Blocked, NameTaken, Person, WrongPassword
from vingt.live.table.commands import answers_of, read_command
from vingt.live.views.view import as_json
from vingt.web.administration import admin_pages, submission_pages
from vingt.web.desk import address_of, desk_of, read_json
from vingt.web.entrance import account_pages
from vingt.web.entrance.games import games
from vingt.web.entrance.private_tables import known_game, open_private
from vingt.web.floor import deal_pages, floor_pages, scan_pages, win_pages
from vingt.web.interface.openapi import document
from vingt.web.network.limits import TooMany
from vingt.web.progressive import meter_pages, sign_pages, terminal_pages
from vingt.web.table.table_page import submitted

Handler = Callable[[Request], Awaitable[Response]]


def caller(request: Request) -> Person | None:
    """Who looks on, if anybody; a bearer token that is none is said to be."""
    desk = desk_of(request)
    visit = desk.visit(request)
    return desk.person(request) if visit.bearer else visit.person


def acting(request: Request) -> Person:
    desk = desk_of(request)
    desk.acts_itself(request)
    if desk.visit(request).person is None and not desk.visit(request).bearer:
        raise HTTPException(401, "send a bearer token: POST /api/guests gives one")
    return desk.person(request)


def text_of(fields: dict[str, object], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise HTTPException(400, f"{name} must be a text")
    return value


def summary(table: LiveTable) -> dict[str, object]:
    return {
        "table": table.id,
        "name": table.name,
        "rulebook": table.rules.rulebook,
        "title": table.rules.title,
        "private": table.private,
        "closed": table.closed,
        "version": table.version,
        "rules_identity": table.rules.identity,
    }


async def openapi(request: Request) -> Response:
    return JSONResponse(document())


async def list_games(request: Request) -> Response:
    desk = desk_of(request)
    listed = [
        {
            "game": game.name,
            "title": game.rules.title,
            "rulebook": game.rules.rulebook,
            "offers": game.offers,
            "side_wagers": [{"name": name, "playable": playable} for name, playable in game.wagers],
            "house_edge": desk.figures.edge(game.rules),
            "rules_identity": game.rules.identity,
        }
        for game in games()
    ]
    return JSONResponse({"games": listed})


async def guests(request: Request) -> Response:
    fields = await read_json(request)
    person, token = await desk_of(request).welcome(request, text_of(fields, "name"))
    return JSONResponse({"person": person.id, "name": person.name, "token": token}, 201)


async def accounts(request: Request) -> Response:
    fields = await read_json(request)
    desk = desk_of(request)
    login, password, name = (text_of(fields, field) for field in ("login", "password", "name"))
    with desk.turnstile.account(address_of(request)):
        try:
            person = await desk.house.people.make_account(login, password, name)
        except (WrongName, NameTaken, BadPassword) as error:
            raise HTTPException(400, str(error)) from None
    return JSONResponse({"person": person.id, "name": person.name}, 201)


async def sessions(request: Request) -> Response:
    fields = await read_json(request)
    login, password = text_of(fields, "login"), text_of(fields, "password")
    try:
        person, token = await desk_of(request).house.people.sign_in(login, password, address_of(request))
    except WrongPassword as error:
        raise HTTPException(401, str(error)) from None
    except Blocked as error:
        raise HTTPException(403, str(error)) from None
    except TooManyTries as error:
        raise TooMany(str(error), error.seconds) from None
    told = {"person": person.id, "name": person.name, "token": token}
    return JSONResponse(told | ({"must_change": True} if person.must_change else {}), 201)


async def me(request: Request) -> Response:
    person = caller(request)
    if person is None:
        raise HTTPException(401, "send a bearer token: POST /api/guests gives one")
    purse = desk_of(request).house.people.purse(person.id)
    return JSONResponse(
        {"person": person.id, "name": person.name, "roles": sorted(person.roles), "purse": purse}
    )


async def list_tables(request: Request) -> Response:
    person = caller(request)
    mine = person.id if person is not None else None
    tables = [
        summary(table)
        for table in desk_of(request).house.tables()
        if not table.private or table.opened.by == mine
    ]
    return JSONResponse({"tables": tables})


async def open_table(request: Request) -> Response:
    fields = await read_json(request)
    person = acting(request)
    chosen = known_game(text_of(fields, "game"))
    table = await open_private(desk_of(request), chosen, person, text_of(fields, "name"))
    return JSONResponse(summary(table), 201)


async def view(request: Request) -> Response:
    table = desk_of(request).table(request)
    person = caller(request)
    return JSONResponse(as_json(table.view(person.id if person is not None else None)))


async def command(request: Request) -> Response:
    """One command. The answer to the same key is the same, and it is carried out once."""
    desk, table = desk_of(request), desk_of(request).table(request)
    fields = await read_json(request)
    person = acting(request)
    key = text_of(fields, "key") or secrets.token_hex(16)
    person_command = read_command(person.id, fields)
    answer = (
        person_command
        if isinstance(person_command, Refusal)
        else await submitted(desk, table, person, person_command, key, answers_of(fields))
    )
    if isinstance(answer, Refusal):
        return JSONResponse({"error": str(answer), **answer.cite.as_json()}, 409)
    return JSONResponse({"version": answer.version, "key": key})


routes: list[BaseRoute] = [
    Route("/openapi.json", openapi),
    Route("/games", list_games),
    Route("/guests", guests, methods=["POST"]),
    Route("/accounts", accounts, methods=["POST"]),
    Route("/sessions", sessions, methods=["POST"]),
    Route("/me", me),
    Route("/tables", list_tables),
    Route("/tables", open_table, methods=["POST"]),
    Route("/tables/{table}", view),
    Route("/tables/{table}/commands", command, methods=["POST"]),
]
every_route = [
    *routes,
    *account_pages.api_routes,
    *admin_pages.api_routes,
    *floor_pages.api_routes,
    *deal_pages.api_routes,
    *meter_pages.api_routes,
    *sign_pages.api_routes,
    *terminal_pages.api_routes,
    *win_pages.api_routes,
    *submission_pages.api_routes,
    *scan_pages.api_routes,
]
