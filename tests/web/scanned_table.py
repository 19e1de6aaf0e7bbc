"""A table with real cards in a house with its pages: all that comes before the first card is done."""

from __future__ import annotations

import secrets

from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import House, LiveTable
from vingt.live.people.person import Person
from vingt.live.table import commands as ask
from vingt.rulebook import library


async def must(table: LiveTable, person: str, command: ask.PersonCommand) -> None:
    answer = await table.submit(person, command, secrets.token_hex(8))
    assert not isinstance(answer, Refusal), f"{command}: {answer}"


async def scanned_table(
    house: House, dealer: Person, floor: Person, rules: str = "md-blackjack"
) -> LiveTable:
    """Opened, the dealer at it, a guest on box 1 with a wager, the betting closed: a card is due."""
    table = await house.open_table(library.submission(rules), "house", name="Real", dealing="scanned")
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
