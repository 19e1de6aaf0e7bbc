"""Every screen shows what the state needs, together and uncovered: seats, cards, buttons, money."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import ViewportSize

from tests.browser.stage import SIZES, Guest, House, Stage

GAMES = ("md-blackjack", "md-pontoon-21", "ma-pontoon-21", "mbs-pontoon", "md-players-edge-21")
SHOTS = os.environ.get("VINGT_SHOTS")  # a folder: what was looked at is kept there as pictures

# Four eights against an ace with an 8 under it (or the second card last), split to four hands.
HOLE_CARD = "8s Ah 8d 8c 8h 8s 2d 3h 4d 5c 9d"
NO_HOLE_CARD = "8s Ah 8d 8h 8s 2d 3h 4d 5c 9d"

MONEY = ("#money", "#in-play")
DEALER = ("#dealer .cards", "#dealer .total")

# Wholly in the window; and at its middle and near its corners nothing lies over it.
COVERED = """(selectors) => {
  const found = [];
  for (const selector of selectors) {
    const elements = [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
    if (!elements.length) found.push(`${selector}: not there`);
    for (const element of elements) {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        found.push(`${selector}: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth}`);
        continue;
      }
      if (width < 4 || height < 4) { found.push(`${selector}: ${width} x ${height}`); continue; }
      for (const [x, y] of [[0.5, 0.5], [0.15, 0.2], [0.85, 0.2], [0.15, 0.8], [0.85, 0.8]]) {
        const there = document.elementFromPoint(left + x * width, top + y * height);
        if (!there || !(element.contains(there) || there.contains(element))) {
          found.push(`${selector} at ${x},${y}: under ${there?.outerHTML.slice(0, 90)}`);
          break;
        }
      }
    }
  }
  if (document.scrollingElement.scrollHeight > innerHeight + 1) found.push("the page scrolls");
  if (document.scrollingElement.scrollWidth > innerWidth + 1) found.push("the page scrolls sideways");
  return found;
}"""


INSCRIPTIONS_CUT = """() => [...document.querySelectorAll(".arcs textPath")].filter((each) => {
  const arc = document.querySelector(each.getAttribute("href"));
  return each.getComputedTextLength() > arc.getTotalLength();
}).map((each) => each.textContent)"""


NARROW, LOW = (360, 640), (1366, 650)  # where room is shortest: every game is looked at there


def sizes_for(game: str) -> list[tuple[int, int]]:
    """The games take turns with the other sizes; who wants pictures gets all of them."""
    if SHOTS:
        return list(SIZES)
    others = [size for size in SIZES if size not in (NARROW, LOW)]
    return [NARROW, LOW, *others[GAMES.index(game) :: len(GAMES)]]


async def everywhere(guest: Guest, game: str, state: str, *selectors: str) -> None:
    """The state at the sizes, without a step of the game in between."""
    wrong = []
    for width, height in sizes_for(game):
        await guest.page.set_viewport_size(ViewportSize(width=width, height=height))
        await guest.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        found = await guest.page.evaluate(COVERED, list(selectors))
        wrong += [f"{state} at {width}x{height}: {each}" for each in found]
        if SHOTS:
            name = f"{guest.table}-{state}-{width}x{height}.png"
            await guest.page.screenshot(path=Path(SHOTS) / name)
    print("\n".join(wrong)) if SHOTS else None
    assert SHOTS or not wrong, "\n".join(wrong)


def test_every_size_is_looked_at() -> None:
    assert {size for game in GAMES for size in sizes_for(game)} == set(SIZES)


@pytest.mark.parametrize("game", GAMES)
def test_what_each_state_needs_is_in_view_at_every_size(game: str, house: House, stage: Stage) -> None:
    """And no inscription of the cloth is longer than its arc."""

    async def play() -> None:
        hole = game != "mbs-pontoon"
        await house.order("arrange", HOLE_CARD if hole else NO_HOLE_CARD)
        table = await house.order("open", game)
        async with house.guests() as (ada,):
            await ada.go_to(table)
            await everywhere(ada, game, "watching", "#dock button.go")
            await ada.come("Ada", table)
            await ada.page.set_viewport_size(ViewportSize(width=LOW[0], height=LOW[1]))
            assert await ada.page.evaluate(INSCRIPTIONS_CUT) == []
            await everywhere(ada, game, "before sitting", ".sit:enabled", *MONEY)
            await ada.press("take_seat", box=1)
            await ada.asked("cut")
            await everywhere(ada, game, "cut", ".act.cut", ".act.decline_cut", "button.go", *MONEY)
            await ada.press("decline_cut")
            mine = ("#box-1 .area.main .spot", "button.go", ".rail-chip", *MONEY)
            await everywhere(ada, game, "betting", *mine)
            await ada.press("place_wager", box=1, wager="main")
            await everywhere(ada, game, "laid", "#box-1 .area.main .spot", ".act.ready", ".rail-chip", *MONEY)
            await ada.press("ready")
            await ada.asked("insurance")
            hand = ("#box-1 .hand .cards", "#box-1 .hand .total")
            await everywhere(
                ada, game, "insurance", *DEALER, *hand, ".act.insure", ".act.decline_insurance", *MONEY
            )
            await ada.press("decline_insurance")
            await ada.asked("decision")
            await everywhere(ada, game, "decision", *DEALER, *hand, ".decision .act", *MONEY)
            for _ in range(3):
                if await ada.button("split").count():
                    await ada.press("split")
            await ada.asked("decision")
            await everywhere(ada, game, "split", *DEALER, *hand, ".decision .act", *MONEY)
            while (await ada.seen())["phase"] != "over":
                await ada.press("stand")
            await everywhere(ada, game, "over", *DEALER, *hand, "#box-1 .net", "button.go", *MONEY)

    stage.play(play())
