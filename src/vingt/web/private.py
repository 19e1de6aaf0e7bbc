"""Tables that players open for themselves: whoever has the address may sit down."""

from __future__ import annotations

from starlette.exceptions import HTTPException

from vingt.live.house import NotPlayable
from vingt.live.live_table import LiveTable
from vingt.live.people import Person, WrongName, display_name
from vingt.rulebook import library
from vingt.web.desk import Desk
from vingt.web.games import Game, games
from vingt.web.sheets import prepare_for

NAME_MOST = 40
TABLES_MOST = 10


def known_game(name: str) -> Game:
    for each in games():
        if each.name == name:
            return each
    raise HTTPException(400, "no such game: choose one of the lobby")


async def open_private(desk: Desk, game: Game, person: Person, name: str = "") -> LiveTable:
    """A private table under a name of the player's own, or the game's."""
    try:
        shown = display_name(name, NAME_MOST) or f"{game.title}, private"
    except WrongName as error:
        raise HTTPException(400, str(error)) from None
    if len(private_tables(desk, person)) >= TABLES_MOST:
        raise HTTPException(409, "you have ten private tables already; play at one of them")
    try:
        table = await desk.house.open_table(
            library.submission(game.name), person.id, name=shown, private=True
        )
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
