"""The dealer's page: one big button for what is due, by forms that need no script; only lawful steps."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, Inside, inside
from tests.web.test_administration import root_of
from tests.web.test_floor import staff
from vingt.live.house.house import LiveTable
from vingt.rulebook import library
from vingt.rulebook.starter import starter

DEALT = "9s 6h 8d Kc 5h 5d Jc"


async def guided(here: Inside, rules: str) -> LiveTable:
    return await here.house.open_table(library.submission(rules), "house", name="Ours", dealing="guided")


async def pressed(browser: Browser, table: LiveTable) -> str:
    """The step behind the big button, pressed; "" where there is none."""
    forms = await browser.forms(f"/tables/{table.id}/deal")
    form = next((each for each in forms if each.button.get("id") == "due"), None)
    if form is None:
        return ""
    assert (await browser.send(form)).status_code == 303
    return form.fields["step"]


def test_a_round_is_dealt_by_the_big_button_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged(DEALT)) as here,
            here.browser() as dee,
            here.browser() as fay,
            here.browser() as ann,
        ):
            await staff(here, dee, "dee", "dealer")
            await staff(here, fay, "fay", "floorperson")
            await ann.come("Ann")
            table = await guided(here, "md-pontoon-21")
            assert (await ann.get(f"/tables/{table.id}/deal")).status_code == 403
            page = await dee.get(f"/tables/{table.id}/deal")
            assert "Nobody deals" in page.text
            take = next(
                each
                for each in await dee.forms(f"/tables/{table.id}/deal")
                if each.fields.get("command") == "take_table"
            )
            assert (await dee.send(take)).status_code == 303
            await ann.press(table, "take_seat", box="1")
            done: list[str] = []
            while not table.state.betting:
                step = await pressed(dee, table) or await pressed(fay, table)
                if step:
                    done.append(step)
                elif table.state.shoe.stage == "offered":
                    await ann.press(table, "decline_cut")
                else:
                    await ann.press(table, "look_over")
            assert done[:3] == ["dealers_conduct", "setup_sheet", "setup_sheet"], "by both"
            for each in ("inspect_card_reader", "spread_face_up", "load_shoe", "burn", "start_round"):
                assert done.count(each) == 1, each
            await ann.press(table, "place_wager", box="1", wager="main", amount="1000")
            assert await pressed(dee, table) == "close_betting"
            while (due := table.steps()) and due[0].due:
                assert await pressed(dee, table) == "deal"
            page = await dee.get(f"/tables/{table.id}/deal")
            assert "Waiting for Ann" in page.text
            assert "nine of spades" in page.text or "9 of spades" in page.text
            assert "to play" in page.text
            assert "5 of hearts" not in page.text, "the hole card and what comes next are seen by nobody"

    asyncio.run(play())


def test_only_tables_that_a_person_deals_have_it_and_programs_are_told_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged(DEALT)) as here, here.browser() as dee:
            await staff(here, dee, "dee", "dealer")
            automatic, table = await here.table("md-blackjack"), await guided(here, "md-blackjack")
            assert (await dee.get(f"/tables/{automatic.id}/deal")).status_code == 404
            told = (await dee.client.get(f"/api/tables/{table.id}/steps")).json()
            assert told == {"dealing": "guided", "dealer": "", "announced": "", "steps": []}

    asyncio.run(play())


def test_an_administrator_chooses_who_deals(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            await root_of(here, browser)
            forms = await browser.forms("/admin/tables/new?rulebook=md-blackjack")
            text = starter("md-blackjack")
            form = next(
                each for each in forms if "token" in each.fields and each.action == "/admin/tables/new"
            )
            opened = await browser.send(form, text=text, do="open", name="Mine", dealing="guided")
            assert opened.status_code == 303
            assert here.house.tables()[-1].opened.dealing == "guided"
            assert (await browser.send(form, text=text, do="open", dealing="by magic")).status_code == 400

    asyncio.run(play())
