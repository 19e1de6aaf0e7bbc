"""An automatic table with progressive wagers: they are placed, the round is played out, events are read."""

from __future__ import annotations

from typing import TypeVar

from tests.live.quiet_house import Table
from vingt.core.progressive.meter import MeterState
from vingt.core.rounds import command as c
from vingt.live.log import codec

ROYAL = "Qd Ad Jd Kd"  # box 1 and dealer, twice
E = TypeVar("E")


def events_of(at: Table, kind: type[E]) -> list[E]:
    found = [
        codec.event_of(each)
        for each in at.house.store.read(at.live.stream)
        if each.kind == kind.kind  # type: ignore[attr-defined]
    ]
    return [each for each in found if isinstance(each, kind)]


def meter(at: Table, id: str) -> MeterState:
    return at.house.meters.record(id).state


async def place(at: Table, person: str, box: int, wager: str, amount: int, main: int = 2_500) -> None:
    if not at.live.state.shoe.loaded:
        await at.run_out()  # nobody cuts
    await at.must(person, c.PlaceWager(person, box, main))
    await at.must(person, c.PlaceWager(person, box, amount, wager))


async def finish(at: Table, person: str) -> None:
    """Everybody is ready, hands stand, wheels turn, until the round is over."""
    await at.say(person, "ready")
    for _ in range(40):
        if not at.live.state.round_open:
            return
        prompts = [each for each in at.live.view(person).prompts if each.urgent]
        if prompts and prompts[0].kind == "decision":
            round_ = at.live.state.round
            box = next(box for box in round_.boxes if any(not hand.finished for hand in box.hands))
            await at.give(person, c.Stand(person, box.number, 0))
        elif at.live.due_at is not None:
            await at.wait(max(1, at.live.due_at - at.clock.now()))
        else:
            return
