"""A triggered round with a hot spot and one with a community prize: the felt, the sign, and what is paid."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.stage import House, Stage
from tests.browser.test_pages import check
from tests.proof import checked

SHOTS = os.environ.get("VINGT_SHOTS")  # a folder: the sign is kept there as a picture
WAGER = "bonus-spin-xtreme-16"


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
            assert await hall.page.locator(".won").count() == 0, "nothing shows before it is due"
            for _ in range(spins):
                await house.order("pass_", "6000")
                await house.order("rest", table)
            await house.order("rest", table)
            await hall.page.get_by_text(says).wait_for()
            assert await hall.page.locator(".places .hot").inner_text() == says.removeprefix("Seat ")
            if SHOTS:
                await hall.page.screenshot(path=Path(SHOTS) / f"sign-{spins}.png")
            view = await ada.seen()
            paid = [each for each in view["last_rounds"][0]["payments"] if each["wager"] == WAGER]
            assert [each["net"] for each in paid] == [prize - 500]

    stage.play(play())
