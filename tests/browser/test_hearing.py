"""Who listens instead of looking: a full round by keys alone, with cards, totals and results said aloud."""

from __future__ import annotations

from tests.browser.stage import Guest, House, Stage

# What a screen reader says of a polite live region: every text it comes to hold.
LISTEN = """() => {
  window.heard = [];
  const region = document.getElementById("say");
  new MutationObserver(() => window.heard.push(region.textContent.trim()))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""


async def hears(ada: Guest, *words: str) -> str:
    """Until something said since the last time holds all these words."""
    wanted = "(words) => window.heard.find((text) => words.every((word) => text.includes(word)))"
    found = await ada.page.wait_for_function(wanted, arg=list(words))
    text = str(await found.json_value())
    await ada.page.evaluate("window.heard.length = 0")
    return text


def test_a_round_by_keys_and_by_ear(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", "8s 9h 5d Kc 6h")
        table = await house.order("open", "md-blackjack")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            assert "Sit at a free box" in (await ada.page.locator("#say").text_content() or "")
            await ada.page.evaluate(LISTEN)
            await ada.key("t", "take_seat", box=4)
            await hears(ada, "Where do you cut them?", "You may: Cut, No, thank you.")
            await ada.key("n", "decline_cut")
            await hears(ada, "Deal, or lay your own wager")
            await ada.page.keyboard.press("g")
            text = await hears(ada, "your decision")
            assert "You have 8 of spades and 5 of diamonds: 13" in text
            assert "the dealer shows 9 of hearts, 9" in text
            assert "You may: Hit, Stand, Double, Surrender." in text
            await ada.key("h", "hit")
            text = await hears(ada, "6 of hearts: 19")
            await ada.key("s", "stand")
            text = await hears(ada, "You have")
            assert "The dealer has 9 of hearts and king of clubs: 19." in text
            assert "box 4: equal totals, push." in text
            assert "You have neither won nor lost in this round." in text
            # the same can be read card by card on the felt
            hand = ada.page.locator("#box-4-hand-0")
            assert await hand.get_by_role("listitem").all_inner_texts()
            named = [text.strip().splitlines()[-1] for text in await hand.locator(".sr").all_inner_texts()]
            assert named[:3] == ["8 of spades", "5 of diamonds", "6 of hearts"]

    stage.play(play())
