"""A shoe's proof, as a page and as JSON. It is for everybody: that is what it is published for."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.web.audit.records import OpenedShoe, number_of, records_of
from vingt.web.desk import desk_of


async def opened(request: Request) -> OpenedShoe:
    table = desk_of(request).table(request)
    return await records_of(request).shoe(table, number_of(request, "shoe"))


async def shoe_page(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    shoe = await opened(request)
    proof = shoe.proof
    cutter = desk.house.people.name(proof.cutter) if proof.cutter != "dealer" else "the dealer"
    return desk.page(
        request,
        "shoe.html",
        table=table,
        proof=proof,
        holds=proof.holds,
        names=desk.house.people.name,
        size=shoe.opened.cards,
        decks=decks(shoe),
        side=shoe.opened.side,
        cutter=cutter,
    )


async def shoe_file(request: Request) -> Response:
    """`decks`: as many of each card are in it; 0 where it was made of the discards."""
    shoe = await opened(request)
    proof = shoe.proof
    return JSONResponse(
        {
            "table": request.path_params["table"],
            "cards": shoe.opened.cards,
            "decks": decks(shoe),
            "side": shoe.opened.side,
            "revealed": bool(proof.nonce),
            **proof.as_json(),
        }
    )


def decks(shoe: OpenedShoe) -> int:
    return 0 if shoe.opened.from_discards else shoe.opened.decks


routes: list[BaseRoute] = [
    Route("/tables/{table}/shoes/{shoe}.json", shoe_file),
    Route("/tables/{table}/shoes/{shoe}", shoe_page),
]
