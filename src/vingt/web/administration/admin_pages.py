"""For administrators: who is where, and what can be done about it. The same acts are offered to programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vingt.core.money import NotMoney, cents
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.administration import Administration, NotPermitted, Whereabouts
from vingt.live.house.house import LiveTable
from vingt.live.house.tables import NoSuchTable
from vingt.live.log.people_events import RoleName
from vingt.live.people.people import WrongName
from vingt.live.people.person import LastAdministrator, Person
from vingt.live.table.commands import Unclear, whole
from vingt.live.table.limits import Limits
from vingt.web.desk import desk_of, read_json, see_other
from vingt.web.html.paging import ShownPage, paged

LISTED = 50
ROLES: tuple[RoleName, ...] = ("dealer", "floorperson", "auditor", "administrator")


def administration_of(request: Request) -> Administration:
    administration: Administration = request.app.state.administration
    return administration


def administrator(request: Request) -> Person:
    person = desk_of(request).person(request)
    if not person.may("administrator"):
        raise HTTPException(403, "this is for administrators")
    return person


def floorperson(request: Request) -> Person:
    person = desk_of(request).person(request)
    if not person.may("floorperson"):
        raise HTTPException(403, "this is for floorpersons")
    return person


def back_to(by: Person, request: Request) -> Response:
    """To the page the order came from, or the one that the person may see."""
    from_floor = request.url.path.startswith("/floor") or not by.may("administrator")
    return see_other("/floor" if from_floor else "/admin")


def person_named(request: Request) -> Person:
    person = desk_of(request).house.people.get(request.path_params["person"])
    if person is None:
        raise HTTPException(404, "there is no such person")
    return person


# -- looking -----------------------------------------------------------------------------------------------


def tables_shown(request: Request) -> list[LiveTable]:
    """The open ones, those with people first."""
    tables = [table for table in desk_of(request).house.tables() if not table.closed]
    return sorted(tables, key=lambda table: (-len(table.state.people), table.private, table.name))


def people_shown(request: Request) -> tuple[ShownPage[Whereabouts], str]:
    asked = request.query_params.get("q", "").strip()[:40]
    wanted = asked.casefold()
    people = [
        somebody
        for somebody in administration_of(request).everybody()
        if wanted in somebody.person.name.casefold()
        or wanted in somebody.person.login
        or wanted == somebody.person.id
    ]
    return paged(people, request.query_params.get("page", ""), LISTED), asked


async def admin(request: Request) -> Response:
    administrator(request)
    desk = desk_of(request)
    people, asked = people_shown(request)
    return desk.page(
        request,
        "admin.html",
        tables=tables_shown(request),
        sockets=desk.turnstile.at_table,
        name=desk.house.people.name,
        found=people,
        asked=asked,
        online=sum(somebody.online for somebody in administration_of(request).everybody()),
    )


async def person_page(request: Request) -> Response:
    return person_shown(request, administrator(request), person_named(request))


def person_shown(
    request: Request, by: Person, person: Person, status: int = 200, *, password: str = "", error: str = ""
) -> Response:
    desk, administration = desk_of(request), administration_of(request)
    return desk.page(
        request,
        "admin_person.html",
        status,
        who=administration.whereabouts(person),
        leaving={table.id for table in desk.house.tables() if table.state.is_to_leave(person.id)},
        sessions=desk.house.people.sessions(person.id),
        roles=ROLES,
        oneself=by.id == person.id,
        password=password,
        error=error,
    )


# -- acting ------------------------------------------------------------------------------------------------

FormFields = dict[str, object]
AdminAct = Callable[[Administration, Person, str, FormFields], Awaitable[str]]


def role_of(fields: FormFields) -> RoleName:
    for role in ROLES:
        if fields.get("role") == role:
            return role
    raise WrongName(f"a role is one of {', '.join(ROLES)}")


async def block(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    why = fields.get("why", "")
    if not isinstance(why, str):
        raise WrongName("why must be a text")
    await here.block(by, person, why)
    return "blocked"


async def unblock(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    await here.unblock(by, person)
    return "unblocked"


async def give_role(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    await here.give_role(by, person, role_of(fields))
    return "role given"


async def take_role(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    await here.take_role(by, person, role_of(fields))
    return "role taken"


async def end_sessions(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    await here.end_sessions(by, person)
    return "sessions ended"


async def eject(here: Administration, by: Person, person: str, fields: FormFields) -> str:
    try:
        return await here.eject(by, str(fields.get("table", "")), person)
    except NoSuchTable:
        raise WrongName("there is no such table") from None


ACTS: dict[str, AdminAct] = {
    "block": block,
    "unblock": unblock,
    "give-role": give_role,
    "take-role": take_role,
    "end-sessions": end_sessions,
    "eject": eject,
}
RESET = "reset-password"


async def acted(request: Request, by: Person, person: Person, act: str, fields: FormFields) -> str:
    """What was done, in words; HTTPException says why not."""
    if act not in ACTS:
        raise HTTPException(404, f"an act is one of {', '.join([*ACTS, RESET])}")
    try:
        return await ACTS[act](administration_of(request), by, person.id, fields)
    except NotPermitted as error:
        raise HTTPException(403, str(error)) from None
    except (WrongName, LastAdministrator) as error:
        raise HTTPException(409, str(error)) from None


async def reset(request: Request, by: Person, person: Person) -> str:
    try:
        return await administration_of(request).reset_password(by, person.id)
    except NotPermitted as error:
        raise HTTPException(403, str(error)) from None
    except WrongName as error:
        raise HTTPException(409, str(error)) from None


async def act_on_person(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    by, person = administrator(request), person_named(request)
    act = request.path_params["act"]
    try:
        if act == RESET:
            return person_shown(request, by, person, password=await reset(request, by, person))
        await acted(request, by, person, act, {**fields})
    except HTTPException as error:
        if error.status_code == 404:
            raise
        return person_shown(request, by, person, error.status_code, error=error.detail)
    goto = "/" if act == "take-role" and by.id == person.id else f"/admin/people/{person.id}"
    return see_other(goto)


async def closed(request: Request, by: Person) -> int:
    table = desk_of(request).table(request)
    answer = await administration_of(request).close_table(by, table.id)
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return answer.version


async def close_table(request: Request) -> Response:
    await desk_of(request).form(request)
    by = floorperson(request)
    await closed(request, by)
    return back_to(by, request)


async def limits_posted(request: Request, by: Person, limits: Limits) -> int:
    """HTTPException where those may not stand there, with the clause."""
    table = desk_of(request).table(request)
    try:
        answer = await administration_of(request).post_limits(by, table.id, limits)
    except NotPermitted as error:
        raise HTTPException(403, str(error)) from None
    if isinstance(answer, Refusal):
        raise HTTPException(409, str(answer))
    return answer.version


async def post_limits(request: Request) -> Response:
    fields = await desk_of(request).form(request)
    by = floorperson(request)
    try:
        limits = Limits(*(cents(fields.get(name, "")) for name in ("minimum", "maximum")))
    except NotMoney as error:
        raise HTTPException(400, str(error)) from None
    await limits_posted(request, by, limits)
    return back_to(by, request)


# -- for programs ------------------------------------------------------------------------------------------


def acting(request: Request) -> Person:
    desk_of(request).acts_itself(request)
    return administrator(request)


def acting_on_floor(request: Request) -> Person:
    desk_of(request).acts_itself(request)
    return floorperson(request)


def person_json(who: Whereabouts) -> dict[str, object]:
    person = who.person
    return {
        "person": person.id,
        "name": person.name,
        "login": person.login,
        "roles": sorted(person.roles),
        "blocked": person.blocked,
        "must_change": person.must_change,
        "purse": who.purse,
        "sessions": who.sessions,
        "online": who.online,
        "places": [
            {
                "table": place.table.id,
                "boxes": list(place.boxes),
                "chips": place.chips,
                "in_play": place.in_play,
                "connected": place.connected,
            }
            for place in who.places
        ],
    }


async def api_people(request: Request) -> Response:
    administrator(request)
    people, _ = people_shown(request)
    return JSONResponse(
        {
            "total": people.total,
            "page": people.page,
            "pages": people.pages,
            "people": [person_json(somebody) for somebody in people.rows],
        }
    )


async def api_person(request: Request) -> Response:
    administrator(request)
    return JSONResponse(person_json(administration_of(request).whereabouts(person_named(request))))


async def api_act(request: Request) -> Response:
    fields = await read_json(request)
    by, person = acting(request), person_named(request)
    if request.path_params["act"] == RESET:
        return JSONResponse({"done": "password reset", "password": await reset(request, by, person)})
    return JSONResponse({"done": await acted(request, by, person, request.path_params["act"], fields)})


async def api_limits(request: Request) -> Response:
    fields = await read_json(request)
    by, _ = acting_on_floor(request), desk_of(request).table(request)
    try:
        limits = Limits(whole(fields, "minimum"), whole(fields, "maximum"))
    except Unclear as error:
        raise HTTPException(400, str(error)) from None
    return JSONResponse({"version": await limits_posted(request, by, limits)})


async def api_close(request: Request) -> Response:
    return JSONResponse({"version": await closed(request, acting_on_floor(request))})


routes: list[BaseRoute] = [
    Route("/admin", admin),
    Route("/admin/people/{person}", person_page),
    Route("/admin/people/{person}/{act}", act_on_person, methods=["POST"]),
    Route("/admin/tables/{table}/close", close_table, methods=["POST"]),
    Route("/admin/tables/{table}/limits", post_limits, methods=["POST"]),
]
api_routes: list[BaseRoute] = [
    Route("/admin/people", api_people),
    Route("/admin/people/{person}", api_person),
    Route("/admin/people/{person}/{act}", api_act, methods=["POST"]),
    Route("/admin/tables/{table}/close", api_close, methods=["POST"]),
    Route("/admin/tables/{table}/limits", api_limits, methods=["POST"]),
]
