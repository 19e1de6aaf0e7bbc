"""What the pages let in and what they give away."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from tests.exploring import examples
from tests.web.inside import Forms, Inside, inside
from vingt.live.table.commands import READERS
from vingt.web.administration import admin_pages
from vingt.web.audit import audit_pages, significant_pages
from vingt.web.entrance import account_pages, leaving, lobby
from vingt.web.html.pages import HERE, STATIC
from vingt.web.interface import api
from vingt.web.network.security import BODY_MAX, POLICY
from vingt.web.table import sheets, table_page
from vingt.web.training import training_pages

PAGES = (
    "/",
    "/sign-in",
    "/tables/nowhere",
    "/no-such-page",
    "/api/openapi.json",
    "/health",
    "/static/vingt.css",
    "/docs/",
)


def test_every_answer_carries_the_strict_headers(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            for path in (*PAGES, f"/tables/{table.id}"):
                answer = await browser.get(path)
                assert answer.headers["content-security-policy"] == POLICY, path
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["x-frame-options"] == "DENY"
                assert "server" not in answer.headers

    asyncio.run(look())
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


def test_no_page_holds_inline_script_or_style_or_an_outside_address() -> None:
    for path in (
        *HERE.glob("templates/**/*.html"),
        *STATIC.glob("*.css"),
        *STATIC.glob("*.js"),
        *STATIC.glob("*.svg"),
    ):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:|eval\(|new Function", text), path
        assert not re.search(r"<script(?! src=)", text), path


def test_own_script_and_style_of_a_page_stay_below_120_kb() -> None:
    named = re.compile(r"asset\('(\w+\.(?:js|css))'\)")
    pages = {
        path.name: set(named.findall(path.read_text("utf-8"))) for path in (HERE / "templates").glob("*.html")
    }
    assert "table.js" in pages["table.html"]
    assert {path.name for path in (*STATIC.glob("*.js"), *STATIC.glob("*.css"))} == set().union(
        *pages.values()
    )
    for page, own in pages.items():
        sizes = {name: (STATIC / name).stat().st_size for name in own | pages["base.html"]}
        assert sum(sizes.values()) < 120_000, (page, sizes)


def test_a_name_is_text_wherever_it_stands(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            await browser.come("<script>alert(1)</script"[:24])
            await browser.press(table, "take_seat", box="3")
            for path in ("/sign-in", f"/tables/{table.id}"):
                page = (await browser.get(path)).text
                assert "<script>alert" not in page
                assert "&lt;script&gt;alert" in page

    asyncio.run(look())


def test_a_form_needs_our_token_and_our_origin(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            await browser.come()
            act = f"/tables/{table.id}/act"
            forms = await browser.forms(f"/tables/{table.id}")
            form = next(each for each in forms if each.fields.get("command") == "take_seat")
            before = table.version
            assert (await browser.send(form, token="")).status_code == 403
            assert (await browser.send(form, token="0" * 64)).status_code == 403
            post = browser.client.post
            for foreign in (
                {"origin": "https://evil.test"},
                {"sec-fetch-site": "cross-site"},
                {"origin": "null"},
            ):
                assert (await post(act, data=form.fields, headers=foreign)).status_code == 403
            assert (
                await post(f"/api/tables/{table.id}/commands", json={"command": "ready"})
            ).status_code == 403
            assert table.version == before
            ours = {"origin": "http://table.test", "sec-fetch-site": "same-origin"}
            assert (await post(act, data=form.fields, headers=ours)).status_code == 303

    asyncio.run(look())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_out_of_reach_and_secure_over_https(scheme: str, tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser(scheme) as browser:
            first = await browser.get("/sign-in")
            token = Forms(first.text).found[0].fields["token"]
            second = await browser.client.post("/guest", data={"token": token})
            for answer in (first, second):
                cookie = answer.headers["set-cookie"].lower()
                assert "httponly" in cookie
                assert "samesite=lax" in cookie
                assert ("secure" in cookie) == (scheme == "https")

    asyncio.run(look())


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            post = browser.client.post
            assert (await post("/api/guests", content=b"x" * (BODY_MAX + 1))).status_code == 413

            async def endless() -> AsyncIterator[bytes]:
                for _ in range(200):
                    yield b"x" * 1024

            assert (await post("/api/guests", content=endless())).status_code == 413
            many = "&".join(f"a{n}=1" for n in range(100))
            form = {"content-type": "application/x-www-form-urlencoded"}
            assert (await post("/guest", content=many, headers=form)).status_code == 400
            assert (await post("/guest", json={})).status_code == 415

    asyncio.run(look())


def test_a_redirect_stays_in_the_house(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            for away in ("//evil.test", "https://evil.test", "/\\evil.test", "/\r\nx: y"):
                form = next(each for each in await browser.forms("/sign-in") if each.action == "/sign-in")
                answer = await browser.client.post(
                    "/guest", data={"token": form.fields["token"], "next": away}
                )
                assert answer.headers["location"] == "/"
                browser.client.cookies.clear()

    asyncio.run(look())


# -- nothing breaks it -------------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "0", "-1", "1", "99999999999999999999", "1e9", "٣", "NaN", "\x00", "../..", "<script>", "\ud800"]
    ),
)
VALUES = st.one_of(TEXTS, st.integers(), st.floats(), st.booleans(), st.none(), st.lists(TEXTS, max_size=2))
FIELDS = st.dictionaries(
    st.sampled_from(
        [
            "command",
            "box",
            "hand",
            "wager",
            "amount",
            "dollars",
            "place",
            "shared",
            "key",
            "token",
            "name",
            "login",
            "password",
            "game",
            "next",
            "on",
        ]
    ),
    VALUES,
    max_size=6,
)
PAGES_OF = (
    *lobby.routes,
    *leaving.routes,
    *table_page.routes,
    *sheets.routes,
    *audit_pages.routes,
    *significant_pages.routes,
    *account_pages.routes,
    *admin_pages.routes,
    *training_pages.routes,
)
NUMBERED = {
    "{table}": "T",
    "{round}": "1",
    "{shoe}": "1",
    "{report}": "20261116T051905Z-00000000",
    "{code}": "0" * 32,
    "{wager}": "insurance",
    "{person}": "P",
    "{act}": "give-role",
}


def every_path() -> list[str]:
    """Every path, for table T and its first round; the chart is left out, for it takes seconds."""
    paths = ["/health", "/metrics", "/static/vingt.css", "/static/../app.py", "/docs", "/docs/../app.py"]
    paths += [
        route.path for route in PAGES_OF if isinstance(route, Route) and route.path != "/tables/{table}/chart"
    ]
    paths += [f"/api{route.path}" for route in api.every_route if isinstance(route, Route)]
    for name, value in NUMBERED.items():
        paths = [path.replace(name, value) for path in paths]
    return sorted(set(paths))


PATHS = st.sampled_from(every_path())
QUICK = (Phase.explicit, Phase.reuse, Phase.generate)  # the first example found says enough


class Fuzzed:
    """One house for all examples: what one of them breaks, a later one would show."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = folder

    async def open(self) -> None:
        self.context = inside(self.folder)
        self.here: Inside = await self.context.__aenter__()
        self.table = await self.here.table("md-pontoon-21")
        self.browsing = self.here.browser()
        self.browser = await self.browsing.__aenter__()
        person = await self.browser.come("Fuzz")
        people = self.here.house.people
        await people.make_account("fuzz", "tea with milk first", person=person)
        await people.give_role(person, "administrator", "house")
        form = (await self.browser.forms("/sign-in"))[0]
        self.token = form.fields["token"]

    async def close(self) -> None:
        await self.browsing.__aexit__(None, None, None)
        await self.context.__aexit__(None, None, None)


def test_no_request_gives_a_500(tmp_path: Path) -> None:
    fuzzed = Fuzzed(tmp_path)
    run = fuzzed.loop.run_until_complete
    run(fuzzed.open())

    @settings(
        max_examples=examples(250), deadline=None, suppress_health_check=list(HealthCheck), phases=QUICK
    )
    @given(
        path=st.one_of(PATHS, st.builds("/{}/{}".format, TEXTS, TEXTS)),
        method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]),
        fields=FIELDS,
        command=st.sampled_from([*READERS, "repeat", ""]),
        form=st.sampled_from(["form", "json", "raw"]),
        raw=st.binary(max_size=60),
        accept=st.sampled_from(["text/html", "application/json", "", "\x7f"]),
        cookie=st.booleans(),
    )
    def fuzz(
        path: str,
        method: str,
        fields: dict[str, object],
        command: str,
        form: str,
        raw: bytes,
        accept: str,
        cookie: bool,
    ) -> None:
        path = path.replace("/tables/T", f"/tables/{fuzzed.table.id}").encode("utf-8", "replace").decode()
        sent = {"token": fuzzed.token, **({"command": command} if command else {}), **fields}
        content, kind = raw, "application/json"
        if form == "form":
            pairs = [(name, str(value).encode("utf-8", "replace").decode()) for name, value in sent.items()]
            content, kind = urlencode(pairs).encode(), "application/x-www-form-urlencoded"
        elif form == "json":
            content = json.dumps(sent).encode()
        headers = {"accept": accept, "content-type": kind, "x-vingt-token": fuzzed.token}
        request = fuzzed.browser.client.build_request(
            method, httpx_url(path), content=content, headers=headers
        )
        if not cookie:
            request.headers.pop("cookie", None)
        answer = run(fuzzed.browser.client.send(request))
        assert answer.status_code < 500, (method, path, fields, answer.text)
        if path == "/sign-out" and answer.status_code == 303:
            run(fuzzed.browser.come("Fuzz"))

    try:
        fuzz()
    finally:
        run(fuzzed.close())
        fuzzed.loop.close()


def httpx_url(path: str) -> str:
    return quote(path, safe="/%.-_~") or "/"
