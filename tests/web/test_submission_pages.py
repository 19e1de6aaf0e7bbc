"""A submission handed in by an administrator: judged as `vingt check` does, looked at, opened and played."""

from __future__ import annotations

import asyncio
import html
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.live.test_named_tables import OWN
from tests.web.inside import Browser, inside, settle
from tests.web.test_administration import PASSWORD, root_of, sign_in
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.significant import significant_events
from vingt.live.house.judgement import judge
from vingt.live.log import playability
from vingt.rulebook import library
from vingt.rulebook.starter import starter

NEW = "/admin/tables/new"
GOOD, WRONG = OWN.format(decks=8), OWN.format(decks=7) + "seatz = 3\n"


@pytest.fixture(autouse=True)
def no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for charts here."""
    monkeypatch.setattr("vingt.web.administration.submission_pages.prepare_for", lambda desk, rules: None)


async def hand_in(browser: Browser, text: str, **more: str) -> tuple[int, str]:
    """As a browser without script sends it."""
    form = next(each for each in await browser.forms(NEW) if each.action == NEW)
    page = await browser.send(form, text=text.replace("\n", "\r\n"), **more)
    return page.status_code, html.unescape(page.text)


def test_a_submission_is_looked_at_then_opened_and_played(tmp_path: Path) -> None:
    async def open_it() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as player:
            root = await root_of(here, browser)
            assert NEW in (await browser.get("/")).text
            code, page = await hand_in(browser, GOOD)
            assert (code, here.house.tables()) == (200, [])  # nothing is opened by looking
            for words in (
                "The corner table",
                "Maryland Pontoon 21",
                "8 decks",
                "$25–$500",
                "Open this table",
            ):
                assert words in page
            form = next(each for each in await browser.forms(NEW) if each.action == NEW)
            done = await browser.send(form, text=GOOD, do="open", name="Corner")
            (table,) = here.house.tables()
            assert (done.status_code, done.headers["location"]) == (303, f"/tables/{table.id}")
            assert (table.name, table.private, table.opened.by) == ("Corner", False, root.id)
            assert table.rules.identity == judge(GOOD).rules.identity  # type: ignore[union-attr]
            ann = await player.come("Ann")
            lobby = (await player.get("/")).text
            assert "Corner" in lobby
            assert NEW not in lobby
            seat = next(each for each in await player.forms("/") if each.fields.get("table") == table.id)
            assert (await player.send(seat)).headers["location"] == f"/tables/{table.id}"
            await settle(table)
            refused = await player.press(table, "place_wager", wager="main", dollars="5")
            assert refused.status_code == 409
            assert table.state.in_play(ann) == 0  # below what this submission takes
            await player.press(table, "place_wager", wager="main", dollars="25")
            await player.press(table, "ready")
            await settle(table)
            assert table.state.in_play(ann) or table.state.last_rounds
            log = here.house.store
            assert verify(Snapshot(log, log.streams())).sound
            told = [each.words for each in significant_events(log)]  # type: ignore[arg-type]
            assert f"{table.id} opened by root, rules {table.rules.identity[:12]}" in told

    asyncio.run(open_it())


def test_what_is_refused_is_told_line_by_line_as_check_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        playability, "GAMES", frozenset({"standard"})
    )  # as of a house that deals no other way
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG, "utf-8")
    checked = vingt("check", str(file), "--json").json["problems"]
    assert len(checked) == 2

    async def refuse() -> None:
        async with inside(tmp_path / "house") as here, here.browser() as browser:
            await root_of(here, browser)
            code, page = await hand_in(browser, WRONG, do="open")
            assert (code, here.house.tables()) == (422, [])
            flat = " ".join(page.split())
            for each in checked:
                assert f"Line {each['line']}: <code>{each['key']}</code>" in flat
                assert (each["hint"] or each["message"][1:]) in page
            assert library.inventory("md-pontoon-21").clauses["MD-P21 3.A"].statement in page
            assert "<code>decks = 7</code>" in page
            for text, words in (
                ("decks = ", "Invalid value"),
                ("", "says no rulebook"),
                ("rulebook = 5", "rulebook is text"),
                ('rulebook = "md-blackjak"', "did you mean md-blackjack?"),
                (GOOD + "a." * 60 + "b = 1", "nested too deeply"),
                (
                    (library.folder("md-blackjack") / "submissions/electronic.toml").read_text("utf-8"),
                    "not playable",
                ),
            ):
                code, page = await hand_in(browser, text, do="open")
                assert (code, words in page, here.house.tables()) == (422, True, []), (text[:30], page)
            code, page = await hand_in(browser, GOOD, do="open", name="x" * 41)
            assert (code, here.house.tables()) == (400, [])

    asyncio.run(refuse())


def test_it_is_for_administrators_and_begins_with_every_rulebook(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            await root_of(here, browser)
            await here.house.people.make_account("annie", PASSWORD, "Ann")
            assert (await other.get(NEW)).status_code == 401
            await sign_in(other, "annie")
            assert (await other.get(NEW)).status_code == 403
            form = next(each for each in await browser.forms(NEW) if each.action == NEW)
            token = (await other.forms("/account"))[0].fields["token"]
            answer = await other.client.post(NEW, data={"token": token, "text": GOOD, "do": "open"})
            assert (answer.status_code, here.house.tables()) == (403, [])
            for rulebook in library.RULEBOOKS:
                page = (await browser.get(f"{NEW}?rulebook={rulebook}")).text
                assert (
                    html.escape(starter(rulebook), quote=True)[:2000].replace("&#x27;", "&#39;")[:300] in page
                )
                code = (await browser.send(form, text=starter(rulebook).replace("\n", "\r\n"))).status_code
                assert code == 200  # the longest of them fits into a form
            assert (await browser.get(f"{NEW}?rulebook=bridge")).status_code == 404

    asyncio.run(look())


def test_a_program_hands_one_in(tmp_path: Path) -> None:
    async def ask() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            people = here.house.people
            root = await people.make_account("root", PASSWORD, role="administrator")
            _, token = await people.sign_in("root", PASSWORD, "10.0.0.1")
            client = browser.client
            client.headers["authorization"] = f"Bearer {token}"
            judged = (await client.post("/api/admin/submissions", json={"submission": GOOD})).json()
            assert (judged["allowed"], judged["opens"], judged["problems"]) == (True, True, [])
            assert here.house.tables() == []
            wrong = await client.post("/api/admin/tables", json={"submission": WRONG})
            assert (wrong.status_code, here.house.tables()) == (422, [])
            assert [each["place"] for each in wrong.json()["problems"]] == ["line 3", "line 10"]
            made = await client.post("/api/admin/tables", json={"submission": GOOD, "name": "Corner"})
            (table,) = here.house.tables()
            told = made.json()
            assert (made.status_code, told["table"], told["name"]) == (201, table.id, "Corner")
            assert told["identity"] == judged["identity"] == table.rules.identity
            assert table.opened.by == root.id

    asyncio.run(ask())
