"""What a reader at a table with real cards sends: cards as text, or what the card reader said."""

from __future__ import annotations

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.cards import Card, NotACard
from vingt.core.rounds.refusal import Refusal
from vingt.core.scanned_text import scanned_cards
from vingt.live.house.house import LiveTable
from vingt.live.people.person import Person
from vingt.live.table.commands import ENTERED_MOST, PerformStep
from vingt.live.table.dealer_step import DealerStep
from vingt.web.desk import desk_of, read_json
from vingt.web.floor.floor_pages import acting_dealer


async def scan(request: Request) -> Response:
    """{"text": "KS"} for the card that is due, or {"reader": true} for what the card reader says. Several
    cards are dealt one after the other for as long as cards are due; at a count all of them are counted."""
    desk = desk_of(request)
    fields = await read_json(request)
    by, table = acting_dealer(request), desk.table(request)
    if table.state.dealing.mode != "scanned":
        raise HTTPException(409, "no real cards are dealt at this table")
    key = str(fields.get("key") or secrets.token_hex(12))
    told: dict[str, object] = {"key": key, "entered": []}
    answer = await enter(table, by, fields, key, told)
    due = due_at(table)
    told |= {"version": table.version, "due": due.as_json() if due is not None else None}
    refused = table.state.shoe.refused
    if refused is not None:
        told |= {"stopped": True, "refused": str(refused.card), "why": refused.why, **refused.cite.as_json()}
    if isinstance(answer, Refusal):
        return JSONResponse({"error": str(answer), **told, **answer.cite.as_json()}, 409)
    return JSONResponse(told)


def due_at(table: LiveTable) -> DealerStep | None:
    return next((step for step in table.steps() if step.due), None)


async def enter(
    table: LiveTable, by: Person, fields: dict[str, object], key: str, told: dict[str, object]
) -> Refusal | None:
    step = due_at(table)
    if "reader" in fields:
        entered = "yes" if fields["reader"] is True else "no" if fields["reader"] is False else ""
        return await one(table, by, "check_hole_card", entered, key)
    text = fields.get("text")
    if not isinstance(text, str) or len(text) > ENTERED_MOST:
        raise HTTPException(400, f"text must be cards, of at most {ENTERED_MOST} characters")
    if step is not None and step.asks == "count":
        return await one(table, by, step.id, text, key)
    try:
        cards = scanned_cards(text)
    except NotACard as error:
        return Refusal(str(error))
    if not cards:
        return Refusal("no card was sent")
    entered_cards: list[str] = []
    told["entered"] = entered_cards
    for at, card in enumerate(cards):
        refused = await next_card(table, by, card, f"{key}/{at}")
        if refused is not None or table.state.shoe.refused is not None:
            return refused
        entered_cards.append(str(card))
    return None


async def next_card(table: LiveTable, by: Person, card: Card, key: str) -> Refusal | None:
    step = due_at(table)
    if step is None or step.asks not in ("card", "hole_card"):
        due = f"due is: {step.words}" if step is not None else "the table waits for others"
        return Refusal(f"no card is due for {card}; {due}")
    return await one(table, by, step.id, str(card), key)


async def one(table: LiveTable, by: Person, step: str, entered: str, key: str) -> Refusal | None:
    answer = await table.submit(by.id, PerformStep(step, entered), key)
    return answer if isinstance(answer, Refusal) else None


api_routes: list[BaseRoute] = [Route("/tables/{table}/scan", scan, methods=["POST"])]
