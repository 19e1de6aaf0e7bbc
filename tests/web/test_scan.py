"""A reader at a table with real cards sends what it sees."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.inside import inside
from tests.web.scanned_table import scanned_table
from vingt.core.rounds import command as c

PASSWORD = "tea with milk first"


def test_cards_come_by_the_interface_and_what_cannot_be_stops_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people, client = here.house.people, browser.client
            dee = await people.make_account("dee", PASSWORD, role="dealer")
            fay = await people.make_account("fay", PASSWORD, role="floorperson")
            _, token = await people.sign_in("dee", PASSWORD, "10.0.0.1")
            table = await scanned_table(here.house, dee, fay, "md-pontoon-21")
            address = f"/api/tables/{table.id}/scan"
            bearer = {"authorization": f"Bearer {token}"}

            async def scan(**sent: object) -> tuple[int, dict[str, object]]:
                answer = await client.post(address, json=sent, headers=bearer)
                return answer.status_code, answer.json()

            code, told = await scan(text="*9S* KS\n8h")
            assert code == 200
            assert told["entered"] == ["9s", "Ks", "8h"]
            assert told["due"]["asks"] == "hole_card"  # type: ignore[index]
            code, told = await scan(text="nonsense")
            assert (code, told["entered"]) == (409, [])
            code, told = await scan(text="9c")
            assert code == 200
            code, told = await scan(reader=True)
            assert code == 409, "the card that was scanned is no ace"
            assert "contradicts" in str(told["error"])
            code, told = await scan(reader=False)
            assert code == 200
            assert "9c" not in str((await client.get(f"/api/tables/{table.id}", headers=bearer)).json())
            guest = table.state.company.arrived[0]
            await table.submit(guest, c.Hit(guest, 1, 0), "hits")
            code, told = await scan(text="10H")
            assert code == 200
            assert (told["stopped"], told["refused"], told["why"]) == (True, "10h", "removed_rank")
            assert "MD-P21 13.C" in told["clauses"]  # type: ignore[operator]
            code, told = await scan(text="2c")
            assert code == 409
            assert table.state.irregularities[0].what == "impossible_card"

    asyncio.run(play())


def test_at_a_table_that_deals_by_itself_nothing_is_scanned(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people = here.house.people
            await people.make_account("dee", PASSWORD, role="dealer")
            _, token = await people.sign_in("dee", PASSWORD, "10.0.0.1")
            table = await here.table("md-blackjack")
            headers = {"authorization": f"Bearer {token}"}
            answer = await browser.client.post(
                f"/api/tables/{table.id}/scan", json={"text": "Ks"}, headers=headers
            )
            assert answer.status_code == 409

    asyncio.run(play())
