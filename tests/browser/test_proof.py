"""The page checks every shoe itself: an honest one fits, and one that was tampered with is said not to."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Route

from tests.browser.stage import Guest, House, Stage
from tests.live import golden
from vingt.live.books.audit import Snapshot
from vingt.live.books.shoe_proof import SHOE_KINDS, proofs_in
from vingt.live.house.house import DATABASE, KEY
from vingt.live.log.codec import event_of
from vingt.live.log.filing import rules_of
from vingt.live.log.kinds import ROUND_EVENTS
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault, open_vault
from vingt.live.table.evolve import follow
from vingt.live.table.state import TableState
from vingt.live.views.common_view import Shower
from vingt.web.html.pages import STATIC

CARDS = "8s 9h 8d Kc 3h Qs 5d"  # 8-8 against 19
NO_WEBCRYPTO = "Object.defineProperty(globalThis.Crypto.prototype, 'subtle', { get: () => undefined })"
RIGHT = "Shoe 1: 312 cards, checked by your own browser."


async def play_a_shoe(ada: Guest) -> None:
    """One round, and the table left: the shoe ends and is revealed."""
    await ada.sit(3)
    await ada.press("cut")
    await ada.press("place_wager", box=3, wager="main")
    await ada.press("ready")
    await ada.press("split", box=3)
    await ada.press("stand", hand=0)
    await ada.press("stand", hand=1)
    await ada.unfold()
    await ada.press("leave_table")
    await ada.house.order("pass_", 60_000)
    await ada.house.order("rest", ada.table)


async def table_with(house: House, ada: Guest) -> None:
    await house.order("arrange", CARDS)
    await ada.come("Ada", await house.order("open", "md-blackjack"))


async def said(ada: Guest) -> str:
    await ada.page.locator("#shoe-check:visible").wait_for()
    return await ada.page.locator("#shoe-check").inner_text()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_shoe_that_was_played_is_checked_by_the_page(by_hand: bool, house: House, stage: Stage) -> None:
    """By the browser's own SHA-256, and where the address is not secure by the one in the page. A house that
    committed to one order and dealt another is found out too: the number fits, the cards do not."""

    async def play() -> None:
        async with house.guests() as (ada,):
            if by_hand:
                await ada.page.add_init_script(NO_WEBCRYPTO)
            await table_with(house, ada)
            assert await ada.page.evaluate("crypto.subtle === undefined") is by_hand
            await play_a_shoe(ada)
            assert await said(ada) == RIGHT
            noted = await memory(ada)
            cards = [card for _, _, cards in noted["1"]["seen"] for card in cards]
            assert sorted(cards) == sorted([*CARDS.split()[:6]])  # every card that lay face up, once
            await ada.page.get_by_role("link", name="Shoe 1", exact=True).click()
            await ada.page.get_by_text("and 6 cards it saw dealt").wait_for()
            assert await said(ada) == RIGHT
            await ada.page.evaluate(REMEMBER_ANOTHER_CARD, ada.table)
            await ada.see(f"/tables/{ada.table}")
            assert "the 2h that was seen among cards" in await said(ada)

    stage.play(play())


async def memory(ada: Guest) -> dict[str, Any]:
    found = await ada.page.evaluate(f"sessionStorage.getItem('vingt shoes {ada.table}')")
    shoes: dict[str, Any] = json.loads(found)["shoes"]
    return shoes


def swap_unseen(told: dict[str, Any]) -> None:
    """Two cards that nobody saw change places."""
    order = told["order"]
    last = next(at for at in range(1, len(order)) if order[at] != order[0])
    order[0], order[last] = order[last], order[0]


def swap_and_commit_anew(told: dict[str, Any]) -> None:
    """A house that also publishes another number now: what counts is the one of before."""
    swap_unseen(told)
    text = bytes.fromhex(told["nonce"]) + " ".join(told["order"]).encode()
    told["commitment"] = hashlib.sha256(text).hexdigest()


def drop(told: dict[str, Any]) -> None:
    del told["order"][0]


def change_a_card(told: dict[str, Any]) -> None:
    told["order"][0] = "As" if told["order"][0] != "As" else "Ks"


def change_the_nonce(told: dict[str, Any]) -> None:
    told["nonce"] = "00" + told["nonce"][2:]


def change_the_cut(told: dict[str, Any]) -> None:
    told["cut"] += 1


def withhold(told: dict[str, Any]) -> None:
    told.update(revealed=False, nonce="", order=[])


NUMBER = "the order does not give the number that was published"
TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "two cards swapped": (swap_unseen, NUMBER),
    "another number now": (swap_and_commit_anew, NUMBER),
    "a card dropped": (drop, "it holds 311 cards, not 312"),
    "a card changed": (change_a_card, "the decks are not complete"),
    "the nonce changed": (change_the_nonce, NUMBER),
    "the cut changed": (change_the_cut, "it was cut after"),
    "not published": (withhold, "its order is not published"),
    "no sense": (lambda told: told.update(order=7), "cannot be read"),
}


# The page looks again at a shoe of which it remembers another card than was dealt.
REMEMBER_ANOTHER_CARD = """(table) => {
  const place = `vingt shoes ${table}`;
  const memory = JSON.parse(sessionStorage.getItem(place));
  const shoe = memory.shoes[1];
  const cards = shoe.seen[0][2];
  cards[0] = cards[0] === "2h" ? "2d" : "2h";
  shoe.checked = false;
  sessionStorage.setItem(place, JSON.stringify(memory));
}"""

# The page looks again at a shoe of which it has kept the number and the cards seen.
FORGET_THE_CHECK = """(table) => {
  const place = `vingt shoes ${table}`;
  const memory = JSON.parse(sessionStorage.getItem(place));
  memory.shoes[1].checked = false;
  memory.shoes[1].reasons = [];
  sessionStorage.setItem(place, JSON.stringify(memory));
}"""


def test_a_shoe_that_was_tampered_with_is_said_not_to_fit(house: House, stage: Stage) -> None:
    async def play() -> None:
        async with house.guests() as (ada,):
            await table_with(house, ada)
            name = "two cards swapped"

            async def tamper(route: Route) -> None:
                answer = await route.fetch()
                told = await answer.json()
                TAMPERED[name][0](told)
                await route.fulfill(response=answer, json=told)

            await ada.page.route("**/shoes/*.json", tamper)
            await play_a_shoe(ada)
            for name, (_, words) in TAMPERED.items():  # noqa: B007  `tamper` reads the name
                await ada.page.evaluate(FORGET_THE_CHECK, ada.table)
                await ada.page.reload()
                text = await said(ada)
                assert text.startswith("Shoe 1 does NOT fit what was published before its first card: ")
                assert words in text
            await ada.page.reload()  # the warning stays
            assert "does NOT fit" in await said(ada)
            assert await ada.page.locator("#shoe-check.wrong a").get_attribute("href") == (
                f"/tables/{ada.table}/shoes/1"
            )

    stage.play(play())


def looks_at(stream: str, log: Snapshot, vault: Vault) -> tuple[list[dict[str, str]], dict[int, Any]]:
    """What #proof says whenever the dealer rests, and what is published of each shoe in the end."""
    orders, state = Orders(stream.removeprefix("table/"), vault), TableState()
    looks: list[dict[str, str]] = []
    events = list(log.read(stream))
    rules = rules_of(event_of(events[0]))
    for stored, following in zip(events, [*events[1:], None], strict=True):
        orders.follow(stored)
        state = follow(state, stored, orders.card_at)
        shower = Shower(rules, state, None, str)
        shoe = shower.shoe()
        if shoe is None or not shoe.commitment or (following and following.kind in ROUND_EVENTS):
            continue
        lying = [*shower.dealer().cards, *(c for b in shower.boxes() for h in b.hands for c in h.cards)]
        numbers = {"shoe": shoe.number, "cards": shoe.cards, "decks": shoe.decks, "dealt": shoe.dealt}
        numbers |= {"round": state.round_number, "down": lying.count(None)}
        looks.append(
            {
                "commitment": shoe.commitment,
                "cut": "" if shoe.cut is None else str(shoe.cut),
                "up": " ".join(card for card in lying if card),
                **{name: str(value) for name, value in numbers.items()},
            }
        )
    proofs = proofs_in([each for each in events if each.kind in SHOE_KINDS])
    return looks, {each.number: each.as_json() for each in proofs if each.nonce}


def test_no_honest_shoe_is_ever_doubted(house: House, stage: Stage, tmp_path: Path) -> None:
    """Every shoe of a log of all games, by pages that saw everything and by pages that missed much of it."""
    golden.house_folder("v1", tmp_path)
    store = SqliteStore(tmp_path / DATABASE, read_only=True)
    log, vault = Snapshot(store, store.streams()), open_vault(tmp_path / KEY)
    source = (STATIC / "proof.js").read_text("utf-8")
    inner = source[source.index("  // -- SHA-256") : source.index("  // -- saying it")]
    check = f"""async ([looks, told]) => {{ {inner}
      const memory = {{ last: null, shoes: {{}} }};
      for (const data of looks) note(memory, data);
      const found = {{ doubted: [], shoes: 0, cards: 0 }};
      for (const [shoe, noted] of Object.entries(memory.shoes)) {{
        if (!told[shoe]) continue;
        found.shoes += 1;
        found.cards += noted.seen.flatMap(([, , cards]) => cards).length;
        found.doubted.push(...(await doubts(noted, told[shoe])));
      }}
      return found;
    }}"""

    async def look() -> list[dict[str, Any]]:
        async with house.guests() as (ada,):
            await ada.see("/sign-in")
            found = []
            for stream in (each for each in log.streams if each != "people"):
                looks, told = looks_at(stream, log, vault)
                for seed, kept in enumerate((1.0, 0.6, 0.3, 0.1)):
                    chance = Random(seed)
                    seen = [each for each in looks if chance.random() < kept]
                    found.append(await ada.page.evaluate(check, [seen, told]))
            return found

    found = stage.play(look())
    asyncio.run(store.close())
    assert [each["doubted"] for each in found] == [[]] * len(found)
    assert sum(each["shoes"] for each in found) > 20
    assert sum(each["cards"] for each in found) > 500


def test_sha_256_by_hand_is_sha_256(house: House, stage: Stage) -> None:
    """Of every length around a block's end, and of an order."""
    texts = ["x" * length for length in (0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000)]
    source = (STATIC / "proof.js").read_text("utf-8")
    begin, end = source.index("  const primes"), source.index("  /** Browsers offer")
    hashed = "texts.map((text) => sha256ByHand(new TextEncoder().encode(text)))"
    by_hand = f"(texts) => {{ {source[begin:end]} return {hashed} }}"

    async def reckon() -> list[str]:
        async with house.guests() as (ada,):
            await ada.see("/sign-in")
            found: list[str] = await ada.page.evaluate(by_hand, texts)
            return found

    assert stage.play(reckon()) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
