"""Signs, the floor's payments, the auditor's meters and the terminal, as people and programs see them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from tests.live.quiet_house import Arranged
from tests.progressive.tables import SUPER_4, submission
from tests.proof import checked, clause
from tests.web.inside import Browser, Inside, inside, program, settle
from tests.web.test_administration import PASSWORD, root_of, sign_in
from vingt.live.house.house import LiveTable


async def opened(here: Inside) -> LiveTable:
    return await here.house.open_table(submission("md-blackjack", SUPER_4), "house", name="Diamonds")


@clause("MD-PE21 7.O(1)(b)")
@checked("MA-P21 16(p)(1)#2", "MA-P21 16(o)#2", "MA-P21 16(s)#2")
def test_a_jackpot_is_signed_confirmed_and_found_in_the_books(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged("Qd Ad Jd Kd")) as here,
            here.browser() as guest,
            here.browser() as floor,
            here.browser() as root,
        ):
            here.house.meters.confirmed_above = 500_000
            table = await opened(here)
            await here.house.people.make_account("fay", PASSWORD, role="floorperson")
            assert (await sign_in(floor, "fay")).status_code == 303
            await root_of(here, root)
            assert "$10,000" in (await guest.get(f"/sign/{table.id}")).text
            bot = await program(guest.client, table)
            await bot.do(command="buy_in", amount=50_000)
            await bot.do(command="take_seat", box=1)
            await bot.do(command="decline_cut")
            assert (await bot.do(command="place_wager", box=1, amount=2_500)).status_code == 200
            assert (
                await bot.do(command="place_wager", box=1, amount=100, wager="super-4")
            ).status_code == 200
            lit = (await root.get(f"/tables/{table.id}/terminal")).text
            assert '<li class="lit">1' in lit
            sensor = (await guest.get(f"/tables/{table.id}/sensor")).text
            assert '<li class="lit">1' in sensor
            assert "The spin is yours" not in sensor
            await bot.do(command="ready")
            await bot.do(command="decline_insurance", box=1)
            await settle(table)
            assert table.state.jackpot.held is not None
            sign = (await guest.client.get(f"/api/tables/{table.id}/sign")).json()
            assert sign["held"] == 1_000_000
            assert "being confirmed" in (await floor.get(f"/sign/{table.id}")).text
            refused = await guest.client.post(f"/api/tables/{table.id}/payment")
            assert refused.status_code == 403
            form = next(each for each in await floor.forms("/floor") if each.action.endswith("/payment"))
            assert (await floor.send(form)).headers["location"] == "/floor"
            await settle(table)
            assert table.state.last_rounds[0].number == 1
            meter = f"{table.id}.super-4.main"
            assert (await floor.get(f"/audit/meters/{meter}")).status_code == 403
            told = (await root.client.get(f"/audit/meters/{meter}.json")).json()
            assert (told["paid"], told["unaccounted"], told["problems"]) == (1_000_000, "0", [])
            assert "Reconciliation" in (await root.get(f"/audit/meters/{meter}")).text
            assert meter in (await root.get("/audit/meters")).text
            shown = (await root.client.get(f"/api/meters/{meter}")).json()
            assert shown["showing"] == 1_000_033
            assert (await guest.get(f"/sign/meter/{meter}")).status_code == 200
            assert (await guest.get("/sign/meter/none")).status_code == 404

    asyncio.run(play())


@checked("MD-BJ 13.I(2)(a)")
def test_two_administrators_change_a_meter_on_its_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged("2h 3d 5c 8d")) as here,
            here.browser() as guest,
            here.browser() as root,
            here.browser() as second,
        ):
            table = await opened(here)
            await root_of(here, root)
            await here.house.people.make_account("other", PASSWORD, role="administrator")
            assert (await sign_in(second, "other")).status_code == 303
            bot = await program(guest.client, table)
            await bot.do(command="buy_in", amount=50_000)
            await bot.do(command="take_seat", box=1)
            await bot.do(command="decline_cut")
            await bot.do(command="place_wager", box=1, amount=2_500)
            await bot.do(command="place_wager", box=1, amount=100, wager="super-4")
            await bot.do(command="ready")
            await settle(table)
            await bot.do(command="stand", box=1)
            await settle(table)
            page = f"/audit/meters/{table.id}.super-4.main"

            async def ask(browser: Browser, reset: str) -> httpx.Response:
                form = next(each for each in await browser.forms(page) if each.action == page)
                return await browser.send(form, reset=reset)

            low = await ask(root, "9999.99")
            assert low.status_code == 409
            assert "below its printed minimum" in low.text
            assert (await ask(root, "20000")).status_code == 303
            assert "proposes that it start again at $20,000" in (await second.get(page)).text
            assert (await ask(root, "20000")).status_code == 409, "another administrator, not the same"
            assert (await ask(second, "20000")).status_code == 303
            record = here.house.meters.record(f"{table.id}.super-4.main")
            assert (record.state.terms.reset, record.proposed) == (2_000_000, None)
            assert "starts again at $20,000" in (await guest.get(f"/sign/{table.id}")).text

    asyncio.run(play())
