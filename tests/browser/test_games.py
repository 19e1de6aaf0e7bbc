"""A guest plays each game through its page, with a mouse and with keys."""

from __future__ import annotations

import json

import pytest

from tests.browser.stage import MOVING, Guest, House, Stage

# 8-8 against an ace: insured, split; 8-3 is doubled to 16 and rescued, 8-J stands on 18 against 19.
HOLE_CARD = "8s Ah 8d 8c 3h 5d Jc"
NO_HOLE_CARD = "8s Ah 8d 3h 5d Jc 8c"
MOVED = ("md-pontoon-21", "mbs-pontoon")  # with cards that fly and chips that slide


@pytest.mark.parametrize(
    ("game", "cards", "side", "side_pays", "rescue"),
    [
        ("md-pontoon-21", HOLE_CARD, "match-super-bonus", "−$5", True),
        ("ma-pontoon-21", HOLE_CARD, "match-super-bonus", "−$5", True),
        ("mbs-pontoon", NO_HOLE_CARD, "pair", "+$55", True),  # a pair pays 11 to 1
        ("md-blackjack", HOLE_CARD, "lucky-ladies", "−$5", False),
        ("md-players-edge-21", HOLE_CARD, "match-up", "−$5", True),
    ],
)
def test_a_guest_plays_a_round_with_all_there_is(
    game: str, cards: str, side: str, side_pays: str, rescue: bool, house: House, stage: Stage
) -> None:
    async def play() -> None:
        await house.order("arrange", cards)
        table = await house.order("open", game)
        async with house.guests(**(MOVING if game in MOVED else {})) as (ada,):
            await ada.come("Ada", table)
            await deal(ada)
            await decide(ada)
            view = await ada.seen()
            assert view["phase"] == "over"
            first_hand = "−$25" if rescue else "−$50"
            assert sorted(await paid(ada)) == sorted([side_pays, "−$12.50", first_hand, "−$25"])
            assert sum(each["net"] for each in view["payments"]) == view["you"]["money"] - 1_000_000
            for n, payment in enumerate(view["payments"], 1):  # in their order, each with its law
                line = ada.page.locator(f".payments li[data-at='{n}']")
                await line.locator("summary").click()
                named = await line.locator(".law dt").all_inner_texts()
                assert named == payment["cite"]["clauses"] + payment["cite"]["readings"] != []

    async def deal(ada: Guest) -> None:
        await ada.sit(1)
        await ada.asked("cut")
        await ada.key("c", "cut")
        await ada.page.locator(".rail-chip", has_text="$25").first.click()
        await ada.press("place_wager", box=1, wager="main")
        await ada.page.locator("body").press("3")  # $5
        await ada.press("place_wager", box=1, wager=side)
        await ada.key("g", "ready")

    async def decide(ada: Guest) -> None:
        await ada.asked("insurance", 1)
        await ada.seen()
        await ada.press("insure", box=1)
        await ada.asked("decision", 1)
        await ada.seen()
        await ada.key("p", "split")
        await ada.seen()
        await ada.press("double", box=1, hand=0)
        await ada.seen()
        if rescue:
            await ada.key("r", "rescue", hand=0)
        await ada.key("s", "stand", hand=1)

    stage.play(play())


def test_a_guest_switches_two_hands(house: House, stage: Stage) -> None:
    """16 and 15 become 20 and 11, which is doubled to 20; the dealer comes to 19."""

    async def play() -> None:
        await house.order("arrange", "10s 5h 6d 6c Ks Kd 9c 3s")
        table = await house.order("open", "md-blackjack variant=switch")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.sit(1)
            await ada.asked("cut")
            await ada.key("c", "cut")
            await ada.page.locator(".rail-chip", has_text="$25").first.click()
            await ada.press("place_wager", box=2, wager="main")
            await ada.key("g", "ready")
            await ada.asked("switch", 1)
            await ada.key("x", "switch_cards")
            await ada.asked("decision", 1)
            await ada.key("s", "stand")
            await ada.asked("decision", 2)
            await ada.press("double", box=2, hand=0)
            view = await ada.seen()
            assert view["phase"] == "over"
            assert sorted(await paid(ada)) == ["+$25", "+$50"]
            assert view["you"]["money"] - 1_000_000 == 7500

    stage.play(play())


def test_a_community_card_lies_on_the_felt_and_in_every_hand(house: House, stage: Stage) -> None:
    """Electronic: from the community 5 Ada has 11 and doubles to 21, her other box stands on 15; the dealer,
    without a hole card, draws to 19."""

    async def play() -> None:
        await house.order("arrange", "5s 9c 6h Kd 10c 10h")
        table = await house.order("open", "md-blackjack/electronic")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.sit(1, 2)
            await ada.asked("cut")
            await ada.key("c", "cut")
            await ada.page.locator(".rail-chip", has_text="$25").first.click()
            for box in (1, 2):
                await ada.press("place_wager", box=box, wager="main")
            await ada.key("g", "ready")
            await ada.asked("decision", 1)
            view = await ada.seen()
            assert (view["community"], view["dealer"]["cards"]) == (["5s"], ["9c"])
            lying = ada.page.locator(".community .card")
            assert await lying.count() == 1
            named = await ada.page.locator(".hand .card.shared").all_inner_texts()
            assert [text.split("\n")[-1] for text in named] == ["5 of spades, community card"] * 2
            await ada.press("double", box=1, hand=0)
            await ada.asked("decision", 2)
            await ada.key("s", "stand")
            assert (await ada.seen())["phase"] == "over"
            assert sorted(await paid(ada)) == ["+$50", "−$25"]

    stage.play(play())


def test_nobody_is_sent_the_cards_that_another_holds_face_down(house: House, stage: Stage) -> None:
    """Dealt from the hand: Ada has 11 and doubles to 20, Bob stands on 18, the dealer has 19."""
    held = {"Ada": ("5 of spades", "6 of hearts"), "Bob": ("10 of hearts", "8 of diamonds")}

    async def sent(guest: Guest) -> str:
        return "".join(guest.frames) + await guest.page.content() + json.dumps(await guest.seen())

    async def play() -> None:
        await house.order("arrange", "5s 10h 9c 6h 8d 10c 9d")
        table = await house.order("open", "md-blackjack/hand-dealt")
        async with house.guests(2) as (ada, bob):
            for box, (guest, name) in enumerate(((ada, "Ada"), (bob, "Bob")), 1):
                await guest.come(name, table)
                await guest.sit(box)
            await ada.asked("cut")
            await ada.key("c", "cut")
            for box, guest in enumerate((ada, bob), 1):
                await guest.page.locator(".rail-chip", has_text="$25").first.click()
                await guest.press("place_wager", box=box, wager="main")
                await guest.key("g", "ready")
            await ada.asked("decision", 1)
            hers, his = await sent(ada), await sent(bob)
            assert all(card in hers and card not in his for card in held["Ada"])
            assert all(card in his and card not in hers for card in held["Bob"])
            assert await ada.page.locator(".held-deck").count() == 1
            await ada.press("double", box=1, hand=0)
            await bob.asked("decision", 2)
            his = await sent(bob)
            assert all(card in his for card in held["Ada"]), "a double turns the hand"
            hers = await sent(ada)
            assert all(card not in hers for card in held["Bob"])
            await bob.key("s", "stand")
            assert (await bob.seen())["phase"] == "over"
            hers = await sent(ada)
            assert all(card in hers for card in held["Bob"])
            assert sorted(await paid(ada)) == ["+$50", "−$25"]

    stage.play(play())


def test_a_guest_plays_from_both_sides_of_a_double_shoe_and_the_page_checks_both(
    house: House, stage: Stage
) -> None:
    """Hearts name the left side, and so the first card of both orders. The first round's is the player's own;
    the second's comes from the right side and is set apart."""

    async def play() -> None:
        await house.order("arrange_uncovered", "9h 10s 9d 10c 9s 10d 8d 10h 9c")
        table = await house.order("open", "md-blackjack/double-shoe")
        async with house.guests() as (ada,):
            await ada.come("Ada", table)
            await ada.sit(1)
            for _ in range(2):
                await ada.asked("cut")
                await ada.key("c", "cut")
            for apart in (0, 1):
                await ada.page.locator(".rail-chip", has_text="$25").first.click()
                await ada.press("place_wager", box=1, wager="main")
                await ada.key("g", "ready")
                await ada.asked("decision", 1)
                view = await ada.seen()
                shoe = view["shoe"]
                assert (shoe["side"], shoe["other"]["segregated"]) == ("left", apart)
                assert await ada.page.locator(".sides .at-hand").inner_text() == f"left {308 - 4 * apart}"
                assert "9 of hearts" in await ada.page.locator(".determinant").inner_text()
                first = view["boxes"][0]["hands"][0]["cards"][0]
                assert first == ("9h", "9s")[apart]
                await ada.key("s", "stand")
                assert (await ada.seen())["phase"] == "over"
                await house.order("pass_", 10_000)
                await house.order("rest", table)
            await ada.unfold()
            await ada.press("leave_table")
            for _ in range(3):
                await house.order("pass_", 60_000)
                await house.order("rest", table)
            await ada.until("document.querySelector('#shoe-check.right, #shoe-check.wrong')")
            checked = "Object.entries(sessionStorage).filter(([key]) => key.startsWith('vingt shoes'))[0][1]"
            await ada.until(f"Object.values(JSON.parse({checked}).shoes).every((shoe) => shoe.checked)")
            noted = json.loads(await ada.page.evaluate(checked))["shoes"]
            assert [shoe["reasons"] for shoe in noted.values()] == [[], []]
            assert noted["1"]["seen"]

    stage.play(play())


async def paid(guest: Guest) -> list[str]:
    return await guest.page.locator(".payments summary > b").all_inner_texts()
