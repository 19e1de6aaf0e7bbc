"""The lobby and the sheets of a table as people meet them: sizes, drawers, dark and light."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize

from tests.browser.stage import DESK, PHONE, SIZES, House, Stage
from tests.browser.test_pages import check, not_too_wide

COMPUTES = 120_000  # milliseconds for a chart, compiled first, on a machine however busy
DRAWN = """async (path) => {
  const drawer = document.createElement("div");
  drawer.id = "tried";
  drawer.className = "tried";
  document.body.replaceChildren(drawer);
  drawer.innerHTML = await (await fetch(path)).text();
  return drawer.scrollWidth - drawer.clientWidth;
}"""


def test_the_first_deal_me_in_is_seen_at_every_size_and_two_presses_deal(house: House, stage: Stage) -> None:
    async def look() -> None:
        await house.order("arrange", "")
        await house.order("open_all")
        async with house.guests(1) as (ada,):
            await ada.see("/")
            for width, height in SIZES:
                await ada.page.set_viewport_size(ViewportSize(width=width, height=height))
                button = await ada.page.get_by_role("button", name="Deal me in").first.bounding_box()
                assert button is not None
                assert button["y"] + button["height"] <= height, (width, height)
                wide = await ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (width, height)
            await ada.page.locator('form:has([name=game][value^="md-blackjack"]) button').first.click()
            await ada.connected()
            ada.table = ada.page.url.rpartition("/")[2]
            view = await ada.page.evaluate(
                "async (table) => (await fetch(`/api/tables/${table}`)).json()", ada.table
            )
            assert view["phase"] == "betting"
            (box,) = view["you"]["boxes"]
            await ada.see("/")
            await ada.page.get_by_text(f"You sit at box {box}").wait_for()

    stage.play(look())


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1440, "light")])
def test_sheets_fit_and_axe_finds_nothing_serious(
    width: int, scheme: str, house: House, stage: Stage
) -> None:
    """At both widths, and on a phone that is a little wider they fit too."""

    async def look() -> None:
        await house.order("arrange", "")
        table = await house.order("open", "md-players-edge-21")
        size = ViewportSize(width=width, height=DESK["height"])
        async with house.guests(1, viewport=size, color_scheme=scheme) as (ada,):
            under = f"/tables/{table}"
            await ada.see(f"{under}/chart")
            await ada.page.get_by_role("heading", name="What the letters mean").wait_for(
                timeout=COMPUTES
            )  # by itself
            sheets = ("how", "chart", "invite", "wagers/match-down", "wagers/insurance")
            for path in (*(f"{under}/{sheet}" for sheet in sheets), "/", "/sign-in"):
                await check(ada, path)
                if width != 320:
                    await ada.page.set_viewport_size(PHONE)
                    await not_too_wide(ada)
                    await ada.page.set_viewport_size(size)

    stage.play(look())


def test_sheets_in_a_narrow_drawer_need_no_sideways_scroll(house: House, stage: Stage) -> None:
    async def look() -> None:
        table = await house.order("open", "md-players-edge-21")
        async with house.guests(1, viewport=ViewportSize(width=320, height=640)) as (ada,):
            under = f"/tables/{table}"
            await ada.see(f"{under}/chart")
            await ada.page.get_by_role("heading", name="What the letters mean").wait_for(timeout=COMPUTES)
            for sheet in ("how", "chart", "invite", "rules", "wagers/match-up"):
                await ada.see(f"{under}/invite")
                assert await ada.page.evaluate(DRAWN, f"{under}/{sheet}?drawer") <= 0, sheet

    stage.play(look())
