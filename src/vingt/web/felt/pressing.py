"""Buttons that are several commands in one press: same again, undo, clear, double it, all insured.

Each command is decided by the table like any other; what is refused stops the rest and is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from vingt.core.rounds.command import DeclineInsurance, Insure, PlaceWager, WithdrawWager
from vingt.core.rounds.refusal import Refusal
from vingt.core.wager_kind import MAIN
from vingt.live.house.house import Accepted, LiveTable
from vingt.live.table.commands import DeclineCut, PersonCommand, Ready
from vingt.live.views.view import Choice, TableView
from vingt.web.felt.laid_wagers import Laid, LaidWagers

Submit = Callable[[PersonCommand, str], Awaitable[Accepted | Refusal]]
COMMON_WAGER = 1_000  # cents: what a newcomer's first press lays, or the least the table takes
PATIENCE = 8.0  # seconds a press waits for the dealer to shuffle, cut and open the next round


class Go(NamedTuple):
    """The golden button while nothing lies: what it does, and for how much in all."""

    command: str
    words: str
    amount: int


def first_wager(view: TableView) -> int:
    """A newcomer's wager: the common one where the limits and the money allow it, else the least."""
    unit = view.chip_unit
    common = -(-max(COMMON_WAGER, view.minimum) // unit) * unit
    money = view.you.money if view.you is not None else 0
    return common if common <= min(view.maximum, money) else view.minimum


def go_of(view: TableView, laid: Laid, person: str | None) -> Go | None:
    """Same again where there was a round, else a first wager; nothing where one is laid or cannot be."""
    you = view.you
    if person is None or you is None or not you.boxes or you.in_play or you.barred:
        return None
    if view.out_of_service or view.closed or view.phase not in ("betting", "over", "cut"):
        return None
    by_hand = view.dealing != "automatic"  # who deals opens the betting and closes it
    if by_hand and not any(each.command == "place_wager" and each.allowed for each in choices_in(view)):
        return None
    again = laid.last(view.table, person, view.round + (view.phase != "betting"))
    wagers = [wager for wager in again if wager.wager != MAIN or wager.box in you.boxes]
    within = all(view.minimum <= wager.amount <= view.maximum for wager in wagers if wager.wager == MAIN)
    if wagers and within and sum(wager.amount for wager in wagers) <= you.money:
        return Go("same_again", "Same again", sum(wager.amount for wager in wagers))
    amount = first_wager(view)
    return Go("deal", "Wager" if by_hand else "Deal", amount) if amount <= you.money else None


def choices_in(view: TableView) -> Iterator[Choice]:
    return (choice for prompt in view.prompts for choice in prompt.choices)


@dataclass
class Press:
    """One press of one person."""

    table: LiveTable
    person: str
    laid: Laid
    submit: Submit
    key: str
    count: int = 0

    @property
    def round(self) -> int:
        return self.table.wagers_for

    @property
    def lies(self) -> LaidWagers:
        """What of this person's lies on the layout now."""
        laid: LaidWagers = {}
        for box in self.table.state.round.boxes if self.table.state.betting else ():
            bettor = box.bettor(self.person)
            if bettor is not None:
                laid.update({(box.number, side.wager): side.amount for side in bettor.sides})
                if bettor.main:
                    laid[box.number, MAIN] = bettor.main
        return laid

    async def one(self, command: PersonCommand) -> Accepted | Refusal:
        self.count += 1
        return await self.submit(command, f"{self.key[:80]}-{self.count}")

    async def all(self, commands: Iterable[PersonCommand], nothing: str) -> Accepted | Refusal:
        answer: Accepted | Refusal = Refusal(nothing)
        for command in commands:
            answer = await self.one(command)
            if isinstance(answer, Refusal):
                return answer
        return answer

    async def same_again(self) -> Accepted | Refusal:
        state = self.table.state
        coming = state.round_number if state.betting else state.round_number + 1
        wagers = self.laid.last(self.table.id, self.person, coming)
        held = state.held_by(self.person)
        return await self.deal([wager for wager in wagers if wager.wager != MAIN or wager.box in held])

    async def first_deal(self) -> Accepted | Refusal:
        view = self.table.view(self.person)
        boxes = self.table.state.held_by(self.person)
        return await self.deal([PlaceWager(self.person, box, first_wager(view)) for box in boxes[:1]])

    async def deal(self, wagers: list[PlaceWager]) -> Accepted | Refusal:
        """Through whatever stands before the next round (the pause, the cut), then lay and say ready."""
        if not wagers:
            return Refusal("you have laid nothing here before")
        laid = await self.all(wagers, "")
        if isinstance(laid, Refusal) and not self.table.state.betting:
            refused = await self.to_betting()
            laid = refused or await self.all(wagers, "")
        if isinstance(laid, Refusal) or self.person in self.table.state.ready:
            return laid
        return await self.one(Ready())

    async def to_betting(self) -> Refusal | None:
        """Until wagers are taken; a cut that is offered to this person is declined by the same press."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        went_on = False
        while not self.table.state.betting:
            state, revision = self.table.state, self.table.revision
            offered = state.shoe.cut_offered
            if state.closed:
                return Refusal("the table is closed")
            if state.shoe.stage == "offered" and offered is not None and offered.person == self.person:
                await self.one(DeclineCut())
            elif not state.round_open and not went_on:
                went_on = True
                await self.one(Ready())
            if self.table.revision == revision:
                try:
                    await asyncio.wait_for(self.table.changed(revision), until - loop.time())
                except TimeoutError:
                    waited = self.table.view(self.person).waiting_for
                    return Refusal(f"the next round has not begun: {waited or 'the dealer'} is waited for")
        return None

    async def undo(self) -> Accepted | Refusal:
        command = self.laid.undone(self.table.id, self.person, self.round)
        if command is None:
            return Refusal("there is nothing to undo")
        answer = await self.one(command)
        if isinstance(answer, Accepted):
            self.laid.forget_step(self.table.id, self.person, self.round)
        return answer

    async def clear(self) -> Accepted | Refusal:
        """Everything taken back: side wagers first, which may need the main wager."""
        spots = sorted(self.lies, key=lambda spot: (spot[1] == MAIN, spot))
        return await self.all(
            [WithdrawWager(self.person, box, wager) for box, wager in spots], "nothing of yours lies there"
        )

    async def double_wager(self) -> Accepted | Refusal:
        spots = sorted(self.lies.items(), key=lambda spot: (spot[0][1] != MAIN, spot[0]))
        return await self.all(
            [PlaceWager(self.person, box, 2 * amount, wager) for (box, wager), amount in spots],
            "nothing of yours lies there",
        )

    async def insure_all(self) -> Accepted | Refusal:
        return await self.all(
            [
                Insure(self.person, choice.box, choice.most)
                for prompt in self.table.view(self.person).prompts
                for choice in prompt.choices
                if choice.command == "insure" and choice.allowed and choice.box is not None
            ],
            "nobody asks you about insurance",
        )

    async def insure_none(self) -> Accepted | Refusal:
        return await self.all(
            [
                DeclineInsurance(self.person, choice.box)
                for prompt in self.table.view(self.person).prompts
                for choice in prompt.choices
                if choice.command == "decline_insurance" and choice.box is not None
            ],
            "nobody asks you about insurance",
        )


PRESSES: dict[str, Callable[[Press], Awaitable[Accepted | Refusal]]] = {
    "same_again": Press.same_again,
    "deal": Press.first_deal,
    "undo": Press.undo,
    "clear": Press.clear,
    "double_wager": Press.double_wager,
    "insure_all": Press.insure_all,
    "insure_none": Press.insure_none,
}
