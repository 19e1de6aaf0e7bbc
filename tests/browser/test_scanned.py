"""Real cards in the browser: a dealer enters them by keyboard, and a shoe that lacks a card is caught."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize

from tests.browser.stage import PHONE, House, Stage
from tests.browser.test_pages import PASSWORD, check, sign_in

LOW = ViewportSize(width=1366, height=650)


@pytest.mark.parametrize("size", [PHONE, LOW])
def test_a_shoe_with_a_missing_card_is_caught(size: ViewportSize, house: House, stage: Stage) -> None:
    async def deal() -> None:
        login = f"dee{size['width']}"
        table, first, second = (await house.order("scanned", f"{login} {PASSWORD}")).split()
        async with house.guests(1, viewport=size) as (dee,):
            await sign_in(dee, login, "School")
            await dee.see(f"/tables/{table}/deal")
            entry = dee.page.locator("#entry")
            await entry.fill("11X")
            await dee.page.keyboard.press("Enter")
            await dee.page.get_by_text("is no card").wait_for()
            dee.errors.clear()  # of what could not be read
            await dee.see(f"/tables/{table}/deal")
            await entry.fill(first.upper())
            await dee.page.keyboard.press("Enter")
            await dee.page.get_by_text("Deal a card to the dealer").wait_for()
            assert await entry.evaluate("each => each === document.activeElement"), "ready for the next"
            await check(dee)
            await dee.page.keyboard.type(second.lower())
            await dee.page.keyboard.press("Enter")
            await dee.page.get_by_text("Deal a card to box 1").wait_for()
            rest = await house.order("deal_out", "")
            await dee.page.get_by_text("Count shoe 1").wait_for()
            await dee.page.locator("textarea#entry").fill(rest)
            await dee.page.locator("#due").click()
            await dee.page.get_by_text("Missing: Js").wait_for()
            await dee.page.get_by_role("button", name="Receive and count the decks").wait_for()
            await check(dee)
            await dee.see(f"/tables/{table}/faulty-shoe")
            await dee.page.get_by_role("row", name="Blackjack Wager").first.wait_for(timeout=60_000)
            await check(dee)

    stage.play(deal())
