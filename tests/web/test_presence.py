"""Over the network: a press names its question, a connection says who is there, and the pause is no wait."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import websockets

from tests.live.quiet_house import Arranged
from tests.web.inside import HOUR, PATIENT, inside, program, settle
from tests.web.test_interface import served, session_of
from vingt.live.table.commands import TakeSeat


def test_a_program_names_the_question_it_answers(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged("8s 6d 8h 9c 2c 3h")) as here,
            here.browser() as browser,
            served(here.app) as address,
        ):
            table = await here.table("md-blackjack")
            bot = await program(browser.client, table)
            do = bot.do

            async def asked() -> Any:
                return (await bot.view())["prompts"][0]

            await do(command="take_seat", key="1", box=1)
            await do(command="decline_cut", key="2")
            await do(command="place_wager", key="3", box=1, amount=2500)
            await do(command="ready", key="4")
            pair = (await asked())["id"]
            assert (await do(command="split", key="5", box=1, hand=0, answers=pair)).status_code == 200
            first = (await asked())["id"]
            for wrong in (pair, 7, {"a": 1}):
                late = await do(command="stand", key=f"6 {wrong}", box=1, hand=0, answers=wrong)
                assert late.status_code == 409
                assert "meant for another question" in late.json()["error"]
            assert (await do(command="stand", key="7", box=1, hand=0, answers=first)).status_code == 200
            second = await asked()
            assert second["hand"] == 1

            live = f"ws://{address}/api/tables/{table.id}/live"
            cookie = {"cookie": f"vingt_session={bot.token}"}
            async with websockets.connect(live, additional_headers=cookie) as socket:
                await socket.recv()
                stand = {"command": "stand", "box": 1, "hand": 1}
                for key, answers, word in (("8", first, "another question"), ("9", second["id"], "version")):
                    await socket.send(json.dumps({**stand, "key": key, "answers": answers}))
                    told = json.loads(await asyncio.wait_for(socket.recv(), 5))
                    while told.get("key") != key:
                        told = json.loads(await asyncio.wait_for(socket.recv(), 5))
                    assert word in str(told)

    asyncio.run(play())


def test_who_closes_the_page_is_shown_as_away_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, served(here.app) as address:
            table = await here.table("md-blackjack")
            ada, cookie = await session_of(here, "Ada")
            await table.submit(ada, TakeSeat(1), "sit")
            watching = f"ws://{address}/api/tables/{table.id}/live"

            async def shown(socket: websockets.ClientConnection, away: bool) -> None:
                while True:
                    view = json.loads(await asyncio.wait_for(socket.recv(), 5))["view"]
                    if view["boxes"][0]["away"] == away:
                        return

            async with websockets.connect(watching) as others:
                page = f"ws://{address}/tables/{table.id}/live"
                for _ in range(2):
                    async with websockets.connect(page, additional_headers={"cookie": cookie}) as socket:
                        await socket.recv()
                        await shown(others, away=False)
                    await shown(others, away=True)

    asyncio.run(play())


def test_a_wager_begins_the_next_round_while_the_last_is_in_view(tmp_path: Path) -> None:
    async def play() -> None:
        slow = replace(PATIENT, pause=HOUR)
        shoes = Arranged("Ks 9h 8d Kc")  # eighteen, and the dealer has nineteen
        async with inside(tmp_path, shoes, slow) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            ann = await browser.come("Ann")
            await browser.press(table, "take_seat", box="1")
            await settle(table)
            await browser.press(table, "decline_cut")
            await settle(table)
            await browser.press(table, "place_wager", box="1", wager="main", amount="3000")
            await browser.press(table, "ready")
            await settle(table)
            await browser.press(table, "stand", box="1")
            await settle(table)
            assert (table.view(ann).phase, table.state.round_number) == ("over", 1)
            await browser.press(table, "place_wager", box="1", wager="main", amount="3000")
            view = table.view(ann)
            assert view.you is not None
            assert (view.phase, view.round, view.you.in_play) == ("betting", 2, 3000)
            assert [hand.total for box in view.last_rounds[0].boxes for hand in box.hands] == ["18"]
            await browser.press(table, "ready")
            await settle(table)
            assert table.state.round.betting_closed

    asyncio.run(play())
