"""A finished round on the felt: by buttons, by the slider and by keys, without loading the page."""

from __future__ import annotations

import re

from tests.browser.stage import Guest, House, Stage
from tests.browser.test_recovery import CARDS, split


async def at(ada: Guest) -> tuple[int, int]:
    """The step shown and how many there are, as the page says aloud."""
    said = re.match(r"Step (\d+) of (\d+):\s", await ada.page.locator(".told-line").text_content() or "")
    assert said is not None
    return int(said[1]), int(said[2])


async def step(ada: Guest, number: int) -> None:
    await ada.page.locator(f"#replay[data-step='{number}']").wait_for()
    assert (await at(ada))[0] == number
    assert ada.page.url.endswith(f"?step={number}")
    marked = await ada.page.locator("#lines > .now .n").text_content() or ""
    assert marked.split() == ["Step", str(number)]  # the template may break a line anywhere


def test_a_round_is_walked_through_on_the_felt(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", CARDS)
        table = await house.order("open", "md-pontoon-21")
        async with house.guests() as (ada,):
            await split(ada, table)
            await ada.press("stand", hand=0)
            await ada.press("stand", hand=1)
            await ada.see(f"/tables/{table}/rounds/1")
            page = ada.page
            here, steps = await at(ada)
            assert here == steps
            assert await page.locator(".dealer-seat .lying:not(.down)").count() == 2
            assert await page.locator(".seat:not(.dealer-seat) .hand").count() == 2
            asked = len(await page.evaluate("performance.getEntriesByType('navigation')"))
            await page.locator("[data-go=first]").click()
            await step(ada, 1)
            assert await page.locator(".lying").count() == 0
            await page.locator("[data-go=next]").click()
            await step(ada, 2)
            await page.locator("body").press("ArrowRight")
            await step(ada, 3)
            await page.locator("body").press("ArrowLeft")
            await step(ada, 2)
            await page.locator("#replay-step").focus()
            for number in range(3, steps + 1):
                await page.keyboard.press("ArrowRight")
                await step(ada, number)
                said = await page.locator(".told-line").text_content() or ""
                if "splits" in said:
                    break
                if "face down" in said:
                    assert await page.locator(".dealer-seat .lying.down").count() == 1
            assert await page.locator("#replay-step").evaluate("each => each === document.activeElement")
            assert await page.locator(".hand").count() == 2
            money = await page.locator(".balances tbody td").all_inner_texts()
            assert money[1:] == ["$240", "$10", "$0"]
            await page.locator("[data-go=last]").click()
            await step(ada, steps)
            money = await page.locator(".balances tbody td").all_inner_texts()
            assert money[1:] == ["$240", "$0", "−$10"]
            assert await page.locator(".paid-list li").count() == 2
            assert "MD-P21" in await page.locator(".paid-list small").first.inner_text()
            assert len(await page.evaluate("performance.getEntriesByType('navigation')")) == asked

    stage.play(play())
