"""A quiz at the table and a drill on a phone, by keys alone."""

from __future__ import annotations

from playwright.async_api import ViewportSize

from tests.browser.stage import House, Stage

SMALL = ViewportSize(width=360, height=640)
FITS = """() => {
  const low = [...document.querySelectorAll(".drill, .answers button, .worths, .next")]
    .map((each) => each.getBoundingClientRect().bottom);
  return [document.documentElement.scrollWidth, Math.max(...low)];
}"""


def test_a_quiz_hides_everything_until_the_choice_is_made(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", "8s 9h 8d 7c 3d")
        table = await house.order("open", "md-pontoon-21")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.page.locator("form[action$='/coach'] [value=quiz]").click()
            await ada.page.locator("#coach [aria-pressed=true]", has_text="Quiz").wait_for()
            await ada.sit(1)
            await ada.press("decline_cut")
            await ada.press("place_wager", box=1, wager="main")
            await ada.press("ready")
            coach = ada.page.locator("#coach")
            await coach.get_by_text("Your choice first").wait_for()
            assert await coach.locator("td, .verdict, .departs").count() == 0
            assert not any("best" in frame for frame in ada.frames if "Your choice first" in frame)
            await ada.press("hit")
            await ada.page.locator("#dock .verdict.bad").wait_for()
            verdict = coach.locator(".verdict.bad")
            await verdict.wait_for()
            assert "Hit instead of split cost" in await verdict.inner_text()
            await ada.see("/training")
            assert await ada.page.get_by_text("8-8 against 9").count() == 1

    stage.play(play())


def test_a_drill_is_done_by_keys_and_fits_a_small_phone(house: House, stage: Stage) -> None:
    async def play() -> None:
        table = await house.order("open", "md-blackjack")
        async with house.guests(viewport=SMALL) as (ada,):
            await ada.come("Ada", table)
            await ada.see("/training")
            await ada.page.get_by_role("link", name="Maryland Blackjack").click()
            for count in range(1, 5):
                key = ada.page.locator(".answers [data-key]").first
                await key.wait_for()
                await ada.page.wait_for_load_state()  # the script that hears keys comes after the page
                width, low = await ada.page.evaluate(FITS)
                assert (width, low < SMALL["height"]) == (SMALL["width"], True), low
                await ada.page.locator("body").press(await key.get_attribute("data-key") or "")
                await ada.page.locator(".worths").wait_for()
                await ada.page.wait_for_load_state()
                width, low = await ada.page.evaluate(FITS)
                assert (width, low < SMALL["height"]) == (SMALL["width"], True), low
                assert f"of {count} right" in await ada.page.locator(".counts").inner_text()
                await ada.page.keyboard.press("Enter")

    stage.play(play())
