"""The floor posts limits by page and by program: players see the sign, and the log says who did it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.live.quiet_house import Arranged
from tests.web.inside import inside, settle
from tests.web.test_administration import PASSWORD, root_of
from vingt.live.books.audit import Snapshot, verify
from vingt.web.entrance.games import offers


def test_posted_by_page_seen_by_players_and_told_by_the_log(tmp_path: Path) -> None:
    async def post() -> None:
        shoes = Arranged("5s 9c 6d Kc 9h 8c")
        async with inside(tmp_path, shoes) as here, here.browser() as browser, here.browser() as player:
            root = await root_of(here, browser)
            table = await here.table("md-pontoon-21")
            where = f"/admin/tables/{table.id}/limits"
            ann = await player.come("Ann")
            await player.press(table, "take_seat", box="1")
            await settle(table)
            if table.state.shoe.stage == "offered":
                await player.press(table, "decline_cut")
                await settle(table)
            assert "$5–$1,000" in (await player.get(f"/tables/{table.id}")).text
            await player.press(table, "deal")  # a first wager of ten dollars, and the cards
            await settle(table)
            laid = table.state.in_play(ann)
            assert laid

            form = next(each for each in await browser.forms("/admin") if each.action == where)
            assert (form.fields["minimum"], form.fields["maximum"]) == ("$5", "$1,000")
            for minimum, maximum, code in (
                ("4", "1000", 409),
                ("5", "1001", 409),
                ("a lot", "1000", 400),
                ("25", "24", 409),
                ("25", "500", 303),
                ("$25.00", "$500", 409),  # they are so already
            ):
                answer = await browser.send(form, minimum=minimum, maximum=maximum)
                assert answer.status_code == code, (minimum, maximum, answer.text)
            page = " ".join((await player.get(f"/tables/{table.id}")).text.split())
            assert "<b>$5–$1,000</b>" in page
            assert "from the next round $25–$500" in page
            assert "From the next round the limits are $25 to $500." in page
            assert "from the next round" in (await browser.get("/admin")).text

            while table.state.round_open and table.state.round.betting_closed:
                await player.press(table, "stand")
                await settle(table)
            page = " ".join((await player.get(f"/tables/{table.id}")).text.split())
            assert "New limits: <b>$25–$500</b>" in page
            assert "The limits are $25 to $500." in page
            assert "Same again" not in page  # ten dollars are too few now: the least is offered
            await player.press(table, "deal")
            await settle(table)
            assert table.state.in_play(ann) >= 2500
            assert "$25–$500" in offers(table.in_force)
            assert "$25 to $500" in (await player.get(f"/tables/{table.id}/how")).text

            found = here.house.store.significant()  # type: ignore[attr-defined]
            posted = [each for each in found if each.kind == "limits_posted"]
            assert [each.data for each in posted] == [{"minimum": 2500, "maximum": 50_000, "by": root.id}]
            told = (await browser.get("/audit/events?about=table")).text
            assert f"{table.id} takes $25 to $500, by root" in told
            store = here.house.store
            report = verify(Snapshot(store, store.streams()))
            assert report.sound, report.problems

    asyncio.run(post())


def test_posted_by_a_program_and_by_nobody_else(tmp_path: Path) -> None:
    async def post() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people, table = here.house.people, await here.table("md-blackjack")
            await people.make_account("root", PASSWORD, role="administrator")
            _, token = await people.sign_in("root", PASSWORD, "10.0.0.1")
            _, guest = await people.welcome("Ann")
            where, client = f"/api/admin/tables/{table.id}/limits", browser.client
            given = {"minimum": 2500, "maximum": 50_000}
            for held, sent, code in (
                (guest, given, 403),
                (token, {"minimum": "many", "maximum": 1}, 400),
                (token, {"minimum": 2500}, 400),
                (token, {"minimum": 1, "maximum": 50_000}, 409),
                (token, given, 200),
            ):
                client.headers["authorization"] = f"Bearer {held}"
                answer = await client.post(where, json=sent)
                assert answer.status_code == code, answer.text
            view = (await client.get(f"/api/tables/{table.id}")).json()
            assert (view["minimum"], view["maximum"], view["limits_next"]) == (2500, 50_000, None)
            assert view["limits_are_new"] is True

    asyncio.run(post())
