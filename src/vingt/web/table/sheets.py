"""Sheets that belong to a table: how to play it, its chart, its wagers, and every value with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules, plain
from vingt.web.computation.charts import NoChart, chart_of, place_now
from vingt.web.computation.figures import AHEAD, SOON, Wait
from vingt.web.desk import Desk, desk_of
from vingt.web.felt.table_model import liked
from vingt.web.lessons.differences import differences
from vingt.web.lessons.learning import aim, buttons, cost_words, sentence
from vingt.web.lessons.wager_sheet import facts_of

MONEY = {"minimum", "maximum", "chip_unit", "chips", "payout_limit", "payout_unit"}
AGAIN = "2"  # seconds until a page that waits for a figure looks again


async def how(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    edge = desk.figures.edge(table.rules)
    facts = [facts_of(desk.figures, table.rules, offer.id, SOON) for offer in table.rules.wagers]
    return desk.page(
        request,
        "how.html",
        table=table,
        sentence=sentence(table.rules),
        aim=aim(table.rules),
        differences=differences(table.rules),
        buttons=buttons(table.rules),
        edge=edge,
        cost=cost_words(edge) if edge is not None else "",
        wagers=[wager for wager in facts if wager is not None],
    )


async def chart(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.visit(request).person
    place = place_now(table, table.view(person.id)) if person is not None else None
    sheet = chart_of(desk.figures, table.rules, place)
    if isinstance(sheet, NoChart):
        raise HTTPException(409, sheet.why)
    if isinstance(sheet, Wait):
        if sheet.failed:
            raise HTTPException(500, "the chart could not be computed; the house's log says more")
        return looks_again(request, desk.page(request, "chart_wait.html", table=table, wait=sheet))
    return desk.page(request, "chart.html", table=table, sheet=sheet)


def looks_again(request: Request, response: Response) -> Response:
    """A page of its own looks again by itself; a drawer is asked again by whoever opened it."""
    if "drawer" not in request.query_params:
        response.headers["refresh"] = AGAIN
    return response


async def wager(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    facts = facts_of(desk.figures, table.rules, request.path_params["wager"])
    if facts is None:
        raise HTTPException(404, "this table has no such wager")
    kept = desk.visit(request).favourites
    favourite = facts.id in (liked(table.view(None)) if kept is None else kept)
    page = desk.page(request, "wager.html", table=table, facts=facts, favourite=favourite)
    waits = facts.wait is not None and not facts.wait.failed
    return looks_again(request, page) if waits else page


def prepare(desk: Desk) -> None:
    """Begin what people at open tables will ask for: charts and side wagers, when nothing else is wanted."""
    for table in desk.house.tables():
        if not table.state.closed:
            prepare_for(desk, table.rules)


def prepare_for(desk: Desk, rules: TableRules) -> None:
    chart_of(desk.figures, rules, urgency=AHEAD)
    for offer in rules.wagers[:1]:  # all wagers of a table are made together
        facts_of(desk.figures, rules, offer.id, AHEAD)


@dataclass(frozen=True, slots=True)
class InForce:
    name: str
    value: str
    cite: Cite


async def rules(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    return desk.page(request, "rules.html", table=table, sections=sections_in_force(table.in_force))


def sections_in_force(rules: TableRules) -> dict[str, list[InForce]]:
    sections: dict[str, list[InForce]] = {}
    for section, rule in in_force(rules):
        sections.setdefault(section, []).append(rule)
    return sections


def in_force(rules: TableRules) -> Iterator[tuple[str, InForce]]:
    for path, cite in rules.cites:
        section, _, name = path.partition(".")
        value: object = rules
        for step in path.split("."):
            value = getattr(value, step, None)
        if value is not None and name:
            yield section.replace("_", " "), InForce(name.replace("_", " "), in_words(name, value), cite)


def in_words(name: str, value: object) -> str:
    """A value for a person to read."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in MONEY:
        return dollars(value)
    if isinstance(value, tuple):
        return ", ".join(in_words(name, part) for part in value) or "none"
    shown = plain(value)
    if isinstance(shown, dict):
        return str(shown.get("what") or shown.get("outcome") or "").replace("_", " ")
    return str(shown).replace("_", " ")


routes = [
    Route("/tables/{table}/how", how),
    Route("/tables/{table}/chart", chart),
    Route("/tables/{table}/rules", rules),
    Route("/tables/{table}/wagers/{wager}", wager),
]
