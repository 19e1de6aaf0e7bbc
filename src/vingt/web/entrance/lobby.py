"""Coming in: the lobby, guests, accounts, and tables opened by players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vingt.live.house.table_actor import LiveTable
from vingt.live.people.passwords import BadPassword
from vingt.live.people.people import TooManyTries, WrongName
from vingt.live.people.person import Blocked, NameTaken, Person, WrongPassword
from vingt.web.desk import Desk, address_of, desk_of, see_other, signed_in
from vingt.web.entrance.arrival import deal_me_in, dealt_at_once
from vingt.web.entrance.games import Game, default_games, described, games, offers
from vingt.web.entrance.invitation import people_at
from vingt.web.entrance.private_tables import NAME_MOST, known_game, open_private, private_tables

SIGN_IN_STATUS: dict[type[Exception], int] = {WrongPassword: 401, Blocked: 403, TooManyTries: 429}


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """A game in the lobby: its open table, if there is one, and who is there now."""

    game: Game
    edge: float | None
    table: LiveTable | None
    here: tuple[str, ...]
    free: int
    offers: tuple[str, ...]
    by_table: bool = False  # the table itself is asked for: no sample has its rules


@dataclass(frozen=True, slots=True)
class MySeat:
    """A table where a person sits or has chips."""

    table: LiveTable
    boxes: tuple[int, ...]
    chips: int


@dataclass(frozen=True, slots=True)
class Mine:
    money: int  # purse, and chips at every table
    seats: tuple[MySeat, ...]
    private: tuple[LiveTable, ...]  # where no seat is held


async def lobby(request: Request) -> Response:
    desk = desk_of(request)
    person = desk.visit(request).person
    samples = [offered(desk, game) for game in games()]
    first = [sample for sample in samples if sample.table is not None and sample.game in default_games()]
    return desk.page(
        request,
        "lobby.html",
        own=own_tables(desk, samples),
        games=first,
        others=[sample for sample in samples if sample not in first],
        every_game=games(),
        mine=mine(desk, person) if person is not None else None,
        name_most=NAME_MOST,
        name=desk.house.people.name,
    )


def offered(desk: Desk, game: Game) -> LobbyGame:
    standing = [
        table
        for table in desk.house.tables()
        if table.rules.plays_like(game.rules) and not table.private and not table.state.closed
    ]
    table = max(standing, key=lambda table: (dealt_at_once(table), len(table.state.held)), default=None)
    return shown(desk, game, table)


def shown(desk: Desk, game: Game, table: LiveTable | None, *, by_table: bool = False) -> LobbyGame:
    free = game.rules.box_count - len(table.state.held) if table is not None else 0
    here = people_at(desk, table) if table is not None else ()
    tags = tuple(offers(table.in_force)) if table is not None else game.offers
    return LobbyGame(game, desk.figures.edge(game.rules), table, here, free, tags, by_table)


def own_tables(desk: Desk, samples: list[LobbyGame]) -> list[LobbyGame]:
    """The house's open tables that no sample leads to: an operator's own submissions."""
    known = {sample.table.id for sample in samples if sample.table is not None}
    return [
        shown(
            desk, replace(described(table.id, table.rules), title=table.name, detail=""), table, by_table=True
        )
        for table in desk.house.tables()
        if not table.private and not table.closed and table.id not in known
    ]


def mine(desk: Desk, person: Person) -> Mine:
    seats = []
    for table in desk.house.tables():
        state = table.state
        chips = state.rack(person.id) + state.in_play(person.id)
        if chips or state.held_by(person.id):
            seats.append(MySeat(table, state.held_by(person.id), chips))
    taken = {seat.table.id for seat in seats}
    own = tuple(table for table in private_tables(desk, person) if table.id not in taken)
    money = desk.house.people.purse(person.id) + sum(seat.chips for seat in seats)
    return Mine(money, tuple(seats), own)


async def guest(request: Request) -> Response:
    desk = desk_of(request)
    fields = await desk.form(request)
    goto = fields.get("next", "/")
    if desk.visit(request).person is not None:
        return see_other(goto)
    _, token = await desk.welcome(request, fields.get("name", ""))
    return signed_in(request, token, goto)


async def sign_in_page(request: Request) -> Response:
    return sign_in_again(request)


def sign_in_again(
    request: Request, status: int = 200, error: str | Exception = "", login: str = "", goto: str = ""
) -> Response:
    """The page of both forms, with what went wrong, the login that was tried and the page that was wanted."""
    desk = desk_of(request)
    person = desk.visit(request).person
    purse = desk.house.people.purse(person.id) if person is not None else 0
    goto = goto or request.query_params.get("next", "/")
    page = desk.page(
        request, "sign_in.html", status, error=str(error), login=login[:40], purse=purse, goto=goto[:500]
    )
    if isinstance(error, TooManyTries):
        page.headers["retry-after"] = str(error.seconds)
    return page


async def sign_in(request: Request) -> Response:
    desk = desk_of(request)
    fields = await desk.form(request)
    login, password = fields.get("login", ""), fields.get("password", "")
    goto = fields.get("next", "/")
    try:
        person, token = await desk.house.people.sign_in(login, password, address_of(request))
    except (WrongPassword, TooManyTries, Blocked) as error:
        return sign_in_again(request, SIGN_IN_STATUS[type(error)], error, login, goto)
    return signed_in(request, token, "/account" if person.must_change else goto)


async def register(request: Request) -> Response:
    """A new account; a guest who makes one keeps purse and seat."""
    desk = desk_of(request)
    fields = await desk.form(request)
    login, password = fields.get("login", ""), fields.get("password", "")
    known = desk.visit(request).person
    guest_id = known.id if known is not None and known.guest else ""
    goto = fields.get("next", "/")
    people, address = desk.house.people, address_of(request)
    try:
        with desk.turnstile.account(address):
            await people.make_account(login, password, fields.get("name", ""), person=guest_id)
        _, token = await people.sign_in(login, password, address)
    except (WrongName, NameTaken, BadPassword) as error:
        return sign_in_again(request, 400, error, login, goto)
    except TooManyTries as error:
        return sign_in_again(request, 429, error, login, goto)
    return signed_in(request, token, goto)


async def open_table(request: Request) -> Response:
    """A private table for a sample: whoever has its address may sit down."""
    desk = desk_of(request)
    fields = await desk.form(request)
    person = desk.person(request)
    table = await open_private(desk, known_game(fields.get("game", "")), person, fields.get("name", ""))
    return see_other(f"/tables/{table.id}")


routes = [
    Route("/", lobby),
    Route("/deal-me-in", deal_me_in, methods=["POST"]),
    Route("/guest", guest, methods=["POST"]),
    Route("/sign-in", sign_in_page),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/register", register, methods=["POST"]),
    Route("/tables", open_table, methods=["POST"]),
]
