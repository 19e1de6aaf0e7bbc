"""Fragments that several people share are those that each would get alone; and who is told first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.web.inside import Inside, inside, settle
from vingt.live.house.house import Accepted, LiveTable
from vingt.live.table.commands import TakeSeat, read_command
from vingt.rulebook.library import RULEBOOKS
from vingt.web.desk import Visit
from vingt.web.html.pages import environment
from vingt.web.table import pushes
from vingt.web.table.drawing import PARTS, DrawnPage, drawn, fragments, values_of
from vingt.web.table.pushes import Pushes, Reader

STEPS = 24


def alone(house: Inside, table: LiveTable, visit: Visit) -> dict[str, str]:
    """Every fragment drawn anew, for this viewer only."""
    desk = house.app.state.desk
    view = table.view(visit.person.id if visit.person else None)
    values, jinja = values_of(desk, table, visit, view), environment()
    made = {name: jinja.get_template(f"parts/{name}.html").render(values) for name in PARTS}
    for box in values["model"].boxes:
        made[f"box-{box.seen.number}"] = jinja.get_template("parts/box.html").render(values, box=box)
    made["say"] = jinja.get_template("parts/say.html").render(values)
    return made


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_shared_fragment_is_the_fragment_drawn_alone(rules: str, tmp_path: Path) -> None:
    async def play() -> None:
        chance = Random(11)
        async with inside(tmp_path) as house:
            table, desk = await house.table(rules), house.app.state.desk
            visits = [Visit(None, "watcher"), Visit(None, "other", favourites=frozenset(("nothing",)))]
            for box in (1, 2, 4):
                person, secret = await house.house.people.welcome(f"<b>{box}</b>"[:20] if box == 2 else "")
                assert isinstance(await table.submit(person.id, TakeSeat(box), "seat"), Accepted)
                visits.append(Visit(person, secret))
            person, secret = await house.house.people.welcome()  # looks on, and may sit down
            visits.append(Visit(person, secret))
            desk.coaches.choose(table, visits[2].person.id, "quiz")  # type: ignore[union-attr]
            before: dict[str, DrawnPage] = {}
            for _ in range(STEPS):
                await settle(table)
                for visit in visits:
                    view = table.view(visit.person.id if visit.person else None)
                    assert fragments(desk, table, visit, view) == alone(house, table, visit)
                    now = drawn(desk, table, visit, view)
                    changed = now.changed_since(before.get(visit.secret))
                    told = {name for name in now.parts if f'"{name}": "' in changed}
                    old = before[visit.secret].html() if visit.secret in before else {}
                    assert told == {name for name, html in now.html().items() if old.get(name) != html}
                    before[visit.secret] = now
                await act(table, visits, chance)

    asyncio.run(play())


async def act(table: LiveTable, visits: list[Visit], chance: Random) -> None:
    """Somebody does something that is offered: first what the table waits for."""
    offered = [
        (prompt.urgent, visit.person.id, choice)
        for visit in visits
        if visit.person is not None
        for prompt in table.view(visit.person.id).prompts
        for choice in prompt.choices
        if choice.allowed and choice.command not in ("leave_table", "cash_out", "leave_seat")
    ]
    urgent = [each for each in offered if each[0]]
    _, person, choice = chance.choice(urgent or offered)
    fields = {"command": choice.command, "box": choice.box, "hand": choice.hand, "wager": choice.wager}
    fields |= {"shared": choice.shared, "amount": choice.least, "place": choice.least}
    command = read_command(person, {name: value for name, value in fields.items() if value is not None})
    await table.submit(person, command, f"{chance.getrandbits(60)}")  # type: ignore[arg-type]


def test_players_are_told_before_watchers_and_several_news_are_one() -> None:
    async def tell() -> None:
        order: list[str] = []
        queue = Pushes()

        async def connection(name: str, watches: bool) -> Reader:
            reader = Reader(queue, watches, lambda: None)

            async def write() -> None:
                while True:
                    await reader.turn_comes()
                    order.append(name)
                    reader.was_told()

            tasks.append(asyncio.create_task(write()))
            return reader

        tasks: list[asyncio.Task[None]] = []
        watchers = [await connection(f"watcher {at}", True) for at in range(20)]
        players = [await connection(f"player {at}", False) for at in range(5)]
        for _ in range(3):
            for reader in (*watchers, *players):
                reader.due()
        while len(order) < 25:
            await asyncio.sleep(0.001)
        await asyncio.sleep(3 * pushes.WINDOW)
        assert order == [*(f"player {at}" for at in range(5)), *(f"watcher {at}" for at in range(20))]
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(tell(), 10))


def test_who_does_not_read_is_given_up_and_watchers_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tell() -> None:
        now = 1000.0
        monkeypatch.setattr("vingt.web.table.pushes.monotonic", lambda: now)
        given_up: list[str] = []
        queue = Pushes()
        readers = {
            "watcher": Reader(queue, True, lambda: given_up.append("watcher")),
            "player": Reader(queue, False, lambda: given_up.append("player")),
        }
        for reader in readers.values():
            reader.due()
            await asyncio.wait_for(reader.turn_comes(), 5)  # and is never told: the other side takes nothing
        for seconds, expected in ((4.9, []), (5.1, ["watcher"]), (19.9, ["watcher"]), (20.1, ["player"])):
            given_up.clear()
            now = 1000.0 + seconds
            for reader in readers.values():
                reader.due()
            assert [each for each in given_up if each in expected] == expected
            assert "player" not in given_up or seconds > 20

    asyncio.run(tell())
