"""A shoe's proof, as a page and as JSON. It is for everybody: that is what it is published for."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.live.shuffle import commitment
from vingt.web.desk import desk_of
from vingt.web.records import OpenedShoe, number_of, records_of


async def opened(request: Request) -> OpenedShoe:
    table = desk_of(request).table(request)
    return await records_of(request).shoe(table, number_of(request, "shoe"))


async def shoe_page(request: Request) -> Response:
    desk, table = desk_of(request), desk_of(request).table(request)
    found = await opened(request)
    proof = found.proof
    holds = None  # whether the revealed order fits what was published; None while it is sealed
    if proof.nonce:
        holds = commitment(bytes.fromhex(proof.nonce), proof.order) == proof.commitment
    cutter = desk.house.people.name(proof.cutter) if proof.cutter != "dealer" else "the dealer"
    return desk.page(
        request,
        "shoe.html",
        table=table,
        proof=proof,
        holds=holds,
        size=found.opened.cards,
        decks=decks(found),
        cutter=cutter,
    )


async def shoe_file(request: Request) -> Response:
    """`decks`: as many of each card are in it; 0 where it was made of the discards."""
    found = await opened(request)
    proof = found.proof
    return JSONResponse(
        {
            "table": request.path_params["table"],
            "number": proof.number,
            "cards": found.opened.cards,
            "decks": decks(found),
            "commitment": proof.commitment,
            "cut": proof.cut,
            "revealed": bool(proof.nonce),
            "nonce": proof.nonce,
            "order": [str(card) for card in proof.order],
        }
    )


def decks(found: OpenedShoe) -> int:
    return 0 if found.opened.from_discards else found.opened.decks


routes: list[BaseRoute] = [
    Route("/tables/{table}/shoes/{shoe}.json", shoe_file),
    Route("/tables/{table}/shoes/{shoe}", shoe_page),
]
