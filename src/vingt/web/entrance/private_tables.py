"""Tables that players open for themselves: whoever has the address may sit down."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException

from vingt.core.rules.submission import Submission
from vingt.live.house.table_actor import LiveTable
from vingt.live.log.playability import NotPlayable
from vingt.live.log.store import NotStored, StoreClosed
from vingt.live.people.names import WrongName, display_name
from vingt.live.people.person import Person
from vingt.live.program_log import log
from vingt.rulebook import library
from vingt.web.desk import Desk
from vingt.web.entrance.games import Game, games
from vingt.web.network.limits import TooMany
from vingt.web.table.sheets import prepare_for

NAME_MOST = 40
LOOK = 60.0  # seconds between two looks for idle tables
COME_BACK = 3_600_000  # milliseconds that people have to come back to their tables when the house opens


def known_game(name: str) -> Game:
    for game in games():
        if game.name == name:
            return game
    raise HTTPException(400, "no such game: choose one of the lobby")


async def open_private(desk: Desk, game: Game | Submission, person: Person, name: str = "") -> LiveTable:
    """A private table under a name of the player's own, or the game's; of a game, or of any submission."""
    submission = library.submission(game.name) if isinstance(game, Game) else game
    try:
        shown = display_name(name, NAME_MOST) or f"{game.title}, private"
    except WrongName as error:
        raise HTTPException(400, str(error)) from None
    limits = desk.turnstile.limits
    async with desk.opening:
        open_now = [table for table in desk.house.tables() if table.private and not table.state.closed]
        if sum(table.opened.by == person.id for table in open_now) >= limits.tables_of_person:
            words = f"you have {limits.tables_of_person} private tables already: play at one, or close one"
            raise HTTPException(409, words)
        if len(open_now) >= limits.private_tables:
            raise TooMany("the house has as many private tables as it takes: try again later", 600)
        with desk.turnstile.table(person.id):
            try:
                table = await desk.house.open_table(submission, person.id, name=shown, private=True)
            except NotPlayable as error:
                raise HTTPException(409, str(error)) from None
    prepare_for(desk, table.rules)
    return table


def private_tables(desk: Desk, person: Person) -> list[LiveTable]:
    """This person's own, those that still take players."""
    return [
        table
        for table in desk.house.tables()
        if table.private and table.opened.by == person.id and not table.state.closed
    ]


async def close_idle_tables(desk: Desk) -> None:
    """For as long as the house is served."""
    while True:
        await asyncio.sleep(LOOK)
        try:
            await close_idle(desk)
        except (NotStored, StoreClosed):
            continue  # the next look finds them again


async def close_idle(desk: Desk) -> list[str]:
    """Close the private tables that nobody has looked at for long; chips go back to their purses."""
    hours = desk.turnstile.limits.idle_table_hours
    closed = []
    for table in desk.house.tables():
        if not table.private or table.closed or (table.state.round_open and table.state.bettors):
            continue
        if desk.turnstile.at_table[table.id] == 0 and table.idle_for(COME_BACK) > hours * 3_600_000:
            await table.close("house")
            log("idle table closed", table=table.id)
            closed.append(table.id)
    return closed
