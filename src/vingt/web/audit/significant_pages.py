"""For auditors: what happened to the house as a whole, the newest first."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.books.reports import utc
from vingt.live.books.significant import Log, Significant, significant_events
from vingt.web.audit.records import auditor
from vingt.web.desk import desk_of
from vingt.web.html.paging import ShownPage, paged

LISTED = 100
GROUPS = {
    "house": ("house_", "rules_accepted", "history_lost"),
    "fault": ("fault_", "went_out_of_service", "came_back_into_service"),
    "sign-in": ("session_", "sign_in_failed", "sessions_ended"),
    "people": ("account_made", "password_", "role_", "person_", "ejection_"),
    "table": ("table_", "limits_"),
}


async def found(request: Request) -> tuple[ShownPage[Significant], str]:
    auditor(request)
    store, about = desk_of(request).house.store, request.query_params.get("about", "")
    kinds = GROUPS.get(about, ("",))

    def read(log: Log) -> list[Significant]:
        return [event for event in significant_events(log) if event.kind.startswith(kinds)][::-1]

    events = await asyncio.to_thread(read, store)  # type: ignore[arg-type]
    return paged(events, request.query_params.get("page", ""), LISTED), about if about in GROUPS else ""


async def events_page(request: Request) -> Response:
    shown, about = await found(request)
    return desk_of(request).page(request, "significant.html", found=shown, about=about, groups=list(GROUPS))


async def events_file(request: Request) -> Response:
    shown, _ = await found(request)
    return JSONResponse(
        {
            "total": shown.total,
            "page": shown.page,
            "pages": shown.pages,
            "events": [{**event.as_json(), "at": utc(event.at)} for event in shown.rows],
        }
    )


routes: list[BaseRoute] = [
    Route("/audit/events", events_page),
    Route("/audit/events.json", events_file),
]
