"""Playing through the pages: the buttons are the choices, and what is pressed is what happens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.live.quiet_house import Arranged
from tests.proof import clause
from tests.web.inside import Browser, Inside, buttons_of, choices_of, inside, settle
from vingt.live.house.house import LiveTable
from vingt.live.views.view import Choice
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_guest_plays_a_round_of_each_game_without_any_script(rulebook: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table(rulebook)
            person = await browser.come("Ada")
            await begin_round(browser, table, "2", "cut")
            await decide_all(browser, table, "decline_insurance", "stand")
            view = table.view(person)
            assert view.last_rounds[0].number == 1
            assert view.last_rounds[0].yours is not None
            page = (await browser.get(f"/tables/{table.id}/rounds/1")).text
            assert "The round is over" in page
            for payment in view.last_rounds[0].payments:
                assert all(each in page for each in (*payment.cite.clauses, *payment.cite.readings))
                assert payment.cite

    asyncio.run(play())


@clause("MD-BJ 12.A(1)", "MD-BJ 12.A(4)(a)")
def test_a_guest_plays_a_round_of_switch_without_any_script(tmp_path: Path) -> None:
    async def play() -> None:
        cards = Arranged("10s 5h 6d 6c Ks Kd 3s")
        async with inside(tmp_path, cards) as here, here.browser() as browser:
            submission = library.submission("md-blackjack").with_choices({"variant": "switch"})
            table = await here.house.open_table(submission, "house", name="Switch")
            person = await browser.come("Ada")
            await begin_round(browser, table, "2", "cut")
            asked = (await browser.get(f"/tables/{table.id}")).text
            assert "Do you switch the second cards of boxes 1 and 2?" in asked
            await decide_all(browser, table, "switch_cards", "stand")
            last = table.view(person).last_rounds[0]
            assert [box.hands[0].cards for box in last.boxes[:2]] == [("10s", "Ks"), ("5h", "6c")]
            assert [each.stake for each in last.payments] == [2500, 2500]
            page = (await browser.get(f"/tables/{table.id}/rounds/1")).text
            assert "switches the second cards of boxes 1 and 2" in page

    asyncio.run(play())


async def decide_all(browser: Browser, table: LiveTable, *commands: str) -> None:
    """Answer everything asked with the first of these that is offered."""
    while urgent := [prompt for prompt in table.view(browser.person.id).prompts if prompt.urgent]:
        offered = {choice.command: choice for choice in urgent[0].choices if choice.allowed}
        fitting = [offered[word] for word in commands if word in offered]
        if not fitting and urgent[0].kind == "cut":
            return  # the next shoe is shuffled already
        choice = fitting[0]
        await browser.press(table, choice.command, **where(choice))
        await settle(table)


def where(choice: Choice) -> dict[str, str]:
    named = {"box": choice.box, "hand": choice.hand, "wager": choice.wager}
    return {name: str(value) for name, value in named.items() if value is not None}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_enabled_buttons_are_what_the_table_allows(rulebook: str, tmp_path: Path) -> None:
    """A random walk: after every step each choice stands on the page once, enabled if and only if allowed."""

    async def walk() -> None:
        chance = Random(rulebook)
        async with inside(tmp_path, Arranged(seed=7)) as here, here.browser() as browser:
            table = await here.table(rulebook)
            person = await browser.come("Ada")
            seen = set()
            for _ in range(40):
                await settle(table)
                page = (await browser.get(f"/tables/{table.id}")).text
                view = table.view(person)
                assert sorted(buttons_of(page)) == sorted(choices_of(view))
                allowed = [
                    c for p in view.prompts for c in p.choices if c.allowed and c.command not in LEAVING
                ]
                urgent = [c for p in view.prompts if p.urgent for c in p.choices if c.allowed]
                choice = chance.choice(urgent or allowed)
                seen.add(choice.command)
                answer = await browser.press(table, choice.command, **where(choice), **amount(choice, chance))
                assert answer.status_code == 303, (choice, answer.text)
            assert {"buy_in", "take_seat", "place_wager"} <= seen

    asyncio.run(walk())


LEAVING = {"leave_table", "leave_seat", "cash_out", "withdraw_wager"}


def amount(choice: Choice, chance: Random) -> dict[str, str]:
    if choice.takes == "place":
        return {"place": str(chance.randint(choice.least, choice.most))}
    if choice.takes == "nothing":
        return {}
    if choice.command == "buy_in":
        return {"dollars": "200"}
    return {"amount": str(chance.choice(choice.exact or (choice.least, choice.most)))}


def test_a_barred_button_says_why_with_its_clause(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path, Arranged("7s 9h 8d 5c")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            page = (await browser.get(f"/tables/{table.id}")).text
            assert "only two cards of equal value are split" in page
            assert "MD-P21 11.A" in page

    asyncio.run(look())


async def begin_round(
    browser: Browser, table: LiveTable, box: str = "1", at_the_cut: str = "decline_cut"
) -> None:
    """Chips, a seat and a wager of $25; the cards are dealt."""
    await browser.press(table, "buy_in", dollars="500")
    await browser.press(table, "take_seat", box=box)
    await settle(table)
    await decide_all(browser, table, at_the_cut)
    await browser.press(table, "place_wager", box=box, wager="main", amount="2500")
    await browser.press(table, "ready")
    await settle(table)


async def at_decision(here: Inside, browser: Browser, rules: str = "md-pontoon-21") -> LiveTable:
    """A wager of $25 on box 1, the cards dealt, the player's decision due."""
    table = await here.table(rules)
    await browser.come("Ada")
    await begin_round(browser, table)
    return table


def test_the_same_key_is_carried_out_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("2s 9h 3d 5c 2d 2h 3s")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            forms = await browser.forms(f"/tables/{table.id}")
            hit = next(form for form in forms if form.fields.get("command") == "hit")
            json = {"accept": "application/json"}
            answers = [
                await browser.client.post(hit.action, data={**hit.fields, "key": "once"}, headers=json)
                for _ in range(3)
            ]
            await settle(table)
            assert [each.status_code for each in answers] == [200, 200, 200]
            assert len({each.json()["version"] for each in answers}) == 1
            assert len(table.view(None).boxes[0].hands[0].cards) == 3

    asyncio.run(play())


def test_nobody_acts_for_another_or_sees_the_hole_card(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged("7s 9h 8d Kc")) as here,
            here.browser() as browser,
            here.browser() as other,
        ):
            table = await at_decision(here, browser)
            person = next(iter(table.state.bettors))
            await other.come("Eve")
            version = table.version
            forms = await browser.forms(f"/tables/{table.id}")
            stand = next(form for form in forms if form.fields.get("command") == "stand")
            eves = next(
                form for form in await other.forms(f"/tables/{table.id}") if form.fields.get("command")
            )
            for name in ("player", "person"):
                fields = {**stand.fields, "token": eves.fields["token"], name: person}
                answer = await other.client.post(stand.action, data=fields)
                assert answer.status_code == 409
            assert table.version == version
            hole = table.state.round.dealer[1]
            for who in (browser, other):
                seen = (await who.get(f"/tables/{table.id}")).text
                told = (await who.client.get(f"/api/tables/{table.id}")).json()
                assert f"dealer-2-{hole}" not in seen
                assert told["dealer"]["cards"] == ["9h", None]

    asyncio.run(play())


def laid(table: LiveTable) -> dict[tuple[int, str], int]:
    """What lies on the layout: (box, wager) -> cents."""
    found = {}
    for box in table.state.round.boxes if table.state.betting else ():
        for bettor in box.bettors:
            found.update({(box.number, side.wager): side.amount for side in bettor.sides})
            found.update({(box.number, "main"): bettor.main} if bettor.main else {})
    return found


def test_same_again_lays_the_last_wagers_and_deals_in_one_press(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("Ks 9h 8d Kc")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            await decide_all(browser, table, "stand")
            await browser.press(table, "same_again")
            await settle(table)
            assert table.state.round_number == 2
            assert table.state.round.boxes[0].bettors[0].main == 2500
            assert table.state.round.betting_closed

    asyncio.run(play())


def cut_is_offered(table: LiveTable) -> bool:
    return table.state.shoe.stage == "offered"


def test_same_again_goes_through_a_shuffle_and_its_cut(tmp_path: Path) -> None:
    """One press where the shoe has ended: the pause, the shuffle and the cut are gone through."""

    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack/double-deck-progressives")
            await browser.come("Ada")
            await browser.press(table, "take_seat", box="1")
            await settle(table)
            await browser.press(table, "deal")
            for _ in range(40):
                await settle(table)
                if cut_is_offered(table):
                    played = table.state.round_number
                    answer = await browser.press(table, "same_again")
                    assert answer.status_code == 303, answer.text
                    await settle(table)
                    if table.state.round_number == played + 1:  # or naturals ended it, and the next has begun
                        assert table.state.round.betting_closed
                    assert table.state.round_number > played
                    return
                await decide_all(browser, table, "decline_insurance", "stand")
                await settle(table)
                if not cut_is_offered(table):
                    await browser.press(table, "same_again")
            raise AssertionError("the shoe never ended")

    asyncio.run(play())


async def at_betting(here: Inside, browser: Browser, *boxes: str) -> LiveTable:
    """Seats at these boxes; the cut is declined, and wagers may be placed."""
    table = await here.table("md-blackjack")
    await browser.come("Ada")
    for box in boxes:
        await browser.press(table, "take_seat", box=box)
    await settle(table)
    await decide_all(browser, table, "decline_cut")
    return table


def test_wagers_are_undone_step_by_step_doubled_and_cleared(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await at_betting(here, browser, "1")
            main, side = (1, "main"), (1, "lucky-ladies")
            await browser.press(table, "place_wager", box="1", wager="main", amount="500")
            await browser.press(table, "place_wager", box="1", wager="main", amount="1000")
            await browser.press(table, "place_wager", box="1", wager="lucky-ladies", amount="500")
            await browser.press(table, "double_wager")
            assert laid(table) == {main: 2000, side: 1000}
            for wanted in ({main: 2000, side: 500}, {main: 1000, side: 500}, {main: 1000}, {main: 500}, {}):
                await browser.press(table, "undo")
                assert laid(table) == wanted
            await browser.press(table, "place_wager", box="1", wager="main", amount="500")
            await browser.press(table, "place_wager", box="1", wager="lucky-ladies", amount="500")
            await browser.press(table, "clear")
            assert laid(table) == {}

    asyncio.run(play())


@pytest.mark.parametrize(("press", "insured"), [("insure_all", 1250), ("insure_none", 0)])
def test_insurance_for_several_boxes_in_one_press(press: str, insured: int, tmp_path: Path) -> None:
    async def play() -> None:
        cards = "8s 8h 8d Ah 9s 9h 9d 7c"
        async with inside(tmp_path, Arranged(cards)) as here, here.browser() as browser:
            table = await at_betting(here, browser, "1", "2", "3")
            for box in ("1", "2", "3"):
                await browser.press(table, "place_wager", box=box, wager="main", amount="2500")
            await browser.press(table, "ready")
            await settle(table)
            assert table.state.round.stage == "insurance"
            await browser.press(table, press)
            boxes = table.state.round.boxes
            assert [box.bettor(browser.person.id).insurance for box in boxes] == [insured] * 3  # type: ignore[union-attr]

    asyncio.run(play())
