"""Logs of progressive wagers that a forger changed and hashed anew: each is found, and at its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from tests.live.quiet_house import Arranged, MemoryStore, table_of
from tests.live.written import Written
from tests.progressive.automatic_table import ROYAL, finish, place
from tests.progressive.tables import BAD_BEAT, SUPER_4, XTREME_16, table
from vingt.core.progressive.chance import commitment
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import verify
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import Vault

News = dict[str, list[NewEvent]]
KEY = Vault(bytes(32))


def copied(store: MemoryStore) -> News:
    return {
        stream: [NewEvent(each.kind, deepcopy(each.data), each.key, each.actor) for each in events]
        for stream, events in store.kept.items()
    }


@cache
def jackpot() -> News:
    """A round that feeds the meters, then a royal flush of diamonds that a floorperson confirms."""

    async def play() -> News:
        at = await table_of(table("md-blackjack", SUPER_4)[2], Arranged(f"2h 3d 5c 8d 9h {ROYAL}"))
        ann = await at.come("Ann", 1)
        draws = iter([0])  # the first trigger: the least, which the first round reaches
        at.house.meters.draw = lambda most: next(draws, most // 2)
        for _ in range(2):
            await place(at, ann, 1, "super-4", 100)
            await finish(at, ann)
            await at.rest()
        held = at.live.state.jackpot.held
        assert held is not None
        assert not isinstance(await at.live.confirm_payment(await at.staff("Sue", "floorperson")), Refusal)
        await at.rest()
        return copied(at.house.store)  # type: ignore[arg-type]

    return asyncio.run(play())


@cache
def wheel() -> News:
    """A triggered round of Xtreme-16 with a community prize."""

    async def play() -> News:
        at = await table_of(table("ma-pontoon-21", XTREME_16)[2], Arranged("5c 6s 9c Kh"))
        draws = iter([4, 1])  # seat 5, which nobody has; $25
        at.house.meters.draw = lambda most: next(draws, most // 2)
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bonus-spin-xtreme-16", 500)
        await finish(at, ann)
        await at.rest()
        return copied(at.house.store)  # type: ignore[arg-type]

    return asyncio.run(play())


@cache
def drawn() -> News:
    """A round of Bad Beat in which a seat and a card are drawn."""

    async def play() -> News:
        at = await table_of(table("md-blackjack", BAD_BEAT)[2], Arranged("2h 3d 5c 8d"))
        at.house.meters.draw = lambda most: 0
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, "bad-beat", 100)
        await finish(at, ann)
        await at.rest()
        return copied(at.house.store)  # type: ignore[arg-type]

    return asyncio.run(play())


PLAYED = {"jackpot": jackpot, "wheel": wheel, "drawn": drawn}
SUPER, MUST, TABLE, XTREME = (
    "meter/t1.super-4.main",
    "meter/t1.must-hit.must-hit",
    "table/t1",
    "meter/t1.bonus-spin-xtreme-16.must-hit",
)


def written(news: News) -> Written:
    log = Written()
    for stream, events in news.items():
        log.add(stream, *events)
    return log


def nth(news: News, stream: str, kind: str, at: int = 0) -> NewEvent:
    return [each for each in news[stream] if each.kind == kind][at]


def place_of(news: News, event: NewEvent) -> tuple[str, int]:
    return next(
        (stream, at) for stream, events in news.items() for at, each in enumerate(events, 1) if each is event
    )


def paid_twice(news: News) -> NewEvent:
    event = nth(news, SUPER, "meter_paid")
    again = NewEvent(event.kind, dict(event.data), "", event.actor)
    news[SUPER].append(again)
    return again


def won_twice(news: News) -> NewEvent:
    """A second win and payment in the meter's log alone, which adds up by itself."""
    hit, paid = nth(news, SUPER, "meter_hit"), nth(news, SUPER, "meter_paid")
    again = NewEvent(hit.kind, {**hit.data, "amount": 1_000_000, "payment": 2}, "", hit.actor)
    news[SUPER] += [again, NewEvent(paid.kind, {**paid.data, "payment": 2}, "", paid.actor)]
    return again


def claim_paid_more(news: News) -> NewEvent:
    """The table pays a cent more than the meter did."""
    answer = [each for each in news[TABLE] if each.data.get("command", {}).get("do") == "answer_claim"][-1]
    answer.data["command"]["amount"] += 1
    settled = [
        each for each in news[TABLE] if each.kind == "wager_settled" and each.data["wager"] == "super-4"
    ]
    settled[-1].data["returns"] += 1
    return answer


def change(stream: str, kind: str, at: int = 0, **data: Callable[[Any], Any]) -> Callable[[News], NewEvent]:
    def forge(news: News) -> NewEvent:
        event = nth(news, stream, kind, at)
        for name, made in data.items():
            event.data[name] = made(event.data[name])
        return event

    return forge


def drop(stream: str, kind: str, found: tuple[str, str]) -> Callable[[News], NewEvent]:
    """Without an event; it is missed where `found` says."""

    def forge(news: News) -> NewEvent:
        news[stream].remove(nth(news, stream, kind))
        return nth(news, *found)

    return forge


def other_trigger(news: News) -> NewEvent:
    """Another trigger, with a commitment made to fit it: who has the key finds that it was not sealed, and
    who has none that it was not reached."""
    revealed, sealed = nth(news, MUST, "trigger_revealed"), nth(news, MUST, "trigger_sealed")
    opened = nth(news, MUST, "meter_opened")
    revealed.data["trigger"] = 90_000
    about = ("trigger", "t1.must-hit.must-hit", 1, opened.data["terms"])
    sealed.data["commitment"] = commitment(about, bytes.fromhex(revealed.data["nonce"]), (90_000,))
    return revealed


def other_stop(news: News) -> NewEvent:
    """Another stop of the wheel, bound anew, and the old prize."""
    spun, stopped = nth(news, TABLE, "wheel_spun"), nth(news, TABLE, "wheel_stopped")
    stopped.data["drawn"] = [4, 3]
    about = ("spin", "t1", 1, "bonus-spin-xtreme-16")
    spun.data["commitment"] = commitment(about, bytes.fromhex(stopped.data["nonce"]), (4, 3))
    answers = [each for each in news[TABLE] if each.data.get("command", {}).get("do") == "answer_claim"]
    return answers[0]


def cent_more(news: News) -> NewEvent:
    nth(news, TABLE, "bonus_paid").data["amount"] += 1
    return nth(news, MUST, "meter_hit")


def other_seat(news: News) -> NewEvent:
    nth(news, TABLE, "bonus_drawn").data["seat"] = 2
    return nth(news, TABLE, "bonus_paid")


FORGERIES: dict[str, tuple[str, Callable[[News], NewEvent], str]] = {
    "paid twice": ("jackpot", paid_twice, "paid twice"),
    "won twice in the meter alone": ("jackpot", won_twice, "does not know of"),
    "a cent more at the table": ("jackpot", claim_paid_more, "waited"),
    "a meter opened with a cent more": (
        "jackpot",
        change(SUPER, "meter_opened", initial=lambda x: x + 1),
        "configuration",
    ),
    "fed a cent more": ("jackpot", change(SUPER, "meter_fed", added=lambda _: "103/3"), "100/3"),
    "kept in reserve what is not filed": (
        "jackpot",
        change(SUPER, "meter_fed", reserved=lambda _: "5"),
        "0 into the reserve",
    ),
    "fed of another stake": ("jackpot", change(SUPER, "meter_fed", staked=lambda _: 200), "were due"),
    "fed by a round that was not": (
        "jackpot",
        change(SUPER, "meter_fed", 1, round=lambda _: 7),
        "round 2 were due",
    ),
    "a contribution left out": (
        "jackpot",
        drop(SUPER, "meter_fed", (SUPER, "meter_fed")),
        "round 1 were due",
    ),
    "won a cent less": ("jackpot", change(SUPER, "meter_hit", amount=lambda x: x - 1), "were due"),
    "reset a cent higher": ("jackpot", change(SUPER, "meter_hit", reseeded=lambda x: x + 1), "put in anew"),
    "reset out of a reserve that is not there": (
        "jackpot",
        change(SUPER, "meter_hit", from_reserve=lambda _: 5),
        "from the house",
    ),
    "confirmed by the winner": (
        "jackpot",
        lambda news: confirmed_by(news, nth(news, TABLE, "payment_held").data["player"]),
        "to themselves",
    ),
    "confirmed by nobody": ("jackpot", lambda news: unconfirmed(news), "no supervisor"),
    "another trigger": ("jackpot", change(MUST, "trigger_revealed", trigger=lambda x: x + 1), "committed to"),
    "another trigger bound anew": ("jackpot", other_trigger, "not reached"),
    "must-hit paid to another box": (
        "jackpot",
        change(TABLE, "bonus_paid", box=lambda _: 3),
        "not taken part",
    ),
    "must-hit a cent more": ("jackpot", cent_more, "table t1 paid 25006"),
    "contributions left out": (
        "jackpot",
        drop(TABLE, "contributions_made", (SUPER, "meter_fed")),
        "",
    ),
    "another stop": ("wheel", change(TABLE, "wheel_stopped", drawn=lambda _: [4, 0]), "bound to"),
    "another stop bound anew": ("wheel", other_stop, "had been won"),
    "beyond the wheel": ("wheel", change(TABLE, "wheel_stopped", drawn=lambda _: [9, 1]), "no stop"),
    "another seat drawn": ("drawn", other_seat, "nothing had won"),
    "a drawn bonus twice as high": (
        "drawn",
        change(TABLE, "bonus_paid", amount=lambda x: 2 * x),
        "had drawn",
    ),
}


def confirmed_by(news: News, person: str) -> NewEvent:
    at, event = next((at, each) for at, each in enumerate(news[TABLE]) if each.kind == "payment_confirmed")
    news[TABLE][at] = NewEvent(event.kind, {"by": person}, event.key, person)
    return news[TABLE][at]


def unconfirmed(news: News) -> NewEvent:
    news[TABLE].remove(nth(news, TABLE, "payment_confirmed"))
    return [each for each in news[TABLE] if each.data.get("command", {}).get("do") == "answer_claim"][-1]


@pytest.mark.parametrize("played", PLAYED)
def test_what_was_played_is_sound_with_the_key_and_without(played: str) -> None:
    log = written(deepcopy(PLAYED[played]()))
    for vault in (KEY, None):
        report = verify(log.snapshot, vault)
        assert [each for each in report.problems if "stored at" not in each.what] == []


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_of_meters_and_wheels_is_found_out_at_the_place(forgery: str) -> None:
    played, forge, says = FORGERIES[forgery]
    news = deepcopy(PLAYED[played]())
    event = forge(news)
    for vault in (KEY, None):
        problems = verify(written(news).snapshot, vault).problems
        place = [each.what for each in problems if (each.stream, each.version) == place_of(news, event)]
        assert any(says in what for what in place), (place, problems)
