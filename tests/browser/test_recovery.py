"""Nothing is lost: a page loaded again, a server killed in the middle of a hand, the auditor afterwards."""

from __future__ import annotations

from pathlib import Path

from tests.browser.stage import Guest, House, Stage

CARDS = "8s 9h 8d Kc 3h Qs 5d"  # 8-8 against 19: split to 8-3-5 and 8-Q
AUDITOR, PASSWORD = "olga", "a long enough one"


def test_a_hand_goes_on_after_a_reload_and_after_a_kill_and_is_audited(stage: Stage, tmp_path: Path) -> None:
    async def play() -> None:
        house = House(stage.browser, tmp_path)
        await house.start()
        try:
            await house.order("auditor", f"{AUDITOR} {PASSWORD}")
            await house.order("arrange", CARDS)
            table = await house.order("open", "md-pontoon-21")
            async with house.guests(2) as (ada, olga):
                await split(ada, table)
                before = await ada.seen()

                await ada.page.reload()
                await ada.connected()
                assert lying(await ada.seen()) == lying(before)

                await house.kill()
                await ada.page.locator("#offline:visible").wait_for()
                await house.start()
                await ada.connected()
                assert await ada.page.locator("#offline").is_hidden()
                ada.errors.clear()  # the browser notes every try to connect
                assert lying(await ada.seen()) == lying(before)

                await finish(ada)
                await audit(olga, table)
        finally:
            await house.stop()

    stage.play(play())


def lying(view: dict[str, object]) -> list[object]:
    """What must be the same: the cards, the chips, and what is asked."""
    return [view[name] for name in ("round", "phase", "boxes", "dealer", "you", "prompts", "shoe")]


async def split(ada: Guest, table: str) -> None:
    await ada.come("Ada", table)
    await ada.sit(3)
    await ada.press("cut")
    await ada.press("place_wager", box=3, wager="main")
    await ada.press("ready")
    await ada.press("split", box=3)


async def finish(ada: Guest) -> None:
    """The shoe deals the cards it held before the kill; when everybody has left it is revealed."""
    await ada.key("s", "stand", hand=0)
    assert "Qs" in str((await ada.seen())["boxes"])
    await ada.press("stand", hand=1)
    assert (await ada.seen())["dealer"]["cards"] == ["9h", "Kc"]
    await ada.unfold()
    await ada.press("leave_table")
    await ada.house.order("pass_", 60_000)
    await ada.house.order("rest", ada.table)


async def audit(olga: Guest, table: str) -> None:
    page = olga.page
    await olga.see("/sign-in")
    form = page.locator("form[action='/sign-in']")
    await form.get_by_label("Login").fill(AUDITOR)
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button").click()
    await page.get_by_role("link", name="Audit").click()
    await page.locator(f"a[href='/tables/{table}/rounds']").click()
    await page.get_by_role("link", name="Round 1").click()
    await page.locator(".steps .mini .sr").first.wait_for(state="attached")  # a list of texts waits for none
    assert await page.locator(".steps .mini .sr").all_inner_texts() == [
        *("8 of spades", "9 of hearts", "8 of diamonds", "king of clubs"),
        *("3 of hearts", "queen of spades", "king of clubs"),  # the king is turned at last
    ]
    payment = page.locator(".steps details", has_text="lower total").first
    await payment.locator("summary").click()
    assert "MD-P21 7.O(2)" in await payment.locator(".law").inner_text()
    await check_the_shoe(olga)
    await olga.see("/audit")
    await page.get_by_role("button", name="Verify now").click()
    await page.get_by_text("The log is sound.").wait_for()


async def check_the_shoe(olga: Guest) -> None:
    """By the page's own recipe: what was published first fits what was published last."""
    await olga.page.get_by_role("link", name="Check it").click()
    await olga.page.get_by_text("fits", exact=True).wait_for()
    commitment, recipe, nonce, order = await olga.page.locator(".hash").all_inner_texts()
    assert nonce in recipe
    said: dict[str, str] = {"order": order}
    exec(recipe.replace("hashlib.sha256(", "number = hashlib.sha256(", 1), said)  # as the page tells it
    assert said["number"] == commitment
    cut = order.split()[len(order.split()) // 2 :]
    assert " ".join(cut).startswith(f"2c {CARDS}")  # the first card is burned
