"""Looking back through the pages: rounds found by all that is known of them, one on the felt step by step,
the log verified with a signed report."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.live import golden
from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, Inside, inside, settle
from vingt.live.books.reports import utc
from vingt.live.house.house import LiveTable
from vingt.live.log.signing import SIGNING_KEY, genuine, public_key
from vingt.web.audit import records
from vingt.web.audit.searches import WrongField, cents, moment_of

TABLE = "md-blackjack-1"


@asynccontextmanager
async def audited(folder: Path) -> AsyncIterator[tuple[Inside, Browser]]:
    """The house of the golden log, and an auditor in it."""
    golden.house_folder("v1", folder)
    async with inside(folder) as here, here.browser() as olga:
        person = await olga.come("Olga")
        await here.house.people.give_role(person, "auditor", "test")
        yield here, olga


def run(folder: Path, look: Callable[[Inside, Browser], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with audited(folder) as (here, olga):
            await look(here, olga)

    asyncio.run(all_of_it())


async def found(olga: Browser, **fields: str) -> dict[str, Any]:
    answer = await olga.client.get("/audit.json", params=fields)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


# -- searching ---------------------------------------------------------------------------------------------


def test_rounds_are_found_by_player_time_amount_card_round_and_table(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        every = (await found(olga))["rounds"]
        assert len(every) == (await found(olga))["total"] > 10
        assert await found(olga, table=TABLE) == await found(olga, table=TABLE, page="1")
        some = every[3]
        assert all(each["table"] == TABLE for each in (await found(olga, table=TABLE))["rounds"])
        assert {each["round"] for each in (await found(olga, round="2"))["rounds"]} == {2}
        player = some["players"][0]
        for text in (player["person"], player["name"].upper(), player["name"][:2]):
            rows = (await found(olga, player=text))["rounds"]
            assert some in rows
        assert (await found(olga, player="nobody of this name"))["total"] == 0
        assert some in (await found(olga, **{"from": some["ended"], "to": some["ended"]}))["rounds"]
        day = some["ended"][:10]
        assert (await found(olga, **{"from": day, "to": day}))["total"] == len(every)
        assert (await found(olga, to="2001-01-01"))["total"] == 0
        dearest = max(abs(each["net"]) for row in every for each in row["players"])
        rows = (await found(olga, amount=f"{dearest // 100}.{dearest % 100:02}"))["rounds"]
        assert 0 < len(rows) < len(every)
        assert (await found(olga, amount="$9,999,999"))["total"] == 0
        told = (await olga.client.get(f"/tables/{some['table']}/rounds/{some['round']}/round.json")).json()
        card = next(line["card"] for line in told["lines"] if line["kind"] == "card_dealt")
        assert some in (await found(olga, card=card.lower()))["rounds"]
        both = await found(olga, card=card, table=some["table"], round=str(some["round"]))
        assert both["rounds"] == [some]

    run(tmp_path, look)


def test_a_row_says_when_where_who_and_how_much(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        row = (await found(olga, table=TABLE, round="1"))["rounds"][0]
        page = (await olga.get(f"/audit?table={TABLE}&round=1")).text
        assert row["ended"].replace("T", " ").replace("Z", " UTC") in page
        assert f'href="/tables/{TABLE}/rounds/1"' in page
        for player in row["players"]:
            assert player["name"] in page
            assert player["net"] == player["paid"] - player["wagered"]
        assert row["net"] == sum(each["net"] for each in row["players"])
        assert "1 to 1 of 1 round found" in page

    run(tmp_path, look)


def test_what_cannot_be_read_is_said_beside_its_field(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        wrong = {"from": "yesterday", "amount": "lots", "card": "11x", "round": "-3"}
        page = await olga.client.get("/audit", params=wrong, headers={"accept": "text/html"})
        assert page.status_code == 400
        assert page.text.count('aria-invalid="true"') == 4
        assert "Write a card as rank and suit" in page.text
        answer = await olga.client.get("/audit.json", params=wrong)
        assert (answer.status_code, "card: write a card" in answer.json()["error"]) == (400, True)
        assert (await olga.get("/audit?page=7777777")).status_code == 200
        assert (await olga.get("/audit?page=x&player=%00%ff")).status_code == 200

    run(tmp_path, look)


def test_pages_lead_through_all_that_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("round", "round_file"):
        monkeypatch.setattr(f"vingt.live.books.{module}.PAGE", 6)

    async def look(here: Inside, olga: Browser) -> None:
        path, seen = "/audit?player=a", []
        while path:
            page = (await olga.get(path)).text
            seen += re.findall(r'href="(/tables/[^"]+/rounds/\d+)"', page)
            more = re.search(r'rel="next" href="([^"]+)"', page)
            path = more[1].replace("&amp;", "&") if more else ""
        total = (await found(olga, player="a"))["total"]
        assert len(seen) == len(set(seen)) == total > 12

    run(tmp_path, look)


def test_a_round_is_found_as_soon_as_it_is_over(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here, here.browser() as ada:
            person = await ada.come("Ada")
            table = await here.table("md-blackjack")
            await here.house.people.give_role(person, "auditor", "test")
            assert (await found(ada))["total"] == 0
            await play(ada, table)
            assert [each["round"] for each in (await found(ada, card="9h"))["rounds"]] == [1]

    asyncio.run(look())


def test_while_a_long_log_is_read_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        monkeypatch.setattr(records, "PATIENCE", 0.0)
        page = (await olga.get("/audit")).text
        assert "The log is being read" in page
        assert 'http-equiv="refresh"' in page
        monkeypatch.setattr(records, "PATIENCE", 20.0)
        assert "The log is being read" not in (await olga.get("/audit")).text

    run(tmp_path, look)


def test_auditors_who_search_at_once_all_get_their_answer(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        answers = await asyncio.gather(*(found(olga) for _ in range(8)))
        assert len({answer["total"] for answer in answers}) == 1
        assert answers[0]["total"] > 0

    run(tmp_path, look)


async def play(ada: Browser, table: LiveTable) -> None:
    """One round of blackjack: K-8 stands against 9-K."""
    await ada.press(table, "take_seat", box="2")
    await settle(table)
    await ada.press(table, "decline_cut")
    await settle(table)
    await ada.press(table, "place_wager", box="2", wager="main", amount="1000")
    await ada.press(table, "ready")
    await settle(table)
    await ada.press(table, "stand")
    await settle(table)


def test_a_player_sees_own_rounds_and_balances_and_nothing_of_the_audit(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here,
            here.browser() as ada,
            here.browser() as eve,
            here.browser() as nobody,
        ):
            await ada.come("Ada")
            await eve.come("Eve")
            table = await here.table("md-blackjack")
            await play(ada, table)
            mine = (await ada.get(f"/tables/{table.id}/rounds")).text
            assert "Your rounds" in mine
            assert "1 to 1 of 1 round" in mine
            assert "−$10" in mine
            assert "None yet" in (await eve.get(f"/tables/{table.id}/rounds")).text
            page = (await ada.get(f"/tables/{table.id}/rounds/1?step=1")).text
            assert "Balances now" in page
            for path in (
                "/audit",
                "/audit.json",
                "/audit/verify",
                "/audit/reports/x",
                "/audit/reports/x.json",
            ):
                assert (await ada.get(path)).status_code == 403
                assert (await nobody.get(path)).status_code == 401
            assert (await eve.get(f"/tables/{table.id}/rounds/1")).status_code == 403
            assert (await ada.get(f"/tables/{table.id}/rounds/9")).status_code == 404

    asyncio.run(look())


# -- a round on the felt -----------------------------------------------------------------------------------


def test_a_round_is_walked_through_by_links_alone(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here, here.browser() as ada:
            await ada.come("Ada")
            table = await here.table("md-blackjack")
            await play(ada, table)
            where = f"/tables/{table.id}/rounds/1"
            page, told = (await ada.get(f"{where}?step=1")).text, []
            while True:
                told.append(re.search(r'role="status"><span class="sr">Step (\d+) of (\d+): ', page))
                onward = re.search(r'data-go="next" href="([^"]+)"', page)
                if onward is None:
                    break
                page = (await ada.get(onward[1])).text
            numbers = [(int(each[1]), int(each[2])) for each in told if each]
            assert numbers == [(at, len(numbers)) for at in range(1, len(numbers) + 1)]
            assert page.count("king of clubs") > 0
            down = (await ada.get(f"{where}?step={step_with(page, 'face down')}&part")).text
            assert "card face down" in down
            assert "king of clubs" not in down
            assert not down.lstrip().startswith("<!doctype")
            last = (await ada.get(where)).text
            assert "−$10" in last.partition("Paid so far")[2]
            assert (await ada.get(f"{where}?step=999")).status_code == 200
            assert (await ada.get(f"{where}?step=x")).status_code == 200

    asyncio.run(look())


def step_with(page: str, words: str) -> int:
    """The number of the first line that says so."""
    lines = page.partition('id="lines"')[2].split("<li")[1:]
    return next(at for at, line in enumerate(lines, 1) if words in line)


# -- shoes -------------------------------------------------------------------------------------------------


def test_a_shoe_as_json_is_for_everybody_and_sealed_while_it_is_in_play(tmp_path: Path) -> None:
    async def look(here: Inside, _: Browser) -> None:
        async with here.browser() as nobody:
            told = (await nobody.client.get(f"/tables/{TABLE}/shoes/1.json")).json()
            assert told["revealed"] is True
            assert (len(told["order"]), told["decks"]) == (told["cards"], 6)
            table = here.house.table(TABLE)
            shoe = table.view(None).shoe
            assert shoe is not None
            now = (await nobody.client.get(f"/tables/{TABLE}/shoes/{shoe.number}.json")).json()
            assert now["revealed"] is (shoe.revealed == shoe.number)
            if not now["revealed"]:
                assert (now["nonce"], now["order"], now["commitment"]) == ("", [], shoe.commitment)
            assert (await nobody.client.get(f"/tables/{TABLE}/shoes/99.json")).status_code == 404
            page = (await nobody.get(f"/tables/{TABLE}/shoes/1")).text
            assert f'data-commitment="{told["commitment"]}"' in page

    run(tmp_path, look)


# -- verifying ---------------------------------------------------------------------------------------------


async def verified(olga: Browser) -> str:
    """The address of the report."""
    form = next(each for each in await olga.forms("/audit") if each.action == "/audit/verify")
    assert (await olga.send(form)).headers["location"] == "/audit/verify"
    for _ in range(200):
        answer = await olga.get("/audit/verify")
        if answer.status_code == 303:
            return answer.headers["location"]
        assert 'http-equiv="refresh"' in answer.text
        await asyncio.sleep(0.1)
    raise AssertionError("the check did not end")


def test_the_log_is_verified_with_a_report_that_anyone_can_check(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        report = await verified(olga)
        page = (await olga.get(report)).text
        assert "The log is sound." in page
        assert "not genuine" not in page
        document = (await olga.client.get(f"{report}.json")).json()
        key = (await olga.client.get("/house-key", headers={"accept": "application/json"})).json()
        told = genuine(document, public_key(key["hex"]))
        assert genuine(document, public_key((await olga.client.get("/house-key")).text)) == told
        assert told["by"]["name"] == "Olga"
        assert told["with_key"] is False
        heads = {name: head["version"] for name, head in told["heads"].items()}
        assert heads == dict(here.house.store.streams())
        assert key["hex"] in (await olga.get("/house-key")).text
        assert report in (await olga.get("/audit")).text
        assert utc(0)[:2] == "19"

    run(tmp_path, look)


def test_a_kept_report_that_was_altered_is_said_to_be(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        report = await verified(olga)
        path = tmp_path / "reports" / f"{report.rpartition('/')[2]}.json"
        document = json.loads(path.read_text("utf-8"))
        document["report"]["rounds"] += 1
        path.write_text(json.dumps(document), "utf-8")
        assert "This report is not genuine" in (await olga.get(report)).text

    run(tmp_path, look)


def test_a_key_that_cannot_be_trusted_makes_no_report(tmp_path: Path) -> None:
    async def look(here: Inside, olga: Browser) -> None:
        (tmp_path / SIGNING_KEY).write_text("no key", "utf-8")
        form = next(each for each in await olga.forms("/audit") if each.action == "/audit/verify")
        await olga.send(form)
        page = ""
        for _ in range(100):
            page = (await olga.get("/audit/verify")).text
            if "came to no report" in page:
                break
            await asyncio.sleep(0.1)
        assert "came to no report" in page
        assert (await olga.client.get("/house-key")).status_code == 503

    run(tmp_path, look)


# -- what is typed -----------------------------------------------------------------------------------------


def test_times_are_days_minutes_or_seconds_of_utc() -> None:
    day, minute = 86_400_000, 60_000
    assert moment_of("1970-01-02") == (day, 2 * day)
    assert moment_of("1970-01-02T00:01") == (day + minute, day + 2 * minute)
    assert moment_of("1970-01-02 00:01:02") == (day + 62_000, day + 63_000)
    assert moment_of("1970-01-02T01:01+01:00") == (day + minute, day + 2 * minute)
    assert moment_of("1970-01-02T00:00:00Z") == (day, day + 1000)


@pytest.mark.parametrize("text", ["", "1", "9999-99-99", "now", "9999-12-31"])
def test_what_is_no_time_is_said(text: str) -> None:
    with pytest.raises(WrongField):
        moment_of(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("25", 2500),
        ("$25", 2500),
        ("12.5", 1250),
        ("0.05", 5),
        ("1,250", 125_000),
        ("1,000,000.99", 100_000_099),
    ],
)
def test_amounts_are_read_to_the_cent(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "-5", "1.234", "1,2", "x", "1e5"])
def test_what_is_no_amount_is_said(text: str) -> None:
    with pytest.raises(WrongField):
        cents(text)
