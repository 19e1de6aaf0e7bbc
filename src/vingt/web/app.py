"""The application: every page and interface of a house, behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from vingt._version import __version__
from vingt.live.house.administration import Administration
from vingt.live.house.house import House
from vingt.live.log.store import NotStored, StoreClosed, StoreDamaged, StoreUnusable
from vingt.web.administration import admin_pages, submission_pages
from vingt.web.audit import audit_pages, significant_pages
from vingt.web.audit.records import Records
from vingt.web.audit.verifying import Verifying
from vingt.web.coaching.coach import Coaches
from vingt.web.coaching.record import Record
from vingt.web.computation.figures import FigureWorkers
from vingt.web.desk import Desk, desk_of
from vingt.web.documentation import SITE, Documentation, to_the_documentation
from vingt.web.entrance import account_pages, invitation, leaving, lobby, private_tables
from vingt.web.felt.laid_wagers import Laid
from vingt.web.floor import deal_pages, docket_pages, floor_pages, win_pages
from vingt.web.html.pages import STATIC
from vingt.web.interface import api
from vingt.web.lab import pages as lab_pages
from vingt.web.lab.jobs import LabJobs
from vingt.web.network.exposure import Exposure
from vingt.web.network.limits import Turnstile
from vingt.web.network.metrics import WebMetrics
from vingt.web.network.security import Guard
from vingt.web.progressive import meter_pages, sign_pages, terminal_pages
from vingt.web.table import live_socket, sheets, table_page
from vingt.web.training import school_pages, training_pages
from vingt.web.training.school_record import SchoolRecord

HEADINGS = {
    401: "Who are you?",
    403: "Not from here",
    404: "Nothing here",
    409: "That cannot be done",
    413: "Too large",
    429: "Too much at once",
    503: "Out of order",
}


LATER = {"retry-after": "5"}  # seconds


class Assets(StaticFiles):
    """Files whose address holds their content may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = b"v=" in scope["query_string"]
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response


async def health(request: Request) -> Response:
    """503 while the log takes nothing; tables that are out of service are named in either case."""
    house = desk_of(request).house
    halted = {table.id: table.out_of_service for table in house.tables() if table.out_of_service}
    told: dict[str, object] = {"status": "ok", "vingt": __version__, "tables": len(house.tables())}
    if halted:
        told["out_of_service"] = halted
    if house.trouble:
        told |= {"status": "failed", "why": house.trouble}
        return JSONResponse(told, 503, headers=LATER)
    return JSONResponse(told)


async def metrics(request: Request) -> Response:
    text = desk_of(request).house.metrics.text()
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def unavailable(request: Request, error: Exception) -> Response:
    """Nothing happened, and the same may be asked again."""
    words = f"{why_unavailable(error)}: nothing was done; try again"
    return await refused(request, HTTPException(503, words, headers=LATER))


def why_unavailable(error: Exception) -> str:
    match error:
        case StoreDamaged():
            return f"{error.public}, and the house closes until it is mended"
        case NotStored():
            return f"{error.public} at the moment"
        case StoreClosed():
            return "the house is closing"
        case StoreUnusable():
            return "the house cannot read its log"
        case _:  # OSError
            return "something that the house needs does not answer"


async def refused(request: Request, error: Exception) -> Response:
    """A clean answer to what cannot be: JSON for programs, a page for people."""
    assert isinstance(error, HTTPException)
    words = str(error.detail)
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"error": words}, error.status_code, headers=error.headers)
    heading = HEADINGS.get(error.status_code, "That did not work")
    table, path = request.path_params.get("table"), request.url.path
    back = f"/tables/{table}" if table and error.status_code == 409 else "/"
    if table and path in (f"/tables/{table}/deal", f"/tables/{table}/irregularities"):
        back = path if error.status_code != 401 else f"/tables/{table}"  # where it was tried
    sign_in = ""
    if error.status_code == 401:
        sign_in = "/sign-in?" + urlencode({"next": path if request.method == "GET" else back})
    response = desk_of(request).page(
        request, "error.html", error.status_code, heading=heading, words=words, back=back, sign_in=sign_in
    )
    response.headers.update(error.headers or {})
    return response


def create_app(
    house: House,
    *,
    figures_in: Path | None = None,
    apart: bool = False,
    exposure: Exposure | None = None,
    site: Path = SITE,
) -> Starlette:
    """All of a house's pages. The caller opens the house before and closes it after. `apart`: figures are
    computed by processes of their own. `site`: where the documentation lies, if it was built."""
    exposure = exposure or Exposure()
    figures = FigureWorkers(figures_in or house.folder, apart)
    coaches = Coaches(figures, Record(house.folder))
    counted = WebMetrics(house.metrics.registry)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sheets.prepare(app.state.desk)
        closing = asyncio.create_task(private_tables.close_idle_tables(app.state.desk), name="idle tables")
        following = asyncio.create_task(app.state.records.keep_up(), name="round index")
        if apart:
            app.state.lab.follow(app.state.lab.warm())
        try:
            yield
        finally:
            closing.cancel()
            following.cancel()
            await asyncio.shield(app.state.records.close())
            await asyncio.shield(figures.close())
            await asyncio.shield(app.state.lab.close())
            await asyncio.shield(coaches.close())
            await asyncio.shield(app.state.school.record.close())

    routes: list[BaseRoute] = [
        *lobby.routes,
        *leaving.routes,
        *table_page.routes,
        *sheets.routes,
        *invitation.routes,
        *audit_pages.routes,
        *significant_pages.routes,
        *account_pages.routes,
        *admin_pages.routes,
        *floor_pages.routes,
        *deal_pages.routes,
        *win_pages.routes,
        *meter_pages.routes,
        *sign_pages.routes,
        *terminal_pages.routes,
        *submission_pages.routes,
        *docket_pages.routes,
        *lab_pages.routes,
        *training_pages.routes,
        *school_pages.routes,
        *live_socket.routes,
        Mount("/api", routes=[*api.every_route, *live_socket.api_routes]),
        Route("/health", health),
        Route("/metrics", metrics),
        Mount("/static", Assets(directory=STATIC)),
        Route("/docs", to_the_documentation),
        Mount("/docs", Documentation(site)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, metrics=counted, exposure=exposure)],
        exception_handlers={
            HTTPException: refused,
            NotStored: unavailable,
            StoreClosed: unavailable,
            StoreUnusable: unavailable,
            OSError: unavailable,  # a source of chance or a file that does not answer
        },
        lifespan=lifespan,
    )
    app.state.administration = Administration(house)
    app.state.records = Records(house)
    app.state.verifying = Verifying(house)
    app.state.school = school_pages.SchoolDesk(SchoolRecord(house.folder))
    app.state.lab = LabJobs(figures_in or house.folder, apart, exposure.limits)
    app.state.desk = Desk(house, figures, counted, coaches, Laid(), Turnstile(exposure.limits), site=site)
    return app
