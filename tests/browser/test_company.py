"""Several people at one table: each is asked alone, sees only what all may see, and answers as they like.

Every question is answered once by a click, once by a key and once by the clock.
"""

from __future__ import annotations

import re

from tests.browser.stage import Guest, House, Stage
from tests.proof import clause

Company = tuple[Guest, ...]

# Boxes 1 to 5, then the dealer, then again: Ada, Bob and Cyd on box 1, Ada on 2, Bob on 3 and 4, Cyd on 5.
FIRST_ROUND = (
    "8s Js Jh Jd Jc Ah 8d 6s 6h 7d 6c 8c"  # 8-8, 16, 16, 17, 16 against an ace, under it an 8
    " 3h 5d"  # box 1 is split: 8-3 doubled to 16
    " 3d 9d"  # 8-3 doubled to 20
)
HOLE = "8c"
SECOND_ROUND = "7s 9c 7h Kd 2h Kh"  # Ada and Bob on box 1: 7-7 against 19, split to 9 and 17

CARD = re.compile(r'id=\\"(?:b\d+h\d+|dealer)-\d+-((?:10|[2-9JQKA])[cdhs])\\"')


@clause("MA-P21 13(a)")
def test_three_browsers_on_five_boxes_with_one_of_them_shared(house: House, stage: Stage) -> None:
    async def play() -> None:
        await house.order("arrange", f"{FIRST_ROUND} {SECOND_ROUND}")
        table = await house.order("open", "ma-pontoon-21")
        async with house.guests(3) as company:
            await come(company, table, (1, 2), (3, 4), (5,))
            await only(company[:1], "cut", company)
            assert await house.order("run_out", table) == "cut"
            await wager(*company)
            await insure(*company)
            await split_and_double(*company)
            await surrender_or_not(*company)
            for guest, net in zip(company, (0, -5000, -7500), strict=True):
                view = await guest.seen()
                assert view["dealer"]["cards"] == ["Ah", HOLE]
                assert HOLE in cards_in(guest)
                assert sum(each["net"] for each in view["payments"] if each["yours"]) == net
            await house.order("run_out", table)
            await leave_a_split_to_the_clock(*company)

    stage.play(play())


async def wager(ada: Guest, bob: Guest, cyd: Guest) -> None:
    """$25 everywhere. Nobody lays on another's box before its holder agrees and wagers."""
    assert await bob.button("place_wager", box=1).count() == 0
    await ada.unfold()
    await ada.press("share_box", box=1)
    for guest, boxes in ((ada, (1, 2)), (bob, (1, 3, 4)), (cyd, (1, 5))):
        await guest.page.locator("body").press("4")
        for box in boxes:
            await guest.press("place_wager", box=box, wager="main")
    await ada.press("ready")
    await bob.key("g", "ready")
    assert await ada.house.order("run_out", ada.table) == "betting"


async def insure(ada: Guest, bob: Guest, cyd: Guest) -> None:
    await only((ada, bob, cyd), "insurance", (ada, bob, cyd))
    await ada.press("insure", box=1)
    await ada.press("decline_insurance", box=2)
    await bob.key("i", "insure", box=1)
    for box in (3, 4):
        await bob.key("n", "decline_insurance", box=box)
    await only((cyd,), "insurance", (ada, bob, cyd))
    assert await ada.house.order("run_out", ada.table) == "insurance"
    boxes = (await cyd.seen())["boxes"]
    laid = {(box["number"], each["name"]): each["insurance"] for box in boxes for each in box["bettors"]}
    assert {where: amount for where, amount in laid.items() if amount} == {(1, "Ada"): 1250, (1, "Bob"): 1250}


async def split_and_double(ada: Guest, bob: Guest, cyd: Guest) -> None:
    company, run_out = (ada, bob, cyd), ada.house.order
    await only((ada,), "decision", company)
    await ada.press("split", box=1)
    await only((bob, cyd), "cover_split", company)
    await bob.press("split", box=1)
    await only((cyd,), "cover_split", company)
    await cyd.key("n", "stay_on_hand", box=1, hand=0)

    await ada.key("d", "double", box=1, hand=0)
    await only((bob, cyd), "join_double", company)
    await bob.press("double", box=1, hand=0)
    await cyd.key("d", "double", box=1, hand=0)
    await only((bob, cyd), "rescue", company)
    await bob.key("r", "rescue", box=1, hand=0)
    await only((cyd,), "rescue", company)
    assert await run_out("run_out", ada.table) == "rescue"
    await ada.press("rescue", box=1, hand=0)

    for guest in company:
        await guest.seen()
        assert "3d" in cards_in(guest)
        assert "9d" not in cards_in(guest)
    await ada.press("double", box=1, hand=1)
    await only((bob,), "join_double", company)
    assert await run_out("run_out", ada.table) == "join_double"
    await ada.key("s", "stand", box=1, hand=1)


async def surrender_or_not(ada: Guest, bob: Guest, cyd: Guest) -> None:
    await only((ada,), "decision", (ada, bob, cyd))
    await ada.press("surrender", box=2)
    await bob.key("u", "surrender", box=3)
    await bob.press("stand", box=4)
    await only((cyd,), "decision", (ada, bob, cyd))
    for guest in (ada, bob, cyd):
        assert HOLE not in cards_in(guest)
        assert "8 of clubs" not in "".join(guest.frames) + await guest.page.content()
    assert await ada.house.order("run_out", ada.table) == "decision"


async def leave_a_split_to_the_clock(ada: Guest, bob: Guest, cyd: Guest) -> None:
    await ada.key("w", "place_wager", box=1)
    await bob.press("place_wager", box=1, wager="main")
    assert await ada.house.order("run_out", ada.table) == "betting"
    await ada.key("p", "split", box=1)
    await only((bob,), "cover_split", (ada, bob, cyd))
    assert await ada.house.order("run_out", ada.table) == "cover_split"
    for hand in (0, 1):
        await ada.key("s", "stand", box=1, hand=hand)
    lost = [(each["name"], each["hand"], each["net"]) for each in (await cyd.seen())["payments"]]
    assert sorted(lost) == [("Ada", 0, -2500), ("Ada", 1, -2500), ("Bob", 0, -2500)]


NATURALS = "Ks Kh Kd Ac As Ah Ad 9c"  # three naturals against an ace, under it a 9


def test_the_cut_and_even_money_go_round_the_table(house: House, stage: Stage) -> None:
    """The cut is declined by a click and by a key and then left to the clock; even money too."""

    async def play() -> None:
        await house.order("arrange", NATURALS)
        table = await house.order("open", "md-blackjack/double-deck-progressives")
        async with house.guests(3) as company:
            ada, bob, cyd = company
            await come(company, table, (1,), (2,), (3,))
            await only((ada,), "cut", company)
            await ada.press("decline_cut")
            await only((cyd,), "cut", company)
            await cyd.key("n", "decline_cut")
            await only((bob,), "cut", company)
            assert await house.order("run_out", table) == "cut"
            for guest in company:
                await guest.page.locator("body").press("3")
                await guest.key("w", "place_wager")
            for guest in company:
                await guest.press("ready")
            await only(company, "even_money", company)
            await ada.press("take_even_money", box=1)
            await bob.key("e", "take_even_money", box=2)
            await only((cyd,), "even_money", company)
            assert await house.order("run_out", table) == "insurance"
            view = await cyd.seen()
            won = [(each["name"], each["outcome"], each["net"]) for each in view["payments"]]
            even = [("Ada", "even-money", 2500), ("Bob", "even-money", 2500)]
            assert won == [*even, ("Cyd", "natural", 3000)]  # which pays 6 to 5 here

    stage.play(play())


async def come(company: Company, table: str, *boxes: tuple[int, ...]) -> None:
    for guest, name, theirs in zip(company, ("Ada", "Bob", "Cyd"), boxes, strict=True):
        await guest.come(name, table)
        await guest.sit(*theirs)


async def only(asked: Company, kind: str, company: Company) -> None:
    """The question stands on these pages and on no other."""
    for guest in asked:
        await guest.asked(kind)
    for guest in company:
        view = await guest.seen()
        mine = {prompt["kind"] for prompt in view["prompts"] if prompt["urgent"]}
        shown = await guest.page.locator(f".ask.{kind}").count()
        assert (kind in mine) == bool(shown) == (guest in asked), (kind, mine)


def cards_in(guest: Guest) -> set[str]:
    """Every card that came in by the connection so far."""
    return {card for frame in guest.frames for card in CARD.findall(frame)}
