"""A table with real cards in a house with its pages: all that comes before the first card is done."""

from __future__ import annotations

import random
import secrets
from collections import Counter

from vingt.core.cards import Card, cards
from vingt.core.rounds import command as c
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.live.house.house import House, LiveTable
from vingt.live.people.person import Person
from vingt.live.table import commands as ask
from vingt.live.table.dealer import default_answer
from vingt.rulebook import library


async def must(table: LiveTable, person: str, command: ask.PersonCommand) -> None:
    answer = await table.submit(person, command, secrets.token_hex(8))
    assert not isinstance(answer, Refusal), f"{command}: {answer}"


async def scanned_table(
    house: House, dealer: Person, floor: Person, rules: str = "md-blackjack", **choices: object
) -> LiveTable:
    """Opened, the dealer at it, a guest on box 1 with a wager, the betting closed: a card is due."""
    submission = library.submission(rules).with_choices(choices)
    table = await house.open_table(submission, "house", name="Real", dealing="scanned")
    guest, _ = await house.people.welcome("Ann")
    await must(table, dealer.id, ask.TakeTable())
    await must(table, guest.id, ask.TakeSeat(1))
    await go_on(table, dealer.id, floor.id)
    await must(table, guest.id, c.PlaceWager(guest.id, 1, 1_000))
    await must(table, dealer.id, ask.PerformStep("close_betting"))
    return table


async def go_on(table: LiveTable, dealer: str, floor: str) -> None:
    """Every step that is due, by whom it is for, until the betting is open or something is to be entered."""
    while not table.state.betting:
        offered = table.state.shoe.cut_offered
        if table.state.shoe.stage == "offered" and offered is not None:
            await must(table, offered.person, ask.DeclineCut())
            continue
        step = next((each for each in table.steps() if each.due), None)
        if step is None or step.asks:
            return
        if "player" in step.who:
            await must(table, table.state.company.arrived[0], ask.PerformStep(step.id))
            continue
        for role in step.who:
            await must(table, dealer if role == "dealer" else floor, ask.PerformStep(step.id))


class RealShoe:
    """The decks of a table without some cards, and the hands that deal them."""

    def __init__(self, table: LiveTable, dealer: str, floor: str, missing: str) -> None:
        self.table, self.dealer, self.floor = table, dealer, floor
        self.left = list((Counter(table.rules.cards.shoe) - Counter(cards(missing))).elements())
        random.Random(7).shuffle(self.left)
        self.unseen: list[Card] = [self.left.pop(0) for _ in range(table.state.shoe.out)]  # burned

    def entered(self) -> str:
        """What is entered with the step that is due."""
        step = next(each for each in self.table.steps() if each.due)
        if step.id == "turn_hole_card":
            return str(self.unseen.pop())
        if step.asks == "hole_card":
            self.unseen.append(self.left.pop(0))
            return ""
        if step.asks == "reader":
            up = self.table.state.round.dealer[0]
            natural = counts_of(self.table.rules).is_natural((up, self.unseen[-1]))
            return "yes" if natural else "no"
        return str(self.left.pop(0)) if step.asks else ""

    async def deal_out(self) -> str:
        """Until the shoe has ended; what was not seen of it, as it is entered at the count."""
        table = self.table
        while not table.state.shoe.uncounted:
            if not table.state.round_open:
                await go_on(table, self.dealer, self.floor)
            elif table.state.betting:
                guest = table.state.company.arrived[0]
                await must(table, guest, c.PlaceWager(guest, 1, 1_000))
                await must(table, self.dealer, ask.PerformStep("close_betting"))
            else:
                await self.go_on_in_round()
        return " ".join(map(str, (*self.unseen, *self.left)))

    async def go_on_in_round(self) -> None:
        due = next_step(self.table.rules, self.table.state.round)
        if isinstance(due, DecisionDue):
            person, command = default_answer(self.table.state.round, due)
            assert isinstance(command, ask.RoundCommand)
            await must(self.table, person, command)
            return
        step = next(each for each in self.table.steps() if each.due)
        await must(self.table, self.dealer, ask.PerformStep(step.id, self.entered()))
