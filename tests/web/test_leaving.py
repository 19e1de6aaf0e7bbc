"""Nothing is lost by a click: signing out is confirmed where it costs, and a guest can come back."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, inside, settle
from tests.web.test_playing import at_decision


async def sign_out(browser: Browser, **more: str) -> str:
    """Press Sign out on the lobby's bar; the page that follows, or "" when one is out."""
    form = next(each for each in await browser.forms("/sign-in") if each.action == "/sign-out")
    answer = await browser.send(form, **more)
    return answer.text if answer.status_code == 200 else ""


def test_a_guest_is_asked_before_the_purse_is_left_behind_and_returns_by_the_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as elsewhere:
            person = await browser.come("Ada")
            page = await sign_out(browser)
            assert "Sign out?" in page
            assert "$10,000" in page
            assert browser.house.people.by_token(browser.client.cookies["vingt_session"]) is not None
            token = (await browser.forms("/sign-in"))[0].fields["token"]
            kept = (await browser.client.post("/keep", data={"token": token})).text
            link = re.search(r"/return/[0-9a-f]{32}", kept)
            assert link is not None
            assert not await sign_out(browser, sure="yes")
            back = next(f for f in await elsewhere.forms(link.group()) if f.action == "/return")
            assert (await elsewhere.send(back)).status_code == 303
            came = here.house.people.by_token(elsewhere.client.cookies["vingt_session"])
            assert came is not None
            assert came.id == person
            other = next(f for f in await elsewhere.forms(f"/return/{'0' * 32}") if f.action == "/return")
            wrong = await elsewhere.send(other)
            assert wrong.status_code == 401
            assert "no guest has this return code" in wrong.text

    asyncio.run(play())


def test_a_wager_in_play_is_named_before_anybody_signs_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("7s 9h 8d 5c")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            token = (await browser.forms("/sign-in"))[0].fields["token"]
            await browser.client.post(
                "/register", data={"token": token, "login": "ada", "password": "a long enough one"}
            )
            page = await sign_out(browser)
            assert f"$25 at {table.name}" in page
            await browser.press(table, "stand")
            await settle(table)
            assert not await sign_out(browser)  # nothing in play, an account: at once

    asyncio.run(play())


def test_who_must_sign_in_first_comes_to_the_page_that_was_wanted(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            await here.house.people.make_account("dora", "a long enough secret", "Dora")
            barred = await browser.get("/training")
            link = re.search(r'href="(/sign-in\?[^"]*)"', barred.text)
            assert (barred.status_code, link is not None) == (401, True), barred.text
            assert link is not None
            form = next(each for each in await browser.forms(link.group(1)) if each.action == "/sign-in")
            wrong = await browser.send(form, login="dora", password="another")
            assert 'name="next" value="/training"' in wrong.text
            right = await browser.send(form, login="dora", password="a long enough secret")
            assert (right.status_code, right.headers["location"]) == (303, "/training")
            form = next(each for each in await browser.forms(link.group(1)) if each.action == "/sign-in")
            away = await browser.send(
                form, login="dora", password="a long enough secret", next="//example.org"
            )
            assert (away.status_code, away.headers["location"]) == (303, "/")

    asyncio.run(play())
