"""The API, what is pushed, looking back, and the command that serves it all."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
import websockets
from starlette.applications import Starlette

from tests.live.quiet_house import Arranged
from tests.web.inside import Inside, inside, program
from tests.web.local_server import local_server
from tests.web.test_playing import at_decision, decide_all
from vingt.live.table.commands import TakeSeat
from vingt.web.interface.openapi import document


def test_a_program_plays_by_the_api(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            client = browser.client
            bot = await program(client, table)
            do = bot.do
            assert (await do(command="buy_in", key="1", amount=50_000)).status_code == 200
            assert (await do(command="take_seat", key="2", box=1)).status_code == 200
            await do(command="decline_cut", key="3")
            assert (await do(command="place_wager", key="4", box=1, amount=2500)).status_code == 200
            assert (await client.get("/api/me")).json()["purse"] == 950_000
            await do(command="ready", key="5")
            view = await bot.view()
            assert view["dealer"]["cards"] == ["9h", None]
            refused = await do(command="split", key="6", box=1, hand=0)
            assert refused.status_code == 409
            assert refused.json()["clauses"] == ["MD-P21 11.A"]
            assert (await do(command="stand", key="7", box=1, hand=0)).status_code == 200
            last = (await bot.view())["last_rounds"][0]
            assert last["payments"][0]["cite"]["clauses"]

    asyncio.run(play())


def test_the_openapi_document_describes_the_view_as_it_is(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("ma-pontoon-21")
            view = (await browser.client.get(f"/api/tables/{table.id}")).json()
            schemas = document()["components"]["schemas"]
            assert set(view) == set(schemas["TableView"]["properties"])
            assert set(view["boxes"][0]) == set(schemas["BoxSeen"]["properties"])

    asyncio.run(look())


def test_health_and_metrics_say_how_the_house_is(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            await here.table("mbs-pontoon")
            assert (await browser.client.get("/health")).json()["tables"] == 1
            told = (await browser.client.get("/metrics")).text
            assert "vingt_tables 1.0" in told
            assert 'vingt_requests_total{route="/health",status="200"}' in told

    asyncio.run(look())


# -- pushed ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def served(app: Starlette) -> AsyncIterator[str]:
    config = uvicorn.Config(app, log_config=None, ws="websockets-sansio", timeout_graceful_shutdown=1)
    async with local_server(config) as port:
        yield f"127.0.0.1:{port}"


async def session_of(here: Inside, name: str) -> tuple[str, str]:
    person, token = await here.house.people.welcome(name)
    return person.id, f"vingt_session={token}"


async def read_on(socket: websockets.ClientConnection) -> None:
    while True:
        await socket.recv()


def test_a_page_is_pushed_what_others_do_and_a_program_its_view(tmp_path: Path) -> None:
    async def watch() -> None:
        async with inside(tmp_path) as here, served(here.app) as address:
            table = await here.table("md-pontoon-21")
            _, ada = await session_of(here, "Ada")
            _, bob = await session_of(here, "Bob")
            page = f"ws://{address}/tables/{table.id}/live"
            program = f"ws://{address}/api/tables/{table.id}/live"
            async with (
                websockets.connect(page, additional_headers={"cookie": ada}) as pushed,
                websockets.connect(program, additional_headers={"cookie": bob}) as told,
            ):
                first = json.loads(await pushed.recv())
                assert {"dock", "dealer", "box-1", "say"} <= set(first["fragments"])
                assert "view" in json.loads(await told.recv())
                await told.send(json.dumps({"command": "take_seat", "box": 4, "key": "a"}))
                news = json.loads(await pushed.recv())
                assert "Bob" in news["fragments"]["box-4"]
                assert "box-1" not in news["fragments"] or "Bob" not in news["fragments"]["box-1"]
                answers = [json.loads(await told.recv()) for _ in range(2)]
                assert {"key", "version"} in [set(each) for each in answers]
                for wrong in (
                    "no json",
                    "[]",
                    "{}",
                    '{"command": "hit", "key": "b"}',
                    '{"command": "\\ud800", "key": "c"}',
                ):
                    await told.send(wrong)
                    while "error" not in (heard := json.loads(await told.recv())):
                        assert "view" in heard

    asyncio.run(watch())


def test_a_foreign_page_gets_no_socket_and_a_closed_session_loses_its_own(tmp_path: Path) -> None:
    async def watch() -> None:
        async with inside(tmp_path) as here, served(here.app) as address:
            table = await here.table("md-pontoon-21")
            _, cookie = await session_of(here, "Ada")
            page = f"ws://{address}/tables/{table.id}/live"
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(page, origin=websockets.Origin("https://evil.test"))
            assert refused.value.response.status_code == 403
            async with websockets.connect(page, additional_headers={"cookie": cookie}) as pushed:
                await pushed.recv()
                await here.house.people.sign_out(cookie.partition("=")[2])
                other, _ = await session_of(here, "Bob")
                await table.submit(other, TakeSeat(1), "k")
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await read_on(pushed)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401

    asyncio.run(watch())


# -- looking back ------------------------------------------------------------------------------------------


def test_a_player_opens_own_rounds_and_an_auditor_all(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here,
            here.browser() as browser,
            here.browser() as other,
        ):
            table = await at_decision(here, browser)
            assert (await browser.get(f"/tables/{table.id}/rounds/1")).status_code == 409
            await decide_all(browser, table, "stand")
            where = f"/tables/{table.id}/rounds/1"
            mine = await browser.client.get(f"{where}/round.json")
            assert [line["card"] for line in mine.json()["lines"] if line["kind"] == "card_dealt"][:3] == [
                "Ks",
                "9h",
                "8d",
            ]
            assert all(
                line["clauses"] or line["readings"]
                for line in mine.json()["lines"]
                if line["kind"] == "wager_settled"
            )
            person = await other.come("Eve")
            assert (await other.get(where)).status_code == 403
            assert (await other.get("/audit")).status_code == 403
            assert (await other.get(f"/tables/{table.id}/log.jsonl")).status_code == 403
            await here.house.people.give_role(person, "auditor", "test")
            assert (await other.get(where)).status_code == 200
            assert "All rounds" in (await other.get(f"/tables/{table.id}/rounds")).text
            log = (await other.get(f"/tables/{table.id}/log.jsonl")).text.splitlines()
            assert json.loads(log[-1])["events"] == table.version
            shoe = (await other.get(f"/tables/{table.id}/shoes/1")).text
            assert table.view(None).shoe.commitment in shoe  # type: ignore[union-attr]
            assert "sealed until the shoe ends" in shoe
            assert (await other.get(f"/tables/{table.id}/shoes/9")).status_code == 404

    asyncio.run(look())


# -- vingt serve -------------------------------------------------------------------------------------------


def serve(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "vingt", "serve", *arguments]
    quiet = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet)


def test_vingt_serve_opens_a_table_of_each_game_and_stops_cleanly(tmp_path: Path) -> None:
    for _ in range(2):  # the second time from the log of the first
        running = serve("--port", "0", "--data", str(tmp_path / "house"))
        try:
            assert running.stdout is not None
            lines = iter(running.stdout.readline, "")
            found = next(
                (match for line in lines if (match := re.search(r"http://127\.0\.0\.1:\d+/", line))), None
            )
            assert found, "no address was printed"
            with urllib.request.urlopen(f"{found[0]}health") as answer:
                assert json.load(answer)["tables"] == 5
        finally:
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=30)
        assert running.returncode == 0
        assert "everything is kept" in out
        assert err == ""


def test_vingt_serve_says_what_it_cannot_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = serve("--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "a"))
        _, err = busy.communicate(timeout=30)
        assert busy.returncode == 2
        assert "cannot listen" in err
        assert not (tmp_path / "a").exists()
    (tmp_path / "file").write_text("not a folder")
    wrong = serve("--port", "0", "--data", str(tmp_path / "file"))
    _, err = wrong.communicate(timeout=30)
    assert wrong.returncode == 2
    assert "Traceback" not in err
