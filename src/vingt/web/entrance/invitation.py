"""An invitation to a table: its address, to copy or to be read by a phone's camera."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vingt.live.house.table_actor import LiveTable
from vingt.web.desk import Desk, desk_of

QUIET = 4  # modules left free on every side, as the standard asks


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as one SVG path: `size` modules a side, the free margin included."""

    size: int
    path: str


def code_of(address: str) -> Code:
    """Dark runs of each row as rectangles one module high."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=QUIET)]
    parts: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return Code(len(rows), "".join(parts))


def address_of(request: Request, table: LiveTable) -> str:
    """The table as the person who invites reaches it."""
    url: URL = request.url.replace(path=f"/tables/{table.id}", query="", fragment="")
    return str(url)


def people_at(desk: Desk, table: LiveTable) -> tuple[str, ...]:
    """Who holds a box there, by name, in the order in which they came."""
    return tuple(dict.fromkeys(desk.house.people.name(held.person) for held in table.state.held))


async def invite(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    address = address_of(request, table)
    free = table.rules.box_count - len(table.state.held)
    return desk.page(
        request,
        "invite.html",
        table=table,
        address=address,
        code=code_of(address),
        here=people_at(desk, table),
        free=free,
    )


routes = [Route("/tables/{table}/invite", invite)]
