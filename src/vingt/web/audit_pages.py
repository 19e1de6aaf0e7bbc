"""Looking back: any finished round card by card, and any shoe with its proof. The log is read in a thread."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from vingt.core.rounds.event import WagerSettled
from vingt.live.audit import Report, Snapshot, verify
from vingt.live.events import RoundStarted
from vingt.live.export import lines
from vingt.live.house import House, LiveTable
from vingt.live.people import Person
from vingt.live.replay import SHOE_KINDS, NoSuchRound, ShoeProof, Told, proofs_in, tell
from vingt.web.desk import desk_of

LISTED = 200  # rounds on one page, the newest


@dataclass(frozen=True, slots=True)
class Played:
    number: int
    wagers: int
    net: int  # of one player, or of all


def snapshot(house: House) -> Snapshot:
    return Snapshot(house.store, dict(house.store.streams()))


def number_of(request: Request, name: str) -> int:
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise HTTPException(404, f"there is no such {name}")
    return int(text)


def auditor(request: Request) -> Person:
    person = desk_of(request).person(request)
    if not person.may("auditor"):
        raise HTTPException(403, "this is for auditors")
    return person


async def audit(request: Request) -> Response:
    desk = desk_of(request)
    auditor(request)
    return desk.page(request, "audit.html", tables=desk.house.tables(), report=None)


async def verified(request: Request) -> Response:
    """The whole log checked: chain, books, shoes, every settlement by the engine. No key is used."""
    desk = desk_of(request)
    await desk.form(request)
    auditor(request)
    report: Report = await asyncio.to_thread(lambda: verify(snapshot(desk.house)))
    return desk.page(request, "audit.html", tables=desk.house.tables(), report=report)


async def rounds(request: Request) -> Response:
    """The rounds of a table: an auditor sees all, a player those they had a wager in."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    only = "" if person.may("auditor") else person.id
    listed = await asyncio.to_thread(played, desk.house, table, only)
    return desk.page(request, "rounds.html", table=table, rounds=listed[-LISTED:][::-1], all_of=not only)


def played(house: House, table: LiveTable, person: str) -> list[Played]:
    found: dict[int, list[int]] = {}
    number = 0
    for stored in snapshot(house).read(table.stream):
        if stored.kind == RoundStarted.kind:
            number = stored.data["round"]
        elif stored.kind == WagerSettled.kind and person in ("", stored.data["player"]):
            found.setdefault(number, []).append(stored.data["returns"] - stored.data["stake"])
    return [Played(each, len(nets), sum(nets)) for each, nets in found.items()]


async def told(request: Request) -> Told:
    """A finished round, for an auditor or for who played in it."""
    desk, table = desk_of(request), desk_of(request).table(request)
    person = desk.person(request)
    number = number_of(request, "round")
    try:
        found = await asyncio.to_thread(lambda: tell(snapshot(desk.house), table.id, number))
    except NoSuchRound as error:
        raise HTTPException(404, str(error)) from None
    if not found.finished:
        raise HTTPException(409, f"round {number} is still being played")
    if not person.may("auditor") and person.id not in found.net:
        raise HTTPException(403, "only an auditor may open a round that you had no wager in")
    return found


async def round_page(request: Request) -> Response:
    found = await told(request)
    return desk_of(request).page(request, "round.html", told=found, table=desk_of(request).table(request))


async def round_file(request: Request) -> Response:
    found = await told(request)
    name = f"{found.table}-round-{found.number}.json"
    return JSONResponse(found.as_json(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def log_file(request: Request) -> Response:
    """The table's whole log as JSON lines; unrevealed cards are in it only sealed."""
    desk, table = desk_of(request), desk_of(request).table(request)
    auditor(request)
    taken = snapshot(desk.house)
    named = {"content-disposition": f'attachment; filename="{table.id}.jsonl"'}
    return StreamingResponse(lines(taken, [table.stream]), media_type="application/jsonl", headers=named)


@dataclass(frozen=True, slots=True)
class ShoeShown:
    proof: ShoeProof
    holds: bool | None  # whether the revealed order fits what was published; None while it is sealed


async def shoe_page(request: Request) -> Response:
    """A shoe's proof is for everybody: that is what it is published for."""
    desk, table = desk_of(request), desk_of(request).table(request)
    number = number_of(request, "shoe")
    shown = await asyncio.to_thread(shoe_of, desk.house, table, number)
    if shown is None:
        raise HTTPException(404, f"there is no shoe {number} at this table")
    return desk.page(request, "shoe.html", table=table, shoe=shown)


def shoe_of(house: House, table: LiveTable, number: int) -> ShoeShown | None:
    events = [stored for stored in snapshot(house).read(table.stream) if stored.kind in SHOE_KINDS]
    for proof in proofs_in(events):
        if proof.number == number:
            return ShoeShown(proof, proof.holds)
    return None


routes: list[BaseRoute] = [
    Route("/audit", audit),
    Route("/audit", verified, methods=["POST"]),
    Route("/tables/{table}/rounds", rounds),
    Route("/tables/{table}/rounds/{round}", round_page),
    Route("/tables/{table}/rounds/{round}/round.json", round_file),
    Route("/tables/{table}/log.jsonl", log_file),
    Route("/tables/{table}/shoes/{shoe}", shoe_page),
]
