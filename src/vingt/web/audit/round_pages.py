"""Looking back: the rounds of a table, and any of them step by step on the felt."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from vingt.live.books.export import lines
from vingt.live.books.round import Search
from vingt.report.rounds.steps import FeltStep, standing
from vingt.web.audit.records import OpenedRound, auditor, number_of, records_of
from vingt.web.audit.searches import WrongField, whole
from vingt.web.desk import desk_of
from vingt.web.html.pages import render


async def rounds(request: Request) -> Response:
    """The rounds of a table: an auditor sees all, a player those they had a wager in."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    only = None if person.may("auditor") else person.id
    search = Search(people=None if only is None else frozenset((only,)), table=table.id)
    page = max(1, asked_number(request, "page", 1))
    shown_rounds = await records_of(request).find_at(table, search, page)
    return desk.page(
        request, "rounds.html", table=table, found=shown_rounds, only=only, name=desk.house.people.name
    )


def asked_number(request: Request, name: str, otherwise: int) -> int:
    try:
        return whole(request.query_params.get(name, ""))
    except WrongField:
        return otherwise


async def opened(request: Request) -> OpenedRound:
    """A finished round, for an auditor or for who played in it."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    opened_round = await records_of(request).round(table, number_of(request, "round"))
    if not person.may("auditor") and opened_round.played.share_of(person.id) is None:
        raise HTTPException(403, "only an auditor may open a round that you had no wager in")
    return opened_round


async def round_page(request: Request) -> Response:
    """Step K with `?step=K`, the last without; with `&part` the felt alone, for the page's script."""
    desk, table = desk_of(request), desk_of(request).table(request)
    opened_round = await opened(request)
    steps = len(opened_round.told.lines)
    at = min(max(asked_number(request, "step", steps), 1), steps)
    person = desk.person(request)
    shown = standing(opened_round.told, opened_round.played, opened_round.events, opened_round.orders, at)
    values: dict[str, Any] = {
        "table": table,
        "told": opened_round.told,
        "played": opened_round.played,
        "step": shown,
        "balances": [
            balance for balance in shown.balances if person.may("auditor") or balance.person == person.id
        ],
        "paid": paid_now(shown),
    }
    if "part" in request.query_params:
        return HTMLResponse(render("parts/replay.html", **values))
    return desk.page(request, "round.html", **values)


def paid_now(step: FeltStep) -> int:
    """The payment that this step made, by its order, or 0."""
    return len(step.payments) if step.line.kind == "wager_settled" else 0


async def round_file(request: Request) -> Response:
    told = (await opened(request)).told
    name = f"{told.table}-round-{told.number}.json"
    return JSONResponse(told.as_json(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def log_file(request: Request) -> Response:
    """The table's whole log as JSON lines; unrevealed cards are in it only sealed."""
    table = desk_of(request).table(request)
    auditor(request)
    taken = records_of(request).log_of(table)
    named = {"content-disposition": f'attachment; filename="{table.id}.jsonl"'}
    return StreamingResponse(lines(taken, [table.stream]), media_type="application/jsonl", headers=named)


routes: list[BaseRoute] = [
    Route("/tables/{table}/rounds", rounds),
    Route("/tables/{table}/rounds/{round}", round_page),
    Route("/tables/{table}/rounds/{round}/round.json", round_file),
    Route("/tables/{table}/log.jsonl", log_file),
]
