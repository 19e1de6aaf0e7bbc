"""Administrators, accounts, significant events: who may, what happens, and what the log says of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, Inside, inside, program, settle
from tests.web.test_playing import at_decision, decide_all
from vingt.core.rounds.command import Stand
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.house import LiveTable
from vingt.live.house.table_writer import Accepted
from vingt.live.people.people import DEMO_PURSE
from vingt.live.people.person import Person
from vingt.live.table.commands import BuyIn, TakeSeat
from vingt.web.desk import SESSION

PASSWORD = "tea with milk first"


async def sign_in(browser: Browser, login: str, password: str = PASSWORD) -> httpx.Response:
    form = next(each for each in await browser.forms("/sign-in") if each.action == "/sign-in")
    return await browser.send(form, login=login, password=password)


async def root_of(here: Inside, browser: Browser) -> Person:
    root = await here.house.people.make_account("root", PASSWORD, role="administrator")
    assert (await sign_in(browser, "root")).status_code == 303
    return root


async def press(browser: Browser, person: str, act: str, **given: str) -> httpx.Response:
    """A button of the person's page, as a browser without script presses it."""
    forms = await browser.forms(f"/admin/people/{person}")
    wanted = [each for each in forms if each.action == f"/admin/people/{person}/{act}"]
    named = ("role", "table")  # what tells one button from another
    fits = [each for each in wanted if all(each.fields.get(name) == given.get(name) for name in named)]
    assert fits, f"no button {act} {given}"
    return await browser.send(fits[0], **given)


def kinds(here: Inside) -> list[tuple[str, str]]:
    """The significant events with who did them."""
    found = here.house.store.significant()  # type: ignore[attr-defined]
    return [(each.kind, each.data.get("by", "")) for each in found]


def test_an_administrator_does_by_pages_what_the_log_then_says(tmp_path: Path) -> None:
    async def administer() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            root, people = await root_of(here, browser), here.house.people
            ann = await people.make_account("annie", PASSWORD, "Ann")
            assert (await sign_in(other, "annie")).status_code == 303
            table = await here.table("md-blackjack")
            await table.submit(ann.id, BuyIn(50_000), "1")
            await table.submit(ann.id, TakeSeat(3), "2")

            page = (await browser.get("/admin")).text
            assert "Ann" in page
            assert table.name in page
            who = (await browser.get(f"/admin/people/{ann.id}")).text
            assert "box 3" in who
            assert "$500 in chips" in who or "$500.00 in chips" in who
            assert (await press(browser, ann.id, "eject", table=table.id)).status_code == 303
            assert not table.state.held
            assert people.purse(ann.id) == DEMO_PURSE

            assert (await press(browser, ann.id, "give-role", role="auditor")).status_code == 303
            assert people.get(ann.id).may("auditor")  # type: ignore[union-attr]
            assert (await other.get("/audit/events")).status_code == 200
            assert (await press(browser, ann.id, "take-role", role="auditor")).status_code == 303
            assert (await other.get("/audit/events")).status_code == 403
            assert (await press(browser, ann.id, "end-sessions")).status_code == 303
            assert people.by_token(other.client.cookies[SESSION]) is None
            assert (await press(browser, ann.id, "block", why="a reason")).status_code == 303
            refused = await sign_in(other, "annie")
            assert refused.status_code == 403
            assert "blocked" in refused.text
            assert (await press(browser, ann.id, "unblock")).status_code == 303

            close = next(each for each in await browser.forms("/admin") if each.action.endswith("/close"))
            assert (await browser.send(close)).status_code == 303
            assert table.closed
            done = [each for each in kinds(here) if each[1] == root.id]
            assert [kind for kind, _ in done] == [
                "person_ejected",
                "role_given",
                "role_taken",
                "sessions_ended",
                "person_blocked",
                "person_unblocked",
                "table_closed",
            ]
            told = (await browser.get("/audit/events")).text
            for words in ("annie ejected from", "by root", "a reason", "root signed in"):
                assert words in told, words
            whole = (await browser.client.get("/audit/events.json")).json()
            assert whole["total"] == len(whole["events"])
            assert whole["events"][0]["kind"] == "table_closed"
            await settle(table)
            store = here.house.store
            report = verify(Snapshot(store, store.streams()))
            assert report.sound, report.problems

    asyncio.run(administer())


def test_a_reset_password_is_shown_once_and_is_good_for_choosing_another(tmp_path: Path) -> None:
    async def reset() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            await root_of(here, browser)
            ann = await here.house.people.make_account("annie", PASSWORD, "Ann")
            table = await here.table("md-blackjack")
            page = (await press(browser, ann.id, "reset-password")).text
            made = page.partition("<code>")[2].partition("</code>")[0]
            assert made
            assert made not in (await browser.get(f"/admin/people/{ann.id}")).text
            arrived = await sign_in(other, "annie", made)
            assert arrived.headers["location"] == "/account"
            token = (await other.forms("/account"))[0].fields["token"]
            act = {"token": token, "command": "take_seat", "box": "1", "key": "k"}
            assert (await other.client.post(f"/tables/{table.id}/act", data=act)).status_code == 403
            form = next(each for each in await other.forms("/account") if each.action == "/account/password")
            wrong = await other.send(form, old=made, new="password123", again="password123")
            assert wrong.status_code == 400
            assert "anybody would try" in wrong.text
            two = await other.send(form, old=made, new="one of my own", again="another one")
            assert two.status_code == 400
            assert (
                await other.send(form, old="x", new="one of my own", again="one of my own")
            ).status_code == 403
            assert (
                await other.send(form, old=made, new="one of my own", again="one of my own")
            ).status_code == 303
            assert "must" not in (await other.get("/account")).text
            assert (await sign_in(other, "annie", "one of my own")).status_code == 303

    asyncio.run(reset())


async def stand_and_leave(table: LiveTable, player: str) -> None:
    """The player stands, which ends the round; then the seat and the chips are given back."""
    box = table.state.held_by(player)[0]
    await table.submit(player, Stand(player, box, 0), "s")  # or the clock would
    for _ in range(100):
        if not table.state.held:
            break
        await asyncio.sleep(0.05)
    assert not table.state.held
    assert not table.state.rack(player)


def test_who_is_ejected_in_a_round_finishes_it(tmp_path: Path) -> None:
    async def eject() -> None:
        async with (
            inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here,
            here.browser() as browser,
            here.browser() as admin,
        ):
            table = await at_decision(here, browser)
            player = browser.person
            await root_of(here, admin)
            assert (await press(admin, player.id, "block")).status_code == 303
            assert table.state.in_round(player.id)
            assert "Ejected when the round is over" in (await admin.get(f"/admin/people/{player.id}")).text
            await stand_and_leave(table, player.id)

    asyncio.run(eject())


def test_an_ejection_after_the_round_outlives_a_restart(tmp_path: Path) -> None:
    async def order() -> str:
        async with (
            inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here,
            here.browser() as browser,
            here.browser() as admin,
        ):
            table = await at_decision(here, browser)
            player = browser.person
            root = await root_of(here, admin)
            assert (await press(admin, player.id, "eject", table=table.id)).status_code == 303
            told = await here.app.state.administration.eject(root, table.id, player.id)  # ordered once
            assert "when the round is over" in told
            ordered = [kind for kind, _ in kinds(here) if kind == "ejection_ordered"]
            assert len(ordered) == 1
            return player.id

    async def finish(player: str) -> None:
        async with inside(tmp_path) as here, here.browser() as admin:
            (table,) = here.house.tables()
            assert table.state.in_round(player)
            await sign_in(admin, "root")
            assert "Ejected when the round is over" in (await admin.get(f"/admin/people/{player}")).text
            await stand_and_leave(table, player)
            assert [kind for kind, _ in kinds(here)][-1] == "person_ejected"
            # It was about this stay: who comes back is not sent away again.
            assert isinstance(await table.submit(player, TakeSeat(2), "t"), Accepted)
            await settle(table)
            assert table.state.held_by(player) == (2,)
            store = here.house.store
            report = verify(Snapshot(store, store.streams()))
            assert report.sound, report.problems

    asyncio.run(finish(asyncio.run(order())))


def test_programs_administer_with_a_bearer_token_and_nobody_else_does(tmp_path: Path) -> None:
    async def administer() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            root = await here.house.people.make_account("root", PASSWORD, role="administrator")
            made = await browser.client.post("/api/sessions", json={"login": "root", "password": PASSWORD})
            table = await here.table("md-blackjack")
            bearer = {"authorization": f"Bearer {made.json()['token']}"}
            bot = await program(other.client, table)
            me = (await other.client.get("/api/me")).json()["person"]

            async def post(path: str, headers: dict[str, str] = bearer, **fields: Any) -> httpx.Response:
                return await browser.client.post(f"/api/admin{path}", json=fields, headers=headers)

            theirs = {"authorization": f"Bearer {bot.token}"}
            for path in (
                f"/people/{root.id}/block",
                f"/people/{me}/reset-password",
                f"/tables/{table.id}/close",
            ):
                assert (await post(path, theirs)).status_code == 403
                assert (await post(path, {"authorization": "Bearer x"})).status_code == 401
                assert (await post(path, {})).status_code == 401
            assert (await browser.client.get("/api/admin/people", headers=theirs)).status_code == 403
            listed = (await browser.client.get("/api/admin/people", headers=bearer)).json()
            assert {each["person"] for each in listed["people"]} == {root.id, me}
            assert (await post(f"/people/{root.id}/take-role", role="administrator")).status_code == 409
            assert (await post(f"/people/{root.id}/block")).status_code == 403
            assert (await post(f"/people/{me}/give-role", role="auditor")).status_code == 409, "a guest"
            assert (await post(f"/people/{me}/give-role", role="king")).status_code == 409
            assert (await post(f"/people/{me}/dance")).status_code == 404
            assert (await post("/people/nobody/block")).status_code == 404
            assert (await post(f"/people/{me}/eject", table=table.id)).status_code == 409
            assert (await post(f"/people/{me}/eject", table="nowhere")).status_code == 409
            assert (await post(f"/people/{me}/block", why=5)).status_code == 409
            await bot.do(command="take_seat", box=1, key="1")
            assert (await post(f"/people/{me}/eject", table=table.id)).status_code == 200
            assert not table.state.held
            assert (await post(f"/people/{me}/block")).status_code == 200
            assert (await bot.do(command="take_seat", box=1, key="2")).status_code == 401
            assert (await post(f"/tables/{table.id}/close")).status_code == 200
            assert (await post(f"/tables/{table.id}/close")).status_code == 409
            assert (await post("/tables/nowhere/close")).status_code == 404

    asyncio.run(administer())


def test_bearer_tokens_open_rounds_audit_and_export(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here,
            here.browser() as browser,
            here.browser() as other,
        ):
            table = await at_decision(here, browser)
            await decide_all(browser, table, "stand")
            player = browser.client.cookies[SESSION]
            await here.house.people.make_account("root", PASSWORD, role="administrator")
            made = await other.client.post("/api/sessions", json={"login": "root", "password": PASSWORD})
            other.client.cookies.clear()
            tokens = {"player": player, "root": made.json()["token"], "nobody": "x"}
            expected = {
                f"/tables/{table.id}/rounds/1/round.json": {"player": 200, "root": 200, "nobody": 401},
                "/audit.json": {"player": 403, "root": 200, "nobody": 401},
                "/audit/events.json": {"player": 403, "root": 200, "nobody": 401},
                f"/tables/{table.id}/log.jsonl": {"player": 403, "root": 200, "nobody": 401},
            }
            for path, codes in expected.items():
                for who, code in codes.items():
                    bearer = {"authorization": f"Bearer {tokens[who]}"}
                    assert (await other.client.get(path, headers=bearer)).status_code == code, (path, who)

    asyncio.run(look())


def test_an_account_ends_its_other_sessions(tmp_path: Path) -> None:
    async def leave() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            ann = await here.house.people.make_account("annie", PASSWORD, "Ann")
            await sign_in(browser, "annie")
            await sign_in(other, "annie")
            form = next(
                each for each in await browser.forms("/account") if each.action == "/account/sessions"
            )
            assert (await browser.send(form)).status_code == 303
            assert len(here.house.people.sessions(ann.id)) == 1
            assert here.house.people.by_token(browser.client.cookies[SESSION]) is not None
            assert (await other.get("/account")).headers["location"] == "/sign-in"
            made = await other.client.post("/api/sessions", json={"login": "annie", "password": PASSWORD})
            bearer = {"authorization": f"Bearer {made.json()['token']}"}
            both = {"old": PASSWORD, "new": "one of my own"}
            done = await other.client.post("/api/account/password", json=both, headers=bearer)
            assert done.status_code == 200
            assert here.house.people.by_token(made.json()["token"]) is None
            assert here.house.people.by_token(done.json()["token"]) is not None
            bearer = {"authorization": f"Bearer {done.json()['token']}"}
            ended = await other.client.post("/api/account/end-other-sessions", headers=bearer)
            assert ended.status_code == 200

    asyncio.run(leave())


def test_the_same_key_with_another_command_is_refused_after_a_restart_too(tmp_path: Path) -> None:
    async def play() -> None:
        commands: list[dict[str, object]] = [
            {"command": "buy_in", "amount": 50_000, "key": "1"},
            {"command": "take_seat", "box": 1, "key": "2"},
            {"command": "set_pace", "pace": "turbo", "key": "3"},
            {"command": "decline_cut", "key": "4"},
            {"command": "place_wager", "box": 1, "amount": 2500, "key": "5"},
            {"command": "place_wager", "box": 1, "amount": 100_000, "key": "6"},
            {"command": "withdraw_wager", "box": 1, "key": "7"},
            {"command": "leave_seat", "box": 1, "key": "8"},
            {"command": "cash_out", "amount": 500, "key": "9"},
            {"command": "split", "box": 1, "hand": 0, "key": "10"},  # refused
        ]
        others: list[dict[str, object]] = [
            {"command": "buy_in", "amount": 50_100},
            {"command": "take_seat", "box": 2},
            {"command": "ready"},
            {"command": "place_wager", "box": 1, "amount": 2600},
            {"command": "leave_table"},
        ]
        answers: list[tuple[int, object]] = []
        token = table_id = ""
        for opening in range(2):
            async with inside(tmp_path) as here, here.browser() as browser:
                if opening == 0:
                    table = await here.table("md-blackjack")
                    bot = await program(browser.client, table)
                    token, table_id = bot.token, table.id
                else:
                    table = here.house.table(table_id)
                browser.client.headers["authorization"] = f"Bearer {token}"
                where = f"/api/tables/{table_id}/commands"
                for number, command in enumerate(commands):
                    said = await browser.client.post(where, json=command)
                    await settle(table)
                    told = (said.status_code, said.json().get("version"))
                    if opening == 0:
                        answers.append(told)
                        assert said.status_code == (409 if command["command"] == "split" else 200), said.text
                    else:
                        assert told == answers[number], command
                before = table.version
                for command in commands:
                    for other in others:
                        if other["command"] == "leave_table" and command["command"] in (
                            "leave_seat",
                            "cash_out",
                        ):
                            continue  # both do the same where nothing else is held
                        said = await browser.client.post(where, json={**other, "key": command["key"]})
                        assert said.status_code == 409, (command, other)
                        if command["command"] != "split" or opening == 0:
                            assert "another command" in said.json()["error"], (command, other, said.text)
                assert table.version == before

    asyncio.run(play())
