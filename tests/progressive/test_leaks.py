"""Nothing tells where a wheel will stop or a secret trigger lies before it is due: two houses that differ in
nothing else are the same in every page, answer, message, number and line of the log, to the length."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged, HandClock
from tests.progressive.tables import SUPER_4, XTREME_16, submission
from tests.web.inside import Browser, inside
from tests.web.test_administration import PASSWORD, root_of
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot
from vingt.live.books.export import lines
from vingt.live.house.house import LiveTable
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import DeclineCut, Ready, TakeSeat
from vingt.live.table.jackpot import JackpotState

# What is drawn at random beside it: identities, tokens, commitments, hashes, what is sealed. Only its length
# may say something.
RANDOM = re.compile(r"[A-Za-z0-9+/_-]{12,}")
MEASURED = re.compile(r"seconds|bytes|_created|process_")  # of this machine, now
Told = dict[str, str]


def masked(text: str) -> str:
    return RANDOM.sub(lambda found: f"<{len(found[0])}>", text)


async def told(browser: Browser, table: LiveTable) -> Told:
    """Everything that anybody can look at, an administrator included, and the log as it lies on disk."""
    id, house = table.id, browser.house
    meters = [record.id for record in house.meters.records()]
    paths = [
        *(f"/sign/{id}", f"/api/tables/{id}/sign", f"/tables/{id}", f"/api/tables/{id}", "/floor"),
        *(f"/tables/{id}/terminal", f"/api/tables/{id}/terminal", f"/tables/{id}/sensor", "/audit/meters"),
        "/metrics",
        *(f"/audit/meters/{meter}" for meter in meters),
        *(f"/audit/meters/{meter}.json" for meter in meters),
        *(f"/api/meters/{meter}" for meter in meters),
    ]
    pages = {path: (await browser.get(path)).text for path in paths}
    log = Snapshot(house.store, house.store.streams())
    pages["export"] = "".join(lines(log, log.streams))
    counted = [line for line in pages["/metrics"].splitlines() if not MEASURED.search(line)]
    pages["/metrics"] = "\n".join(counted)
    return {name: masked(text) for name, text in pages.items()}


async def rest(table: LiveTable, clock: HandClock) -> None:
    while table._writing.locked() or (table.due_at is not None and clock.now() >= table.due_at):
        await asyncio.sleep(0.001)


def two_moments(
    folder: Path, rulebook: str, text: str, cards: str, wager: str, stake: int, draws: list[int]
) -> tuple[Told, Told]:
    """While a wheel turns, or a trigger is sealed; and once it has stopped, or was reached."""

    async def play() -> tuple[Told, Told]:
        clock = HandClock()
        async with (
            inside(folder, Arranged(cards), Clocks(card=0, time=clock)) as here,
            here.browser() as root,
        ):
            points = iter(draws)
            here.house.meters.draw = lambda most: next(points, most // 2)
            await root_of(here, root)
            ann = (await here.house.people.make_account("ann", PASSWORD)).id
            table = await here.house.open_table(submission(rulebook, text), "house", name="Table")
            keys = iter(range(1000))

            async def give(*commands: object) -> None:
                for command in commands:
                    await table.submit(ann, command, f"key {next(keys)}")  # type: ignore[arg-type]
                    await rest(table, clock)

            async def round_until(done: Callable[[], bool]) -> None:
                laid = (c.PlaceWager(ann, 1, 2_500), c.PlaceWager(ann, 1, stake, wager), Ready())
                await give(*laid)
                for _ in range(20):
                    if done():
                        return
                    await give(c.Stand(ann, 1, 0))
                    if not done() and table.due_at is not None:
                        clock.pass_(max(1, table.due_at - clock.now()))
                        await rest(table, clock)
                raise AssertionError("it never came")

            await give(TakeSeat(1), DeclineCut())

            def jackpot() -> JackpotState:
                return table.state.jackpot

            if "wheel" in text:
                await round_until(lambda: jackpot().turning)
                before = await told(root, table)
                clock.pass_(5_600)
                await rest(table, clock)
            else:
                await round_until(lambda: any(each.state.fed for each in here.house.meters.records()))
                before = await told(root, table)
                clock.pass_(20_000)
                await rest(table, clock)
                await round_until(lambda: bool(jackpot().bonuses) or table.state.round_number > 2)
            return before, await told(root, table)

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("rulebook", "text", "cards", "wager", "stake", "draws"),
    [
        # the same trigger; seat 1 or 7, $25 or $50 inside; the hot spot's wheel is drawn when it is spun
        ("ma-pontoon-21", XTREME_16, "5c 6s 9c Kh", "bonus-spin-xtreme-16", 500, ([99, 0, 0], [99, 6, 3])),
        # the trigger: reached by the second round, or far away. With a digit more or less
        ("md-blackjack", SUPER_4, "2h 3d 5c 8d", "super-4", 100, ([9], [74_999])),
    ],
    ids=["wheel", "trigger"],
)
def test_two_houses_differ_in_nothing_before_it_is_due(
    tmp_path: Path, rulebook: str, text: str, cards: str, wager: str, stake: int, draws: tuple[list[int], ...]
) -> None:
    played = [
        two_moments(tmp_path / str(at), rulebook, text, cards, wager, stake, list(each))
        for at, each in enumerate(draws)
    ]
    (before, after), (other_before, other_after) = played
    assert before.keys() == other_before.keys()
    for name in before:
        assert before[name] == other_before[name], name
    assert after["export"] != other_after["export"], "once it is due it is told"
