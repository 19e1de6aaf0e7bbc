"""The terminal of the progressive system at a table: its stage, its lights, what the dealer presses, and the
sensor of the player at the hot spot."""

from __future__ import annotations

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.progressive.terminal import TerminalCommand, Why
from vingt.core.rounds.outcome_words import symbol_words
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_actor import LiveTable
from vingt.live.people.person import Person
from vingt.live.progressive.sign import table_sign
from vingt.live.progressive.terminal import terminal_views
from vingt.live.table.commands import SENSOR, PerformStep
from vingt.live.table.performing import Staff, role_for
from vingt.live.table.terminal import PRESS, step_of
from vingt.web.desk import desk_of, see_other
from vingt.web.floor.floor_pages import dealer

# The steps in which this system has a part where no terminal commands the wager.
STEPS = ("spin_wheel", "enable_spin", "disable_spin", "pay_claim", "cancel_jackpot")
REASON_WORDS: dict[Why, str] = {
    "late_wager": "A late wager",
    "error": "An operating error: reset the sensors",
    "malfunction": "System malfunction",
    "misdeal": "Misdeal",
}
# What is asked with a command before the cards are out and after.
BEFORE_CARDS: dict[TerminalCommand, tuple[Why, ...]] = {"cancel_round": ("late_wager", "error")}
AFTER_CARDS: dict[TerminalCommand, tuple[Why, ...]] = {
    "cancel_round": ("malfunction", "misdeal"),
    "cancel_jackpot": ("malfunction",),
}


def reasons(table: LiveTable, command: TerminalCommand) -> tuple[Why, ...]:
    """Why it is pressed, where that is to be said."""
    if command == "spin_for_player":
        may = any(wager.terminal == "dealer_may_spin" for wager in table.in_force.wagers)
        return () if may else ("malfunction",)
    return (AFTER_CARDS if table.state.in_play_now else BEFORE_CARDS).get(command, ())


async def terminal(request: Request) -> Response:
    return terminal_page(request, dealer(request), desk_of(request).table(request))


def terminal_page(request: Request, by: Person, table: LiveTable, refused: Refusal | None = None) -> Response:
    desk, staff = desk_of(request), Staff(by.id, by.may)
    views = terminal_views(table.in_force, table.state)
    steps = [step for step in table.steps() if step.id in STEPS]
    commanded = any(view.buttons for view in views)
    return desk.page(
        request,
        "terminal.html",
        409 if refused is not None else 200,
        table=table,
        terminals=views,
        refused=refused,
        sign=table_sign(desk.house.meters, table.id, table.in_force, table.state),
        words=symbol_words,
        steps=[] if commanded else steps,
        yours=lambda step: role_for(table.state, staff, step) is not None,
        reasons=lambda command: reasons(table, command),
        reason_words=REASON_WORDS,
        step_of=step_of,
        due=next((step for step in table.steps() if step.due), None),
        held=table.state.jackpot.held,
        deals=table.state.dealing.dealer,
        confirmed=table.state.jackpot.confirmed_by,
        name=desk.house.people.name,
    )


async def press(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    by, table = dealer(request), desk_of(request).table(request)
    step = fields.get("step", "")
    if step not in STEPS and not step.startswith(PRESS):
        raise HTTPException(400, f"step must be {PRESS}… or {' or '.join(STEPS)}")
    answer = await table.submit(by.id, PerformStep(step, fields.get("why", "")), secrets.token_hex(16))
    if isinstance(answer, Refusal):
        return terminal_page(request, by, table, answer)
    return see_other(f"/tables/{table.id}/terminal")


async def api_terminal(request: Request) -> Response:
    """The terminal for programs: stages, lights, prizes, and what may be pressed by `perform_step`."""
    dealer(request)
    table = desk_of(request).table(request)
    return JSONResponse(
        [
            {
                "wager": view.wager,
                "stage": view.stage,
                "words": view.words,
                "lights": [{"seat": seat, "lit": lit} for seat, lit in view.lights],
                "hot_spot": view.hot_spot,
                "prizes": [prize._asdict() for prize in view.prizes],
                "needs_supervisor": view.needs_supervisor,
                "must_hit": view.mystery,
                "commands": [
                    {
                        "step": f"{PRESS}{button.command}",
                        "words": button.words,
                        "allowed": button.step is not None,
                        "who": [] if button.step is None else list(button.step.who),
                    }
                    for button in view.buttons
                ],
                **view.cite.as_json(),
            }
            for view in terminal_views(table.in_force, table.state)
        ]
    )


async def sensor(request: Request) -> Response:
    """A player's side of the terminal: what the wheel does, and the spin where it is this player's."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    own = next((step for step in table.steps() if step.id == SENSOR and step.player == person.id), None)
    return desk.page(
        request,
        "sensor.html",
        table=table,
        own=own,
        terminals=terminal_views(table.in_force, table.state),
        sign=table_sign(desk.house.meters, table.id, table.in_force, table.state),
        words=symbol_words,
    )


async def cover_sensor(request: Request) -> Response:
    await desk_of(request).form(request)
    person, table = desk_of(request).person(request), desk_of(request).table(request)
    answer = await table.submit(person.id, PerformStep(SENSOR), secrets.token_hex(16))
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return see_other(f"/tables/{table.id}/sensor")


routes: list[BaseRoute] = [
    Route("/tables/{table}/sensor", sensor),
    Route("/tables/{table}/sensor", cover_sensor, methods=["POST"]),
    Route("/tables/{table}/terminal", terminal),
    Route("/tables/{table}/terminal", press, methods=["POST"]),
]
api_routes: list[BaseRoute] = [Route("/tables/{table}/terminal", api_terminal)]
