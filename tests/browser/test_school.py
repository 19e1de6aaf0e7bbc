"""A trainee deals ten rounds by keys alone and is graded; the school's pages fit phone, laptop and desk."""

from __future__ import annotations

from playwright.async_api import ViewportSize

from tests.browser.stage import DESK, PHONE, Guest, House, Stage
from tests.browser.test_pages import check
from vingt.live.school.lessons import lesson
from vingt.live.school.question import SchoolQuestion
from vingt.rulebook import library

LAPTOP = ViewportSize(width=1366, height=650)
RULES = library.table_rules("mbs-pontoon")
LESSON = f"/school/table?game={RULES.identity}&seed=114"


async def answer(trainee: Guest, question: SchoolQuestion, *, rightly: bool = True) -> None:
    page = trainee.page
    if question.choices:
        said = question.right if rightly else next(e for e in question.choices if e != question.right)
        await page.keyboard.press(str(question.choices.index(said) + 1))
        return
    right = question.right if rightly else "0"
    if right in ("take", "push"):
        await page.get_by_role("button", name="Take it" if right == "take" else "Push").press("Enter")
        return
    await page.locator("input[name=amount]").fill(right.removeprefix("pay $"))
    await page.keyboard.press("Enter")


def test_a_trainee_deals_ten_rounds_and_is_graded(house: House, stage: Stage) -> None:
    asked = lesson(RULES, "table", "114")
    slips = {8, next(at for at, each in enumerate(asked, 1) if each.topic == "pay" and each.right != "push")}
    looked_at = {1: PHONE, next(at for at, each in enumerate(asked, 1) if each.topic == "pay"): LAPTOP}

    async def deal() -> None:
        async with house.guests() as (trainee,):
            await trainee.come("Tom", await house.order("open", "md-blackjack"))
            await check(trainee, "/school")
            await trainee.see(LESSON)
            for number, question in enumerate(asked, 1):
                await trainee.page.get_by_text(f"question {number} of {len(asked)}").wait_for()
                await trainee.page.wait_for_load_state(
                    "domcontentloaded"
                )  # the script that hears keys is there
                if number in looked_at:
                    await trainee.page.set_viewport_size(looked_at[number])
                    await check(trainee)
                    await trainee.page.set_viewport_size(DESK)
                await answer(trainee, question, rightly=number not in slips)
            await trainee.page.get_by_role("heading", name="Report").wait_for()
            marks = await trainee.page.locator(".marks").inner_text()
            assert f"of {len(asked)} answers" in marks
            assert "rounds an hour at this pace" in marks
            mistakes = trainee.page.locator("details.place")
            assert await mistakes.count() == len(slips)
            await mistakes.last.locator("summary").click()
            await mistakes.last.locator("dt", has_text="MBS-P").first.wait_for()
            for size in (PHONE, LAPTOP, DESK):
                await trainee.page.set_viewport_size(size)
                await check(trainee)

    stage.play(deal())
