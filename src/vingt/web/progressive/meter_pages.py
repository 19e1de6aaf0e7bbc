"""For auditors the history of every meter with its reconciliation; for the floor the payments that wait."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import NotMoney, cents
from vingt.core.progressive.meter import MeterSetup
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot
from vingt.live.books.meters import MeterHistory, exact_dollars, meter_history
from vingt.live.log.store import METER
from vingt.live.table.commands import Unclear, whole, whole_or_none
from vingt.web.administration.admin_pages import administration_of, administrator, floorperson
from vingt.web.audit.records import auditor
from vingt.web.desk import desk_of, read_json, see_other
from vingt.web.floor.floor_pages import done

NEWEST = 200


async def meters(request: Request) -> Response:
    auditor(request)
    records = desk_of(request).house.meters.records()
    return desk_of(request).page(request, "meters.html", records=records, exact=exact_dollars)


async def history_of(request: Request) -> MeterHistory:
    auditor(request)
    store, id = desk_of(request).house.store, request.path_params["meter"]
    if f"{METER}{id}" not in store.streams():
        raise HTTPException(404, f"there is no meter {id!r}")
    return await asyncio.to_thread(meter_history, Snapshot(store, store.streams()), id)


async def history_page(request: Request, refused: Refusal | None = None) -> Response:
    history = await history_of(request)
    entries = list(reversed(history.entries))[:NEWEST]
    return desk_of(request).page(
        request,
        "meter.html",
        409 if refused is not None else 200,
        history=history,
        entries=entries,
        state=history.state,
        exact=exact_dollars,
        may_change=desk_of(request).person(request).may("administrator"),
        proposed=desk_of(request).house.meters.record(history.id).proposed,
        refused=refused,
        name=desk_of(request).house.people.name,
    )


async def change(request: Request) -> Response:
    """From the form of the meter's page: a proposal, or what another administrator proposed, confirmed."""
    fields = await desk_of(request).form(request)
    by = administrator(request)
    try:
        reset = cents(fields.get("reset", ""))
        maximum = cents(fields["maximum"]) if fields.get("maximum") else None
    except NotMoney as error:
        raise HTTPException(400, str(error)) from None
    answer = await administration_of(request).change_meter(by, request.path_params["meter"], reset, maximum)
    if isinstance(answer, Refusal):
        return await history_page(request, answer)
    return see_other(f"/audit/meters/{request.path_params['meter']}")


async def history_file(request: Request) -> Response:
    history = await history_of(request)
    state = history.state
    return JSONResponse(
        {
            "meter": history.id,
            "seeded": state.seeded,
            "contributed": str(state.fed),
            "kept_in_reserve": str(state.reserved),
            "paid": state.paid,
            "waiting": state.waiting,
            "held": str(state.held),
            "reserve": str(state.reserve),
            "showing": state.showing,
            "unaccounted": str(state.unaccounted),
            "configuration": state.terms.digest,
            "problems": [problem.what for problem in history.problems],
            "events": [entry._asdict() for entry in history.entries],
        }
    )


async def confirm(request: Request) -> Response:
    await desk_of(request).form(request)
    by, table = floorperson(request), desk_of(request).table(request)
    await done(administration_of(request).confirm_payment(by, table.id))
    return see_other("/floor")


async def api_confirm(request: Request) -> Response:
    desk_of(request).acts_itself(request)
    by, table = floorperson(request), desk_of(request).table(request)
    answer = await done(administration_of(request).confirm_payment(by, table.id))
    return JSONResponse({"version": answer.version})


async def api_change(request: Request) -> Response:
    """Asked for by one administrator it is a proposal; by another the same way, it is done."""
    fields = await read_json(request)
    desk_of(request).acts_itself(request)
    by = administrator(request)
    try:
        reset, maximum = whole(fields, "reset"), whole_or_none(fields, "maximum")
    except Unclear as error:
        raise HTTPException(400, str(error)) from None
    answer = await administration_of(request).change_meter(by, request.path_params["meter"], reset, maximum)
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    if isinstance(answer, MeterSetup):
        return JSONResponse({"proposed": answer.digest, "version": None})
    return JSONResponse({"proposed": None, "version": answer.version})


routes: list[BaseRoute] = [
    Route("/audit/meters", meters),
    Route("/audit/meters/{meter}.json", history_file),
    Route("/audit/meters/{meter}", history_page),
    Route("/audit/meters/{meter}", change, methods=["POST"]),
    Route("/floor/tables/{table}/payment", confirm, methods=["POST"]),
]
api_routes: list[BaseRoute] = [
    Route("/tables/{table}/payment", api_confirm, methods=["POST"]),
    Route("/admin/meters/{meter}", api_change, methods=["POST"]),
]
