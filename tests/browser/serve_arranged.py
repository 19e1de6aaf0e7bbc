"""The pages of a house whose cards and clock a test arranges: run by tests, and reached by nothing in vingt.

`python -m tests.browser.serve_arranged FOLDER PORT` prints its address. Then each line on stdin is a JSON
object with the number, the name and the value of one order below, answered by a line on stdout with that
number. It ends with its stdin.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvicorn

from tests.live.lobby import QUICK
from tests.live.quiet_house import Arranged, HandClock
from tests.progressive.tables import XTREME_16, submission
from tests.web.scanned_table import RealShoe, scanned_table
from vingt.core.cards import cards
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.house import House, LiveTable
from vingt.live.people.passwords import Passwords
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import DeclineCut, PerformStep, TakeSeat
from vingt.live.table.duty import waited_for
from vingt.live.table.presence import NOBODY_AWAY
from vingt.rulebook import library
from vingt.web.app import create_app
from vingt.web.entrance.games import default_games
from vingt.web.lab import pages as lab_pages


class Orders:
    """What a test may order. Time stands still until it is passed, so no clock runs out by itself."""

    real: RealShoe

    def __init__(self, house: House, shoes: Arranged, clock: HandClock) -> None:
        self.house, self.shoes, self.clock = house, shoes, clock

    async def open(self, sample: str) -> str:
        """A new table of a sample, or of one with a choice made ("md-blackjack variant=switch"): its id."""
        named, *choices = sample.split()
        filed = library.submission(named).with_choices(dict(each.split("=") for each in choices))
        return (await self.house.open_table(filed, "house", name=filed.title)).id

    async def open_guided(self, sample: str) -> str:
        """A new table that a person deals."""
        submission = library.submission(sample)
        title = f"{submission.title}, by hand"
        return (await self.house.open_table(submission, "house", name=title, dealing="guided")).id

    async def until_betting(self, table: str) -> str:
        """Everything that hands do before the first wager, done by the staff that deals there."""
        live = self.house.table(table)
        floor = next(each.id for each in self.house.people.everybody() if "floorperson" in each.roles)
        while not live.state.dealing.dealer:  # who has pressed the button, and is not yet heard
            await asyncio.sleep(0.002)
        while not live.state.betting:
            step = next((each for each in live.steps() if each.due), None)
            offered = live.state.shoe.cut_offered
            if step is not None:
                for role in step.who[:1] if step.who[0] == "dealer" else ("floorperson",):
                    person = live.state.dealing.dealer if role == "dealer" else floor
                    done = await live.submit(person, PerformStep(step.id), f"staff {live.version} {step.id}")
                    assert not isinstance(done, Refusal), done
            elif offered is not None:
                await live.submit(offered.person, DeclineCut(), f"cut {live.version}")
            await self.rest(table)
        return await self.rest(table)

    async def seat(self, table_and_people: str) -> str:
        """These people, at box 1 and on."""
        table, *people = table_and_people.split()
        for box, person in enumerate(people, 1):
            answer = await self.house.table(table).submit(person, TakeSeat(box), f"seat {table} {box}")
            assert not isinstance(answer, Refusal), answer
        return ""

    async def waits_for(self, table: str) -> str:
        """The step that is due; else the name of the player who is asked; "" when the round is over."""
        await self.rest(table)
        live = self.house.table(table)
        if not live.state.round_open:
            return ""
        step = next((each for each in live.steps() if each.due), None)
        asked = waited_for(live.in_force, live.state, NOBODY_AWAY)
        return step.id if step is not None else self.house.people.name(asked[0])

    async def open_with_wheel(self, drawn: str) -> str:
        """A table with the wheel of Xtreme-16, which stops at these points; the answer is its id."""
        filed = submission("ma-pontoon-21", XTREME_16)
        table = await self.house.open_table(filed, "house", name=f"Wheel {drawn}")
        points = iter(map(int, drawn.split()))
        self.house.meters.draw = lambda most: next(points, most // 2)
        return table.id

    async def open_terminal(self, drawn: str) -> str:
        """The same, where a person deals, and commands it at the terminal."""
        filed = submission("ma-pontoon-21", XTREME_16)
        table = await self.house.open_table(filed, "house", name=f"Terminal {drawn}", dealing="guided")
        points = iter(map(int, drawn.split()))
        self.house.meters.draw = lambda most: next(points, most // 2)
        return table.id

    async def deal_on(self, table: str) -> str:
        """All that is due but presses at the terminal, by the staff; hands stand. The step that is due."""
        live = self.house.table(table)
        for _ in range(60):
            await self.rest(table)
            step = next((each for each in live.steps() if each.due), None)
            if step is not None and step.id.startswith(("press_", "enable_spin")):
                return step.id
            if step is not None:
                await live.submit(live.state.dealing.dealer, PerformStep(step.id), f"on {live.version}")
            else:
                for box in live.state.round.boxes:
                    for bettor in box.bettors:
                        stand = c.Stand(bettor.player, box.number, 0)
                        await live.submit(bettor.player, stand, f"stand {live.version} {box.number}")
        return ""

    async def open_all(self, _: str) -> str:
        """A table of each game, as `vingt serve` opens them."""
        for game in default_games():
            await self.house.open_table(library.submission(game.name), "house", name=game.title)
        return ""

    async def arrange(self, first: str) -> str:
        """The first cards of all shoes shuffled from now on, if cut in their middle; "" for any cards."""
        self.shoes.first = cards(f"2c {first}") if first else ()
        return ""

    async def arrange_uncovered(self, first: str) -> str:
        """The same where no card is burned before them."""
        self.shoes.first = cards(first)
        return ""

    async def rest(self, table: str) -> str:
        """When the dealer waits for people or for a clock; the answer is how far the table has come."""
        live = self.house.table(table)
        await asyncio.sleep(0)  # an order that asks on and on leaves the house room to answer others
        while not resting(live, self.clock):
            await asyncio.sleep(0.002)
        return str(live.version)

    async def pass_(self, milliseconds: str) -> str:
        self.clock.pass_(int(milliseconds))
        return ""

    async def run_out(self, table: str) -> str:
        """Time passes until the clock of this table has run out; the answer is its name."""
        await self.rest(table)
        live = self.house.table(table)
        running = live.clock
        assert running is not None, f"no clock runs at {table}"
        revision = live.revision
        self.clock.pass_(running.deadline - self.clock.now())
        await live.changed(revision)
        await self.rest(table)
        return running.name

    async def dealer(self, login_and_password: str) -> str:
        login, password = login_and_password.split(" ", 1)
        await self.house.people.make_account(login, password, role="dealer")
        return ""

    async def auditor(self, login_and_password: str) -> str:
        login, password = login_and_password.split(" ", 1)
        await self.house.people.make_account(login, password, role="auditor")
        return ""

    async def floorperson(self, login_and_password: str) -> str:
        login, password = login_and_password.split(" ", 1)
        await self.house.people.make_account(login, password, role="floorperson")
        return ""

    async def administrator(self, login_and_password: str) -> str:
        login, password = login_and_password.split(" ", 1)
        await self.house.people.make_account(login, password, role="administrator")
        return ""

    async def scanned(self, login_and_password: str) -> str:
        """A table with two real decks that lack a jack of spades, its first card due; the answer is its id
        and the first two cards that come."""
        login, password = login_and_password.split(" ", 1)
        people = self.house.people
        dealer = await people.make_account(login, password, role="dealer")
        floor = await people.make_account(f"{login}-floor", password, role="floorperson")
        table = await scanned_table(self.house, dealer, floor, "md-blackjack/as-dealt", decks=2)
        self.real = RealShoe(table, dealer.id, floor.id, "Js")
        return f"{table.id} {self.real.left.pop(0)} {self.real.left.pop(0)}"

    async def deal_out(self, _: str) -> str:
        """The rest of that shoe; the answer is what nobody saw of it."""
        return await self.real.deal_out()


def resting(live: LiveTable, clock: HandClock) -> bool:
    return not live._writing.locked() and (live.due_at is None or clock.now() < live.due_at)


async def obey(orders: Orders) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := await reader.readline():
        said = json.loads(line)
        order: Callable[[str], Awaitable[str]] = getattr(orders, said["name"])
        try:
            answer = {"answer": await order(str(said["value"]))}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps({"order": said["order"], **answer}), flush=True)


async def serve(folder: Path, port: int) -> None:
    clock, shoes = HandClock(), Arranged(seed=21)
    listener = socket.create_server(("127.0.0.1", port))
    house = await House.open(folder, shoes=shoes, clocks=Clocks(card=0, time=clock))
    house.people._passwords = Passwords(QUICK)
    lab_pages.OPENING = 60.0  # no page says that it waits, however slow the machine
    config = uvicorn.Config(
        create_app(house),
        log_config=None,
        server_header=False,
        ws="websockets-sansio",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    print(json.dumps({"order": 0, "answer": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    await obey(Orders(house, shoes, clock))
    server.should_exit = True
    await serving
    await house.close()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
