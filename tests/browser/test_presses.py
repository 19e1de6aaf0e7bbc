"""A press does what it was meant for, once: double clicks, bouncing keys, drags, several boxes."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize

from tests.browser.stage import Guest, House, Stage

SMALL = ViewportSize(width=360, height=640)
# Box 1 has 8-8 against a 9, split to four hands of 11, 10, 13 and 14.
PAIR = "8s 9h 8d 8c 8h 8s 3h 2d 5c 6c 7c"


async def at_split(house: House, ada: Guest, splits: int = 3) -> None:
    """The first of the split hands waits for a decision."""
    await house.order("arrange", PAIR)
    await ada.come("Ada", await house.order("open", "md-blackjack"))
    await ada.sit(1)
    await ada.press("decline_cut")
    await ada.press("place_wager", box=1, wager="main")
    await ada.press("ready")
    for _ in range(splits):
        await ada.asked("decision")
        await ada.press("split")
    await ada.asked("decision")
    await ada.settled()


async def statuses(ada: Guest) -> list[str]:
    await ada.house.order("rest", ada.table)
    hands = (await ada.seen())["boxes"][0]["hands"]
    return [hand["status"] for hand in hands]


# Presses, waits for the next question, and presses again so many milliseconds after it came. The answer comes
# at once by the page's clock, and what the page itself waits for began before: on a busy machine too.
AGAIN = """async ([x, y, how, times]) => {
  const question = () => document.querySelector(".ask.decision .question")?.textContent;
  const press = () => {
    if (how === "keys") {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
      return;
    }
    const there = document.elementFromPoint(x, y);
    there?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true }));
    there?.click();
  };
  const first = question();
  const next = new Promise((come) => {
    const watch = new MutationObserver(() => {
      if (!question() || question() === first) return;
      watch.disconnect();
      come();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const now = performance.now();
  performance.now = () => now;
  press();
  await next;
  delete performance.now;
  const later = (time) => new Promise((done) => setTimeout(() => done(press()), time));
  await Promise.all(times.map(later));
}"""


@pytest.mark.parametrize("how", ["clicks", "keys"])
def test_a_double_press_stands_one_hand_only(how: str, house: House, stage: Stage) -> None:
    """The second press comes when the same button already belongs to the next hand. The first of the next
    times is meant: it is carried out."""

    async def play() -> None:
        async with house.guests() as (ada,):
            await at_split(house, ada)
            for stood, times in enumerate(((0,), (80, 160), (250,)), 1):
                await ada.settled()
                box = await ada.button("stand").bounding_box()
                assert box is not None
                where = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
                await ada.page.evaluate(AGAIN, [*where, how, list(times)])
                question = ada.page.locator(".ask.decision .question", has_text=f"hand {stood + 1}")
                await question.wait_for(state="attached")
                assert (await statuses(ada))[: stood + 1] == ["stood"] * stood + ["playing"]

    stage.play(play())


def test_a_press_that_began_before_the_question_changed_does_nothing(house: House, stage: Stage) -> None:
    """The finger went down on one hand's button; the clock answered; it goes up on the next hand's."""

    async def play() -> None:
        async with house.guests() as (ada,):
            await at_split(house, ada, 1)
            box = await ada.button("stand").bounding_box()
            assert box is not None
            await ada.page.mouse.move(box["x"] + 20, box["y"] + 20)
            await ada.page.mouse.down()
            assert await house.order("run_out", ada.table) == "decision"
            await ada.page.locator(".ask.decision .question", has_text="hand 2").wait_for(state="attached")
            await ada.page.wait_for_timeout(600)
            await ada.page.mouse.up()
            await ada.page.wait_for_timeout(300)
            assert await statuses(ada) == ["stood", "playing"]

    stage.play(play())


@pytest.mark.parametrize("press", ["Insure all", "None"])
def test_insurance_for_three_boxes_is_one_row_with_all_and_none(
    press: str, house: House, stage: Stage
) -> None:
    """On a phone: the boxes are named, and one press answers for all."""

    async def play() -> None:
        await house.order("arrange", "8s 8h 8d Ah 9s 9h 9d 7c")
        table = await house.order("open", "md-blackjack")
        async with house.guests(viewport=SMALL) as (ada,):
            await ada.come("Ada", table)
            await ada.sit(1, 2, 3)
            await ada.press("decline_cut")
            for box in (1, 2, 3):
                await ada.page.locator(f"#box-{box}").click(position={"x": 8, "y": 8})
                await ada.press("place_wager", box=box, wager="main")
            await ada.press("ready")
            await ada.asked("insurance")
            asked = await ada.page.locator("#insuring .question").all_inner_texts()
            assert [text.split("?")[0] for text in asked[:3]] == [f"Insurance for box {n}" for n in (1, 2, 3)]
            await ada.settled()
            button = ada.page.locator("#insuring").get_by_role("button", name=press)
            await button.scroll_into_view_if_needed()
            async with ada.answered():
                await button.click()
            boxes = (await ada.seen())["boxes"][:3]
            insured = 250 if press == "Insure all" else 0
            assert [box["bettors"][0]["insurance"] for box in boxes] == [insured] * 3

    stage.play(play())


def test_chips_are_dragged_and_never_another_amount_is_laid(house: House, stage: Stage) -> None:
    """A chip below the minimum is refused with words, not rounded up; a drag lays exactly that chip."""

    async def play() -> None:
        table = await house.order("open", "md-blackjack")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.sit(1)
            await ada.press("decline_cut")
            spot = ada.page.locator("#spot-1-main .spot")
            await ada.page.keyboard.press("2")  # $1, where a wager is $5 at least
            await spot.click()
            await ada.page.locator("#toast", has_text="$5 at least").wait_for()
            assert (await ada.seen())["you"]["in_play"] == 0
            chip = ada.page.locator(".rail-chip").nth(3)  # $25
            async with ada.answered():
                await chip.drag_to(spot)
            assert (await ada.seen())["you"]["in_play"] == 2500
            async with ada.answered():
                await ada.page.get_by_role("button", name="Double it").click()
            assert (await ada.seen())["you"]["in_play"] == 5000
            for left in (2500, 0):
                async with ada.answered():
                    await ada.page.get_by_role("button", name="Undo").click()
                assert (await ada.seen())["you"]["in_play"] == left

    stage.play(play())


def test_who_leaves_is_away_at_once_and_costs_the_others_five_seconds(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", "8s 7s 9h Jd Jc Kc")
        table = await house.order("open", "md-blackjack")
        async with house.guests(2) as (ada, bob):
            await ada.come("Ada", table)
            await ada.sit(1)
            await bob.come("Bob", table)
            await bob.sit(2)
            await ada.press("decline_cut")
            await bob.press("decline_cut")
            for guest, box in ((ada, 1), (bob, 2)):
                await guest.press("place_wager", box=box, wager="main")
            for guest in (ada, bob):
                await guest.press("ready")
            await ada.asked("decision")
            await ada.page.goto("about:blank")
            await bob.page.locator("#box-1.away").wait_for()
            await bob.page.get_by_text("Ada, who is away").first.wait_for()
            await house.order("pass_", 5_000)
            await bob.asked("decision")

    stage.play(play())


# Whether the page ever said that it is cut off: it connects again soon, and then says so no more.
NOTICING = """
window.noticed = false;
new MutationObserver(() => { window.noticed ||= !offline.hidden }).observe(offline, { attributes: true });
"""


def test_a_dead_connection_is_noticed_within_five_seconds(house: House, stage: Stage) -> None:
    async def play() -> None:
        table = await house.order("open", "md-blackjack")
        async with house.guests() as (ada,):
            await ada.page.clock.install()  # five seconds of its own, however busy this machine is
            await ada.come("Ada", table)
            await ada.page.evaluate(NOTICING)
            await ada.page.evaluate("WebSocket.prototype.send = () => {}")  # nothing gets through any more
            await ada.page.clock.run_for(5_000)
            assert await ada.page.evaluate("noticed")

    stage.play(play())
