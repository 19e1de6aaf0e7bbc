"""The desk every request passes: who sends it, what its form says, and the page it gets back."""

from __future__ import annotations

import json
import secrets
from asyncio import Lock
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from vingt.live.house.house import House, LiveTable
from vingt.live.house.tables import NoSuchTable
from vingt.live.people.names import WrongName
from vingt.live.people.person import Person
from vingt.web.coaching.coach import Coaches
from vingt.web.computation.figures import FigureWorkers
from vingt.web.documentation import SITE, is_built
from vingt.web.felt.laid_wagers import Laid
from vingt.web.html.pages import render
from vingt.web.network.limits import Turnstile
from vingt.web.network.metrics import WebMetrics
from vingt.web.network.security import form_token, token_matches

SESSION, VISIT, FAVOURITES = "vingt_session", "vingt_visit", "vingt_favourites"
FIELDS_MAX = 40
MONTH = 30 * 24 * 3600
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visit:
    """Who sends a request, by their cookie or a program's bearer token.

    `secret` makes the token that forms carry; a bearer token needs none, for no browser sends it by itself.
    """

    person: Person | None
    secret: str
    is_new: bool = False
    bearer: bool = False
    favourites: frozenset[str] | None = None  # side wagers they want on the cloth; None: none chosen yet

    @property
    def token(self) -> str:
        return form_token(self.secret)


@dataclass(frozen=True)
class Desk:
    house: House
    figures: FigureWorkers
    metrics: WebMetrics
    coaches: Coaches
    laid: Laid
    turnstile: Turnstile = field(default_factory=Turnstile)
    opening: Lock = field(default_factory=Lock)  # private tables are counted and opened one after the other
    site: Path = SITE  # the documentation, if it was built

    def visit(self, request: HTTPConnection) -> Visit:
        kind, _, bearer = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return Visit(self.house.people.by_token(bearer.strip()), bearer.strip(), bearer=True)
        session = request.cookies.get(SESSION, "")
        person = self.house.people.by_token(session) if session else None
        kept = request.cookies.get(FAVOURITES)
        favourites = frozenset(kept.split(".")) if kept is not None else None
        if person is not None:
            return Visit(person, session, favourites=favourites)
        known = request.cookies.get(VISIT, "")
        is_new = len(known) < 32
        secret = secrets.token_urlsafe(32) if is_new else known
        return Visit(None, secret, is_new, favourites=favourites)

    def page(self, request: Request, template: str, /, status: int = 200, **values: Any) -> Response:
        """A page; with `?drawer`, only what it says, for a drawer over the felt."""
        visit = self.visit(request)
        layout = "drawer.html" if "drawer" in request.query_params else "base.html"
        documented = is_built(self.site)
        html = render(
            template, layout=layout, person=visit.person, token=visit.token, documented=documented, **values
        )
        response = HTMLResponse(html, status)
        if visit.is_new:
            set_cookie(request, response, VISIT, visit.secret, None)
        return response

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form that one of our own pages sent; anything else is refused."""
        fields = await read_form(request)
        visit, token = self.visit(request), fields.pop("token", None)
        if not visit.bearer and not token_matches(visit.secret, token):
            raise HTTPException(403, "this form is out of date: go back, load the page again and retry")
        return fields

    def person(self, request: HTTPConnection) -> Person:
        """Who asks, where somebody must; nobody acts with a password that an administrator knows too."""
        visit = self.visit(request)
        if visit.person is None and visit.bearer:
            raise HTTPException(401, "the bearer token is unknown or its session is over")
        if visit.person is None:
            raise HTTPException(401, "sign in first, or play as a guest")
        if visit.person.must_change:
            raise HTTPException(403, "your password was reset: choose a new one at /account first")
        return visit.person

    async def welcome(self, request: HTTPConnection, name: str) -> tuple[Person, str]:
        """A new guest and the session's token, unless the address has had enough of them."""
        with self.turnstile.guest(address_of(request)):
            try:
                return await self.house.people.welcome(name)
            except WrongName as error:
                raise HTTPException(400, str(error)) from None

    def acts_itself(self, request: Request) -> None:
        """For what has no form: a cookie alone may not act, for another site could have sent it."""
        visit = self.visit(request)
        ours = visit.bearer or token_matches(visit.secret, request.headers.get("x-vingt-token"))
        if visit.person is not None and not ours:
            raise HTTPException(403, "a cookie alone may not act: send X-Vingt-Token or a bearer token")

    def table(self, request: HTTPConnection) -> LiveTable:
        try:
            return self.house.table(request.path_params["table"])
        except NoSuchTable:
            raise HTTPException(404, "there is no such table") from None


async def read_form(request: Request) -> dict[str, str]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, "a form is sent as application/x-www-form-urlencoded")
    text = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS_MAX))
    except ValueError:
        raise HTTPException(400, f"a form has at most {FIELDS_MAX} fields") from None


async def read_json(request: Request) -> dict[str, object]:
    try:
        value = json.loads(await request.body() or b"{}")
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(value, dict):
        raise HTTPException(400, "the body must be a JSON object")
    return value


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str, age: int | None) -> None:
    secure = request.url.scheme in ("https", "wss")
    response.set_cookie(name, value, age, path="/", secure=secure, httponly=True, samesite="lax")


def signed_in(request: Request, token: str, goto: str) -> Response:
    """Begin a session in this browser. A new session means a new secret for forms too."""
    response = see_other(goto)
    set_cookie(request, response, SESSION, token, MONTH)
    return response


def see_other(path: str) -> Response:
    """To another of our pages, and never anywhere else."""
    ours = path.startswith("/") and not path.startswith(("//", "/\\"))
    return RedirectResponse(path if ours and path.isprintable() else "/", 303)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from; a proxy is looked through only where the operator named it."""
    return request.client.host if request.client else ""


def kept_by_name(request: HTTPConnection, name: str, kind: type[T]) -> T:
    """What the whole application has one of, from when it is first asked for."""
    state = request.app.state
    if not hasattr(state, name):
        setattr(state, name, kind())
    kept: T = getattr(state, name)
    return kept


def desk_of(request: HTTPConnection) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
