"""A dealer, a floorperson and two players: a round of each game dealt by hand, with an irregularity in it."""

from __future__ import annotations

from tests.browser.stage import PHONE, Guest, House, Stage
from tests.browser.test_pages import PASSWORD, check, sign_in

CARDS = "9s 7h 6h 8d 5h Kc 5d Jc 4c 3c"  # nine and eight, seven and five against a six
WRONG = {
    "md-pontoon-21": "A card was drawn by mistake, and nobody saw it",
    "ma-pontoon-21": "A card was found face up in the shoe",
    "mbs-pontoon": "A card was drawn by mistake, and nobody saw it",
    "md-blackjack": "A card was found face up in the shoe",
    "md-players-edge-21": "A card was drawn by mistake, and nobody saw it",
}


async def due(dee: Guest, step: str = "", *, key: str = "") -> None:
    """Press what is due, by the mouse or a key, and wait for the table to show it."""
    button = dee.page.locator("#due")
    await button.wait_for()
    if step:
        assert await button.locator("xpath=..").locator("[name=step]").get_attribute("value") == step
    async with dee.page.expect_response(lambda answer: answer.request.method == "POST") as coming:
        await (dee.page.keyboard.press(key) if key else button.click())
    assert (await coming.value).ok, step or key
    version = await dee.house.order("rest", await dee.page.locator("#deal").get_attribute("data-table"))
    await dee.until(f"Number(document.getElementById('deal').dataset.version) >= {version}")


async def play_out(house: House, dee: Guest, players: dict[str, Guest], table: str) -> None:
    while waits := await house.order("waits_for", table):
        if (player := players.get(waits)) is None:
            await due(dee, waits)
            continue
        await player.press("stand")


def test_a_round_of_each_game_is_dealt_by_hand_and_goes_wrong_once(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("dealer", f"dee {PASSWORD}")
        await house.order("floorperson", f"florence {PASSWORD}")
        await house.order("arrange", CARDS)
        tables = {game: await house.order("open_guided", game) for game in WRONG}
        async with house.guests(4) as (dee, fay, ada, bob):
            await sign_in(dee, "dee", "dee")
            await sign_in(fay, "florence", "Floor")
            for name, player in (("Ada", ada), ("Bob", bob)):
                await player.come(name, tables["md-pontoon-21"])
            await by_the_book(dee, fay, tables["md-pontoon-21"])
            for game, table in tables.items():
                await a_round(game, table, dee, fay, ada, bob)

    async def by_the_book(dee: Guest, fay: Guest, table: str) -> None:
        """What comes before the cards: by keys, by two people, on a phone too."""
        await dee.see(f"/tables/{table}/deal")
        await dee.page.get_by_role("button", name="Deal here").click()
        await dee.page.get_by_text("dee deals").wait_for()
        await due(dee, "dealers_conduct", key="Enter")
        await due(dee, "setup_sheet", key=" ")
        await fay.page.set_viewport_size(PHONE)
        await check(fay, f"/tables/{table}/deal")
        await due(fay, "setup_sheet")

    async def coupon_and_cash(table: str, dee: Guest, fay: Guest, ada: Guest, bob: Guest) -> None:
        """Ada lays a coupon that the floor gave her; Bob calls his wager, and two people confirm it."""
        await fay.see("/floor")
        order = fay.page.locator(f'form[action="/tables/{table}/irregularities"]:has(select[name="person"])')
        await order.locator("xpath=..").locator("summary").click()
        await order.locator("select").select_option(label="Ada")
        await order.get_by_label("Dollars").fill("5")
        await order.get_by_role("button").click()
        await ada.press("lay_coupon", box=1)
        await bob.unfold(bob.button("call_wager", box=2, wager="main"))
        await bob.press("call_wager", box=2, wager="main")
        for signs in (dee, fay):
            await signs.see(f"/tables/{table}/deal")
            await signs.page.get_by_role("button", name="Confirm the spoken wager").click()
            await signs.page.get_by_role("button", name="Confirm the spoken wager").wait_for(state="detached")
        assert (await bob.seen())["boxes"][1]["bettors"][0]["main"] > 0
        await dee.see(f"/tables/{table}/deal")

    async def a_round(game: str, table: str, dee: Guest, fay: Guest, ada: Guest, bob: Guest) -> None:
        await dee.see(f"/tables/{table}/deal")
        if await dee.page.get_by_role("button", name="Deal here").count():
            await dee.page.get_by_role("button", name="Deal here").click()
            await dee.page.get_by_text("dee deals").wait_for()
        await house.order("seat", f"{table} {ada.person} {bob.person}")
        await house.order("until_betting", table)
        for player, box in ((ada, 1), (bob, 2)):
            await player.go_to(table)
            if player is ada or game != "ma-pontoon-21":
                await player.press("place_wager", box=box, wager="main")
        if game == "ma-pontoon-21":
            await coupon_and_cash(table, dee, fay, ada, bob)
        await due(dee, "close_betting")
        for _ in range(4):
            await due(dee, "deal")
        await fay.see(f"/tables/{table}/irregularities")
        line = fay.page.locator(".place", has=fay.page.get_by_role("heading", name=WRONG[game], exact=True))
        await line.get_by_role("button").click()
        await fay.page.get_by_text("By florence, floorperson.").wait_for()
        await play_out(house, dee, {"Ada": ada, "Bob": bob}, table)
        await due(dee)  # take and pay the first box
        await dee.page.get_by_role("heading", name="Taken and paid").wait_for()
        if game == "md-pontoon-21":
            await check(dee)
        told = (await ada.seen())["last_rounds"][0]
        assert len(told["payments"]) >= 2

    stage.play(play())
