"""An administrator opens a table from a submission of the house's own: handed in, looked at, opened."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.house.administration import NotPermitted
from vingt.live.house.house import LiveTable
from vingt.live.house.judgement import JudgedSubmission, judge
from vingt.live.log.events import DealingMode
from vingt.live.log.playability import NotPlayable
from vingt.live.people.names import WrongName, display_name
from vingt.live.people.person import Person
from vingt.rulebook import library
from vingt.rulebook.starter import starter
from vingt.web.administration.admin_pages import acting, administration_of, administrator
from vingt.web.desk import Desk, desk_of, read_json, see_other
from vingt.web.entrance.games import described
from vingt.web.entrance.private_tables import NAME_MOST
from vingt.web.table.sheets import prepare_for, sections_in_force

UNPROCESSABLE = 422


async def opened(
    request: Request, by: Person, judged: JudgedSubmission, name: str, dealing: DealingMode
) -> LiveTable:
    """The new table, whose log says who opened it; HTTPException where it may not be."""
    assert judged.submission is not None
    try:
        shown = display_name(name, NAME_MOST)
        table = await administration_of(request).open_table(by, judged.submission, shown, dealing)
    except (WrongName, NotPlayable) as error:
        raise HTTPException(400, str(error)) from None
    except NotPermitted as error:
        raise HTTPException(403, str(error)) from None
    prepare_for(desk_of(request), table.rules)
    return table


DEALINGS: dict[DealingMode, str] = {
    "automatic": "by the house, automatically",
    "guided": "by a dealer, step by step",
    "scanned": "by a dealer, with real cards that are entered as they come",
}


def dealing_of(word: object) -> DealingMode:
    for mode in DEALINGS:
        if word == mode:
            return mode
    raise HTTPException(400, f"dealing must be one of {', '.join(DEALINGS)}")


# -- pages -------------------------------------------------------------------------------------------------


async def submission_page(request: Request) -> Response:
    """Empty, or with a submission to begin with (`?rulebook=`)."""
    administrator(request)
    rulebook = request.query_params.get("rulebook", "")
    if rulebook and rulebook not in library.RULEBOOKS:
        raise HTTPException(404, "there is no such rulebook")
    return page(request, desk_of(request), text=starter(rulebook) if rulebook else "")


async def hand_in(request: Request) -> Response:
    """First a look at what it would be; then, told to, the table."""
    desk = desk_of(request)
    fields = await desk.form(request)
    by = administrator(request)
    text, name = fields.get("text", ""), fields.get("name", "")
    dealing = dealing_of(fields.get("dealing", "automatic"))
    judged = judge(text)
    if judged.rules is None:
        return page(request, desk, UNPROCESSABLE, text=text, name=name, judged=judged)
    if fields.get("do") != "open":
        return page(request, desk, text=text, name=name, judged=judged)
    try:
        table = await opened(request, by, judged, name, dealing)
    except HTTPException as error:
        if error.status_code != 400:
            raise
        return page(request, desk, 400, text=text, name=name, judged=judged, error=error.detail)
    return see_other(f"/tables/{table.id}")


def page(
    request: Request,
    desk: Desk,
    status: int = 200,
    *,
    text: str = "",
    name: str = "",
    judged: JudgedSubmission | None = None,
    error: str = "",
) -> Response:
    rules = judged.rules if judged is not None else None
    return desk.page(
        request,
        "submission.html",
        status,
        text=text,
        name=name,
        judged=judged,
        error=error,
        game=described("", rules) if rules is not None else None,
        sections=sections_in_force(rules) if rules is not None else {},
        rulebooks=[library.load(rulebook) for rulebook in library.RULEBOOKS],
        name_most=NAME_MOST,
        dealings=DEALINGS,
    )


# -- for programs ------------------------------------------------------------------------------------------


def judged_json(judged: JudgedSubmission) -> dict[str, object]:
    """As `vingt check --json` says it."""
    submission, rules = judged.submission, judged.rules
    told: dict[str, object] = {
        "allowed": judged.rules is not None or bool(judged.unplayable),
        "opens": rules is not None,
        "rulebook": submission.rulebook if submission is not None else None,
        "title": submission.title if submission is not None else None,
        "identity": rules.identity if rules is not None else None,
        "wagers": [wager.id for wager in rules.wagers] if rules is not None else [],
        "not_playable": [note.as_json() for note in judged.not_played],
        "problems": [shown.problem.as_json() | {"place": shown.place} for shown in judged.shown()],
    }
    return told | ({"error": judged.why_not} if judged.why_not else {})


async def handed_in(request: Request) -> tuple[Person, JudgedSubmission, str, DealingMode]:
    fields = await read_json(request)
    by = acting(request)
    text, name = fields.get("submission"), fields.get("name", "")
    if not isinstance(text, str) or not isinstance(name, str):
        raise HTTPException(400, "submission must be the text of one, name a text")
    return by, judge(text), name, dealing_of(fields.get("dealing", "automatic"))


async def api_judge(request: Request) -> Response:
    _, judged, *_ = await handed_in(request)
    return JSONResponse(judged_json(judged))


async def api_open(request: Request) -> Response:
    by, judged, name, dealing = await handed_in(request)
    if judged.rules is None:
        return JSONResponse(judged_json(judged), UNPROCESSABLE)
    table = await opened(request, by, judged, name, dealing)
    return JSONResponse({"table": table.id, "name": table.name, **judged_json(judged)}, 201)


routes: list[BaseRoute] = [
    Route("/admin/tables/new", submission_page),
    Route("/admin/tables/new", hand_in, methods=["POST"]),
]
api_routes: list[BaseRoute] = [
    Route("/admin/submissions", api_judge, methods=["POST"]),
    Route("/admin/tables", api_open, methods=["POST"]),
]
