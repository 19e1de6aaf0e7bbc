"""On a phone, by touch: what the player needs is in view, and nothing of it lies under the dock."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, ViewportSize

from tests.browser.stage import Guest, House, Stage

SMALL = ViewportSize(width=360, height=780)


@pytest.mark.parametrize("game", ["md-blackjack", "md-pontoon-21"])  # thirteen side wagers, and one
def test_a_round_by_touch_without_scrolling(game: str, house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", "8s 9h 8d 8c 3h 5d Jc")
        table = await house.order("open", game)
        async with house.guests(viewport=SMALL, has_touch=True, is_mobile=True) as (ada,):
            await ada.come("Ada", table)
            await tap(ada, "take_seat", box=1)
            await tap(ada, "decline_cut")
            await reachable(ada, ada.page.locator("#box-1 .holder"))
            await tap(ada, "place_wager", box=1, wager="main")
            await tap(ada, "ready")
            await ada.asked("decision")
            await reachable(ada, ada.page.locator("#box-1-hand-0"))
            await tap(ada, "split")
            await ada.asked("decision")
            await reachable(ada, ada.page.locator("#box-1-hand-1"))
            await reachable(ada, ada.page.locator("#dealer .cards"))
            await tap(ada, "stand", hand=0)
            await tap(ada, "stand", hand=1)
            assert (await ada.seen())["phase"] == "over"
            assert await ada.page.locator(".hint").inner_text() == "You have lost $10 in this round."
            assert await ada.page.evaluate("scrollY") == 0

    stage.play(play())


async def tap(guest: Guest, command: str, **where: object) -> None:
    button = guest.button(command, **where)
    await button.wait_for()
    await guest.settled()
    await reachable(guest, button)
    async with guest.answered():
        await button.tap()


async def reachable(guest: Guest, what: Locator) -> None:
    """Its middle is within the window, and nothing lies over it."""
    await what.wait_for()
    over = await what.evaluate(
        """(element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return element === there || element.contains(there) ? "" : `${there?.outerHTML.slice(0, 200)}`;
        }"""
    )
    assert over == "", guest.page.url
