"""Coming in: the lobby, guests, accounts and private tables."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.web.inside import inside
from vingt import __version__
from vingt.web.games import default_games, games


def known_edges(folder: Path) -> None:
    """As a house keeps them, so that no test waits for ten exact analyses."""
    edges = {each.rules.hash: 0.001 * number for number, each in enumerate(games(), 1)}
    (folder / "figures.json").write_text(json.dumps({"vingt": __version__, "edges": edges}), "utf-8")


def test_the_lobby_shows_every_game_with_its_edge_and_a_guest_opens_one_privately(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            for each in default_games():
                await here.table(each.name)
            page = (await browser.get("/")).text
            assert all(each.title.replace("'", "&#39;") in page for each in games())
            assert "0.10%" in page
            assert page.count(">Watch<") == 5
            forms = {each.action: each for each in await browser.forms("/")}
            assert (await browser.send(forms["/guest"], name="Ada")).status_code == 303  # one click
            opening = [each for each in await browser.forms("/") if each.action == "/tables"]
            assert len(opening) == len(games())
            made = await browser.send(opening[-1])
            where = made.headers["location"]
            assert (await browser.get(where)).status_code == 200
            assert where in (await browser.get("/")).text
            assert where not in (await other.get("/")).text
            assert (await other.get(where)).status_code == 200  # a friend has the address
            assert (await browser.send(opening[0], game="no-such/game")).status_code == 400

    asyncio.run(look())


def test_an_account_keeps_the_guests_purse_and_signs_in_again(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            person = await browser.come("Ada")
            forms = {each.action: each for each in await browser.forms("/sign-in")}
            weak = await browser.send(forms["/register"], login="ada", password="short")
            assert weak.status_code == 400
            made = await browser.send(
                forms["/register"], login="ada", password="a long enough one", name="Ada"
            )
            assert made.status_code == 303
            account = here.house.people.get(person)
            assert account is not None
            assert account.login == "ada"
            out = next(each for each in await browser.forms("/sign-in") if each.action == "/sign-out")
            await browser.send(out)
            forms = {each.action: each for each in await browser.forms("/sign-in")}
            wrong = await browser.send(forms["/sign-in"], login="ada", password="not this one")
            assert wrong.status_code == 401
            right = await browser.send(forms["/sign-in"], login="ada", password="a long enough one")
            assert right.status_code == 303

    asyncio.run(look())
