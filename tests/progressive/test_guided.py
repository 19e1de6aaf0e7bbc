"""Progressive wagers at a table that a person deals: the dealer spins and pays, the floor confirms."""

import asyncio

from tests.live.guided_table import guided_table
from tests.live.quiet_house import Arranged
from tests.progressive.tables import XTREME_16, table
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.progressive.terminal import terminal_views
from vingt.live.table.commands import TakeTable


@clause(
    "MA-P21 16(h)", "MA-P21 16(k)", "MA-P21 16(l)(1)", "MA-P21 16(n)#2", "MA-P21 16(o)#1", "MA-P21 16(p)(1)#2"
)
def test_the_dealer_spins_position_and_hot_spot_and_a_supervisor_confirms_a_large_prize() -> None:
    async def play() -> None:
        rules = table("ma-pontoon-21", XTREME_16)[2]
        at = await guided_table(rules, Arranged("5c 6s 9c Kh"))
        draws = iter([0, 0, 0])  # seat 1, $25 inside, $1000 outside
        at.house.meters.draw = lambda most: next(draws, most // 2)
        ann = await at.come("Ann", 1)
        await at.must(at.dee, TakeTable())
        await at.go_on(lambda: at.live.state.betting)
        await at.must(ann, c.PlaceWager(ann, 1, 2_500))
        await at.must(ann, c.PlaceWager(ann, 1, 500, "bonus-spin-xtreme-16"))
        stages = []
        for _ in range(60):
            stages.append(terminal_views(rules, at.live.state)[0].stage)
            held = at.live.state.jackpot.held
            if held is not None:
                break
            if at.due is not None:
                await at.must_do(at.who_is(at.due.who[0]), at.due.id)
            elif at.live.state.jackpot.turning:
                await at.wait(6_000)
            else:
                await at.give(ann, c.Stand(ann, 1, 0))
        assert at.live.state.jackpot.held is not None, (stages, at.kinds()[-8:])
        assert at.live.state.jackpot.held.amount == 100_000
        order = list(dict.fromkeys(stages))
        assert order[-6:] == ["reconciled", "positions", "hot_spot", "wheel", "prized", "paying"], order
        assert at.due is None or at.due.id != "pay_claim"
        assert not isinstance(await at.live.confirm_payment(at.fay), Refusal)
        await at.rest()
        await at.go_on(lambda: not at.live.state.round_open)
        paid = at.live.state.last_rounds[0].payments
        assert [each.returns for each in paid if each.wager == "bonus-spin-xtreme-16"] == [100_000]
        assert at.verified().problems == []

    asyncio.run(play())
