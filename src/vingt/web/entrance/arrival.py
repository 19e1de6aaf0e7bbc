"""Deal me in: from the lobby to a seat in one press, for whoever comes."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.tables import NoSuchTable
from vingt.live.people.person import Person
from vingt.live.table.commands import DeclineCut
from vingt.live.table.seating import barred_until_shuffle, seat_refused
from vingt.web.desk import Desk, desk_of, kept_by_name, see_other, signed_in
from vingt.web.entrance.games import Game
from vingt.web.entrance.private_tables import known_game, open_private
from vingt.web.table.table_page import carried_out

PATIENCE = 3.0  # seconds to wait for the dealer to offer the cut
REMEMBERED = 200  # visitors whose impatient second press finds the guest that their first one made


@dataclass
class Arrivals:
    """Presses of visitors who have no session yet, by the secret of their visit: pressed twice, one guest."""

    locks: OrderedDict[str, asyncio.Lock] = field(default_factory=OrderedDict)
    tokens: dict[str, str] = field(default_factory=dict)

    def lock(self, secret: str) -> asyncio.Lock:
        lock = self.locks.setdefault(secret, asyncio.Lock())
        self.locks.move_to_end(secret)
        while len(self.locks) > REMEMBERED:
            gone, _ = self.locks.popitem(last=False)
            self.tokens.pop(gone, None)
        return lock


def arrivals_of(request: Request) -> Arrivals:
    return kept_by_name(request, "arrivals", Arrivals)


async def deal_me_in(request: Request) -> Response:
    """A guest if need be, a seat with chips, the cut declined: the next press deals."""
    desk = desk_of(request)
    fields = await desk.form(request)
    visit, arrivals = desk.visit(request), arrivals_of(request)
    async with arrivals.lock(visit.secret):
        person, token = visit.person, ""
        if person is None:
            person, token = await welcomed(request, arrivals, visit.secret, fields.get("name", ""))
        goto = await seated(desk, person, fields)
    return signed_in(request, token, goto) if token else see_other(goto)


async def welcomed(request: Request, arrivals: Arrivals, secret: str, name: str) -> tuple[Person, str]:
    desk, known = desk_of(request), arrivals.tokens.get(secret, "")
    person = desk.house.people.by_token(known) if known else None
    if person is not None:
        return person, known
    person, token = await desk.welcome(request, name)
    arrivals.tokens[secret] = token
    return person, token


async def seated(desk: Desk, person: Person, fields: dict[str, str]) -> str:
    """Where the person is to go: a table at which they hold a box now."""
    named = fields.get("table", "")
    if named:
        try:
            tables = [desk.house.table(named)]
        except NoSuchTable:
            raise HTTPException(404, "there is no such table") from None
        game = None
    else:
        game = known_game(fields.get("game", ""))
        tables = tables_of(desk, game.rules, person)
    for table in tables:
        if table.state.held_by(person.id):
            return f"/tables/{table.id}"
    for table in tables:
        if await took_seat(desk, table, person):
            await declined_cut(table, person)
            return f"/tables/{table.id}"
    if game is None:
        return f"/tables/{tables[0].id}"  # full or closed: to look on, and to see why
    return await own_table(desk, game, person, tables)


def tables_of(desk: Desk, rules: TableRules, person: Person) -> list[LiveTable]:
    """Tables of a game open to this person: the house's before theirs, then those that need no dealer."""
    tables = [
        table
        for table in desk.house.tables()
        if table.rules.plays_like(rules)
        and not table.state.closed
        and (not table.private or table.opened.by == person.id)
    ]
    return sorted(tables, key=lambda table: (table.private, not dealt_at_once(table)))


def dealt_at_once(table: LiveTable) -> bool:
    """Whether cards come without waiting for a person who deals."""
    return table.state.dealing.automatic


async def took_seat(desk: Desk, table: LiveTable, person: Person) -> bool:
    """The free box nearest the middle, with chips; not where one would have to wait for the next shuffle."""
    if barred_until_shuffle(table.rules, table.state, person.id) is not None:
        return False
    for box in from_the_middle(table.rules.box_count):
        if seat_refused(table.rules, table.state, person.id, box) is None:
            fields = {"command": "take_seat", "box": str(box)}
            answer = await carried_out(desk, table, person, fields, secrets.token_hex(16))
            if not isinstance(answer, Refusal):
                return True
    return False


def from_the_middle(seats: int) -> list[int]:
    middle = (seats + 1) / 2
    return sorted(range(1, seats + 1), key=lambda box: (abs(box - middle), box))


async def declined_cut(table: LiveTable, person: Person) -> None:
    """Leave the cut to the dealer, if it is offered before long; then wait until wagers are taken."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while not table.state.round_open:
        revision, offered = table.revision, table.state.shoe.cut_offered
        if table.state.shoe.stage == "offered" and offered is not None:
            if offered.person != person.id:
                return  # somebody else is asked, and may take their time
            await table.submit(person.id, DeclineCut(), secrets.token_hex(16))
        try:
            await asyncio.wait_for(table.changed(revision), max(0, until - loop.time()))
        except TimeoutError:
            return


async def own_table(desk: Desk, game: Game, person: Person, tables: list[LiveTable]) -> str:
    """A private table, because no open one had room; its name and the address say so."""
    barred = any(barred_until_shuffle(table.rules, table.state, person.id) for table in tables)
    why = "mid-shoe" if barred else "full" if tables else "new"
    table = await open_private(desk, game, person, f"{game.title}, yours"[:40])
    if await took_seat(desk, table, person):
        await declined_cut(table, person)
    return f"/tables/{table.id}?own={why}"
