"""What is pushed: fragments to pages, views to programs. Reading and writing are two tasks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import LiveTable
from vingt.live.log.store import NotStored, StoreUnusable
from vingt.live.people.person import token_hash
from vingt.live.table.commands import answers_of, read_command
from vingt.live.views.text import view_text
from vingt.live.views.view import TableView
from vingt.web.desk import SESSION, Desk, Visit, address_of, desk_of, kept_by_name
from vingt.web.network.limits import LIMITS, TooMany
from vingt.web.table.drawing import DrawnPage, drawn
from vingt.web.table.pushes import Pushes, Reader
from vingt.web.table.table_page import submitted

MESSAGE_MAX = LIMITS.message_bytes
PING = '{"ping": true}'  # how a page finds out that nobody listens any more
LOOK_AGAIN = 60.0  # seconds: whoever keeps the page open is there, and keeps the seat
NO_TABLE, NOBODY, TOO_MANY = 4404, 4401, 4429


@dataclass
class Connection:
    desk: Desk
    table: LiveTable
    visit: Visit
    socket: WebSocket
    session: str = ""  # the hash of its token
    sent: DrawnPage | None = None
    reader: Reader | None = None

    @property
    def person(self) -> str | None:
        return self.visit.person.id if self.visit.person is not None else None

    async def write(self, drawn: Callable[[TableView], str]) -> None:
        """Push the newest state whenever something changed; what came in between is skipped."""
        assert self.reader is not None
        while True:
            await self.reader.turn_comes()
            if self.visit.person is not None and self.desk.house.people.by_hash(self.session) is None:
                await self.socket.close(NOBODY, "the session is over")
                return
            view = self.table.view(self.person)
            if self.person is not None:
                self.desk.coaches.look(self.table, self.person, view)
            message = drawn(view)
            if message:
                self.desk.metrics.pushed.inc(len(message))
                await self.socket.send_text(message)
            self.reader.was_told()

    async def look_again(self) -> None:
        """The coach has something to say, or it is time to see that this person is still there."""
        assert self.reader is not None
        while True:
            coach = self.desk.coaches.of(self.table.id, self.person)
            stirred = coach.news.wait() if coach is not None else asyncio.Event().wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(stirred, LOOK_AGAIN)
            self.reader.due()

    async def serve(self, drawn: Callable[[TableView], str]) -> None:
        """Until the other side goes, or does not read what it is sent."""
        given_up = asyncio.Event()
        self.reader = Reader(pushes_of(self.socket), self.person is None, given_up.set)
        with self.table.present(self.person), self.table.listening(self.reader.due):
            self.reader.due()
            # A RuntimeError: the other side has gone, perhaps while we were sending.
            with suppress(WebSocketDisconnect, RuntimeError):
                await first([self.read(), self.write(drawn), self.look_again(), given_up.wait()])
        if given_up.is_set():
            self.desk.metrics.given_up.inc()

    def as_fragments(self, view: TableView) -> str:
        before, self.sent = self.sent, drawn(self.desk, self.table, self.visit, view)
        changed = self.sent.changed_since(before)
        return f'{{"fragments": {changed}, "now": {view.now}, "version": {view.version}}}' if changed else ""

    def as_view(self, view: TableView) -> str:
        return f'{{"view": {view_text(view)}}}'

    async def read(self) -> None:
        """Commands may come this way too: {"command": …, "key": …}. Ends when the other side has gone."""
        while True:
            text = await self.socket.receive_text()
            if len(text) > MESSAGE_MAX:
                await self.socket.close(1009, "a message is shorter")
                return
            answer = {"pong": True} if text == PING else await self.answer(text)
            await self.socket.send_text(json.dumps(answer))

    async def answer(self, text: str) -> dict[str, object]:
        try:
            fields = json.loads(text)
            json.dumps(fields, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            return {"error": "the message is not JSON"}
        if not isinstance(fields, dict):
            return {"error": "a message is a JSON object"}
        key = fields.get("key")
        if not isinstance(key, str) or not key:
            return {"error": "a command carries a key of your own, so that it is carried out once"}
        if self.visit.person is None or self.desk.house.people.by_hash(self.session) is None:
            return {"key": key[:100], "error": "sign in first, or play as a guest"}
        command = read_command(self.visit.person.id, fields)
        answer = command
        if not isinstance(command, Refusal):
            try:
                told = await submitted(
                    self.desk, self.table, self.visit.person, command, key, answers_of(fields)
                )
            except (NotStored, StoreUnusable) as error:
                why = error.public if isinstance(error, NotStored) else "the house cannot read its log"
                return {"key": key[:100], "error": why, "retry_after": 5}
            if not isinstance(told, Refusal):
                return {"key": key, "version": told.version}
            answer = told
        assert isinstance(answer, Refusal)
        return {"key": key[:100], "error": str(answer), **answer.cite.as_json()}


async def first(waits: list[Coroutine[None, None, object]]) -> None:
    """Until one of them is done; what it raised is raised, the others are given up."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def connected(socket: WebSocket) -> Connection | None:
    desk = desk_of(socket)
    await socket.accept()
    try:
        table = desk.table(socket)
    except HTTPException:
        await socket.close(NO_TABLE, "there is no such table")
        return None
    visit = desk.visit(socket)
    if visit.person is None and (visit.bearer or socket.cookies.get(SESSION)):
        await socket.close(NOBODY, "the session is over")
        return None
    return Connection(desk, table, visit, socket, token_hash(visit.secret))


async def page(socket: WebSocket) -> None:
    await followed(socket, Connection.as_fragments)


async def program(socket: WebSocket) -> None:
    await followed(socket, Connection.as_view)


async def followed(socket: WebSocket, drawn: Callable[[Connection, TableView], str]) -> None:
    connection = await connected(socket)
    if connection is None:
        return
    table, person = connection.table, connection.person
    seated = person is not None and person in table.state.people
    try:
        with connection.desk.turnstile.socket(address_of(socket), person, table.id, seated):
            await connection.serve(lambda view: drawn(connection, view))
    except TooMany as error:
        await socket.close(TOO_MANY, error.detail[:120])


def pushes_of(socket: WebSocket) -> Pushes:
    return kept_by_name(socket, "pushes", Pushes)


routes = [WebSocketRoute("/tables/{table}/live", page)]
api_routes = [WebSocketRoute("/tables/{table}/live", program)]
