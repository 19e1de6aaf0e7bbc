"""What one client may hold: attacks over real sockets, with somebody else asking meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import httpx
import pytest
import websockets

from tests.web.inside import Inside, inside
from tests.web.local_server import local_server
from vingt.live.people.people import DEMO_PURSE
from vingt.live.program_log import Sampled
from vingt.live.table.commands import BuyIn
from vingt.rulebook import library
from vingt.web.entrance.games import games
from vingt.web.entrance.private_tables import close_idle
from vingt.web.network.connections import Connections, settings
from vingt.web.network.exposure import Exposure, NotAName
from vingt.web.network.limits import LIMITS, OFF, NotALimit, RequestLimits, limits_of

HALF = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "
ELSEWHERE = "127.0.0.2"  # another address of this machine, on Linux


@asynccontextmanager
async def served(here: Inside, limits: RequestLimits, proxies: tuple[str, ...] = ()) -> AsyncIterator[int]:
    """The house behind the connections that `vingt serve` makes; the port."""
    here.app.state.desk.turnstile.limits = limits
    async with local_server(settings(here.app, limits, proxies), "0.0.0.0") as port:
        yield port


async def half_open(port: int, sent: bytes = HALF) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    return reader, writer


async def healthy(port: int, address: str = "127.0.0.1") -> float:
    """Seconds until a client of its own has an answer."""
    began = monotonic()
    async with httpx.AsyncClient(timeout=10) as client:
        assert (await client.get(f"http://{address}:{port}/health")).status_code == 200
    return monotonic() - began


def test_half_open_requests_keep_nobody_out(tmp_path: Path) -> None:
    async def attack() -> None:
        limits = replace(LIMITS, connections_at_address=5, header_seconds=60)  # fifty on this machine
        async with inside(tmp_path) as here, served(here, limits) as port:
            held = [await half_open(port) for _ in range(300)]
            assert await healthy(port) < 5
            still = [reader for reader, _ in held if not reader.at_eof() and reader.exception() is None]
            assert len(still) <= 50
            for _, writer in held:
                writer.close()

    asyncio.run(attack())


def test_headers_and_bodies_must_arrive_in_time(tmp_path: Path) -> None:
    async def attack() -> None:
        limits = replace(LIMITS, header_seconds=0.5, body_seconds=0.5)
        body = b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"
        async with inside(tmp_path) as here, served(here, limits) as port:
            for sent in (b"", HALF, body):
                reader, writer = await half_open(port, sent)
                answer = await asyncio.wait_for(reader.read(), 10)
                assert answer.startswith(b"HTTP/1.1 408 "), sent
                writer.close()
            dripping, writer = await half_open(port)
            for _ in range(40):  # a byte now and then does not help
                writer.write(b"x")
                await asyncio.sleep(0.1)
                if dripping.at_eof() or writer.is_closing():
                    break
            else:
                pytest.fail("the connection is still open")
            async with httpx.AsyncClient() as client:  # whoever is quick keeps the connection
                for _ in range(3):
                    await asyncio.sleep(0.2)
                    assert (await client.get(f"http://127.0.0.1:{port}/health")).status_code == 200

    asyncio.run(attack())


def test_a_socket_has_no_deadline_for_a_body_it_never_sends(tmp_path: Path) -> None:
    async def watch() -> None:
        limits = replace(LIMITS, header_seconds=0.3, body_seconds=0.3)
        async with inside(tmp_path) as here, served(here, limits) as port:
            table = await here.house.open_table(library.submission("md-blackjack"), "house")
            address = f"ws://127.0.0.1:{port}/api/tables/{table.id}/live"
            async with websockets.connect(address) as told:
                await told.recv()
                await asyncio.sleep(1)
                await told.send('{"ping": true}')
                assert json.loads(await told.recv()) == {"pong": True}

    asyncio.run(watch())


def test_bytes_that_are_no_request_get_no_500(tmp_path: Path) -> None:
    async def attack() -> None:
        chance = random.Random(21)
        whole = b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}"
        limits = replace(LIMITS, header_seconds=0.3, body_seconds=0.3)
        async with inside(tmp_path) as here, served(here, limits) as port:

            async def send(sent: bytes) -> bytes:
                reader, writer = await half_open(port, sent)
                try:
                    return await asyncio.wait_for(reader.read(), 10)
                except ConnectionError:
                    return b""
                finally:
                    writer.close()

            def spoiled() -> bytes:
                at, made = chance.randrange(len(whole)), bytearray(whole)
                made[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(6))
                return bytes(made)

            for _ in range(10):
                answers = await asyncio.gather(*(send(spoiled()) for _ in range(30)))
                for answer in answers:
                    assert re.match(rb"(HTTP/1\.[01] [24]\d\d |$)", answer), answer
            assert await healthy(port) < 5

    asyncio.run(attack())


def test_connections_that_wait_make_room_and_those_that_are_served_do_not() -> None:
    class Wire:
        def __init__(self) -> None:
            self.aborted = False

        def abort(self) -> None:
            self.aborted = True

    held = Connections(replace(LIMITS, connections_at_address=2), most=3)
    first, second, third, fourth, fifth = (Wire() for _ in range(5))
    assert held.admit(first, "10.0.0.1")  # type: ignore[arg-type]
    assert held.admit(second, "10.0.0.1")  # type: ignore[arg-type]
    held.serve(first)  # type: ignore[arg-type]
    assert held.admit(third, "10.0.0.1")  # type: ignore[arg-type]
    assert (first.aborted, second.aborted) == (False, True)
    held.serve(third)  # type: ignore[arg-type]
    assert not held.admit(fourth, "10.0.0.1")  # type: ignore[arg-type]
    assert held.admit(fourth, "10.0.0.2")  # type: ignore[arg-type]
    assert held.admit(fifth, "10.0.0.3")  # type: ignore[arg-type]
    assert fourth.aborted  # the house was full, and this one had asked for nothing
    assert len(held) == 3
    for each in (first, third, fifth):
        held.release(each)  # type: ignore[arg-type]
    assert len(held) == 0


def test_guests_of_one_address_are_so_many_in_an_hour(tmp_path: Path) -> None:
    async def attack() -> None:
        limits = replace(LIMITS, guests_at_address=2)  # twenty on this machine
        async with inside(tmp_path) as here, served(here, limits) as port:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
                post = [client.post("/api/guests", json={}) for _ in range(30)]
                answers = await asyncio.gather(*post)
                assert sorted(each.status_code for each in answers) == [201] * 20 + [429] * 10
                refused = next(each for each in answers if each.status_code == 429)
                assert 3500 < int(refused.headers["retry-after"]) <= 3600
                assert "20 guests" in refused.json()["error"]
                wrong = await client.post("/api/guests", json={"name": "x" * 25})
                assert wrong.status_code == 429
            assert len(here.house.people.everybody()) == 20

    asyncio.run(attack())


def test_an_address_is_believed_only_from_a_proxy(tmp_path: Path) -> None:
    async def attack() -> None:
        limits = replace(LIMITS, guests_at_address=1)
        async with inside(tmp_path) as here:
            for proxies, made in (((), 10), (("127.0.0.1",), 1)):
                async with served(here, limits, proxies) as port, httpx.AsyncClient() as client:
                    here.app.state.desk.turnstile._guests._taken.clear()
                    where = f"http://127.0.0.1:{port}/api/guests"
                    says = [{"x-forwarded-for": f"203.0.113.{last}"} for last in range(12)]
                    first = [await client.post(where, json={}, headers=each) for each in says]
                    assert sum(each.status_code == 201 for each in first) == (10 if not proxies else 12)
                    again = [await client.post(where, json={}, headers=says[0]) for _ in range(3)]
                    assert all(each.status_code == 429 for each in again), made

    asyncio.run(attack())


def test_two_hundred_tables_opened_at_once_stop_at_the_limit(tmp_path: Path) -> None:
    async def attack() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            token = (await browser.client.post("/api/guests", json={})).json()["token"]
            bearer = {"authorization": f"Bearer {token}"}
            opening = [
                browser.client.post("/api/tables", json={"game": games()[0].name}, headers=bearer)
                for _ in range(200)
            ]
            answers = await asyncio.gather(*opening)
            codes = [each.status_code for each in answers]
            assert codes.count(201) == LIMITS.tables_of_person == 10
            assert codes.count(409) == 190
            assert len(here.house.tables()) == 10

    asyncio.run(attack())


def test_a_thousand_buy_ins_at_once_are_exact(tmp_path: Path) -> None:
    async def attack() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack")
            made = (await browser.client.post("/api/guests", json={})).json()
            bearer = {"authorization": f"Bearer {made['token']}"}
            where, amount = f"/api/tables/{table.id}/commands", DEMO_PURSE // 400
            buying = [
                browser.client.post(
                    where, json={"command": "buy_in", "amount": amount, "key": str(n)}, headers=bearer
                )
                for n in range(1000)
            ]
            codes = [each.status_code for each in await asyncio.gather(*buying)]
            assert codes.count(200) == 400
            assert codes.count(409) == 600
            assert here.house.people.purse(made["person"]) == 0
            assert table.state.rack(made["person"]) == DEMO_PURSE

    asyncio.run(attack())


def test_sockets_are_limited_by_person_address_and_table(tmp_path: Path) -> None:
    async def attack() -> None:
        limits = replace(LIMITS, sockets_of_person=2, sockets_at_address=1, watchers_of_table=4)
        async with inside(tmp_path) as here, served(here, limits) as port, AsyncExitStack() as stack:
            table = await here.table("md-blackjack")
            other = await here.table("mbs-pontoon")

            async def code(where: str, token: str = "") -> int:
                """The code with which the house closes a new socket; 0 where it stays."""
                headers = {"authorization": f"Bearer {token}"} if token else {}
                made = await stack.enter_async_context(
                    websockets.connect(f"ws://127.0.0.1:{port}{where}", additional_headers=headers)
                )
                try:
                    json.loads(await made.recv())
                except websockets.ConnectionClosed as closed:
                    return closed.rcvd.code if closed.rcvd is not None else -1
                return 0

            ann, token = await here.house.people.welcome("Ann")
            live = f"/api/tables/{table.id}/live"
            assert [await code(live, token) for _ in range(3)] == [0, 0, 4429]
            assert [await code(live) for _ in range(3)] == [0, 0, 4429]  # four look on
            elsewhere = f"/api/tables/{other.id}/live"
            assert [await code(elsewhere) for _ in range(4)] == [0, 0, 0, 0]
            assert await code(elsewhere, "no token") == 4401
            bob, token = await here.house.people.welcome("Bob")
            assert await code(elsewhere, token) == 4429
            assert (await here.house.table(table.id).eject(bob.id, "x")) is not None
            assert ann.id != bob.id

    asyncio.run(attack())


def test_a_private_table_nobody_looks_at_is_closed_and_chips_go_back(tmp_path: Path) -> None:
    async def wait() -> None:
        async with inside(tmp_path) as here:
            desk, house = here.app.state.desk, here.house
            ann, _ = await house.people.welcome("Ann")
            made = [
                await house.open_table(library.submission("md-blackjack"), ann.id, private=private)
                for private in (True, True, False)
            ]
            idle, looked_at, public = made
            await idle.submit(ann.id, BuyIn(50_000), "k")
            assert await close_idle(desk) == []
            hours = 25 * 3_600_000
            for table in made:
                table.presence._opened -= hours
                table.presence._seen = {person: at - hours for person, at in table.presence._seen.items()}
                table._last_event -= hours
            with looked_at.present(ann.id):
                assert await close_idle(desk) == [idle.id]
            assert (idle.closed, looked_at.closed, public.closed) == (True, False, False)
            for _ in range(200):
                if not idle.state.rack(ann.id):
                    break
                await asyncio.sleep(0.05)
            assert house.people.purse(ann.id) == DEMO_PURSE

    asyncio.run(wait())


# -- Host, limits and logs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listens", "names", "host", "passes"),
    [
        ("127.0.0.1", (), "127.0.0.1:8021", True),
        ("127.0.0.1", (), "localhost:8021", True),
        ("127.0.0.1", (), "[::1]:8021", True),
        ("127.0.0.1", (), "evil.test", False),
        ("127.0.0.1", (), "192.168.1.7", False),
        ("127.0.0.1", ("cards.example",), "Cards.Example:443", True),
        ("127.0.0.1", ("cards.example",), "cards.example.evil.test", False),
        ("192.168.1.7", (), "192.168.1.7:8021", True),
        ("0.0.0.0", (), "192.168.1.7:8021", True),
        ("0.0.0.0", (), "evil.test", False),
        ("0.0.0.0", (), "", False),
        ("0.0.0.0", (), "a@localhost", False),
        ("0.0.0.0", (), "localhost/x", False),
        ("0.0.0.0", (), "localhost:port", False),
    ],
)
def test_only_our_own_names_are_answered(
    listens: str, names: tuple[str, ...], host: str, passes: bool
) -> None:
    assert (Exposure.at(listens, names, (), LIMITS).refuses(host) == "") is passes


def test_a_foreign_host_is_told_how_to_be_let_in(tmp_path: Path) -> None:
    async def look() -> None:
        exposure = Exposure.at("127.0.0.1", (), (), LIMITS)
        async with inside(tmp_path, exposure=exposure) as here, here.browser() as browser:
            answer = await browser.get("/health")
            assert answer.status_code == 421
            assert "--name table.test" in answer.json()["error"]
            assert answer.headers["x-frame-options"] == "DENY"
            assert (await browser.get("/health", host="localhost:99")).status_code == 200

    asyncio.run(look())


def test_names_proxies_and_limits_that_cannot_be_are_said() -> None:
    for name in ("", "a b", "http://x", "x:80", "-x"):
        with pytest.raises(NotAName):
            Exposure.at("127.0.0.1", [name], (), LIMITS)
    for proxy in ("", "proxy", "10.0.0.1:80"):
        with pytest.raises(NotAName):
            Exposure.at("127.0.0.1", (), [proxy], LIMITS)
    for text in ("", "0", "-1", "nan", "inf", "many"):
        with pytest.raises(NotALimit):
            limits_of(text)
    assert limits_of("1") == LIMITS
    assert limits_of("off") == OFF
    assert limits_of("0.5").tables_of_person == 5
    assert limits_of("3").header_seconds == LIMITS.header_seconds


def test_warnings_that_anybody_can_cause_fill_no_disk() -> None:
    minute = [0.0]
    sampled = Sampled(most=20, clock=lambda: minute[0])

    def passes(level: int) -> int:
        made = [logging.LogRecord("asyncio", level, "", 0, "accept failed", (), None) for _ in range(100_000)]
        return sum(sampled.filter(each) for each in made)

    assert passes(logging.ERROR) == 20
    assert passes(logging.INFO) == 100_000
    minute[0] = 61.0
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "accept failed", (), None)
    assert sampled.filter(record)
    assert record.fields == {"left_out": 99_980}  # type: ignore[attr-defined]


def test_docs_name_every_limit_with_its_number() -> None:
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text("utf-8")
    for name in LIMITS.__slots__:
        row = next((line for line in page.splitlines() if line.startswith(f"| `{name}`")), "")
        assert f" {getattr(LIMITS, name):,g} " in row.replace(" KiB", " ") or (
            name.endswith("_bytes") and f" {getattr(LIMITS, name) // 1024} KiB " in row
        ), (name, row)
