"""Is the log true? The check, its progress, its signed reports, and the key they are signed with."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.books.reports import KeptReport, written
from vingt.live.log.signing import NotGenuine, PublicKey, SigningError, genuine, house_key
from vingt.web.audit.records import auditor
from vingt.web.audit.verifying import Verifying
from vingt.web.desk import desk_of, see_other

SOON = 1.0  # seconds: a short log is checked before anybody sees a page that waits


def verifying_of(request: Request) -> Verifying:
    verifying: Verifying = request.app.state.verifying
    return verifying


async def newest(request: Request, most: int) -> list[KeptReport]:
    return await asyncio.to_thread(verifying_of(request).reports.newest, most)


async def verify_now(request: Request) -> Response:
    await desk_of(request).form(request)
    person = auditor(request)
    verifying = verifying_of(request)
    verifying.begin(person)
    await verifying.soon(SOON)
    return see_other("/audit/verify")


async def under_way(request: Request) -> Response:
    """How far the check is; the page loads itself again until there is a report."""
    auditor(request)
    verifying = verifying_of(request)
    running = verifying.running
    if running is None and not verifying.failed:
        return see_other(f"/audit/reports/{verifying.last}" if verifying.last else "/audit")
    return desk_of(request).page(request, "verifying.html", running=running, failed=verifying.failed)


async def kept(request: Request) -> KeptReport:
    auditor(request)
    reports = verifying_of(request).reports
    report = await asyncio.to_thread(reports.get, request.path_params["report"])
    if report is None:
        raise HTTPException(404, "there is no such report")
    return report


async def report_page(request: Request) -> Response:
    report = await kept(request)
    key = await asyncio.to_thread(public_key, request)
    try:
        genuine(report.document, key)
        doubt = ""
    except NotGenuine as error:
        doubt = str(error)
    return desk_of(request).page(
        request, "report.html", name=report.name, document=report.document, report=report.report, doubt=doubt
    )


async def report_file(request: Request) -> Response:
    report = await kept(request)
    named = {"content-disposition": f'attachment; filename="vingt-report-{report.name}.json"'}
    return Response(written(report.document), media_type="application/json", headers=named)


def public_key(request: Request) -> PublicKey:
    try:
        return house_key(desk_of(request).house.folder).public
    except SigningError:
        raise HTTPException(503, "the house's signing key cannot be read; its operator must look") from None


async def key_page(request: Request) -> Response:
    """The public half of the house's key: a page, JSON or PEM, as is asked for."""
    key = await asyncio.to_thread(public_key, request)
    accepted = request.headers.get("accept", "")
    if "text/html" in accepted:
        return desk_of(request).page(request, "house_key.html", key=key)
    if "application/json" in accepted:
        return JSONResponse(key.as_json())
    return PlainTextResponse(key.pem, media_type="application/x-pem-file")


routes: list[BaseRoute] = [
    Route("/audit/verify", under_way),
    Route("/audit/verify", verify_now, methods=["POST"]),
    Route("/audit/reports/{report}.json", report_file),
    Route("/audit/reports/{report}", report_page),
    Route("/house-key", key_page),
]
