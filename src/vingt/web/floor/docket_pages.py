"""The docket: the list of cases, and one of them with its replay and what it did to every wager."""

from __future__ import annotations

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.cards import Cards
from vingt.core.rules.table_rules import TableRules
from vingt.report.docket.case import DocketCase, NoSuchCase, case_named, docket
from vingt.rulebook import library
from vingt.web.computation.figures import FigureJson, Wait
from vingt.web.desk import desk_of
from vingt.web.floor.floor_pages import dealer
from vingt.web.table.sheets import looks_again


async def cases(request: Request) -> Response:
    return desk_of(request).page(request, "docket.html", cases=docket())


async def case(request: Request) -> Response:
    desk, told = desk_of(request), named(request)
    figures = desk.figures.look(f"docket-{told.id}", partial(figures_of, told.id))
    if isinstance(figures, Wait):
        if figures.failed:
            raise HTTPException(500, "the case could not be replayed; the house's log says more")
        page = desk.page(request, "docket_case.html", case=told, wait=figures, figures=None)
        return looks_again(request, page)
    return desk.page(request, "docket_case.html", case=told, wait=None, figures=figures)


async def case_json(request: Request) -> Response:
    """202 while it is replayed and valued: ask again."""
    told = named(request)
    figures = desk_of(request).figures.look(f"docket-{told.id}", partial(figures_of, told.id))
    if isinstance(figures, Wait):
        return JSONResponse({"case": told.id, "ready": False}, 202, headers={"retry-after": "2"})
    return JSONResponse({"case": told.id, "ready": True, **figures})


def named(request: Request) -> DocketCase:
    try:
        return case_named(request.path_params["case"])
    except NoSuchCase as error:
        raise HTTPException(404, str(error)) from None


def figures_of(id: str) -> FigureJson:
    """Replayed at a table in memory, and every wager valued: seconds, once; then it is kept."""
    from vingt.report.docket.effect import effects
    from vingt.report.docket.page import MEAN_IS_NOTHING
    from vingt.report.docket.scenarios import replay

    told = case_named(id)
    return {
        "replay": replay(told).as_json(),
        "effects": [effect.as_json() for effect in effects(told)],
        "unknown": MEAN_IS_NOTHING if told.fault.unknown else "",
    }


async def faulty(request: Request) -> Response:
    """What the decks of a table that were counted and not complete did to every wager offered there."""
    desk, by, table = desk_of(request), dealer(request), desk_of(request).table(request)
    counted = table.state.shoe.found_faulty
    if counted is None or counted.unscanned:
        raise HTTPException(404, "no shoe of this table was counted card by card and found wrong")
    missing, extra = counted.missing, counted.extra
    name = f"faulty-{table.rules.identity[:16]}-{'-'.join(map(str, missing))}-{'-'.join(map(str, extra))}"
    figures = desk.figures.look(name[:150], partial(faulty_json, table.rules, missing, extra))
    wait = figures if isinstance(figures, Wait) else None
    shown = None if isinstance(figures, Wait) else figures
    page = desk.page(
        request, "faulty_shoe.html", table=table, counted=counted, wait=wait, figures=shown, by=by
    )
    return looks_again(request, page) if wait is not None and not wait.failed else page


def faulty_json(rules: TableRules, missing: Cards, extra: Cards) -> FigureJson:
    from vingt.analysis.options.faulty_shoe import faulty_shoe

    return faulty_shoe(library.load(rules.address), rules, missing, extra).as_json()


routes: list[BaseRoute] = [
    Route("/tables/{table}/faulty-shoe", faulty),
    Route("/docket", cases),
    Route("/docket/{case}", case),
    Route("/docket/{case}/figures.json", case_json),
]
