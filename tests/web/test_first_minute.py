"""A newcomer's first minute: sitting down brings chips, and the golden button is what comes next."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, Forms, inside, settle
from vingt.live.house.house import LiveTable


async def golden(browser: Browser, table: LiveTable) -> set[str]:
    page = (await browser.get(f"/tables/{table.id}")).text
    golden = [form for form in Forms(page).found if "next" in (form.button.get("class") or "").split()]
    assert all(form.enabled for form in golden)
    return {form.fields["command"] for form in golden}


def test_the_golden_button_is_what_comes_next(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("7s 9h 8d 5c")) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            person = await browser.come("Ada")

            async def now(*commands: str) -> None:
                await settle(table)
                assert await golden(browser, table) == set(commands)

            await now("take_seat")
            await browser.press(table, "take_seat", box="1")
            assert table.state.rack(person) == 50 * table.rules.wagering.minimum == 25_000
            await now("cut", "deal")
            await browser.press(table, "decline_cut")
            await now("deal")
            await browser.press(table, "place_wager", box="1", wager="main", amount="2500")
            await now("ready")
            await browser.press(table, "clear")
            await now("deal")
            await browser.press(table, "deal")
            await now("hit", "stand", "double", "surrender")
            await browser.press(table, "stand")
            await now("same_again")

    asyncio.run(play())


def test_two_presses_from_the_lobby_to_the_first_card(tmp_path: Path) -> None:
    """Deal me in makes the guest, takes the seat and declines the cut; the golden button deals."""

    async def play() -> None:
        async with inside(tmp_path, Arranged("7s 9h 8d 5c")) as here, here.browser() as browser:
            table = await here.table("md-blackjack")
            forms = [each for each in await browser.forms("/") if each.action == "/deal-me-in"]
            answer = await browser.send(forms[0])
            assert answer.headers["location"] == f"/tables/{table.id}"
            assert table.state.betting
            await browser.press(table, "deal")
            await settle(table)
            (person,) = table.state.bettors
            assert table.view(person).dealer.total == "9"
            assert table.view(person).you.in_play == 1000  # type: ignore[union-attr]

    asyncio.run(play())


def test_sitting_down_buys_once_and_never_beside_chips(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            person = await browser.come("Ada")
            forms = await browser.forms(f"/tables/{table.id}")
            sit = next(form for form in forms if form.fields.get("box") == "1")
            for _ in range(3):
                assert (await browser.send(sit, key="once")).status_code == 303
            assert table.state.rack(person) == 25_000
            await browser.press(table, "take_seat", box="2")
            assert table.state.rack(person) == 25_000
            for command in ("leave_table", "take_seat"):  # the chips are cashed, so there are none
                await browser.press(table, command)
            assert table.state.rack(person) == 25_000

    asyncio.run(play())


def test_a_program_that_takes_a_seat_buys_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            guest = (await browser.client.post("/api/guests", json={"name": "Ada"})).json()
            asked = {"command": "take_seat", "box": 1, "key": "seat"}
            headers = {"authorization": f"Bearer {guest['token']}"}
            path = f"/api/tables/{table.id}/commands"
            answer = await browser.client.post(path, json=asked, headers=headers)
            assert answer.status_code == 200, answer.text
            assert table.state.holder(1)
            assert table.state.rack(table.state.holder(1)) == 0

    asyncio.run(play())
