"""Chips bought and given back at all tables. The purses are one stream, which takes one append at a time:
whoever comes while it is at work goes together into the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from vingt.core.money import dollars
from vingt.live.log.kinds import AnyEvent
from vingt.live.log.store import PEOPLE, Appended, Conflict, KeyUsed, NewEvent
from vingt.live.tasks import kept

TableBatch = tuple[int, Sequence[NewEvent]]  # the table's version and its half of the events
Append = Callable[[Sequence[AnyEvent], Mapping[str, TableBatch]], Awaitable[Appended]]


class NotEnough(Exception):
    """The purse does not hold that much."""


@dataclass(frozen=True, slots=True)
class PurseMove:
    purses: Mapping[str, int]  # what each person's purse gains or, below zero, gives
    events: Sequence[AnyEvent]
    stream: str  # of the table
    at_table: TableBatch
    done: asyncio.Future[Appended]

    def answer(self, outcome: Appended | Exception) -> None:
        if self.done.done():
            return
        if isinstance(outcome, Exception):
            self.done.set_exception(outcome)
            self.done.exception()  # whoever asked may have gone
        else:
            self.done.set_result(outcome)


class Cashier:
    """`purse` says what one holds, `append` stores events of people and of tables at once; it is called by
    one at a time, under `writing`."""

    def __init__(self, writing: asyncio.Lock, purse: Callable[[str], int], append: Append) -> None:
        self._writing, self._purse, self._append = writing, purse, append
        self._waiting: list[PurseMove] = []
        self._task: asyncio.Task[None] | None = None

    async def move(
        self, purses: Mapping[str, int], events: Sequence[AnyEvent], stream: str, at_table: TableBatch
    ) -> Appended:
        """Done in one append, or not at all; who stops waiting does not stop it."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(PurseMove(purses, events, stream, at_table, done))
        if self._task is None or self._task.done():
            self._task = kept(self._work())
        return await asyncio.shield(done)

    async def _work(self) -> None:
        while self._waiting:
            async with self._writing:
                moves, self._waiting = self._waiting, []
                together = self._together(moves)
                try:
                    await self._store(together)
                except (Conflict, KeyUsed):  # of one of them: the others are not to suffer for it
                    for each in together:
                        await self._alone(each)
                except Exception as error:
                    for each in together:
                        each.answer(error)

    def _together(self, moves: Sequence[PurseMove]) -> list[PurseMove]:
        """Those that can be carried out one after the other. One table's second move waits for its first."""
        left: dict[str, int] = {}
        streams: set[str] = set()
        together: list[PurseMove] = []
        for move in moves:
            after = {
                person: left.get(person, self._purse(person)) + gains for person, gains in move.purses.items()
            }
            if move.stream in streams:
                self._waiting.append(move)
            elif short := [person for person, amount in after.items() if amount < 0]:
                has = left.get(short[0], self._purse(short[0]))
                move.answer(NotEnough(f"your purse does not hold that much: you have {dollars(has)}"))
            else:
                left |= after
                streams.add(move.stream)
                together.append(move)
        return together

    async def _alone(self, move: PurseMove) -> None:
        try:
            if together := self._together([move]):
                await self._store(together)
        except Exception as error:
            move.answer(error)

    async def _store(self, moves: Sequence[PurseMove]) -> None:
        if not moves:
            return
        events = [event for each in moves for event in each.events]
        appended = await self._append(events, {each.stream: each.at_table for each in moves})
        of_people = iter(appended[PEOPLE])
        for move in moves:
            own = tuple(next(of_people) for _ in move.events)
            move.answer({PEOPLE: own, move.stream: appended[move.stream]})
