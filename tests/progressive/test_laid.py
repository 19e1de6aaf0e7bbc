"""Progressive wagers as they are laid: beside what, under which light, until when."""

from __future__ import annotations

import asyncio

from tests.live.quiet_house import Arranged, table_of
from tests.progressive.automatic_table import place
from tests.progressive.tables import MONSTER, XTREME_16, table
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.progressive.terminal import terminal_views


@clause("MA-P21 16(a)#4", "MA-P21 16(c)")
def test_the_wager_is_never_laid_alone_nor_beside_less_than_the_minimum() -> None:
    async def play() -> None:
        at = await table_of(table("ma-pontoon-21", XTREME_16)[2], Arranged("5c 6s 9c Kh"))
        ann = await at.come("Ann", 1)
        await at.run_out()
        least = at.live.rules.wagering.minimum
        spin = c.PlaceWager(ann, 1, 500, "bonus-spin-xtreme-16")
        assert isinstance(await at.give(ann, spin), Refusal)
        assert isinstance(await at.give(ann, c.PlaceWager(ann, 1, least - 100)), Refusal)
        assert isinstance(await at.give(ann, spin), Refusal)
        await at.must(ann, c.PlaceWager(ann, 1, least))
        assert isinstance(await at.give(ann, c.PlaceWager(ann, 1, 1_000, "bonus-spin-xtreme-16")), Refusal)
        await at.must(ann, spin)

    asyncio.run(play())


@clause("MD-PE21 2.C(1)", "MD-PE21 2.C(2)", "MD-PE21 2.C(3)", "MD-PE21 2.C(4)", "MD-PE21 7.O(1)(b)")
def test_every_position_has_its_light_and_the_deal_locks_them() -> None:
    async def play() -> None:
        rules = table("md-players-edge-21", MONSTER)[2]
        at = await table_of(rules, Arranged("9s 8h 9c 7d"))
        ann = await at.come("Ann", 2)

        def lights() -> list[int]:
            (view,) = terminal_views(rules, at.live.state)
            assert len(view.lights) == rules.boxes.seats
            return [seat for seat, lit in view.lights if lit]

        assert lights() == []
        await place(at, ann, 2, "monster-match", 100)
        assert lights() == [2]
        await at.say(ann, "ready")
        late = await at.give(ann, c.PlaceWager(ann, 2, 100, "monster-match"))
        assert isinstance(late, Refusal)
        assert lights() == [2]

    asyncio.run(play())
