"""The OpenAPI document: it is one, it names every route, and the errors it lists are those that happen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from starlette.routing import Route

from tests.progressive.tables import SUPER_4, submission
from tests.web.inside import inside
from vingt.core.cite import Cite
from vingt.core.progressive.meter import MeterSetup, open_meter
from vingt.live.log import codec
from vingt.live.log.progressive_events import PaymentHeld
from vingt.live.table.mishaps import ReaderFailed
from vingt.rulebook.starter import starter
from vingt.web.entrance.games import games
from vingt.web.interface import api
from vingt.web.interface.openapi import document
from vingt.web.network.exposure import Exposure
from vingt.web.network.limits import LIMITS

PASSWORD = "tea with milk first"
KEYWORDS = {
    *("type", "properties", "required", "items", "enum", "anyOf", "$ref", "description", "pattern"),
    *("minimum", "maximum", "minLength", "maxLength"),
}
TYPES = {"string", "integer", "number", "boolean", "null", "array", "object"}
ELSEWHERE = {("/api/tables/{table}/scan", "post", 200)}  # a shoe is made ready first: test_scan.py
NOT_PROVOKED = {408, 503}  # a slow body and a log that cannot be written have tests of their own


def schemas_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every schema of the document, the inner ones too."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name == "schema":
                yield from with_inner(each)
            else:
                yield from schemas_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from schemas_in(each)


def with_inner(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    for each in inner:
        yield from with_inner(each)


def operations() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation, item


def test_the_document_is_well_formed() -> None:
    whole = document()
    assert whole["openapi"] == "3.1.0"
    known = whole["components"]["schemas"]
    found = [*schemas_in(whole["paths"])]
    for each in known.values():
        found += with_inner(each)
    assert len(found) > 200
    for schema in found:
        assert schema.keys() <= KEYWORDS, schema
        if "$ref" in schema:
            assert schema["$ref"].removeprefix("#/components/schemas/") in known
        kinds = schema.get("type", [])
        assert {kinds} if isinstance(kinds, str) else set(kinds) <= TYPES
        assert set(schema.get("required", ())) <= schema.get("properties", {}).keys()
        assert schema.get("minimum", 0) <= schema.get("maximum", 10**18)
        assert schema.get("minLength", 0) <= schema.get("maxLength", 10**9)
        assert not {"minLength", "maxLength", "pattern"} & schema.keys() or schema["type"] == "string"
        assert not {"minimum", "maximum"} & schema.keys() or schema["type"] in ("integer", "number")
        assert "enum" not in schema or schema["enum"]


def test_every_route_and_method_is_in_it_with_its_parameters() -> None:
    routed = {
        (f"/api{route.path}", method.lower())
        for route in api.every_route
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    } - {("/api/openapi.json", "get")}
    assert {(path, method) for path, method, _, _ in operations()} == routed
    for path, method, operation, item in operations():
        named = {each["name"] for each in item.get("parameters", ()) if each["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path))
        assert operation["summary"]
        codes = {int(code) for code in operation["responses"]}
        assert len([code for code in codes if code < 300]) == 1, path
        for code in codes:
            told = operation["responses"][str(code)]
            assert told["description"]
            assert "content" in told
            assert ("headers" in told) == (code in (429, 503))
        assert method == "get" or {413, 503} <= codes
        assert (400 in codes) == ("requestBody" in operation)


def test_every_error_it_lists_can_be_provoked(tmp_path: Path) -> None:
    """Each operation is asked in wrong ways; what comes must be listed, and all that is listed must come."""
    seen: dict[tuple[str, str], set[int]] = {(path, method): set() for path, method, _, _ in operations()}

    async def provoke() -> None:
        few = replace(LIMITS, guests_at_address=1, accounts_at_address=1, tables_opened_of_person=2)
        exposure = replace(Exposure.at("127.0.0.1", ("table.test",), (), LIMITS), limits=few)
        async with inside(tmp_path, exposure=exposure) as here, here.browser() as browser:
            people, client = here.house.people, browser.client
            await people.make_account("root", PASSWORD, role="administrator")
            table = await here.table("md-blackjack")
            closed = await here.table("mbs-pontoon")
            _, root = await people.sign_in("root", PASSWORD, "10.0.0.1")
            guest, player = await people.welcome("Ann")
            other, _ = await people.welcome("Bob")
            reset = await people.make_account("reset", PASSWORD)
            changing, their = (await people.make_account("changing", PASSWORD)), ""
            once = await people.reset_password(reset.id, "root")
            _, must = await people.sign_in("reset", once, "10.0.0.2")
            _, their = await people.sign_in("changing", PASSWORD, "10.0.0.3")
            blocked = await people.make_account("blocked", PASSWORD)
            await people.block(blocked.id, "root")
            await here.house.close_table(closed.id, people.by_token(root).id)  # type: ignore[union-attr]

            async def ask(path: str, method: str, sent: Any, **headers: str) -> httpx.Response:
                real = path.replace("{table}", headers.pop("table", table.id))
                real = real.replace("{person}", headers.pop("person", guest.id))
                real = real.replace("{meter}", headers.pop("meter", "nowhere"))
                real = real.replace("{act}", headers.pop("act", "end-sessions"))
                given = {"content": sent} if isinstance(sent, bytes) else {"json": sent}
                if method == "get":
                    given = {}
                client.cookies.clear()
                answer = await client.request(method, real, headers=headers, **given)
                seen[path, method].add(answer.status_code)
                if answer.status_code == 429:
                    assert int(answer.headers["retry-after"]) > 0
                if answer.status_code >= 400:
                    assert answer.json()["error"]
                return answer

            def bearer(token: str) -> dict[str, str]:
                return {"authorization": f"Bearer {token}"}

            for path, method in seen:
                await ask(path, method, {}, host="evil.test")
                await ask(path, method, {})
                await ask(path, method, {}, **bearer("unknown"))
                await ask(path, method, {}, **bearer(must))
                await ask(path, method, {}, origin="https://evil.test")
                await ask(path, method, b"no json", **bearer(root))
                await ask(path, method, b"x" * (LIMITS.body_bytes + 1), **bearer(root))
                await ask(path, method, {}, **bearer(player), table="nowhere", person="nobody")
                await ask(path, method, {}, **bearer(root), table="nowhere", person="nobody", act="dance")
                await ask(path, method, {"role": "king"}, **bearer(root), act="give-role", table=closed.id)
                await ask(path, method, {}, **bearer(root), table=closed.id, person=other.id)
                await ask(path, method, {"old": PASSWORD, "new": "short"}, **bearer(their))
                await ask(path, method, {"old": "a", "new": "b"}, **bearer(player))
            no_day = await client.get("/api/floor/report?day=never", headers=bearer(root))
            seen["/api/floor/report", "get"].add(no_day.status_code)
            closing = await here.table("md-players-edge-21")
            own = {"submission": starter("mbs-pontoon")}
            await ask("/api/admin/submissions", "post", own, **bearer(root))
            await ask("/api/admin/tables", "post", own | {"dealing": "guided"}, **bearer(root))
            by_hand = here.house.tables()[-1].id
            await ask("/api/tables/{table}/steps", "get", {}, **bearer(root), table=by_hand)
            await ask("/api/admin/tables", "post", {"submission": "decks = 7"}, **bearer(root))
            narrow = {"minimum": 1000, "maximum": 2000}
            for _ in range(2):  # the second time they are so already
                where = "/api/admin/tables/{table}/limits"
                await ask(where, "post", narrow, **bearer(root), table=closing.id)
            await ask("/api/admin/tables/{table}/close", "post", {}, **bearer(root), table=closing.id)
            await table.report(ReaderFailed(), "dee", "dealer")
            held = PaymentHeld("", 0, guest.id, 1, "insurance", "any", 100, False, Cite())
            await table._append([codec.new(held)])
            await ask("/api/tables/{table}/payment", "post", {}, **bearer(root))
            open_ = codec.new(open_meter(MeterSetup(100, 100)))
            here.house.meters.follow(await here.house.store.append({"meter/m1": (0, [open_])}))
            await ask("/api/meters/{meter}", "get", {}, meter="m1")
            filed = submission("md-blackjack", SUPER_4)
            pays = f"{(await here.house.open_table(filed, 'house')).id}.super-4.main"
            more = {"reset": 2_000_000}
            await ask("/api/admin/meters/{meter}", "post", more, **bearer(root), meter=pays)
            await ask("/api/admin/meters/{meter}", "post", {"reset": 1}, **bearer(root), meter=pays)
            for _ in range(2):  # the second time it is done already
                note = {"do": "note", "number": 1}
                await ask("/api/tables/{table}/dealing", "post", note, **bearer(root))
                repaired = {"what": "reader_repaired", "number": 2}
                await ask("/api/tables/{table}/mishaps", "post", repaired, **bearer(root))
            people._doorkeeper._of_address._tries.clear()  # as if a quarter of an hour had passed
            for _ in range(12):
                for path, sent in (
                    ("/api/guests", {}),
                    ("/api/accounts", {"login": f"new{len(people.everybody())}", "password": PASSWORD}),
                    ("/api/sessions", {"login": "changing", "password": PASSWORD}),
                    ("/api/sessions", {"login": "blocked", "password": PASSWORD}),
                    ("/api/tables", {"game": games()[0].name}),
                ):
                    await ask(path, "post", sent, **bearer(player))
            playing = await here.table("ma-pontoon-21")
            for box in (1, 2):
                sit = {"command": "take_seat", "box": box, "key": "a"}
                where = "/api/tables/{table}/commands"
                await ask(where, "post", sit, **bearer(player), table=playing.id)
            for _ in range(8):
                wrong = {"login": "nobody", "password": "wrong"}
                await ask("/api/sessions", "post", wrong)
                change = {"old": "wrong", "new": "one of my own"}
                await ask("/api/account/password", "post", change, **bearer(their))
            _, fresh = await people.sign_in("changing", PASSWORD, "10.0.0.4")
            await asyncio.sleep(0)
            people._doorkeeper._of_address._tries.clear()
            done = {"old": PASSWORD, "new": "one of my own"}
            await ask("/api/account/password", "post", done, **bearer(fresh))
            assert changing.login
            few_tables = replace(here.app.state.desk.turnstile.limits, tables_of_person=1)
            here.app.state.desk.turnstile.limits = few_tables
            await ask("/api/tables", "post", {"game": games()[0].name}, **bearer(player))

    asyncio.run(provoke())
    for path, method, operation, _ in operations():
        listed = {int(code) for code in operation["responses"]}
        assert seen[path, method] <= listed, (path, method, "not listed:", seen[path, method] - listed)
        missing = listed - seen[path, method] - NOT_PROVOKED
        missing = {code for code in missing if (path, method, code) not in ELSEWHERE}
        assert not missing, (path, method, "never came:", missing)
