"""People at a live table who wager each in a way of their own and play by a chart: for logs that hold
counters."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tests.counting.bettors import Bettor, Memory
from vingt.analysis.chart.reader import read_off
from vingt.analysis.counting.composition import KINDS, NUMBER
from vingt.analysis.counting.detector import count_stands
from vingt.analysis.counting.systems import SYSTEMS
from vingt.analysis.exact.edge import edge
from vingt.analysis.tabulated.hands import Ints
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import COMMANDS, ActionName
from vingt.core.rounds.legal import action, can_split
from vingt.core.rounds.procedure import DecisionDue, WagersDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.wager_kind import MAIN
from vingt.live.house.house import House, LiveTable
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import BuyIn, Cut, PersonCommand, Ready, TakeSeat
from vingt.rulebook import library

UNIT = 500
CHIPS = 2000 * UNIT


class Person:
    """One box; before each round the person counts what lay face up since the shuffle."""

    def __init__(self, id: str, box: int, bettor: Bettor, seed: int) -> None:
        self.id, self.box, self.bettor = id, box, bettor
        self.memory = Memory(random.Random(seed))
        self.wagered_in, self.shoe = 0, 0


class Company:
    def __init__(self, house: House, table: LiveTable, people: list[Person]) -> None:
        self.house, self.table, self.people = house, table, people
        chart = edge(table.rules, "chart", with_law=False).chart
        assert chart is not None
        self.chart, self.keys = chart, 0
        self.full: Ints = np.zeros(len(KINDS), dtype=np.int64)
        for card in table.rules.cards.shoe:
            self.full[NUMBER[card]] += 1

    async def play(self, rounds: int) -> None:
        table = self.table
        while table.state.round_number <= rounds:
            revision = table.revision
            for person in self.people:
                await self.act(person)
            if revision == table.revision:
                await table.changed(revision)

    async def act(self, person: Person) -> None:
        table, state = self.table, self.table.state
        if not state.held_by(person.id):
            await self.house.people.fill_purse(person.id, CHIPS)
            await self.give(person, BuyIn(CHIPS))
            await self.give(person, TakeSeat(person.box))
            return
        offered = state.shoe.cut_offered
        if state.shoe.stage == "offered" and offered is not None and offered.person == person.id:
            await self.give(person, Cut((offered.least + offered.most) // 2))
        if not state.round_open:
            return
        due = next_step(table.rules, state.round)
        match due:
            case WagersDue() if person.wagered_in != state.round_number:
                person.wagered_in = state.round_number
                await self.wager(person)
            case DecisionDue(kind="insurance"):
                for box in state.round.boxes:
                    if any(each.player == person.id and each.insurance is None for each in box.insurable):
                        await self.give(person, c.DeclineInsurance(person.id, box.number))
            case DecisionDue(kind="action", players=players) if person.id in players:
                word = self.word(due.box, due.hand)
                await self.give(person, COMMANDS[word](person.id, due.box, due.hand))
            case _:
                pass

    def word(self, number: int, at: int) -> str:
        state, rules = self.table.state.round, self.table.rules
        box = state.box(number)
        assert box is not None
        assert state.up is not None
        hand = box.hands[at]

        def may(name: ActionName) -> bool:
            if name == "split":
                return can_split(rules, box, hand)
            return action(rules, state, number, at, name).allowed

        return read_off(self.chart, rules, hand, state.up, may)

    async def wager(self, person: Person) -> None:
        state = self.table.state
        memory = person.memory
        if len(memory.results) < len(memory.wagers):
            paid = (each for each in state.last_rounds[0].payments if each.player == person.id)
            net = sum(each.net for each in paid if each.wager == MAIN)
            memory.results.append(net / (UNIT * memory.wager))
        person.memory.new_shoe = state.shoe.number != person.shoe
        person.shoe = state.shoe.number
        units = person.bettor(self.true_count(), person.memory)
        if units:
            person.memory.wagers.append(units)
            await self.give(person, c.PlaceWager(person.id, person.box, units * UNIT))
        await self.give(person, Ready())

    def true_count(self) -> float:
        gone = np.zeros(len(KINDS), dtype=np.int64)
        for card in self.table.state.shown:
            gone[NUMBER[card]] += 1
        return count_stands(SYSTEMS["hi-lo"], self.full, gone).true_count

    async def give(self, person: Person, command: PersonCommand) -> None:
        self.keys += 1
        answer = await self.table.submit(person.id, command, f"key {self.keys}")
        assert not isinstance(answer, Refusal) or isinstance(command, Ready), (command, answer)


async def house_with(folder: Path, bettors: Mapping[str, Bettor], rounds: int) -> str:
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    try:
        table = await house.open_table(library.submission("md-blackjack"), "tests")
        people = []
        for box, (name, bettor) in enumerate(bettors.items(), 1):
            person, _ = await house.people.welcome(name)
            people.append(Person(person.id, box, bettor, box))
        await Company(house, table, people).play(rounds)
        return table.id
    finally:
        await house.close()
