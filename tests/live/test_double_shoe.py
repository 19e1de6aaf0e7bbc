"""A double shoe that the house deals: two orders sealed and committed to apart, a determinant card before
every round, and a log in which nobody can say otherwise."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, clocks, table_at, table_of
from tests.live.two_stacks import OTHER, RULES, of_decks
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.export import lines
from vingt.live.books.round_reader import TableReader
from vingt.live.house.house import House
from vingt.live.log import check_vingt_log
from vingt.live.log.chain import StoredEvent
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import Vault
from vingt.live.table import commands as ask
from vingt.live.table.seeds import give_seed
from vingt.report.rounds import replay

vaults: list[Vault] = []  # of the house that wrote the log below


@cache
def written() -> tuple[tuple[StoredEvent, ...], tuple[StoredEvent, ...], str]:
    """One deck a side, so that sides end. The log of the table and of people, a part of it by a house that
    was opened from nothing but the log; and a round of it as told."""

    async def play(folder: Path) -> None:
        clock = HandClock()
        house = await House.open(folder, shoes=Arranged(seed=5), clocks=clocks(clock))
        table = await table_at(house, clock, of_decks(1))
        people = [
            await table.come(name, box)
            for box, name in enumerate(("ann", "bob", "cal", "dan", "eve", "fay"), 1)
        ]
        await Bots(table, people, 5).play(3)
        before = table.live.state
        await house.close()
        (folder / "house.cache").unlink(missing_ok=True)
        house = await House.open(folder, shoes=Arranged(seed=6), clocks=clocks(clock))
        assert house.table("t1").state == before
        table = Table(house, house.table("t1"), clock)
        await Bots(table, people, 7).play(8)
        await table.live.close("house")
        for _ in range(20):
            await table.wait(60_000)
        log = Snapshot(house.store, house.store.streams())
        told = json.dumps(replay.tell(log, "t1", 8).as_json())
        kept.append((tuple(log.read("table/t1")), tuple(log.read("people")), told))
        vaults.append(house._vault)
        await house.close()

    kept: list[tuple[tuple[StoredEvent, ...], tuple[StoredEvent, ...], str]] = []
    with TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
    return kept[0]


def forged(change: Callable[[list[NewEvent]], None]) -> tuple[list[str], list[str]]:
    """What `verify` and the one-file verifier find where every hash was computed anew."""
    table, people, _ = written()
    news = [NewEvent(each.kind, json.loads(json.dumps(each.data)), each.key, each.actor) for each in table]
    change(news)
    store = MemoryStore(HandClock())
    store.chained("people", [NewEvent(each.kind, each.data, each.key, each.actor) for each in people])
    store.chained("table/t1", news)
    log = Snapshot(store, store.streams())
    found = [problem.what for problem in verify(log, vaults[0]).problems]
    return found, check_vingt_log.check(iter(list(lines(log, ["table/t1"]))))[0]


def unchanged(news: list[NewEvent]) -> None:
    pass


@clause("MD-BJ 7.C(1)", "MD-BJ 7.C(1)(a)", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 3.C(2)", "MD-BJ 7.E(2)")
def test_rounds_come_from_two_sealed_orders_and_both_verifiers_find_the_log_sound() -> None:
    events, _, told = written()
    assert forged(unchanged) == ([], [])
    drawn = [each.data for each in events if each.kind == "determinant_drawn"]
    assert len(drawn) == sum(each.kind == "betting_closed" for each in events) >= 8
    assert {each["drawn_from"] == each["side"] for each in drawn} == {True, False}
    ends = Counter(each.data["why"] for each in events if each.kind == "shoe_ended")
    assert ends["cover_card"] > 1
    sides: dict[str, int] = {}
    reader = TableReader("table/t1")  # by which pages find a round and its shoes
    for each in events:
        reader.follow(each)
    revealed: set[int] = set()
    side, held = "", None
    for each in events:
        match each.kind:
            case "shoe_opened":
                assert not {"cards_burned"} & {kind.kind for kind in events if kind.data.get("why") == "load"}
                sides[each.data["side"]] = each.data["shoe"]
            case "determinant_drawn":
                side, number = each.data["side"], each.data["shoe"]
                assert number == sides[each.data["drawn_from"]]
                assert side == ("left" if each.data["card"][-1] in "hd" else "right")
                held = {"shoe": number, "at": each.data["at"]} if number == sides[side] else None
            case "commanded" if each.data["command"]["do"] == "deal":
                assert each.data["command"]["card"] == (held or each.data["command"]["card"])
                assert each.data["command"]["card"]["shoe"] == sides[side]
                held = None
            case "shoe_revealed":
                revealed.add(each.data["shoe"])
            case _:
                pass
    assert revealed == set(range(1, max(sides.values()) + 1))
    assert "the determinant card, from the" in told
    found = reader.rounds_over
    assert {len(each.dealt_from) for each in found} == {1, 2}
    assert all(each.dealt_from[0] != each.dealt_from[-1] for each in found if len(each.dealt_from) > 1)


def change(kind: str, **data: object) -> Callable[[list[NewEvent]], None]:
    def changed(news: list[NewEvent]) -> None:
        next(each for each in news if each.kind == kind).data.update(data)

    return changed


def drop(kind: str) -> Callable[[list[NewEvent]], None]:
    return lambda news: news.remove(next(each for each in news if each.kind == kind))


def other_side_named(news: list[NewEvent]) -> None:
    drawn = next(each for each in news if each.kind == "determinant_drawn")
    drawn.data["side"] = OTHER[drawn.data["side"]]


@pytest.mark.parametrize(
    ("forgery", "said", "small"),
    [
        (drop("determinant_drawn"), "no determinant card was drawn", "no determinant card was drawn"),
        (other_side_named, "does not name the", "does not name the"),
        (change("determinant_drawn", at=9), "was not to be the determinant card", "was not to be the"),
        (change("determinant_drawn", drawn_from="right"), "was not to be", "was not to come from the right"),
        (change("determinant_drawn", card="2h"), "did not lie at card", "did not lie at place"),
        (change("shoe_opened", side="right"), "the left one was due", ""),
        (change("shoe_ended", dealt=3), "cards came out, not 3", "cards came out, not 3"),
        (drop("cover_card_out"), "the cover card was passed over", ""),
    ],
    ids=("no card", "other side", "other place", "other source", "other card", "sides", "count", "cover"),
)
def test_a_forger_of_sides_is_found_out(
    forgery: Callable[[list[NewEvent]], None], said: str, small: str
) -> None:
    found, by_the_small_one = forged(forgery)
    assert any(said in each for each in found), found[:3]
    assert not small or any(small in each for each in by_the_small_one), by_the_small_one[:3]


def test_a_view_shows_both_sides_and_a_seed_is_mixed_into_both() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(seed=1))
        ann = await table.come("ann", 1)
        while table.live.state.shoe.stage == "offered":
            await table.run_out()
        seeds = give_seed(table.live.state, ann, "my words")
        assert not isinstance(seeds, Refusal)
        assert [each.shoe for each in seeds] == [2, 1]
        await table.must(ann, ask.GiveSeed("my words"))
        assert isinstance(await table.give(ann, ask.GiveSeed("again")), Refusal)
        while not table.live.state.in_play_now:  # a blackjack ends a round at once
            await table.say(ann, "place_wager", box=1, amount=1000)
            await table.must(ann, ask.Ready())
            await table.rest()
        seen = table.live.view(None).shoe
        assert seen is not None
        assert seen.other is not None
        assert seen.determinant is not None
        assert {(seen.side, seen.backs), (seen.other.side, seen.other.backs)} == {
            ("left", "red"),
            ("right", "blue"),
        }
        assert seen.side == seen.determinant.side
        assert len({seen.commitment, seen.other.commitment}) == 2
        assert table.verified().problems == []
        await table.live.stop()

    asyncio.run(play())
