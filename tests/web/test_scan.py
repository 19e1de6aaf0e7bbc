"""A reader at a table with real cards sends what it sees."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.inside import inside
from tests.web.scanned_table import go_on, must, scanned_table
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot, verify
from vingt.live.table import commands as ask

PASSWORD = "tea with milk first"
OWN = """rulebook = "md-blackjack"
title = "Our own"
decks = 6
table_minimum = 10
table_maximum = 500
boxes_per_player = 1
soft17 = "S17"
split_hands_max = 4
split_aces_hands_max = 2
blackjack_pays = "3:2"
settlement = "one_pass"
"""


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
            seen = await client.get(f"/api/tables/{table.id}", headers=bearer)
            assert '"9c"' not in seen.text, "as a card; it may stand in somebody's id"
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


@pytest.mark.parametrize(
    ("own", "first", "words"),
    [
        ('shoe = "double"', "draw_determinant", "Draw the determinant card from the left side"),
        (
            'variant = "electronic"\nelectronic_community_cards = "first_card"',
            "deal",
            "Deal a community card, for all hands",
        ),
    ],
)
def test_an_operators_own_submission_is_dealt_with_real_cards_as_it_asks(
    own: str, first: str, words: str, tmp_path: Path
) -> None:
    """Handed in by a program; a reader sends the cards, of two shoes or with a card for all, to the end."""

    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people, client = here.house.people, browser.client
            dee = await people.make_account("dee", PASSWORD, role="dealer")
            fay = await people.make_account("fay", PASSWORD, role="floorperson")
            await people.make_account("root", PASSWORD, role="administrator")
            by = {
                name: {"authorization": f"Bearer {(await people.sign_in(name, PASSWORD, '10.0.0.1'))[1]}"}
                for name in ("dee", "fay", "root")
            }
            sent = {"submission": f"{OWN}{own}\n", "name": "Own", "dealing": "by heart"}
            refused = await client.post("/api/admin/tables", json=sent, headers=by["root"])
            assert refused.status_code in (400, 422), refused.text
            sent["dealing"] = "scanned"
            made = await client.post("/api/admin/tables", json=sent, headers=by["root"])
            assert made.status_code == 201, made.text
            table = here.house.table(made.json()["table"])
            guest, _ = await people.welcome("Ann")
            await must(table, dee.id, ask.TakeTable())
            await must(table, guest.id, ask.TakeSeat(1))
            await go_on(table, dee.id, fay.id)
            await must(table, guest.id, c.PlaceWager(guest.id, 1, 1_000))
            await must(table, dee.id, ask.PerformStep("close_betting"))
            address = f"/api/tables/{table.id}"
            told = (await client.get(f"{address}/steps", headers=by["dee"])).json()
            assert [(each["step"], each["words"], each["yours"]) for each in told["steps"]] == [
                (first, words, True)
            ]
            astray = await client.post(f"{address}/scan", json={"text": "9s"}, headers=by["fay"])
            assert astray.status_code in (403, 409), "who does not deal enters nothing"
            comes = iter(["9s", "8h", "7d", "6c", "5h", "4s", "3d", "2c", "Kh"])
            while table.state.round_open:
                due = next((each for each in table.steps() if each.due), None)
                if due is None:
                    await must(table, guest.id, c.Stand(guest.id, 1, 0))
                elif due.asks in ("card", "hole_card"):
                    scan = {"text": next(comes)}
                    told = await client.post(f"{address}/scan", json=scan, headers=by["dee"])
                    assert told.status_code == 200, told.text
                else:
                    sent = {"command": "perform_step", "step": due.id}
                    done = await client.post(f"{address}/commands", json=sent, headers=by["dee"])
                    assert done.status_code == 200, done.text
            store = here.house.store
            assert verify(Snapshot(store, store.streams()), here.house._vault).problems == []

    asyncio.run(play())


def test_a_floorperson_corrects_a_card_by_page_and_interface(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people, client = here.house.people, browser.client
            dee = await people.make_account("dee", PASSWORD, role="dealer")
            fay = await people.make_account("fay", PASSWORD, role="floorperson")
            table = await scanned_table(here.house, dee, fay)
            for entered in ("9S", "6S", "Kh"):
                await must(table, dee.id, ask.PerformStep("deal", entered))
            address = f"/api/tables/{table.id}/mishaps"
            by = {}
            for name in ("dee", "fay"):
                _, token = await people.sign_in(name, PASSWORD, "10.0.0.1")
                by[name] = {"authorization": f"Bearer {token}"}
            offered = (await client.get(address, headers=by["fay"])).json()
            (choice,) = [each for each in offered["choices"] if each["what"] == "misread_card"]
            assert choice["places"][0]["words"] == "box 1: entered as Kh"
            said = {"what": "misread_card", "at": choice["places"][0]["at"], "card": "Kd", "why": "misread"}
            answer = await client.post(address, json=said, headers=by["dee"])
            assert answer.status_code == 409, "that needs a floorperson"
            answer = await client.post(address, json=said, headers=by["fay"])
            assert answer.json()["orders"][0]["readings"] == ["J-100"]
            assert [str(each) for each in table.state.round.boxes[0].hands[0].cards] == ["9s", "Kd"]
            form = next(each for each in await browser.forms("/sign-in") if each.action == "/sign-in")
            await browser.send(form, login="fay", password=PASSWORD)
            page = (await client.get(f"/tables/{table.id}/irregularities")).text
            assert "box 1: entered as Kd" in page
            assert 'name="why" required' in page
            log = Snapshot(here.house.store, here.house.store.streams())
            assert verify(log).problems == []

    asyncio.run(play())
