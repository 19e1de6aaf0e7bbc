"""Players who never tire: they hold a box, wager the least and take a random legal decision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.legal import legal
from vingt.core.rounds.procedure import DecisionDue, WagersDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import Accepted, House, LiveTable
from vingt.live.table.commands import BuyIn, Cut, PersonCommand, Ready, TakeSeat

Acknowledged = Callable[[LiveTable, str, str, Accepted], None]
CHIPS = 200  # times the table minimum


class Bots:
    """The players of one table; `people` take its boxes from the first on."""

    def __init__(
        self, house: House, table: LiveTable, people: list[str], chance: Random, told: Acknowledged
    ) -> None:
        self.house, self.table, self.people, self.chance, self.told = house, table, people, chance, told
        self.given = 0

    async def play(self) -> None:
        revision = 0
        while True:
            await self.turn()
            if revision == self.table.revision:
                await self.table.changed(revision)
            revision = self.table.revision

    async def turn(self) -> None:
        """Everybody does what they can do now, all at once."""
        await asyncio.gather(*(self.act(person) for person in self.people))

    async def act(self, person: str) -> None:
        table = self.table
        rules, state = table.rules, table.state
        if not state.held_by(person):
            await self.come(person)
            return
        offered = state.shoe.cut_offered
        if state.shoe.stage == "offered" and offered is not None and offered.person == person:
            await self.give(person, Cut(self.chance.randint(offered.least, offered.most)))
        if not state.round_open:
            return
        due = next_step(rules, state.round)
        match due:
            case WagersDue():
                await self.wager(person, state.held_by(person)[0])
            case DecisionDue(kind="insurance"):
                for box in state.round.boxes:
                    for bettor in box.insurable:
                        if bettor.player == person and bettor.insurance is None:
                            await self.give(person, c.DeclineInsurance(person, box.number))
            case DecisionDue(kind="action", players=players) if person in players:
                allowed = [each.name for each in legal(rules, state.round, due.box, due.hand) if each.allowed]
                await self.give(
                    person, ACTION_COMMANDS[self.chance.choice(allowed)](person, due.box, due.hand)
                )
            case _:
                pass

    async def come(self, person: str) -> None:
        chips = CHIPS * self.table.rules.wagering.minimum
        if self.house.people.purse(person) < chips:
            await self.house.people.fill_purse(person, chips)
        await self.give(person, BuyIn(chips))
        await self.give(person, TakeSeat(self.people.index(person) + 1))

    async def wager(self, person: str, number: int) -> None:
        state, least = self.table.state, self.table.rules.wagering.minimum
        if state.rack(person) < 10 * least:
            if self.house.people.purse(person) < CHIPS * least:
                await self.house.people.fill_purse(person, CHIPS * least)
            await self.give(person, BuyIn(CHIPS * least))
        if not state.wagered(person):
            await self.give(person, c.PlaceWager(person, number, least))
        elif person not in state.ready:
            await self.give(person, Ready())

    async def give(self, person: str, command: PersonCommand) -> None:
        key = f"{self.chance.getrandbits(64):016x}"
        answer = await self.table.submit(person, command, key)
        if not isinstance(answer, Refusal):
            self.given += 1
            self.told(self.table, person, key, answer)
