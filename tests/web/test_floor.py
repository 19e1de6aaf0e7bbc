"""Dealers and floorpersons by page and by program: each may what the role may, and the log says who."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, Inside, inside, settle
from tests.web.test_administration import PASSWORD, press, root_of, sign_in
from tests.web.test_playing import at_decision
from vingt.core.money import dollars
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.win import day_of
from vingt.live.house.house import LiveTable
from vingt.live.people.person import Person
from vingt.live.table.takings import Takings
from vingt.web.floor.floor_rows import ENOUGH, SURE, WinExpected, expectation

DEALT = "9s 6h 8d Kc 5h 5d Jc"  # nine and eight against a six


async def staff(here: Inside, browser: Browser, login: str, role: str) -> Person:
    made = await here.house.people.make_account(login, PASSWORD, role=role)  # type: ignore[arg-type]
    assert (await sign_in(browser, login)).status_code == 303
    return made


class Staffed(NamedTuple):
    """A table where a player is to decide, and who has a role there."""

    here: Inside
    table: LiveTable
    player: Browser
    dealer: Browser
    floor: Browser


@asynccontextmanager
async def staffed(folder: Path) -> AsyncIterator[Staffed]:
    async with (
        inside(folder, Arranged(DEALT)) as here,
        here.browser() as player,
        here.browser() as dealer,
        here.browser() as floor,
    ):
        table = await at_decision(here, player)
        await staff(here, dealer, "dee", "dealer")
        await staff(here, floor, "fay", "floorperson")
        yield Staffed(here, table, player, dealer, floor)


async def report(browser: Browser, table: LiveTable, what: str, **given: str) -> int:
    """A button of the menu, as a browser without script presses it."""
    forms = await browser.forms(f"/tables/{table.id}/irregularities")
    form = next(each for each in forms if each.fields.get("what") == what)
    return (await browser.send(form, **given)).status_code


def test_an_administrator_makes_a_floorperson_and_a_dealer(tmp_path: Path) -> None:
    async def administer() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            await root_of(here, browser)
            fay = await here.house.people.make_account("fay", PASSWORD)
            assert (await sign_in(other, "fay")).status_code == 303
            assert (await other.get("/floor")).status_code == 403
            assert (await press(browser, fay.id, "give-role", role="dealer")).status_code == 303
            assert (await other.get("/floor")).status_code == 403
            assert (await press(browser, fay.id, "give-role", role="floorperson")).status_code == 303
            assert (await other.get("/floor")).status_code == 200
            assert 'href="/floor"' in (await other.get("/account")).text
            assert (await other.get("/admin")).status_code == 403
            assert (await browser.get("/floor")).status_code == 200, "an administrator may too"
            assert (await press(browser, fay.id, "take-role", role="floorperson")).status_code == 303
            assert (await other.get("/floor")).status_code == 403

    asyncio.run(administer())


def test_a_dealer_reports_and_the_floor_rings_until_it_takes_notice(tmp_path: Path) -> None:
    async def play() -> None:
        async with staffed(tmp_path) as (here, table, player, dealer, floor):
            where = f"/tables/{table.id}/irregularities"
            assert (await player.get(where)).status_code == 403
            token = (await player.forms(f"/tables/{table.id}"))[0].fields["token"]
            sent = {"token": token, "do": "report", "what": "reader_misused_seen"}
            assert (await player.client.post(where, data=sent)).status_code == 403
            assert (await player.client.post(where, data={**sent, "do": "stop"})).status_code == 403
            assert "What happened?" not in (await player.get(f"/tables/{table.id}")).text
            assert "What happened?" in (await dealer.get(f"/tables/{table.id}")).text
            assert "Reported by" not in (await floor.get("/floor")).text

            assert "foreign_card" not in (await dealer.get(where)).text, "that needs a floorperson"
            assert await report(dealer, table, "reader_misused_unseen") == 303
            again = await floor.get("/floor")
            assert "Reported by dee, dealer." in " ".join(again.text.split())
            form = next(each for each in await floor.forms("/floor") if each.fields.get("do") == "note")
            own = (await dealer.forms(where))[0].fields["token"]
            refused = await dealer.client.post(where, data=form.fields | {"token": own})
            assert (refused.status_code, refused.json()["error"]) == (403, "this is for floorpersons")
            assert (await floor.send(form)).headers["location"] == "/floor"
            assert "Reported by" not in (await floor.get("/floor")).text

            assert await report(floor, table, "foreign_card", card="9h") == 409
            assert await report(floor, table, "foreign_card", card="10h") == 303
            assert await report(floor, table, "foreign_card", card="10s", number="2") == 409, "told already"
            seen = " ".join((await player.get(f"/tables/{table.id}")).text.split())
            assert "the 10h, none of these decks: it leaves the game" in seen
            assert "MD-P21 13.C" in seen
            await player.press(table, "stand", box="1")
            await settle(table)
            steps = [(await player.get(f"/tables/{table.id}/rounds/1?step={at}")).text for at in range(1, 25)]
            assert any("fay, floorperson, reports" in step.casefold() for step in steps), (
                "a step of the replay"
            )

            found = here.house.store.significant()  # type: ignore[attr-defined]
            who = [(each.data["by"], each.actor) for each in found if each.kind == "irregularity_reported"]
            assert who == [(each, each) for each in (dealer.person.id, floor.person.id)]
            store = here.house.store
            assert verify(Snapshot(store, store.streams())).sound

    asyncio.run(play())


def test_a_program_stops_reports_and_lets_go_on_and_a_player_may_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged(DEALT)) as here,
            here.browser() as player,
            here.browser() as floor,
        ):
            table, people = await at_decision(here, player), here.house.people
            await people.make_account("fay", PASSWORD, role="floorperson")
            _, fay = await people.sign_in("fay", PASSWORD, "10.0.0.1")
            _, guest = await people.welcome("Bob")
            client, under = floor.client, f"/api/tables/{table.id}"
            for token, code in ((guest, 403), (fay, 200)):
                client.headers["authorization"] = f"Bearer {token}"
                assert (await client.get("/api/floor")).status_code == code
                assert (await client.get(f"{under}/mishaps")).status_code == code
                assert (await client.post(f"{under}/dealing", json={"do": "stop"})).status_code == code
            menu = (await client.get(f"{under}/mishaps")).json()
            assert menu["stopped"] is True
            offered = {each["what"]: each for each in menu["choices"]}
            assert offered["reader_misused_seen"]["clauses"] == ["MD-P21 13.P(1)"]
            assert "missed_box" not in offered, "every box has its cards"
            for sent, code in (
                ({"what": "nothing"}, 400),
                ({"what": "missed_box"}, 400),
                ({"what": "missed_box", "box": 1}, 409),
                ({"what": "reader_misused_seen", "number": 7}, 409),
            ):
                assert (await client.post(f"{under}/mishaps", json=sent)).status_code == code, sent
            seen = {"what": "reader_misused_seen", "number": menu["number"]}
            answer = await client.post(f"{under}/mishaps", json=seen)
            assert answer.json()["orders"][0]["words"].startswith("the round is void")
            await settle(table)
            felt = (await player.get(f"/tables/{table.id}")).text
            assert ">returned<" in felt
            assert ">push<" not in felt, "nothing was decided in a void round"
            (row,) = (await client.get("/api/floor")).json()["tables"]
            assert (row["rounds"], row["drop"], row["win"], row["stopped"]) == (1, 50_000, 0, False)
            limits = {"minimum": 1000, "maximum": 2000}
            for where, body in ((f"{under}/limits", limits), (f"{under}/close", {})):
                there = where.replace("/api/", "/api/admin/")
                assert (await client.post(there, json=body)).status_code == 200
            assert table.closed

    asyncio.run(play())


def test_the_win_report_is_for_floorpersons_and_auditors_as_page_file_and_json(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged(DEALT)) as here,
            here.browser() as player,
            here.browser() as floor,
            here.browser() as audit,
        ):
            here.app.state.desk.figures.look = Known().look
            table = await at_decision(here, player)
            await player.press(table, "stand", box="1")
            await settle(table)
            won = table.state.takings.win
            assert (await player.get("/floor/report")).status_code == 403
            await staff(here, floor, "fay", "floorperson")
            await staff(here, audit, "ann", "auditor")
            today = day_of(here.house.now()).day.isoformat()
            for browser in (floor, audit):
                page = " ".join((await browser.get("/floor/report")).text.split())
                assert f"1 round, drop $500, handle $25, win {dollars(won)}" in page
                file = await browser.get(f"/floor/report.csv?day={today}")
                assert file.headers["content-type"].startswith("text/csv")
                wagers = [line.split(",")[5] for line in file.text.splitlines()]
                assert wagers == ["wager", "all", "main", "all"]
            told = (await floor.client.get("/api/floor/report")).json()
            ((row,),) = [table["wagers"] for table in told["tables"]]
            assert (told["day"], row["win"], row["handle"], row["theoretical_win"]) == (today, won, 2500, 25)
            assert "Nothing was played" in (await floor.get("/floor/report?day=2001-01-01")).text
            assert (await floor.get("/floor/report?day=2001-13-01")).status_code == 404

    asyncio.run(play())


def test_orders_of_the_floor_are_pressed_by_the_one_and_counted_by_the_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with staffed(tmp_path) as (here, table, player, dealer, floor):
            here.app.state.desk.figures.look = Known().look
            where = f"/tables/{table.id}/irregularities"

            async def order(browser: Browser, page: str, do: str, **given: str) -> int:
                form = next(each for each in await browser.forms(page) if each.fields.get("do") == do)
                return (await browser.send(form, **given)).status_code

            assert await order(floor, "/floor", "fill", dollars="lots") == 400
            assert await order(floor, "/floor", "fill", dollars="500") == 303
            assert "Fill of $500 ordered by fay" in " ".join((await floor.get("/floor")).text.split())
            assert await order(floor, "/floor", "count_chips") == 409, "fay ordered it"
            token = (await player.forms(f"/tables/{table.id}"))[0].fields["token"]
            sent = {"token": token, "do": "count_chips", "number": "1"}
            assert (await player.client.post(where, data=sent)).status_code == 403
            assert await order(dealer, where, "count_chips") == 303
            own = (await dealer.forms(where))[0].fields["token"]
            for do in ("fill", "reshuffle", "withdraw_chips"):
                sent = {"token": own, "do": do, "number": "1", "dollars": "5"}
                assert (await dealer.client.post(where, data=sent)).status_code == 403, do
            assert await order(floor, "/floor", "reshuffle") == 303
            page = " ".join((await floor.get("/floor")).text.split())
            assert "reshuffle ordered by fay" in page
            assert "inventory $500" in page
            (row,) = [
                each for each in (await floor.client.get("/api/floor")).json()["tables"] if each["open"] == []
            ]
            assert (row["inventory"], row["chip_order"], row["reshuffle_ordered"]) == (50_000, None, True)
            await player.press(table, "stand", box="1")
            await settle(table)
            assert table.state.shoe.number == 2
            (row,) = (await floor.client.get("/api/floor")).json()["tables"]
            assert (row["rounds_last_hour"], row["dealer"]) == (1, "automatic")
            store = here.house.store
            assert verify(Snapshot(store, store.streams())).sound

    asyncio.run(play())


class Known:
    """Figures that are there."""

    def look(self, name: str, *_: object) -> dict[str, object]:
        assert name.startswith("law-")
        return {"edge": 0.01, "chances": [[1.25, 0.4], [-1.25, 0.4], [0.0, 0.2]], "why": ""}


@pytest.mark.parametrize(("won", "outside"), [(1_000, False), (-70_000, True), (70_000, True)])
def test_the_win_is_held_against_mean_and_variance_of_the_wagers_laid(
    won: int, outside: bool, tmp_path: Path
) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here:
            table = await here.table("md-pontoon-21")
            assert expectation(Known(), table) == f"from {ENOUGH} rounds on"  # type: ignore[arg-type]
            taken = Takings(0, (("insurance", 10**9), ("main", won)), 100, 100_000, 10**8)
            table.state = table.state._replace(takings=taken)
            found = expectation(Known(), table)  # type: ignore[arg-type]
            assert isinstance(found, WinExpected)
            assert (found.win, found.interval.mean, found.outside) == (won, 1_000, outside)
            assert found.interval.most - found.interval.mean == pytest.approx(SURE * sqrt(1.25) * 10_000)

    asyncio.run(look())
