"""Whatever is pressed, in whatever order: the page offers what the table allows, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.browser.stage import Guest, House, Stage, as_sent
from tests.simulation.daily import daily_seed
from vingt.rulebook.library import RULEBOOKS

STEPS = 18
LEAVING = {"leave_table", "leave_seat", "cash_out", "withdraw_wager", "share_box"}
LIKED = {"main": 4, "ready": 20, "split": 8, "double": 4, "hit": 3, "insure": 2}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_enabled_buttons_are_what_the_table_allows(rulebook: str, house: House, stage: Stage) -> None:
    chance = Random(f"{rulebook} {daily_seed()}")

    async def walk() -> None:
        await house.order("arrange", "")
        table = await house.order("open", rulebook)
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.sit(2)
            print([await step(ada, chance) for _ in range(STEPS)])

    stage.play(walk())


async def step(ada: Guest, chance: Random) -> str:
    """Compare, then press one of the enabled buttons, by a click or by its key; what is urgent first."""
    await ada.house.order("rest", ada.table)
    view = await ada.seen()
    if view["phase"] == "over" and view["you"]["boxes"]:
        return await ada.house.order("pass_", 5_000)  # what was paid stays in view for a while
    await ada.page.keyboard.press("Escape")  # whatever lies open over the felt
    choice = chosen(view["prompts"], chance)
    command, box, hand, wager, _, _ = as_sent(choice)
    named = {"box": box, "hand": hand, "wager": wager}
    where = {name: value for name, value in named.items() if value}
    button = ada.button(command, **where)
    if not await button.is_visible():
        await ada.unfold(button)
    key = await button.get_attribute("data-key")
    if key and chance.random() < 0.5:
        await ada.key(key, command, **where)
    else:
        await ada.press(command, **where)
    return command


def chosen(prompts: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    urgent = [each for prompt in prompts if prompt["urgent"] for each in prompt["choices"]]
    every = [each for prompt in prompts for each in prompt["choices"] if each["command"] not in LEAVING]
    allowed = [each for each in urgent or every if each["allowed"]]
    weights = [LIKED.get(each["wager"] or each["command"], 1) for each in allowed]
    choice: dict[str, Any] = chance.choices(allowed, weights)[0]
    return choice
