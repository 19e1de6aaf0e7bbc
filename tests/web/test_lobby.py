"""Coming in: the lobby, guests, accounts and private tables."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import segno

from tests.web.inside import inside, settle
from vingt import __version__
from vingt.live.table.commands import TakeSeat
from vingt.web.entrance.games import default_games, games
from vingt.web.entrance.invitation import code_of


def known_edges(folder: Path) -> None:
    """As a house keeps them, so that no test waits for ten exact analyses."""
    edges = {each.rules.identity: 0.001 * number for number, each in enumerate(games(), 1)}
    (folder / "figures.json").write_text(json.dumps({"vingt": __version__, "edges": edges}), "utf-8")


def test_the_lobby_shows_every_game_with_its_edge_and_a_guest_opens_one_privately(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            for each in default_games():
                await here.table(each.name)
            page = (await browser.get("/")).text
            assert all(each.title.replace("'", "&#39;") in page for each in games())
            assert all(each.sentence.replace("'", "&#39;") in page for each in games())
            assert "0.10%" in page
            forms = {each.action: each for each in await browser.forms("/")}
            assert (await browser.send(forms["/guest"], name="Ada")).status_code == 303  # one click
            opening = next(each for each in await browser.forms("/") if each.action == "/tables")
            game = games()[-1].name
            made = await browser.send(opening, game=game, name="  Friday \u202e night ")
            where = made.headers["location"]
            assert (await browser.get(where)).status_code == 200
            mine = (await browser.get("/")).text
            assert where in mine
            assert "Friday night" in mine
            assert where not in (await other.get("/")).text
            assert (await other.get(where)).status_code == 200  # a friend has the address
            assert (await browser.send(opening, game="no-such/game")).status_code == 400
            assert (await browser.send(opening, game=game, name="x" * 41)).status_code == 400
            assert (await browser.send(opening, game=game, name="x" * 40)).status_code == 303

    asyncio.run(look())


def test_one_press_seats_a_newcomer_and_the_next_deals(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack/default")
            form = next(each for each in await browser.forms("/") if each.action == "/deal-me-in")
            went = await browser.send(form, name="Ada")
            assert went.headers["location"] == f"/tables/{table.id}"
            person = browser.person
            assert person.name == "Ada"
            assert table.state.held_by(person.id) == (4,)  # the middle of seven
            view = table.view(person.id)
            assert view.phase == "betting"  # the cut was offered and declined
            assert view.you is not None
            assert view.you.rack >= view.minimum
            again = next(each for each in await browser.forms("/") if each.action == "/deal-me-in")
            assert (await browser.send(again)).headers["location"] == f"/tables/{table.id}"
            assert table.state.held_by(person.id) == (4,)
            page = (await browser.get("/")).text
            assert "You sit at box 4 with $250" in page
            assert "At the table: Ada" in page

    asyncio.run(look())


def test_an_impatient_second_press_makes_no_second_guest(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack/default")
            form = next(each for each in await browser.forms("/") if each.action == "/deal-me-in")
            await asyncio.gather(browser.send(form), browser.send(form))
            assert len(here.house.people.everybody()) == 1
            assert len(table.state.held) == 1

    asyncio.run(look())


def test_where_the_open_table_is_full_one_gets_a_table_of_ones_own(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as late:
            table = await here.table("mbs-pontoon/four-decks")
            boxes = iter(range(1, table.rules.boxes.seats + 1))
            while True:
                guest, _ = await here.house.people.welcome()
                for box in (next(boxes, 0), next(boxes, 0)):
                    if box:
                        await table.submit(guest.id, TakeSeat(box), f"box {box}")
                if len(table.state.held) == table.rules.boxes.seats:
                    break
            forms = [each for each in await browser.forms("/") if each.action == "/deal-me-in"]
            form = next(each for each in forms if each.fields["game"] == "mbs-pontoon/four-decks")
            where = (await browser.send(form)).headers["location"]
            assert where.endswith("?own=full")
            own = here.house.table(where.split("/")[2].partition("?")[0])
            assert own.private
            assert own.state.held
            named = await late.send(
                next(each for each in await late.forms("/") if each.action == "/deal-me-in"),
                table=table.id,
            )
            assert named.headers["location"] == f"/tables/{table.id}"  # to look on
            assert (await late.send(form, table="nowhere")).status_code in (403, 404)

    asyncio.run(look())


def test_the_cut_of_another_player_is_not_waited_for(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack/default")
            first, _ = await here.house.people.welcome("First")
            await table.submit(first.id, TakeSeat(1), "sit")
            await settle(table)
            assert table.view(first.id).phase == "cut"
            form = next(each for each in await browser.forms("/") if each.action == "/deal-me-in")
            assert (await asyncio.wait_for(browser.send(form), 2)).status_code == 303
            assert table.view(first.id).phase == "cut"

    asyncio.run(look())


def test_an_invitation_holds_the_address_as_it_was_asked_for(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser("https") as browser:
            table = await here.table("md-blackjack/default")
            guest, _ = await here.house.people.welcome("Ada <b>")
            await table.submit(guest.id, TakeSeat(1), "sit")
            page = (await browser.get(f"/tables/{table.id}/invite")).text
            address = f"https://table.test/tables/{table.id}"
            assert f'value="{address}"' in page
            assert "Ada &lt;b&gt;" in page
            assert code_of(address).path in page
            assert " style=" not in page
            drawn = (await browser.get(f"/tables/{table.id}/invite?drawer")).text
            assert f'value="{address}"' in drawn

    asyncio.run(look())


def test_the_drawn_code_is_the_code_with_its_quiet_zone() -> None:
    address = "http://table.test/tables/md-blackjack-1"
    code = code_of(address)
    matrix = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    dark = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.path):
        dark |= {(int(x) + each, int(y)) for each in range(int(width))}
    assert dark == {(x + 4, y + 4) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit}
    assert code.size == len(matrix) + 8


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
