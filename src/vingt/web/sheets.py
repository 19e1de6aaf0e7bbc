"""Sheets that belong to a table: its chart, and every value in force there with its clause."""

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
from vingt.web.desk import desk_of

CHART_WAGER = 2500  # cents: what the stars for the super bonus are reckoned at
MONEY = {"minimum", "maximum", "chip_unit", "chips", "payout_limit", "payout_unit"}


async def chart(request: Request) -> Response:
    from vingt.analysis.chart_sheet import sheet, up_names  # compiles: only when somebody asks
    from vingt.analysis.exact.lookups import NotCarried

    desk, table = desk_of(request), desk_of(request).table(request)
    try:
        made = await desk.figures.run(lambda: sheet(table.rules, CHART_WAGER), slow=True)
    except NotCarried as refusal:
        raise HTTPException(409, f"the exact analysis does not carry this table: {refusal}") from None
    return desk.page(request, "chart.html", table=table, sheet=made, ups=up_names())


@dataclass(frozen=True, slots=True)
class InForce:
    name: str
    value: str
    cite: Cite


async def rules(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    sections: dict[str, list[InForce]] = {}
    for section, each in in_force(table.rules):
        sections.setdefault(section, []).append(each)
    return desk.page(request, "rules.html", table=table, sections=sections)


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
        return ", ".join(in_words(name, each) for each in value) or "none"
    shown = plain(value)
    if isinstance(shown, dict):
        return str(shown.get("what") or shown.get("outcome") or "").replace("_", " ")
    return str(shown).replace("_", " ")


routes = [Route("/tables/{table}/chart", chart), Route("/tables/{table}/rules", rules)]
