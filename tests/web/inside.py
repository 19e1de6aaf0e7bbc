"""A house with its pages, in one loop: no network, and forms as a browser without script sends them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from tests.live.lobby import QUICK
from vingt.live.house.house import House, LiveTable
from vingt.live.people.passwords import Passwords
from vingt.live.people.person import Person
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.table.clocks import Clocks
from vingt.live.views.view import Choice, TableView
from vingt.rulebook import library
from vingt.web.app import create_app
from vingt.web.desk import SESSION
from vingt.web.documentation import SITE
from vingt.web.network.exposure import Exposure

HOUR = 3_600_000
PATIENT = Clocks(betting=HOUR, cut=HOUR, insurance=HOUR, decision=HOUR, question=HOUR, card=0, pause=0)


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    button: dict[str, str | None] = field(default_factory=dict)

    @property
    def enabled(self) -> bool:
        return "disabled" not in self.button


class Forms(HTMLParser):
    """Every form of a page with its fields and its button."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.loose: list[dict[str, str | None]] = []  # buttons that stand in no form
        self.now: Form | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "form":
            self.now = Form(named.get("action") or "")
            self.found.append(self.now)
        elif tag == "input" and self.now is not None and named.get("name"):
            self.now.fields[str(named["name"])] = named.get("value") or ""
        elif tag == "button":
            if self.now is None:
                self.loose.append(named)
            else:
                self.now.button = named

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.now = None


@dataclass
class Browser:
    """One visitor's cookies."""

    client: httpx.AsyncClient
    house: House

    async def get(self, path: str, **more: str) -> httpx.Response:
        return await self.client.get(path, headers={"accept": "text/html", **more})

    async def forms(self, path: str) -> list[Form]:
        page = await self.get(path)
        assert page.status_code == 200, page.text
        return Forms(page.text).found

    async def send(self, form: Form, **changed: str) -> httpx.Response:
        return await self.client.post(form.action, data={**form.fields, **changed})

    async def come(self, name: str = "") -> str:
        """In as a guest; the person's id. Not through the lobby, which would begin to compute house edges."""
        token = (await self.forms("/sign-in"))[0].fields["token"]
        answer = await self.client.post("/guest", data={"token": token, "name": name})
        assert answer.status_code == 303
        return self.person.id

    @property
    def person(self) -> Person:
        """Who is in."""
        person = self.house.people.by_token(self.client.cookies[SESSION])
        assert person is not None
        return person

    async def press(self, table: LiveTable, command: str, **wanted: str) -> httpx.Response:
        """Press an enabled button of the table's page; amounts are given besides."""
        given = {name: wanted.pop(name) for name in ("amount", "dollars", "place") if name in wanted}
        for form in await self.forms(f"/tables/{table.id}"):
            fits = all(form.fields.get(name) == value for name, value in wanted.items())
            if form.fields.get("command") == command and fits and form.enabled:
                return await self.send(form, **given)
        raise AssertionError(f"no enabled button {command} {wanted}")


@dataclass
class Program:
    """A guest who plays by the API."""

    client: httpx.AsyncClient
    table: LiveTable
    token: str

    async def do(self, **fields: object) -> httpx.Response:
        answer = await self.client.post(f"/api/tables/{self.table.id}/commands", json=fields)
        await settle(self.table)
        return answer

    async def view(self) -> Any:
        return (await self.client.get(f"/api/tables/{self.table.id}")).json()


async def program(client: httpx.AsyncClient, table: LiveTable) -> Program:
    made = (await client.post("/api/guests", json={"name": "Bot"})).json()
    client.headers["authorization"] = f"Bearer {made['token']}"
    client.cookies.clear()
    return Program(client, table, made["token"])


@dataclass
class Inside:
    app: Starlette
    house: House

    @asynccontextmanager
    async def browser(self, scheme: str = "http") -> AsyncIterator[Browser]:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://table.test") as client:
            yield Browser(client, self.house)

    async def table(self, rules: str) -> LiveTable:
        return await self.house.open_table(library.submission(rules), "house", name=f"Table of {rules}")


@asynccontextmanager
async def inside(
    folder: Path,
    shoes: ShoeSource | None = None,
    clocks: Clocks = PATIENT,
    exposure: Exposure | None = None,
    site: Path = SITE,
) -> AsyncIterator[Inside]:
    house = await House.open(folder, shoes=shoes, clocks=clocks)
    house.people._passwords = Passwords(QUICK)
    app = create_app(house, exposure=exposure, site=site)
    try:
        yield Inside(app, house)
    finally:
        await app.state.desk.coaches.close()
        await app.state.desk.figures.close()
        await app.state.lab.close()
        await house.close()


Shown = tuple[str, str, str, str, str, bool]


def choices_of(view: TableView) -> Iterator[Shown]:
    for prompt in view.prompts:
        for choice in prompt.choices:
            yield as_shown(choice)


def as_shown(choice: Choice) -> Shown:
    def text(value: object) -> str:
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    where = (text(choice.box), text(choice.hand), text(choice.wager), text(choice.shared))
    return (choice.command, *where, choice.allowed)


def buttons_of(html: str) -> Iterator[Shown]:
    """Every button that stands for a choice, by the fields that its form sends."""
    for form in Forms(html).found:
        if "data-command" in form.button:
            named = (form.fields.get(name, "") for name in ("box", "hand", "wager", "shared"))
            box, hand, wager, shared = named
            yield (form.fields["command"], box, hand, wager, shared, form.enabled)


async def settle(table: LiveTable) -> None:
    """Until the dealer waits for people or for a clock of theirs."""
    while True:
        due_at = table.due_at
        if not table._writing.locked() and (due_at is None or PATIENT.time.now() < due_at):
            return
        await asyncio.wait_for(table.changed(table.revision), 10)
