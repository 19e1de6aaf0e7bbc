"""The daily win report: a page, a file of comma-separated values, and JSON for programs."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.books.audit import Snapshot
from vingt.live.books.win import GamingDay, NoDay, TableWin, clock_time, day_of, gaming_day, table_win
from vingt.live.log.store import TABLE
from vingt.report.log.win import NOTE, WinReport, interval_words, win_csv, win_report
from vingt.web.desk import desk_of
from vingt.web.floor.floor_rows import COMPUTED, law_known


async def report(request: Request) -> WinReport:
    desk = desk_of(request)
    person = desk.person(request)
    if not (person.may("floorperson") or person.may("auditor")):
        raise HTTPException(403, "this is for floorpersons and auditors")
    try:
        begins = request.query_params.get("begins") or clock_time(desk.house.day_begins)
        named = request.query_params.get("day", "")
        day = gaming_day(named, begins) if named else day_of(desk.house.now(), begins)
    except NoDay as error:
        raise HTTPException(404, str(error)) from None
    log = Snapshot(desk.house.store, desk.house.store.streams())
    tables = await asyncio.to_thread(tables_on, log, day)
    return win_report(day, tables, partial(law_known, desk.figures))


def tables_on(log: Snapshot, day: GamingDay) -> list[TableWin]:
    streams = sorted(stream for stream in log.streams if stream.startswith(TABLE))
    return [table_win(stream.removeprefix(TABLE), log.read(stream), day) for stream in streams]


async def page(request: Request) -> Response:
    told = await report(request)
    response = desk_of(request).page(
        request, "win_report.html", report=told, day=told.day, interval=interval_words, note=NOTE
    )
    if any(row.remark == COMPUTED for table in told.tables for row in table.rows):
        response.headers["refresh"] = "4"  # seconds: by then there may be more
    return response


async def file(request: Request) -> Response:
    told = await report(request)
    name = f"vingt-win-{told.day.day.isoformat()}.csv"
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(win_csv(told), media_type="text/csv", headers=named)


async def api_report(request: Request) -> Response:
    return JSONResponse((await report(request)).as_json())


routes: list[BaseRoute] = [Route("/floor/report", page), Route("/floor/report.csv", file)]
api_routes: list[BaseRoute] = [Route("/floor/report", api_report)]
