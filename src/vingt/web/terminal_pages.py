"""The terminal of the progressive system at a table: its stage, its lights, and what the dealer presses."""

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
from vingt.web.desk import desk_of, see_other
from vingt.web.floor_pages import dealer
from vingt.web.sign_pages import symbol_words

PRESSED = ("spin_wheel", "pay_claim")  # the steps of who deals in which this system has a part


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


routes: list[BaseRoute] = [
    Route("/tables/{table}/terminal", terminal),
    Route("/tables/{table}/terminal", press, methods=["POST"]),
]
