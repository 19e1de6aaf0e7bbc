"""For auditors: any finished round found by who played, when, for how much, with which card."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.books.reports import utc
from vingt.live.books.round import Played, RoundPage, Share
from vingt.live.people.people import People
from vingt.web.audit import report_pages, round_pages, shoe_pages
from vingt.web.audit.records import IndexProgress, auditor, records_of
from vingt.web.audit.searches import SearchForm, read_search
from vingt.web.desk import desk_of

REPORTS_LISTED = 5


async def searched(request: Request) -> tuple[SearchForm, RoundPage, IndexProgress | None]:
    auditor(request)
    records, people = records_of(request), desk_of(request).house.people
    asked = read_search(request.query_params, people)
    if asked.wrong:
        return asked, RoundPage((), 0, 1), None
    page, progress = await records.find(asked.search, asked.page)
    return asked, page, progress


async def audit(request: Request) -> Response:
    desk = desk_of(request)
    asked, page, progress = await searched(request)
    return desk.page(
        request,
        "audit.html",
        400 if asked.wrong else 200,
        tables=desk.house.tables(),
        names={table.id: table.name for table in desk.house.tables()},
        name=desk.house.people.name,
        asked=asked,
        found=page,
        progress=progress,
        verifying=report_pages.verifying_of(request),
        reports=await report_pages.newest(request, REPORTS_LISTED),
    )


async def audit_file(request: Request) -> Response:
    """The same as JSON, for the same fields."""
    asked, page, progress = await searched(request)
    if asked.wrong:
        return JSONResponse({"error": "; ".join(f"{name}: {why}" for name, why in asked.wrong.items())}, 400)
    people = desk_of(request).house.people
    return JSONResponse(
        {
            "total": page.total,
            "page": page.page,
            "pages": page.pages,
            "complete": progress is None,  # False while a long log is being read for the first time
            "rounds": [row_json(row, people) for row in page.rows],
        }
    )


def row_json(played: Played, people: People) -> dict[str, object]:
    return {
        "table": played.table,
        "round": played.number,
        "started": utc(played.started),
        "ended": utc(played.ended),
        **money(played.total),
        "players": [
            {"person": share.person, "name": people.name(share.person), **money(share)}
            for share in played.shares
        ],
    }


def money(share: Share) -> dict[str, int]:
    return {"wagered": share.wagered, "paid": share.paid, "net": share.net}


routes: list[BaseRoute] = [
    Route("/audit", audit),
    Route("/audit.json", audit_file),
    *report_pages.routes,
    *round_pages.routes,
    *shoe_pages.routes,
]
