"""A triggered round with a hot spot and one with a community prize: the felt, the sign, and what is paid."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.stage import Guest, House, Stage
from tests.browser.test_pages import check
from tests.proof import checked, clause

SHOTS = os.environ.get("VINGT_SHOTS")  # a folder: the sign is kept there as a picture
WAGER, PASSWORD = "bonus-spin-xtreme-16", "a long enough password"


@checked("MA-P21 16(i)#2", "MA-P21 16(j)#2", "MA-P21 16(n)#1")
@pytest.mark.parametrize(
    ("drawn", "spins", "says", "prize"),
    [("1 0 5", 2, "Seat 2", 20_000), ("4 0", 1, "Seat 5", 2_500)],
    ids=["hot spot", "community"],
)
def test_a_wheel_turns_to_what_was_decided(
    house: House, stage: Stage, drawn: str, spins: int, says: str, prize: int
) -> None:
    async def play() -> None:
        await house.order("arrange", "5c 6s 9c Kh")
        table = await house.order("open_with_wheel", drawn)
        async with house.guests(2) as (ada, hall):
            await ada.come("Ada", table)
            await ada.sit(2)
            if await ada.button("decline_cut").count():
                await ada.press("decline_cut")
            await ada.press("place_wager", box=2, wager="main")
            await ada.press("place_wager", box=2, wager=WAGER)
            await ada.press("ready")
            await ada.press("stand")
            await check(hall, f"/sign/{table}")
            await hall.page.locator(".wheel.turning").wait_for()
            assert await hall.page.locator(".won, .places .hot").count() == 0, "nothing before it is due"
            await ada.page.locator("#felt_wheel .ring.turning").first.wait_for()
            for _ in range(spins):
                await house.order("pass_", "6000")
                await house.order("rest", table)
            await house.order("rest", table)
            await hall.page.get_by_text(says).wait_for()
            assert await hall.page.locator(".places .hot").inner_text() == says.removeprefix("Seat ")
            told = await hall.page.locator(".chances").inner_text()
            assert "$1,000 1 in 10 · $200 9 in 10; inner wheel: $25 3 in 4 · $50 1 in 4" in told
            for wide, high in ((1366, 650), (1440, 900)):  # a big screen is not scrolled
                await hall.page.set_viewport_size({"width": wide, "height": high})
                assert await hall.page.evaluate("document.documentElement.scrollHeight") <= high
            if SHOTS:
                await hall.page.screenshot(path=Path(SHOTS) / f"sign-{spins}.png")
            view = await ada.seen()
            paid = [each for each in view["last_rounds"][0]["payments"] if each["wager"] == WAGER]
            assert [each["net"] for each in paid] == [prize - 500]

    stage.play(play())


async def pressed(guest: Guest, *keys: str) -> None:
    """Keys of the terminal, one after the other, each once it is taken."""
    for key in keys:
        await guest.page.locator(f"#press_{key}:enabled").click()


@clause("MA-P21 16(d)", "MA-P21 16(h)", "MA-P21 16(i)#1", "MA-P21 16(k)", "MA-P21 16(l)", "MA-P21 16(o)#1")
@clause("MA-P21 16(p)", "MA-P21 16(p)(1)#2", "MA-P21 16(q)#1", "MA-P21 16(q)#2")
@pytest.mark.parametrize(
    ("drawn", "prize"), [("1 0 0", 100_000), ("4 3", 5_000)], ids=["hot spot", "community"]
)
def test_a_dealer_commands_a_triggered_round_at_the_terminal(
    house: House, stage: Stage, drawn: str, prize: int
) -> None:
    hot_spot = prize > 5_000

    async def play() -> None:
        await house.order("arrange", "5c 6s 9c Kh")
        table = await house.order("open_terminal", drawn)
        login, floor = f"dee-{drawn[0]}", f"fay-{drawn[0]}"
        await house.order("dealer", f"{login} {PASSWORD}")
        await house.order("floorperson", f"{floor} {PASSWORD}")
        async with house.guests(4) as (ada, dee, fay, hall):
            await dee.sign("/sign-in", login=login, password=PASSWORD)
            await fay.sign("/sign-in", login=floor, password=PASSWORD)
            await fay.see("/floor")
            await ada.come("Ada", table)
            await ada.sit(2)
            await dee.go_to(table)
            await dee.see(f"/tables/{table}/deal")
            await dee.page.get_by_role("button", name="Deal here").click()
            await dee.page.get_by_text(f"{login} deals").wait_for()
            await house.order("until_betting", table)
            await ada.press("place_wager", box=2, wager="main")
            await ada.press("place_wager", box=2, wager=WAGER)
            await check(dee, f"/tables/{table}/terminal")
            await dee.page.locator(".lights .lit").wait_for()
            await pressed(dee, "start_round")
            assert await house.order("deal_on", table) == "press_triggering_event"
            assert await dee.page.locator("#press_spin").is_disabled()
            await pressed(dee, "triggering_event", "spin", "confirm")
            await hall.see(f"/sign/{table}")
            await hall.page.locator(".wheel.turning").wait_for()
            await house.order("pass_", "6000")
            if hot_spot:
                await dee.page.locator(".lights .hot").wait_for()
                await pressed(dee, "enable_spin")
                await ada.page.get_by_text("The hot spot is yours").first.wait_for()
                await ada.press("cover_sensor")
                await hall.page.get_by_text("Seat 2 spins").wait_for()
                await house.order("pass_", "6000")
            await pressed(dee, "pay_jackpot")
            await dee.page.get_by_role("cell", name=f"${prize // 100:,}").wait_for()
            if hot_spot:
                await dee.page.get_by_text("A supervisor confirms").wait_for()
                assert await dee.page.locator("#press_paid").is_disabled()
                await fay.see(f"/tables/{table}/terminal")
                await pressed(fay, "authorize")
            if SHOTS:
                await hall.page.screenshot(path=Path(SHOTS) / f"sign-terminal-{prize}.png")
                await dee.page.screenshot(path=Path(SHOTS) / f"terminal-{prize}.png", full_page=True)
            await pressed(dee, "paid", "end_round")
            await dee.page.get_by_text("Wagers are registered").wait_for()
            view = await ada.seen()
            paid = [each for each in view["last_rounds"][0]["payments"] if each["wager"] == WAGER]
            assert [each["net"] for each in paid] == [prize - 500]

    stage.play(play())
