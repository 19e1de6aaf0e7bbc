"""The page of who deals: the whole table in words and cards, the step that is due as one big button, what
else is lawful beside it. Floorpersons sign here too. Programs are told and do the same."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import dollars
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import Accepted, LiveTable
from vingt.live.people.person import Person
from vingt.live.table.checklist import conduct, step_words
from vingt.live.table.commands import CommandFields, DealerCommand, read_command
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.dealing import CONDUCT, SETUP
from vingt.live.table.performing import Staff, plays_here, role_for
from vingt.report.rules.layout import shown_at
from vingt.web.desk import desk_of, see_other
from vingt.web.felt.chips_due import chips_due
from vingt.web.floor.floor_pages import dealer

WHY_REFUSED = {
    "removed_rank": "These decks hold no card of that rank.",
    "one_too_many": "As many of it as these decks hold have been seen already.",
    "deck_order": "The last cards came out in the order of a new deck: were they shuffled?",
    "reader_contradicted": "It contradicts what the card reader said.",
}


@dataclass(frozen=True, slots=True)
class StepOffered:
    """A step, and whether who looks may do it; `sheet` is what is signed with it."""

    step: DealerStep
    yours: bool
    sheet: tuple[tuple[str, str, object], ...] = ()
    chips: tuple[str, ...] = ()


def offered_steps(table: LiveTable, person: Person, name: Callable[[str], str]) -> list[StepOffered]:
    staff = Staff(person.id, person.may)
    return [
        StepOffered(
            step,
            role_for(table.state, staff, step) is not None,
            sheet_of(table, step),
            chips_due(table.in_force, table.state, step, name),
        )
        for step in table.steps()
    ]


def sheet_of(table: LiveTable, step: DealerStep) -> tuple[tuple[str, str, object], ...]:
    """What stands on the sheet that is signed: where, the words, the clause."""
    rules = table.in_force
    signed = step.item.step if step.item is not None else ""
    if signed == CONDUCT:
        said = conduct(rules)
        listed = [("dealer", each) for each in said.handling] + [("players", each) for each in said.players]
        return tuple((who, step_words(each.what), each.cite) for who, each in listed)
    if signed != SETUP:
        return ()
    limits = f"main wager {dollars(rules.wagering.minimum)} to {dollars(rules.wagering.maximum)}"
    draws = "the dealer draws on soft 17" if rules.dealer.hits_soft_17 else "the dealer stands on soft 17"
    first = (
        ("sign", limits, rules.cite("wagering.minimum", "wagering.maximum")),
        ("felt", draws, rules.cite("dealer.soft17")),
        ("cards", f"{rules.cards.decks} decks, {len(rules.cards.shoe)} cards", rules.cite("cards.decks")),
    )
    return (*first, *shown_at(rules))


def by_hand_only(table: LiveTable) -> LiveTable:
    if table.state.dealing.automatic:
        raise HTTPException(404, "this table deals by itself")
    return table


# -- all tables that people deal ---------------------------------------------------------------------------


async def dealing(request: Request) -> Response:
    """Where a dealer is wanted, who deals elsewhere, and what is due."""
    desk, by = desk_of(request), dealer(request)
    tables = [
        table for table in desk.house.tables() if not table.closed and not table.state.dealing.automatic
    ]
    rows = [
        (table, next((step for step in table.steps() if step.due), None), table.view(None).waiting_for)
        for table in tables
    ]
    wanted = sorted(rows, key=lambda row: (bool(row[0].state.dealing.dealer), row[0].name))
    return desk.page(request, "dealing.html", rows=wanted, me=by.id, name=desk.house.people.name)


# -- the page ----------------------------------------------------------------------------------------------


async def deal_page(request: Request) -> Response:
    desk = desk_of(request)
    by, table = dealer(request), by_hand_only(desk.table(request))
    steps = offered_steps(table, by, desk.house.people.name)
    due = next((each for each in steps if each.step.due), None)
    view = table.view(None)
    return desk.page(
        request,
        "deal.html",
        table=table,
        view=view,
        dealing=table.state.dealing,
        due=due,
        others=[each for each in steps if not each.step.due],
        deals=table.state.dealing.dealer == by.id,
        plays=plays_here(table.state, by.id),
        key=secrets.token_hex(12),
        name=desk.house.people.name,
        step_words=step_words,
        why_refused=WHY_REFUSED,
    )


async def act(request: Request) -> Response:
    """One step from a form. JSON for the script, the page again for whoever has none."""
    desk = desk_of(request)
    fields = await desk.form(request)
    by, table = dealer(request), by_hand_only(desk.table(request))
    answer = await done(table, by, fields, fields.get("key", ""))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"version": answer.version})
    return see_other(f"/tables/{table.id}/deal")


async def done(table: LiveTable, by: Person, fields: CommandFields, key: str) -> Accepted:
    command = read_command(by.id, fields)
    if isinstance(command, Refusal):
        raise HTTPException(400, str(command))
    if not isinstance(command, DealerCommand):
        raise HTTPException(400, "only steps of the dealing are done here")
    answer = await table.submit(by.id, command, key or secrets.token_hex(16))
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return answer


# -- for programs ------------------------------------------------------------------------------------------


async def api_steps(request: Request) -> Response:
    desk = desk_of(request)
    by, table = dealer(request), by_hand_only(desk.table(request))
    offered = offered_steps(table, by, desk.house.people.name)
    told = [
        each.step.as_json() | {"yours": each.yours} | ({"chips": list(each.chips)} if each.chips else {})
        for each in offered
    ]
    dealing = table.state.dealing
    return JSONResponse(
        {"dealing": dealing.mode, "dealer": dealing.dealer, "announced": dealing.announced, "steps": told}
    )


routes: list[BaseRoute] = [
    Route("/dealing", dealing),
    Route("/tables/{table}/deal", deal_page),
    Route("/tables/{table}/deal", act, methods=["POST"]),
]
api_routes: list[BaseRoute] = [Route("/tables/{table}/steps", api_steps)]
