"""Signs for a big screen: the meters and the wheel of a table, or one meter; and the same for programs."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.rounds.outcome_words import symbol_words
from vingt.live.house.house import LiveTable
from vingt.live.progressive.meter_book import meter_id
from vingt.live.progressive.sign import MeterSign, TableSign, idle_wheel, meter_sign, table_sign
from vingt.web.desk import desk_of
from vingt.web.html.wheel_picture import bonus_words, chance_words, picture_of


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
    wheel = sign.wheel or idle_wheel(table.in_force)
    return desk_of(request).page(
        request,
        "sign.html",
        title=table.name,
        under="",
        sign=sign,
        wheel=wheel,
        picture=None if wheel is None else picture_of(wheel),
        words=symbol_words,
        bonus_words=bonus_words,
        chances=chance_words,
    )


async def meter_page(request: Request) -> Response:
    """One meter by itself: named by the wager that pays it, and by the tables that feed it."""
    meter = meter_of(request)
    tables = list(fed_by(request, meter.id))
    wagers = list(dict.fromkeys(wager for _, wager, _ in tables))
    names = list(dict.fromkeys(name for _, _, name in tables))
    shown = meter._replace(
        wager=" · ".join(wagers), name=names[0] if len(names) == 1 and len(wagers) == 1 else meter.name
    )
    under = " · ".join(dict.fromkeys(table for table, _, _ in tables))
    sign = TableSign((shown,), None, meter.waiting or None, ())
    title = wagers[0] if len(wagers) == 1 else meter.id
    return desk_of(request).page(
        request,
        "sign.html",
        title=title,
        under=under,
        sign=sign,
        wheel=None,
        picture=None,
        words=symbol_words,
        bonus_words=bonus_words,
    )


def fed_by(request: Request, id: str) -> Iterator[tuple[str, str, str]]:
    """The open tables that feed a meter: their name, the wager's, and what it calls the meter."""
    for table in desk_of(request).house.tables():
        for wager in table.in_force.wagers:
            for meter in wager.meters:
                if not table.closed and meter_id(table.id, wager.id, meter) == id:
                    yield table.name, wager.name, meter.name


async def api_table(request: Request) -> Response:
    return JSONResponse(sign_of(request)[1].as_json())


async def api_meter(request: Request) -> Response:
    return JSONResponse(meter_of(request).as_json())


routes: list[BaseRoute] = [
    Route("/sign/meter/{meter}", meter_page),
    Route("/sign/{table}", table_page),
]
api_routes: list[BaseRoute] = [
    Route("/tables/{table}/sign", api_table),
    Route("/meters/{meter}", api_meter),
]
