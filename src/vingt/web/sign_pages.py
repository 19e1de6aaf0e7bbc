"""Signs for a big screen: the meters and the wheel of a table, or one meter; and the same for programs."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.house.house import LiveTable
from vingt.live.progressive.sign import MeterSign, TableSign, meter_sign, table_sign
from vingt.web.desk import desk_of


def sign_of(request: Request) -> tuple[LiveTable, TableSign]:
    desk = desk_of(request)
    table = desk.table(request)
    return table, table_sign(desk.house.meters, table.id, table.in_force, table.state)


def meter_of(request: Request) -> MeterSign:
    id = request.path_params["meter"]
    record = next((each for each in desk_of(request).house.meters.records() if each.id == id), None)
    if record is None:
        raise HTTPException(404, f"there is no meter {id!r}, or nobody has played for it yet")
    return meter_sign(record)


async def table_page(request: Request) -> Response:
    table, sign = sign_of(request)
    return desk_of(request).page(request, "sign.html", title=table.name, sign=sign, words=symbol_words)


async def meter_page(request: Request) -> Response:
    meter = meter_of(request)
    sign = TableSign((meter,), None, meter.waiting or None, ())
    return desk_of(request).page(request, "sign.html", title=meter.id, sign=sign, words=symbol_words)


async def api_table(request: Request) -> Response:
    return JSONResponse(sign_of(request)[1].as_json())


async def api_meter(request: Request) -> Response:
    return JSONResponse(meter_of(request).as_json())


def symbol_words(symbol: str) -> str:
    """A symbol as it stands on a wheel: usd-250-and-usd-100-symbol is $250 and $100."""
    words = symbol.removesuffix("-symbol").replace("usd-", "$").replace("-", " ")
    return words if words.startswith("$") else words.capitalize()


routes: list[BaseRoute] = [
    Route("/sign/meter/{meter}", meter_page),
    Route("/sign/{table}", table_page),
]
api_routes: list[BaseRoute] = [
    Route("/tables/{table}/sign", api_table),
    Route("/meters/{meter}", api_meter),
]
