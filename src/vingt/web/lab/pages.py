"""The lab's page, what its script asks for while figures come, and what is downloaded or opened from it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from urllib.parse import unquote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.house.judgement import judge
from vingt.web.computation.figures import FigureJson
from vingt.web.desk import address_of, desk_of, see_other, signed_in
from vingt.web.entrance.arrival import arrivals_of, welcomed
from vingt.web.entrance.private_tables import open_private
from vingt.web.lab.address import NotAnAddress, lab_table
from vingt.web.lab.errands import BLANK, EDGE, GLANCE, PACKET, RUN, packet_unit, taken
from vingt.web.lab.jobs import LabJobs, LabVisitor
from vingt.web.lab.look import Look, look, planned_once

OPENING = 0.8  # seconds after which a page says that it is being drawn
SOON = 0.8  # seconds that a page waits for what is nearly there
QUERY_MAX = 12_000  # characters of an address
ASKED = (RUN, PACKET)
REPORTS = {"html": "text/html", "pdf": "application/pdf", "csv": "text/csv"}
TAB_MAX = 12  # characters by which the script tells the pages of one visitor apart
OURS = (*ASKED, "seen", "tab")  # said by the page's script, and no choice


def lab_of(request: Request) -> LabJobs:
    jobs: LabJobs = request.app.state.lab
    return jobs


def query_of(request: Request) -> str:
    """What the address says of the table; NotAnAddress becomes 404, which the page can say."""
    query = request.url.query
    if len(query) > QUERY_MAX:
        raise HTTPException(414, "the address is longer than that of any table")
    return "&".join(part for part in query.split("&") if part.partition("=")[0] not in OURS)


async def plan_of(request: Request) -> FigureJson:
    """What the address comes to, judged by the lab's own process."""
    try:
        return await planned_once(lab_of(request), query_of(request))
    except NotAnAddress as error:
        raise HTTPException(404, f"no table of the lab: {error}") from None


def visitor_of(request: Request) -> LabVisitor:
    address = address_of(request)
    return lab_of(request).visitor(f"{address} {desk_of(request).visit(request).secret}", address)


async def page(request: Request) -> Response:
    """With what is there by now; without script it looks again by itself. A form sends all its fields, and
    is led to the short address."""
    visitor, until = visitor_of(request), asyncio.get_running_loop().time() + SOON
    try:
        async with asyncio.timeout(OPENING):
            plan = await plan_of(request)
    except TimeoutError:  # the process that draws has only just begun, or much is asked of it
        return desk_of(request).page(request, "lab_wait.html")
    if plan["address"] != query_of(request) and request.url.query:
        return see_other(f"/lab?{plan['address']}{besides(request)}")
    seen = await looked(request, visitor, plan["address"])
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            while seen.waits and not has_edge(seen):
                await asyncio.sleep(0.1)
                seen = await looked(request, visitor, plan["address"])
    return desk_of(request).page(
        request,
        "lab.html",
        plan=plan,
        form=Markup(plan["form"].html),
        verdict=Markup(plan["verdict"].html),
        glance=next((part for part in seen.parts if part.id == GLANCE), None),
        parts=[(part, Markup(part.html)) for part in seen.parts if part.id != GLANCE],
        waits=seen.waits,
        asked=asked(request),
        besides=besides(request),
    )


def has_edge(seen: Look) -> bool:
    return any(part.drawing is not BLANK for part in seen.parts if part.id == EDGE)


async def looked(request: Request, visitor: LabVisitor, query: str) -> Look:
    tab = request.query_params.get("tab", "")[:TAB_MAX]
    return await look(lab_of(request), visitor, query, asked(request), tab)


def asked(request: Request) -> list[str]:
    return [name for name in ASKED if request.query_params.get(name) == "1"]


def besides(request: Request) -> str:
    return "".join(f"&{name}=1" for name in asked(request))


async def figures(request: Request) -> Response:
    """For the page's script: what has changed since it looked last."""
    try:
        seen = await looked(request, visitor_of(request), query_of(request))
    except NotAnAddress as error:
        raise HTTPException(404, f"no table of the lab: {error}") from None
    if seen.superseded:
        return JSONResponse({"superseded": True})
    had = dict(part.partition("=")[::2] for part in request.query_params.get("seen", "").split(","))
    plan = seen.plan
    told: dict[str, object] = {
        "address": plan["address"],
        "rules": plan["rules"],
        "allowed": plan["allowed"],
        "title": plan["title"],
        "waits": seen.waits,
        "order": [part.id for part in seen.parts],
    }
    changed = [f'"{part.id}": {part.json}' for part in seen.parts if had.get(part.id) != part.version]
    texts = [json.dumps(told)[1:-1], f'"parts": {{{", ".join(changed)}}}']
    if unquote(had.get("table", "")) != plan["address"]:  # an address may hold commas
        texts += [f'"{name}": {plan[name].json}' for name in ("form", "verdict")]
    return Response(f"{{{', '.join(texts)}}}", media_type="application/json")


# -- what one takes away ------------------------------------------------------------------------------------


async def submission(request: Request) -> Response:
    """The table as a submission, allowed or not: what `vingt check` judges."""
    return attachment((await plan_of(request))["text"], "application/toml", "my-table.toml")


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    media = f"{kind}; charset=utf-8" if isinstance(content, str) else kind
    return Response(content, media_type=media, headers=headers)


async def report(request: Request) -> Response:
    """The table as a page that stands by itself, on paper, or as figures row by row, with what is known by
    now; what is not is named in it."""
    kind = request.path_params["kind"]
    if kind not in REPORTS:
        raise HTTPException(404, "a table is downloaded as toml, html, pdf or csv")
    jobs, plan = lab_of(request), await plan_of(request)
    seen = await looked(request, visitor_of(request), plan["address"])
    if not plan["allowed"]:
        raise HTTPException(409, "this table may not be offered: only its submission can be downloaded")
    names = sorted({name for part in seen.parts if part.id != PACKET for name in part.names})
    known = {name: figure for name in names if (figure := jobs.store.get(name)) is not None}
    parts = {part.id: (part.names, part.drawable) for part in seen.parts if part.id != PACKET}
    text = await jobs.drawn(
        (kind, plan["address"]), partial(taken, kind, plan["address"], parts, known), tuple(known)
    )
    return attachment(b64decode(text) if kind == "pdf" else text, REPORTS[kind], f"my-table.{kind}")


async def packet(request: Request) -> Response:
    """The packet once it is made; 409 says where it is asked for."""
    kind, jobs, plan = request.path_params["kind"], lab_of(request), await plan_of(request)
    unit = packet_unit(plan["text"], datetime.now(UTC).date().isoformat())
    await jobs.store.look([unit[0]])
    kept = jobs.store.get(unit[0])
    if kind not in ("html", "pdf") or kept is None:
        raise HTTPException(409, "this packet is not made yet: ask for it in the lab, by “Make the packet”")
    content = kept["html"] if kind == "html" else b64decode(kept["pdf"])
    return attachment(content, REPORTS[kind], f"packet.{kind}")


async def open_table(request: Request) -> Response:
    """A private table of what stands in the lab, for whoever asks: a guest if need be."""
    desk = desk_of(request)
    fields = await desk.form(request)
    try:
        table = lab_table(fields.get("address", ""))
    except NotAnAddress as error:
        raise HTTPException(404, f"no table of the lab: {error}") from None
    judged = judge(table.text)
    if judged.rules is None or judged.submission is None:
        raise HTTPException(409, f"this table cannot be opened: {judged.why_not}")
    visit, arrivals = desk.visit(request), arrivals_of(request)
    async with arrivals.lock(visit.secret):
        person, token = visit.person, ""
        if person is None:
            person, token = await welcomed(request, arrivals, visit.secret, "")
        opened = await open_private(desk, judged.submission, person, judged.rules.title[:40])
    goto = f"/tables/{opened.id}"
    return signed_in(request, token, goto) if token else see_other(goto)


routes: list[BaseRoute] = [
    Route("/lab", page),
    Route("/lab/figures", figures),
    Route("/lab/my-table.toml", submission),
    Route("/lab/my-table.{kind:str}", report),
    Route("/lab/packet.{kind:str}", packet),
    Route("/lab/tables", open_table, methods=["POST"]),
]
