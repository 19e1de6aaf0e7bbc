"""For dealers and floorpersons: the floor with all its tables, and at a table the guided menu of what went
wrong. Programs are offered the same."""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import NotMoney, cents
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.administration import NotPermitted
from vingt.live.house.house import Accepted, LiveTable
from vingt.live.people.person import Person
from vingt.live.table.commands import CommandFields, Unclear, whole, whole_or_none
from vingt.live.table.mishap_menu import read_mishap, told
from vingt.report.log.win import interval_words
from vingt.web.administration.admin_pages import administration_of, close_table, floorperson, post_limits
from vingt.web.desk import desk_of, read_json, see_other
from vingt.web.floor.floor_rows import FloorRow, age_words, floor_row
from vingt.web.html.wheel_picture import bonus_words

ORDERS = (
    *("stop", "resume", "note", "reshuffle", "fill", "credit", "count_chips", "withdraw_chips"),
    *("start_clocks", "stop_clocks", "coupon", "recut", "relieve"),
)


def dealer(request: Request) -> Person:
    """Or floorperson, or administrator."""
    person = desk_of(request).person(request)
    if not person.may("dealer"):
        raise HTTPException(403, "this is for dealers and floorpersons")
    return person


def acting_dealer(request: Request) -> Person:
    desk_of(request).acts_itself(request)
    return dealer(request)


# -- the floor -----------------------------------------------------------------------------------------------


def rows(request: Request) -> list[FloorRow]:
    """Open tables: those that ring first, then those with people."""
    desk = desk_of(request)
    now = desk.house.now()
    open_rows = [floor_row(desk.figures, table, now) for table in desk.house.tables() if not table.closed]
    return sorted(
        open_rows,
        key=lambda row: (
            not row.rings,
            not row.calls,
            -len(row.table.state.people),
            row.table.private,
            row.table.name,
        ),
    )


async def floor(request: Request) -> Response:
    floorperson(request)
    desk = desk_of(request)
    return desk.page(
        request,
        "floor.html",
        rows=rows(request),
        name=desk.house.people.name,
        told=told,
        age=age_words,
        interval=interval_words,
        bonus_words=bonus_words,
    )


async def api_floor(request: Request) -> Response:
    floorperson(request)
    return JSONResponse({"tables": [row.as_json() for row in rows(request)]})


# -- what went wrong -----------------------------------------------------------------------------------------


async def irregularities(request: Request) -> Response:
    by, table = dealer(request), desk_of(request).table(request)
    desk = desk_of(request)
    return desk.page(
        request,
        "irregularities.html",
        table=table,
        view=table.view(None),
        choices=administration_of(request).mishaps(by, table.id),
        plays=table.state.round_open and table.state.wagered(by.id),
        name=desk.house.people.name,
        told=told,
    )


async def done(answering: Awaitable[Accepted | Refusal]) -> Accepted:
    """HTTPException where it may not be done, with the clause."""
    try:
        answer = await answering
    except NotPermitted as error:
        raise HTTPException(403, str(error)) from None
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return answer


async def reported(request: Request, by: Person, table: LiveTable, fields: CommandFields) -> Accepted:
    mishap = read_mishap(fields)
    if isinstance(mishap, Refusal):
        raise HTTPException(400, str(mishap))
    return await done(administration_of(request).report(by, table.id, mishap, number_of(fields)))


def number_of(fields: CommandFields) -> int | None:
    try:
        return whole_or_none(fields, "number")
    except Unclear as error:
        raise HTTPException(400, str(error)) from None


async def ordered(request: Request, by: Person, table: LiveTable, fields: CommandFields) -> Accepted:
    here = administration_of(request)
    match fields.get("do"):
        case "stop":
            return await done(here.stop_dealing(by, table.id))
        case "resume":
            return await done(here.resume_dealing(by, table.id))
        case "reshuffle":
            return await done(here.order_reshuffle(by, table.id))
        case "fill":
            return await done(here.order_chips(by, table.id, amount_in(fields)))
        case "credit":
            return await done(here.order_chips(by, table.id, -amount_in(fields)))
        case "start_clocks" | "stop_clocks" as do:
            return await done(here.set_clocks(by, table.id, do == "start_clocks"))
        case "recut":
            return await done(here.order_recut(by, table.id))
        case "relieve":
            return await done(here.relieve_dealer(by, table.id))
        case "coupon":
            person = str(fields.get("person") or "")
            return await done(here.issue_coupon(by, table.id, person, amount_in(fields)))
        case "note":
            return await done(here.note_irregularity(by, table.id, numbered(fields)))
        case "count_chips":
            return await done(here.count_chips(by, table.id, numbered(fields)))
        case "withdraw_chips":
            return await done(here.withdraw_chips(by, table.id, numbered(fields)))
        case _:
            raise HTTPException(400, f"do must be one of {', '.join(ORDERS)}")


def numbered(fields: CommandFields) -> int:
    try:
        return whole(fields, "number")
    except Unclear as error:
        raise HTTPException(400, str(error)) from None


def amount_in(fields: CommandFields) -> int:
    """Dollars of a form, cents of a program."""
    try:
        typed = fields.get("dollars")
        return cents(typed) if isinstance(typed, str) else whole(fields, "amount")
    except (Unclear, NotMoney) as error:
        raise HTTPException(400, str(error)) from None


async def act(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    by, table = dealer(request), desk_of(request).table(request)
    if fields.get("do") == "report":
        await reported(request, by, table, fields)
    else:
        await ordered(request, by, table, fields)
    on_floor = fields.get("do") == "note" or fields.get("from") == "floor"
    return see_other("/floor" if on_floor else f"/tables/{table.id}/irregularities")


# -- for programs --------------------------------------------------------------------------------------------


async def api_mishaps(request: Request) -> Response:
    by, table = dealer(request), desk_of(request).table(request)
    choices = administration_of(request).mishaps(by, table.id)
    return JSONResponse(
        {
            "number": table.state.irregularities_told + 1,
            "stopped": bool(table.state.stopped_by),
            "choices": [choice.as_json() for choice in choices],
        }
    )


async def api_report(request: Request) -> Response:
    fields = await read_json(request)
    by, table = acting_dealer(request), desk_of(request).table(request)
    answer = await reported(request, by, table, fields)
    newest = table.view(None).irregularities[:1]
    orders = [{"words": order.words, **order.cite.as_json()} for seen in newest for order in seen.orders]
    return JSONResponse({"version": answer.version, "orders": orders})


async def api_order(request: Request) -> Response:
    fields = await read_json(request)
    by, table = acting_dealer(request), desk_of(request).table(request)
    return JSONResponse({"version": (await ordered(request, by, table, fields)).version})


routes: list[BaseRoute] = [
    Route("/floor", floor),
    Route("/floor/tables/{table}/limits", post_limits, methods=["POST"]),
    Route("/floor/tables/{table}/close", close_table, methods=["POST"]),
    Route("/tables/{table}/irregularities", irregularities),
    Route("/tables/{table}/irregularities", act, methods=["POST"]),
]
api_routes: list[BaseRoute] = [
    Route("/floor", api_floor),
    Route("/tables/{table}/mishaps", api_mishaps),
    Route("/tables/{table}/mishaps", api_report, methods=["POST"]),
    Route("/tables/{table}/dealing", api_order, methods=["POST"]),
]
