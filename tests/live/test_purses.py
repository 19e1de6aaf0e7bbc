"""Purses: money moves in one append, is never spent twice, and the books stay right."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from tests.live.lobby import Lobby, visit
from vingt.core.money import dollars
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.store import Appended, Batches, Conflict
from vingt.live.people.people import (
    DEMO_PURSE,
    NotEnough,
)


def test_chips_are_bought_in_one_append_and_a_purse_is_never_spent_twice(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, _ = await lobby.people.welcome()

        def buy(table: str) -> Awaitable[object]:
            half = codec.new(t.BoughtIn(guest.id, 700_000))
            return lobby.people.buy_chips(guest.id, table, 700_000, (0, [half]))

        outcomes = await asyncio.gather(buy("t1"), buy("t2"), return_exceptions=True)
        assert [type(each) for each in outcomes][1] is NotEnough
        assert lobby.people.purse(guest.id) == 300_000
        assert lobby.store.streams() == {"people": 4, "table/t1": 1}
        with pytest.raises(Conflict):
            await lobby.people.return_chips(guest.id, "t1", 5, (0, [codec.new(t.CashedOut(guest.id, 5))]))
        assert lobby.people.purse(guest.id) == 300_000
        await lobby.people.return_chips(guest.id, "t1", 5, (1, [codec.new(t.CashedOut(guest.id, 5))]))
        await lobby.reopen()
        assert lobby.people.purse(guest.id) == 300_005

    visit(tmp_path, play)


def test_purse_moves_that_wait_go_together_and_each_gets_its_own_answer(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guests = [(await lobby.people.welcome())[0].id for _ in range(5)]
        before = lobby.people.version
        appends = 0
        append = lobby.store.append

        async def counted(batches: Batches) -> Appended:
            nonlocal appends
            appends += 1
            return await append(batches)

        def bought(guest: str, table: str, amount: int, version: int = 0) -> Awaitable[Appended]:
            half = codec.new(t.BoughtIn(guest, amount))
            return lobby.people.buy_chips(guest, table, amount, (version, [half]))

        lobby.store.append = counted  # type: ignore[method-assign]
        moves = [bought(guest, f"t{at}", 100 + at) for at, guest in enumerate(guests)]
        wrong = bought(guests[0], "t9", 1, version=7)  # that table is not so far
        dear = bought(guests[1], "t8", DEMO_PURSE)  # more than is left after the first
        *told, refused, poor = await asyncio.gather(*moves, wrong, dear, return_exceptions=True)
        assert isinstance(refused, Conflict)
        assert isinstance(poor, NotEnough)
        assert str(poor) == f"your purse does not hold that much: you have {dollars(DEMO_PURSE - 101)}"
        for at, answer in enumerate(told):
            assert isinstance(answer, dict)
            assert [each.data["amount"] for each in answer["people"]] == [100 + at]
            assert [each.data["amount"] for each in answer[f"table/t{at}"]] == [100 + at]
        assert lobby.people.version == before + len(guests)
        assert appends == 1 + len(guests) + 1, "one for all, and after its conflict one for each"
        assert [lobby.people.purse(each) for each in guests] == [DEMO_PURSE - 100 - at for at in range(5)]

        appends = 0
        await asyncio.gather(*(bought(guest, f"t{at}", 7, 1) for at, guest in enumerate(guests)))
        assert appends == 1
        with pytest.raises(NotEnough):
            await bought(guests[0], "t0", 0, 2)

    visit(tmp_path, play)


def test_who_goes_away_while_money_moves_leaves_the_books_right(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        guest, _ = await lobby.people.welcome()
        half = codec.new(t.BoughtIn(guest.id, 100))
        gone = asyncio.ensure_future(lobby.people.buy_chips(guest.id, "t1", 100, (0, [half])))
        await asyncio.sleep(0)
        gone.cancel()
        await lobby.people.fill_purse(guest.id, 7)  # before it or after it, as they come
        await lobby.people.buy_chips(guest.id, "t2", 10, (0, [codec.new(t.BoughtIn(guest.id, 10))]))
        assert lobby.people.purse(guest.id) == DEMO_PURSE - 100 + 7 - 10
        assert lobby.people.version == lobby.store.streams()["people"]

    visit(tmp_path, play)
