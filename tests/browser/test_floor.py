"""A floorperson looks into running rounds of two games: the remedy is applied and paid, a player sees it."""

from __future__ import annotations

from playwright.async_api import Locator

from tests.browser.stage import DESK, PHONE, Guest, House, Stage
from tests.browser.test_pages import PASSWORD, check, sign_in


def line(floor: Guest, words: str) -> Locator:
    return floor.page.locator(".place", has=floor.page.get_by_role("heading", name=words))


async def seated(ada: Guest, table: str, name: str = "") -> None:
    if name:
        await ada.come(name, table)
    else:
        await ada.go_to(table)
    await ada.sit(2)
    if await ada.button("decline_cut").count():
        await ada.press("decline_cut")
    await ada.press("place_wager", box=2, wager="main")
    await ada.press("ready")


def test_a_floorperson_reports_and_a_player_is_told_and_paid(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("floorperson", f"fay {PASSWORD}")
        async with house.guests(2) as (ada, fay):
            await sign_in(fay, "fay", "Floor")
            await pontoon(ada, fay)
            await blackjack(ada, fay)
            await ada.see("/floor")
            await ada.page.get_by_text("this is for floorpersons").wait_for()
            await ada.see(f"/tables/{ada.table}/irregularities")
            await ada.page.get_by_text("this is for dealers and floorpersons").wait_for()
            ada.errors.clear()  # of the pages that say no

    async def pontoon(ada: Guest, fay: Guest) -> None:
        """The reader was used on a six and a player could see: stopped, looked into, void."""
        await house.order("arrange", "9s 6h 8d Kc 5h 5d Jc")
        table = await house.order("open", "md-pontoon-21")
        await seated(ada, table, "Ada")
        before = (await ada.seen())["you"]
        await check(fay, f"/tables/{table}/irregularities")
        await fay.page.get_by_role("button", name="Stop the dealing").click()
        await fay.page.get_by_role("button", name="Go on").wait_for()
        await ada.page.locator("#dealer", has_text="The dealing is stopped").wait_for()
        await check(ada)
        await check(fay, "/floor")
        await fay.page.get_by_text("The dealing is stopped by fay.").wait_for()
        await fay.page.set_viewport_size(PHONE)
        await check(fay, "/floor", "/floor/report")
        await fay.page.set_viewport_size(DESK)
        await fay.see(f"/tables/{table}/irregularities")
        wrong = line(fay, "and a player could learn the hole card")
        await wrong.get_by_text("the round is void").wait_for()
        await wrong.locator("summary").click()
        await wrong.locator("dt", has_text="MD-P21 13.P(1)").wait_for()
        await wrong.get_by_role("button").click()
        await fay.page.get_by_text("By fay, floorperson.").wait_for()
        await ada.page.locator("#dealer .ordered b", has_text="the round is void").wait_for()
        await ada.beside()
        orders = ada.page.locator("#results .orders")
        await orders.locator("summary").first.click()
        await orders.get_by_text("MD-P21 13.P(1)").first.wait_for()
        await check(ada)
        after = await ada.seen()
        assert after["last_rounds"][0]["void"] is True
        assert after["you"]["money"] == before["money"] + before["in_play"]

    async def blackjack(ada: Guest, fay: Guest) -> None:
        """A card was drawn by mistake and seen: it is offered to Ada, who takes it and wins."""
        await house.order("arrange", "9s 7h 5d Kc 7d 5c Jc")
        table = await house.order("open", "md-blackjack")
        await seated(ada, table)
        await fay.see(f"/tables/{table}/irregularities")
        drawn = line(fay, "A card was drawn by mistake and seen")
        assert "7" not in await drawn.locator("p").first.inner_text(), "nobody has drawn it yet"
        await drawn.get_by_role("button").click()
        await fay.page.get_by_text("By fay, floorperson.").wait_for()
        await ada.page.locator("#dealer .ordered b", has_text="the 7d was drawn by mistake").wait_for()
        await ada.page.get_by_role("button", name="Refuse the 7d").wait_for()
        await ada.page.set_viewport_size(PHONE)
        await check(ada)
        await ada.press("hit", box=2)
        (paid,) = (await ada.seen())["last_rounds"][0]["payments"]
        assert (paid["yours"], paid["net"] > 0) == (True, True)

    stage.play(play())
