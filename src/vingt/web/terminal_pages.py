"""The terminal of the progressive system at a table: its stage, its lights, what the dealer presses, and the
sensor of the player at the hot spot."""

from __future__ import annotations

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from vingt.core.rounds.refusal import Refusal
from vingt.live.progressive.sign import table_sign
from vingt.live.progressive.terminal import terminal_views
from vingt.live.table.commands import PerformStep
from vingt.live.table.progressive_steps import SENSOR
from vingt.web.desk import desk_of, see_other
from vingt.web.floor_pages import dealer
from vingt.web.sign_pages import symbol_words

# The steps in which this system has a part: of who deals, and of the floorperson who cancels a jackpot.
PRESSED = ("spin_wheel", "enable_spin", "disable_spin", "pay_claim", "cancel_jackpot")


async def terminal(request: Request) -> Response:
    by, table = dealer(request), desk_of(request).table(request)
    desk = desk_of(request)
    return desk.page(
        request,
        "terminal.html",
        table=table,
        terminals=terminal_views(table.in_force, table.state),
        sign=table_sign(desk.house.meters, table.id, table.in_force, table.state),
        words=symbol_words,
        steps=[step for step in table.steps() if step.id in PRESSED],
        deals=table.state.dealing.dealer == by.id,
        held=table.state.jackpot.held,
        name=desk.house.people.name,
    )


async def press(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    by, table = dealer(request), desk_of(request).table(request)
    step = fields.get("step", "")
    if step not in PRESSED:
        raise HTTPException(400, f"step must be {' or '.join(PRESSED)}")
    answer = await table.submit(by.id, PerformStep(step), secrets.token_hex(16))
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return see_other(f"/tables/{table.id}/terminal")


async def sensor(request: Request) -> Response:
    """A player's side of the terminal: what the wheel does, and the spin where it is this player's."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    own = next((step for step in table.steps() if step.id == SENSOR and step.player == person.id), None)
    return desk.page(
        request,
        "sensor.html",
        table=table,
        own=own,
        terminals=terminal_views(table.in_force, table.state),
        sign=table_sign(desk.house.meters, table.id, table.in_force, table.state),
        words=symbol_words,
    )


async def cover_sensor(request: Request) -> Response:
    await desk_of(request).form(request)
    person, table = desk_of(request).person(request), desk_of(request).table(request)
    answer = await table.submit(person.id, PerformStep(SENSOR), secrets.token_hex(16))
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return see_other(f"/tables/{table.id}/sensor")


routes: list[BaseRoute] = [
    Route("/tables/{table}/sensor", sensor),
    Route("/tables/{table}/sensor", cover_sensor, methods=["POST"]),
    Route("/tables/{table}/terminal", terminal),
    Route("/tables/{table}/terminal", press, methods=["POST"]),
]
